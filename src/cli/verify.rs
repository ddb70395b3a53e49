//! `plypack verify`.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Corruption, Error, Reader, Result};
use serde_json::{Value, json};

use super::{
    arguments::Threads,
    damage,
    outcome::{Ended, Outcome, complain},
    pack::games,
    progress::Progress,
};

/// Checks all checksums of a file, and that every game can be read and is legal. Says what is damaged, and which games.
#[derive(clap::Args)]
pub struct Args {
    /// The file
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
    let sound = match args.json {
        true => check_to_json(&args.file, args.threads.count())?,
        false => check_and_print(&args.file, args.threads.count())?,
    };
    Ok(Ended::complaining(!sound))
}

/// Checks a file, says what is damaged, and whether it is sound.
pub fn check_and_print(path: &Path, threads: usize) -> Outcome<bool> {
    let reader = Reader::open(path)?;
    let found = check(&reader, threads)?;
    let faults = damage::complain_of_faults(path, &reader);
    found.iter().for_each(|damage| complain(damage::Message(path, damage)));
    let sound = found.is_empty() && !faults;
    let verdict = if sound { "all sound" } else { "damaged" };
    writeln!(io::stdout(), "{}: {} checked, {verdict}", path.display(), games(reader.games()))?;
    Ok(sound)
}

fn check_to_json(path: &Path, threads: usize) -> Outcome<bool> {
    let (report, sound) = match Reader::open(path) {
        Ok(reader) => {
            let found = check(&reader, threads)?;
            (report(reader.games(), &found, reader.errors()), found.is_empty() && reader.errors().is_empty())
        }
        Err(e) => {
            complain(&e);
            (report(0, &[], &[e]), false)
        }
    };
    writeln!(io::stdout(), "{report:#}")?;
    Ok(sound)
}

fn report(games: u64, found: &[Corruption], faults: &[Error]) -> Value {
    json!({
        "games": games,
        "damaged": found.iter().map(damage::to_json).collect::<Vec<_>>(),
        "faults": faults.iter().map(damage::error_json).collect::<Vec<_>>(),
    })
}

fn check(reader: &Reader, threads: usize) -> Result<Vec<Corruption>> {
    let progress = Progress::games(reader.games());
    plypack::verify(reader, threads, |games| {
        progress.reach(games);
        Ok(())
    })
}
