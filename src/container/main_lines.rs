//! The main lines of a block.

use std::{borrow::Cow, ops::Range, sync::Arc};

use super::run_cache::RunCache;
use super::{
    SectionKind,
    runs::{self, ReadRun},
    section::malformed,
    sections::{Sections, whole},
};
use crate::{
    Codec, Position, Result,
    coding::wire::{exact_prefix_sums, part_range},
    memory,
};

/// The main lines.
#[derive(Debug)]
pub(super) struct MainLines {
    pub(super) codec: Codec,
    pub(super) plies: Vec<u32>,
    moves: Vec<u8>,
    /// For every run, one past its last game.
    run_ends: Vec<u32>,
    /// For every run, the end offset of its code.
    ends: Vec<u32>,
    cache: RunCache<ReadRun>,
    /// True if this replaces corrupt sections.
    pub(super) is_lost: bool,
}

impl MainLines {
    pub(super) fn load(sections: &Sections<'_>) -> Result<MainLines> {
        let plies = plies_of(sections)?;
        let moves = match sections.required(SectionKind::Moves)? {
            Cow::Borrowed(moves) => memory::copied(moves)?,
            Cow::Owned(moves) => moves,
        };
        let codec = sections.header.codec()?;
        runs::check_plies(codec, &plies)?;
        let run_ends = runs::run_ends(codec, &plies)?;
        let sizes = sections.optional(SectionKind::MoveSizes, |s| whole(s, |c| c.column(run_ends.len())))?;
        let ends = move_ends(codec, &plies, sizes, moves.len())?;
        Ok(MainLines { codec, plies, moves, run_ends, ends, cache: RunCache::default(), is_lost: false })
    }

    /// Replaces corrupt sections: no game has moves.
    pub(super) fn lost(games: usize) -> Result<MainLines> {
        let run_ends = memory::collected(1..=games as u32)?;
        let plies = memory::filled(0, games)?;
        let ends = memory::filled(0, games)?;
        Ok(MainLines {
            codec: Codec::Byte,
            plies,
            moves: Vec::new(),
            run_ends,
            ends,
            cache: RunCache::default(),
            is_lost: true,
        })
    }

    /// Returns the approximate size in memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.moves.len() + 4 * (self.plies.len() + self.run_ends.len() + self.ends.len())
    }

    /// Returns the run of a game.
    pub(super) fn run_of(&self, game: usize) -> usize {
        self.run_ends.partition_point(|end| *end as usize <= game)
    }

    /// Returns the games of a run.
    pub(super) fn games_of(&self, run: usize) -> Range<usize> {
        part_range(&self.run_ends, run)
    }

    /// Returns the code of a run.
    pub(super) fn code_of(&self, run: usize) -> &[u8] {
        &self.moves[part_range(&self.ends, run)]
    }

    /// Returns the runs: their games, and the ranges of their codes.
    pub(super) fn runs(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + '_ {
        (0..self.run_ends.len()).map(|run| (self.games_of(run), part_range(&self.ends, run)))
    }

    /// Returns bytes of the codes.
    pub(super) fn bytes(&self, range: &Range<usize>) -> &[u8] {
        &self.moves[range.clone()]
    }

    /// Returns the run of a game, read at least up to that game; `start_of` returns the starts of games.
    ///
    /// For a sequential reader, reads the complete run at once; for a single game, reads only up to that game.
    pub(super) fn read_run(&self, game: usize, start_of: impl Fn(usize) -> Result<Position>) -> Arc<ReadRun> {
        let run = self.run_of(game);
        let games = self.games_of(run);
        let cached = self.cache.get(run);
        if let Some(cached) = &cached
            && cached.has_result(game - games.start)
        {
            return cached.clone();
        }
        let end = if cached.is_some() || game == games.start { games.end } else { game + 1 };
        let mut starts = Vec::new();
        let mut error = None;
        for game in games.start..end {
            let start = start_of(game);
            match start.and_then(|start| memory::push(&mut starts, (start, self.plies[game] as usize))) {
                Ok(()) => {}
                Err(e) => {
                    error = Some(e);
                    break;
                }
            }
        }
        let is_whole = starts.len() == games.len();
        let read = ReadRun::read(self.codec, &starts, is_whole, self.code_of(run)).with_error(error);
        // Not cached: games that could not be read for lack of memory or of a model may be readable later.
        if read.may_pass() { Arc::new(read) } else { self.cache.insert(run, read) }
    }
}

/// Returns the plies of every game, which add up to the plies of the block.
pub(super) fn plies_of(sections: &Sections<'_>) -> Result<Vec<u32>> {
    let plies = sections.plies()?;
    if plies.iter().map(|p| u64::from(*p)).sum::<u64>() == sections.header.plies {
        Ok(plies)
    } else {
        Err(malformed("the plies of the games do not add up to those of the block"))
    }
}

/// Returns the end offset of every game's code (`container.10`).
pub(super) fn move_ends(codec: Codec, plies: &[u32], sizes: Option<Vec<u32>>, len: usize) -> Result<Vec<u32>> {
    let missing = || malformed("the sizes of the games' moves are missing");
    let nominal = || memory::all(plies.iter().map(|p| codec.nominal_size(*p).ok_or_else(missing)));
    let sizes = sizes.map_or_else(nominal, Ok)?;
    exact_prefix_sums(&sizes, len, "the moves of the games")
}
