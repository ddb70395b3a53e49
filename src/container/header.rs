//! The file header: 32 bytes at the start of the file.

use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, crc32c},
    versions::Versions,
};

/// The first eight bytes of every plypack file (`container.2`).
pub const MAGIC: [u8; 8] = *b"\x8fPLY\r\n\x1a\n";

/// Bytes of the header.
pub const HEADER_LEN: usize = 8 // magic
    + 2 + 2 // write and read version
    + 4 + 4 // required and optional features
    + 8 // reserved
    + 4; // checksum

/// Offset of the first unit (`container.1`).
pub const UNITS_START: u64 = 1536;

/// The file header (`container.3`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// Versions and features at the time when the file was made.
    pub versions: Versions,
}

impl Header {
    /// Returns the 32 bytes.
    pub fn to_bytes(self) -> [u8; HEADER_LEN] {
        let mut out = Vec::with_capacity(HEADER_LEN);
        out.extend_from_slice(&MAGIC);
        out.extend_from_slice(&self.versions.to_bytes());
        out.extend_from_slice(&[0; 8]);
        out.extend_from_slice(&crc32c(&out).to_le_bytes());
        out.try_into().expect("the fields add up to the header's length")
    }

    /// Reads a header from the start of a file.
    ///
    /// # Errors
    ///
    /// In this order: [`ErrorCode::NotPlypack`], [`ErrorCode::Truncated`], [`ErrorCode::ChecksumHeader`], the errors of
    /// [`Versions::check_readable`], [`ErrorCode::HeaderMalformed`] for reserved bytes that are not 0 (`container.4`).
    pub fn parse(file: &[u8]) -> Result<Header> {
        if !file.starts_with(&MAGIC) {
            return Err(without_magic(file).with_offset(0));
        }
        let mut cursor = Cursor::new(file);
        let bytes = cursor.array::<HEADER_LEN>().map_err(|e| e.context("the file header is truncated"))?;
        let (fields, crc) = bytes.split_at(HEADER_LEN - 4);
        if crc32c(fields).to_le_bytes() != crc {
            return Err(Error::new(ErrorCode::ChecksumHeader, "the file header is corrupt (checksum)").with_offset(0));
        }
        let mut cursor = Cursor::new(&fields[MAGIC.len()..]);
        let versions = parse_versions(&mut cursor)?;
        versions.check_readable().map_err(|e| e.with_offset(8))?;
        if cursor.take_rest().iter().any(|b| *b != 0) {
            return Err(
                Error::new(ErrorCode::HeaderMalformed, "reserved bytes of the file header are not 0").with_offset(20)
            );
        }
        Ok(Header { versions })
    }
}

/// Reads the versions and features in a header or record (`versions.1`).
pub(super) fn parse_versions(cursor: &mut Cursor<'_>) -> Result<Versions> {
    Ok(Versions { write: cursor.u16()?, read: cursor.u16()?, required: cursor.u32()?, optional: cursor.u32()? })
}

fn without_magic(file: &[u8]) -> Error {
    match file.len() {
        0 => Error::new(ErrorCode::Truncated, "the file is empty"),
        _ if MAGIC.starts_with(file) => Error::new(ErrorCode::Truncated, "the file ends within plypack's eight bytes"),
        _ => Error::new(ErrorCode::NotPlypack, "not a plypack file: it does not start with plypack's eight bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip_and_every_bit_flip() {
        let header = Header { versions: Versions::CURRENT };
        let bytes = header.to_bytes();
        assert_eq!(Header::parse(&bytes).unwrap(), header);
        for bit in 0..HEADER_LEN * 8 {
            let mut flipped = bytes;
            flipped[bit / 8] ^= 1 << (bit % 8);
            let expected = if bit < 64 { ErrorCode::NotPlypack } else { ErrorCode::ChecksumHeader };
            assert_eq!(Header::parse(&flipped).unwrap_err().code(), expected);
        }
        for cut in 0..HEADER_LEN {
            let error = Header::parse(&bytes[..cut]).unwrap_err();
            assert_eq!(error.code(), ErrorCode::Truncated);
            assert_eq!(error.message().contains("empty"), cut == 0, "{error}");
        }
    }
}
