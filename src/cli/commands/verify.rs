//! `plypack verify`.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Reader, Result, Verification, VerifyOptions};
use serde_json::{Value, json};

use crate::{
    console::{
        corruption,
        numbers::{Grouped, games},
        outcome::{Ended, Outcome, found_errors, note, warn},
        progress::Progress,
    },
    input::{
        arguments::Threads,
        files::{self, shown},
    },
    output::json_list,
};

/// Checks all checksums, and that every move is legal.
///
/// Decodes all games. Reports corrupt data and the numbers of the affected games; the exit code is then 1. Corruption of data that no game
/// needs, such as deleted games, is reported, too, but the file is valid.
#[derive(clap::Args)]
pub struct Args {
    /// plypack file; `-` is standard input
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Also compare the position index with the games
    ///
    /// This takes as long as `plypack index`.
    #[arg(long)]
    index: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut how = VerifyOptions::new(args.threads.count());
    how.index = args.index;
    let is_valid = if args.json { check_to_json(&args.file, how)? } else { check_and_print(&args.file, how)? };
    Ok(Ended::with_errors(!is_valid))
}

/// Checks a file, reports what is corrupt, and whether the file is valid.
pub fn check_and_print(path: &Path, how: impl Into<VerifyOptions>) -> Outcome<bool> {
    let reader = files::open(path)?;
    let found = check(&reader, how)?;
    corruption::warn_of_errors(path, &reader);
    found.corruption.iter().for_each(|corruption| warn(corruption::Message(path, corruption)));
    for error in &found.unused {
        note(format_args!("{}: corrupt, but not needed: {error}", path.display()));
    }
    let verdict = if found.is_valid() { "all valid" } else { "corrupt" };
    note_unfinished(path, &reader);
    writeln!(io::stdout(), "{}: {} checked, {verdict}", shown(path), games(reader.game_count()))?;
    Ok(found.is_valid())
}

fn check_to_json(path: &Path, how: VerifyOptions) -> Outcome<bool> {
    let (report, is_valid) = match files::open(path) {
        Ok(reader) => {
            let found = check(&reader, how)?;
            let mut report = report(reader.game_count(), &found);
            report["unfinished"] = reader.unfinished().into();
            report["being_written"] = reader.is_being_written().into();
            report["unused"] = found.unused.iter().map(corruption::error_json).collect();
            (report, found.is_valid())
        }
        Err(e) => {
            warn(&e);
            let mut report = report(0, &Verification::default());
            report["errors"] = json!([corruption::error_json(&e)]);
            (report, false)
        }
    };
    found_errors(!is_valid);
    writeln!(io::stdout(), "{}", json_list::pretty(&report))?;
    Ok(is_valid)
}

/// Reports bytes after the committed end, which are not corruption.
fn note_unfinished(path: &Path, reader: &Reader) {
    if reader.unfinished() == 0 {
        return;
    }
    let bytes = Grouped(reader.unfinished());
    if reader.is_being_written() {
        note(format_args!("{}: another program is adding games, {bytes} bytes so far", path.display()));
    } else {
        let what = "bytes of an unfinished append are at the end of the file; the next append removes them";
        note(format_args!("{}: {bytes} {what}", path.display()));
    }
}

fn report(games: u64, found: &Verification) -> Value {
    json!({
        "games": games,
        "damaged": found.corruption.iter().map(corruption::to_json).collect::<Vec<_>>(),
        "errors": found.errors.iter().map(corruption::error_json).collect::<Vec<_>>(),
    })
}

fn check(reader: &Reader, how: impl Into<VerifyOptions>) -> Result<Verification> {
    let progress = Progress::steps("verifying");
    plypack::verify(reader, how, |done, total| progress.advance_of(done, total))
}
