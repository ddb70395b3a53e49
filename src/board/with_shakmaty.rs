//! Converts positions and moves from and to the crate `shakmaty` 0.30.
//!
//! That crate is licensed under the GPL, version 3 or later, and so is a program that enables the feature `shakmaty`.
//!
//! ```
//! use plypack::{Position, PackedMove};
//! use shakmaty::{Chess, Position as _};
//!
//! let mut chess = Chess::default();
//! let e4 = PackedMove::from_shakmaty(chess.legal_moves()[19]);
//! chess.play_unchecked(e4.to_shakmaty(&chess).expect("a legal move"));
//! let mut position = Position::default();
//! position.play(e4)?;
//! assert_eq!(position, Position::from(&chess));
//! assert_eq!(Chess::from(&position), chess);
//! # Ok::<(), plypack::Error>(())
//! ```

#[cfg(test)]
mod tests;

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, CastlingMode, Chess, EnPassantMode, FromSetup, Position as _, PositionError, Setup as ShakmatySetup,
};

use super::{Color, MoveFlags, PackedMove, Piece, Position, Role, Square, positions::Setup};
use crate::{Error, ErrorCode, Result};

impl From<shakmaty::Square> for Square {
    fn from(square: shakmaty::Square) -> Square {
        Square::of(square as u8)
    }
}

impl From<Square> for shakmaty::Square {
    fn from(square: Square) -> shakmaty::Square {
        shakmaty::Square::new(square as u32)
    }
}

impl From<shakmaty::Color> for Color {
    fn from(color: shakmaty::Color) -> Color {
        color.fold_wb(Color::White, Color::Black)
    }
}

impl From<Color> for shakmaty::Color {
    fn from(color: Color) -> shakmaty::Color {
        shakmaty::Color::from_white(color.is_white())
    }
}

impl From<shakmaty::Role> for Role {
    fn from(role: shakmaty::Role) -> Role {
        Role::ALL[role as usize - 1]
    }
}

impl From<Role> for shakmaty::Role {
    fn from(role: Role) -> shakmaty::Role {
        shakmaty::Role::ALL[role as usize - 1]
    }
}

impl From<shakmaty::Piece> for Piece {
    fn from(piece: shakmaty::Piece) -> Piece {
        Piece::new(piece.color.into(), piece.role.into())
    }
}

/// Returns the same position, with the same counters.
impl From<&Chess> for Position {
    fn from(chess: &Chess) -> Position {
        let setup = chess.to_setup(EnPassantMode::Always);
        let mut pieces = [0; 64];
        for (square, piece) in &setup.board {
            pieces[square as usize] = Piece::from(piece).0;
        }
        let setup = Setup {
            pieces,
            turn: setup.turn.into(),
            castling_rooks: setup.castling_rights.0,
            en_passant: setup.ep_square.map(Square::from),
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves.get(),
        };
        // shakmaty has no other positions.
        Position::from_setup(setup).unwrap_or_default()
    }
}

/// Returns the same position with the same counters, as a Chess960 position of shakmaty.
impl From<&Position> for Chess {
    fn from(position: &Position) -> Chess {
        let from = position.to_setup();
        let mut setup = ShakmatySetup::empty();
        for square in Square::ALL {
            let piece = position.piece_at(square);
            if let (Some(color), Some(role)) = (piece.color(), piece.role()) {
                let piece = shakmaty::Piece { color: color.into(), role: role.into() };
                setup.board.set_piece_at(square.into(), piece);
            }
        }
        setup.turn = from.turn.into();
        setup.castling_rights = Bitboard(from.castling_rooks);
        setup.ep_square = from.en_passant.map(shakmaty::Square::from);
        setup.halfmoves = from.halfmoves;
        setup.fullmoves = NonZeroU32::new(from.fullmoves).unwrap_or(NonZeroU32::MIN);
        // Both accept the same boards.
        playable(setup).unwrap_or_default()
    }
}

/// Returns the position of a setup if it is playable (`positions.2`).
pub fn playable(setup: ShakmatySetup) -> Option<Chess> {
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

impl PackedMove {
    /// Packs a shakmaty move that is legal in its position.
    pub fn from_shakmaty(m: shakmaty::Move) -> PackedMove {
        use shakmaty::Move;
        let new = |from: shakmaty::Square, to: shakmaty::Square, flags: u16| {
            PackedMove(flags << 12 | (from as u16) << 6 | to as u16)
        };
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                let capture = if capture.is_some() { MoveFlags::Capture as u16 } else { 0 };
                let is_double = role == shakmaty::Role::Pawn && (from as u8).abs_diff(to as u8) == 16;
                let flags = match promotion {
                    Some(role) => MoveFlags::PromoteKnight as u16 + role as u16 - shakmaty::Role::Knight as u16,
                    None => u16::from(is_double),
                };
                new(from, to, flags | capture)
            }
            Move::EnPassant { from, to } => new(from, to, MoveFlags::EnPassant as u16),
            Move::Castle { king, rook } => {
                let (flags, file) = if king < rook { (2, shakmaty::File::G) } else { (3, shakmaty::File::C) };
                new(king, shakmaty::Square::from_coords(file, king.rank()), flags)
            }
            // Chess has no drops.
            Move::Put { .. } => PackedMove::NULL,
        }
    }

    /// Returns the move for shakmaty, which has no null move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] if no legal move of the position packs to exactly this move.
    pub fn to_shakmaty(self, position: &Chess) -> Result<shakmaty::Move> {
        let legal = position.legal_moves();
        let found = legal.iter().copied().find(|m| PackedMove::from_shakmaty(*m) == self);
        found.ok_or_else(|| Error::new(ErrorCode::IllegalMove, format!("{self} is not a legal move here")))
    }
}
