//! The limits of the format and of what is read into it.
//!
//! Spec chapter: `spec/limits.md`.

/// Most games of one block (`limits.1`).
pub const MAX_GAMES_PER_BLOCK: usize = 8192;

/// Longest PGN text of one game; a longer one is cut and goes on in the next game (`limits.3`).
pub const MAX_GAME_TEXT: usize = 8 << 20;

/// A batch of PGN games, which becomes one block, closes when its games' text reaches this (`limits.2`).
pub const BATCH_TEXT: usize = 6 << 20;

/// A batch also closes when the text inside its games' comments reaches this (`limits.2`).
pub const BATCH_COMMENT_TEXT: usize = 1 << 20;

/// Deepest nesting of variations (`limits.4`).
pub const MAX_VARIATION_DEPTH: usize = 255;
