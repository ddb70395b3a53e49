//! A block that is ready to be written.

use crate::{
    Result,
    container::{BlockHeader, Section},
};

/// The bytes of a block. Can be made on any thread, and written anywhere in a file.
pub struct EncodedBlock {
    bytes: Vec<u8>,
    header: BlockHeader,
}

impl EncodedBlock {
    /// A block of so many games and plies.
    ///
    /// Errors: those of [`BlockHeader::write`].
    pub(super) fn new(games: usize, plies: u64, sections: &[Section]) -> Result<EncodedBlock> {
        let (bytes, header) = BlockHeader::write(games, plies, sections)?;
        Ok(EncodedBlock { bytes, header })
    }

    /// A block of a file, as it is there: `bytes` are header and sections.
    pub fn copied(bytes: Vec<u8>, header: BlockHeader) -> EncodedBlock {
        EncodedBlock { bytes, header }
    }

    /// Games in the block.
    pub fn games(&self) -> usize {
        self.header.games
    }

    /// Plies of its main lines.
    pub fn plies(&self) -> u64 {
        self.header.plies
    }

    /// Its header.
    pub fn header(&self) -> &BlockHeader {
        &self.header
    }

    /// The bytes of header and sections.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
