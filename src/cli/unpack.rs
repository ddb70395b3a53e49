//! `plypack unpack`.

use std::{
    io::{self, Write},
    ops::Range,
    path::PathBuf,
};

use plypack::{Corruption, Error, ErrorCode, Exported, Reader, Sink, export};

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
    let range = range_of(&args, &reader)?;
    let count = match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        None => write(&args, &reader, range, |_| Progress::hidden(), &mut io::stdout().lock())?,
        Some(path) => {
            inputs::refuse_same_file(&args.input, path)?;
            let mut file = recode::create(path)?;
            let written = write(&args, &reader, range, Progress::games, &mut file);
            // A server may say only now that its disk is full.
            let written = written.and_then(|count| Ok(file.sync().map(|()| count)?));
            written.map_err(|failure| failure.of(path))?
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
    range: Range<u64>,
    progress_of: impl FnOnce(u64) -> Progress,
    out: &mut dyn Write,
) -> Outcome<Exported> {
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
