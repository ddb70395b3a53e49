//! Runs all operations on many files, and keeps the worst file for each operation.

use std::{
    fs,
    path::Path,
    sync::{Arc, atomic::Ordering::Relaxed},
    time::Duration,
};

use cpu_time::ProcessTime;
use plypack::{Codec, Position, Reader, games_from_pgn, pack_games};

use super::{
    counting::{allocated, peak_of},
    extremes,
    file::{Unit, parse, write},
    mutate::{Random, mutate},
    operations::{Bytes, Operation},
};

/// Cost of an operation.
#[derive(Clone, Copy)]
pub struct Cost {
    pub seconds: f64,
    /// Peak of allocated bytes, and sum of all allocations in bytes.
    pub memory: usize,
    pub allocated: usize,
    /// Bytes read from the file, if it is not read in place.
    pub read: u64,
    pub written: u64,
}

/// Size of a file, from which the bounds of an operation follow.
pub struct Size {
    pub bytes: usize,
    pub blocks: usize,
    pub largest_block: u64,
    pub games: u64,
    /// Seconds that the checked decoder of each codec needs for as many plies of ordinary games.
    pub decoding: f64,
}

/// Seconds per ply of the checked decoder of each codec, on ordinary games.
pub struct Speeds(Vec<(Codec, f64)>);

impl Speeds {
    pub fn measured() -> Speeds {
        let text = fs::read(repository().join("conformance/samples/famous.pgn")).expect("a sample");
        let (games, _) = games_from_pgn(&text).expect("games");
        let line = games.iter().map(|game| &game.moves).max_by_key(|moves| moves.len()).expect("a game");
        let speed = |codec: Codec| {
            let start = Position::default();
            let mut code = Vec::new();
            let mut moves = Vec::new();
            codec.encode_line(&start, line, &mut code).expect("legal moves");
            let before = ProcessTime::now();
            let times = 40;
            (0..times).for_each(|_| {
                moves.clear();
                codec.decode_line(&start, &code, line.len(), &mut moves).expect("what was written");
            });
            (codec, before.elapsed().as_secs_f64() / (times * line.len()) as f64)
        };
        Speeds(Codec::ALL.iter().copied().map(speed).collect())
    }

    fn of(&self, codec: Option<Codec>) -> f64 {
        self.0.iter().find(|(other, _)| Some(*other) == codec).map_or(0.0, |(_, speed)| *speed)
    }
}

/// Returns the folder of the repository. Several of its packages include this file.
pub fn repository() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders.find(|folder| folder.join("conformance").is_dir()).expect("the folder of the vectors")
}

impl Size {
    pub fn of(bytes: &Arc<Vec<u8>>, speeds: &Speeds) -> Size {
        let reader = Reader::salvage(Box::new(Bytes::new(bytes, true)));
        let mut size = Size { bytes: bytes.len(), blocks: 0, largest_block: 0, games: 0, decoding: 0.0 };
        let Ok(reader) = reader else { return size };
        let replaced = reader.file_len();
        size.games = reader.number_end();
        for (number, block) in reader.blocks().iter().enumerate() {
            size.blocks += 1;
            size.largest_block = size.largest_block.max(block.range.end - block.range.start).min(replaced);
            let codec = reader.block_header(number).ok().and_then(|header| header.codec().ok());
            size.decoding += block.plies as f64 * speeds.of(codec);
        }
        size
    }

    /// Bytes of memory that an operation may take: twice the memory of one block, because of its results.
    pub fn memory_bound(&self) -> f64 {
        2.0 * ((64 << 20) as f64 + 64.0 * self.largest_block as f64) + 64.0 * self.bytes as f64
    }

    /// Additional bytes of memory for an operation that gathers results of all blocks, and returns `given` bytes.
    pub fn gathered(&self, given: u64) -> f64 {
        4.0 * given as f64 + 128.0 * self.games as f64
    }

    /// Sum of all allocations in bytes, also of freed memory: a measure for the time of copying. The constant part is for the walk of a
    /// broken file (`limits.12`).
    pub fn allocation_bound(&self, written: u64) -> f64 {
        let of_parts = 256.0 * (self.bytes as f64 + self.games as f64) + 4.0 * written as f64;
        f64::from(16 << 20) + of_parts + f64::from(256 << 20) * self.blocks as f64
    }

    /// Bytes of the file that may be read, by the walk of a broken file and by a refresh.
    pub fn read_bound(&self) -> f64 {
        f64::from(10 << 20) + 24.0 * self.bytes as f64
    }

    /// Goal for the time in seconds.
    pub fn time_goal(&self, written: u64) -> f64 {
        0.2 + 2e-6 * self.bytes as f64 + 1e-6 * written as f64 + 1e-6 * self.games as f64 + 2.0 * self.decoding
    }
}

/// Runs an operation.
pub fn run(operation: Operation, file: &Bytes) -> Cost {
    let before = ProcessTime::now();
    let allocated_before = allocated();
    let (done, memory) = peak_of(|| operation(file));
    Cost {
        seconds: before.elapsed().as_secs_f64(),
        memory,
        allocated: allocated() - allocated_before,
        read: file.read.load(Relaxed),
        written: done.unwrap_or(0),
    }
}

/// The worst costs of an operation.
#[derive(Default, Clone)]
pub struct Worst {
    time: Record,
    memory: Record,
    allocated: Record,
    read: Record,
}

/// A cost relative to its bound or goal, and a line that describes it.
#[derive(Default, Clone)]
struct Record {
    ratio: f64,
    line: String,
}

impl Record {
    fn take(&mut self, ratio: f64, line: impl FnOnce() -> String) {
        if ratio > self.ratio {
            *self = Record { ratio, line: line() };
        }
    }
}

/// Operations that write games. They copy a game that is too large for that: with tags that fit, and as text.
const WRITING: [&str; 8] =
    ["export", "recode", "recode with runs", "repair", "verify", "table of games", "C export", "C verify"];

/// Operations that gather results from the games of all blocks, and return them.
const GATHERING: [&str; 13] = [
    "list by a tag",
    "list by a text",
    "list by numbers",
    "statistics",
    "statistics of players",
    "rows",
    "first rows by names",
    "all rows by names",
    "duplicates",
    "near duplicates",
    "names",
    "C list",
    "C names",
];

/// Number of reports of a long search.
const PARTS: u32 = 6;

/// Operations by name.
pub type Operations = Vec<(&'static str, Operation)>;

/// The operations, and the worst costs of each.
pub struct Campaign {
    pub speeds: Speeds,
    pub operations: Operations,
    pub worst: Vec<Worst>,
    pub cases: usize,
}

impl Campaign {
    pub fn new(operations: Operations) -> Campaign {
        let worst = vec![Worst::default(); operations.len()];
        Campaign { speeds: Speeds::measured(), operations, worst, cases: 0 }
    }

    /// Runs all operations on a file.
    pub fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.cases += 1;
        let bytes = Arc::new(bytes);
        let size = Size::of(&bytes, &self.speeds);
        let is_in_place = self.cases.is_multiple_of(2);
        for ((label, operation), worst) in self.operations.iter().zip(&mut self.worst) {
            let copies = if WRITING.contains(label) { 4.0 } else { 1.0 };
            let cost = run(*operation, &Bytes::new(&bytes, is_in_place));
            let gathered = if GATHERING.contains(label) { size.gathered(cost.written) } else { 0.0 };
            worst.take(name, &size, cost, copies, gathered);
        }
    }

    /// Prints the worst costs of all operations.
    pub fn print(&self) {
        println!(
            "{} files; seconds as parts of the goal; bytes of memory, allocated and read, of the bounds",
            self.cases
        );
        for ((label, _), worst) in self.operations.iter().zip(&self.worst) {
            for (what, Record { ratio, line }) in [
                ("time", &worst.time),
                ("memory", &worst.memory),
                ("allocated", &worst.allocated),
                ("read", &worst.read),
            ] {
                println!("{label:20} {what:9} {ratio:8.2}  {line}");
            }
        }
    }
}

impl Campaign {
    /// Runs the constructed files, and then changed files for `--minutes` minutes of CPU time, so other work on the machine does not
    /// matter. `option` takes the name of an option and its default, and returns its number.
    #[allow(dead_code, reason = "not for tests that take a sample")]
    pub fn search(operations: Operations, option: impl Fn(&str, u64) -> u64) {
        let seed = option("--seed", 1);
        let minutes = option("--minutes", 1);
        let mut campaign = Campaign::new(operations);
        for (name, bytes) in extremes::files(option("--many", 100) as usize) {
            campaign.add(&name, bytes);
        }
        campaign.print();
        let seeds = seeds();
        let mut random = Random(seed.max(1));
        let start = ProcessTime::now();
        let end = Duration::from_secs(60 * minutes);
        let mut number = 0u64;
        for part in 1..=PARTS {
            while start.elapsed() < end * part / PARTS {
                number += 1;
                if let Some(bytes) = changed(&seeds, &mut random) {
                    campaign.add(&format!("file {number} of seed {seed}"), bytes);
                }
            }
            println!("\nwith {number} changed files, seed {seed}, after {:.0?}:", start.elapsed());
            campaign.print();
        }
    }

    /// Checks that no operation exceeded its bounds (`limits.12`).
    #[allow(dead_code, reason = "for tests")]
    pub fn check(&self) {
        for ((label, _), worst) in self.operations.iter().zip(&self.worst) {
            for (what, Record { ratio, line }) in
                [("memory", &worst.memory), ("allocated", &worst.allocated), ("read", &worst.read)]
            {
                assert!(*ratio <= 1.0, "{label}: {ratio:.2} times the {what} that it may take: {line}");
            }
        }
    }
}

impl Worst {
    fn take(&mut self, name: &str, size: &Size, cost: Cost, copies: f64, gathered: f64) {
        let bytes = size.bytes as f64;
        let blocks = size.blocks;
        let mega = |bytes: usize| bytes as f64 / f64::from(1 << 20);
        self.time.take(cost.seconds / size.time_goal(cost.written), || {
            let each = 1e6 * cost.seconds / bytes;
            let Cost { seconds, written, .. } = cost;
            format!("{seconds:.3} s, {bytes} bytes, {blocks} blocks ({each:.2} us a byte), {written} written: {name}")
        });
        self.memory.take(cost.memory as f64 / (copies * size.memory_bound() + gathered), || {
            format!("{:.1} MiB, {bytes} bytes: {name}", mega(cost.memory))
        });
        self.allocated.take(cost.allocated as f64 / (copies * size.allocation_bound(cost.written)), || {
            format!("{:.1} MiB, {bytes} bytes, {blocks} blocks: {name}", mega(cost.allocated))
        });
        self.read.take(cost.read as f64 / size.read_bound(), || format!("{} of {bytes} bytes: {name}", cost.read));
    }
}

/// Returns files to change: files of vectors, kept files, and the samples in every file codec.
pub fn seeds() -> Vec<Vec<Unit>> {
    let mut files = Vec::new();
    for chapter in ["container", "index", "limits", "search", "versions", "tags", "annotations", "values", "positions"]
    {
        let text = fs::read_to_string(repository().join(format!("conformance/vectors/{chapter}.json")));
        let vectors: serde_json::Value = serde_json::from_str(&text.expect("vectors")).expect("JSON");
        files.extend(vectors["tests"].as_array().into_iter().flatten().filter_map(|test| bytes_of(&test["input"])));
    }
    let kept = fs::read_dir(repository().join("conformance/samples/kept")).expect("kept files");
    let mut kept: Vec<_> = kept.map(|entry| entry.expect("an entry").path()).collect();
    kept.sort();
    files.extend(kept.iter().filter_map(|path| fs::read(path).ok()));
    for sample in ["clocks", "edge"] {
        let text = fs::read(repository().join(format!("conformance/samples/{sample}.pgn"))).expect("a sample");
        let (games, _) = games_from_pgn(&text).expect("games");
        files.extend(Codec::IN_FILES.iter().filter_map(|codec| pack_games(&games, *codec).ok()));
    }
    files.retain(|file| file.starts_with(b"\x8fPLY") && file.len() < 1 << 20);
    files.iter().map(|file| parse(file)).filter(|units| !units.is_empty()).collect()
}

/// Returns the bytes of the input of a vector, a list of pairs of hexadecimal digits and their meaning.
fn bytes_of(input: &serde_json::Value) -> Option<Vec<u8>> {
    let parts = input.as_array()?.iter().map(|part| part.get(0).and_then(|part| part.as_str()));
    let text: String = parts.collect::<Option<Vec<_>>>()?.join(" ");
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}

/// Returns a changed file; `None` if it is too large.
pub fn changed(seeds: &[Vec<Unit>], random: &mut Random) -> Option<Vec<u8>> {
    let mut units = seeds[random.below(seeds.len())].clone();
    if random.below(8) == 0 {
        units.extend(seeds[random.below(seeds.len())].iter().cloned());
    }
    mutate(&mut units, random);
    let most = units.iter().map(unit_len).sum::<usize>();
    (most < 32 << 20).then(|| write(&units)).filter(|file| file.len() < 8 << 20)
}

fn unit_len(unit: &Unit) -> usize {
    match unit {
        Unit::Block(block) => block.sections.iter().map(|section| section.content.len()).sum(),
        Unit::Other(bytes) => bytes.len(),
        Unit::Segment(segment) => segment.pages.iter().map(|(page, lists)| page.len() + lists.len()).sum(),
        Unit::Footer(_) => 0,
    }
}
