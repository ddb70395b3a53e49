//! Every system call fails once while a file is written or changed. Afterwards the file is the old one, byte for byte, or the complete
//! new one, and the next writer can continue it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    add_index::add_index_by,
    sink::Sink,
    system::{
        System,
        faulty::{Fault, Faulty},
    },
};
use crate::{
    Codec, ErrorCode, Game, Options, Reader, Result, Writer,
    files::{IndexOptions, add_index, compact, recode, recode_into},
    games_from_pgn, pack_games, verify,
};

fn games(first: usize, count: usize) -> Vec<Game> {
    let game = |n: usize| {
        format!("[Event \"{}\"]\n[White \"Player {}\"]\n\n1. e4 e5 2. Nf3 {{game {n}}} *\n\n", n / 7, n * 31)
    };
    let text: String = (first..first + count).map(game).collect();
    games_from_pgn(text.as_bytes()).expect("games").0
}

fn options() -> Options {
    Options::of(Codec::Byte).with_level(1)
}

/// An operation that makes or changes a file.
type Work = fn(Arc<dyn System>, &Path) -> Result<()>;

/// Adds the games in two blocks.
fn add(mut writer: Writer<super::output::OutputFile>, games: &[Game]) -> Result<()> {
    let (first, second) = games.split_at(games.len() / 2);
    for part in [first, second] {
        let bytes = pack_games(part, Codec::Byte)?;
        let reader = Reader::from_bytes(bytes)?;
        let mut maker = super::block_maker::BlockMaker::new(super::writer::Encoding::checked(options())?)?;
        let mut game = Game::new();
        for number in 0..reader.number_end() {
            reader.read_game(number, &mut game)?;
            maker.add(&game)?;
        }
        for block in maker.finish()? {
            writer.write_block(block)?;
        }
    }
    writer.finish().map(drop)
}

fn create(system: Arc<dyn System>, path: &Path) -> Result<()> {
    add(Writer::create_by(system, path, options())?, &games(500, 30))
}

fn append(system: Arc<dyn System>, path: &Path) -> Result<()> {
    add(Writer::append_by(system, path, options())?, &games(100, 30))
}

fn index(system: Arc<dyn System>, path: &Path) -> Result<()> {
    add_index_by(system, path, 1.into(), |_, _| Ok(())).map(drop)
}

/// Adds an index whose positions are all in the temporary file while it is built.
fn index_without_memory(system: Arc<dyn System>, path: &Path) -> Result<()> {
    add_index_by(system, path, IndexOptions { memory: 0, ..IndexOptions::new(1) }, |_, _| Ok(())).map(drop)
}

fn edit(system: Arc<dyn System>, path: &Path) -> Result<()> {
    let mut writer = Writer::append_by(system, path, options())?;
    writer.delete_game(3, None)?;
    writer.replace_game(5, &games(900, 1)[0], None)?;
    writer.restore_game(7, None)?;
    writer.finish().map(drop)
}

fn copy(system: Arc<dyn System>, path: &Path) -> Result<()> {
    let reader = Reader::from_bytes(pack_games(&games(200, 20), Codec::Tight)?)?;
    let sink = super::output::OutputFile::create_by(system, path)?;
    recode(&reader, sink, options(), 1, |_| Ok(()), |_| Ok(())).map(drop)
}

/// Like `pack --index`, and like `recode` and `repair` of a file with an index.
fn copy_with_index(system: Arc<dyn System>, path: &Path) -> Result<()> {
    let reader = Reader::from_bytes(pack_games(&games(200, 20), Codec::Tight)?)?;
    let mut writer = Writer::create_by(system, path, options())?;
    recode_into(&reader, &mut writer, 1, |_| Ok(()), |_| Ok(()))?;
    assert_eq!(writer.add_index(1, |_, _| Ok(()))?.games, 20);
    writer.finish().map(drop)
}

/// Compacts a file with deleted games and an index in place.
fn compact_in_place(system: Arc<dyn System>, path: &Path) -> Result<()> {
    let out = super::output::OutputFile::create_by(system, path)?;
    let old = path.with_file_name("other");
    fs::copy(path, &old)?;
    let mut writer = Writer::append(&old, options())?;
    writer.delete_game(3, None)?;
    writer.finish()?;
    add_index(&old, 1, |_, _| Ok(()))?;
    let reader = Reader::from_bytes(fs::read(&old)?)?;
    fs::remove_file(&old)?;
    compact(&reader, out, 1, |_, _| Ok(())).map(drop)
}

const WORKS: [(&str, Work); 8] = [
    ("create", create),
    ("append", append),
    ("index", index),
    ("index without memory", index_without_memory),
    ("edit", edit),
    ("recode", copy),
    ("recode with an index", copy_with_index),
    ("compact", compact_in_place),
];

/// A folder with one file of 20 games.
struct Desk {
    folder: tempfile::TempDir,
    old: Vec<u8>,
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk { folder: tempfile::tempdir().unwrap(), old: pack_games(&games(0, 20), Codec::Byte).unwrap() };
        fs::write(desk.path(), &desk.old).unwrap();
        desk
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("games.plypack")
    }

    fn read(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }

    fn files(&self) -> usize {
        fs::read_dir(self.folder.path()).unwrap().count()
    }
}

/// Does the work without faults; returns the new file and the number of calls.
fn whole(work: Work) -> (Vec<u8>, usize) {
    let desk = Desk::new();
    let system = Arc::new(Faulty::new(Fault::None, 0));
    work(system.clone(), &desk.path()).unwrap();
    assert_eq!(desk.files(), 1);
    (desk.read(), system.calls())
}

/// Result of work with a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    /// An error, and the file is the old one.
    Old,
    /// The file is the new one.
    New,
    /// The file has an unfinished end, or a new file was left next to it.
    Left,
}

fn with_fault(work: Work, new: &[u8], fault: Fault, at: usize) -> Ending {
    let desk = Desk::new();
    let system = Arc::new(Faulty::new(fault, at));
    let done = work(system, &desk.path());
    let found = desk.read();
    let files = desk.files();
    let ending = if found == new && files == 1 {
        Ending::New
    } else if found == desk.old && files == 1 {
        Ending::Old
    } else {
        Ending::Left
    };
    assert!(done.is_err() || ending == Ending::New, "{fault:?} at {at}: it says that it worked");
    // Whatever was left, a reader finds the games of the old file or the games of the new file.
    let reader = Reader::open(desk.path()).unwrap();
    assert!([&desk.old[..], new].iter().any(|file| games_of(file) == games_of_reader(&reader)), "{fault:?} at {at}");
    drop(reader);
    // The next writer continues, with the same result as without the fault.
    if ending == Ending::Left {
        let unfinished = if found.starts_with(&desk.old) { found.len() - desk.old.len() } else { 0 };
        let writer = Writer::append(desk.path(), options()).unwrap();
        assert_eq!(writer.rolled_back(), unfinished as u64);
        drop(writer);
        assert!(desk.read() == found, "{fault:?} at {at}: nothing is removed for nothing");
        append(Arc::new(super::system::Native), &desk.path()).unwrap();
        let next = Reader::open(desk.path()).unwrap();
        assert_eq!(next.unfinished(), 0, "{fault:?} at {at}: rolled back");
        create(Arc::new(super::system::Native), &desk.path()).unwrap();
        assert_eq!(desk.files(), 1, "{fault:?} at {at}: what was left is removed");
    }
    ending
}

fn games_of_reader(reader: &Reader) -> (u64, u64, usize) {
    assert!(verify(reader, 1, |_, _| Ok(())).unwrap().is_valid());
    (reader.number_end(), reader.deleted(), reader.segments().unwrap().len())
}

fn games_of(file: &[u8]) -> (u64, u64, usize) {
    games_of_reader(&Reader::from_bytes(file.to_vec()).unwrap())
}

#[test]
fn nothing_is_lost_whichever_call_fails() {
    for (name, work) in WORKS {
        let (new, calls) = whole(work);
        let mut endings = BTreeMap::<_, usize>::new();
        for fault in [Fault::Once, Fault::Full, Fault::Killed] {
            for at in 0..calls {
                let ending = with_fault(work, &new, fault, at);
                *endings.entry((format!("{fault:?}"), ending)).or_default() += 1;
                let leaves = ending == Ending::Left;
                assert!(
                    !leaves || fault == Fault::Killed,
                    "{name}: {fault:?} at call {at} of {calls} leaves something"
                );
            }
        }
        assert!(
            endings.keys().any(|(fault, ending)| fault == "Killed" && *ending == Ending::Left),
            "{name}: {endings:?}"
        );
        println!("{name}: {calls} calls; {endings:?}");
    }
}

/// An error of the temporary file for lack of space names its folder, and says what helps.
#[test]
fn an_error_of_the_temporary_file_names_its_folder() {
    let (with_file, calls) = whole(index_without_memory);
    let (in_memory, fewer_calls) = whole(index);
    assert!(with_file == in_memory && calls > fewer_calls);
    let error = |at: usize| {
        let desk = Desk::new();
        let folder = fs::canonicalize(desk.folder.path()).unwrap();
        let error = index_without_memory(Arc::new(Faulty::new(Fault::Once, at)), &desk.path()).err()?;
        let place = format!("a temporary file in {}: ", folder.display());
        Some((error.message().contains(&place), error.message().ends_with("(--memory)")))
    };
    let errors: Vec<_> = (0..calls).filter_map(error).collect();
    let advised = errors.iter().filter(|error| **error == (true, true)).count();
    assert_eq!(advised, calls - fewer_calls, "{errors:?}");
    assert!(errors.iter().all(|(is_named, is_advised)| is_named == is_advised));
}

/// A new file never takes its place without its index.
#[test]
fn a_new_file_has_its_index_before_it_takes_its_place() {
    for work in [copy_with_index as Work, compact_in_place] {
        let (new, _) = whole(work);
        assert_eq!(Reader::from_bytes(new).unwrap().indexed().0, 1);
    }
    let desk = Desk::new();
    let mut writer = Writer::create(desk.path(), options()).unwrap();
    add_games(&mut writer, 0..20);
    writer.add_index(1, |_, _| Err(crate::Error::new(ErrorCode::Cancelled, "stopped"))).unwrap_err();
    assert_eq!(writer.finish().unwrap_err().code(), ErrorCode::WrongState);
    assert!(desk.read() == desk.old && desk.files() == 1);
    // A file that is appended to gets its index only after it is finished.
    let mut writer = Writer::append(desk.path(), options()).unwrap();
    add_games(&mut writer, 0..5);
    assert_eq!(writer.add_index(1, |_, _| Ok(())).unwrap_err().code(), ErrorCode::WrongState);
}

/// Replacements have no index, and are not games with their own numbers.
#[test]
fn the_index_of_a_new_file_with_edits() {
    let desk = Desk::new();
    let mut writer = Writer::create(desk.path(), options()).unwrap();
    add_games(&mut writer, 0..20);
    writer.replace_game(5, &games(900, 1)[0], None).unwrap();
    writer.delete_game(7, None).unwrap();
    writer.close_replacements().unwrap();
    writer.add_index(1, |_, _| Ok(())).unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(desk.path()).unwrap();
    assert!(reader.index_corruption().is_empty() && games_of_reader(&reader) == (20, 1, 1));
    assert_eq!((reader.indexed().0, reader.blocks().len(), reader.replacements()), (1, 1, 1));
}

fn add_games(writer: &mut Writer<super::output::OutputFile>, numbers: std::ops::Range<usize>) {
    games(numbers.start, numbers.len()).iter().for_each(|game| writer.add(game).unwrap());
}

/// A file system without locks.
#[derive(Debug)]
struct Lockless;

impl System for Lockless {
    fn try_lock(&self, _: &fs::File) -> std::io::Result<bool> {
        Err(std::io::Error::from(std::io::ErrorKind::Unsupported))
    }
}

/// container.17: bytes that a living writer may be appending are not truncated.
#[test]
fn without_a_lock_no_unfinished_end_is_cut() {
    let desk = Desk::new();
    let unfinished = [&desk.old[..], b"PLYB"].concat();
    fs::write(desk.path(), &unfinished).unwrap();
    let refused = append(Arc::new(Lockless), &desk.path()).unwrap_err();
    assert!(refused.code() == ErrorCode::Locked && refused.message().contains("repair it"), "{refused}");
    assert!(desk.read() == unfinished);
    fs::write(desk.path(), &desk.old).unwrap();
    append(Arc::new(Lockless), &desk.path()).unwrap();
    assert_eq!(Reader::open(desk.path()).unwrap().number_end(), 50);
}

/// Readers can see appended games once the record is written: they stay even if the disk does not confirm the record.
#[test]
fn what_readers_may_see_is_not_cut_off() {
    let (new, calls) = whole(append);
    let desk = Desk::new();
    let system = Arc::new(Faulty::new(Fault::Once, calls - 1));
    let error = append(system, &desk.path()).unwrap_err();
    assert!(error.message().contains("is in the file"), "{error}");
    assert!(desk.read() == new);
    assert_eq!(with_fault(append, &new, Fault::Once, calls - 2), Ending::Old, "the record is not written");
}

/// Nothing is undone twice, and nothing finished is undone.
#[test]
fn what_is_finished_stays() {
    let desk = Desk::new();
    let system: Arc<dyn System> = Arc::new(Faulty::new(Fault::None, 0));
    let mut writer = Writer::append_by(system, &desk.path(), options()).unwrap();
    add_games(&mut writer, 0..1);
    let mut sink = writer.finish().unwrap();
    let after = desk.read();
    assert!(after.len() > desk.old.len());
    sink.abort().unwrap();
    assert!(sink.commit().is_err() && std::io::Write::write(&mut sink, b"x").is_err());
    drop(sink);
    assert!(desk.read() == after);
}

/// The disk fails while the end is truncated: the end stays unfinished, and the next writer truncates it.
#[test]
fn an_end_that_cannot_be_cut_is_cut_by_the_next_writer() {
    let desk = Desk::new();
    let (_, calls) = whole(append);
    let system = Arc::new(Faulty::new(Fault::Killed, calls - 2));
    append(system, &desk.path()).unwrap_err();
    let unfinished = desk.read();
    assert!(unfinished.starts_with(&desk.old) && unfinished.len() > desk.old.len());
    let system = Arc::new(Faulty::new(Fault::Once, 0));
    assert!(append(system, &desk.path()).is_err(), "the cut fails");
    assert!(desk.read() == unfinished);
    let writer = Writer::append(desk.path(), options()).unwrap();
    assert_eq!(writer.rolled_back(), (unfinished.len() - desk.old.len()) as u64);
    writer.abort().unwrap();
    assert!(desk.read() == unfinished);
    Writer::append(desk.path(), options()).and_then(Writer::finish).unwrap();
    assert!(desk.read() == unfinished, "a writer of nothing removes nothing");
    append(Arc::new(super::system::Native), &desk.path()).unwrap();
    let whole = whole(append).0;
    assert!(desk.read() == whole);
}
