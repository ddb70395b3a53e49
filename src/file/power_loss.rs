//! The computer loses power while a file is changed: bytes written since the last flush may be on the disk or not, in any order, sector by
//! sector. In every case the file has its old or its new state, and the next writer can continue it.

use std::{
    fs::{self, File},
    io,
    path::Path,
    sync::{Arc, Mutex},
};

use super::{
    add_index::add_index_by,
    output::OutputFile,
    system::{Native, System},
};
use crate::{
    Codec, Game, Options, Reader, State, Writer, files::compact, games_from_pgn, lock::lock, pack_games, verify,
};

#[path = "../../tests/support/tier.rs"]
mod tier;

const SECTOR: usize = 512;

/// The pieces that a disk writes at once: sectors, or pages. A page can be torn between its sectors.
const PIECES: [usize; 2] = [SECTOR, 8 * SECTOR];

/// Requests to the disk since the last flush.
#[derive(Debug, Clone)]
enum Pending {
    /// Bytes of one sector.
    Write(u64, Vec<u8>),
    Cut(u64),
}

impl Pending {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Pending::Cut(len) => file.truncate(*len as usize),
            Pending::Write(at, bytes) => {
                let start = *at as usize;
                let end = *at as usize + bytes.len();
                // Unwritten bytes in between are zeros, as in a file with holes.
                file.resize(file.len().max(end), 0);
                file[start..end].copy_from_slice(bytes);
            }
        }
    }
}

/// A disk; records its content after a loss of power at each flush.
#[derive(Debug, Default)]
struct Disk {
    durable: Vec<u8>,
    pending: Vec<Pending>,
    /// The file that this one replaces, until the names in the folder are durable.
    replaced: Option<Vec<u8>>,
    /// True if this file does not have its final name yet.
    is_unnamed: bool,
    /// Files as they may be after a loss of power.
    lost: Vec<Vec<u8>>,
    /// The durable bytes and the pending requests at each loss of power, if there are pending requests.
    moments: Vec<(Vec<u8>, Vec<Pending>)>,
}

impl Disk {
    /// The disk for work on a file, or for making a new file that replaces it.
    fn new(old: &[u8], is_replaced: bool) -> Disk {
        let (durable, replaced) = if is_replaced { (Vec::new(), Some(old.to_vec())) } else { (old.to_vec(), None) };
        Disk { durable, replaced, is_unnamed: is_replaced, ..Disk::default() }
    }

    /// Adds the files that a loss of power can leave now: with some of the pending requests, in their order or
    /// reversed.
    fn lose_power(&mut self) {
        self.lost.extend(self.replaced.clone());
        if !self.is_unnamed {
            if !self.pending.is_empty() {
                self.moments.push((self.durable.clone(), self.pending.clone()));
            }
            self.lose_pending();
        }
        self.lost.sort_unstable();
        self.lost.dedup();
    }

    fn lose_pending(&mut self) {
        let count = self.pending.len();
        let subsets: Vec<Vec<usize>> = if count <= 8 {
            (0..1usize << count).map(|bits| (0..count).filter(|n| bits >> n & 1 == 1).collect()).collect()
        } else {
            let all = 0..count;
            let cuts = all.clone().flat_map(|n| [(0..n).collect(), (n..count).collect::<Vec<_>>()]);
            cuts.chain(all.clone().map(|n| all.clone().filter(|other| *other != n).collect())).collect()
        };
        for subset in subsets {
            for is_reversed in [false, true] {
                let mut file = self.durable.clone();
                let in_order: Vec<usize> =
                    if is_reversed { subset.iter().rev().copied().collect() } else { subset.clone() };
                in_order.into_iter().for_each(|n| self.pending[n].apply(&mut file));
                self.lost.push(file);
            }
        }
    }

    fn flush(&mut self) {
        self.lose_power();
        for pending in std::mem::take(&mut self.pending) {
            pending.apply(&mut self.durable);
        }
    }
}

/// Random-looking numbers that are always the same (xorshift).
struct Random(u64);

impl Random {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }

    /// Returns a file that a loss of power can leave at one of these moments. Pieces that were not flushed are lost,
    /// torn, or written in any order.
    fn image(&mut self, moments: &[(Vec<u8>, Vec<Pending>)]) -> Vec<u8> {
        let (durable, pending) = &moments[self.below(moments.len())];
        let piece = PIECES[self.below(PIECES.len())];
        let is_same = |a: &Pending, b: &Pending| match (a, b) {
            (Pending::Write(a, _), Pending::Write(b, _)) => a < b && *a as usize / piece == *b as usize / piece,
            _ => false,
        };
        let mut pieces: Vec<&[Pending]> = pending.chunk_by(is_same).collect();
        let mut file = durable.clone();
        for last in (0..pieces.len()).rev() {
            pieces.swap(last, self.below(last + 1));
        }
        let share = 1 + self.below(8);
        for sectors in pieces {
            if self.below(8) < share {
                let is_torn = self.below(8) == 0;
                let count = if is_torn { self.below(sectors.len() + 1) } else { sectors.len() };
                sectors[..count].iter().for_each(|sector| sector.apply(&mut file));
            }
        }
        file
    }
}

#[derive(Debug)]
struct Recorded(Mutex<Disk>);

impl System for Recorded {
    fn write_at(&self, file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
        let len = Native.write_at(file, bytes, offset)?;
        let mut at = offset;
        let mut rest = &bytes[..len];
        while !rest.is_empty() {
            let (sector, after) = rest.split_at(rest.len().min(SECTOR - at as usize % SECTOR));
            lock(&self.0).pending.push(Pending::Write(at, sector.to_vec()));
            (at, rest) = (at + sector.len() as u64, after);
        }
        Ok(len)
    }

    fn cut(&self, file: &File, len: u64) -> io::Result<()> {
        lock(&self.0).pending.push(Pending::Cut(len));
        Native.cut(file, len)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        lock(&self.0).flush();
        Native.sync(file)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut disk = lock(&self.0);
        disk.is_unnamed = false;
        disk.lose_power();
        Native.rename(from, to)
    }

    fn sync_folder(&self, folder: &File) -> io::Result<()> {
        let mut disk = lock(&self.0);
        disk.lose_power();
        disk.replaced = None;
        Native.sync_folder(folder)
    }
}

fn options() -> Options {
    Options::of(Codec::Byte).with_level(1)
}

fn games(first: usize, count: usize) -> Vec<Game> {
    let game = |n: usize| format!("[White \"Player {n}\"]\n\n1. e4 e5 2. Nf3 {{game {n}}} *\n\n");
    let text: String = (first..first + count).map(game).collect();
    games_from_pgn(text.as_bytes()).unwrap().0
}

type Work = fn(Arc<dyn System>, &Path) -> crate::Result<()>;

fn append(system: Arc<dyn System>, path: &Path) -> crate::Result<()> {
    let mut writer = Writer::append_by(system, path, options())?;
    games(100, 30).iter().try_for_each(|game| writer.add(game))?;
    writer.finish().map(drop)
}

/// Games whose blocks have many pages.
fn append_much(system: Arc<dyn System>, path: &Path) -> crate::Result<()> {
    let noise = |n: u64| format!("{:x}", n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut writer = Writer::append_by(system, path, options())?;
    for number in 0..1500 {
        let names: Vec<String> = (0..4).map(|part| noise(4 * number + part)).collect();
        let text = format!("[White \"{}\"]\n\n1. e4 e5 2. Nf3 *\n", names.concat());
        writer.add(&games_from_pgn(text.as_bytes())?.0[0])?;
    }
    writer.finish().map(drop)
}

fn edit(system: Arc<dyn System>, path: &Path) -> crate::Result<()> {
    let mut writer = Writer::append_by(system, path, options())?;
    writer.delete_game(3, None)?;
    writer.replace_game(5, &games(900, 1)[0], None)?;
    writer.finish().map(drop)
}

fn index(system: Arc<dyn System>, path: &Path) -> crate::Result<()> {
    add_index_by(system, path, 1.into(), |_, _| Ok(())).map(drop)
}

/// With an index, if the old file has one.
fn compact_in_place(system: Arc<dyn System>, path: &Path) -> crate::Result<()> {
    let out = OutputFile::create_by(system, path)?;
    compact(&Reader::from_bytes(fs::read(path)?)?, out, 1, |_, _| Ok(())).map(drop)
}

/// An append that is aborted because the disk fails before the record is written.
fn given_up(system: Arc<dyn System>, path: &Path) -> crate::Result<()> {
    let mut writer = Writer::append_by(system, path, options())?;
    games(100, 30).iter().try_for_each(|game| writer.add(game))?;
    writer.close_replacements()?;
    writer.abort()
}

/// Returns the state of a file, and the moves and names of its games.
fn content(bytes: &[u8]) -> (State, Vec<Game>) {
    let reader = Reader::from_bytes(bytes.to_vec()).unwrap();
    assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
    let mut found = Vec::new();
    for number in 0..reader.number_end() {
        let mut game = Game::new();
        if reader.read_game(number, &mut game).is_ok() {
            found.push(game);
        }
    }
    (reader.state().unwrap(), found)
}

/// A file with edits, an index and a block that no index covers.
fn edited() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    fs::write(&path, pack_games(&games(0, 20), Codec::Byte).unwrap()).unwrap();
    for work in [index as Work, append, edit] {
        work(Arc::new(Native), &path).unwrap();
    }
    fs::read(&path).unwrap()
}

/// A work, its name, and whether it makes a new file that replaces the old one.
type NamedWork = (&'static str, Work, bool);

const WORKS: [NamedWork; 5] = [
    ("append", append, false),
    ("edit", edit, false),
    ("index", index, false),
    ("give up", given_up, false),
    ("compact", compact_in_place, true),
];

/// A file with 20 games; one with bytes of an interrupted append, which each work truncates; and one with edits.
fn old_files() -> [Vec<u8>; 3] {
    let first = pack_games(&games(0, 20), Codec::Byte).unwrap();
    let unfinished = [&first[..], &[7; 900]].concat();
    [first, unfinished, edited()]
}

/// Work that was done on a disk.
struct Done {
    name: &'static str,
    folder: tempfile::TempDir,
    disk: Disk,
    /// The content before and after.
    wanted: [(State, Vec<Game>); 2],
}

impl Done {
    fn new((name, work, is_new): NamedWork, old: &[u8]) -> Done {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.plypack");
        fs::write(&path, old).unwrap();
        let disk = Arc::new(Recorded(Mutex::new(Disk::new(old, is_new))));
        work(disk.clone(), &path).unwrap();
        let mut disk = std::mem::take(&mut *lock(&disk.0));
        let is_durable = disk.pending.is_empty() && disk.replaced.is_none();
        assert!(is_durable || name == "give up", "{name}: done, but not durable");
        disk.lose_power();
        let wanted = [content(old), content(&fs::read(&path).unwrap())];
        Done { name, folder, disk, wanted }
    }

    /// Checks a file after a loss of power; returns 0 for the old content, 1 for the new content.
    fn check(&self, lost: &[u8]) -> usize {
        let found = content(lost);
        let which = self.wanted.iter().position(|one| *one == found);
        let which = which.unwrap_or_else(|| panic!("{}: neither the old file nor the new one", self.name));
        let path = self.folder.path().join("games.plypack");
        fs::write(&path, lost).unwrap();
        append(Arc::new(Native), &path).unwrap();
        let after = content(&fs::read(&path).unwrap()).1.len();
        assert_eq!(after, found.1.len() + 30, "{}: the next append", self.name);
        which
    }
}

#[test]
fn a_loss_of_power_leaves_the_old_or_the_new_file() {
    for work in WORKS {
        for old in old_files() {
            let done = Done::new(work, &old);
            let mut seen = [0, 0];
            done.disk.lost.iter().for_each(|lost| seen[done.check(lost)] += 1);
            println!("{}: {} files after a loss of power; old and new: {seen:?}", done.name, done.disk.lost.len());
            assert!(seen[0] > 0 && (seen[1] > 0 || done.name == "give up"));
        }
    }
}

/// `PLYPACK_FULL=1 cargo test --lib power_loss` makes 2,000 files; with `PLYPACK_SEED=7`, others.
#[test]
fn random_losses_of_power_leave_the_old_or_the_new_file() {
    let seed = std::env::var("PLYPACK_SEED").map_or(1, |seed| seed.parse().expect("a number from 1"));
    let mut random = Random(seed);
    let files = old_files();
    let works = [&WORKS[..], &[("append much", append_much, false)]].concat();
    let all = works.iter().flat_map(|work| files.iter().map(|old| Done::new(*work, old)));
    // Skips works without moments: a new file gets its name only after it was flushed, so no request is then pending.
    let all: Vec<Done> = all.filter(|done| !done.disk.moments.is_empty()).collect();
    let mut seen = [0, 0];
    for number in 0..tier::sized(90, 2000) {
        let done = &all[number % all.len()];
        let image = random.image(&done.disk.moments);
        seen[done.check(&image)] += 1;
    }
    println!("seed {seed}: old and new: {seen:?}");
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}
