//! Writes games to a SCID database.

use std::{
    fmt,
    ops::Range,
    path::{Path, PathBuf},
};

use plypack::{
    ExportOptions, Reader,
    files::is_plypack_file,
    scid::{ScidEvent, ScidWriter, ScidWritten, export_scid},
};

use crate::{
    console::{
        corruption, interrupt,
        numbers::games,
        outcome::{Failure, Outcome, note},
        progress::Progress,
    },
    input::sources,
    output::new_file::{self, is_there},
};

/// Maximum number of skipped games that are named; the others are counted.
const MAX_NAMED: u64 = 20;

/// A SCID database being written. Reports games that SCID cannot store.
pub struct ScidOutput<'a> {
    path: &'a Path,
    is_forced: bool,
    how: ExportOptions<'static>,
    /// Created when there is a file to read.
    writer: Option<ScidWriter>,
    log: RefusalLog,
}

impl<'a> ScidOutput<'a> {
    /// Creates a database at `path`, which must not be one of `inputs`, and must not be a plypack file unless forced.
    pub fn new(
        path: &'a Path,
        is_forced: bool,
        inputs: &[PathBuf],
        how: ExportOptions<'static>,
    ) -> Outcome<ScidOutput<'a>> {
        inputs.iter().try_for_each(|input| sources::refuse_same_file(input, path))?;
        if is_there(path) && !is_forced && is_plypack_file(path)? {
            let message = format!("{}: is a plypack file; use --force to replace it", path.display());
            return Err(Failure::Usage(message));
        }
        Ok(ScidOutput { path, is_forced, how, writer: None, log: RefusalLog::default() })
    }

    /// Writes games of a file by number. Returns `true` if some of them cannot be read, which was reported.
    pub fn write(&mut self, reader: &Reader, path: &Path, ranges: &[Range<u64>]) -> Outcome<bool> {
        let writer = match &mut self.writer {
            Some(writer) => writer,
            None => {
                interrupt::catch_signals();
                self.writer.insert(ScidWriter::create(self.path)?)
            }
        };
        let progress = Progress::games("writing", ranges.iter().map(|range| range.end - range.start).sum());
        let log = &mut self.log;
        let mut has_errors = false;
        let on_event = |event: ScidEvent<'_>| {
            match event {
                ScidEvent::Corrupt(corruption) => {
                    has_errors = true;
                    progress.warn(corruption::Message(path, corruption));
                }
                ScidEvent::Refused { game, refusal } => {
                    log.add(&progress, format_args!("{}: game {game} skipped: {refusal}", path.display()));
                }
                ScidEvent::Progress(done) => progress.advance(done)?,
                _ => {}
            }
            Ok(())
        };
        export_scid(reader, ranges.iter().cloned(), self.how.clone(), writer, on_event)?;
        Ok(has_errors)
    }

    /// Completes the database, which lacks games if its sources had errors. Reports games that SCID cannot store. Returns `true` if games
    /// were skipped or changed.
    pub fn end(self, has_errors: bool) -> Outcome<bool> {
        let Some(writer) = self.writer else { return Ok(false) };
        new_file::refuse_less(self.path, has_errors, is_there(self.path), self.is_forced)?;
        Ok(tell(self.path, &writer.finish()?))
    }
}

/// Names the first skipped games.
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

/// Reports skipped and changed games, with their total in the last line. Returns `true` if there are any.
fn tell(out: &Path, written: &ScidWritten) -> bool {
    for (refusal, count) in &written.refused {
        note(format_args!("{}: {} skipped: {refusal}", out.display(), games(*count)));
    }
    for (what, count) in written.changes() {
        note(format_args!("{}: {what} in {}", out.display(), games(count)));
    }
    let left_out = written.left_out();
    let is_less = left_out + written.changed > 0;
    if is_less {
        let ScidWritten { games: count, changed, .. } = written;
        let path = out.display();
        note(format_args!("{path}: {} written, {changed} of them changed; {} skipped", games(*count), games(left_out)));
    }
    is_less
}
