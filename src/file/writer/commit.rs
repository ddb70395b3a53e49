//! Commits, which put the games of a file into force (`container.17`).

use super::{FileId, Sink, Writer, next_sequence};
use crate::{
    Error, ErrorCode, Result,
    container::{BlockEntry, BlockHeader, EncodedBlock, RECORD_PLACES, Record, State, footer_crc, segments_that_count},
};

impl<S: Sink> Writer<S> {
    /// Commits the games added so far to the file that is appended to, and continues. If the program ends without
    /// [`Writer::finish`], the file keeps them.
    ///
    /// A commit writes the list of all blocks, about 14 bytes for each block of 1,000 to 8,192 games, and waits for the disk.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] for a new file, which is committed when it is finished. Errors of [`Writer::finish`]: afterwards
    /// nothing more can be written.
    pub fn commit(&mut self) -> Result<()> {
        self.check_is_continued()?;
        let committed = self.write_commit().and_then(|()| Ok(self.sink.go_on()?));
        self.failed |= committed.is_err();
        committed
    }

    /// Writes the footer and the commit record, after flushing the bytes that they name.
    pub(super) fn write_commit(&mut self) -> Result<()> {
        self.check_usable()?;
        self.close_block()?;
        self.put_last().inspect_err(|_| self.failed = true)?;
        self.close_replacements()?;
        let (sequence, place) = self.last_commit;
        if place.is_some() && !self.has_additions {
            return Ok(());
        }
        let sequence = next_sequence(sequence)?;
        self.footer.segments = segments_that_count(&self.footer.segments)?;
        self.footer.edits = self.edits.take();
        let footer = self.footer.to_bytes()?;
        self.edits.put_back(std::mem::take(&mut self.footer.edits));
        self.sink.reserve(footer.len())?;
        self.sink.write_all(&footer)?;
        let state = State { file_id: self.file_id.id(), sequence, footer_crc: footer_crc(&footer) };
        let footer_len = footer.len() as u32;
        let record = Record { state, footer_start: self.offset, footer_len, versions: self.versions };
        match place {
            Some(place) => {
                self.sink.sync()?;
                self.sink.rewrite(place, &record.to_bytes())?;
            }
            None => {
                let bytes = record.to_bytes();
                RECORD_PLACES.into_iter().try_for_each(|place| self.sink.rewrite(place, &bytes))?;
            }
        }
        self.offset = record.end();
        if self.games > 0 {
            self.file_id = FileId::Kept(state.file_id);
        }
        self.last_commit = (sequence, place.map(other_place));
        self.has_additions = false;
        Ok(())
    }

    fn check_is_continued(&self) -> Result<()> {
        if self.last_commit.1.is_some() {
            return Ok(());
        }
        let message =
            "a new file is committed when it is finished: only a writer that appends can go on after a commit";
        Err(Error::new(ErrorCode::WrongState, message))
    }

    /// Turns off merging with small blocks of the file that is appended to, so that the resulting blocks do not depend
    /// on when the file was opened and finished.
    ///
    /// Errors: [`ErrorCode::WrongState`] for a new file.
    pub(in crate::file) fn keep_blocks(&mut self) -> Result<()> {
        self.check_is_continued()?;
        if let Some(tail) = &mut self.tail {
            tail.merges = false;
        }
        Ok(())
    }

    /// Returns whether this is the last block of the file that is appended to, by the checksum of its header, which contains the checksums of
    /// its sections.
    ///
    /// Errors: [`ErrorCode::LimitExceeded`].
    pub(in crate::file) fn ends_with(&self, block: &EncodedBlock) -> Result<bool> {
        let Some(last) = self.tail.as_ref().and_then(|tail| tail.reader.blocks().last()) else { return Ok(false) };
        let header = BlockHeader::parse(&block.header(false, last.first_number)?)?;
        let entry = BlockEntry::of(&header, last.range.start);
        Ok(entry.range == last.range && entry.header_crc == last.header_crc)
    }
}

/// Returns the offset of the record that is not at `place`.
fn other_place(place: u64) -> u64 {
    let [first, second] = RECORD_PLACES;
    if place == first { second } else { first }
}
