//! Checking a whole file.

use super::salvage::{Salvage, follows};
use crate::{
    Corruption, Game, Reader, Result,
    container::BlockBuilder,
    file::reader::{BlockSegment, Replacements},
    memory, parallel,
};

/// Reads every game of a file, with all checksums and the legality of all moves, using `threads` threads. What has nothing corrupt can
/// be exported, recoded, repaired and imported again, and no game is lost or changed.
///
/// Returns what is corrupt, in the order of the games, and last what is corrupt in the position index; errors in the list of blocks
/// are in [`Reader::errors`]. A game with a tag that no line of PGN can hold, or that is too large to be written again, is reported as
/// incomplete, as [`recode`](crate::recode) does. What nothing needs, as a game that was replaced, is not
/// looked at; [`verify_unused`](crate::verify_unused) does that. `progress` is called with the number of games that were read so far.
///
/// # Errors
///
/// Errors of `progress`; [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn verify(reader: &Reader, threads: usize, mut progress: impl FnMut(u64) -> Result<()>) -> Result<Vec<Corruption>> {
    let blocks = (0..reader.blocks().len()).map(Part::Block);
    let mut parts = blocks.chain(reader.replacement_blocks().map(Part::Replacements));
    let (mut all, mut done) = (Vec::new(), 0);
    parallel::in_order(
        threads,
        || Ok(parts.next()),
        |part| Ok((part.last_game(reader), part.corruption(reader))),
        |(last, found)| {
            if let Some(missing) = found.iter().find(|corruption| corruption.error.is_no_memory()) {
                return Err(missing.error.clone());
            }
            all.try_reserve(found.len())?;
            all.extend(found);
            done = last.max(done);
            progress(done)
        },
    )?;
    all.sort_by_cached_key(|corruption| corruption.games.start);
    let mut all = merged(all);
    all.extend(corruption_in_index(reader)?);
    Ok(all)
}

/// What is read at once.
enum Part {
    /// The games of a block that are as they were written.
    Block(usize),
    /// Those that stand in the place of others.
    Replacements(Replacements),
}

impl Part {
    /// The number after those of all games so far.
    fn last_game(&self, reader: &Reader) -> u64 {
        match self {
            Part::Block(index) => reader.block_info(*index).first_game + reader.block_info(*index).games,
            Part::Replacements(_) => 0,
        }
    }

    fn corruption(&self, reader: &Reader) -> Vec<Corruption> {
        let on_game = |game: &Game| game.check_tags().and_then(|()| BlockBuilder::check_size(game));
        let first_game = reader.block_info(self.block()).first_game;
        let first = matches!(self, Part::Block(_)) && follows(reader, first_game);
        let mut salvage = Salvage::new(reader, first.then_some(first_game), on_game).checking();
        let checksums = reader.check_sections(self.block()).err();
        match self {
            Part::Block(index) => salvage.written(*index, checksums),
            Part::Replacements(replacements) => salvage.replacing(replacements, checksums),
        }
        salvage.end().found
    }

    fn block(&self) -> usize {
        match self {
            Part::Block(index) => *index,
            Part::Replacements(replacements) => replacements.block,
        }
    }
}

/// Games that are searched without the index, because it is corrupt.
fn corruption_in_index(reader: &Reader) -> Result<Vec<Corruption>> {
    let mut found = memory::collected(reader.index_corruption().iter().cloned())?;
    for BlockSegment { segment, blocks } in reader.segments() {
        if let Err(error) = segment.check(reader.file()) {
            let blocks = &reader.blocks()[blocks.clone()];
            let end = blocks.last().map_or(0, |block| block.first_game + block.games);
            let games = blocks.first().map_or(end, |block| block.first_game)..end;
            memory::push(&mut found, Corruption::of_index(games, error))?;
        }
    }
    Ok(found)
}

/// Joins the same error in neighbouring games, so that one lost name does not fill a page.
fn merged(found: Vec<Corruption>) -> Vec<Corruption> {
    let mut merged: Vec<Corruption> = Vec::new();
    for corruption in found {
        match merged.last_mut().filter(|last| continues(last, &corruption)) {
            Some(last) => last.games.end = corruption.games.end,
            None => merged.push(corruption),
        }
    }
    merged
}

fn continues(last: &Corruption, next: &Corruption) -> bool {
    last.partly == next.partly
        && last.error.code() == next.error.code()
        && last.error.offset() == next.error.offset()
        && (last.games.end == next.games.start || last.games == next.games)
}
