//! `plypack verify`.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Corruption, Error, Reader, Result};
use serde_json::{Value, json};

use super::{
    arguments::Threads,
    corruption,
    files::{self, shown},
    json_list,
    numbers::{Grouped, games},
    outcome::{Ended, Outcome, found_errors, note, warn},
    progress::Progress,
};

/// Checks all checksums of a file, and that every game can be decoded and is legal. Reports what is corrupt, and which games. Damage of
/// parts that nothing needs, as games that were deleted, is told too; the file is valid all the same.
#[derive(clap::Args)]
pub struct Args {
    /// The file; `-` is standard input
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let is_valid = match args.json {
        true => check_to_json(&args.file, args.threads.count())?,
        false => check_and_print(&args.file, args.threads.count())?,
    };
    Ok(Ended::with_errors(!is_valid))
}

/// Checks a file, reports what is corrupt, and whether the file is valid.
pub fn check_and_print(path: &Path, threads: usize) -> Outcome<bool> {
    let reader = files::open(path)?;
    let found = check(&reader, threads)?;
    let has_errors = corruption::warn_of_errors(path, &reader);
    found.iter().for_each(|corruption| warn(corruption::Message(path, corruption)));
    for error in plypack::verify_unused(&reader)? {
        note(format_args!("{}: not needed, but damaged: {error}", path.display()));
    }
    let is_valid = found.is_empty() && !has_errors;
    let verdict = if is_valid { "all valid" } else { "corrupt" };
    note_unfinished(path, &reader);
    writeln!(io::stdout(), "{}: {} checked, {verdict}", shown(path), games(reader.games() - reader.deleted()))?;
    Ok(is_valid)
}

fn check_to_json(path: &Path, threads: usize) -> Outcome<bool> {
    let (report, is_valid) = match files::open(path) {
        Ok(reader) => {
            let found = check(&reader, threads)?;
            let mut report = report(reader.games() - reader.deleted(), &found, reader.errors());
            report["unfinished"] = reader.unfinished().into();
            report["being_written"] = reader.is_being_written().into();
            let unused = plypack::verify_unused(&reader)?;
            report["unused"] = unused.iter().map(corruption::error_json).collect();
            (report, found.is_empty() && reader.errors().is_empty())
        }
        Err(e) => {
            warn(&e);
            (report(0, &[], &[e]), false)
        }
    };
    found_errors(!is_valid);
    writeln!(io::stdout(), "{}", json_list::pretty(&report))?;
    Ok(is_valid)
}

/// Says that bytes follow what is committed, which is no damage.
fn note_unfinished(path: &Path, reader: &Reader) {
    let bytes = Grouped(reader.unfinished());
    match (reader.unfinished(), reader.is_being_written()) {
        (0, _) => {}
        (_, true) => note(format_args!("{}: another program is adding games, {bytes} bytes so far", path.display())),
        (_, false) => {
            let what = "bytes of an append that was not finished follow the file; the next append removes them";
            note(format_args!("{}: {bytes} {what}", path.display()));
        }
    }
}

fn report(games: u64, found: &[Corruption], errors: &[Error]) -> Value {
    json!({
        "games": games,
        "damaged": found.iter().map(corruption::to_json).collect::<Vec<_>>(),
        "errors": errors.iter().map(corruption::error_json).collect::<Vec<_>>(),
    })
}

fn check(reader: &Reader, threads: usize) -> Result<Vec<Corruption>> {
    let progress = Progress::games("verifying", reader.games());
    plypack::verify(reader, threads, |games| progress.advance(games))
}
