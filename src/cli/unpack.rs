//! `plypack unpack`.

use std::{
    io::{self, Write},
    path::PathBuf,
};

use plypack::{Error, ErrorCode, Exported, Reader, export};

use super::{
    arguments::{GameRange, Threads},
    corruption, inputs,
    outcome::{Ended, Outcome},
    progress::Progress,
    recode,
};

/// Writes the games of a file as PGN. Of a corrupt file, what can be read is written, and what is lost is reported.
#[derive(clap::Args)]
pub struct Args {
    /// The file to read
    #[arg(value_name = "IN.plypack")]
    input: PathBuf,
    /// The PGN file to create; standard output by default, or with `-`
    #[arg(short, long, value_name = "OUT.pgn")]
    output: Option<PathBuf>,
    /// Only these games: `A..B` from A to before B; also `A..`, `..B`, or `A` alone. The first game is 0
    #[arg(long, value_name = "A..B")]
    games: Option<GameRange>,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let reader = Reader::open(&args.input)?;
    let has_errors = corruption::warn_of_errors(&args.input, &reader);
    let count = match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        None => write(&args, &reader, |_| Progress::hidden(), &mut io::stdout().lock())?,
        Some(path) => {
            inputs::refuse_same_file(&args.input, path)?;
            write(&args, &reader, Progress::games, &mut recode::create(path)?)?
        }
    };
    Ok(Ended::with_errors(has_errors || count.corrupt > 0))
}

fn write(
    args: &Args,
    reader: &Reader,
    progress_of: impl FnOnce(u64) -> Progress,
    out: &mut dyn Write,
) -> Outcome<Exported> {
    let range = args.games.as_ref().unwrap_or(&GameRange::ALL);
    let range = range.within(reader.games()).ok_or_else(|| {
        let message = format!("{}: the file has only {} games", args.input.display(), reader.games());
        Error::new(ErrorCode::OutOfRange, message)
    })?;
    let progress = progress_of(range.end - range.start);
    let on_corruption = |corruption: &Corruption| {
        progress.warn(corruption::Message(&args.input, corruption));
        Ok(())
    };
    let on_progress = |done| {
        progress.set(done);
        Ok(())
    };
    let count = export(reader, range, args.threads.count(), out, on_corruption, on_progress)?;
    out.flush()?;
    Ok(count)
}
