//! Plays the code bytes of sides that are not in fallback mode, and trusts the moves to be legal.
//!
//! Piece moves and pawn pushes, the most frequent moves, have short code paths with few branches.

use super::lists::{HasLists, Slot, key_of};
use super::tables::{NULL_MARK, PAWN_BASES, PIECE_CODES, PieceCode, ROW, fast_code, look_up, transpose};
use crate::{
    PackedMove,
    board::{
        Board, MadeMove,
        attacks::{PSEUDO_ATTACKS, PUSHES, bit, squares},
        castling::Castling,
        moves::{CAPTURE, MoveFlags, NOT_CAPTURABLE, capture_class},
        piece::PAWN,
    },
};

/// The trackers of a board, and the checks of every ply after the board has played it.
pub trait Validation: HasLists {
    /// Returns `true` if the ply of side `US` was legal. `IS_PATH_CLEAR` is true if its path, if any, is known to be empty.
    ///
    /// Called where each kind of move is played, not once after all kinds: the known properties of the piece and its squares then need not
    /// be computed again.
    fn accepts<const US: usize, const IS_PATH_CLEAR: bool>(board: &mut Board<Self>, ply: MadeMove) -> bool;

    /// Called after a ply that was checked in another way.
    fn after_fallback_move(_: &mut Board<Self>) {}
}

impl<T: HasLists> Board<T> {
    /// byte.5: whether the side to move is in fallback mode.
    #[inline(always)]
    pub(super) fn is_in_fallback(&self) -> bool {
        self.tracker.lists().in_fallback[self.side()]
    }
}

impl<T: Validation> Board<T> {
    /// Plays one code byte. `None` if the byte is not a move of this side, or if the side is in fallback mode; the board is then unchanged.
    #[inline(always)]
    pub(super) fn step(&mut self, code: u8) -> Option<MadeMove> {
        // The side to move is well predicted, and as a constant it simplifies the called code.
        if self.side() == 0 { self.step_of::<0>(code) } else { self.step_of::<1>(code) }
    }

    #[inline(always)]
    pub(super) fn step_of<const US: usize>(&mut self, code: u8) -> Option<MadeMove> {
        // byte.6. These branches depend on little besides the code, so that mispredictions are detected early.
        if code < 0x80 || code >= 0xE0 && self.tracker.lists().lists[US].has_two_queens() {
            self.step_piece::<US>(code)
        } else if code & 15 < 2 {
            self.push_pawn::<US>(code)
        } else {
            self.capture_with_pawn::<US>(code)
        }
    }

    #[inline(always)]
    fn step_piece<const US: usize>(&mut self, code: u8) -> Option<MadeMove> {
        let piece_code = &PIECE_CODES[usize::from(code)];
        let key = self.tracker.lists().lists[US].piece(piece_code.slot);
        let m = look_up(piece_code.base, key);
        let captured = self.piece(m.to());
        // The table of capture classes is not used here, because another load would make a misprediction more expensive.
        if m.0 >> 13 | u16::from(captured) != 0 {
            return self.capture_with_piece::<US>(piece_code, m, captured);
        }
        let ply = self.make_quiet(US, m, self.piece(m.from()), slot_after(piece_code, m));
        self.accepted::<US, false>(ply)
    }

    /// A piece move that is not quiet.
    #[inline(always)]
    fn capture_with_piece<const US: usize>(
        &mut self,
        piece_code: &PieceCode,
        m: PackedMove,
        captured: u8,
    ) -> Option<MadeMove> {
        let class = capture_class(US, captured);
        if m.0 >> 13 | class & NOT_CAPTURABLE != 0 {
            let ply = self.step_special(m)?;
            return self.accepted::<US, true>(ply);
        }
        let ply = self.make_capture(US, m, self.piece(m.from()), captured, slot_after(piece_code, m));
        self.accepted::<US, false>(ply)
    }

    #[inline(always)]
    fn accepted<const US: usize, const IS_PATH_CLEAR: bool>(&mut self, ply: MadeMove) -> Option<MadeMove> {
        T::accepts::<US, IS_PATH_CLEAR>(self, ply).then_some(ply)
    }

    /// byte.12: single and double push. Neither square may hold a piece, or the order of the pawns could change.
    #[inline(always)]
    fn push_pawn<const US: usize>(&mut self, code: u8) -> Option<MadeMove> {
        let number = code >> 4;
        let base = PAWN_BASES[US] + u16::from(code & 1) * ROW;
        let key = self.tracker.lists().lists[US].pawn(number);
        let m = look_up(base, key);
        let from = m.from();
        let to = m.to();
        let ahead = if US == 0 { from + 8 } else { from.wrapping_sub(8) };
        let blocked = self.piece(ahead) | self.piece(to);
        if m.0 >> 13 | u16::from(blocked) != 0 {
            return None;
        }
        let slot = Slot::Pushed { number, key: transpose(to) };
        let ply = self.make_quiet(US, m, (US as u8) << 3 | PAWN, slot);
        self.accepted::<US, true>(ply)
    }

    /// byte.12: captures by pawns that do not promote. The remaining cases are rare.
    #[inline(always)]
    fn capture_with_pawn<const US: usize>(&mut self, code: u8) -> Option<MadeMove> {
        let key = self.tracker.lists().lists[US].pawn(code >> 4);
        let m = look_up(PAWN_BASES[US] + u16::from(code & 15) * ROW, key);
        let captured = self.piece(m.to());
        if m.flags() != 4 || capture_class(US, captured) != CAPTURE {
            let ply = self.step_special_pawn(m)?;
            return self.accepted::<US, true>(ply);
        }
        let ply = self.make_capture(US, m, (US as u8) << 3 | PAWN, captured, Slot::Pawn { key });
        self.accepted::<US, true>(ply)
    }

    /// Castling, null moves, and bytes that are not a move.
    #[inline(never)]
    fn step_special(&mut self, m: PackedMove) -> Option<MadeMove> {
        match m.flags() {
            2 | 3 => self.castle(m),
            // byte.15
            _ if m.0 == NULL_MARK => Some(self.null_move()),
            _ => None,
        }
    }

    /// byte.7: the right must exist and the squares in between must be empty.
    fn castle(&mut self, m: PackedMove) -> Option<MadeMove> {
        let castling = Castling::find(self.castling_rights, m.from(), m.flags() == 2)?;
        let is_clear = squares(castling.path()).all(|square| self.piece(square as u8) == 0);
        is_clear.then(|| self.make_castling(m, castling))
    }

    /// byte.12, byte.13: en passant and promotions, and bytes that are not a move.
    #[inline(never)]
    fn step_special_pawn(&mut self, m: PackedMove) -> Option<MadeMove> {
        let from = m.from();
        let to = m.to();
        let us = self.side();
        let class = capture_class(us, self.piece(to));
        match m.flags() {
            8..12 => (class == 0).then(|| self.make_promotion(m)),
            12.. => (class == CAPTURE).then(|| self.make_promotion(m)),
            4 => {
                let is_pawn = self.piece(from & 56 | to & 7) == (us as u8 ^ 1) << 3 | PAWN;
                (class == 0 && is_pawn).then(|| self.make_en_passant(PackedMove(m.0 | 1 << 12)))
            }
            _ => None,
        }
    }

    /// Returns the only code that a move can have when its side is not in fallback mode. For an illegal move, returns any byte: playing it
    /// does not give the same move.
    #[inline(always)]
    pub(super) fn code_of(&self, m: PackedMove) -> u8 {
        let lists = &self.tracker.lists().lists[self.side()];
        let role = self.piece(m.from()) & 7;
        let key = key_of(role, m.from());
        let number = if role == PAWN { lists.pawn_number(key) } else { lists.piece_number(role, key) };
        fast_code(role, number, m)
    }

    /// Plays a quiet move, a double push or a capture. Returns its code and whether it is accepted. `None` for other moves and for moves
    /// that this piece cannot make; the board is then unchanged. Unlike [`Board::step`], this need not wait until the code is decoded.
    #[inline(always)]
    pub(super) fn write_of<const US: usize>(&mut self, m: PackedMove) -> Option<(u8, bool)> {
        let from = m.from();
        let to = m.to();
        let flags = m.flags();
        let piece = self.piece(from);
        let captured = self.piece(to);
        let role = piece & 7;
        let lists = &self.tracker.lists().lists[US];
        let is_capture = flags == MoveFlags::Capture as u8;
        let captures_rightly = capture_class(US, captured) == u16::from(is_capture) * CAPTURE;
        if !matches!(flags, 0 | 1 | 4) || !captures_rightly || usize::from(piece >> 3) != US || self.is_in_fallback() {
            return None;
        }
        let row = if role == PAWN && !is_capture { piece | PUSHES } else { piece };
        if PSEUDO_ATTACKS[row as usize & 15][from as usize & 63] & bit(to) == 0 {
            return None;
        }
        if role != PAWN {
            if flags == 1 {
                return None;
            }
            let key = key_of(role, from);
            let number = lists.piece_number(role, key);
            let slot = Slot::Piece { slot: 2 * role + number, key: key_of(role, to) };
            let ply = if is_capture {
                self.make_capture(US, m, piece, captured, slot)
            } else {
                self.make_quiet(US, m, piece, slot)
            };
            return Some((fast_code(role, number, m), T::accepts::<US, false>(self, ply)));
        }
        let key = transpose(from);
        let number = lists.pawn_number(key);
        let ahead = if US == 0 { from + 8 } else { from.wrapping_sub(8) };
        let is_double = from.abs_diff(to) == 16;
        if matches!(to >> 3, 0 | 7) || is_double != (flags == 1) || is_double && self.piece(ahead) != 0 {
            return None;
        }
        let ply = if is_capture {
            self.make_capture(US, m, piece, captured, Slot::Pawn { key })
        } else {
            self.make_quiet(US, m, piece, Slot::Pushed { number, key: transpose(to) })
        };
        Some((fast_code(PAWN, number, m), T::accepts::<US, true>(self, ply)))
    }
}

#[inline(always)]
fn slot_after(piece_code: &PieceCode, m: PackedMove) -> Slot {
    Slot::Piece { slot: piece_code.slot, key: m.to() ^ piece_code.key_xor }
}
