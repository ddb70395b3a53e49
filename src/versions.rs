//! Versions and features of the format.
//!
//! Spec chapter: `spec/versions.md`.

use crate::{Error, ErrorCode, Result};

/// The format version that this library writes: major in the high byte, minor in the low byte. 0.4.
pub const WRITE_VERSION: u16 = 0x0004;

/// The oldest reader that can read what this library writes.
pub const READ_VERSION: u16 = 0x0004;

/// The oldest read version of files that this library can read (`versions.9`).
pub const OLDEST_VERSION: u16 = 0x0004;

/// Features that a reader must know; none exist yet.
pub const REQUIRED_FEATURES: u32 = 0;

/// The versions and feature bits that a header or a footer carries (`versions.1`); those of the footer count (`versions.6`).
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
    /// What this library writes.
    pub const CURRENT: Versions =
        Versions { write: WRITE_VERSION, read: READ_VERSION, required: REQUIRED_FEATURES, optional: 0 };

    /// Checks that this library can read the file.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedVersion`] (`versions.2`, `versions.9`), [`ErrorCode::UnsupportedFeature`] (`versions.4`).
    pub fn check_readable(&self) -> Result<()> {
        if self.read > WRITE_VERSION {
            let message = format!(
                "the file needs a reader of format {}; this one reads up to {}",
                text(self.read),
                text(WRITE_VERSION)
            );
            return Err(Error::new(ErrorCode::UnsupportedVersion, message));
        }
        if self.read < OLDEST_VERSION {
            let message = format!(
                "the file is of format {}, which is too old; this reader needs {} or newer",
                text(self.read),
                text(OLDEST_VERSION)
            );
            return Err(Error::new(ErrorCode::UnsupportedVersion, message));
        }
        match self.required & !REQUIRED_FEATURES {
            0 => Ok(()),
            unknown => {
                let message = format!("the file needs features that this reader does not have (bits {unknown:#010x})");
                Err(Error::new(ErrorCode::UnsupportedFeature, message))
            }
        }
    }

    /// Checks that this library may append to the file.
    ///
    /// # Errors
    ///
    /// As [`Versions::check_readable`], and [`ErrorCode::UnsupportedVersion`] for a newer write version (`versions.3`).
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

/// A version number as people write it: `0.4`.
pub fn text(version: u16) -> String {
    format!("{}.{}", version >> 8, version & 0xff)
}
