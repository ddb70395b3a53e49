//! The training games, and the held-out games for measuring.

use std::{collections::HashSet, fs, path::Path};

use plypack::{Game, PackedMove, Position, Start, games_from_pgn, internals::wire::crc32c};
use rayon::prelude::*;

/// A game for training or for measuring.
pub struct Record {
    /// The number of the game in its file, counted from 0.
    number: usize,
    pub start: Position,
    pub moves: Vec<PackedMove>,
    pub style: u16,
    /// True if the game is held out.
    pub is_held_out: bool,
}

/// The kind of the games of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Otb,
    Online,
    Engine,
}

/// A file, the kind of its games, and how often each counts in a pass.
struct File(&'static str, Source, usize);

const FILES: [File; 9] = [
    File("otb_bench.pgn", Source::Otb, 1),
    File("online_bench.pgn", Source::Online, 2),
    File("engine_bench.pgn", Source::Engine, 1),
    File("otb_train.pgn", Source::Otb, 1),
    File("otb_train2.pgn", Source::Otb, 1),
    File("online_clk_bench.pgn", Source::Online, 2),
    File("engine_full_comments_bench.pgn", Source::Engine, 1),
    File("chess960_engine.pgn", Source::Engine, 1),
    File("chess960_human.pgn", Source::Otb, 1),
];

/// The first of [`FILES`] are measured.
const MEASURED: [&str; 3] = ["over the board", "online", "engines"];

fn text<'a>(game: &'a Game, tag: &[u8]) -> &'a str {
    game.tag(tag).and_then(|value| std::str::from_utf8(value).ok()).unwrap_or("")
}

fn mean_elo(game: &Game) -> Option<u32> {
    let elo = |tag| text(game, tag).parse::<u32>().ok().filter(|elo| *elo > 0);
    Some((elo(b"WhiteElo")? + elo(b"BlackElo")?) / 2)
}

/// Returns whether a game is held out, by the CRC-32C of its event, a zero byte, and the year and month of its date as written (`2024.07`).
fn is_held_out(game: &Game) -> bool {
    let mut key = game.tag(b"Event").unwrap_or(b"").to_vec();
    key.push(0);
    let date = game.tag(b"Date").unwrap_or(b"");
    key.extend(&date[..date.len().min(7)]);
    crc32c(&key).is_multiple_of(8)
}

/// Returns the style of a game (`tight.2`). This is only a label for training; decoding never derives a style from tags.
fn style(game: &Game, source: Source) -> u16 {
    let year = text(game, b"Date").get(..4).and_then(|year| year.parse::<u32>().ok()).unwrap_or(0);
    let is_bullet = || {
        let base = text(game, b"TimeControl").split('+').next().and_then(|seconds| seconds.parse::<u32>().ok());
        base.is_some_and(|seconds| seconds <= 60) || text(game, b"Event").to_lowercase().contains("bullet")
    };
    match (source, mean_elo(game)) {
        (_, _) if game.start != Start::Standard => 15,
        (Source::Otb, None) => u16::from(year >= 1920),
        (Source::Otb, Some(elo)) => 2 + u16::from(elo >= 2350) + u16::from(elo >= 2500) + u16::from(elo >= 2650),
        (Source::Online, _) if is_bullet() => 10,
        (Source::Online, elo) => {
            let elo = elo.unwrap_or(0);
            6 + u16::from(elo >= 1700) + u16::from(elo >= 2150) + u16::from(elo >= 2500)
        }
        (Source::Engine, elo) => {
            let elo = elo.unwrap_or(0);
            11 + u16::from(elo >= 2600) + u16::from(elo >= 3100) + u16::from(elo >= 3400)
        }
    }
}

/// Returns all games of a file that have moves and no null moves.
fn load(path: &Path, source: Source) -> Vec<Record> {
    let text = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (games, _) = games_from_pgn(&text).expect("PGN in memory");
    let record = |(number, game): (usize, &Game)| Record {
        number,
        start: game.start_position(),
        moves: game.moves.clone(),
        style: style(game, source),
        is_held_out: is_held_out(game),
    };
    let is_usable =
        |g: &Game| g.start != Start::Unreadable && !g.moves.is_empty() && !g.moves.iter().any(|m| m.is_null());
    games.iter().enumerate().filter(|(_, game)| is_usable(game)).map(record).collect()
}

/// The training games of a file, in its order, and how often each counts.
pub struct Part {
    pub games: Vec<Record>,
    pub weight: usize,
}

/// Training games and held-out games, by file.
pub struct Split {
    pub learn: Vec<Part>,
    pub held_out: Vec<Vec<Record>>,
}

impl Split {
    /// Returns the games for measuring: one file of every kind.
    pub fn measured(&self) -> impl Iterator<Item = (&'static str, &[Record])> {
        MEASURED.into_iter().zip(self.held_out.iter().map(|games| &games[..]))
    }

    /// Returns held-out games that are not measured, with the styles that they represent.
    pub fn calibrating(&self) -> [(std::ops::Range<u16>, Vec<&Record>); 4] {
        let of = |styles: std::ops::Range<u16>| {
            let rest = self.held_out[MEASURED.len()..].iter().flatten();
            let games = rest.filter(|game| styles.contains(&game.style)).collect();
            (styles, games)
        };
        [of(0..6), of(6..11), of(11..15), of(15..16)]
    }

    /// Writes the games of every file to `learned` and `held-out` in a folder.
    pub fn write_lists(&self, data: &Path, folder: &Path) {
        for ((File(name, ..), part), held_out) in FILES.iter().zip(&self.learn).zip(&self.held_out) {
            let text = fs::read(data.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            let (games, _) = games_from_pgn(&text).expect("PGN in memory");
            for (list, records) in [("learned", &part.games), ("held-out", held_out)] {
                let mut out = Vec::new();
                for record in records {
                    plypack::pgn::write_game(&games[record.number], &mut out).expect("a game that was read");
                }
                fs::create_dir_all(folder.join(list)).expect("the folder can be made");
                fs::write(folder.join(list).join(name), out).expect("the list can be written");
            }
        }
    }
}

/// Reads the files. No game is used twice for training, and no training game has the moves, or the first moves, of a held-out game.
pub fn split(data: &Path, limit: usize) -> Split {
    let loaded: Vec<_> = FILES.par_iter().map(|File(name, source, _)| load(&data.join(name), *source)).collect();
    let mut seen: HashSet<u128> = HashSet::new();
    for game in loaded.iter().flatten().filter(|game| game.is_held_out) {
        let mut hash = Fingerprint::new(game);
        seen.insert(hash.0);
        for m in &game.moves {
            hash.add(*m);
            seen.insert(hash.0);
        }
    }
    let mut split = Split { learn: Vec::new(), held_out: Vec::new() };
    for (number, records) in loaded.into_iter().enumerate() {
        let (held_out, rest): (Vec<_>, Vec<_>) = records.into_iter().partition(|game| game.is_held_out);
        let games = rest.into_iter().filter(|game| seen.insert(Fingerprint::of(game))).take(limit).collect();
        split.learn.push(Part { games, weight: FILES[number].2 });
        split.held_out.push(held_out);
    }
    split
}

/// A hash of the start and the moves of a game.
struct Fingerprint(u128);

impl Fingerprint {
    fn new(game: &Record) -> Fingerprint {
        let mut hash = Fingerprint(1);
        game.start.fen().as_bytes().iter().for_each(|byte| hash.add_number((*byte).into()));
        hash
    }

    fn of(game: &Record) -> u128 {
        let mut hash = Fingerprint::new(game);
        game.moves.iter().for_each(|m| hash.add(*m));
        hash.0
    }

    fn add(&mut self, m: PackedMove) {
        self.add_number(u128::from(m.from()) | u128::from(m.to()) << 8 | u128::from(m.flags()) << 16);
    }

    fn add_number(&mut self, number: u128) {
        self.0 = (self.0 ^ number.wrapping_add(1)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B);
        self.0 ^= self.0 >> 67;
    }
}
