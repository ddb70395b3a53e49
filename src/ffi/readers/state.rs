//! The state of a file, which shows whether game numbers still name the same games.

use crate::boundary::handle;
use plypack::{Error, ErrorCode, Result, State};

/// The state of a file: equal states mean equal files, and an equal `file_id` means that game numbers name the same games. A program that
/// stores game numbers should store the state with them.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_state {
    /// Identifies the numbering of games. Zeros for a file that never had games.
    pub file_id: [u8; 16],
    /// The number of the last commit, counted from 1.
    pub sequence: u64,
    /// The checksum of the footer of that commit.
    pub footer_checksum: u32,
    /// Reserved: 0.
    pub reserved: u32,
}

impl From<State> for plypack_state {
    fn from(State { file_id, sequence, footer_crc }: State) -> plypack_state {
        plypack_state { file_id, sequence, footer_checksum: footer_crc, reserved: 0 }
    }
}

impl plypack_state {
    /// Returns the state that `seen` points to; `None` for NULL.
    ///
    /// # Safety
    ///
    /// `seen` is NULL, or points to a state that nobody changes during the call.
    pub(crate) unsafe fn seen(seen: *const plypack_state) -> Result<Option<State>> {
        // SAFETY: as promised by the caller.
        let Some(seen) = (unsafe { handle::input(seen, usize::from(!seen.is_null()), "seen") }?).first() else {
            return Ok(None);
        };
        if seen.reserved != 0 {
            return Err(Error::new(ErrorCode::InvalidArgument, "`seen` is no state that this library wrote"));
        }
        Ok(Some(State { file_id: seen.file_id, sequence: seen.sequence, footer_crc: seen.footer_checksum }))
    }
}

/// Result of `plypack_reader_refresh`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_refreshed {
    /// The state of the file is the same.
    PLYPACK_REFRESHED_SAME = 0,
    /// Games were added or edited, or an index was written. Numbers name the same games.
    PLYPACK_REFRESHED_CONTINUED = 1,
    /// The file was compacted or replaced. Numbers that the program stored are no longer valid.
    PLYPACK_REFRESHED_RENUMBERED = 2,
}

use plypack_refreshed::*;

impl plypack_refreshed {
    /// Compares the states before and after; a recovered file has none.
    pub(crate) fn from_states(before: Option<State>, after: Option<State>) -> plypack_refreshed {
        if before.zip(after).is_some_and(|(before, after)| before.has_numbers_of(&after)) {
            PLYPACK_REFRESHED_CONTINUED
        } else {
            PLYPACK_REFRESHED_RENUMBERED
        }
    }
}
