//! Packed moves, their UCI text, and the canonical order of legal moves.
//!
//! Spec chapter: `spec/moves.md`.

use std::fmt;

use shakmaty::{CastlingMode, CastlingSide, Chess, File, Move, Position, Role, Square, uci::UciMove};

use super::positions;
use crate::{Error, ErrorCode, Result};

/// A move packed into 16 bits, as in many engines: bits 0-5 the to-square, 6-11 the from-square (a1 = 0, b1 = 1, ... h8 = 63),
/// 12-15 [`MoveFlags`].
///
/// It can be read without a board. Castling has the king's from-square and to-square (on the c or g file), in Chess960 too, and
/// the flags give the side. The null move is 0 (`moves.2`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct PackedMove(pub u16);

/// The four flag bits of a [`PackedMove`] (`moves.1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are those of the spec, as the numbers are")]
pub enum MoveFlags {
    Quiet = 0,
    DoublePush = 1,
    CastleKingSide = 2,
    CastleQueenSide = 3,
    Capture = 4,
    EnPassant = 5,
    PromoteKnight = 8,
    PromoteBishop = 9,
    PromoteRook = 10,
    PromoteQueen = 11,
    CapturePromoteKnight = 12,
    CapturePromoteBishop = 13,
    CapturePromoteRook = 14,
    CapturePromoteQueen = 15,
}

impl PackedMove {
    /// The null move, written `--` in SAN and `0000` in UCI.
    pub const NULL: PackedMove = PackedMove(0);

    /// Packs from-square, to-square (0-63 each) and flags.
    pub const fn new(from: u8, to: u8, flags: MoveFlags) -> PackedMove {
        PackedMove((flags as u16) << 12 | ((from & 63) as u16) << 6 | (to & 63) as u16)
    }

    /// The from-square, 0-63.
    pub const fn from(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    /// The to-square, 0-63; for castling that of the king.
    pub const fn to(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The four flag bits, 0-15; no move has 6 or 7.
    pub const fn flags(self) -> u8 {
        (self.0 >> 12) as u8
    }

    /// From-square, to-square, flags, from the highest bit down: the key of the canonical order (`moves.4`).
    pub(crate) const fn canonical_key(self) -> u16 {
        self.0.rotate_left(4)
    }

    /// Whether this is the null move.
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The side to which the king castles, if the move is castling.
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.flags() {
            2 => Some(CastlingSide::KingSide),
            3 => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    /// The role that a pawn is promoted to, if the move is a promotion.
    pub const fn promotion(self) -> Option<Role> {
        match self.flags() {
            8 | 12 => Some(Role::Knight),
            9 | 13 => Some(Role::Bishop),
            10 | 14 => Some(Role::Rook),
            11 | 15 => Some(Role::Queen),
            _ => None,
        }
    }

    /// Packs a move that is legal in its position.
    pub fn from_move(m: Move) -> PackedMove {
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                let flags = normal_flags(role, from, to, capture.is_some(), promotion);
                PackedMove((flags as u16) << 12 | (from as u16) << 6 | to as u16)
            }
            Move::EnPassant { from, to } => PackedMove::new(from as u8, to as u8, MoveFlags::EnPassant),
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                let to = Square::from_coords(side.king_to_file(), king.rank());
                let flags = match side {
                    CastlingSide::KingSide => MoveFlags::CastleKingSide,
                    CastlingSide::QueenSide => MoveFlags::CastleQueenSide,
                };
                PackedMove::new(king as u8, to as u8, flags)
            }
            // Drops do not exist in chess; shakmaty never makes one for `Chess`.
            Move::Put { .. } => PackedMove::NULL,
        }
    }

    /// The move for shakmaty, if it is legal in `position`. The null move is not.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] when no legal move of the position packs to exactly this.
    pub fn to_move(self, position: &Chess) -> Result<Move> {
        self.candidate(position)
            .filter(|m| PackedMove::from_move(*m) == self && position.is_legal(*m))
            .ok_or_else(|| Error::new(ErrorCode::IllegalMove, format!("{self} is not a legal move here")))
    }

    /// The move for shakmaty, whose legality is not checked; `None` where no piece can make such a move.
    pub(crate) fn candidate(self, position: &Chess) -> Option<Move> {
        let (from, to) = (Square::new(self.from().into()), Square::new(self.to().into()));
        if let Some(side) = self.castling_side() {
            let rook = position.castles().rook(position.turn(), side)?;
            return Some(Move::Castle { king: from, rook });
        }
        if self.flags() == MoveFlags::EnPassant as u8 {
            return Some(Move::EnPassant { from, to });
        }
        Some(Move::Normal {
            role: position.board().role_at(from)?,
            from,
            capture: position.board().role_at(to),
            to,
            promotion: self.promotion(),
        })
    }

    /// Plays the move on `position`; a null move changes the side to move (`moves.2`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] when the move is not legal, or null while in check. The position is then unchanged.
    pub fn play(self, position: &mut Chess) -> Result<()> {
        if self.is_null() {
            return positions::play_null(position);
        }
        let m = self.to_move(position)?;
        position.play_unchecked(m);
        Ok(())
    }

    /// UCI notation. Castling is written as the king's move (`e1g1`), or as king takes own rook (`e1h1`) in
    /// Chess960 mode, which needs the position.
    pub fn to_uci(self, position: &Chess, mode: CastlingMode) -> UciMove {
        if self.is_null() {
            return UciMove::Null;
        }
        let from = Square::new(self.from().into());
        let mut to = Square::new(self.to().into());
        if let (Some(side), CastlingMode::Chess960) = (self.castling_side(), mode)
            && let Some(rook) = position.castles().rook(position.turn(), side)
        {
            to = rook;
        }
        UciMove::Normal { from, to, promotion: self.promotion() }
    }

    /// Reads a move in UCI notation; castling in either mode, and `0000` for the null move.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidMoveText`] when it is not UCI notation, [`ErrorCode::IllegalMove`] when it is not legal in `position`.
    pub fn from_uci(text: &[u8], position: &Chess) -> Result<PackedMove> {
        uci_move(text, position).map(|(packed, _)| packed)
    }
}

/// [`PackedMove::from_uci`], with the move for shakmaty; `None` for the null move.
pub(crate) fn uci_move(text: &[u8], position: &Chess) -> Result<(PackedMove, Option<Move>)> {
    let shown = || text[..text.len().min(16)].escape_ascii();
    let uci = UciMove::from_ascii(text)
        .map_err(|_| Error::new(ErrorCode::InvalidMoveText, format!("`{}` is not a move in UCI notation", shown())))?;
    if uci == UciMove::Null {
        return Ok((PackedMove::NULL, None));
    }
    uci.to_move(position)
        .or_else(|e| chess960_destination(uci, position).ok_or(e))
        .map(|m| (PackedMove::from_move(m), Some(m)))
        .map_err(|_| Error::new(ErrorCode::IllegalMove, format!("`{}` is not a legal move here", shown())))
}

/// UCI notation, castling as `e1g1`.
impl fmt::Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_uci(&Chess::default(), CastlingMode::Standard).fmt(f)
    }
}

impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}/{}", self.flags())
    }
}

/// The flags of a move that is neither castling nor en passant.
pub(crate) fn normal_flags(role: Role, from: Square, to: Square, capture: bool, promotion: Option<Role>) -> u8 {
    let capture_bit = (capture as u8) << 2;
    match promotion {
        Some(Role::Knight) => 8 | capture_bit,
        Some(Role::Bishop) => 9 | capture_bit,
        Some(Role::Rook) => 10 | capture_bit,
        Some(_) => 11 | capture_bit,
        None if role == Role::Pawn && (from as u8).abs_diff(to as u8) == 16 => MoveFlags::DoublePush as u8,
        None => capture_bit,
    }
}

/// Some programs write Chess960 castling as a move of the king to its final square; accepted if it is no legal move otherwise.
fn chess960_destination(uci: UciMove, position: &Chess) -> Option<Move> {
    let UciMove::Normal { from, to, promotion: None } = uci else {
        return None;
    };
    let side = match to.file() {
        File::G => CastlingSide::KingSide,
        File::C => CastlingSide::QueenSide,
        _ => return None,
    };
    let m = *position.castling_moves(side).first()?;
    (m.from() == Some(from) && to.rank() == from.rank()).then_some(m)
}

/// The legal moves of `position` in canonical order (`moves.4`), with their [canonical UCI text](canonical_uci).
pub fn canonical_order(position: &Chess) -> Vec<(UciMove, Move)> {
    let mut list: Vec<_> = position.legal_moves().into_iter().map(|m| (canonical_uci(m), m)).collect();
    list.sort_by_key(|(_, m)| PackedMove::from_move(*m).canonical_key());
    list
}

/// The canonical UCI text (`moves.3`): castling is `e1g1` or `e1c1` if the king is on the e file and the
/// rook on the h or a file, else king takes own rook.
pub fn canonical_uci(m: Move) -> UciMove {
    match m {
        Move::Castle { king, rook } if king.file() == File::E && matches!(rook.file(), File::A | File::H) => {
            UciMove::from_standard(m)
        }
        _ => UciMove::from_chess960(m),
    }
}
