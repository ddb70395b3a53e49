//! The key of a position: 64 bits by which an index finds it (`index.5`).

use crate::{Color, Position, Square};

use crate::board::{Board, MadeMove, Tracker, zobrist};

/// The key of the position on a board, updated move by move.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    pieces: u64,
    castling_rights: u64,
    /// Rooks that can castle.
    castling: u64,
    castling_key: u64,
    /// The file of a legal en passant capture; 8 if there is none.
    en_passant: u8,
}

/// All properties that equal positions share (`search.1`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Exact {
    pieces: [u8; 64],
    turn: Color,
    castling: u64,
    en_passant: u8,
}

impl Exact {
    /// The side to move.
    pub(super) fn turn(&self) -> Color {
        self.turn
    }
}

/// Returns the key of a position (`index.5`). Equal positions have equal keys; different positions can have equal keys, too.
pub fn position_key(position: &Position) -> u64 {
    Key::of(position)
}

impl Key {
    /// Creates the key of a start.
    pub(crate) fn new<T: Tracker>(start: &Position, board: &Board<T>) -> Key {
        let en_passant = start.en_passant().map_or(8, Square::file);
        let pieces = zobrist::pieces(board.pieces());
        let mut key = Key { pieces, castling_rights: 0, castling: 0, castling_key: 0, en_passant };
        key.set_castling(board);
        key
    }

    /// Returns the key of a position.
    pub(crate) fn of(position: &Position) -> u64 {
        position.key()
    }

    /// Returns the key of the position on `board`, for which the key was last updated.
    #[inline(always)]
    pub(crate) fn get<T: Tracker>(&self, board: &Board<T>) -> u64 {
        let file = (self.en_passant < 8).then_some(self.en_passant);
        self.pieces ^ self.castling_key ^ zobrist::en_passant(file) ^ zobrist::turn(board.side())
    }

    /// Returns the position on `board`, for which the key was last updated.
    pub(super) fn exact<T: Tracker>(&self, board: &Board<T>) -> Exact {
        Exact { pieces: *board.pieces(), turn: board.turn(), castling: self.castling, en_passant: self.en_passant }
    }

    /// Updates the key after `ply`, which led to `board`.
    #[inline(always)]
    pub(crate) fn update<T: Tracker>(&mut self, board: &Board<T>, ply: MadeMove) {
        let flags = ply.packed.flags();
        let to = ply.packed.to();
        if flags & 14 == 2 {
            self.pieces = zobrist::pieces(board.pieces());
        } else {
            self.pieces ^= zobrist::change(ply);
        }
        self.en_passant = if flags == 1 && has_neighbour(board, to) { legal_en_passant(board) } else { 8 };
        if board.raw_castling_rights() != self.castling_rights {
            self.set_castling(board);
        }
    }

    fn set_castling<T: Tracker>(&mut self, board: &Board<T>) {
        self.castling_rights = board.raw_castling_rights();
        self.castling = board.castling_rights();
        self.castling_key = zobrist::castling(self.castling);
    }
}

/// Returns whether a pawn of the other side is next to the pawn that was just pushed two squares to this square.
#[inline(always)]
fn has_neighbour<T: Tracker>(board: &Board<T>, square: u8) -> bool {
    let pieces = board.pieces();
    // Bit 3 distinguishes the sides.
    let pawn = pieces[square as usize & 63] ^ 8;
    let is_pawn = |square: u8| pieces[square as usize & 63] & 15 == pawn & 15;
    square & 7 > 0 && is_pawn(square - 1) || square & 7 < 7 && is_pawn(square + 1)
}

#[cold]
fn legal_en_passant<T: Tracker>(board: &Board<T>) -> u8 {
    let square = board.to_position().ok().and_then(|position| position.en_passant());
    square.map_or(8, Square::file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PackedMove, board::zobrist::number, codecs::byte, search::position_after};

    #[test]
    fn the_sequence_is_splitmix64() {
        // The first outputs of splitmix64 with seed 0.
        assert_eq!([number(0), number(1)], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }

    #[test]
    fn equal_positions_have_equal_keys() {
        let key = |moves: &str| Key::of(&position_after(moves.as_bytes()).unwrap());
        assert_eq!(key("d4 d5 c4 e6"), key("c4 e6 d4 d5"));
        assert_ne!(key("e4 Nf6 e5 d5"), key("e4 d5 e5 Nf6"));
    }

    /// Castling, en passant, promotion, null moves, lost rights: the updated key is the key of the position.
    #[test]
    fn updates_give_the_key_of_the_position() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4pp/8/2pPp3/3Pp3/8/1p4PP/R3K2R w KQkq c6 0 1",
            "bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1",
        ];
        let mut seed = 1u64;
        for fen in starts.iter().cycle().take(120) {
            let start = Position::from_fen(fen.as_bytes()).unwrap();
            let mut position = start.clone();
            let mut moves = Vec::new();
            for _ in 0..80 {
                seed = number(seed);
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let null = seed.is_multiple_of(19) && !position.is_check();
                let any = legal[(seed >> 8) as usize % legal.len()];
                let packed_move = if null { PackedMove::NULL } else { any };
                position.play(packed_move).unwrap();
                moves.push(packed_move);
            }
            let mut code = Vec::new();
            byte::encode_trusted(&start, &moves, &mut code).unwrap();
            let board = byte::Board::new(&start);
            let mut key = Key::new(&start, &board);
            let mut position = start;
            let mut next = moves.iter();
            byte::scan_from(&board, &code, usize::MAX, |board, ply| {
                key.update(board, ply);
                position.play(*next.next().unwrap()).unwrap();
                assert_eq!(key.get(board), Key::of(&position));
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        }
    }
}
