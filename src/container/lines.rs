//! The main lines of a block where they lie, for searches that need no other column.

use std::borrow::Cow;

use super::{
    BlockHead, Fetch, SectionKind,
    move_text::move_ends,
    sections::{Sections, whole},
    state::States,
    summaries::SUMMARY_LEN,
};
use crate::{Result, coding::wire::piece};

/// What is known of the games of a block without their moves.
#[derive(Debug)]
pub struct Outline<'a> {
    states: States,
    summaries: Option<Cow<'a, [u8]>>,
}

/// The main lines of a block whose codec has whole bytes a ply, without the block's other columns.
#[derive(Debug)]
pub struct Lines<'a> {
    ends: Vec<u32>,
    moves: Cow<'a, [u8]>,
}

/// A block whose outline or lines are read.
pub struct Scan<'a> {
    sections: Sections<'a>,
}

impl<'a> Scan<'a> {
    /// Begins with a block.
    ///
    /// # Errors
    ///
    /// As [`super::Block::load`], for the list of sections.
    pub fn new(head: &'a BlockHead, fetch: &'a dyn Fetch) -> Result<Scan<'a>> {
        Sections::check(head, fetch).map(|sections| Scan { sections })
    }
}

impl<'a> Outline<'a> {
    /// Reads the columns.
    ///
    /// # Errors
    ///
    /// As [`super::Block::load`].
    pub fn load(scan: &Scan<'a>) -> Result<Outline<'a>> {
        let (sections, head) = (&scan.sections, scan.sections.head);
        let states = States::load(sections)?;
        // search.8, search.9: without summaries, or when they are damaged, every game is looked at.
        let summaries = head.section(SectionKind::Summaries);
        let summaries =
            summaries.and_then(|s| sections.content(s).ok()).filter(|s| s.len() == head.games * SUMMARY_LEN);
        Ok(Outline { states, summaries })
    }

    /// Whether a game starts from the usual position.
    pub fn starts_usually(&self, game: usize) -> bool {
        self.states.of_game(game).has_standard_start()
    }

    /// Whether a game starts from the position of its `FEN` tag.
    pub fn starts_elsewhere(&self, game: usize) -> bool {
        self.states.of_game(game).has_custom_start()
    }

    /// The content of the section `summaries`, if there is one (`search.8`).
    pub fn summaries(&self) -> Option<&[u8]> {
        self.summaries.as_deref()
    }
}

impl<'a> Lines<'a> {
    /// Reads the columns of the main lines. The moves stay where they lie, if that is in memory and they are not compressed.
    /// When `checked` is set they were compared with their checksum before, and are not again.
    ///
    /// # Errors
    ///
    /// As [`super::Block::load`].
    pub fn load(scan: &Scan<'a>, checked: bool) -> Result<Lines<'a>> {
        let (sections, head) = (&scan.sections, scan.sections.head);
        let plies = sections.plies()?;
        let sizes = sections.optional(SectionKind::MoveSizes, |s| whole(s, |c| c.column(head.games)))?;
        let moves = moves(sections, checked)?;
        let ends = move_ends(head.codec()?, &plies, sizes, moves.len())?;
        Ok(Lines { ends, moves })
    }

    /// Where the code of a game starts in the section.
    pub fn start(&self, game: usize) -> usize {
        piece(&self.ends, game).start
    }

    /// The code of the main line of a game of the block.
    pub fn code(&self, game: usize) -> &[u8] {
        &self.moves[piece(&self.ends, game)]
    }

    /// Bytes of the section.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no game has moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

/// The codes of all main lines of a block; see [`Lines::load`].
///
/// # Errors
///
/// As [`super::Block::load`].
pub fn move_codes<'a>(head: &'a BlockHead, fetch: &'a dyn Fetch, checked: bool) -> Result<Cow<'a, [u8]>> {
    moves(&Sections::check(head, fetch)?, checked)
}

fn moves<'a>(sections: &Sections<'a>, checked: bool) -> Result<Cow<'a, [u8]>> {
    let section = sections.head.section(SectionKind::Moves);
    match section.filter(|s| checked && s.compression == 0) {
        Some(section) => sections.fetch.fetch(section.range.clone()),
        None => sections.required(SectionKind::Moves),
    }
}

/// Plies of every game of a block.
///
/// # Errors
///
/// As [`super::Block::load`].
pub fn plies(head: &BlockHead, fetch: &dyn Fetch) -> Result<Vec<u32>> {
    Sections::check(head, fetch)?.plies()
}
