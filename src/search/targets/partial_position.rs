//! Positions with only some fields of a FEN (`search.1`).

use crate::{Error, ErrorCode, Position, Result};

/// The fields of a FEN that count beside the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FenFields {
    pub(super) turn: bool,
    pub(super) castling: bool,
    pub(super) en_passant: bool,
}

impl FenFields {
    pub(super) const ALL: FenFields = FenFields::of_count(4);

    /// The first fields, the board included; those after the fourth never count.
    const fn of_count(count: usize) -> FenFields {
        FenFields { turn: count >= 2, castling: count >= 3, en_passant: count >= 4 }
    }
}

/// A position of which only the first one, two or three fields of a FEN are known; the others do not count.
#[derive(Debug, Clone)]
pub struct PartialPosition {
    pub(crate) position: Position,
    pub(crate) fields: FenFields,
}

/// Position of a FEN, whole or in part.
pub(crate) enum FenPosition {
    Whole(Position),
    Partial(PartialPosition),
}

impl FenPosition {
    /// Reads a FEN of one to six fields. With a board alone, either side may be the one to move, and one of the two must be able to.
    pub(crate) fn read(fen: &[u8]) -> Result<FenPosition> {
        let fields: Vec<&[u8]> =
            fen.split(|b| b.is_ascii_whitespace() || *b == b'_').filter(|field| !field.is_empty()).collect();
        let read = |fields: &[&[u8]]| Position::from_fen(&fields.join(&b' '));
        let position = match fields[..] {
            [] => return Err(Error::new(ErrorCode::IllegalPosition, "the FEN is empty")),
            [board] => read(&[board]).or_else(|error| read(&[board, b"b"]).map_err(|_| error))?,
            _ => read(&fields)?,
        };
        Ok(match FenFields::of_count(fields.len()) {
            FenFields::ALL => FenPosition::Whole(position),
            fields => FenPosition::Partial(PartialPosition { position, fields }),
        })
    }
}
