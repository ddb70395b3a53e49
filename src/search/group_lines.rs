//! The main lines of a group of games.

use std::{borrow::Cow, sync::Arc};

use shakmaty::Chess;

use crate::{
    Reader, Result,
    container::Block,
    file::reader::BlockSegment,
    index::{GroupMoves, GroupRecord},
};

/// The main lines of a group of games, read without its block where that is possible.
pub(super) enum GroupLines<'a> {
    /// The moves of the group alone.
    Moves(GroupMoves<'a>),
    /// The block, and the number of the first game of the group.
    Block(Arc<Block>, usize),
}

impl<'a> GroupLines<'a> {
    /// Reads the moves of a group of a segment.
    pub(super) fn load(
        reader: &'a Reader,
        place: &BlockSegment,
        group: usize,
        record: &'a GroupRecord,
    ) -> Result<GroupLines<'a>> {
        let number = place.segment.block_of_group(group);
        let block = &place.segment.blocks()[number];
        if let Some(moves) = GroupMoves::load(block, record, reader.file())? {
            return Ok(GroupLines::Moves(moves));
        }
        let first = place.segment.games_of(group).start - block.numbers.start;
        Ok(GroupLines::Block(reader.block(place.blocks.start + number)?, first as usize))
    }

    /// The main line of a game of the group as code of `byte`, which is in `code` if it was coded otherwise.
    pub(super) fn byte_code<'c>(
        &'c self,
        game: usize,
        start: Option<&Chess>,
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
