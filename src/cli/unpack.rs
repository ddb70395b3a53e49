//! `plypack unpack`.

use std::{
    io::{self, Write},
    ops::Range,
    path::PathBuf,
};

use plypack::{Corruption, Error, ErrorCode, Exported, Reader, Sink as _, export, is_scid_path};

use super::{
    arguments::{GameRange, Threads},
    corruption,
    files::{FileArgs, Files, OpenFile},
    inputs,
    outcome::{Failure, Outcome},
    output,
    progress::Progress,
    scid,
};

/// Writes the games of files as PGN, or as a SCID 4 database. Of a corrupt file, what can be read is written, and what is lost is reported.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// The PGN file to create, or to replace when it is complete; standard output by default, or with `-`. With the ending `.si4` a
    /// SCID 4 database, with the files `.sg4` and `.sn4` beside it
    #[arg(short, long, value_name = "OUT.pgn")]
    output: Option<PathBuf>,
    /// Only these games of one file: `A..B` from A to before B; also `A..`, `..B`, or `A` alone. The first game is 0
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
    let mut files = args.files.find();
    if files.are_several() && args.games.is_some() {
        return Err(Failure::Usage("--games is for one file: games of several have no common numbers".to_owned()));
    }
    match args.output.as_deref().filter(|path| path.as_os_str() != "-") {
        None => drop(write_all(&args, &mut files, |_| Progress::hidden(), || Ok(io::stdout().lock()))?),
        Some(path) if is_scid_path(path) => {
            let range_of = |file: &OpenFile| range_of(&args, file);
            scid::unpack(&mut files, path, args.is_forced, args.threads.count(), range_of)?;
        }
        Some(path) => {
            files.paths().iter().try_for_each(|input| inputs::refuse_same_file(input, path))?;
            let create = || output::create_text(path, args.is_forced);
            let written = write_all(&args, &mut files, Progress::games, create).map_err(|failure| failure.of(path))?;
            if let Some(mut file) = written {
                file.commit().map_err(|e| Error::from(e).context(path.display()))?;
            }
        }
    }
    Ok(files.ended())
}

/// Writes all files, one after another; the output is made when there is something to write.
fn write_all<W: Write>(
    args: &Args,
    files: &mut Files,
    progress_of: impl Fn(u64) -> Progress,
    create: impl Fn() -> Outcome<W>,
) -> Outcome<Option<W>> {
    let mut out: Option<Texts<W>> = None;
    while let Some(file) = files.next_file(|path| Reader::open(path))? {
        let range = range_of(args, &file)?;
        let out = match &mut out {
            Some(out) => out,
            None => out.insert(Texts::new(create()?)),
        };
        out.next();
        let progress = progress_of(range.end - range.start);
        if files.are_several() {
            progress.set_message(file.path.display());
        }
        let count = write(&file, range, args.threads.count(), &progress, out)?;
        out.is_in_comment = count.ends_in_comment || (count.games == 0 && out.is_in_comment);
        files.note_errors(count.corrupt > 0);
    }
    Ok(out.map(|texts| texts.out))
}

/// PGN texts, one after another: an empty line stands between those that are not empty.
struct Texts<W> {
    out: W,
    is_empty: bool,
    needs_line: bool,
    /// The last text ends inside a comment, which would go on in the next.
    is_in_comment: bool,
}

impl<W> Texts<W> {
    fn new(out: W) -> Texts<W> {
        Texts { out, is_empty: true, needs_line: false, is_in_comment: false }
    }

    /// The next text begins.
    fn next(&mut self) {
        self.needs_line = !self.is_empty;
    }
}

impl<W: Write> Write for Texts<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.needs_line && !bytes.is_empty() {
            self.out.write_all(if self.is_in_comment { &b"}\n\n"[..] } else { b"\n" })?;
            self.needs_line = false;
        }
        self.is_empty &= bytes.is_empty();
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The games to write. Of several the deleted ones are left out; one that is asked for alone must be there.
fn range_of(args: &Args, file: &OpenFile) -> plypack::Result<Range<u64>> {
    let wanted = args.games.as_ref().unwrap_or(&GameRange::ALL);
    let (path, next) = (file.path.display(), file.reader.games());
    let range = wanted.within(next).ok_or_else(|| {
        let message = format!("{path}: there is no game {}; games have numbers below {next}", wanted.first());
        Error::new(ErrorCode::OutOfRange, message)
    })?;
    match range.end - range.start == 1 && file.reader.is_deleted(range.start) && args.games.is_some() {
        true => Err(Error::new(ErrorCode::NotFound, format!("{path}: game {} is deleted", range.start))),
        false => Ok(range),
    }
}

fn write(
    file: &OpenFile,
    range: Range<u64>,
    threads: usize,
    progress: &Progress,
    out: &mut dyn Write,
) -> Outcome<Exported> {
    let on_corruption = |corruption: &Corruption| {
        progress.warn(corruption::Message(&file.path, corruption));
        Ok(())
    };
    let on_progress = |done| progress.advance(done);
    let count = export(&file.reader, range, threads, out, on_corruption, on_progress)?;
    out.flush()?;
    Ok(count)
}
