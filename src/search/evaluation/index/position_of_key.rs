//! Finds a position by its key in an index. A search for the position is then faster than comparing keys at every ply.

use std::ops::ControlFlow;

use super::lookup::example_line;
use crate::{
    Position, Reader, Result,
    codecs::byte,
    file::reader::BlockSegment,
    index::{Key, Leaf},
};

/// Returns the position with this key (`index.5`) from the index of a file; `None` if the index does not have it or cannot be read.
pub(crate) fn position_of_key(reader: &Reader, key: u64) -> Option<Position> {
    reader.segments().ok()?.iter().find_map(|place| position_in(reader, place, key).ok().flatten())
}

fn position_in(reader: &Reader, place: &BlockSegment, key: u64) -> Result<Option<Position>> {
    let Leaf::Entry(entry) = place.segment.find(key, reader.file())? else { return Ok(None) };
    let position = example_line(reader, place, &entry, |start, code, ply| {
        let board = byte::Board::new(start.unwrap_or(&Position::default()));
        byte::scan_from(&board, code, ply as usize, |_, _| ControlFlow::Continue(()))?.board.to_position()
    })?;
    Ok((Key::of(&position) == key).then_some(position))
}
