//! A block that is ready to be written.

use crate::{
    Result,
    container::{BlockHeader, BlockNumbers, Section, SectionHeader},
    memory,
};

/// The sections of a block. Any thread can make them before the position of the block in the file is known; the writer adds the header.
pub struct EncodedBlock {
    games: usize,
    plies: u64,
    sections: Vec<SectionHeader>,
    stored: Vec<u8>,
}

impl EncodedBlock {
    /// Makes a block of `games` games and `plies` plies.
    ///
    /// Errors: from [`BlockHeader::to_bytes`].
    pub(in crate::container) fn new(games: usize, plies: u64, sections: &[Section]) -> Result<EncodedBlock> {
        let mut stored = memory::with_capacity(sections.iter().map(|section| section.stored.len()).sum())?;
        let headers = sections.iter().map(|section| {
            let start = stored.len() as u64;
            stored.extend_from_slice(&section.stored);
            let range = start..stored.len() as u64;
            let Section { kind, param, compression, raw_len, crc, .. } = *section;
            SectionHeader { kind: kind as u64, param, compression, raw_len, crc, range }
        });
        let sections = headers.collect();
        let block = EncodedBlock { games, plies, sections, stored };
        // Tries the longest header that the block can get, so that no later header is too long.
        block.header(true, u64::MAX).map(|_| block)
    }

    /// Copies a block of a file; `bytes` contains header and sections.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn copied(bytes: &[u8], header: &BlockHeader) -> Result<EncodedBlock> {
        let len: u64 = header.sections.iter().map(|section| section.range.end - section.range.start).sum();
        let stored = memory::copied(&bytes[bytes.len() - len as usize..])?;
        let sections = memory::collected(header.sections.iter().cloned())?;
        Ok(EncodedBlock { games: header.games, plies: header.plies, sections, stored })
    }

    /// Replaces the section of the same kind as `section`, which the block must have.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn replace(&mut self, section: &Section) -> Result<()> {
        let mut stored = memory::with_capacity(self.stored.len() + section.stored.len())?;
        let mut rest = &self.stored[..];
        for old in &mut self.sections {
            let (bytes, others) = rest.split_at((old.range.end - old.range.start) as usize);
            rest = others;
            let start = stored.len() as u64;
            if old.kind == section.kind as u64 {
                stored.extend_from_slice(&section.stored);
                let Section { kind, param, compression, raw_len, crc, .. } = *section;
                let range = start..stored.len() as u64;
                *old = SectionHeader { kind: kind as u64, param, compression, raw_len, crc, range };
            } else {
                stored.extend_from_slice(bytes);
                old.range = start..stored.len() as u64;
            }
        }
        self.stored = stored;
        Ok(())
    }

    /// Returns the number of games in the block.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the number of plies of its main lines.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Returns the bytes of the header for a block that begins at `first_number`.
    ///
    /// # Errors
    ///
    /// Errors of [`BlockHeader::to_bytes`].
    pub fn header(&self, is_replacement: bool, first_number: u64) -> Result<Vec<u8>> {
        let numbers = BlockNumbers { games: self.games, plies: self.plies, is_replacement, first_number };
        BlockHeader::to_bytes(&numbers, &self.sections)
    }

    /// Returns the bytes of all sections, which follow the header.
    pub fn sections(&self) -> &[u8] {
        &self.stored
    }
}
