//! A block whose columns are ready, but whose names have no ids yet.

use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Strings, put_column, put_varint},
    container::{
        BlockHeader, Compressor, Section, SectionKind, block::HeaderFields, section::SectionList, tags::BlockNames,
    },
    limits, memory,
};

/// A block whose columns are compressed, but whose names have no ids yet. Can be made on any thread.
pub struct EncodedBlock {
    pub(super) games: usize,
    pub(super) plies: u64,
    pub(super) sections: Vec<Section>,
    pub(super) names: BlockNames,
}

impl EncodedBlock {
    /// Games in the block.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Plies of its main lines.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Assigns ids to the names and makes the bytes of the block: header and sections. `id_of` returns the id of a name that
    /// has one; others get the next ids, from `first_name` on (`tags.8`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitExceeded`] when the file has too many names or the block too many sections.
    pub fn into_bytes(
        self,
        first_game: u64,
        first_name: u64,
        id_of: impl FnMut(&[u8]) -> Result<Option<u32>>,
        compressor: &mut Compressor,
    ) -> Result<(Vec<u8>, BlockHeader, Strings)> {
        let (ids, new_names) = number_names(&self.names, first_name, id_of)?;
        let mut sections = SectionList::new(self.sections, compressor);
        if !new_names.is_empty() {
            let mut raw = Vec::new();
            new_names.put(&mut raw)?;
            sections.add(SectionKind::Names, 0, raw)?;
        }
        if !ids.is_empty() {
            let mut raw = Vec::new();
            put_varint(&mut raw, ids.len() as u64);
            put_column(&mut raw, &ids)?;
            sections.add(SectionKind::StringRefs, 0, raw)?;
        }
        let names = first_name..first_name + new_names.len() as u64;
        let fields = HeaderFields { games: self.games, plies: self.plies, first_game, names };
        let (bytes, header) = BlockHeader::write(fields, &sections.finish())?;
        Ok((bytes, header, new_names))
    }
}

/// The ids of a block's names, and those names that are new to the file.
fn number_names(
    names: &BlockNames,
    first_name: u64,
    mut id_of: impl FnMut(&[u8]) -> Result<Option<u32>>,
) -> Result<(Vec<u32>, Strings)> {
    let mut new_names = Strings::default();
    let mut ids = memory::with_capacity(names.strings().len())?;
    for name in names.strings().iter() {
        ids.push(match id_of(name)? {
            Some(id) => id,
            None => {
                new_names.push(name)?;
                checked_id(first_name + new_names.len() as u64 - 1)?
            }
        });
    }
    Ok((ids, new_names))
}

fn checked_id(id: u64) -> Result<u32> {
    u32::try_from(id)
        .ok()
        .filter(|id| u64::from(*id) < limits::MAX_NAMES)
        .ok_or_else(|| Error::new(ErrorCode::LimitExceeded, "the file has more names than the format can number"))
}
