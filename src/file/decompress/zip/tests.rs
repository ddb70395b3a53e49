//! Archives made by hand.

use std::io::Read;

use flate2::CrcReader;

use super::super::{
    Texts,
    tests::{GAMES, XZ, bz2, gz, read, refusal, zst},
};
use super::Checked;

/// An archive of uncompressed files.
#[derive(Default)]
struct Archive {
    files: Vec<u8>,
    directory: Vec<u8>,
    count: u64,
}

/// Fields of the header of a file.
#[derive(Clone, Copy)]
struct Fields<'a> {
    name: &'a str,
    method: u16,
    flags: u16,
    content: &'a [u8],
    /// Offset of the file.
    start: u64,
    /// True if its length and offset have 64 bits.
    is_long: bool,
}

const PLAIN: Fields<'_> = Fields { name: "a.pgn", method: 0, flags: 0, content: b"", start: 0, is_long: false };

fn u16s(numbers: &[usize]) -> Vec<u8> {
    numbers.iter().flat_map(|number| (*number as u16).to_le_bytes()).collect()
}

impl Fields<'_> {
    /// Returns the bytes that a file's two headers have in common: after the first bytes, up to the lengths of name and
    /// extra field.
    fn common(&self, len: u32) -> Vec<u8> {
        let mut crc = flate2::Crc::new();
        crc.update(self.content);
        let first = u16s(&[20, self.flags.into(), self.method.into(), 0, 0]);
        [&first[..], &crc.sum().to_le_bytes(), &len.to_le_bytes(), &len.to_le_bytes()].concat()
    }
}

impl Archive {
    /// Adds a file, and returns its offset.
    fn add(&mut self, file: Fields<'_>) -> u64 {
        let start = self.files.len() as u64;
        let common = file.common(file.content.len() as u32);
        let lengths = u16s(&[file.name.len(), 3]);
        let header = [b"PK\x03\x04", &common[..], &lengths, file.name.as_bytes(), b"abc"].concat();
        self.files.extend([&header, file.content].concat());
        start
    }

    /// Lists a file.
    fn list(&mut self, file: Fields<'_>) {
        let len = file.content.len() as u64;
        let long = [u16s(&[7, 1]), vec![9], u16s(&[1, 24])].concat();
        let numbers = [len, len, file.start].map(u64::to_le_bytes).concat();
        let (extra, short) = if file.is_long {
            ([long, numbers].concat(), [u32::MAX; 2])
        } else {
            (Vec::new(), [len as u32, file.start as u32])
        };
        let lengths = u16s(&[file.name.len(), extra.len(), 1, 0, 0, 0, 0]);
        let header = [b"PK\x01\x02\x14\0", &file.common(short[0])[..], &lengths, &short[1].to_le_bytes()].concat();
        self.directory.extend([&header, file.name.as_bytes(), &extra, b"c"].concat());
        self.count += 1;
    }

    fn with(files: &[Fields<'_>]) -> Archive {
        let mut archive = Archive::default();
        for file in files {
            let start = archive.add(*file);
            archive.list(Fields { start, ..*file });
        }
        archive
    }

    /// The record at the end, with a comment that begins like such a record.
    fn end(count: u64, len: u64, start: u64) -> Vec<u8> {
        let counts = u16s(&[0, 0, count as usize, count as usize]);
        let comment = b"PK\x05\x06 is no record, but a comment";
        let numbers = [len as u32, start as u32].map(u32::to_le_bytes).concat();
        [b"PK\x05\x06", &counts[..], &numbers, &u16s(&[comment.len()]), comment].concat()
    }

    fn finish(self) -> Vec<u8> {
        let end = Archive::end(self.count, self.directory.len() as u64, self.files.len() as u64);
        [self.files, self.directory, end].concat()
    }

    /// With 64-bit numbers, and `count` as the number of files.
    fn finish_long(self, count: u64) -> Vec<u8> {
        let start = self.files.len() as u64;
        let len = self.directory.len() as u64;
        let numbers = [count, count, len, start].map(u64::to_le_bytes).concat();
        let record = [b"PK\x06\x06", &44u64.to_le_bytes()[..], &u16s(&[45, 45, 0, 0, 0, 0]), &numbers].concat();
        let place = (start + len).to_le_bytes();
        let locator = [b"PK\x06\x07\0\0\0\0", &place[..], &1u32.to_le_bytes()].concat();
        let end = Archive::end(u16::MAX.into(), u32::MAX.into(), u32::MAX.into());
        [self.files, self.directory, record, locator, end].concat()
    }
}

fn error_of(input: &[u8]) -> String {
    read(input).1.unwrap_err().message().to_owned()
}

#[test]
fn what_cannot_be_read_is_named() {
    let one = |file| Archive::with(&[file]).finish();
    assert_eq!(read(&one(PLAIN)).1.map_err(|e| e.to_string()), Ok(()));
    assert!(refusal(&one(Fields { name: "a.txt", ..PLAIN })).contains("without a .pgn file"));
    assert!(refusal(&one(Fields { method: 14, ..PLAIN })).contains("a.pgn: not read: compressed with method 14"));
    assert!(refusal(&one(Fields { flags: 1, ..PLAIN })).contains("encrypted"));
    let mut part = one(PLAIN);
    let end = part.windows(4).position(|bytes| bytes == b"PK\x05\x06").unwrap();
    part[end + 4] = 1;
    assert!(refusal(&part).contains("a part of a zip archive"));
}

#[test]
fn files_are_read_in_the_order_of_the_directory() {
    let [first, second] = [b"[Event \"1\"]\n\n*\n", b"[Event \"2\"]\n\n*\n"].map(|content| Fields { content, ..PLAIN });
    let mut archive = Archive::default();
    for file in [Fields { name: "b.PGN", ..second }, Fields { name: "no.txt", ..second }, first] {
        archive.add(file);
    }
    let between = 30 + 5 + 3 + second.content.len() as u64 + 30 + 6 + 3 + second.content.len() as u64;
    archive.list(Fields { start: between, ..first });
    archive.list(Fields { name: "b.PGN", start: 0, ..second });
    let (text, done) = read(&archive.finish());
    done.unwrap();
    assert!(text == [first.content, second.content].concat(), "{}", text.escape_ascii());
}

#[test]
fn compressed_files_are_read() {
    let packed =
        [("a.pgn.gz", gz(GAMES)), ("b.PGN.BZ2", bz2(GAMES)), ("c.pgn.xz", XZ.to_vec()), ("d.pgn.zst", zst(GAMES))];
    let file =
        |(name, content): &'_ (&'static str, Vec<u8>)| Archive::with(&[Fields { name, content, ..PLAIN }]).finish();
    for packed in &packed {
        let (text, done) = read(&file(packed));
        assert_eq!((text, done.map_err(|e| e.to_string())), (GAMES.to_vec(), Ok(())), "{}", packed.0);
    }
    let twice = ("a.pgn.gz", gz(&gz(GAMES)));
    assert!(refusal(&file(&twice)).contains("a.pgn.gz: not read: compressed with gzip"), "{}", refusal(&file(&twice)));
}

#[test]
fn files_that_may_hold_games_are_named() {
    for name in ["c.si4", "sub/H.ZIP", "games.7z", "games.gz", "my.plypack", "base.cbh"] {
        let file = |name| Fields { name, content: GAMES, ..PLAIN };
        let archive = Archive::with(&[file(name), Fields { name: "readme.txt", ..PLAIN }]);
        let wanted = format!("{name}: not read: no PGN file by its name; unpack the archive first");
        assert_eq!(refusal(&archive.finish()), wanted);
    }
}

#[test]
fn two_files_may_have_one_name() {
    let file = Fields { content: GAMES, ..PLAIN };
    let (text, done) = read(&Archive::with(&[file, file]).finish());
    done.unwrap();
    assert!(text == GAMES.repeat(2));
}

#[test]
fn numbers_of_64_bits_are_read() {
    let file = Fields { content: GAMES, is_long: true, ..PLAIN };
    let archive = Archive::with(&[file, Fields { is_long: false, ..file }]);
    let (text, done) = read(&archive.finish_long(2));
    done.unwrap();
    assert!(text == GAMES.repeat(2));
}

#[test]
fn a_directory_that_lies_is_reported() {
    let file = Fields { content: GAMES, ..PLAIN };
    // The directory claims more files than it has: the existing ones are read.
    for count in [3, 1 << 40, u64::MAX] {
        let (text, done) = read(&Archive::with(&[file, file]).finish_long(count));
        assert_eq!((text, done.unwrap_err().message()), (GAMES.repeat(2), "zip: its directory is corrupt"));
    }
    // Another offset of the directory, of a file, and of a part of the file.
    let mut archive = Archive::with(&[file]);
    archive.directory[42] = 1;
    assert_eq!(error_of(&archive.finish()), "a.pgn: zip: its directory is corrupt");
    let mut archive = Archive::with(&[file]);
    archive.directory[28] = 200;
    assert_eq!(error_of(&archive.finish()), "zip: its directory is corrupt");
    let mut archive = Archive::with(&[Fields { is_long: true, ..file }]);
    let at = archive.directory.windows(4).position(|bytes| bytes == [1, 0, 24, 0]).unwrap();
    archive.directory[at] = 5;
    assert_eq!(error_of(&archive.finish()), "zip: its directory is corrupt");
}

/// A bomb: many files that all share the same bytes.
#[test]
fn files_that_share_their_bytes_are_not_read_again_and_again() {
    let text = GAMES.repeat(100);
    let file = Fields { content: &text, ..PLAIN };
    let mut archive = Archive::with(&[file]);
    (0..50).for_each(|_| archive.list(file));
    let (read, done) = read(&archive.finish());
    assert_eq!(done.unwrap_err().message(), "a.pgn: zip: its files share their bytes");
    assert!(read == text);
}

/// The first three names of other files are kept; folders are not counted.
#[test]
fn skipped_files_are_counted() {
    let names = ["sub/", "1.txt", "2.txt", "3.txt", "4.txt"].map(|name| Fields { name, ..PLAIN });
    let archive = Archive::with(&[&names[..], &[Fields { content: GAMES, ..PLAIN }]].concat()).finish();
    let mut texts = Texts::of(Box::new(&archive[..])).unwrap();
    while texts.next().unwrap().is_some() {}
    let skipped = texts.skipped().unwrap();
    assert_eq!((skipped.files, &skipped.names[..]), (4, &["1.txt", "2.txt", "3.txt"].map(str::to_owned)[..]));
}

/// The checksum is compared at the end of the text. A read into an empty buffer is not the end.
#[test]
fn reads_of_no_bytes_end_nothing() {
    let mut text = Checked { text: CrcReader::new(&b"x"[..]), expected: 0 };
    assert_eq!(text.read(&mut []).unwrap(), 0);
    assert_eq!(text.read(&mut [0]).unwrap(), 1);
    assert_eq!(text.read(&mut []).unwrap(), 0);
    assert_eq!(text.read(&mut [0]).unwrap_err().kind(), std::io::ErrorKind::InvalidData);
}

/// Records at the end that contradict the file.
#[test]
fn an_end_that_lies_is_reported() {
    let with_end = |count: u64, len: u64, start: u64| {
        let archive = Archive::with(&[Fields { content: GAMES, ..PLAIN }]);
        let directory = archive.directory.len() as u64;
        let files = archive.files.len() as u64;
        [&archive.files[..], &archive.directory, &Archive::end(count, len.min(len + directory), start.min(files))]
            .concat()
    };
    let message = "zip: its directory is corrupt";
    // A directory that extends past the record at the end; then missing 64-bit numbers.
    for (len, start) in [(1 << 20, u64::MAX), (u32::MAX.into(), u64::MAX), (u32::MAX.into(), 0)] {
        assert_eq!(error_of(&with_end(1, len, start)), message, "{len} bytes");
    }
    assert!(refusal(&Archive::end(0, 0, 0)).contains("without a .pgn file"));
    // No place for 64-bit numbers before the record.
    assert_eq!(error_of(&Archive::end(u16::MAX.into(), 0, 0)), message);
    // One extra field that claims more bytes than all extra fields have.
    let mut archive = Archive::with(&[Fields { content: GAMES, is_long: true, ..PLAIN }]);
    let at = archive.directory.windows(4).position(|bytes| bytes == [7, 0, 1, 0]).unwrap();
    archive.directory[at + 2] = 255;
    assert_eq!(error_of(&archive.finish()), message);
}
