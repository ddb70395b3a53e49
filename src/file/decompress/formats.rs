//! Formats of files, by their first bytes.

use memchr::memchr;

use crate::pgn::has_pgn;

/// Format that the first bytes of an input show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// No known format: PGN, or possibly PGN.
    Plain,
    Utf16(ByteOrder),
    Zstd,
    Gzip,
    Bzip2,
    Xz,
    Zip,
    /// Not PGN: the format, and what to do.
    Other(&'static str),
}

/// The first byte of each pair in UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteOrder {
    Low,
    High,
}

/// First bytes, and their format. Longer ones come first.
const MAGICS: [(&[u8], Format); 23] = [
    (b"\x8fPLY\r\n\x1a\n", Format::Other("a plypack file, not PGN; unpack it first")),
    (b"Scid.si", Format::Other("a SCID database, which is read by a name that ends in .si4")),
    (b"\0\0\x2c\0\x2e\x01", Format::Other("a ChessBase database; export it as PGN first")),
    (b"\0\0\x24\0\x2e\x01", Format::Other("a ChessBase database; export it as PGN first")),
    (b"7z\xbc\xaf\x27\x1c", Format::Other("a 7z archive; unpack it first")),
    (b"Rar!\x1a\x07", Format::Other("a rar archive; unpack it first")),
    (b"SQLite format 3\0", Format::Other("an SQLite database, not PGN")),
    (b"%PDF-", Format::Other("a PDF document, not PGN")),
    (b"\x89PNG\r\n", Format::Other("an image, not PGN")),
    (b"\x7fELF", Format::Other("a program, not PGN")),
    (b"LZIP", Format::Other("compressed with lzip; unpack it first")),
    (b"\x04\x22\x4d\x18", Format::Other("compressed with lz4; unpack it first")),
    (b"\x1f\x9d", Format::Other("compressed with compress; unpack it first")),
    (b"\x5d\0\0", Format::Other("compressed with lzma; unpack it first")),
    (b"\x28\xb5\x2f\xfd", Format::Zstd),
    (b"\x1f\x8b", Format::Gzip),
    (b"\xfd7zXZ\0", Format::Xz),
    (b"PK\x03\x04", Format::Zip),
    (b"PK\x05\x06", Format::Zip),
    (b"\xff\xfe\0\0", Format::Other("UTF-32 text; save it as UTF-8 first")),
    (b"\0\0\xfe\xff", Format::Other("UTF-32 text; save it as UTF-8 first")),
    (b"\xff\xfe", Format::Utf16(ByteOrder::Low)),
    (b"\xfe\xff", Format::Utf16(ByteOrder::High)),
];

impl Format {
    /// Finds the format by the first bytes of an input: pass several thousand, if it has that many.
    pub fn of(head: &[u8]) -> Format {
        let magic = MAGICS.iter().find(|(magic, _)| head.starts_with(magic));
        match magic {
            Some((_, format)) => *format,
            None if is_bzip2(head) => Format::Bzip2,
            None if is_skippable_zstd_frame(head) => Format::Zstd,
            None if head.get(257..262) == Some(b"ustar") => Format::Other("a tar archive; unpack it first"),
            None if memchr(0, head).is_some() && !has_pgn(head) => {
                Format::Other("not PGN: it has NUL bytes, and neither tags nor moves at its beginning")
            }
            None => Format::Plain,
        }
    }
}

/// Returns whether bzip2 starts here: the level is valid, and the start of a block or the end of an empty text follows.
fn is_bzip2(head: &[u8]) -> bool {
    match head {
        [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..] => {
            rest.starts_with(&[0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
                || rest.starts_with(&[0x17, 0x72, 0x45, 0x38, 0x50, 0x90])
        }
        _ => false,
    }
}

fn is_skippable_zstd_frame(head: &[u8]) -> bool {
    matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..])
}
