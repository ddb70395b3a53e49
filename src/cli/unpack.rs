//! `plypack unpack`.

use std::{
    io::{self, Write},
    ops::Range,
    path::PathBuf,
};

use plypack::{Corruption, Error, ErrorCode, Exported, Reader, Sink as _, export};

use super::{
    arguments::{GameRange, Threads},
    corruption, inputs,
    outcome::{Ended, Outcome},
    output,
    progress::Progress,
};

/// Writes the games of a file as PGN. Of a corrupt file, what can be read is written, and what is lost is reported.
#[derive(clap::Args)]
pub struct Args {
    /// The file to read
    #[arg(value_name = "IN.plypack")]
    input: PathBuf,
    /// The PGN file to create, or to replace when it is complete; standard output by default, or with `-`
    #[arg(short, long, value_name = "OUT.pgn")]
    output: Option<PathBuf>,
    /// Only these games: `A..B` from A to before B; also `A..`, `..B`, or `A` alone. The first game is 0
    #[arg(long, value_name = "A..B")]
    games: Option<GameRange>,
    /// Replace an existing file even if it is a plypack file
    #[arg(long = "force")]
    is_forced: bool,
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
            let mut file = output::create_text(path, args.is_forced)?;
            let count = write(&args, &reader, Progress::games, &mut file)?;
            file.commit().map_err(|e| Error::from(e).context(path.display()))?;
            count
        }
    };
    Ok(Ended::with_errors(has_errors || count.corrupt > 0))
}

/// The games to write. Of several the deleted ones are left out; one that is asked for alone must be there.
fn range_of(args: &Args, reader: &Reader) -> plypack::Result<Range<u64>> {
    let wanted = args.games.as_ref().unwrap_or(&GameRange::ALL);
    let (file, next) = (args.input.display(), reader.games());
    let range = wanted.within(next).ok_or_else(|| {
        let message = format!("{file}: there is no game {}; games have numbers below {next}", wanted.first());
        Error::new(ErrorCode::OutOfRange, message)
    })?;
    match range.end - range.start == 1 && reader.is_deleted(range.start) {
        true => Err(Error::new(ErrorCode::NotFound, format!("{file}: game {} is deleted", range.start))),
        false => Ok(range),
    }
}

fn write(
    args: &Args,
    reader: &Reader,
    progress_of: impl FnOnce(u64) -> Progress,
    out: &mut dyn Write,
) -> Outcome<Exported> {
    let range = range_of(args, reader)?;
    let progress = progress_of(range.end - range.start);
    let on_corruption = |corruption: &Corruption| {
        progress.warn(corruption::Message(&args.input, corruption));
        Ok(())
    };
    let on_progress = |done| progress.advance(done);
    let count = export(reader, range, args.threads.count(), out, on_corruption, on_progress)?;
    out.flush()?;
    Ok(count)
}
