//! Inputs of all kinds: complete, truncated anywhere, and not PGN.

use std::io::Write;

use super::*;

pub(super) const GAMES: &[u8] = b"[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n";

/// All text of an input, up to the error that ends it.
pub(super) fn read(input: &[u8]) -> (Vec<u8>, Result<()>) {
    let mut all = Vec::new();
    let done = Texts::of(Box::new(input)).and_then(|mut texts| {
        while let Some(mut text) = texts.next()? {
            text.read_to_end(&mut all)?;
        }
        Ok(())
    });
    (all, done)
}

pub(super) fn refusal(input: &[u8]) -> String {
    let (text, done) = read(input);
    let error = done.unwrap_err();
    assert_eq!((error.code(), text.len()), (ErrorCode::UnsupportedEncoding, 0), "{error}");
    error.message().to_owned()
}

pub(super) fn zst(text: &[u8]) -> Vec<u8> {
    zstd::encode_all(text, 3).unwrap()
}

pub(super) fn gz(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

pub(super) fn bz2(text: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// [`GAMES`] compressed by the program `xz`, because this library has no encoder for xz.
pub(super) const XZ: &[u8] = include_bytes!("tests/games.pgn.xz");

/// An archive made by the program `zip`: `a.pgn` and `sub/B.PGN`, both with [`GAMES`], and `readme.txt`.
const ZIP: &[u8] = include_bytes!("tests/games.zip");

#[test]
fn every_compression_is_read() {
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 9, 9][..], &zst(GAMES)].concat();
    for packed in [GAMES.to_vec(), zst(GAMES), skippable, gz(GAMES), bz2(GAMES), XZ.to_vec()] {
        let (text, done) = read(&packed);
        done.unwrap();
        assert!(text == GAMES);
    }
    let (text, done) = read(ZIP);
    done.unwrap();
    assert!(text == GAMES.repeat(2), "{}", text.escape_ascii());
}

#[test]
fn several_in_one_file_are_all_read() {
    for packed in [zst(GAMES), gz(GAMES), bz2(GAMES), XZ.to_vec()] {
        let (text, done) = read(&packed.repeat(3));
        done.unwrap();
        assert!(text == GAMES.repeat(3));
    }
    for nothing in [zst(b""), gz(b""), bz2(b"")] {
        let (text, done) = read(&nothing);
        assert_eq!((text.len(), done.is_ok()), (0, true));
    }
}

#[test]
fn zeros_behind_a_member_of_gzip_are_padding() {
    for zeros in [1, 511, 2 * BUFFER] {
        let padded = [gz(GAMES), vec![0; zeros]].concat();
        for packed in [padded.clone(), padded.repeat(2)] {
            let (text, done) = read(&packed);
            assert_eq!((text, done.map_err(|e| e.to_string())), (GAMES.repeat(packed.len() / padded.len()), Ok(())));
        }
        assert!(read(&[&padded[..], b"no member"].concat()).1.is_err());
    }
}

#[test]
fn what_is_cut_is_reported() {
    for packed in [zst(GAMES), gz(GAMES), bz2(GAMES), XZ.to_vec(), gz(GAMES).repeat(2), bz2(GAMES).repeat(2)] {
        for len in 16..packed.len() {
            let (text, done) = read(&packed[..len]);
            let is_whole = 2 * len == packed.len() && text == GAMES;
            assert_eq!(done.is_err(), !is_whole, "{len} of {}", packed.len());
            assert!(GAMES.repeat(2).starts_with(&text));
        }
    }
    for len in 16..ZIP.len() - 2 {
        assert!(read(&ZIP[..len]).1.is_err(), "{len}");
    }
}

#[test]
fn bad_bytes_are_reported() {
    for at in 35..60 {
        // These bytes are in the data of the first file.
        let mut bad = ZIP.to_vec();
        bad[at] ^= 0x10;
        assert!(read(&bad).1.is_err(), "{at}");
    }
    for packed in [gz(GAMES), bz2(GAMES), XZ.to_vec()] {
        let mut unseen = 0;
        for at in 12..packed.len() {
            let mut bad = packed.clone();
            bad[at] ^= 0x10;
            let (text, done) = read(&bad);
            // Readers ignore some bits of a header.
            unseen += usize::from(done.is_ok());
            assert!(done.is_err() || GAMES.repeat(2).starts_with(&text));
        }
        assert!(unseen * 8 < packed.len(), "{unseen} of {}", packed.len());
    }
}

#[test]
fn memory_of_windows_is_bounded() {
    // A frame of zstd with a window of 2 GiB; a block of xz with a dictionary of 4 GiB.
    let frame = [&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8][..], &[0; 64]].concat();
    assert!(read(&frame).1.unwrap_err().message().contains("memory"));
    let mut block = XZ.to_vec();
    // The header of the first block: byte 12 is its length, 13 flags, 14 the filter, 15 the length of the filter's
    // properties, 16 the size of the dictionary.
    assert_eq!(block[14..16], [0x21, 1]);
    block[16] = 40;
    let checksum = flate2::Crc::new();
    let len = 4 * (usize::from(block[12]) + 1);
    let mut crc = checksum;
    crc.update(&block[12..12 + len - 4]);
    block[12 + len - 4..12 + len].copy_from_slice(&crc.sum().to_le_bytes());
    let error = read(&block).1.unwrap_err();
    assert_eq!((error.code(), error.message()), (ErrorCode::Io, "xz with a window above 64 MiB; unpack it first"));
}

#[test]
fn other_files_are_refused_by_name() {
    let tar = [&[b'x'; 257][..], b"ustar"].concat();
    for (head, name) in [
        (&b"\x8fPLY\r\n\x1a\n\x04\0\0\0"[..], "plypack"),
        (b"Scid.si\0\x01\x90", "SCID"),
        (b"\0\0\x2c\0\x2e\x01\0\0", "ChessBase"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "7z"),
        (b"Rar!\x1a\x07\x01\0", "rar"),
        (b"SQLite format 3\0", "SQLite"),
        (b"%PDF-1.4\n", "PDF"),
        (b"\x5d\0\0\x80\0", "lzma"),
        (b"\xff\xfe\0\0[\0\0\0", "UTF-32"),
        (b"x e4 \0 *", "NUL"),
        (&tar, "tar"),
    ] {
        assert!(refusal(head).contains(name), "{name}");
        assert!(refusal(&gz(head)).contains(name), "{name} in gzip");
    }
    assert!(refusal(&gz(&zst(GAMES))).contains("twice"));
    // These texts only begin like one of the formats.
    for text in [&b"BZh1 is a move\n"[..], b"PK e4\n", b"", b"1. e4 *", b"1. e4 \0 *", b"[A \"\0\"]"] {
        assert_eq!(read(text).0, text);
    }
}

#[test]
fn utf_16_is_converted() {
    let text = "[White \"Đặng, Ünal 𝄞\"]\n\n1. e4 \u{bd}\u{2013}\u{bd}\n".repeat(2000);
    let utf_16 = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
    };
    for packed in [utf_16(u16::to_le_bytes), utf_16(u16::to_be_bytes), gz(&utf_16(u16::to_le_bytes))] {
        let (found, done) = read(&packed);
        done.unwrap();
        assert!(found == text.as_bytes());
    }
    assert_eq!(read(b"\xff\xfea\0\0\xd8b\0c").0, "a\u{fffd}b\u{fffd}".as_bytes());
    assert_eq!(read(b"\xfe\xff").0, b"");
    // A source that returns single bytes; then binary data after a byte order mark.
    let mut slow = Vec::new();
    struct Slow<'a>(&'a [u8]);
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let len = buffer.len().min(1);
            self.0.read(&mut buffer[..len])
        }
    }
    let packed = utf_16(u16::to_be_bytes);
    Texts::of(Box::new(Slow(&packed))).unwrap().next().unwrap().unwrap().read_to_end(&mut slow).unwrap();
    assert!(slow == text.as_bytes());
    assert!(refusal(b"\xff\xfe\x12\x34\0\0\x56\x78").contains("NUL"));
}

#[test]
fn a_read_of_no_bytes_ends_no_member() {
    let packed = [gz(GAMES), vec![0; 5], gz(GAMES)].concat();
    let mut text = gzip::Gzip::new(&packed[..]);
    let mut all: Vec<u8> = Vec::new();
    let mut part = [0; 7];
    loop {
        assert_eq!(text.read(&mut []).unwrap(), 0);
        let read = text.read(&mut part).unwrap();
        if read == 0 {
            break;
        }
        all.extend(&part[..read]);
    }
    assert!(all == GAMES.repeat(2));
}
