//! The main lines of a group of games.

use std::{borrow::Cow, sync::Arc};

use crate::{
    Error, ErrorCode, Position, Reader, Result,
    blocks::BlockInfo,
    container::Block,
    file::reader::BlockSegment,
    index::{GroupMoves, GroupRecord, MovesPlace},
};

/// The main lines of a group of games, read without the block where possible.
pub(super) enum GroupLines<'a> {
    /// Only the moves of the group.
    Moves(GroupMoves<'a>),
    /// The block, and the number of the first game of the group.
    Block(Arc<Block>, usize),
}

/// Remaining limits of a block for all its groups together: bytes of moves, and plies. Each record by itself could claim all of them.
pub(super) struct Left {
    bytes: u64,
    plies: u64,
}

impl Left {
    /// Returns the limits of a block.
    pub(super) fn of_block(block: &BlockInfo) -> Left {
        Left { bytes: block.range.end - block.range.start, plies: block.plies }
    }

    fn take(&mut self, record: &GroupRecord) -> Result<()> {
        let bytes = self.bytes.checked_sub(record.moves.end - record.moves.start);
        let left = bytes.zip(self.plies.checked_sub(record.plies()));
        let too_many = || Error::new(ErrorCode::SectionMalformed, "groups with more moves than their block");
        (self.bytes, self.plies) = left.ok_or_else(too_many)?;
        Ok(())
    }
}

impl<'a> GroupLines<'a> {
    /// Reads the moves of a group of a segment; `left` is what remains of the limits of the group's block.
    pub(super) fn load(
        reader: &'a Reader,
        place: &BlockSegment,
        group: usize,
        record: &'a GroupRecord,
        left: &mut Left,
    ) -> Result<GroupLines<'a>> {
        let number = place.segment.block_of_group(group);
        let covered = &place.segment.blocks()[number];
        let block = place.blocks.start + number;
        if covered.moves != MovesPlace::None {
            left.take(record)?;
        }
        let end = reader.blocks()[block].range.end;
        if let Some(moves) = GroupMoves::load(covered, end, record, reader.file())? {
            return Ok(GroupLines::Moves(moves));
        }
        let first = place.segment.games_of(group).start - covered.numbers.start;
        Ok(GroupLines::Block(reader.block(block)?, first as usize))
    }

    /// The main line of a game of the group as code of `byte`. If the file has another codec, the code is written to `code`.
    pub(super) fn byte_code<'c>(
        &'c self,
        game: usize,
        start: Option<&Position>,
        code: &'c mut Vec<u8>,
    ) -> Result<Cow<'c, [u8]>> {
        match self {
            GroupLines::Moves(moves) => moves.byte_code(game, start, code),
            GroupLines::Block(block, first) => {
                block.read_byte_code(first + game, &mut Vec::new(), code)?;
                Ok(Cow::Borrowed(code))
            }
        }
    }
}
