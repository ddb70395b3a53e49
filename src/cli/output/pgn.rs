//! Writes games of files as one PGN text.

use std::{
    io::{self, BufWriter, Write},
    ops::Range,
    path::Path,
};

use plypack::{Corruption, ExportOptions, GameNumbers, Reader, export, search::Hit};

use crate::{
    console::{
        corruption,
        outcome::{Failure, Outcome},
        progress::Progress,
        terminal::goes_to_file,
    },
    input::files::Group,
};

const BUFFER: usize = 1 << 18;

/// Writes games of one file after another.
pub struct PgnOutput<W: Write> {
    out: W,
    /// True if there is a progress bar; false if the text goes to a reader.
    has_bar: bool,
    state: TextState,
    how: ExportOptions<'static>,
    games: u64,
}

/// End of the text written so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct TextState {
    /// True if there is any text.
    has_text: bool,
    /// True if it ends inside a comment, which would continue in the following text.
    is_in_comment: bool,
}

impl<W: Write> PgnOutput<W> {
    /// Writes to `out`.
    pub fn new(out: W, how: ExportOptions<'static>) -> PgnOutput<W> {
        PgnOutput::resume(out, TextState::default(), how)
    }

    /// Continues a text.
    pub fn resume(out: W, state: TextState, how: ExportOptions<'static>) -> PgnOutput<W> {
        PgnOutput { out, has_bar: true, state, how, games: 0 }
    }

    /// Adapts this to standard output: without a bar, unless standard output is a file.
    pub fn for_reader(self) -> PgnOutput<W> {
        PgnOutput { has_bar: goes_to_file(), ..self }
    }

    /// Returns the progress of writing this many games.
    pub fn progress(&self, games: u64) -> Progress {
        if self.has_bar { Progress::games("writing", games) } else { Progress::hidden() }
    }

    /// Returns the state at the end of the text.
    pub fn state(&self) -> TextState {
        self.state
    }

    /// Writes a range of games. Returns `true` if any of them is corrupt, which was reported.
    pub fn range(&mut self, reader: &Reader, path: &Path, range: Range<u64>, progress: &Progress) -> Outcome<bool> {
        self.write(reader, path, GameNumbers::Range(range), progress)
    }

    /// Writes games by number. Returns `true` if any of them is corrupt, which was reported.
    pub fn games_of(&mut self, reader: &Reader, path: &Path, numbers: &[u64], progress: &Progress) -> Outcome<bool> {
        self.write(reader, path, GameNumbers::List(numbers), progress)
    }

    /// Writes the games of hits, in their order.
    pub fn hits(&mut self, group: &mut Group<'_>, hits: &[Hit]) -> Outcome<()> {
        for hits in hits.chunk_by(|hit, next| hit.file == next.file) {
            let numbers: Vec<u64> = hits.iter().map(|hit| hit.game).collect();
            let progress = self.progress(numbers.len() as u64);
            let file = hits[0].file;
            let is_corrupt = self.games_of(group.reader(file), group.path(file), &numbers, &progress)?;
            group.note_errors(is_corrupt);
        }
        Ok(())
    }

    fn write(&mut self, reader: &Reader, path: &Path, games: GameNumbers<'_>, progress: &Progress) -> Outcome<bool> {
        let text = Text { out: &mut self.out, before: self.state, is_empty: true };
        // Games of hits are written one by one.
        let mut text = BufWriter::with_capacity(BUFFER, text);
        let on_corruption = |corruption: &Corruption| {
            progress.warn(corruption::Message(path, corruption));
            Ok(())
        };
        let count = export(reader, games, self.how.clone(), &mut text, on_corruption, |done| progress.advance(done))?;
        let text = text.into_inner().map_err(|e| Failure::from(e.into_error()))?;
        self.state.has_text |= !text.is_empty;
        self.state.is_in_comment = count.ends_in_comment || (count.games == 0 && self.state.is_in_comment);
        self.games += count.games;
        Ok(count.corrupt > 0)
    }

    /// Ends the text. Returns the output and the number of games written.
    pub fn end(mut self) -> Outcome<(W, u64)> {
        self.out.flush()?;
        Ok((self.out, self.games))
    }
}

/// A text after other texts: an empty line separates texts that are not empty.
struct Text<W> {
    out: W,
    /// End of the previous text.
    before: TextState,
    is_empty: bool,
}

impl<W: Write> Write for Text<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_empty && !bytes.is_empty() {
            if self.before.is_in_comment {
                self.out.write_all(b"}\n")?;
            }
            if self.before.has_text {
                // Movetext without tags could continue a game that has no marker.
                self.out.write_all(if bytes[0] == b'[' { b"\n" } else { b"\n\n\n" })?;
            }
            self.is_empty = false;
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
