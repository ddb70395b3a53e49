//! The columns of a block that a scan reads: starts, summaries, and the codes of main lines, in place where possible.

use std::{borrow::Cow, ops::Range};

use super::{
    BlockHeader, CheckedGames, Fetch, SectionKind,
    main_lines::{move_ends, plies_of},
    sections::{Sections, whole},
    state::States,
    summaries::SUMMARY_LEN,
};
use crate::{Codec, PackedMove, Position, Result, coding::wire::part_range};

/// Facts about the games of a block that are known without their moves: starts and summaries.
#[derive(Debug)]
pub struct BlockOutline<'a> {
    states: States,
    summaries: Option<Cow<'a, [u8]>>,
}

/// The main lines of a block whose codec uses complete bytes for each ply, without the block's other columns.
#[derive(Debug)]
pub struct LineCodes<'a> {
    ends: Vec<u32>,
    moves: Cow<'a, [u8]>,
}

/// The main lines of a block whose codec codes each game separately. Unlike [`LineCodes`], it borrows nothing: if the
/// source has the moves in memory, [`StoredLines::moves`] borrows them from the source at each use.
#[derive(Debug)]
pub struct StoredLines {
    codec: Codec,
    states: States,
    plies: Vec<u32>,
    ends: Vec<u32>,
    /// Range of the moves in the block.
    range: Range<u64>,
    /// The moves, unless the source has them in memory.
    moves: Option<Vec<u8>>,
}

/// A block from which only some columns are read.
pub struct BlockScan<'a> {
    sections: Sections<'a>,
}

impl<'a> BlockScan<'a> {
    /// Starts a scan of a block.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`] for the list of sections.
    pub fn new(header: &'a BlockHeader, fetch: &'a dyn Fetch) -> Result<BlockScan<'a>> {
        Sections::check(header, fetch).map(|sections| BlockScan { sections })
    }
}

impl<'a> BlockOutline<'a> {
    /// Reads the columns.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn load(scan: &BlockScan<'a>) -> Result<BlockOutline<'a>> {
        let sections = &scan.sections;
        let header = scan.sections.header;
        let states = States::load(sections)?;
        // search.11, search.12: without summaries, or if they are corrupt, no game is ruled out.
        let summaries = header.section(SectionKind::Summaries);
        let summaries =
            summaries.and_then(|s| sections.content(s).ok()).filter(|s| s.len() == header.games * SUMMARY_LEN);
        Ok(BlockOutline { states, summaries })
    }

    /// Returns whether a game starts from the standard position.
    pub fn has_standard_start(&self, game: usize) -> bool {
        self.states.of_game(game).has_standard_start()
    }

    /// Returns whether a game starts from the position of its `FEN` tag.
    pub fn has_custom_start(&self, game: usize) -> bool {
        self.states.of_game(game).has_custom_start()
    }

    /// Returns the content of the section `summaries`, if present (`search.11`).
    pub fn summaries(&self) -> Option<&[u8]> {
        self.summaries.as_deref()
    }
}

impl<'a> LineCodes<'a> {
    /// Reads the columns of the main lines. Does not copy the moves if they are in memory and not compressed. If `checked` is set,
    /// their checksum was verified before and is not verified again.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn load(scan: &BlockScan<'a>, checked: bool) -> Result<LineCodes<'a>> {
        let sections = &scan.sections;
        let header = scan.sections.header;
        let plies = sections.plies()?;
        let sizes = sections.optional(SectionKind::MoveSizes, |s| whole(s, |c| c.column(header.games)))?;
        let moves = moves(sections, checked)?;
        let ends = move_ends(header.codec()?, &plies, sizes, moves.len())?;
        Ok(LineCodes { ends, moves })
    }

    /// Returns the code of the main line of a game of the block.
    pub fn code(&self, game: usize) -> &[u8] {
        &self.moves[part_range(&self.ends, game)]
    }

    /// Returns the codes of all main lines.
    pub fn all(&self) -> &[u8] {
        &self.moves
    }

    /// Returns the end offset of the code of each game.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }
}

impl StoredLines {
    /// Reads the columns; `None` for a block whose games share their code. See [`LineCodes::load`].
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::load`].
    pub fn load(header: &BlockHeader, fetch: &dyn Fetch, checked: bool) -> Result<Option<StoredLines>> {
        let codec = header.codec()?;
        if codec.shares_runs() {
            return Ok(None);
        }
        let sections = Sections::check(header, fetch)?;
        let states = States::load(&sections)?;
        let plies = plies_of(&sections)?;
        let sizes = sections.optional(SectionKind::MoveSizes, |s| whole(s, |c| c.column(header.games)))?;
        let moves = moves(&sections, checked)?;
        let ends = move_ends(codec, &plies, sizes, moves.len())?;
        let range = header.required_section(SectionKind::Moves)?.range.clone();
        let moves = match moves {
            Cow::Borrowed(_) => None,
            Cow::Owned(moves) => Some(moves),
        };
        Ok(Some(StoredLines { codec, states, plies, ends, range, moves }))
    }

    /// Returns the plies of every game.
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Returns all moves.
    ///
    /// # Errors
    ///
    /// Errors of `fetch`.
    pub fn moves<'a>(&'a self, fetch: &'a dyn Fetch) -> Result<Cow<'a, [u8]>> {
        match &self.moves {
            Some(moves) => Ok(Cow::Borrowed(moves)),
            None => fetch.fetch(self.range.clone()),
        }
    }

    /// Returns whether a game starts from the position of its `FEN` tag.
    ///
    /// # Errors
    ///
    /// The errors of [`super::Block::read_start`].
    pub fn starts_from_tag(&self, game: usize) -> Result<bool> {
        self.states.of_game(game).starts_from_tag(self.plies[game])
    }

    /// Appends the main line of a game to `out`; `moves` must be [all moves](StoredLines::moves). Checks the moves, unless
    /// `checked` includes the game.
    ///
    /// # Errors
    ///
    /// The errors of [`Codec::decode_line`]; `out` is then unchanged.
    pub fn read(
        &self,
        game: usize,
        start: &Position,
        moves: &[u8],
        checked: &CheckedGames,
        out: &mut Vec<PackedMove>,
    ) -> Result<()> {
        let code = &moves[part_range(&self.ends, game)];
        checked.decode_line(self.codec, game, start, code, self.plies[game] as usize, out)
    }
}

fn moves<'a>(sections: &Sections<'a>, checked: bool) -> Result<Cow<'a, [u8]>> {
    let section = sections.header.section(SectionKind::Moves);
    match section.filter(|s| checked && s.compression == 0) {
        Some(section) => sections.fetch.fetch(section.range.clone()),
        None => sections.required(SectionKind::Moves),
    }
}

/// Returns the plies of every game of a block.
///
/// # Errors
///
/// The errors of [`super::Block::load`].
pub fn plies(header: &BlockHeader, fetch: &dyn Fetch) -> Result<Vec<u32>> {
    Sections::check(header, fetch)?.plies()
}
