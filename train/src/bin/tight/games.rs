//! The games to learn from, and those kept apart for measuring.

use std::{collections::HashSet, fs, path::Path};

use plypack::{Game, PackedMove, Start, games_from_pgn};
use rayon::prelude::*;
use shakmaty::Chess;

/// A game to learn from or to measure with.
pub struct Record {
    pub start: Chess,
    pub moves: Vec<PackedMove>,
    pub style: u16,
}

/// Of what kind the games of a file are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Otb,
    Online,
    Engine,
}

fn mean_elo(game: &Game) -> Option<u32> {
    let elo = |tag: &[u8]| std::str::from_utf8(game.tag(tag)?).ok()?.parse::<u32>().ok().filter(|e| *e > 0);
    Some((elo(b"WhiteElo")? + elo(b"BlackElo")?) / 2)
}

/// The style of a game (`tight.2`): a label for learning only, nothing decodes it from tags.
fn style(game: &Game, source: Source) -> u16 {
    match (source, mean_elo(game)) {
        (_, _) if game.start != Start::Standard => 7,
        (Source::Otb, None) => 0,
        (Source::Otb, Some(elo)) => 1 + u16::from(elo >= 2350),
        (Source::Online, Some(2400..)) => 3,
        (Source::Online, _) => 4,
        (Source::Engine, Some(3200..)) => 5,
        (Source::Engine, _) => 6,
    }
}

/// All games of a file that have moves and no null moves.
pub fn load(path: &Path, source: Source) -> Vec<Record> {
    let text = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (games, _) = games_from_pgn(&text).expect("PGN in memory");
    let record =
        |game: &Game| Record { start: game.start_position(), moves: game.moves.clone(), style: style(game, source) };
    let usable =
        |g: &&Game| g.start != Start::Unreadable && !g.moves.is_empty() && !g.moves.iter().any(|m| m.is_null());
    games.iter().filter(usable).map(record).collect()
}

/// Games to learn from, and one list to measure with for each kind.
pub struct Split {
    pub learn: Vec<Record>,
    pub measure: Vec<(&'static str, Vec<Record>)>,
}

/// `last`: keep only the last games of each kind apart (2000, 2000, 600), instead of whole files.
pub fn split(data: &Path, last: bool) -> Split {
    let files = [
        ("otb_train.pgn", Source::Otb, (0, 0)),
        ("otb_train2.pgn", Source::Otb, (0, 0)),
        ("otb_bench.pgn", Source::Otb, (100, 2000)),
        ("online_bench.pgn", Source::Online, (20, 2000)),
        ("engine_bench.pgn", Source::Engine, (20, 600)),
        ("engine_full_comments_bench.pgn", Source::Engine, (0, 0)),
        ("chess960_engine.pgn", Source::Engine, (0, 0)),
        ("online_clk_bench.pgn", Source::Online, (0, 0)),
    ];
    let loaded: Vec<_> =
        files.par_iter().map(|(name, source, held)| (load(&data.join(name), *source), *held)).collect();
    let mut split = Split { learn: Vec::new(), measure: Vec::new() };
    let mut seen: HashSet<Vec<PackedMove>> = HashSet::new();
    let mut names = ["otb", "online", "engine"].into_iter();
    let mut rest = Vec::new();
    for (mut records, held) in loaded {
        if held != (0, 0) {
            let apart = if last { held.1 } else { records.len() * held.0 / 100 };
            let kept = records.split_off(records.len() - apart);
            seen.extend(kept.iter().map(|r| r.moves.clone()));
            split.measure.push((names.next().expect("three kinds"), kept));
        }
        rest.extend(records);
    }
    // No game twice, and none of those that are measured.
    split.learn = rest.into_iter().filter(|r| seen.insert(r.moves.clone())).collect();
    split
}
