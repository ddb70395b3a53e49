//! `plypack index`.

use std::path::{Path, PathBuf};

use plypack::{Reader, add_index};

use super::{
    arguments::Threads,
    interrupt,
    numbers::{Grouped, games},
    outcome::{Ended, Outcome, note, print},
    output,
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
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        // A pipe that was written cannot be read again, and would be waited for.
        note(format_args!("{}: is no regular file; it gets no index", path.display()));
        return Ok(());
    }
    let progress = Progress::games("indexing", Reader::open(path)?.games());
    interrupt::catch_signals();
    let added = add_index(path, threads, |done, total| {
        progress.set_total(total);
        progress.advance(done)
    })?;
    drop(progress);
    output::warn_of_rollback(path, added.rolled_back);
    let path = path.display();
    match added.blocks {
        0 => print(format_args!("{path}: all games are indexed already\n")),
        _ => {
            let bytes = added.bytes as f64 / added.plies.max(1) as f64;
            let (games, size) = (games(added.games), Grouped(added.bytes));
            print(format_args!("{path}: index for {games} added, {size} bytes, {bytes:.2} per ply\n"));
        }
    }
    Ok(())
}
