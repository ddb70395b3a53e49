//! Versions and features of the format.
//!
//! Spec chapter: `spec/versions.md`.

use crate::{Error, ErrorCode, Result};

/// The format version that this library writes: major in the high byte, minor in the low byte. 0.10.
pub const WRITE_VERSION: u16 = 0x000A;

/// The oldest reader that can read what this library writes.
pub const READ_VERSION: u16 = 0x000A;

/// The oldest read version that this library reads: older files are drafts (`versions.9`).
pub const OLDEST_VERSION: u16 = 0x000A;

/// Required feature (`versions.4`): moves coded with `tight`, or comments made from values.
pub const ARCHIVE: u32 = 1 << 0;

/// Required feature (`versions.4`): deleted or replaced games.
pub const EDITS: u32 = 1 << 2;

/// The required features that this library has: every part, so that it can read every block (`versions.11`).
pub const KNOWN_FEATURES: u32 = ARCHIVE | EDITS;

/// The optional features that name import profiles (`versions.5`): bit `n` is profile `n + 1`.
const IMPORT_PROFILES: u32 = 0xFF;

/// The import profile of this library: the rules of chapter `pgn`.
pub const IMPORT_PROFILE: u32 = 1;

/// The versions and feature bits of a header or a commit record (`versions.1`); those in the record in force are valid for the file
/// (`versions.6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Versions {
    /// The version of the writer's format.
    pub write: u16,
    /// The oldest version whose readers can read the file.
    pub read: u16,
    /// Features that a reader must know.
    pub required: u32,
    /// Features that a reader may ignore.
    pub optional: u32,
}

impl Versions {
    /// Versions that this library writes, without features.
    pub const CURRENT: Versions = Versions { write: WRITE_VERSION, read: READ_VERSION, required: 0, optional: 0 };

    /// Returns the 12 bytes for a header or a commit record.
    pub fn to_bytes(self) -> [u8; 12] {
        let [[a, b], [c, d]] = [self.write.to_le_bytes(), self.read.to_le_bytes()];
        let [[e, f, g, h], [i, j, k, l]] = [self.required.to_le_bytes(), self.optional.to_le_bytes()];
        [a, b, c, d, e, f, g, h, i, j, k, l]
    }

    /// Marks that games of the file were made from PGN text by the rules of this library.
    pub fn mark_import(&mut self) {
        self.optional |= 1 << (IMPORT_PROFILE - 1);
    }

    /// Adds the import profiles of another file whose games are added to this file.
    pub fn add_profiles(&mut self, other: Versions) {
        self.optional |= other.optional & IMPORT_PROFILES;
    }

    /// Returns the numbers of the import profiles by which games of the file were made from PGN text, in ascending order.
    pub fn import_profiles(self) -> impl Iterator<Item = u32> {
        (0..u32::BITS).filter(move |bit| self.optional & IMPORT_PROFILES & 1 << bit != 0).map(|bit| bit + 1)
    }

    /// Checks that this library can read the file.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedVersion`] (`versions.2`, `versions.9`), [`ErrorCode::UnsupportedFeature`] (`versions.4`).
    pub fn check_readable(&self) -> Result<()> {
        if self.read > WRITE_VERSION {
            let message = format!(
                "the file needs a reader of format {}; this one reads format {}: use a newer program",
                text(self.read),
                text(WRITE_VERSION)
            );
            return Err(Error::new(ErrorCode::UnsupportedVersion, message));
        }
        if self.read < OLDEST_VERSION {
            return Err(self.too_old());
        }
        match self.required & !KNOWN_FEATURES {
            0 => Ok(()),
            unknown => {
                let message = format!("the file needs features that this reader does not have (bits {unknown:#010x})");
                Err(Error::new(ErrorCode::UnsupportedFeature, message))
            }
        }
    }

    fn too_old(&self) -> Error {
        let message = format!(
            "the file was made by format {}; this program reads format {}. Make it again from the PGN, or unpack it with the \
             program that made it",
            text(self.write),
            text(OLDEST_VERSION)
        );
        Error::new(ErrorCode::UnsupportedVersion, message)
    }

    /// Checks that this library can append to the file.
    ///
    /// # Errors
    ///
    /// The errors of [`Versions::check_readable`], and [`ErrorCode::UnsupportedVersion`] for a newer write version (`versions.3`).
    pub fn check_writable(&self) -> Result<()> {
        self.check_readable()?;
        if self.write > WRITE_VERSION {
            let message =
                format!("the file was written by format {}: it can be read but not changed", text(self.write));
            return Err(Error::new(ErrorCode::UnsupportedVersion, message));
        }
        Ok(())
    }
}

/// Returns a version number as people write it: `0.10`.
pub fn text(version: u16) -> String {
    format!("{}.{}", version >> 8, version & 0xff)
}
