//! Consecutive games of a PGN source, as text.

use std::ops::Range;

use super::language::Language;

/// The text of one game in a [`Batch`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Range of the text in [`Batch::text`].
    pub range: Range<usize>,
    /// Line number in the source at which the text begins, counted from 1.
    pub line: u64,
    /// Byte offset of the text in the source, counted from 0.
    pub offset: u64,
    /// Line number and byte offset in the source of control characters between the previous game and this one, if there are any.
    pub control_before: Option<(u64, u64)>,
    /// Like `control_before`, but for control characters after the last game of the source.
    pub control_after: Option<(u64, u64)>,
    /// The previous game was cut because it was too long, and this text continues it.
    pub continued: bool,
    /// This text was cut because it was too long; the next game continues it.
    pub cut: bool,
}

/// Consecutive games of one source. An import writes them as one block of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The text of all games, with the white space between them.
    pub text: Vec<u8>,
    /// The games in `text`, in order.
    pub games: Vec<GameText>,
    /// The language of the piece letters.
    pub language: Language,
}

impl Batch {
    /// Returns the text of game `index` of the batch.
    ///
    /// # Panics
    ///
    /// When `index` is out of range.
    pub fn game(&self, index: usize) -> &[u8] {
        &self.text[self.games[index].range.clone()]
    }
}
