//! `plypack index`.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Reader, add_index};

use super::{
    arguments::Threads,
    interrupt,
    numbers::{Grouped, games},
    outcome::{Ended, Outcome},
    progress::Progress,
};

/// Adds a position index to a file, for the games that have none yet. The file's content is not changed. Searches use the
/// index where there is one; their results are the same without it.
#[derive(clap::Args)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    add(&args.file, args.threads.count())?;
    Ok(Ended::Clean)
}

/// Adds the index, with progress and a report.
pub fn add(path: &Path, threads: usize) -> Outcome<()> {
    let progress = Progress::games(Reader::open(path)?.games());
    interrupt::catch_signals();
    let added = add_index(path, threads, |done, _| progress.advance(done))?;
    drop(progress);
    let path = path.display();
    match added.blocks {
        0 => writeln!(io::stdout(), "{path}: all games are indexed already")?,
        _ => {
            let bytes = added.bytes as f64 / added.plies.max(1) as f64;
            let (games, size) = (games(added.games), Grouped(added.bytes));
            writeln!(io::stdout(), "{path}: index for {games} added, {size} bytes, {bytes:.2} per ply")?;
        }
    }
    Ok(())
}
