//! Reading blocks: their headers, or complete blocks.

use std::{borrow::Cow, ops::Range, sync::Arc};

use super::{BlockInfo, Reader};
use crate::{
    Error, ErrorCode, Result,
    container::{Block, BlockHeader, CheckedGames, Fetch},
    file::source::{self, Source},
};

impl Reader {
    /// Reads the header of a block.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumBlock`], [`ErrorCode::BlockMalformed`], [`ErrorCode::OutOfRange`], errors of the source.
    pub fn block_header(&self, index: usize) -> Result<BlockHeader> {
        let (info, bytes) = self.block_bytes(index)?;
        self.header_of(index, info, &bytes)
    }

    fn header_of(&self, index: usize, info: &BlockInfo, bytes: &BlockBytes<'_>) -> Result<BlockHeader> {
        let placed = |e: Error| e.shifted_by(info.range.start);
        let start = bytes.fetch(0..bytes.len.min(8))?;
        let header_len = BlockHeader::declared_len(&start).map_err(placed)? as u64;
        let header = BlockHeader::parse(&bytes.fetch(0..header_len)?).map_err(placed)?;
        let is_replacement = index >= self.layout.ordinary;
        let as_listed = [header.games as u64, header.plies, header.len, header.first_number]
            == [info.games, info.plies, bytes.len, info.first_number];
        // container.13: the entry in the footer matches the block.
        if !as_listed || header.is_replacement != is_replacement || header.crc != info.header_crc {
            let message = "a block differs from its entry in the footer";
            return Err(Error::new(ErrorCode::BlockMalformed, message).with_offset(info.range.start));
        }
        self.check_features(&header).map_err(|e| e.with_offset(info.range.start))?;
        Ok(header)
    }

    /// versions.10: the features of the file include the features that its blocks need; for a recovered file they may be unknown.
    fn check_features(&self, header: &BlockHeader) -> Result<()> {
        let missing = header.required_features() & !self.versions().required;
        if self.layout.committed.is_none() || missing == 0 {
            return Ok(());
        }
        let message = format!("a block needs features that the commit record does not name (bits {missing:#x})");
        Err(Error::new(ErrorCode::BlockMalformed, message))
    }

    /// Reads a block with all its columns, or takes it from the cache of the last used blocks ([`Reader::set_cache`]). If several
    /// threads need a block, one reads it and the others wait.
    ///
    /// # Errors
    ///
    /// Errors of [`Reader::block_header`]; [`ErrorCode::ChecksumSection`], [`ErrorCode::SectionMalformed`],
    /// [`ErrorCode::TagsMalformed`], the `Unsupported...` codes and [`ErrorCode::LimitExceeded`], with offsets in the file.
    pub fn block(&self, index: usize) -> Result<Arc<Block>> {
        self.cache.get(index, || self.load_block(index))
    }

    /// Reads a block without caching it: for a single pass over the file.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::block`].
    pub fn load_block(&self, index: usize) -> Result<Block> {
        let (info, bytes) = self.block_bytes(index)?;
        // All sections are needed: if reads are slow, one read is better than many.
        let bytes = if self.source.is_remote() { bytes.read_whole()? } else { bytes };
        let header = self.header_of(index, info, &bytes)?;
        let block = Block::load(header, &bytes).map_err(|e| e.shifted_by(info.range.start))?;
        Ok(block.with_checked(self.checked_games(index)))
    }

    /// Returns the games of a block whose moves were checked.
    pub(crate) fn checked_games(&self, index: usize) -> CheckedGames {
        self.checked_games.of_block(index)
    }

    /// Reads what can be read of a block with corrupt sections, and returns the errors of the rest (`limits.11`). Checks the moves,
    /// even if they were checked before.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::block`], if nothing can be read.
    pub fn salvage_block(&self, index: usize) -> Result<(Block, Vec<Error>)> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        let placed = |e: Error| e.shifted_by(info.range.start);
        let mut errors = Vec::new();
        let block = Block::salvage(header, &bytes, &mut errors).map_err(placed)?;
        Ok((block, errors.into_iter().map(placed).collect()))
    }

    /// Checks the checksum of every section of a block, including sections that this version does not know.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumSection`] and the errors of [`Reader::block_header`].
    pub fn check_sections(&self, index: usize) -> Result<()> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        Block::check_sections(&header, &bytes).map_err(|e| e.shifted_by(info.range.start))
    }

    /// Calls `read` with the header and the bytes of a block, and makes the offsets of its errors count from the start of the file.
    pub(crate) fn with_block<T>(
        &self,
        index: usize,
        read: impl FnOnce(&BlockHeader, &dyn Fetch) -> Result<T>,
    ) -> Result<T> {
        let header = self.block_header(index)?;
        let (info, bytes) = self.block_bytes(index)?;
        read(&header, &bytes).map_err(|e| e.shifted_by(info.range.start))
    }

    /// Calls `read` with the bytes of a block, like [`Reader::with_block`], without reading its header again.
    pub(crate) fn with_block_bytes<T>(&self, index: usize, read: impl FnOnce(&dyn Fetch) -> Result<T>) -> Result<T> {
        let (info, bytes) = self.block_bytes(index)?;
        read(&bytes).map_err(|e| e.shifted_by(info.range.start))
    }

    pub(super) fn block_bytes(&self, index: usize) -> Result<(&BlockInfo, BlockBytes<'_>)> {
        let info = self.layout.blocks.get(index);
        let info = info.ok_or_else(|| Error::new(ErrorCode::OutOfRange, format!("there is no block {index}")))?;
        Ok((info, self.bytes_of_block(info)))
    }

    pub(super) fn bytes_of_block(&self, info: &BlockInfo) -> BlockBytes<'_> {
        let len = info.range.end - info.range.start;
        BlockBytes { source: &*self.source, start: info.range.start, len, whole: None }
    }
}

/// The bytes of one block.
pub(super) struct BlockBytes<'a> {
    source: &'a dyn Source,
    start: u64,
    len: u64,
    /// All bytes, if they were read at once.
    whole: Option<Vec<u8>>,
}

impl BlockBytes<'_> {
    fn read_whole(self) -> Result<Self> {
        let end = self.start + self.len;
        let whole = source::read_range(self.source, self.start..end, end)?;
        Ok(BlockBytes { whole: Some(whole), ..self })
    }
}

impl Fetch for BlockBytes<'_> {
    fn fetch(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>> {
        if range.end > self.len {
            return Err(Error::new(ErrorCode::Truncated, "a section ends outside its block").with_offset(range.start));
        }
        if let Some(whole) = &self.whole {
            return Ok(Cow::Borrowed(&whole[range.start as usize..range.end as usize]));
        }
        source::bytes_of(self.source, self.start + range.start..self.start + range.end)
    }
}
