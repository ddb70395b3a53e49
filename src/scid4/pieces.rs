//! The pieces of both sides by number, and the codes of moves, which refer to a piece by its number.

use crate::{
    PackedMove, Position,
    board::piece::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    moves::MoveFlags,
};

/// Maximum number of pieces of a side, because numbers have four bits.
const MAX_PIECES: usize = 16;

/// The bit of a black piece.
const BLACK: u8 = 8;

/// Steps of a king, by its codes from 1.
const KING_STEPS: [i16; 8] = [-9, -8, -7, -1, 1, 7, 8, 9];
/// Steps of a knight, by its codes from 1.
const KNIGHT_STEPS: [i16; 8] = [-17, -15, -10, -6, 6, 10, 15, 17];

/// Codes of a king, after the codes of its steps.
const CASTLE_QUEEN_SIDE: u8 = 9;
const CASTLE_KING_SIDE: u8 = 10;
/// The code of a pawn's double push.
const DOUBLE_PUSH: u8 = 15;

/// Promotion pieces, by the thirds of a pawn's codes after the first third.
const PROMOTIONS: [(MoveFlags, MoveFlags, u8); 4] = [
    (MoveFlags::PromoteQueen, MoveFlags::CapturePromoteQueen, QUEEN),
    (MoveFlags::PromoteRook, MoveFlags::CapturePromoteRook, ROOK),
    (MoveFlags::PromoteBishop, MoveFlags::CapturePromoteBishop, BISHOP),
    (MoveFlags::PromoteKnight, MoveFlags::CapturePromoteKnight, KNIGHT),
];

/// The letters of the roles, by their numbers.
const LETTERS: &[u8; 8] = b"..NBRQK.";

/// Squares and numbers of the pieces. This type does not know the legal moves.
#[derive(Debug, Clone)]
pub(super) struct Pieces {
    /// The piece on each square: its role, plus 8 for Black; 0 is none.
    board: [u8; 64],
    /// The squares of White's and Black's pieces, by number.
    squares: [[u8; MAX_PIECES]; 2],
    counts: [usize; 2],
    /// The number of the piece on each square.
    numbers: [u8; 64],
    /// 1 if Black is to move.
    side: usize,
}

/// The code of a move: one byte, or two for a diagonal queen move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Code {
    bytes: [u8; 2],
    len: u8,
}

impl Code {
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

impl Pieces {
    /// Returns the standard start: the king, then the other pieces and the pawns, each from the a file.
    pub fn standard() -> Pieces {
        let files = [4, 0, 1, 2, 3, 5, 6, 7];
        let white = files.into_iter().chain(8..16);
        let black = files.into_iter().map(|file| file + 56).chain(48..56);
        let mut pieces = Pieces::empty(Position::default().pieces(), 0);
        for (side, squares) in [white.collect::<Vec<u8>>(), black.collect()].into_iter().enumerate() {
            squares.into_iter().for_each(|square| pieces.push(side, square));
        }
        pieces
    }

    /// Numbers the pieces of a custom start position rank by rank from a8; each king swaps with the first piece of its side. `None` if a
    /// side has more than 16 pieces or no king.
    pub fn of(board: &[u8; 64], side: usize) -> Option<Pieces> {
        let mut pieces = Pieces::empty(board, side);
        for square in (0..64u8).map(|place| place ^ 56) {
            let piece = board[usize::from(square)];
            let owner = usize::from(piece >> 3);
            if piece == 0 {
                continue;
            }
            if pieces.counts[owner] == MAX_PIECES {
                return None;
            }
            pieces.push(owner, square);
            if piece & 7 == KING {
                pieces.make_first(owner);
            }
        }
        let has_king = |side: usize| board[usize::from(pieces.squares[side][0])] & 7 == KING && pieces.counts[side] > 0;
        (has_king(0) && has_king(1)).then_some(pieces)
    }

    fn empty(board: &[u8; 64], side: usize) -> Pieces {
        Pieces { board: *board, squares: [[0; MAX_PIECES]; 2], counts: [0; 2], numbers: [0; 64], side }
    }

    fn push(&mut self, side: usize, square: u8) {
        let number = self.counts[side];
        self.squares[side][number] = square;
        self.numbers[usize::from(square)] = number as u8;
        self.counts[side] += 1;
    }

    /// Swaps the last piece with the first.
    fn make_first(&mut self, side: usize) {
        let last = self.counts[side] - 1;
        self.squares[side].swap(0, last);
        for number in [0, last] {
            self.numbers[usize::from(self.squares[side][number])] = number as u8;
        }
    }

    /// Returns the piece on a square: its role, plus 8 for Black; 0 is none.
    pub fn at(&self, square: u8) -> u8 {
        self.board[usize::from(square)]
    }

    /// Returns the number of pieces of this kind on the board.
    pub fn count(&self, piece: u8) -> u32 {
        self.board.iter().filter(|other| **other == piece).count() as u32
    }

    fn king(&self) -> u8 {
        self.squares[self.side][0]
    }

    /// Returns the rook in the corner to which the king castles.
    fn rook_in_corner(&self, is_king_side: bool) -> Option<u8> {
        let corner = self.king() & 56 | if is_king_side { 7 } else { 0 };
        (self.at(corner) == ROOK | (self.side as u8) << 3).then_some(corner)
    }

    /// Returns the move of a code; `second` returns the following byte. `None` if no piece can make such a move.
    pub fn decode(&self, code: u8, second: impl FnOnce() -> Option<u8>) -> Option<PackedMove> {
        let number = usize::from(code >> 4);
        let value = code & 15;
        if number >= self.counts[self.side] {
            return None;
        }
        let from = self.squares[self.side][number];
        let role = self.at(from) & 7;
        match role {
            PAWN => self.decode_pawn(from, value),
            KING => self.decode_king(from, value),
            KNIGHT => self.normal(from, i16::from(from) + KNIGHT_STEPS.get(usize::from(value.wrapping_sub(1)))?),
            BISHOP => {
                let files = i16::from(value & 7) - i16::from(from & 7);
                self.normal(from, i16::from(from) + files * if value & 8 == 0 { 9 } else { -7 })
            }
            QUEEN if value == from & 7 => self.normal(from, i16::from(second()?) - 64),
            _ => self
                .normal(from, i16::from(if value & 8 == 0 { from & 56 | value } else { (value & 7) << 3 | from & 7 })),
        }
    }

    fn decode_king(&self, from: u8, value: u8) -> Option<PackedMove> {
        match value {
            0 => Some(PackedMove::NULL),
            CASTLE_QUEEN_SIDE => Some(PackedMove::new(from, from & 56 | 2, MoveFlags::CastleQueenSide)),
            CASTLE_KING_SIDE => Some(PackedMove::new(from, from & 56 | 6, MoveFlags::CastleKingSide)),
            _ => self.normal(from, i16::from(from) + KING_STEPS.get(usize::from(value) - 1)?),
        }
    }

    fn decode_pawn(&self, from: u8, value: u8) -> Option<PackedMove> {
        let step = if value == DOUBLE_PUSH { 16 } else { i16::from(value % 3) + 7 };
        let to = i16::from(from) + if self.side == 0 { step } else { -step };
        let to = self.target(to)?;
        let captures = self.at(to) != 0;
        let flags = match (value / 3, captures) {
            (5, _) => MoveFlags::DoublePush,
            (0, true) => MoveFlags::Capture,
            (0, false) if step != 8 => MoveFlags::EnPassant,
            (0, false) => MoveFlags::Quiet,
            (third, _) => {
                let (quiet, capture, _) = PROMOTIONS[usize::from(third) - 1];
                if captures { capture } else { quiet }
            }
        };
        Some(PackedMove::new(from, to, flags))
    }

    fn normal(&self, from: u8, to: i16) -> Option<PackedMove> {
        let to = self.target(to).filter(|to| *to != from)?;
        let flags = if self.at(to) == 0 { MoveFlags::Quiet } else { MoveFlags::Capture };
        Some(PackedMove::new(from, to, flags))
    }

    /// Returns a square if a piece can go there: it is on the board, without a king or a piece of the same side.
    fn target(&self, to: i16) -> Option<u8> {
        let to = u8::try_from(to).ok().filter(|to| *to < 64)?;
        let piece = self.at(to);
        let is_free = piece == 0 || (piece & 7 != KING && usize::from(piece >> 3) != self.side);
        is_free.then_some(to)
    }

    /// Returns the code of a move; `None` if no piece can make it.
    pub fn encode(&self, m: PackedMove) -> Option<Code> {
        let one = |number: u8, value: u8| Some(Code { bytes: [number << 4 | value, 0], len: 1 });
        if m.is_null() {
            return one(0, 0);
        }
        let from = m.from();
        let to = m.to();
        let piece = self.at(from);
        if piece == 0 || usize::from(piece >> 3) != self.side {
            return None;
        }
        let number = self.numbers[usize::from(from)];
        let steps = i16::from(to) - i16::from(from);
        let step_code = |table: &[i16; 8]| table.iter().position(|step| *step == steps).map(|code| code as u8 + 1);
        let is_same_rank = from >> 3 == to >> 3;
        let is_same_file = from & 7 == to & 7;
        match (piece & 7, m.castling_side()) {
            (KING, Some(side)) => one(0, if side.is_king_side() { CASTLE_KING_SIDE } else { CASTLE_QUEEN_SIDE }),
            (KING, None) => one(0, step_code(&KING_STEPS)?),
            (KNIGHT, _) => one(number, step_code(&KNIGHT_STEPS)?),
            (BISHOP, _) => one(number, to & 7 | if steps % 9 == 0 { 0 } else { 8 }),
            (PAWN, _) => one(number, pawn_code(m, steps.unsigned_abs())?),
            (ROOK | QUEEN, _) if is_same_rank => one(number, to & 7),
            (ROOK | QUEEN, _) if is_same_file => one(number, to >> 3 | 8),
            (QUEEN, _) => Some(Code { bytes: [number << 4 | from & 7, to + 64], len: 2 }),
            _ => None,
        }
    }

    /// Makes a move, legal or not; `rook` is the square of the castling rook if it is not in a corner.
    pub fn make(&mut self, m: PackedMove, rook: Option<u8>) {
        let from = m.from();
        let to = m.to();
        if let Some(side) = m.castling_side() {
            let rook = rook.or_else(|| self.rook_in_corner(side.is_king_side()));
            self.castle(to, rook, side.is_king_side());
        } else if !m.is_null() {
            let is_en_passant = m.flags() == MoveFlags::EnPassant as u8;
            // The captured pawn stands on the rank from which the capturing pawn comes.
            self.capture(if is_en_passant { from & 56 | to & 7 } else { to });
            let promoted =
                PROMOTIONS.iter().find(|(quiet, capture, _)| m.flags() == *quiet as u8 || m.flags() == *capture as u8);
            let piece = promoted.map_or(self.at(from), |(_, _, role)| role | self.at(from) & BLACK);
            let number = self.take(from);
            self.put(number, piece, to);
        }
        self.side ^= 1;
    }

    /// Removes both pieces before placing them: in custom starts each can block the other's target.
    fn castle(&mut self, to: u8, rook: Option<u8>, is_king_side: bool) {
        let king = self.king();
        let king_piece = self.at(king);
        let rook_piece = rook.map_or(0, |rook| self.at(rook));
        self.take(king);
        let rook_number = rook.map(|rook| self.take(rook));
        self.put(0, king_piece, to);
        if let Some(number) = rook_number {
            self.put(number, rook_piece, if is_king_side { to - 1 } else { to + 1 });
        }
    }

    /// Empties a square; returns the number of the piece on it.
    fn take(&mut self, square: u8) -> u8 {
        self.board[usize::from(square)] = 0;
        self.numbers[usize::from(square)]
    }

    fn put(&mut self, number: u8, piece: u8, square: u8) {
        self.board[usize::from(square)] = piece;
        self.numbers[usize::from(square)] = number;
        self.squares[self.side][usize::from(number)] = square;
    }

    /// Captures a piece: the last piece of its side gets its number.
    fn capture(&mut self, square: u8) {
        let piece = self.at(square);
        if piece == 0 {
            return;
        }
        let owner = usize::from(piece >> 3);
        let number = self.take(square);
        self.counts[owner] = self.counts[owner].saturating_sub(1);
        let last = self.squares[owner][self.counts[owner]];
        self.squares[owner][usize::from(number)] = last;
        self.numbers[usize::from(last)] = number;
    }

    /// Returns the move in long algebraic notation, for illegal moves.
    pub fn long_text(&self, m: PackedMove) -> Vec<u8> {
        if m.is_null() {
            return b"--".to_vec();
        }
        if let Some(side) = m.castling_side() {
            return if side.is_king_side() { b"O-O".to_vec() } else { b"O-O-O".to_vec() };
        }
        let role = self.at(m.from()) & 7;
        let mut text: Vec<u8> = (role != PAWN).then_some(LETTERS[usize::from(role)]).into_iter().collect();
        for square in [m.from(), m.to()] {
            text.extend([b'a' + (square & 7), b'1' + (square >> 3)]);
        }
        if let Some(role) = m.promotion() {
            text.extend([b'=', LETTERS[role as usize]]);
        }
        text
    }
}

fn pawn_code(m: PackedMove, steps: u16) -> Option<u8> {
    let direction = match steps {
        16 => return Some(DOUBLE_PUSH),
        7..=9 => steps as u8 - 7,
        _ => return None,
    };
    let is_of = |(quiet, capture, _): &(MoveFlags, MoveFlags, u8)| [*quiet as u8, *capture as u8].contains(&m.flags());
    let third = PROMOTIONS.iter().position(is_of).map_or(0, |promotion| promotion as u8 + 1);
    Some(direction + 3 * third)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(pieces: &mut Pieces, position: &mut Position, uci: &str) -> Vec<u8> {
        let m = position.read_uci(uci.as_bytes()).unwrap();
        let code = pieces.encode(m).unwrap();
        let second = code.as_bytes().get(1).copied();
        assert_eq!(pieces.decode(code.as_bytes()[0], || second), Some(m), "{uci}");
        position.play(m).unwrap();
        pieces.make(m, None);
        assert_eq!(&pieces.board, position.pieces(), "{uci}");
        code.as_bytes().to_vec()
    }

    #[test]
    fn codes_name_pieces_by_their_numbers() {
        let mut pieces = Pieces::standard();
        let mut position = Position::default();
        let codes: Vec<_> = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e4", "g1e2", "e4e2", "d1e2"]
            .into_iter()
            .map(|uci| play(&mut pieces, &mut position, uci))
            .collect();
        // The e and d pawns are 12 and 11; the queen is 4, and its diagonal move has its to-square in a second byte.
        let expected: [&[u8]; 9] =
            [&[0xCF], &[0xBF], &[0xC0], &[0x4C], &[0x28], &[0x43, 64 + 28], &[0x65], &[0x49], &[0x43, 64 + 12]];
        assert_eq!(codes, expected);
    }

    #[test]
    fn the_last_piece_gets_the_number_of_a_captured_one() {
        let mut pieces = Pieces::standard();
        let mut position = Position::default();
        for uci in ["e2e4", "d7d5", "e4d5"] {
            play(&mut pieces, &mut position, uci);
        }
        // Black's h pawn was the last.
        assert_eq!((pieces.counts[1], pieces.squares[1][11], pieces.numbers[55]), (15, 55, 11));
    }

    #[test]
    fn other_starts_are_counted_from_the_eighth_rank() {
        let position = Position::from_fen(b"2q1k1r1/p4p2/8/3b4/8/4N3/1P3P2/R2K4 b - - 0 1").unwrap();
        let pieces = Pieces::of(position.pieces(), 1).unwrap();
        let number = |square: usize| pieces.numbers[square];
        // The king takes the number 0 from the first piece.
        assert_eq!([60, 58, 62, 48, 35].map(number), [0, 1, 2, 3, 5]);
        assert_eq!([3, 20, 9, 13, 0].map(number), [0, 4, 1, 2, 3]);
        assert!(Pieces::of(&[PAWN; 64], 0).is_none());
    }

    #[test]
    fn castling_en_passant_and_promotion() {
        let rook = "4k2r/8/8/1pP5/8/8/8/R3K3 w Qk b6 0 1";
        let pawn = "4k2r/6P1/8/8/8/8/8/4K3 w k - 0 1";
        for (fen, moves, expected) in [
            (rook, &["c5b6", "e8g8", "e1c1"][..], &[0x20, 0x0A, 0x09][..]),
            (pawn, &["g7h8n", "e8f8"], &[0x1E, 0x05]),
            (pawn, &["g7g8q", "e8e7"], &[0x14, 0x02]),
        ] {
            let mut position = Position::from_fen(fen.as_bytes()).unwrap();
            let mut pieces = Pieces::of(position.pieces(), 0).unwrap();
            let found: Vec<_> = moves.iter().flat_map(|uci| play(&mut pieces, &mut position, uci)).collect();
            assert_eq!(found, expected, "{moves:?}");
        }
    }
}
