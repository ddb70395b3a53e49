//! The names of a file, read when they are needed.

use std::{borrow::Cow, sync::Arc};

use super::{BlockInfo, Reader};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::Strings,
    container::{Block, BlockHeader, tags::NameSource},
    lock::lock,
    memory,
};

/// Bytes of names in memory, approximately.
const CACHED_NAME_BYTES: usize = 48 << 20;

/// The names of the blocks that were used last.
#[derive(Default)]
pub struct NameCache {
    lists: Vec<(usize, Arc<Strings>)>,
    bytes: usize,
}

impl NameCache {
    fn insert(&mut self, index: usize, names: Arc<Strings>) {
        self.bytes += names.memory();
        self.lists.push((index, names));
        while self.bytes > CACHED_NAME_BYTES && self.lists.len() > 1 {
            let (_, oldest) = self.lists.remove(0);
            self.bytes -= oldest.memory();
        }
    }
}

impl Reader {
    /// A name by its file-wide id. In a file joined from several, ids are those of the first.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TagsMalformed`] when no block that can be found defines it, and the errors of reading that block.
    pub fn name(&self, id: u32) -> Result<Vec<u8>> {
        self.name_in(0, id)
    }

    /// A name by its id in one of several joined files.
    pub(crate) fn name_in(&self, part: usize, id: u32) -> Result<Vec<u8>> {
        let missing =
            || Error::new(ErrorCode::TagsMalformed, format!("name {id} is not in the file, or lost with its block"));
        let (block, name) = self.place_of_name(part, id).ok_or_else(missing)?;
        self.names(block)?.get(name).ok_or_else(missing).and_then(memory::copied)
    }

    /// The block that defines a name of one of several joined files, and its place among the names of that block.
    pub(crate) fn place_of_name(&self, part: usize, id: u32) -> Option<(usize, usize)> {
        let id = u64::from(id);
        let comes_before = |b: &BlockInfo| b.part < part || (b.part == part && b.first_name + b.new_names <= id);
        let index = self.layout.blocks.partition_point(comes_before);
        let info = self.layout.blocks.get(index).filter(|b| b.part == part && b.first_name <= id)?;
        Some((index, (id - info.first_name) as usize))
    }

    /// The names that a block defines.
    ///
    /// # Errors
    ///
    /// As [`Reader::block`].
    pub fn names(&self, index: usize) -> Result<Arc<Strings>> {
        if let Some((_, names)) = lock(&self.names).lists.iter().find(|(i, _)| *i == index) {
            return Ok(names.clone());
        }
        let (info, bytes) = self.block_bytes(index)?;
        let header = self.block_header(index)?;
        let names = Arc::new(Block::load_names(&header, &bytes).map_err(|e| e.rebase(info.range.start))?);
        lock(&self.names).insert(index, names.clone());
        Ok(names)
    }

    /// The names that a block uses, found through this reader.
    pub fn names_of<'a>(&'a self, block: &'a Block) -> impl NameSource + 'a {
        BlockNameSource { reader: self, block, part: self.part_of(block.header()) }
    }

    /// Blocks of joined files may be equal; then it does not matter which one this is.
    fn part_of(&self, header: &BlockHeader) -> usize {
        match self.layout.blocks.last() {
            Some(last) if last.part > 0 => {
                self.layout.blocks.iter().find(|b| b.header_crc == header.crc).map_or(0, |b| b.part)
            }
            _ => 0,
        }
    }
}

struct BlockNameSource<'a> {
    reader: &'a Reader,
    block: &'a Block,
    part: usize,
}

impl NameSource for BlockNameSource<'_> {
    fn name(&self, number: u32) -> Result<Cow<'_, [u8]>> {
        let id = self.block.string_refs()[number as usize];
        self.reader.name_in(self.part, id).map(Cow::Owned)
    }
}
