//! Measures streams of tables: games, plies and the tree of a plypack file as Arrow record batches.
//!
//! `cargo bench --bench tables -- FILE.plypack`. Each figure is the best CPU time of several rounds on one thread. `first` is the first
//! pass of a reader that was just opened, which checks that moves are legal. Each speed is also given relative to [`MoveScan`] on the same
//! games in the same run: checked decoding for first passes, trusted decoding for others.

use std::{path::PathBuf, process::ExitCode, sync::Arc};

use cpu_time::ProcessTime;
use plypack::{
    MoveScan, Reader, Result,
    blocks::BatchSize,
    tables::{Table, TableScan},
};

const ROUNDS: usize = 5;

/// Tables and the requested columns.
const SCANS: [(Table, &str); 12] = [
    (Table::Games, "game"),
    (Table::Games, "white,black,result"),
    (Table::Games, "white,black,event,site,round,date,result,white_rating,black_rating,eco"),
    (Table::Games, "white,black,result,moves"),
    (Table::Games, "moves"),
    (Table::Games, "moves16"),
    (Table::Games, "tags"),
    (Table::Games, "pgn"),
    (Table::Plies, "game,ply,move"),
    (Table::Plies, "move,position"),
    (Table::Plies, "game,ply,san"),
    (Table::Tree, "position,move,games,white,draws,black"),
];

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
    let reader = Arc::new(Reader::open_mapped(path)?);
    let games = reader.number_end() as f64;
    let plies = reader.plies() as f64;
    println!("{}: {games} games, {plies} plies", path.display());
    let checked = best(|| decode(&Arc::new(Reader::open_mapped(path)?)))?;
    decode(&reader)?;
    let trusted = best(|| decode(&reader))?;
    println!("moves, checked {:.1} M plies/s, again {:.1} M plies/s", 1e-6 * plies / checked, 1e-6 * plies / trusted);
    println!("{:<74}{:>9}{:>9}{:>9}{:>9}{:>9}", "M games/s, share of decoding", "first", "", "again", "", "MB/batch");
    for (table, columns) in SCANS {
        let names: Vec<&str> = columns.split(',').collect();
        let first = best(|| read(Arc::new(Reader::open_mapped(path)?), table, &names).map(drop))?;
        let again = best(|| read(reader.clone(), table, &names).map(drop))?;
        let batch = read(reader.clone(), table, &names)?;
        println!(
            "{:<74}{:>9.2}{:>9.2}{:>9.2}{:>9.2}{:>9.1}",
            format!("{table:?} {columns}"),
            1e-6 * games / first,
            checked / first,
            1e-6 * games / again,
            trusted / again,
            1e-6 * batch as f64,
        );
    }
    Ok(())
}

/// Reads all moves.
fn decode(reader: &Arc<Reader>) -> Result<()> {
    let scan = MoveScan::new(reader.as_ref());
    let size = || BatchSize { games: 1000, plies: 1 << 20 };
    while scan
        .next(
            &mut size(),
            |moves| {
                std::hint::black_box(moves);
            },
            |found| Err(found.error.clone()),
        )?
        .is_some()
    {}
    Ok(())
}

/// Reads all rows. Returns the bytes of the largest batch.
fn read(reader: Arc<Reader>, table: Table, columns: &[&str]) -> Result<usize> {
    let stream = TableScan::new(reader, table).with_columns(columns)?.stream()?;
    let sizes = stream.map(|batch| batch.expect("a file without damage").get_array_memory_size());
    Ok(sizes.max().unwrap_or_default())
}

/// Returns the least CPU time of several calls in seconds.
fn best(mut call: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begun = ProcessTime::now();
        call()?;
        least = least.min(begun.elapsed().as_secs_f64());
    }
    Ok(least)
}
