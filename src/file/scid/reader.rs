//! Reads games of a SCID database.

use std::{ops::Range, path::Path};

use super::paths;
use crate::{
    Error, ErrorCode, Game, Result,
    file::source::{Source, bytes_of, open_file},
    memory,
    pgn::Issue,
    scid4::{
        self, Entry, Header, MAX_RECORD_LEN, Names,
        index::{ENTRY_LEN, HEADER_LEN},
    },
};

/// A SCID 4 database: an index `.si4`, with `.sg4` and `.sn4` in the same folder.
///
/// Several threads can read at the same time. Uses memory for the names, at most 255 bytes for every four bytes of their file. To
/// pack a database, pass it to [`import`](crate::import).
pub struct ScidReader {
    index: Box<dyn Source>,
    records: Box<dyn Source>,
    records_len: u64,
    names: Names,
    header: Header,
    /// Number of games in the index; smaller than in its header if its end is missing.
    games: u64,
}

impl ScidReader {
    /// Opens the database whose index has this path.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedEncoding`] for another file or a database of another version, with what to do; [`ErrorCode::Io`], also if one of the
    /// three files is missing; if replacing them was interrupted, the message has the names of the old files; [`ErrorCode::Truncated`] and
    /// [`ErrorCode::TagsMalformed`] for a corrupt header or corrupt names; [`ErrorCode::NoMemory`]. All messages name the file.
    pub fn open(path: impl AsRef<Path>) -> Result<ScidReader> {
        let files = paths::of_database(path.as_ref())?;
        paths::check_not_interrupted(&files)?;
        let open = |file: usize| open_file(&files[file]).map(|file| Box::new(file) as Box<dyn Source>);
        ScidReader::of_sources(open(0)?, open(1)?, open(2)?)
            .map_err(|(file, e)| if e.is_no_memory() { e } else { e.context(files[file].display()) })
    }

    /// Opens a database from any sources, such as memory: its index `.si4`, its records `.sg4`, its names `.sn4`.
    ///
    /// # Errors
    ///
    /// The errors of [`ScidReader::open`].
    pub fn new(index: Box<dyn Source>, records: Box<dyn Source>, names: Box<dyn Source>) -> Result<ScidReader> {
        ScidReader::of_sources(index, records, names).map_err(|(file, e)| e.context([".si4", ".sg4", ".sn4"][file]))
    }

    /// Returns each error with the number of its file: 0 for the index, 1 for the records, 2 for the names.
    fn of_sources(
        index: Box<dyn Source>,
        records: Box<dyn Source>,
        names: Box<dyn Source>,
    ) -> std::result::Result<ScidReader, (usize, Error)> {
        let (header, games) = read_header(&*index).map_err(|e| (0, e))?;
        let records_len = records.len().map_err(|e| (1, e))?;
        let read_names = || Names::read(&bytes_of(&*names, 0..names.len()?)?);
        let names = read_names().map_err(|e| (2, e))?;
        Ok(ScidReader { index, records, records_len, names, header, games })
    }

    /// Returns the number of games, including games that are marked as deleted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games in the header of the index; larger than [`ScidReader::games`] if the end of the index is missing.
    pub fn games_in_header(&self) -> u64 {
        self.header.games as u64
    }

    /// Returns the bytes of the index and the records: the bytes that an import of all games counts, or slightly more.
    pub fn bytes(&self) -> u64 {
        self.games * ENTRY_LEN as u64 + self.records_len
    }

    /// Returns the description of the database that users wrote.
    pub fn description(&self) -> &[u8] {
        &self.header.description
    }

    /// Returns the names that users gave to the flags `1` to `6`.
    pub fn flag_names(&self) -> &[Vec<u8>; 6] {
        &self.header.flag_names
    }

    /// Reads game `number`, counted from 0; clears `game` first.
    ///
    /// The game has the tags of the index and of its record. Flags that users set become the tag `ScidFlags`, with a `D` if the game
    /// is marked as deleted. Corrupt parts and illegal moves are added to `issues`, with the offset in the `.sg4` file. Such a game keeps
    /// the moves before the fault; everything that can be read after an illegal move becomes [`Game::unparsed`] text.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`], [`ErrorCode::Io`], [`ErrorCode::NoMemory`].
    pub fn read_game(&self, number: u64, game: &mut Game, issues: &mut Vec<Issue>) -> Result<()> {
        if number >= self.games {
            let message = format!("there is no game {number}; there are {} (the first is 0)", self.games);
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        let entries = self.entries(number..number + 1)?;
        entries.iter().try_for_each(|entry| self.read_entry(entry, &self.record(entry)?, game, issues))
    }

    /// Reads the game of an entry from its record.
    pub(super) fn read_entry(
        &self,
        entry: &Entry,
        record: &[u8],
        game: &mut Game,
        issues: &mut Vec<Issue>,
    ) -> Result<()> {
        scid4::read_game(entry, &self.names, record, game, issues)
    }

    /// Returns the index entries of these games, which must exist.
    pub(super) fn entries(&self, games: Range<u64>) -> Result<Vec<Entry>> {
        let place = |game: u64| HEADER_LEN as u64 + game * ENTRY_LEN as u64;
        let bytes = bytes_of(&*self.index, place(games.start)..place(games.end))?;
        memory::collected(bytes.as_chunks::<ENTRY_LEN>().0.iter().map(Entry::read))
    }

    /// Returns the record of a game, or the part of it that exists.
    pub(super) fn record(&self, entry: &Entry) -> Result<Vec<u8>> {
        Ok(bytes_of(&*self.records, self.place(entry))?.into_owned())
    }

    /// Returns the range of the record of a game, or of the part of it that exists.
    pub(super) fn place(&self, entry: &Entry) -> Range<u64> {
        let start = u64::from(entry.offset).min(self.records_len);
        start..(start + u64::from(entry.len).min(MAX_RECORD_LEN as u64)).min(self.records_len)
    }

    /// Returns the length of all records and the bytes between them.
    pub(super) fn records_len(&self) -> u64 {
        self.records_len
    }
}

/// Returns the header, and the number of games that follow it.
fn read_header(index: &dyn Source) -> Result<(Header, u64)> {
    let len = index.len()?;
    let header = Header::read(&bytes_of(index, 0..len.min(HEADER_LEN as u64))?)?;
    let games = (len - HEADER_LEN as u64) / ENTRY_LEN as u64;
    Ok((header.clone(), games.min(header.games as u64)))
}
