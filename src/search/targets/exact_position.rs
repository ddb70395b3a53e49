//! Matching an exact position (`search.1`).

use super::{
    matcher::Matcher,
    partial_position::FenFields,
    required_material::{RequiredMaterial, SpareMaterial, Unreachable},
};
use crate::{
    Color, Position, Square,
    board::{
        castling::HOME_RANKS,
        piece::{KING, ROOK},
        positions::Setup,
    },
    codecs::byte::{Board, MadeMove},
};

/// A position, prepared for comparison with boards.
#[derive(Debug, Clone)]
pub(crate) struct ExactPosition {
    /// Pieces by square, like [`Board::pieces`].
    pieces: [u8; 64],
    /// The side to move; `None` for either side.
    turn: Option<Color>,
    required: RequiredMaterial,
    /// Rooks that can castle; `None` if castling rights are ignored.
    castling: Option<u64>,
    /// The file of a legal en passant capture; the outer `None` if en passant is ignored.
    en_passant: Option<Option<u8>>,
    /// For every file, whether en passant would be legal on this board right after a double push there.
    legal_en_passant: [bool; 8],
    /// Kings and rooks of White and Black.
    kings: [u64; 2],
    rooks: [u64; 2],
}

impl ExactPosition {
    pub(crate) fn new(position: &Position) -> ExactPosition {
        ExactPosition::of_fields(position, FenFields::ALL)
    }

    /// Makes the target from a position. Only the board and these fields of its FEN are compared.
    pub(crate) fn of_fields(position: &Position, fields: FenFields) -> ExactPosition {
        let pieces = *position.pieces();
        let sets = position.board().sets();
        ExactPosition {
            pieces,
            turn: fields.turn.then(|| position.turn()),
            required: RequiredMaterial::exactly(&pieces),
            castling: fields.castling.then(|| position.castling_rooks()),
            en_passant: fields.en_passant.then(|| position.en_passant().map(Square::file)),
            legal_en_passant: std::array::from_fn(|file| legal_en_passant(position, file as u8)),
            kings: [0, 1].map(|side| sets.of_side(side, KING)),
            rooks: [0, 1].map(|side| sets.of_side(side, ROOK) & HOME_RANKS[side]),
        }
    }

    /// Returns whether a board with the same pieces and turn has the same rights.
    fn has_rights(&self, board: &Board) -> bool {
        self.castling.is_none_or(|castling| self.castling_of(board.raw_castling_rights()) == castling)
            && self.en_passant.is_none_or(|en_passant| self.en_passant_of(board) == en_passant)
    }

    fn castling_of(&self, castling_rights: u64) -> u64 {
        let rights =
            |side: usize| if castling_rights & self.kings[side] != 0 { castling_rights & self.rooks[side] } else { 0 };
        rights(0) | rights(1)
    }

    fn en_passant_of(&self, board: &Board) -> Option<u8> {
        board.en_passant().map(Square::file).filter(|file| self.legal_en_passant[usize::from(*file)])
    }
}

/// search.1: only a capture that is legal counts.
fn legal_en_passant(position: &Position, file: u8) -> bool {
    let rank = if position.turn().is_white() { 5 } else { 2 };
    let setup = Setup { en_passant: Square::from_coords(file, rank), ..position.to_setup() };
    Position::from_setup(setup).is_some_and(|position| position.en_passant().is_some())
}

impl Matcher for ExactPosition {
    type State = SpareMaterial;
    const IS_EXACT: bool = true;

    fn start(&self, board: &Board) -> Option<SpareMaterial> {
        self.required.spare(board)
    }

    fn matches(&self, board: &Board) -> bool {
        self.turn.is_none_or(|turn| board.turn() == turn) && *board.pieces() == self.pieces && self.has_rights(board)
    }

    #[inline(always)]
    fn update(&self, spare: &mut SpareMaterial, board: &Board, ply: MadeMove) -> Result<bool, Unreachable> {
        spare.update(ply)?;
        // The last move nearly always decides: its to-square holds a different piece than required, or its from-square must not be empty.
        // After castling and null moves the from-square can be occupied.
        let from = ply.packed.from() as usize & 63;
        let to = ply.packed.to() as usize & 63;
        let empties = from != to && ply.packed.castling_side().is_none();
        let can_match = self.pieces[to] == board.pieces()[to] && (self.pieces[from] == 0 || !empties);
        Ok(can_match && self.matches(board))
    }

    fn required(&self) -> &RequiredMaterial {
        &self.required
    }
}
