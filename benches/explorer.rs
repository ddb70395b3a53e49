//! Measures answers of the explorer from a plypack file with an index.
//!
//! `cargo bench --bench explorer --features explorer -- FILE.plypack`. Each position is a random ply of a random game; the seed is fixed.
//! Times are wall clock on one thread. The file is open and mapped, and the system has it in memory.

use std::{path::Path, process::ExitCode, time::Instant};

use plypack::{
    Position, Reader, Result,
    explorer::{Collection, Database, Request, explore},
    search,
};

/// Number of random positions for each measurement.
const POSITIONS: usize = 2000;

/// Filters as programs send them.
const FILTERS: [&str; 6] = [
    "",
    "speeds=blitz,rapid",
    "ratings=2200,2500",
    "since=2010-01&until=2019-12",
    "speeds=classical&ratings=2000,2200,2500&since=2000",
    "ratings=1600,1800",
];

fn main() -> ExitCode {
    let Some(path) = std::env::args().skip(1).find(|arg| !arg.starts_with('-')) else {
        println!("skipped: no plypack file named");
        return ExitCode::SUCCESS;
    };
    match measure(Path::new(&path)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{path}: {e}");
            ExitCode::FAILURE
        }
    }
}

fn measure(path: &Path) -> Result<()> {
    let reader = Reader::open_mapped(path)?;
    let begun = Instant::now();
    let games = [Collection::open(&reader, &mut search::strict)?];
    println!("{} games, opened in {:.3} s", reader.game_count(), begun.elapsed().as_secs_f64());
    let mut random = Random(1);
    let any = positions(&reader, &mut random, 0)?;
    let later = positions(&reader, &mut random, 8)?;
    let start = vec![Position::default(); 20];
    // The first read of data also verifies its checksum, so it is not measured.
    for position in &any {
        answer(&games, position, "")?;
    }
    for filter in FILTERS {
        for (name, positions) in [("start", &start), ("any ply", &any), ("from ply 8 on", &later)] {
            let mut times = Vec::new();
            for position in positions {
                let begun = Instant::now();
                answer(&games, position, filter)?;
                times.push(1e3 * begun.elapsed().as_secs_f64());
            }
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            println!(
                "{filter:<52} {name:<14} mean {mean:>8.3} ms   p50 {:>8.3}   p99 {:>8.3}   max {:>8.3}",
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
    Ok(())
}

fn answer(games: &[Collection<&Reader>], position: &Position, filter: &str) -> Result<usize> {
    let mut request = Request::read(Database::Lichess, filter)?;
    request.position = position.clone();
    Ok(explore(games, &request, &mut search::strict)?.to_json().len())
}

/// Returns random positions of games, each after at least `first_ply` plies.
fn positions(reader: &Reader, random: &mut Random, first_ply: usize) -> Result<Vec<Position>> {
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    while positions.len() < POSITIONS {
        let Some(number) = reader.next_number(random.below(reader.number_end())) else { continue };
        moves.clear();
        reader.read_moves(number, &mut moves)?;
        if moves.len() <= first_ply {
            continue;
        }
        let ply = first_ply + random.below((moves.len() - first_ply) as u64) as usize;
        let mut position = Position::default();
        if moves[..ply].iter().try_for_each(|next| position.play(*next)).is_ok() {
            positions.push(position);
        }
    }
    Ok(positions)
}

/// xorshift64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end.max(1)
    }
}
