//! Writes a SCID database.

use std::{collections::BTreeMap, io, path::Path, sync::Arc};

use super::paths;
use crate::{
    Error, Game, OutputFile, Result,
    file::{
        output::Aside,
        sink::Sink,
        system::{Native, System},
    },
    memory,
    scid4::{Changes, Encoded, Header, MAX_RECORD_LEN, NewNames, ScidRefusal, encode, index::MAX_GAMES},
};

/// Counts of a database that was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScidWritten {
    /// Games in the database.
    pub games: u64,
    /// Games that SCID cannot hold, by reason; they are skipped.
    pub refused: BTreeMap<ScidRefusal, u64>,
    /// Games in the database that were changed, in one or several of the ways below.
    pub changed: u64,
    /// Games with tags that were truncated because they are longer than 240 bytes with their names.
    pub cut_tags: u64,
    /// Games with several `FEN` tags, of which only the first was kept.
    pub lost_starts: u64,
    /// Games with lines among their tags, or `%` lines, which became comments.
    pub tag_lines_as_comments: u64,
    /// Games with several comments at one place, which were joined.
    pub joined_comments: u64,
    /// Games with NAGs that became text of comments: above 255, more than seven after a move, several of one kind, or before a move.
    pub nags_as_text: u64,
    /// Games with unparsed text, which became a comment.
    pub unparsed_as_comments: u64,
    /// Games with NUL bytes, which became spaces.
    pub replaced_nuls: u64,
}

impl ScidWritten {
    fn add(&mut self, changes: Changes) {
        self.changed += u64::from(changes != Changes::default());
        self.cut_tags += u64::from(changes.cut_tags);
        self.lost_starts += u64::from(changes.lost_starts);
        self.tag_lines_as_comments += u64::from(changes.tag_lines_as_comments);
        self.joined_comments += u64::from(changes.joined_comments);
        self.nags_as_text += u64::from(changes.nags_as_text);
        self.unparsed_as_comments += u64::from(changes.unparsed_as_comments);
        self.replaced_nuls += u64::from(changes.replaced_nuls);
    }

    /// Returns the number of games that SCID cannot hold, for all reasons together.
    pub fn left_out(&self) -> u64 {
        self.refused.values().sum()
    }

    /// Returns the kinds of changes, in English, each with the number of games.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let counts = [
            ("tags cut at 240 bytes", self.cut_tags),
            ("FEN tags after the first left out", self.lost_starts),
            ("lines among tags and % lines kept as comments", self.tag_lines_as_comments),
            ("several comments at one place joined", self.joined_comments),
            ("NAGs without a place kept as comments", self.nags_as_text),
            ("text that was not parsed kept as comments", self.unparsed_as_comments),
            ("NUL bytes replaced by spaces", self.replaced_nuls),
        ];
        counts.into_iter().filter(|(_, games)| *games > 0)
    }
}

/// Writes a SCID 4 database. To write all games of a file, use [`export_scid`](crate::scid::export_scid).
///
/// Uses memory for the names, and 47 bytes per game.
#[derive(Debug)]
pub struct ScidWriter<S: Sink = OutputFile> {
    index: S,
    records: S,
    names: S,
    entries: Vec<u8>,
    new_names: NewNames,
    records_len: u64,
    written: ScidWritten,
}

impl ScidWriter {
    /// Makes the database whose index has this path, and its other files in the same folder. They replace existing files when they
    /// are complete; see [`OutputFile::create`] and [`ScidWriter::finish`].
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedEncoding`](crate::ErrorCode::UnsupportedEncoding) for a path that does not end in `.si4`; errors of
    /// [`OutputFile::create`]; [`ErrorCode::Io`](crate::ErrorCode::Io) if replacing a database was interrupted and its old files still
    /// exist under other names.
    pub fn create(path: impl AsRef<Path>) -> Result<ScidWriter> {
        ScidWriter::create_by(Arc::new(Native), path.as_ref())
    }

    pub(super) fn create_by(system: Arc<dyn System>, path: &Path) -> Result<ScidWriter> {
        let files = paths::of_database(path)?;
        paths::check_not_interrupted(&files)?;
        let create = |file: &Path| OutputFile::create_by(system.clone(), file);
        let [index, records, names] = &files;
        Ok(ScidWriter::new(create(index)?, create(records)?, create(names)?))
    }

    /// Completes the database, and puts its files into their places when all are complete. In the meantime, files of an old
    /// database are renamed to `.NAME.plypack-old`, the index first, so that an index never stands next to records of another
    /// database. If the program is killed in between, these files are left, and [`ScidReader::open`](super::ScidReader::open) names
    /// them.
    ///
    /// # Errors
    ///
    /// Errors of the operating system. Unless the message says otherwise, the old database is then restored.
    pub fn finish(mut self) -> Result<ScidWritten> {
        self.write_end()?;
        let mut old = Vec::new();
        let placed = self.take_places(&mut old);
        match placed {
            Ok(()) => remove(&old)?,
            // Readers may have seen the new database.
            Err(e) if self.index.is_ended() => return Err(e),
            Err(e) => return Err(put_back(&old, e)),
        }
        Ok(self.written)
    }

    /// Puts the files into their places; `old` gets the files that they replace.
    fn take_places(&mut self, old: &mut Vec<Aside>) -> Result<()> {
        for file in [&mut self.index, &mut self.records, &mut self.names] {
            if let Some(aside) = file.set_old_aside()? {
                old.push(aside);
                old[old.len() - 1].sync()?;
            }
        }
        self.commit()
    }
}

/// Removes the old files: the index last, because without it the files are not a database.
fn remove(old: &[Aside]) -> Result<()> {
    old.iter().rev().try_for_each(|aside| {
        let left = |e: io::Error| {
            let message =
                format!("the new database is complete, but the old {} cannot be removed: {e}", aside.path().display());
            Error::from(io::Error::new(e.kind(), message))
        };
        aside.remove().map_err(left)
    })
}

/// Restores the old files after an error: the index last, which makes them a database again. Returns the error, which names files that
/// could not be restored.
fn put_back(old: &[Aside], e: Error) -> Error {
    match old.iter().rev().try_for_each(Aside::put_back) {
        Ok(()) => e,
        Err(second) => {
            let paths: Vec<_> = old.iter().rev().map(|aside| aside.path().display().to_string()).collect();
            e.context(format_args!("the files of the old database keep the names {} ({second})", paths.join(", ")))
        }
    }
}

impl<S: Sink> ScidWriter<S> {
    /// Writes the index `.si4`, the records `.sg4` and the names `.sn4` to these sinks.
    pub fn new(index: S, records: S, names: S) -> ScidWriter<S> {
        let entries = Vec::new();
        let new_names = NewNames::default();
        let written = ScidWritten::default();
        ScidWriter { index, records, names, entries, new_names, records_len: 0, written }
    }

    /// Adds a game; if SCID cannot hold it, skips it and returns the reason.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidGame`](crate::ErrorCode::InvalidGame) and [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove) for a
    /// game that contradicts itself; [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory); errors of the sinks.
    pub fn add(&mut self, game: &Game) -> Result<Option<ScidRefusal>> {
        game.check_whole()?;
        self.add_encoded(encode(game)?)
    }

    pub(super) fn add_encoded(
        &mut self,
        encoded: std::result::Result<Encoded, ScidRefusal>,
    ) -> Result<Option<ScidRefusal>> {
        let refused = match encoded {
            Ok(encoded) => self.put(encoded)?,
            Err(refusal) => Some(refusal),
        };
        if let Some(refusal) = refused {
            *self.written.refused.entry(refusal).or_default() += 1;
        }
        Ok(refused)
    }

    fn put(&mut self, encoded: Encoded) -> Result<Option<ScidRefusal>> {
        let Encoded { mut entry, names, record, changes } = encoded;
        // No record crosses a multiple of this length.
        let block = MAX_RECORD_LEN as u64;
        let left = block - self.records_len % block;
        let gap = if left < record.len() as u64 { left } else { 0 };
        let offset =
            u32::try_from(self.records_len + gap).ok().filter(|start| start.checked_add(record.len() as u32).is_some());
        let Some(offset) = offset.filter(|_| (self.written.games as usize) < MAX_GAMES) else {
            return Ok(Some(ScidRefusal::DatabaseFull));
        };
        let Ok(numbers) = self.new_names.add(&names) else { return Ok(Some(ScidRefusal::TooManyNames)) };
        entry.names = numbers;
        (entry.offset, entry.len) = (offset, record.len() as u32);
        self.records.write_all(&memory::filled(0, gap as usize)?)?;
        self.records.write_all(&record)?;
        self.records_len += gap + record.len() as u64;
        memory::append(&mut self.entries, &entry.to_bytes())?;
        self.written.games += 1;
        self.written.add(changes);
        Ok(None)
    }

    fn write_end(&mut self) -> Result<()> {
        let header = Header { games: self.written.games as usize, ..Header::default() };
        self.index.write_all(&header.to_bytes())?;
        self.index.write_all(&self.entries)?;
        self.names.write_all(&self.new_names.to_bytes())?;
        // All files are complete and durable before the first is put into its place: then only a rename can fail.
        for file in [&mut self.records, &mut self.names, &mut self.index] {
            file.flush()?;
            file.sync()?;
        }
        Ok(())
    }

    /// Commits the three files, the index last: it makes them a database.
    fn commit(&mut self) -> Result<()> {
        Ok([&mut self.records, &mut self.names, &mut self.index].into_iter().try_for_each(Sink::commit)?)
    }

    /// Completes the database, and returns the sinks of index, records and names.
    ///
    /// # Errors
    ///
    /// Errors of the sinks.
    pub fn into_sinks(mut self) -> Result<([S; 3], ScidWritten)> {
        self.write_end()?;
        self.commit()?;
        Ok(([self.index, self.records, self.names], self.written))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_memory() -> ScidWriter<Vec<u8>> {
        ScidWriter::new(Vec::new(), Vec::new(), Vec::new())
    }

    /// The limits of a database: games, bytes of all records, and names of a kind.
    #[test]
    fn a_full_database_refuses_games() {
        let game = Game::new();
        let mut writer = in_memory();
        writer.written.games = MAX_GAMES as u64 - 1;
        assert_eq!(writer.add(&game).unwrap(), None);
        assert_eq!(writer.add(&game).unwrap(), Some(ScidRefusal::DatabaseFull));
        let mut writer = in_memory();
        writer.records_len = u64::from(u32::MAX);
        assert_eq!(writer.add(&game).unwrap(), Some(ScidRefusal::DatabaseFull));
        let mut writer = in_memory();
        let mut round = Game::new();
        let max = (1 << 18) - 1;
        for number in 0..=max + 1 {
            round.clear();
            round.push_tag(b"Round", number.to_string().as_bytes()).unwrap();
            let expected = (number >= max).then_some(ScidRefusal::TooManyNames);
            assert_eq!(writer.add(&round).unwrap(), expected, "round {number}");
        }
        round.clear();
        round.push_tag(b"Round", b"7").unwrap();
        assert_eq!(writer.add(&round).unwrap(), None, "no new name");
    }
}
