//! Matching an exact position (`search.1`).

use shakmaty::{Chess, Color, EnPassantMode, File, Position, Square};

use super::{
    matcher::Matcher,
    partial_position::FenFields,
    required_material::{RequiredMaterial, SpareMaterial, Unreachable},
};
use crate::{
    chess::positions,
    codecs::byte::{Board, MadeMove},
};

/// A position, prepared for comparing boards with it.
#[derive(Debug, Clone)]
pub(super) struct ExactPosition {
    /// Pieces by square, as [`Board::pieces`].
    pieces: [u8; 64],
    /// `None` if either side may be to move.
    turn: Option<Color>,
    required: RequiredMaterial,
    /// Rooks that may castle; `None` if rights do not count.
    castling: Option<u64>,
    /// The file of a legal en passant capture; `None` if it does not count.
    en_passant: Option<Option<File>>,
    /// For every file, whether en passant would be legal on this board right after a double push there.
    legal_en_passant: [bool; 8],
    /// Kings and rooks of White and Black.
    kings: [u64; 2],
    rooks: [u64; 2],
}

impl ExactPosition {
    pub(super) fn new(position: &Chess) -> ExactPosition {
        ExactPosition::of_fields(position, FenFields::ALL)
    }

    /// Of a position of which only the first fields of its FEN count.
    pub(super) fn of_fields(position: &Chess, fields: FenFields) -> ExactPosition {
        let board = position.board();
        let pieces = *Board::new(position).pieces();
        let sides = [Color::White, Color::Black];
        ExactPosition {
            pieces,
            turn: fields.turn.then(|| position.turn()),
            required: RequiredMaterial::exactly(&pieces),
            castling: fields.castling.then(|| position.castles().castling_rights().0),
            en_passant: fields.en_passant.then(|| position.legal_ep_square().map(Square::file)),
            legal_en_passant: std::array::from_fn(|file| legal_en_passant(position, File::new(file as u32))),
            kings: sides.map(|c| board.by_piece(c.king()).0),
            rooks: sides.map(|c| (board.by_piece(c.rook()) & c.backrank()).0),
        }
    }

    /// Whether a board with the same pieces and turn has the same rights.
    fn has_rights(&self, board: &Board) -> bool {
        self.castling.is_none_or(|castling| self.castling_of(board.raw_castling_rights()) == castling)
            && self.en_passant.is_none_or(|en_passant| self.en_passant_of(board) == en_passant)
    }

    fn castling_of(&self, castling_rights: u64) -> u64 {
        let rights =
            |side: usize| if castling_rights & self.kings[side] != 0 { castling_rights & self.rooks[side] } else { 0 };
        rights(0) | rights(1)
    }

    fn en_passant_of(&self, board: &Board) -> Option<File> {
        board.en_passant().map(Square::file).filter(|file| self.legal_en_passant[usize::from(*file)])
    }
}

/// search.1: only a capture that is legal counts.
fn legal_en_passant(position: &Chess, file: File) -> bool {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    let rank = setup.turn.fold_wb(shakmaty::Rank::Sixth, shakmaty::Rank::Third);
    setup.ep_square = Some(Square::from_coords(file, rank));
    positions::from_setup(setup).is_some_and(|p| p.legal_ep_square().is_some())
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
        // The last move decides nearly always: its to-square holds another piece, or its from-square should not be empty. The
        // from-square of castling and null moves need not become empty.
        let (from, to) = (ply.packed.from() as usize & 63, ply.packed.to() as usize & 63);
        let empties = from != to && ply.packed.castling_side().is_none();
        let can_match = self.pieces[to] == board.pieces()[to] && (self.pieces[from] == 0 || !empties);
        Ok(can_match && self.matches(board))
    }

    fn required(&self) -> &RequiredMaterial {
        &self.required
    }
}
