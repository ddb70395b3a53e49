//! Searching a block with its index (`index.10`).

use std::borrow::Cow;

use shakmaty::Chess;

use super::{
    collect::Collect,
    first_match::{FirstMatch, LineMatch},
    scanner::{BlockResult, Scanner},
    selection::Selected,
};
use crate::{
    Codec, Error, ErrorCode, Result,
    container::{BlockHeader, Fetch, MoveCodes},
    index::SegmentView,
    memory,
};

/// A block with an index.
pub(super) struct IndexedBlock<'a> {
    pub(super) number: usize,
    pub(super) header: &'a BlockHeader,
    pub(super) fetch: &'a dyn Fetch,
    pub(super) segment: SegmentView<'a>,
    pub(super) selected: &'a Selected,
}

impl<C: Collect> Scanner<'_, C> {
    /// Searches for the position with this key.
    pub(super) fn scan_indexed(
        &self,
        key: u64,
        block: &IndexedBlock<'_>,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        let mut games = match block.segment.entry(key)? {
            None => block.segment.bucket(key)?,
            Some(entry) => {
                let example = entry.example()?;
                // Another position may have the same key; an entry is about one position only.
                if !example.map_or(Ok(false), |(game, ply)| self.matches_at(block, game as usize, ply))? {
                    return Ok(());
                }
                if matches!(block.selected, Selected::All) && self.collect.add_entry(&mut result.found, &entry)? {
                    return Ok(());
                }
                memory::collected(entry.occurrences()?.into_iter().map(|(game, _)| game))?
            }
        };
        games.retain(|game| block.selected.contains(*game as usize));
        self.collect.reserve(&mut result.found, games.len())?;
        match block.header.codec()? {
            Codec::Byte => self.scan_stored(block, &games, result),
            _ => self.scan_decoded(block.number, &games, result),
        }
    }

    /// The codes of main lines, of which so many are needed; compared with their checksum once.
    fn moves<'a>(&self, block: &IndexedBlock<'a>, needed: usize) -> Result<MoveCodes<'a>> {
        let checked = self.reader.are_moves_checked(block.number);
        let moves = MoveCodes::load(block.header, block.fetch, checked, needed)?;
        self.reader.mark_moves_checked(block.number);
        Ok(moves)
    }

    /// Whether a game first matches after so many plies.
    fn matches_at(&self, block: &IndexedBlock<'_>, game: usize, ply: u32) -> Result<bool> {
        let found = match block.header.codec()? {
            Codec::Byte => {
                let moves = self.moves(block, 1)?;
                let code = code_of(block, &moves, game)?;
                self.finder.find(self.start_of(block, game)?.as_ref(), &code)?
            }
            _ => {
                let block = self.reader.block(block.number)?;
                let mut code = Vec::new();
                let start = block.read_byte_code(game, &mut Vec::new(), &mut code)?;
                self.finder.find(start.as_ref(), &code)?
            }
        };
        Ok(found.is_some_and(|found| found.ply == ply))
    }

    fn start_of(&self, block: &IndexedBlock<'_>, game: usize) -> Result<Option<Chess>> {
        match block.segment.record(game)?.has_standard_start() {
            true => Ok(None),
            false => self.reader.block(block.number)?.read_start(game),
        }
    }

    /// Searches games of the codec `byte`, by the offsets in the index.
    fn scan_stored(&self, block: &IndexedBlock<'_>, games: &[u32], result: &mut BlockResult<C::OfBlock>) -> Result<()> {
        if games.is_empty() {
            return Ok(());
        }
        let moves = self.moves(block, games.len())?;
        for game in games.iter().map(|game| *game as usize) {
            let (code, record) = (code_of(block, &moves, game)?, block.segment.record(game)?);
            let start = self.start_of(block, game)?;
            if let Some(LineMatch { ply, code_len, next }) = self.finder.find(start.as_ref(), &code)? {
                let (start, path, record) = (start.as_ref(), &code[..code_len], Some(&record));
                self.collect.add(&mut result.found, &FirstMatch { game, ply, start, path, next, record });
            }
        }
        Ok(())
    }
}

fn code_of<'m>(block: &IndexedBlock<'_>, moves: &'m MoveCodes<'_>, game: usize) -> Result<Cow<'m, [u8]>> {
    let code = match block.segment.code_range(game)? {
        Some(range) => moves.get(range)?,
        None => None,
    };
    code.ok_or_else(|| Error::new(ErrorCode::SectionMalformed, "an index has an offset outside of the moves"))
}
