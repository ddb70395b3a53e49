//! `coord16`: every move as a [`PackedMove`], 16 bits, little-endian.
//!
//! Spec chapter: `spec/codecs/coord16.md`.

use crate::{
    Error, ErrorCode, PackedMove, Position, Result,
    board::{Bitboards, Board, check_line, not_legal},
};

/// coord16.1; see [`crate::Codec::encode_line`].
pub fn encode_line(start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
    check_line(start, moves)?;
    out.extend(moves.iter().flat_map(|m| m.0.to_le_bytes()));
    Ok(())
}

/// See [`crate::Codec::decode_line`]. Returns the number of bytes of their code.
pub fn decode_line(start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
    let mut board = Board::<Bitboards>::new(start);
    let (units, _) = code.as_chunks::<2>();
    out.try_reserve(plies.min(units.len()))?;
    for (ply, unit) in units.iter().take(plies).enumerate() {
        let m = PackedMove(u16::from_le_bytes(*unit));
        // coord16.2: anything except exactly a legal move is malformed.
        if !board.make_exactly(m) {
            return Err(malformed(m).with_offset(2 * ply as u64));
        }
        out.push(m);
    }
    if units.len() < plies {
        return Err(
            Error::new(ErrorCode::Truncated, "the moves end in the middle of the game").with_offset(code.len() as u64)
        );
    }
    Ok(2 * plies)
}

#[cold]
fn malformed(m: PackedMove) -> Error {
    Error::new(ErrorCode::MoveMalformed, not_legal(m).message())
}

/// See [`crate::Codec::decode_all`].
pub fn decode_all(start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    decode_line(start, code, code.len().div_ceil(2), out).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Codec,
        board::reference::{self, read_both},
        moves::MoveFlags,
    };

    const E4: PackedMove = PackedMove::new(12, 28, MoveFlags::DoublePush);

    fn decode(code: &[u8], plies: usize) -> Result<Vec<PackedMove>> {
        let mut moves = Vec::new();
        Codec::Coord16.decode_line(&Position::default(), code, plies, &mut moves).map(|()| moves)
    }

    #[test]
    fn packed_moves_are_little_endian() {
        let mut code = Vec::new();
        Codec::Coord16.encode_line(&Position::default(), &[E4, PackedMove::NULL], &mut code).unwrap();
        assert_eq!(code, [0x1C, 0x13, 0, 0]);
        assert_eq!(decode(&code, 2).unwrap(), [E4, PackedMove::NULL]);
    }

    #[test]
    fn only_exact_packed_moves_are_moves() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "1n6/P7/8/2pP4/8/8/8/K6k w - c6 0 1",
            "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
        ] {
            let (start, chess) = read_both(fen);
            let mut legal: Vec<_> = reference::legal_moves(&chess).into_iter().map(|m| m.0).collect();
            legal.push(0);
            legal.sort_unstable();
            let is_move = |packed: &u16| decode_line(&start, &packed.to_le_bytes(), 1, &mut Vec::new()).is_ok();
            assert_eq!((0..=u16::MAX).filter(is_move).collect::<Vec<_>>(), legal, "{fen}");
        }
    }

    #[test]
    fn errors_have_code_and_offset() {
        for (code, plies, expected) in [
            (&[0x1C, 0x13, 0x1C, 0x13][..], 2, (ErrorCode::MoveMalformed, 2)),
            (&[0x1C, 0x03], 1, (ErrorCode::MoveMalformed, 0)),
            (&[0x1C, 0x13, 0], 2, (ErrorCode::Truncated, 3)),
            (&[0x1C, 0x13, 0, 0], 1, (ErrorCode::TrailingBytes, 2)),
        ] {
            let error = decode(code, plies).unwrap_err();
            assert_eq!((error.code(), error.offset()), (expected.0, Some(expected.1)));
        }
        assert_eq!(encode_line(&Position::default(), &[E4, E4], &mut Vec::new()).unwrap_err().offset(), Some(1));
    }
}
