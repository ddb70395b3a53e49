//! Searching a block with the help of its index (`index.10`).

use shakmaty::Chess;

use super::{
    aim::Aim,
    arrival::Arrival,
    filter::Selected,
    run::{Collect, Progress, Search},
};
use crate::{
    Codec, Error, ErrorCode, Result,
    container::{BlockHead, Fetch, move_codes},
    index::View,
};

/// A block that is searched with its index.
pub(super) struct Indexed<'a> {
    pub(super) block: usize,
    pub(super) head: &'a BlockHead,
    pub(super) fetch: &'a dyn Fetch,
    pub(super) view: View<'a>,
    pub(super) selected: &'a Selected,
}

impl<A: Aim, C: Collect> Search<'_, A, C> {
    /// Searches for the position with this key.
    pub(super) fn search_indexed(&self, key: u64, place: &Indexed<'_>, progress: &mut Progress<C::Part>) -> Result<()> {
        let mut games = match place.view.entry(key)? {
            None => place.view.bucket(key)?,
            Some(entry) => {
                let example = entry.example()?;
                // Another position may have the same key; an entry is about one position only.
                if !example.map_or(Ok(false), |(game, ply)| self.is_at(place, game as usize, ply))? {
                    return Ok(());
                }
                if matches!(place.selected, Selected::All) && self.collect.add_entry(&mut progress.part, &entry)? {
                    return Ok(());
                }
                entry.arrivals()?.into_iter().map(|(game, _)| game).collect()
            }
        };
        games.retain(|game| place.selected.has(*game as usize));
        match place.head.codec()? {
            Codec::Byte => self.search_places(place, &games, progress),
            _ => self.search_decoded(place.block, &games, progress),
        }
    }

    /// The codes of all main lines, once they were compared with their checksum.
    fn moves<'a>(&self, place: &Indexed<'a>) -> Result<std::borrow::Cow<'a, [u8]>> {
        let checked = self.reader.are_moves_checked(place.block);
        let moves = move_codes(place.head, place.fetch, checked)?;
        self.reader.moves_are_checked(place.block);
        Ok(moves)
    }

    /// Whether a game first gets there after so many plies.
    fn is_at(&self, place: &Indexed<'_>, game: usize, ply: u32) -> Result<bool> {
        let found = match place.head.codec()? {
            Codec::Byte => {
                let moves = self.moves(place)?;
                let code = code_of(place, &moves, game)?;
                let start = self.start_of(place, game)?;
                self.first(start.as_ref(), code)?
            }
            _ => {
                let block = self.reader.block(place.block)?;
                let mut code = Vec::new();
                let start = block.read_byte_code(game, &mut Vec::new(), &mut code)?;
                self.first(start.as_ref(), &code)?
            }
        };
        Ok(found.is_some_and(|(first, _, _)| first == ply))
    }

    fn start_of(&self, place: &Indexed<'_>, game: usize) -> Result<Option<Chess>> {
        match place.view.record(game)?.starts_usually() {
            true => Ok(None),
            false => self.reader.block(place.block)?.read_start(game),
        }
    }

    /// Looks at games of the codec `byte`, found by the places that the index names.
    fn search_places(&self, place: &Indexed<'_>, games: &[u32], progress: &mut Progress<C::Part>) -> Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let moves = self.moves(place)?;
        for game in games.iter().map(|game| *game as usize) {
            let (code, record) = (code_of(place, &moves, game)?, place.view.record(game)?);
            let start = self.start_of(place, game)?;
            if let Some((ply, bytes, next)) = self.first(start.as_ref(), code)? {
                let (start, path, record) = (start.as_ref(), &code[..bytes], Some(&record));
                self.collect.add(&mut progress.part, &Arrival { game, ply, start, path, next, record });
            }
        }
        Ok(())
    }
}

fn code_of<'m>(place: &Indexed<'_>, moves: &'m [u8], game: usize) -> Result<&'m [u8]> {
    let code = place.view.place(game)?.and_then(|range| moves.get(range));
    code.ok_or_else(|| Error::new(ErrorCode::SectionMalformed, "an index names a place outside of the moves"))
}
