//! The position that a key stands for, if an index has it: searches for the position are faster than comparing keys.

use std::ops::ControlFlow;

use super::lookup::example_line;
use crate::{
    Position, Reader, Result,
    codecs::byte,
    file::reader::BlockSegment,
    index::{Key, Leaf},
};

/// The position with this key (`index.5`) in the index of a file; `None` if that has none, or is corrupt.
pub(crate) fn position_of_key(reader: &Reader, key: u64) -> Option<Position> {
    reader.segments().iter().find_map(|place| position_in(reader, place, key).ok().flatten())
}

fn position_in(reader: &Reader, place: &BlockSegment, key: u64) -> Result<Option<Position>> {
    let Leaf::Entry(entry) = place.segment.find(key, reader.file())? else { return Ok(None) };
    let position = example_line(reader, place, &entry, |start, code, ply| {
        let board = byte::Board::new(start.unwrap_or(&Position::default()));
        byte::scan_from(&board, code, ply as usize, |_, _| ControlFlow::Continue(()))?.board.to_position()
    })?;
    Ok((Key::of(&position) == key).then_some(position))
}
