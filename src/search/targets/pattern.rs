//! Matching part of a board (`search.3`).

use super::{
    matcher::Matcher,
    required_material::{RequiredMaterial, SpareMaterial, Unreachable},
};
use crate::{
    Color, Error, ErrorCode, Result, Role,
    codecs::byte::{Board, MadeMove, Piece},
    moves::MoveFlags,
};

/// Pieces that can stand on a square: a bit for each piece, by its number in [`Piece`]; bit 0 is the empty square.
type Pieces = u16;

const EMPTY: Pieces = 1;
/// All pieces of both sides.
const ANY_PIECE: Pieces = 0b111_1110 << 8 | 0b111_1110;
const PAWNS: Pieces = 1 << 9 | 1 << 1;

/// Pieces on squares; the other squares are ignored.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The squares that are compared, in ascending order of their number of possible pieces.
    squares: Vec<(u8, Pieces)>,
    /// `arrivals` has the compared squares as bits; `departures` has the squares among them that can be empty.
    arrivals: u64,
    departures: u64,
    required: RequiredMaterial,
}

impl Pattern {
    /// Reads the first field of a FEN: ranks 8 to 1 with letters for pieces and digits for ignored squares. A rank can also contain:
    ///
    /// - `?`: any piece
    /// - `_`: an empty square
    /// - `[NBp]`: one of these pieces, or with `_` also an empty square: `[_p]`
    /// - `.`: one ignored square
    /// - `*`: as many ignored squares as the rank lacks
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for other text, and for a pattern that no board can match: with two kings of one side, or with a
    /// pawn on the first or last rank.
    pub fn from_text(text: &str) -> Result<Pattern> {
        let refuse = |why: String| {
            let message = format!(
                "`{}` is not a pattern: {why}; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: \
                 8/8/p7/8/8/8/8/8",
                text.escape_debug()
            );
            Error::new(ErrorCode::InvalidArgument, message)
        };
        let ranks: Vec<&str> = text.trim_ascii().split('/').collect();
        if ranks.len() != 8 {
            return Err(refuse(format!("it has {} ranks, not 8", ranks.len())));
        }
        let mut board = [0; 64];
        for (rank, row) in (0..8).rev().zip(ranks) {
            let squares = &mut board[rank * 8..][..8];
            read_rank(row, rank, squares).map_err(|why| refuse(format!("rank {}, `{row}`: {why}", rank + 1)))?;
        }
        for color in Color::ALL {
            let king = 1 << Piece::new(color, Role::King).0;
            if board.iter().filter(|pieces| **pieces == king).count() > 1 {
                return Err(refuse(format!("{color:?} has two kings")));
            }
        }
        Ok(Pattern::new(&board))
    }

    fn new(board: &[Pieces; 64]) -> Pattern {
        let mut squares: Vec<_> = (0u8..).zip(*board).filter(|(_, pieces)| *pieces != 0).collect();
        squares.sort_by_cached_key(|(_, pieces)| u64::from(pieces.count_ones()));
        let bits = |of: &dyn Fn(Pieces) -> bool| {
            squares.iter().filter(|(_, pieces)| of(*pieces)).fold(0, |bits, (square, _)| bits | 1 << square)
        };
        let arrivals = bits(&|_| true);
        let departures = bits(&|pieces| pieces & EMPTY != 0);
        // The squares whose piece is certain.
        let certain = board.map(|pieces| if pieces.count_ones() == 1 { pieces.trailing_zeros() as u8 } else { 0 });
        Pattern { squares, arrivals, departures, required: RequiredMaterial::at_least(&certain) }
    }
}

/// Reads rank number `rank`, counted from 0.
fn read_rank(row: &str, rank: usize, squares: &mut [Pieces]) -> Result<(), String> {
    let mut read = Vec::new();
    let mut filled = None;
    let mut letters = row.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '1'..='8' => read.resize(read.len() + letter as usize - '0' as usize, 0),
            '*' if filled.is_none() => filled = Some(read.len()),
            '*' => return Err("`*` can stand once in a rank".to_owned()),
            '[' => read.push(read_set(&mut letters)?),
            letter => read.push(pieces_of(letter)?),
        }
    }
    if let Some(at) = filled {
        let missing = 8usize.saturating_sub(read.len());
        read.splice(at..at, std::iter::repeat_n(0, missing));
    }
    if read.len() != 8 {
        return Err(format!("it has {} squares, not 8", read.len()));
    }
    for (square, pieces) in squares.iter_mut().zip(read) {
        // No pawn can stand there.
        *square = if matches!(rank, 0 | 7) { pieces & !PAWNS } else { pieces };
        if *square == 0 && pieces != 0 {
            return Err("no pawn can stand there".to_owned());
        }
    }
    Ok(())
}

/// Returns the pieces of a character; 0 if the square is ignored.
fn pieces_of(letter: char) -> Result<Pieces, String> {
    match letter {
        '.' => Ok(0),
        '_' => Ok(EMPTY),
        '?' => Ok(ANY_PIECE),
        letter => match Role::from_char(letter) {
            Some(role) if letter.is_ascii_uppercase() => Ok(1 << role.of(Color::White).0),
            Some(role) => Ok(1 << role.of(Color::Black).0),
            None => Err(format!("`{}` is not a piece", letter.escape_debug())),
        },
    }
}

/// Reads the pieces up to a closing bracket.
fn read_set(letters: &mut impl Iterator<Item = char>) -> Result<Pieces, String> {
    let mut all = 0;
    for letter in letters {
        match letter {
            ']' if all != 0 => return Ok(all),
            ']' => return Err("`[]` has no piece".to_owned()),
            '.' => return Err("`.` cannot stand in brackets".to_owned()),
            letter => all |= pieces_of(letter)?,
        }
    }
    Err("`[` is not closed".to_owned())
}

impl Matcher for Pattern {
    type State = SpareMaterial;
    const IS_EXACT: bool = false;

    fn start(&self, board: &Board) -> Option<SpareMaterial> {
        self.required.spare(board)
    }

    fn matches(&self, board: &Board) -> bool {
        let holds = |(square, pieces): &(u8, Pieces)| pieces >> (board.pieces()[*square as usize & 63] & 15) & 1 != 0;
        self.squares.iter().all(holds)
    }

    #[inline(always)]
    fn update(
        &self,
        spare: &mut SpareMaterial,
        board: &Board,
        ply: MadeMove,
    ) -> std::result::Result<bool, Unreachable> {
        spare.update(ply)?;
        // The board can match only if a piece of the pattern or the rook of castling has just arrived, or if a square has become empty; en
        // passant also empties the square of the captured pawn.
        let from = ply.packed.from() & 63;
        let to = ply.packed.to() & 63;
        let left = self.departures >> from & 1 != 0
            || self.departures != 0 && ply.packed.flags() == MoveFlags::EnPassant as u8;
        let changed = self.arrivals >> to & 1 != 0 || left || ply.packed.castling_side().is_some();
        Ok(changed && self.matches(board))
    }

    fn required(&self) -> &RequiredMaterial {
        &self.required
    }
}
