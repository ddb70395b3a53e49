//! What stands after the last good footer of a file.

use crate::{Error, ErrorCode};

/// Bytes after the last good footer (`container.16`). The games in them do not belong to the file; [`repair`](crate::repair) saves
/// those that are whole.
///
/// Most often they are *torn*: an append that is going on or was interrupted, and never was part of the file. Otherwise they end with
/// a footer that was whole once and is damaged now, or are not what a writer leaves that is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unfinished {
    /// Where it starts in the file; it goes to the end.
    pub start: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Blocks in it that are whole.
    pub blocks: usize,
    /// Games of these blocks.
    pub games: u64,
    /// What is wrong at the end of the file.
    pub(super) code: ErrorCode,
    /// Where that is.
    pub(super) at: u64,
    pub(super) is_torn: bool,
}

impl Unfinished {
    /// Whether these bytes never belonged to the file, so that the next writer may cut them off: they do not end with a footer, and are
    /// parts of the format or zeros. With `false`, an append that was finished is damaged, or other bytes are there, and only a repair
    /// may touch them.
    pub fn is_torn(&self) -> bool {
        self.is_torn
    }

    /// Says what is wrong at the end of the file, and what can be done, as an error.
    pub fn error(&self) -> Error {
        let what = match self.is_torn {
            true => "the last append was not finished",
            false => "what follows the last good footer is corrupt",
        };
        let what_to_do = match self.games {
            0 => "they hold no whole block, and repair leaves them out".to_owned(),
            1 => "repair saves the game in them".to_owned(),
            games => format!("repair saves the {games} games in them"),
        };
        let message = format!("{what}: its {} bytes do not belong to the file; {what_to_do}", self.bytes);
        Error::new(self.code, message).with_offset(self.at)
    }
}
