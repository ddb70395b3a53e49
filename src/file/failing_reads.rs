//! Repeats an operation on a file, each time with another read that fails. The operation returns the error of this
//! read, or the same result as without it, and the reader can be used afterwards. A failed read is never reported as
//! corruption.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{
    add_index::damaged_segments,
    output::OutputFile,
    scid::{ScidEvent, ScidWriter, export_scid},
    unique::UniqueGames,
    verify::VerifyOptions,
};
use crate::{
    Codec, Corruption, Error, ErrorCode, Game, MoveScan, Options, Position, Reader, Result, Writer,
    blocks::BatchSize,
    export,
    files::{add_index, compact, recode},
    games_from_pgn,
    io::Source,
    search::{self, DuplicateKind, Hit, Query, SearchEvent},
    verify,
};

/// A file of which one read fails.
#[derive(Clone)]
struct Failing {
    bytes: Arc<Vec<u8>>,
    /// Reads up to the one that fails; 0 for none.
    left: Arc<AtomicUsize>,
    code: ErrorCode,
    is_remote: bool,
}

impl Source for Failing {
    fn len(&self) -> Result<u64> {
        Ok(self.bytes.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        match self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(1) => Err(Error::new(self.code, "not now")),
            _ => self.bytes.read_at(offset, buffer),
        }
    }

    fn is_remote(&self) -> bool {
        self.is_remote
    }
}

/// Work with a file, and its result.
type Work = fn(&Reader) -> Result<Vec<u8>>;

const WORKS: [(&str, Work); 12] = [
    ("read", read),
    ("move scan", move_scan),
    ("verify", check),
    ("edit log", edit_log),
    ("copy", copy),
    ("export", export_pgn),
    ("recode", recoded),
    ("compact", compacted),
    ("unique", unique),
    ("scid", scid),
    ("duplicates", duplicates),
    ("tree", tree),
];

/// Returns the error of a damaged game. A lack of memory must not be reported as damage.
fn error_of(corruption: &Corruption) -> Error {
    assert!(!corruption.error.is_no_memory(), "{corruption:?}");
    corruption.error.clone()
}

fn read(reader: &Reader) -> Result<Vec<u8>> {
    let mut found = format!("{:?} {:?}", reader.info()?.codecs, reader.last_codec()?);
    let mut game = Game::new();
    for number in (0..reader.number_end()).filter(|number| !reader.is_deleted(*number)) {
        reader.read_tags(number, &mut game)?;
        found += &format!("{:?}", game.tag(b"White"));
        reader.read_game(number, &mut game)?;
        found += &format!("{:?}", game.moves);
    }
    Ok(found.into_bytes())
}

fn move_scan(reader: &Reader) -> Result<Vec<u8>> {
    let scan = MoveScan::new(reader);
    let mut size = BatchSize { games: 3, plies: 100 };
    let mut found = Vec::new();
    while let Some(numbers) =
        scan.next(&mut size, |moves| found.extend(format!("{moves:?}").bytes()), |lost| Err(error_of(lost)))?
    {
        found.push(numbers.end as u8);
    }
    Ok(found)
}

fn check(reader: &Reader) -> Result<Vec<u8>> {
    let options = VerifyOptions { index: true, ..VerifyOptions::new(0) };
    let found = verify(reader, options, |_, _| Ok(()))?;
    let errors = found.corruption.iter().map(error_of).chain(found.unused);
    errors.map(Err).collect::<Result<Vec<()>>>().map(|_| b"valid".to_vec())
}

fn edit_log(reader: &Reader) -> Result<Vec<u8>> {
    reader.edit_log(|_, _| Ok(())).map(|log| format!("{log:?}").into_bytes())
}

fn copy(reader: &Reader) -> Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte))?;
    writer.copy_games(reader, (0..reader.number_end()).filter(|number| !reader.is_deleted(*number)))?;
    writer.finish()
}

fn export_pgn(reader: &Reader) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    export(reader, 0..reader.number_end(), 0, &mut text, |lost| Err(error_of(lost)), |_| Ok(()))?;
    Ok(text)
}

fn recoded(reader: &Reader) -> Result<Vec<u8>> {
    let options = Options::of(Codec::Coord16);
    recode(reader, Vec::new(), options, 0, |lost| Err(error_of(lost)), |_| Ok(())).map(|(file, _)| file)
}

fn compacted(reader: &Reader) -> Result<Vec<u8>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("new");
    compact(reader, OutputFile::create(&path)?, 0, |_, _| Ok(()))?;
    Ok(std::fs::read(&path)?)
}

fn unique(reader: &Reader) -> Result<Vec<u8>> {
    let mut games = UniqueGames::new();
    games.add_file(reader, 0, |lost| Err(error_of(lost)), |_| Ok(()))?;
    Ok(Vec::new())
}

fn scid(reader: &Reader) -> Result<Vec<u8>> {
    let mut writer = ScidWriter::new(Vec::new(), Vec::new(), Vec::new());
    export_scid(reader, std::iter::once(0..reader.number_end()), 0, &mut writer, |event| match event {
        ScidEvent::Corrupt(lost) => Err(error_of(lost)),
        _ => Ok(()),
    })?;
    writer.into_sinks().map(|(sinks, _)| sinks.concat())
}

/// An observer that ends a search at the first game that cannot be read.
fn no_corruption(event: SearchEvent) -> Result<()> {
    match event {
        SearchEvent::Corruption(found) => Err(error_of(&found.corruption)),
        _ => Ok(()),
    }
}

fn duplicates(reader: &Reader) -> Result<Vec<u8>> {
    let mut found = String::new();
    let mut add = |group: &[Hit]| {
        found += &format!("{group:?}");
        Ok(())
    };
    search::duplicates(&[reader], &Query::default(), DuplicateKind::Near, &mut add, &mut no_corruption)?;
    Ok(found.into_bytes())
}

fn tree(reader: &Reader) -> Result<Vec<u8>> {
    let branches = search::tree(&[reader], &Query::position(&Position::default()), &mut no_corruption)?;
    Ok(format!("{branches:?}").into_bytes())
}

/// Three blocks with an index; deleted and replaced games, starts from a position, and comments.
fn edited(codec: Codec) -> Vec<u8> {
    let text: String = (0..12)
        .map(|number| match number % 4 {
            3 => format!(
                "[White \"{number}\"]\n[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ *\n\n"
            ),
            _ => format!(
                "[White \"{}\"]\n[UTCDate \"2026.11.29\"]\n[Note \"{number}\"]\n\n1. e4 {{note}} e5 2. Nf3 $1 1-0\n\n",
                number % 6
            ),
        })
        .collect();
    let games = games_from_pgn(text.as_bytes()).unwrap().0;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    for part in games.chunks(4) {
        let options = Options::of(codec);
        let writer = if part[0] == games[0] { Writer::create(&path, options) } else { Writer::append(&path, options) };
        let mut writer = writer.unwrap().without_merging();
        part.iter().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap();
    }
    add_index(&path, 0, |_, _| Ok(())).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(2, None).unwrap();
    writer.replace_game(5, &games[3], None).unwrap();
    writer.finish().unwrap();
    std::fs::read(&path).unwrap()
}

/// Changes a byte of the last tag section of the second block, but not the checksum of the section.
fn with_bad_tags(mut file: Vec<u8>) -> Vec<u8> {
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let header = reader.block_header(1).unwrap();
    let values = header.sections.iter().rfind(|section| section.kind == 8).unwrap();
    file[(reader.blocks()[1].range.start + values.range.start) as usize] ^= 1;
    file
}

/// Destroys the records and the last footer, so that the reader must search the file for blocks.
fn without_records(mut file: Vec<u8>) -> Vec<u8> {
    file[500..1536].fill(0);
    *file.last_mut().unwrap() ^= 1;
    file
}

fn outcome(reader: &Result<Reader>, work: Work) -> std::result::Result<Vec<u8>, ErrorCode> {
    reader.as_ref().map_err(Error::clone).and_then(work).map_err(|e| e.code())
}

#[test]
fn a_read_that_fails_is_no_corruption() {
    let mut failures = 0;
    for codec in [Codec::Byte, Codec::Tight] {
        let file = edited(codec);
        for (name, work) in WORKS {
            failures += fail_each_read(name, work, file.clone(), false);
            failures += fail_each_read(name, work, file.clone(), true);
            failures += fail_each_read(name, work, without_records(file.clone()), false);
            failures += fail_each_read(name, work, with_bad_tags(file.clone()), false);
        }
    }
    assert!(failures > 1000 / step(), "{failures}");
}

/// Returns the distance between the reads that fail: 1 for a full test, which takes minutes.
fn step() -> usize {
    if std::env::var_os("PLYPACK_FULL").is_some() { 1 } else { 13 }
}

/// Repeats the work, each time with another read that fails. Returns how often the result changed.
fn fail_each_read(name: &str, work: Work, bytes: Vec<u8>, is_remote: bool) -> usize {
    let bytes = Arc::new(bytes);
    let mut failures = 0;
    for code in [ErrorCode::Io, ErrorCode::NoMemory] {
        let source = |left: usize| Failing { bytes: bytes.clone(), left: Arc::new(left.into()), code, is_remote };
        let whole = outcome(&Reader::salvage(Box::new(source(0))), work);
        // Never skips the first reads, which open the file.
        for at in (1..4).chain((4..).step_by(step())) {
            let source = source(at);
            let reader = Reader::salvage(Box::new(source.clone()));
            let found = outcome(&reader, work);
            if source.left.swap(0, Relaxed) > 0 {
                assert_eq!(found, whole, "{name}");
                break;
            }
            failures += usize::from(found != whole);
            assert!(found == whole || found == Err(code), "{name}, read {at}: {found:?}");
            assert!(reader.is_err() || outcome(&reader, work) == whole, "{name} after read {at}");
        }
    }
    failures
}

/// A segment of the index is not rebuilt because it cannot be read now.
#[test]
fn a_segment_that_cannot_be_read_is_not_damaged() {
    let bytes = Arc::new(edited(Codec::Byte));
    for code in [ErrorCode::Io, ErrorCode::NoMemory] {
        let source = Failing { bytes: bytes.clone(), left: Arc::default(), code, is_remote: false };
        let reader = Reader::salvage(Box::new(source.clone())).unwrap();
        assert!(!reader.segments().unwrap().is_empty());
        source.left.store(1, Relaxed);
        assert_eq!(damaged_segments(&reader, &mut |_| Ok(())).unwrap_err().code(), code);
        assert!(damaged_segments(&reader, &mut |_| Ok(())).unwrap().is_empty());
    }
}
