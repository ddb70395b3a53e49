//! Writes plypack files: block by block, and last the commit record, which puts the blocks into force.

mod commit;
mod copy;
mod edits;
mod file_id;
mod merge;
mod one_game;
mod options;
#[cfg(test)]
mod tests;

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    output::OutputFile,
    sink::{IndexedSink, Sink},
    system::{Native, System},
};
use crate::{
    Error, ErrorClass, ErrorCode, Game, Reader, Result,
    container::{
        BlockBuilder, BlockEntry, BlockHeader, Compressor, EncodedBlock, Footer, HEADER_LEN, Header, SegmentEntry,
        State, UNITS_START, required_features,
    },
    index, memory,
    versions::Versions,
};
use edits::Edits;
use file_id::FileId;
use merge::Tail;
pub(super) use merge::parsed;
pub(super) use options::Encoding;
pub use options::Options;

/// Writes a file. The file is complete once [`Writer::finish`] has written the footer. Dropping a writer of an [`OutputFile`] before
/// that discards everything it wrote, like [`Writer::abort`].
pub struct Writer<S: Sink> {
    sink: S,
    encoding: Encoding,
    versions: Versions,
    offset: u64,
    /// The footer of the next commit, without edits.
    footer: Footer,
    edits: Edits,
    /// The end of the file that is appended to; `None` for a new file.
    tail: Option<Tail>,
    games: u64,
    file_id: FileId,
    /// The number of the previous commit, and the offset of the next record; a new file gets both records.
    last_commit: (u64, Option<u64>),
    builder: BlockBuilder,
    compressor: Compressor,
    failed: bool,
    has_additions: bool,
    rolled_back: u64,
}

impl Writer<OutputFile> {
    /// Makes a new file. An existing file stays as it is until [`Writer::finish`] replaces it.
    ///
    /// # Errors
    ///
    /// Errors of [`OutputFile::create`] and of [`Writer::new`].
    pub fn create(path: impl AsRef<Path>, options: Options) -> Result<Writer<OutputFile>> {
        Writer::create_by(Arc::new(Native), path.as_ref(), options)
    }

    pub(super) fn create_by(system: Arc<dyn System>, path: &Path, options: Options) -> Result<Writer<OutputFile>> {
        Encoding::checked(options)?;
        Writer::new(OutputFile::create_by(system, path)?, options).map_err(|e| e.context(path.display()))
    }

    /// Opens a file to add games at its end. Bytes that a killed writer left there are removed before the first byte is written
    /// (`container.17`); see [`Writer::rolled_back`]. A writer that adds nothing leaves the file unchanged. The default codec is
    /// the codec of the last games of the file.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::open`]: a damaged file must be repaired first; [`ErrorCode::UnsupportedVersion`] if a newer version
    /// wrote it; [`ErrorCode::Busy`] if this program is already writing to it; [`ErrorCode::Locked`] if another program is, or may
    /// be: if the file system has no locks, an unfinished append may still be going on, and is not removed.
    pub fn append(path: impl AsRef<Path>, options: Options) -> Result<Writer<OutputFile>> {
        Writer::append_by(Arc::new(Native), path.as_ref(), options)
    }

    pub(super) fn append_by(system: Arc<dyn System>, path: &Path, options: Options) -> Result<Writer<OutputFile>> {
        let open = || {
            let file = OutputFile::append(system, path)?;
            let reader = Reader::from_source(Box::new(file.reading()?)).map_err(repair_first)?;
            let encoding = Encoding::checked(options.or_codec_of(&reader)?)?;
            Writer::continued(file, reader, encoding)
        };
        open().map_err(|e: Error| e.context(path.display()))
    }

    fn continued(mut file: OutputFile, reader: Reader, encoding: Encoding) -> Result<Writer<OutputFile>> {
        reader.versions().check_writable()?;
        let committed = reader.committed().expect("a file that was opened");
        let record = &committed.records.in_force;
        next_sequence(record.state.sequence)?;
        if reader.unfinished() > 0 {
            if !file.is_locked() {
                return Err(may_be_written(record.end()));
            }
            file.roll_back(record.end());
        }
        let mut writer = Writer::without_header(file, encoding)?;
        writer.rolled_back = reader.unfinished();
        writer.versions.optional |= reader.versions().optional; // versions.5
        writer.versions.required |= reader.versions().required;
        writer.offset = record.end();
        writer.games = reader.number_end();
        writer.edits = Edits::of(&committed.footer, reader.replacements());
        writer.footer.blocks = memory::collected(committed.footer.blocks.iter().cloned())?;
        writer.footer.segments = memory::collected(committed.footer.segments.iter().cloned())?;
        writer.footer.parts = memory::collected(committed.footer.parts.iter().filter(|part| part.is_kept()).cloned())?;
        if writer.games > 0 {
            writer.file_id = FileId::Kept(record.state.file_id);
        }
        writer.last_commit = (record.state.sequence, Some(committed.records.next_place()));
        writer.tail = Some(Tail { reader, merges: true, waiting: None });
        Ok(writer)
    }
}

/// A damaged file is not appended to.
fn repair_first(e: Error) -> Error {
    if e.is_temporary() || e.code().class() == ErrorClass::Unsupported || e.code() == ErrorCode::NotPlypack {
        return e;
    }
    e.advised("nothing is added to such a file: repair it first")
}

impl<S: IndexedSink> Writer<S> {
    /// Returns a reader of the games that were written to a new file so far, without edits.
    ///
    /// Errors: from [`Writer::add_index`].
    pub(super) fn written(&mut self) -> Result<Reader> {
        self.check_usable()?;
        self.sink.check_gets_index()?;
        self.close_block()?;
        let games = self.footer.blocks.iter().filter(|entry| !entry.is_replacement);
        let games = memory::collected(games.cloned())?;
        Reader::of_blocks(self.sink.written()?, self.versions, &games)
    }

    /// See [`IndexedSink::temporary_folder`].
    pub(super) fn temporary_folder(&self) -> PathBuf {
        self.sink.temporary_folder()
    }

    /// Writes a segment of the position index at the end, for `blocks` blocks from `first_block` on (`index.2`).
    /// `build` writes the segment part by part, and returns the checksum of its directory. The first bytes of the
    /// segment, which state its length, are written last. Returns the length of the segment.
    pub(crate) fn write_segment(
        &mut self,
        first_block: u64,
        blocks: u64,
        build: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<()>) -> Result<u32>,
    ) -> Result<u64> {
        self.check_usable()?;
        self.close_block()?;
        self.put_waiting()?;
        self.failed = true;
        let start = self.offset;
        let sink = &mut self.sink;
        sink.write_all(&[0; index::HEAD_LEN as usize])?;
        let mut len = index::HEAD_LEN;
        let header_crc = build(&mut |part| {
            len += part.len() as u64;
            Ok(sink.write_all(part)?)
        })?;
        sink.rewrite(start, &index::head(len))?;
        let entry = SegmentEntry { range: start..start + len, first_block, blocks, header_crc };
        memory::push(&mut self.footer.segments, entry)?;
        self.has_additions = true;
        self.offset += len;
        self.failed = false;
        Ok(len)
    }
}

/// container.17: without a lock nothing shows whether the writer of an unfinished append was killed or is still writing.
fn may_be_written(end: u64) -> Error {
    let message = "the last append is not finished, and may be going on: this file system has no locks which would tell, so that \
                   nothing is cut off. If no program writes to the file, copy it to a disk with locks and append there, or repair it";
    Error::new(ErrorCode::Locked, message).with_offset(end)
}

fn next_sequence(sequence: u64) -> Result<u64> {
    let none = || Error::new(ErrorCode::LimitExceeded, "there is no sequence number for another commit");
    sequence.checked_add(1).ok_or_else(none)
}

impl<S: Sink> Writer<S> {
    /// Starts a file in `sink`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedCodec`] for a line codec ([`Codec::IN_FILES`](crate::Codec::IN_FILES) has the file codecs),
    /// [`ErrorCode::InvalidArgument`] for a compression level outside 1 to 22, [`ErrorCode::Io`].
    pub fn new(sink: S, options: Options) -> Result<Writer<S>> {
        let encoding = Encoding::checked(options)?;
        let mut writer = Writer::without_header(sink, encoding)?;
        writer.versions.required = required_features(encoding.codec);
        let mut start = [0; UNITS_START as usize];
        start[..HEADER_LEN].copy_from_slice(&Header { versions: writer.versions }.to_bytes());
        writer.sink.write_all(&start)?;
        writer.offset = UNITS_START;
        Ok(writer)
    }

    fn without_header(sink: S, encoding: Encoding) -> Result<Writer<S>> {
        Ok(Writer {
            sink,
            encoding,
            versions: Versions::CURRENT,
            offset: 0,
            footer: Footer::default(),
            edits: Edits::default(),
            tail: None,
            games: 0,
            file_id: FileId::made(),
            last_commit: (0, None),
            builder: BlockBuilder::new(encoding.codec),
            compressor: Compressor::new(encoding.level)?,
            failed: false,
            has_additions: false,
            rolled_back: 0,
        })
    }

    /// Does not merge small blocks with appended games (`container.17`): for tests of files with many blocks.
    #[doc(hidden)]
    #[must_use]
    pub fn without_merging(mut self) -> Writer<S> {
        if let Some(tail) = &mut self.tail {
            tail.merges = false;
        }
        self
    }

    /// Returns the number of bytes of an unfinished append of another writer that [`Writer::append`] found at the end of the file.
    /// They are removed before the first block or the footer is written; if nothing is written, they stay.
    pub fn rolled_back(&self) -> u64 {
        self.rolled_back
    }

    /// Makes the new file the successor of an old one, with the same game numbers or with new ones (`container.17`).
    /// Does nothing if `old` is `None`.
    pub(super) fn takes_over(&mut self, old: Option<State>, has_same_numbers: bool) {
        let Some(old) = old else { return };
        if has_same_numbers && old.sequence < u64::MAX {
            self.file_id = FileId::Kept(old.file_id);
            self.last_commit.0 = old.sequence;
        } else if let FileId::Made(hash, false) = &mut self.file_id {
            hash.update(&old.file_id);
        }
    }

    /// Returns the options, with a codec and a level.
    pub fn options(&self) -> Options {
        Options::of(self.encoding.codec).with_level(self.encoding.level)
    }

    /// Returns the versions and features for the next commit.
    pub(super) fn versions_mut(&mut self) -> &mut Versions {
        &mut self.versions
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns one past the highest game number, which is the number of the next game that is added. Counts deleted games, as
    /// [`Reader::number_end`] does.
    pub fn number_end(&self) -> u64 {
        let waiting = self.tail.as_ref().and_then(|tail| tail.waiting.as_ref());
        self.games + waiting.map_or(0, |block| block.games() as u64) + self.builder.games() as u64
    }

    /// Adds a game.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for an illegal move, [`ErrorCode::InvalidGame`] for inconsistent annotations or a start that
    /// differs from the `FEN` tag, [`ErrorCode::LimitExceeded`] for a game that is too large: after these errors, other games can
    /// be added. Errors of [`Writer::write_block`], and [`ErrorCode::NoMemory`], after which no game can be added.
    pub fn add(&mut self, game: &Game) -> Result<()> {
        self.make_room_for(game)?;
        self.builder.add(game).inspect_err(|e| self.failed |= e.is_no_memory())?;
        if self.builder.is_full() { self.close_block() } else { Ok(()) }
    }

    /// Like [`Writer::add`], for a game that was just read or imported, so that its main line is known to be legal.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::add`].
    pub fn add_trusted(&mut self, game: &Game) -> Result<()> {
        self.make_room_for(game)?;
        self.builder.add_trusted(game).inspect_err(|e| self.failed |= e.is_no_memory())?;
        if self.builder.is_full() { self.close_block() } else { Ok(()) }
    }

    /// Ends the block if `game` must go into another one (`limits.5`, `limits.9`).
    fn make_room_for(&mut self, game: &Game) -> Result<()> {
        self.check_usable()?;
        if !self.builder.has_room_for(game, self.encoding.codec) {
            self.close_block()?;
            self.builder = BlockBuilder::new(BlockBuilder::codec_for(game, self.encoding.codec));
        }
        Ok(())
    }

    fn close_block(&mut self) -> Result<()> {
        if self.builder.games() == 0 {
            return Ok(());
        }
        let builder = std::mem::replace(&mut self.builder, BlockBuilder::new(self.encoding.codec));
        let block = builder.finish(&mut self.compressor).inspect_err(|_| self.failed = true)?;
        self.put_block(block)
    }

    /// Writes a finished block after the games that were added so far.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Io`]; [`ErrorCode::NoMemory`]. Afterwards nothing more can be written; [`Writer::abort`] discards everything written.
    pub fn write_block(&mut self, block: EncodedBlock) -> Result<()> {
        self.check_usable()?;
        self.close_block()?;
        self.put_block(block)
    }

    /// Writes a block. When appending, holds it back until the next one, because the last block may merge with blocks
    /// of the file.
    fn put_block(&mut self, block: EncodedBlock) -> Result<()> {
        self.has_additions = true;
        self.put_waiting()?;
        match &mut self.tail {
            Some(tail) if tail.merges => tail.waiting = Some(block),
            _ => self.put_now(&block)?,
        }
        Ok(())
    }

    fn put_now(&mut self, block: &EncodedBlock) -> Result<()> {
        self.put_block_as(block, false)?;
        self.games += block.games() as u64;
        Ok(())
    }

    fn put_block_as(&mut self, block: &EncodedBlock, is_replacement: bool) -> Result<()> {
        let first_number = if is_replacement { self.edits.written() } else { self.games };
        let header = block.header(is_replacement, first_number).inspect_err(|_| self.failed = true)?;
        let parsed = BlockHeader::parse(&header)?;
        let entry = BlockEntry::of(&parsed, self.offset);
        self.failed = true;
        self.footer.blocks.try_reserve(1)?;
        self.sink.reserve(header.len() + block.sections().len())?;
        self.sink.write_all(&header)?;
        self.sink.write_all(block.sections())?;
        self.failed = false;
        self.offset = entry.range.end;
        self.versions.required |= parsed.required_features();
        self.footer.blocks.push(entry);
        self.has_additions = true;
        if is_replacement {
            self.edits.add_written(block.games() as u64);
        } else {
            self.file_id.add(&header);
        }
        Ok(())
    }

    fn check_usable(&self) -> Result<()> {
        if self.failed {
            return Err(Error::new(
                ErrorCode::WrongState,
                "an earlier call failed; the file cannot be written further",
            ));
        }
        Ok(())
    }

    /// Writes the remaining games, the footer and the commit record, makes them durable, and returns the sink. Blocks and footer are on
    /// disk before the record (`container.17`). A new file then replaces the old one.
    ///
    /// On failure, discards everything written, as [`Writer::abort`] does. In two cases the result stays, because readers may have seen it:
    ///
    /// - a new file is in its place, but its name could not be made durable;
    /// - appended games are in the file, but their commit record could not be made durable.
    ///
    /// # Errors
    ///
    /// The errors of [`Writer::write_block`]; [`ErrorCode::Busy`] and [`ErrorCode::Locked`] if somebody is writing to a file that
    /// was put in the place of the new one in the meantime.
    pub fn finish(mut self) -> Result<S> {
        match self.end() {
            Ok(()) => Ok(self.sink),
            Err(e) => {
                // Ignores errors of `abort`: the first error gives the reason, and without its footer the file is
                // incomplete anyway.
                let _ = self.sink.abort();
                Err(e)
            }
        }
    }

    fn end(&mut self) -> Result<()> {
        self.write_commit()?;
        Ok(self.sink.commit()?)
    }

    /// Discards everything written: a new file is not created, and a file at its path stays as it was; a file opened for appending
    /// ends where it did. Can be called after a failure, too. For a sink that is not a file, nothing is undone: its bytes just end.
    /// Dropping a writer of an [`OutputFile`] does the same, but cannot report failure.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Io`].
    pub fn abort(mut self) -> Result<()> {
        Ok(self.sink.abort()?)
    }
}
