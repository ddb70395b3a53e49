//! Measures importing and exporting PGN in memory on one thread, in comparison with the crate pgn-reader and shakmaty.
//!
//! `cargo bench --bench import [-- FILE.pgn[.zst]... [JOB...]]`. The default files are `otb_bench`, `online_bench`, `online_clk_bench` and
//! `annotated` in the data folder (see [`games::find`]). The jobs are `peer`, `games`, `columns`, `pack` and `unpack`; all by default.
//! Each figure is the least CPU time of several rounds; a round runs all jobs in turn. The last column is the speed relative to the
//! peer, which resolves and plays every SAN of the main lines.

#[path = "games/mod.rs"]
#[allow(dead_code, reason = "other benchmarks use all of it")]
mod games;

use std::{env, fs, hint::black_box, io, ops::ControlFlow, path::PathBuf, time::Duration};

use cpu_time::ProcessTime;
use pgn_reader::{RawTag, Reader as PgnReader, SanPlus, Skip, Visitor};
use plypack::{
    Codec, Game, Options, PgnSource, Reader, Writer, export, import,
    internals::container::{BlockBuilder, Compressor},
    pgn::{Importer, Splitter},
};
use shakmaty::{Chess, Position};

const ROUNDS: usize = 7;

/// A job: its name, its description and its work.
type Job<'a> = (&'static str, &'static str, Box<dyn Fn() -> usize + 'a>);

const JOBS: [&str; 5] = ["peer", "games", "columns", "pack", "unpack"];

fn main() {
    let named = env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    let (wanted, named): (Vec<String>, Vec<String>) = named.partition(|arg| JOBS.contains(&arg.as_str()));
    let named: Vec<PathBuf> = named.into_iter().map(PathBuf::from).collect();
    let files = if named.is_empty() {
        ["otb_bench", "online_bench", "online_clk_bench", "annotated"].into_iter().filter_map(games::find).collect()
    } else {
        named
    };
    if files.is_empty() {
        println!("SKIPPED: no PGN file named, and none in the data folder");
    }
    for path in files {
        let bytes = fs::read(&path).expect("a PGN file");
        let text =
            if bytes.starts_with(b"\x28\xb5\x2f\xfd") { zstd::decode_all(&bytes[..]).expect("zstd") } else { bytes };
        println!("{}, {:.1} MB", path.display(), text.len() as f64 / 1e6);
        measure(&text, &wanted);
    }
}

fn measure(text: &[u8], wanted: &[String]) {
    let reader = Reader::from_bytes(pack(text)).expect("a file that was just written");
    let jobs: [Job; 5] = [
        ("peer", "pgn-reader and shakmaty", Box::new(|| peer(text))),
        ("games", "text to games", Box::new(|| games(text))),
        ("columns", "and to columns, not compressed", Box::new(|| columns(text))),
        ("pack", "text to a file in memory", Box::new(|| pack(text).len())),
        ("unpack", "and back to text", Box::new(|| unpack(&reader))),
    ];
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|job| job == name);
    let mut least = [Duration::MAX; 5];
    for _ in 0..ROUNDS {
        for ((_, _, job), least) in jobs.iter().zip(&mut least).filter(|((name, ..), _)| is_wanted(name)) {
            let start = ProcessTime::now();
            black_box(job());
            *least = start.elapsed().min(*least);
        }
    }
    for ((name, what, _), time) in jobs.iter().zip(least).filter(|((name, ..), _)| is_wanted(name)) {
        let seconds = time.as_secs_f64();
        let of_peer = least[0].as_secs_f64() / time.as_secs_f64();
        let of_peer = if wanted.is_empty() { format!("{of_peer:7.2}") } else { String::new() };
        println!("  {name:8} {what:32} {:7.1} MB/s {of_peer}", text.len() as f64 / 1e6 / seconds);
    }
}

/// Reads every game with pgn-reader and plays it with shakmaty. Returns the number of plies.
fn peer(text: &[u8]) -> usize {
    let mut plies = 0;
    let mut reader = PgnReader::new(text);
    while reader.read_game(&mut Player(&mut plies)).expect("text in memory").is_some() {}
    plies
}

struct Player<'a>(&'a mut usize);

impl Visitor for Player<'_> {
    type Tags = Option<Chess>;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Self::Tags> {
        ControlFlow::Continue(Some(Chess::default()))
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        games::set_start(tags, name, value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<(), Chess> {
        tags.map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        let Ok(m) = san.san.to_move(position) else { return ControlFlow::Break(()) };
        position.play_unchecked(m);
        *self.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Chess) {}
}

/// Reads every game. Returns the number of plies.
fn games(text: &[u8]) -> usize {
    let mut plies = 0;
    each_game(text, |game| plies += game.moves.len());
    plies
}

fn each_game(text: &[u8], mut take: impl FnMut(&Game)) {
    let mut splitter = Splitter::new(text);
    let mut importer = Importer::new();
    let mut game = Game::new();
    let mut issues = Vec::new();
    while let Some(batch) = splitter.next_batch().expect("text in memory") {
        for index in 0..batch.games.len() {
            importer.read_game(&batch, index, &mut game, &mut issues).expect("memory");
            issues.clear();
            take(&game);
        }
    }
}

/// Encodes every game. Returns the number of bytes of all blocks before zstd.
fn columns(text: &[u8]) -> usize {
    let mut builder = BlockBuilder::new(Codec::Byte);
    let mut bytes = 0;
    let finish = |builder: BlockBuilder| builder.finish(&mut Compressor::none()).expect("a block").sections().len();
    each_game(text, |game| {
        if !builder.has_room_for(game, Codec::Byte) || builder.is_full() {
            bytes += finish(std::mem::replace(&mut builder, BlockBuilder::new(Codec::Byte)));
        }
        builder.add_trusted(game).expect("a game that fits");
    });
    bytes + finish(builder)
}

fn pack(text: &[u8]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default()).expect("memory");
    let source = PgnSource { name: "-".to_owned(), reader: Box::new(text) };
    import(vec![source], 1, &mut writer, |_| Ok(())).expect("an import");
    writer.finish().expect("a footer")
}

fn unpack(reader: &Reader) -> usize {
    let mut out = io::sink();
    export(reader, 0..reader.number_end(), 1, &mut out, |_| Ok(()), |_| Ok(())).expect("an export");
    reader.number_end() as usize
}
