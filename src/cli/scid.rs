//! Games into a SCID database.

use std::{fmt, ops::Range, path::Path};

use plypack::{Reader, ScidEvent, ScidWriter, ScidWritten, export_scid, is_plypack_file};

use super::{
    corruption,
    files::{Files, OpenFile},
    inputs, interrupt,
    numbers::games,
    outcome::{Failure, Outcome, note},
    output::is_there,
    progress::Progress,
};

/// Games that are left out and named; the others are counted.
const MAX_NAMED: u64 = 20;

/// Writes games of files, of each those of a range, to a SCID database. What SCID cannot hold is told.
pub fn unpack(
    files: &mut Files,
    out: &Path,
    is_forced: bool,
    threads: usize,
    range_of: impl Fn(&OpenFile) -> plypack::Result<Range<u64>>,
) -> Outcome<()> {
    files.paths().iter().try_for_each(|input| inputs::refuse_same_file(input, out))?;
    if is_there(out) && !is_forced && is_plypack_file(out)? {
        let message = format!("{}: is a plypack file; only --force replaces it by a database", out.display());
        return Err(Failure::Usage(message));
    }
    let mut writer: Option<ScidWriter> = None;
    let mut log = RefusalLog::default();
    while let Some(file) = files.next_file(|path| Reader::open(path))? {
        let range = range_of(&file)?;
        let writer = match &mut writer {
            Some(writer) => writer,
            None => {
                interrupt::catch_signals();
                writer.insert(ScidWriter::create(out)?)
            }
        };
        let has_errors = write(&file, range, threads, writer, &mut log)?;
        files.note_errors(has_errors);
    }
    if let Some(writer) = writer {
        tell(out, &writer.finish()?);
    }
    Ok(())
}

/// Writes games of a file; whether some of them cannot be read.
fn write(
    file: &OpenFile,
    range: Range<u64>,
    threads: usize,
    writer: &mut ScidWriter,
    log: &mut RefusalLog,
) -> Outcome<bool> {
    let progress = Progress::games(range.end - range.start);
    let mut has_errors = false;
    let on_event = |event: ScidEvent<'_>| {
        match event {
            ScidEvent::Corrupt(corruption) => {
                has_errors = true;
                progress.warn(corruption::Message(&file.path, corruption));
            }
            ScidEvent::Refused { game, refusal } => {
                log.add(&progress, format_args!("{}: game {game} is left out: {refusal}", file.path.display()));
            }
            ScidEvent::Progress(done) => progress.advance(done)?,
            _ => {}
        }
        Ok(())
    };
    export_scid(&file.reader, [range], threads, writer, on_event)?;
    Ok(has_errors)
}

/// Names the first games that are left out.
#[derive(Default)]
struct RefusalLog {
    count: u64,
}

impl RefusalLog {
    fn add(&mut self, progress: &Progress, message: fmt::Arguments<'_>) {
        self.count += 1;
        if self.count <= MAX_NAMED {
            progress.note(message);
        }
    }
}

/// Tells what SCID could not hold.
fn tell(out: &Path, written: &ScidWritten) {
    for (refusal, count) in &written.refused {
        note(format_args!("{}: {} left out: {refusal}", out.display(), games(*count)));
    }
    for (what, count) in written.changes() {
        note(format_args!("{}: {what} in {}", out.display(), games(count)));
    }
}
