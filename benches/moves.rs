//! Speed of the move codecs on the games of a PGN file, in millions of plies a second on one core.
//!
//! `cargo bench --bench moves [-- FILE.pgn[.zst] [CODEC...]]`. The default file is `otb_bench` (see [`games::find`]); the default is all
//! codecs. Each figure is the best of several rounds over all games; slow codecs have fewer rounds. The yardstick is shakmaty's
//! `play_unchecked` on the same moves.

mod games;

use std::{env, hint::black_box, path::PathBuf, process::ExitCode};

use cpu_time::ThreadTime;

use plypack::{
    Codec, PackedMove, Position, Result,
    codecs::{Line, byte},
};
use shakmaty::{Chess, Move, Position as _};

const ROUNDS: usize = 15;
const MAX_GAMES: usize = 30_000;

/// A line in all the forms that are measured.
struct Game {
    start: Position,
    packed: Vec<PackedMove>,
    /// The same line for shakmaty.
    reference: (Chess, Vec<Move>),
    /// The code by codec, without spare capacity: spread over more memory than in files, it would take longer to load.
    codes: Vec<Box<[u8]>>,
}

impl Game {
    fn new(line: games::Line, codecs: &[Codec]) -> Result<Game> {
        let start = Position::from(&line.start);
        let packed: Vec<_> = line.moves.iter().map(|m| PackedMove::from_shakmaty(*m)).collect();
        let code_of = |codec: &Codec| {
            let mut code = Vec::new();
            codec.encode_line(&start, &packed, &mut code).map(|()| code.into_boxed_slice())
        };
        let codes = codecs.iter().map(code_of).collect::<Result<_>>()?;
        Ok(Game { start, packed, reference: (line.start, line.moves), codes })
    }
}

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let mut named = env::args().skip(1).filter(|arg| !arg.starts_with('-'));
    let file = named.next().map(PathBuf::from);
    let codecs: Vec<Codec> = named.map(|name| name.parse().expect("the name of a codec")).collect();
    let codecs = if codecs.is_empty() { Codec::ALL } else { &codecs[..] };
    let Some(path) = file.or_else(|| games::find("otb_bench")) else {
        println!("skipped: no PGN file named, and no otb_bench in the data folder");
        return ExitCode::SUCCESS;
    };
    match measure_all(&path, codecs) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{}: {e}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn measure_all(path: &std::path::Path, codecs: &[Codec]) -> Result<()> {
    let games =
        games::read(path, MAX_GAMES)?.into_iter().map(|line| Game::new(line, codecs)).collect::<Result<Vec<_>>>()?;
    let plies = games.iter().map(|game| game.packed.len()).sum();
    println!("{}: {} games, {plies} plies", path.display(), games.len());
    let yardstick = measure(&games, plies, |game: &Game, _, _| play_unchecked(game));
    let show = |name: &str, speed: f64| println!("{name:<28}{speed:>8.2} M plies/s{:>7.2} x", speed / yardstick);
    show("shakmaty play_unchecked", yardstick);
    show("Position::make_trusted", measure(&games, plies, |game: &Game, _, _| play_trusted(game)));
    for (index, codec) in codecs.iter().enumerate() {
        let bytes: usize = games.iter().map(|game| game.codes[index].len()).sum();
        println!("{codec}: {:.3} bits a ply, games in whole bytes", 8.0 * bytes as f64 / plies as f64);
        show(
            "  decode_trusted",
            measure(&games, plies, |g, out, _| codec.decode_trusted(&g.start, &g.codes[index], g.packed.len(), out)),
        );
        show(
            "  decode_line (strict)",
            measure(&games, plies, |g, out, _| codec.decode_line(&g.start, &g.codes[index], g.packed.len(), out)),
        );
        if *codec == Codec::Byte {
            show("  scan", measure(&games, plies, |g, _, _| scan(g, &g.codes[index])));
        }
        if codec.shares_runs() {
            let runs = runs(&games, *codec)?;
            show("  decode_run, as in files", measure(&runs, plies, |run, out, _| run.decode(*codec, out)));
            show("  encode_run, as in files", measure(&runs, plies, |run, _, out| run.encode(*codec, out)));
        }
        show("  encode_trusted", measure(&games, plies, |g, _, out| codec.encode_trusted(&g.start, &g.packed, out)));
        show("  encode_line (strict)", measure(&games, plies, |g, _, out| codec.encode_line(&g.start, &g.packed, out)));
    }
    Ok(())
}

/// Games that share one code, as in the blocks of files.
struct Run<'a> {
    games: &'a [Game],
    code: Vec<u8>,
}

/// Groups the games into runs (`codecs.4`).
fn runs(games: &[Game], codec: Codec) -> Result<Vec<Run<'_>>> {
    let most = codec.run_plies().expect("a codec with runs") as usize;
    let mut so_far = 0;
    let ends_run = |game: &Game| {
        so_far += game.packed.len();
        let ends = so_far >= most;
        so_far *= usize::from(!ends);
        ends
    };
    let ends: Vec<_> = games.iter().map(ends_run).collect();
    let mut runs = Vec::new();
    let mut start = 0;
    for (at, ends) in ends.into_iter().enumerate() {
        if ends || at + 1 == games.len() {
            let mut run = Run { games: &games[start..=at], code: Vec::new() };
            let mut code = Vec::new();
            run.encode(codec, &mut code)?;
            run.code = code;
            runs.push(run);
            start = at + 1;
        }
    }
    Ok(runs)
}

impl Run<'_> {
    fn encode(&self, codec: Codec, out: &mut Vec<u8>) -> Result<()> {
        let lines: Vec<_> = self.games.iter().map(|game| Line { start: &game.start, moves: &game.packed }).collect();
        codec.encode_run(&lines, out)
    }

    fn decode(&self, codec: Codec, out: &mut Vec<PackedMove>) -> Result<()> {
        let starts: Vec<_> = self.games.iter().map(|game| (&game.start, game.packed.len())).collect();
        codec.decode_run(&starts, &self.code, out)
    }
}

/// Returns the best speed over all games or runs, in million plies per second. `work` gets empty buffers each time.
fn measure<T>(
    games: &[T],
    plies: usize,
    mut work: impl FnMut(&T, &mut Vec<PackedMove>, &mut Vec<u8>) -> Result<()>,
) -> f64 {
    let mut packed = Vec::new();
    let mut bytes = Vec::new();
    let mut round = || {
        let before = ThreadTime::now();
        for game in games {
            packed.clear();
            bytes.clear();
            work(game, &mut packed, &mut bytes).expect("the games are legal");
            black_box((&packed, &bytes));
        }
        before.elapsed().as_secs_f64()
    };
    let mut best = round();
    // About one second per figure, so slow codecs have fewer rounds.
    let rounds = (1.0 / best) as usize;
    (0..rounds.clamp(2, ROUNDS)).for_each(|_| best = best.min(round()));
    plies as f64 / best / 1e6
}

fn play_unchecked(game: &Game) -> Result<()> {
    let (start, moves) = &game.reference;
    let mut position = start.clone();
    moves.iter().for_each(|m| position.play_unchecked(*m));
    black_box(&position);
    Ok(())
}

fn play_trusted(game: &Game) -> Result<()> {
    let mut position = game.start.clone();
    game.packed.iter().try_for_each(|m| position.make_trusted(*m).map(drop))?;
    black_box(&position);
    Ok(())
}

/// Tests at every ply, like a search, whether a square has a piece.
fn scan(game: &Game, code: &[u8]) -> Result<()> {
    let mut seen = 0;
    byte::scan(&game.start, code, game.packed.len(), |board, ply| {
        seen += usize::from(board.pieces()[ply.packed.to() as usize] == ply.piece.0);
        std::ops::ControlFlow::Continue(())
    })?;
    black_box(seen);
    Ok(())
}
