//! `plypack index`.

use std::path::{Path, PathBuf};

use plypack::{
    OutputFile, Result, Writer,
    files::{IndexAdded, IndexOptions, add_index},
};

use crate::{
    console::{
        interrupt,
        numbers::{Grouped, games},
        outcome::{Ended, Outcome, note, print},
        progress::Progress,
    },
    input::{
        arguments::{Memory, Threads},
        files,
    },
    output::new_file,
};

/// Adds a position index, with which searches for a position need no scan.
///
/// Patterns, material and incomplete FENs are always scanned. Indexes the games that have no index yet. The games do not change, and searches have the same results with and without an index.
#[derive(clap::Args)]
pub struct Args {
    /// plypack file
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// Rebuild the index of all games
    ///
    /// Needed if `plypack verify --index` reports that the index contradicts the games.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let path = &args.file;
    if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
        // Opening a pipe would wait.
        note_none(path);
        return Ok(Ended::Clean);
    }
    interrupt::catch_signals();
    let mut how = IndexOptions::new(args.threads.count());
    how.again = args.again;
    how.memory = args.memory.bytes();
    let added = add(path, how)?;
    new_file::note_rollback(path, added.rolled_back);
    report(path, &added);
    Ok(Ended::Clean)
}

/// Adds the index to a file, with progress.
pub fn add(path: &Path, how: IndexOptions) -> Result<IndexAdded> {
    let progress = Progress::games("indexing", files::open_to_change(path)?.number_end());
    add_index(path, how, |done, total| progress.advance_of(done, total))
}

/// Returns `true` if the new file can have an index; otherwise prints a note.
pub fn is_possible(path: &Path, file: &OutputFile) -> bool {
    if !file.is_regular() {
        note_none(path);
    }
    file.is_regular()
}

fn note_none(path: &Path) {
    note(format_args!("{}: is not a regular file, and gets no index", path.display()));
}

/// Adds the index to the new file before it replaces the old one, with progress.
pub fn add_to_new(writer: &mut Writer<OutputFile>, threads: usize) -> Result<IndexAdded> {
    let progress = Progress::games("indexing", writer.number_end());
    writer.add_index(threads, |done, total| progress.advance_of(done, total))
}

/// Prints a report of the added index.
pub fn report(path: &Path, added: &IndexAdded) {
    let path = path.display();
    match added.blocks {
        0 => print(format_args!("{path}: all games are already indexed\n")),
        _ => {
            let bytes = added.bytes as f64 / added.plies.max(1) as f64;
            let games = games(added.games);
            let size = Grouped(added.bytes);
            print(format_args!("{path}: index for {games} added, {size} bytes, {bytes:.2} per ply\n"));
        }
    }
}
