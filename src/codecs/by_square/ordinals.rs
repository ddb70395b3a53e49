//! The fallback mode that codecs share with `byte`: ordinals in a list of the legal moves (`byte.16` to `byte.19`).

use super::Board;
use crate::{
    PackedMove, Result,
    codecs::byte::fallback,
    coding::bit_stream::{BitReader, BitWriter},
};

/// Appends the code of a move. `None` if the move is illegal.
#[cold]
pub fn put(board: &Board, m: PackedMove, out: &mut BitWriter<'_>) -> Option<()> {
    let ordinal = fallback::ordinal_of(board, m)?;
    (0..ordinal / 255).for_each(|_| out.put(0, 8));
    out.put(255 - (ordinal % 255) as u32, 8);
    Some(())
}

/// Reads the code of a move. `None` if no move has this ordinal.
///
/// Errors: [`crate::ErrorCode::Truncated`].
#[cold]
pub fn get(board: &Board, code: &mut BitReader<'_>) -> Result<Option<PackedMove>> {
    let mut ordinal = 0;
    loop {
        match code.take(8)? {
            0 => ordinal += 255,
            last => return Ok(fallback::move_at(board, ordinal + 255 - last as usize)),
        }
    }
}
