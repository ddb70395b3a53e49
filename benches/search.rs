//! Measures searches in a plypack file without its position index, and with it if the file has one.
//!
//! `cargo bench --bench search -- FILE.plypack [lists]`; with `lists`, only lists of games are measured. Each time is the best of several
//! rounds for a complete call: wall clock, and CPU time of all threads. The file is open and mapped, and the system has it in memory.
//! `first` is the first call after opening, which also verifies the checksums of the data that it reads.

use std::{path::PathBuf, process::ExitCode, time::Instant};

use cpu_time::ProcessTime;

use plypack::{
    Position, Reader, Result,
    search::{self, Pattern, Query, RowsOptions, Target},
};

const ROUNDS: usize = 30;

/// Positions after moves, and a position that hardly ever occurs.
const OPENINGS: [(&str, &str); 4] = [
    ("start", ""),
    ("after 1.e4", "e4"),
    ("Queen's Gambit Declined, move 4", "d4 d5 c4 e6 Nc3 Nf6 Nf3"),
    ("Giuoco Pianissimo, 5...a6", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 a6"),
];
const ENDING: (&str, &str) = ("king and pawn against king", "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1");

fn main() -> ExitCode {
    let Some(path) = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).map(PathBuf::from) else {
        println!("skipped: no plypack file named");
        return ExitCode::SUCCESS;
    };
    match measure_all(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{}: {e}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn measure_all(path: &PathBuf) -> Result<()> {
    if std::env::args().any(|arg| arg == "lists") {
        return measure_lists(path);
    }
    let reader = Reader::open_mapped(path)?;
    let (indexed, bytes) = reader.indexed();
    println!(
        "{}: {} games, {} plies, {} blocks",
        path.display(),
        reader.number_end(),
        reader.plies(),
        reader.blocks().len()
    );
    println!("index of {indexed} blocks: {:.2} bytes a ply", bytes as f64 / reader.plies().max(1) as f64);
    let mut queries = Vec::new();
    for (name, moves) in OPENINGS {
        queries.push((name, Query::position(&search::position_after(moves.as_bytes())?)));
    }
    queries.push((ENDING.0, Query::position(&Position::from_fen(ENDING.1.as_bytes())?)));
    for index in [false, true] {
        println!("\n{}", if index { "with index" } else { "without index" });
        for (name, query) in &mut queries {
            query.index = index;
            let fresh = Reader::open_mapped(path)?;
            let begun = Instant::now();
            let hits = search::find(&[&fresh], query, &mut search::strict)?.len();
            let first = 1e3 * begun.elapsed().as_secs_f64();
            let find = best(|| search::find(&[&reader], query, &mut search::strict).map(|_| ()))?;
            let count = best(|| search::count(&[&reader], query, &mut search::strict).map(|_| ()))?;
            let tree = best(|| search::tree(&[&reader], query, &mut search::strict).map(|_| ()))?;
            println!(
                "{name:<34}{hits:>8} hits   find {:>8.3} ms, CPU {:>8.3} ms, first {first:>8.3} ms   count {:>8.3} ms, CPU {:>8.3} ms   tree {:>8.3} ms, CPU {:>8.3} ms",
                find.0, find.1, count.0, count.1, tree.0, tree.1
            );
        }
    }
    measure_whole_scan(&reader)?;
    measure_lists(path)
}

/// Measures on one thread the lists that a database program shows: all rows, and the first fifty by date, rating and name.
fn measure_lists(path: &PathBuf) -> Result<()> {
    const COLUMNS: &str = "white,black,white-rating,black-rating,result,date,event,site,round,eco,plies";
    println!("\nlists of games, 11 columns, on one thread, with opening the file");
    for (name, order, count) in [
        ("all rows", "", u64::MAX),
        ("all rows, newest first", "-date", u64::MAX),
        ("first 50", "", 50),
        ("first 50, newest first", "-date", 50),
        ("first 50, strongest first", "-average-rating", 50),
        ("first 50, by White", "white", 50),
        ("all rows, with comments and material", "", u64::MAX),
    ] {
        let columns = if name.contains("material") { "white,comments,variations,material" } else { COLUMNS };
        let mut options = RowsOptions::from_text(columns, order)?;
        options.count = count;
        let mut query = Query::default();
        query.threads = 1;
        let times = best(|| {
            let reader = Reader::open_mapped(path)?;
            search::rows(&[&reader], &query, &options, &mut search::strict).map(|_| ())
        })?;
        println!("{name:<38}{:>8.3} ms, CPU {:>8.3} ms", times.0, times.1);
    }
    Ok(())
}

/// Measures a search that must test every ply of every game: its pattern hardly ever matches and requires only the kings.
fn measure_whole_scan(reader: &Reader) -> Result<()> {
    let mut query = Query::new(Target::Pattern(Pattern::from_text("Kk6/8/8/8/8/8/8/8")?));
    query.threads = 1;
    let (_, cpu) = best(|| search::find(&[reader], &query, &mut search::strict).map(|_| ()))?;
    println!("\nevery ply of every game: {:.1} M plies/s and core", reader.plies() as f64 / cpu / 1e3);
    Ok(())
}

/// Returns the milliseconds of wall clock and of CPU time, each the best of all rounds.
fn best(mut work: impl FnMut() -> Result<()>) -> Result<(f64, f64)> {
    let mut best = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let cpu = ProcessTime::now();
        work()?;
        best.0 = best.0.min(1e3 * begun.elapsed().as_secs_f64());
        best.1 = best.1.min(1e3 * cpu.elapsed().as_secs_f64());
    }
    Ok(best)
}
