//! Writing plypack files: block by block, never changing what was written.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Seek, SeekFrom, Write},
    path::Path,
};

use crate::{
    Codec, Error, ErrorCode, Game, Reader, Result,
    container::{BlockBuilder, BlockEntry, Compressor, EncodedBlock, Footer, HEADER_LEN, Header, tags::NameMap},
    versions::Versions,
};

/// How games are stored.
///
/// ```
/// use plypack::{Codec, Options};
///
/// let options = Options::of(Codec::Huffman).with_level(3);
/// assert_eq!((options.codec, options.level), (Codec::Huffman, 3));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The codec of the main lines.
    pub codec: Codec,
    /// The zstd level of everything but the moves, 1 to 22.
    pub level: i32,
}

impl Options {
    /// This codec with its default level: 9, which costs little time, or 19 with `tight`, which takes longer than any level.
    pub const fn of(codec: Codec) -> Options {
        Options { codec, level: if matches!(codec, Codec::Tight) { 19 } else { 9 } }
    }

    /// The same options with another codec; the level stays.
    #[must_use]
    pub const fn with_codec(self, codec: Codec) -> Options {
        Options { codec, ..self }
    }

    /// The same options with another zstd level.
    #[must_use]
    pub const fn with_level(self, level: i32) -> Options {
        Options { level, ..self }
    }
}

impl Default for Options {
    /// The codec of live databases.
    fn default() -> Options {
        Options::of(Codec::Byte)
    }
}

/// Where a file is written to: bytes in order, and a way to make them durable.
pub trait Sink: Write {
    /// Makes all bytes so far durable, as far as the system offers that.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Sink for Vec<u8> {}

impl Sink for File {
    fn sync(&mut self) -> std::io::Result<()> {
        self.flush()?;
        match self.sync_data() {
            // Pipes and devices cannot be synchronised.
            Err(e) if e.kind() == std::io::ErrorKind::InvalidInput => Ok(()),
            done => done,
        }
    }
}

impl<S: Sink + ?Sized> Sink for Box<S> {
    fn sync(&mut self) -> std::io::Result<()> {
        (**self).sync()
    }
}

/// Writes a file. The file is complete once [`Writer::finish`] has written the footer.
pub struct Writer<S: Sink> {
    sink: S,
    options: Options,
    versions: Versions,
    offset: u64,
    entries: Vec<BlockEntry>,
    games: u64,
    next_name: u64,
    names: NameMap,
    builder: BlockBuilder,
    compressor: Compressor,
    failed: bool,
}

impl Writer<File> {
    /// Makes a new file, or empties one that is there.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Locked`] when another process writes to it, [`ErrorCode::Io`].
    pub fn create(path: impl AsRef<Path>, options: Options) -> Result<Writer<File>> {
        let path = path.as_ref();
        Writer::new(Writer::create_file(path)?, options).map_err(|e| e.context(path.display()))
    }

    /// Makes an empty file with the lock of a writer, or empties one that is there: a sink for [`repair`](crate::repair).
    ///
    /// # Errors
    ///
    /// As [`Writer::create`].
    pub fn create_file(path: &Path) -> Result<File> {
        let named = |e: Error| e.context(path.display());
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|e| named(e.into()))?;
        take_lock(&file).map_err(named)?;
        if file.metadata().map_err(|e| named(e.into()))?.is_file() {
            file.set_len(0).map_err(|e| named(e.into()))?;
        }
        Ok(file)
    }

    /// Opens a file to add games at its end.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::open`]; [`ErrorCode::FooterMissing`] and others when the end of the file is torn or corrupt (it
    /// must be repaired first); [`ErrorCode::UnsupportedVersion`] when a newer version wrote it; [`ErrorCode::Locked`].
    pub fn append(path: impl AsRef<Path>, options: Options) -> Result<Writer<File>> {
        let path = path.as_ref();
        let named = |e: Error| e.context(path.display());
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(|e| named(e.into()))?;
        take_lock(&file).map_err(named)?;
        let copy = file.try_clone().map_err(|e| named(e.into()))?;
        let reader = Reader::from_source(Box::new(copy)).map_err(named)?;
        Writer::continued(file, &reader, options).map_err(named)
    }

    fn continued(mut file: File, reader: &Reader, options: Options) -> Result<Writer<File>> {
        if let Some(e) = reader.errors().first() {
            let message = format!("{}; nothing is appended to a corrupt file: repair it first", e.message());
            return Err(Error::new(e.code(), message).with_offset(e.offset().unwrap_or(0)));
        }
        reader.versions().check_writable()?;
        file.seek(SeekFrom::End(0))?;
        let mut writer = Writer::without_header(file, options)?;
        writer.versions.optional |= reader.versions().optional;
        writer.offset = reader.file_len();
        writer.games = reader.games();
        for (index, block) in reader.blocks().iter().enumerate() {
            for (id, name) in (block.first_name..).zip(reader.names(index)?.iter()) {
                writer.names.insert(name, id as u32);
            }
            writer.next_name = block.first_name + block.new_names;
            writer.entries.push(BlockEntry {
                range: block.range.clone(),
                games: block.games,
                plies: block.plies,
                new_names: block.new_names,
                header_crc: block.header_crc,
            });
        }
        Ok(writer)
    }
}

/// A writer locks its file; readers need no lock (`container.14`, `container.16`).
fn take_lock(file: &File) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Error::new(ErrorCode::Locked, "another process is writing to this file")),
        // Not every file system has locks; a pipe or device has none.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}

impl<S: Sink> Writer<S> {
    /// Starts a file in `sink`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for a compression level outside 1 to 22, [`ErrorCode::Io`].
    pub fn new(sink: S, options: Options) -> Result<Writer<S>> {
        let mut writer = Writer::without_header(sink, options)?;
        let header = Header { versions: Versions::CURRENT };
        writer.sink.write_all(&header.to_bytes())?;
        writer.offset = HEADER_LEN as u64;
        Ok(writer)
    }

    fn without_header(sink: S, options: Options) -> Result<Writer<S>> {
        if !(1..=22).contains(&options.level) {
            let message = format!("compression level {}; levels go from 1 to 22", options.level);
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        Ok(Writer {
            sink,
            options,
            versions: Versions::CURRENT,
            offset: 0,
            entries: Vec::new(),
            games: 0,
            next_name: 0,
            names: NameMap::default(),
            builder: BlockBuilder::new(options.codec),
            compressor: Compressor::new(options.level)?,
            failed: false,
        })
    }

    /// How games are stored.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Games in the file, with those that are not written yet.
    pub fn games(&self) -> u64 {
        self.games + self.builder.games() as u64
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for an illegal move, [`ErrorCode::InvalidGame`] for inconsistent annotations or a
    /// start that is not that of the `FEN` tag, [`ErrorCode::LimitExceeded`] for a game that is too large: the next game can be
    /// added after these. Those of [`Writer::write_block`].
    pub fn add(&mut self, game: &Game) -> Result<()> {
        self.check_usable()?;
        self.builder.add(game)?;
        if self.builder.is_full() { self.close_block() } else { Ok(()) }
    }

    /// [`Writer::add`] for a game that was just read or imported, so that its main line is known to be legal.
    ///
    /// # Errors
    ///
    /// As [`Writer::add`].
    pub fn add_trusted(&mut self, game: &Game) -> Result<()> {
        self.check_usable()?;
        self.builder.add_trusted(game)?;
        if self.builder.is_full() { self.close_block() } else { Ok(()) }
    }

    fn close_block(&mut self) -> Result<()> {
        if self.builder.games() == 0 {
            return Ok(());
        }
        let builder = std::mem::replace(&mut self.builder, BlockBuilder::new(self.options.codec));
        let block = builder.finish(&mut self.compressor).inspect_err(|_| self.failed = true)?;
        self.put_block(block)
    }

    /// Writes a finished block after the games that were added so far.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Io`]; [`ErrorCode::LimitExceeded`] when the file has too many names. The file cannot be used further.
    pub fn write_block(&mut self, block: EncodedBlock) -> Result<()> {
        self.check_usable()?;
        self.close_block()?;
        self.put_block(block)
    }

    fn put_block(&mut self, block: EncodedBlock) -> Result<()> {
        self.failed = true;
        let names = &mut self.names;
        let (bytes, header, new_names) =
            block.into_bytes(self.games, self.next_name, |name| names.get(name), &mut self.compressor)?;
        self.sink.write_all(&bytes)?;
        for (id, name) in (self.next_name..).zip(new_names.iter()) {
            self.names.insert(name, id as u32);
        }
        self.entries.push(BlockEntry {
            range: self.offset..self.offset + header.len,
            games: header.games as u64,
            plies: header.plies,
            new_names: header.new_names as u64,
            header_crc: header.crc,
        });
        self.offset += header.len;
        self.games += header.games as u64;
        self.next_name += header.new_names as u64;
        self.failed = false;
        Ok(())
    }

    /// Writes a segment of the position index at the end (`index.1`).
    pub(crate) fn write_segment(&mut self, segment: &[u8]) -> Result<()> {
        self.check_usable()?;
        self.close_block()?;
        self.failed = true;
        self.sink.write_all(segment)?;
        self.offset += segment.len() as u64;
        self.failed = false;
        Ok(())
    }

    fn check_usable(&self) -> Result<()> {
        match self.failed {
            true => {
                Err(Error::new(ErrorCode::WrongState, "an earlier call failed; the file cannot be written further"))
            }
            false => Ok(()),
        }
    }

    /// Writes the remaining games and the footer, makes them durable, and returns the sink. The blocks are on disk
    /// before the footer that lists them (`container.16`).
    ///
    /// # Errors
    ///
    /// As [`Writer::write_block`].
    pub fn finish(mut self) -> Result<S> {
        self.check_usable()?;
        self.close_block()?;
        self.sink.sync()?;
        let footer = Footer { versions: self.versions, blocks: self.entries };
        self.sink.write_all(&footer.to_bytes())?;
        self.sink.sync()?;
        Ok(self.sink)
    }
}
