//! Positions given by only some fields of a FEN (`search.1`).

use crate::{Error, ErrorCode, Position, Result};

/// The fields of a FEN, other than the board, that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FenFields {
    pub(super) turn: bool,
    pub(super) castling: bool,
    pub(super) en_passant: bool,
}

impl FenFields {
    pub(super) const ALL: FenFields = FenFields::of_count(4);

    /// The first `count` fields, including the board; fields after the fourth are always ignored.
    const fn of_count(count: usize) -> FenFields {
        FenFields { turn: count >= 2, castling: count >= 3, en_passant: count >= 4 }
    }
}

/// A position of which only the first one, two or three fields of a FEN are known. The other fields are ignored.
#[derive(Debug, Clone)]
pub struct PartialPosition {
    pub(crate) position: Position,
    pub(crate) fields: FenFields,
}

/// The position of a FEN, complete or partial.
pub(crate) enum FenPosition {
    Whole(Position),
    Partial(PartialPosition),
}

impl FenPosition {
    /// Reads a FEN of one to six fields. If it has only the board, either side can be to move; the position must be legal with at least
    /// one side to move.
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
