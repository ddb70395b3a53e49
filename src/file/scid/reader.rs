//! Reading games of a SCID database.

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

/// A SCID 4 database: an index `.si4`, with `.sg4` and `.sn4` beside it.
///
/// Several threads may read at the same time. Memory: the names, which are at most 255 bytes for every four of their file. To
/// pack a database, give it to [`import`](crate::import).
pub struct ScidReader {
    index: Box<dyn Source>,
    records: Box<dyn Source>,
    records_len: u64,
    names: Names,
    header: Header,
    /// Games that the index has; fewer than its header says where its end is missing.
    games: u64,
}

impl ScidReader {
    /// Opens the database whose index has this path.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedEncoding`] for another file, or a database of another version, with what to do; [`ErrorCode::Io`],
    /// also when one of the three files is missing, with the names of the old ones if replacing them was interrupted; [`ErrorCode::Truncated`] and [`ErrorCode::TagsMalformed`] for a corrupt header or
    /// corrupt names; [`ErrorCode::NoMemory`]. All name the file.
    pub fn open(path: impl AsRef<Path>) -> Result<ScidReader> {
        let files = paths::of_database(path.as_ref())?;
        paths::check_not_interrupted(&files)?;
        let open = |file: usize| open_file(&files[file]).map(|file| Box::new(file) as Box<dyn Source>);
        ScidReader::of_sources(open(0)?, open(1)?, open(2)?)
            .map_err(|(file, e)| if e.is_no_memory() { e } else { e.context(files[file].display()) })
    }

    /// A database in memory, or anywhere else: its index `.si4`, its records `.sg4`, its names `.sn4`.
    ///
    /// # Errors
    ///
    /// As [`ScidReader::open`].
    pub fn new(index: Box<dyn Source>, records: Box<dyn Source>, names: Box<dyn Source>) -> Result<ScidReader> {
        ScidReader::of_sources(index, records, names).map_err(|(file, e)| e.context([".si4", ".sg4", ".sn4"][file]))
    }

    /// Errors come with the file that they are in.
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

    /// Returns the number of games, with games that are marked as deleted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of games in the header of the index; more than there are if its end is missing.
    pub fn games_in_header(&self) -> u64 {
        self.header.games as u64
    }

    /// Bytes of the index and of the records: what an import of all games counts, or a little less.
    pub fn bytes(&self) -> u64 {
        self.games * ENTRY_LEN as u64 + self.records_len
    }

    /// Returns what users wrote about the database.
    pub fn description(&self) -> &[u8] {
        &self.header.description
    }

    /// The names that users gave to the flags `1` to `6`.
    pub fn flag_names(&self) -> &[Vec<u8>; 6] {
        &self.header.flag_names
    }

    /// Reads a game, from 0; `game` is cleared first.
    ///
    /// It has the tags of the index and of its record; flags that users set are the tag `ScidFlags`, with a `D` for a game that is
    /// marked as deleted. What is corrupt, and moves that are not legal, are added to `issues`, with the byte of the `.sg4` file: the game
    /// has the moves before that, and what can be read after an illegal move as [`Game::unparsed`] text.
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

    /// Returns what the index says of these games, which there are.
    pub(super) fn entries(&self, games: Range<u64>) -> Result<Vec<Entry>> {
        let place = |game: u64| HEADER_LEN as u64 + game * ENTRY_LEN as u64;
        let bytes = bytes_of(&*self.index, place(games.start)..place(games.end))?;
        memory::collected(bytes.as_chunks::<ENTRY_LEN>().0.iter().map(Entry::read))
    }

    /// The record of a game: as much of it as there is.
    pub(super) fn record(&self, entry: &Entry) -> Result<Vec<u8>> {
        Ok(bytes_of(&*self.records, self.place(entry))?.into_owned())
    }

    /// Returns where the record of a game is, as much of it as there is.
    pub(super) fn place(&self, entry: &Entry) -> Range<u64> {
        let start = u64::from(entry.offset).min(self.records_len);
        start..(start + u64::from(entry.len).min(MAX_RECORD_LEN as u64)).min(self.records_len)
    }

    /// Bytes of all records, and of what lies between them.
    pub(super) fn records_len(&self) -> u64 {
        self.records_len
    }
}

/// The header, and how many games follow it.
fn read_header(index: &dyn Source) -> Result<(Header, u64)> {
    let len = index.len()?;
    let header = Header::read(&bytes_of(index, 0..len.min(HEADER_LEN as u64))?)?;
    let games = (len - HEADER_LEN as u64) / ENTRY_LEN as u64;
    Ok((header.clone(), games.min(header.games as u64)))
}
