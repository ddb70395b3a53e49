//! Measures the figures on published codes in `spec/codecs/README.md` that are not in the table of `plypack codecs`: plies in fallback
//! mode, used numbers of the enumeration of moves, savings by codes for openings, and bits by phase and rating.
//!
//! `cargo bench --bench literature` reads `otb_bench`, `online_bench`, `engine_bench` and `from_fen` in the data folder (see
//! [`games::find`]), and `otb_train` for the openings.

#[allow(dead_code, reason = "games are read with their ratings here")]
mod games;
#[path = "literature/openings.rs"]
mod openings;

use std::{collections::HashSet, fs::File, process::ExitCode};

use plypack::{
    Codec, Game, Options, PackedMove, PgnSource, Piece, Position, Reader, Result, Writer,
    codecs::{
        Line,
        enumeration::{MOVES, NumberedMove, number_of},
    },
    import,
    internals::ranking::Ranking,
    moves::ExtendedMove,
};

const FILES: [&str; 4] = ["otb_bench", "online_bench", "engine_bench", "from_fen"];
/// Maximum number of games in each rating group that `tight` encodes.
const TIGHT_GAMES: usize = 1_000;
/// Number of games in one run of `tight`.
const RUN_GAMES: usize = 50;
/// Ends of the phases of a game, in plies.
const PHASES: [usize; 4] = [16, 40, 80, usize::MAX];
/// Maximum number of games whose legal moves are ranked.
const RANKED_GAMES: usize = 4_000;

/// A game with the mean rating of its players.
pub struct Played {
    /// The position before the first move.
    pub start: Position,
    /// The moves.
    pub moves: Vec<PackedMove>,
    rating: Option<u32>,
}

fn main() -> ExitCode {
    let mut found = Vec::new();
    for name in FILES {
        match read(name) {
            Ok(Some(games)) => found.push((name, games)),
            Ok(None) => println!("skipped: no {name} in the data folder"),
            Err(e) => return failed(&e),
        }
    }
    let done = fallbacks(&found).and_then(|()| enumerated(&found)).and_then(|()| {
        let Some((name, games)) = found.first() else { return Ok(()) };
        ranks(name, games)?;
        if let Some(known) = read("otb_train")? {
            openings::measure(&known, games)?;
        }
        found.iter().take(3).try_for_each(|(name, games)| bits_by_phase(name, games))
    });
    done.map_or_else(|e| failed(&e), |()| ExitCode::SUCCESS)
}

fn failed(e: &plypack::Error) -> ExitCode {
    eprintln!("{e}");
    ExitCode::FAILURE
}

fn read(name: &str) -> Result<Option<Vec<Played>>> {
    let Some(path) = games::find(name) else { return Ok(None) };
    let source = PgnSource { reader: Box::new(File::open(&path)?), name: name.to_owned() };
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1))?;
    import(vec![source], plypack::default_threads(), &mut writer, |_| Ok(()))?;
    let reader = Reader::from_bytes(writer.finish()?)?;
    let mut played = Vec::new();
    let mut game = Game::new();
    for number in 0..reader.number_end() {
        reader.read_game(number, &mut game)?;
        let rating = |tag: &[u8]| game.tag(tag).and_then(|text| std::str::from_utf8(text).ok()?.parse::<u32>().ok());
        let rating = rating(b"WhiteElo").zip(rating(b"BlackElo")).map(|(white, black)| (white + black) / 2);
        played.push(Played { start: game.start_position(), moves: std::mem::take(&mut game.moves), rating });
    }
    Ok(Some(played))
}

fn plies_of(games: &[Played]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
}

/// Prints, by codec, the number of plies in fallback mode, and the number of games with such plies.
fn fallbacks(files: &[(&str, Vec<Played>)]) -> Result<()> {
    let codecs = [Codec::Byte, Codec::ByteQueens, Codec::Slots];
    println!("fallbacks: plies, games");
    for (name, games) in files {
        let mut counts = [(0, 0); 3];
        for game in games {
            let mut position = game.start.clone();
            let mut plies = [0; 3];
            for m in &game.moves {
                for (plies, codec) in plies.iter_mut().zip(codecs) {
                    *plies += u64::from(codec.is_in_fallback(&position).unwrap_or_default());
                }
                position.play(*m)?;
            }
            for (count, plies) in counts.iter_mut().zip(plies) {
                *count = (count.0 + plies, count.1 + u64::from(plies > 0));
            }
        }
        print!("  {name:<13} of {:>8} plies, {:>6} games", plies_of(games), games.len());
        for (codec, (plies, games)) in codecs.iter().zip(counts) {
            print!("   {codec} {plies}, {games}");
        }
        println!();
    }
    Ok(())
}

/// Prints how many numbers of the enumeration real games use, and how many numbers make up 90 % and 99 % of their moves.
fn enumerated(files: &[(&str, Vec<Played>)]) -> Result<()> {
    let mut counts = vec![0_u64; MOVES.into()];
    let mut others = HashSet::new();
    for game in files.iter().flat_map(|(_, games)| games) {
        let mut position = game.start.clone();
        for packed in &game.moves {
            let m = ExtendedMove::new(&position, *packed)?;
            if let Some(role) = m.role() {
                let us = position.turn();
                let captured = m.captured().map_or(Piece::NONE, |role| role.of(!us));
                match number_of(NumberedMove { packed: *packed, piece: role.of(us), captured }) {
                    Some(number) => counts[usize::from(number)] += 1,
                    None => drop(others.insert(*packed)),
                }
            }
            position.play(*packed)?;
        }
    }
    let used = counts.iter().filter(|count| **count > 0).count();
    let all: u64 = counts.iter().sum();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let most = |share: f64| {
        let mut sum = 0;
        counts
            .iter()
            .take_while(|count| {
                (sum as f64) < share * all as f64 && {
                    sum += **count;
                    true
                }
            })
            .count()
    };
    println!(
        "enumeration: {used} of {MOVES} numbers are used in {all} moves of all files; {} make up 90 %, {} 99 %",
        most(0.9),
        most(0.99)
    );
    println!("  {} other moves, castling of other kings and rooks", others.len());
    Ok(())
}

/// Prints the shares of the code lengths of `rank-3bit`, which Tarrasch's article guesses.
fn ranks(name: &str, games: &[Played]) -> Result<()> {
    let mut shares = [0_u64; 4];
    let mut bits = 0_u64;
    let mut ranking = Ranking::default();
    let games = &games[..games.len().min(RANKED_GAMES)];
    for game in games {
        let mut position = game.start.clone();
        for packed in &game.moves {
            let rank = ranking.rank_in(&position, *packed)?;
            let choices = ranking.choices();
            let width = |choices: usize| u64::from(usize::BITS - choices.saturating_sub(1).leading_zeros());
            let (kind, length) = match rank {
                _ if choices <= 8 => (3, width(choices)),
                0..6 => (0, 3),
                6..10 => (1, 5),
                _ => (2, 3 + width(choices - 10)),
            };
            shares[kind] += 1;
            bits += length;
            position.play(*packed)?;
        }
    }
    let plies = plies_of(games) as f64;
    let percent = |count: u64| 100.0 * count as f64 / plies;
    println!(
        "rank-3bit, {name}, {} games: {:.1} % in 3 bits, {:.1} % in 5, {:.1} % in more, {:.1} % of plies have eight choices or fewer; {:.2} bits",
        games.len(),
        percent(shares[0]),
        percent(shares[1]),
        percent(shares[2]),
        percent(shares[3]),
        bits as f64 / plies
    );
    Ok(())
}

/// Returns the bits of the lines in `tight`, and their plies. Each line is cut after its number of plies.
pub fn tight_bits<'a>(lines: impl Iterator<Item = (&'a Played, usize)>) -> Result<(f64, f64)> {
    let lines: Vec<_> = lines
        .map(|(game, plies)| Line { start: &game.start, moves: &game.moves[..plies.min(game.moves.len())] })
        .collect();
    let mut bytes = 0;
    let mut code = Vec::new();
    for run in lines.chunks(RUN_GAMES) {
        code.clear();
        Codec::Tight.encode_run(run, &mut code)?;
        bytes += code.len();
    }
    let plies: usize = lines.iter().map(|line| line.moves.len()).sum();
    Ok((8.0 * bytes as f64, plies as f64))
}

/// Prints the bits per ply of `tight` by phase of the game and by rating.
fn bits_by_phase(name: &str, games: &[Played]) -> Result<()> {
    println!("tight, {name}: bits of plies 1-16, 17-40, 41-80, later; of all");
    for (group, ratings) in
        [("below 2000", 0..2000), ("2000-2399", 2000..2400), ("2400-2599", 2400..2600), ("2600 and more", 2600..9999)]
    {
        let is_in_group = |game: &&Played| game.rating.is_some_and(|rating| ratings.contains(&rating));
        let group_games: Vec<_> = games.iter().filter(is_in_group).take(TIGHT_GAMES).collect();
        if group_games.len() < 100 {
            continue;
        }
        print!("  {group:<14} {:>5} games ", group_games.len());
        let mut before = (0.0, 0.0);
        for phase in PHASES {
            let (bits, plies) = tight_bits(group_games.iter().map(|game| (*game, phase)))?;
            print!("{:>7.2}", (bits - before.0) / (plies - before.1).max(1.0));
            before = (bits, plies);
        }
        println!("{:>9.2}", before.0 / before.1);
    }
    Ok(())
}
