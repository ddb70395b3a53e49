//! Consecutive games of a PGN source, as text.

use std::ops::Range;

use super::language::Language;

/// The text of one game in a [`Batch`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Its range in [`Batch::text`].
    pub range: Range<usize>,
    /// The line of the source in which it begins, from 1.
    pub line: u64,
    /// The byte of the source at which it begins, from 0.
    pub offset: u64,
    /// The line and byte of control characters between the game before and this one.
    pub control_before: Option<(u64, u64)>,
    /// The same after the last game of the source.
    pub control_after: Option<(u64, u64)>,
    /// The game before it was cut, because it was too long; this is the direct continuation.
    pub continued: bool,
    /// This text was cut; it continues in the next game.
    pub cut: bool,
}

/// Consecutive games of one source: written as one block of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The text of all games, with the white space between them.
    pub text: Vec<u8>,
    /// The games in it, in order.
    pub games: Vec<GameText>,
    /// The language of the piece letters.
    pub language: Language,
}

impl Batch {
    /// The text of one game.
    ///
    /// # Panics
    ///
    /// When `index` is out of range.
    pub fn game(&self, index: usize) -> &[u8] {
        &self.text[self.games[index].range.clone()]
    }
}
