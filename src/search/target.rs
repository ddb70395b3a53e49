//! An exact position (`search.1`).

use shakmaty::{Chess, Color, EnPassantMode, File, Position, Square};

use super::budget::Needs;
use crate::{chess::positions, codecs::byte::Board};

/// A position in the form in which boards are compared with it.
#[derive(Debug, Clone)]
pub(super) struct Target {
    /// Men by square, as [`Board::pieces`].
    pub(super) men: [u8; 64],
    pub(super) turn: Color,
    pub(super) needs: Needs,
    /// Rooks that may castle.
    castling: u64,
    /// The file of a legal en passant capture.
    en_passant: Option<File>,
    /// For every file, whether en passant would be legal on this board right after a double push there.
    legal_after_jump: [bool; 8],
    /// Kings and rooks of White and Black.
    kings: [u64; 2],
    rooks: [u64; 2],
}

impl Target {
    pub(super) fn new(position: &Chess) -> Target {
        let board = position.board();
        let men = *Board::new(position).pieces();
        let sides = [Color::White, Color::Black];
        Target {
            men,
            turn: position.turn(),
            needs: Needs::exactly(&men),
            castling: position.castles().castling_rights().0,
            en_passant: position.legal_ep_square().map(Square::file),
            legal_after_jump: std::array::from_fn(|file| legal_after_jump(position, File::new(file as u32))),
            kings: sides.map(|c| board.by_piece(c.king()).0),
            rooks: sides.map(|c| (board.by_piece(c.rook()) & c.backrank()).0),
        }
    }

    /// Whether a board with the same men and turn has the same rights.
    pub(super) fn has_rights(&self, board: &Board) -> bool {
        self.castling_of(board.raw_castling_rights()) == self.castling && self.en_passant_of(board) == self.en_passant
    }

    fn castling_of(&self, castling_rights: u64) -> u64 {
        let rights =
            |side: usize| if castling_rights & self.kings[side] != 0 { castling_rights & self.rooks[side] } else { 0 };
        rights(0) | rights(1)
    }

    fn en_passant_of(&self, board: &Board) -> Option<File> {
        board.en_passant().map(Square::file).filter(|file| self.legal_after_jump[usize::from(*file)])
    }
}

/// search.1: only a capture that is legal counts.
fn legal_after_jump(position: &Chess, file: File) -> bool {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    let rank = setup.turn.fold_wb(shakmaty::Rank::Sixth, shakmaty::Rank::Third);
    setup.ep_square = Some(Square::from_coords(file, rank));
    positions::from_setup(setup).is_some_and(|p| p.legal_ep_square().is_some())
}
