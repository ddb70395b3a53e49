//! Matching material (`search.4`).

use super::{
    matcher::Matcher,
    required_material::{RequiredMaterial, SpareMaterial, Unreachable},
};
use crate::{
    Error, ErrorCode, Result,
    codecs::byte::{Board, MadeMove},
};

/// Pieces by role: pawns, knights, bishops, rooks, queens, kings of White, then of Black.
type Counts = [u8; 12];

/// Exactly these pieces on any squares, for either colour.
#[derive(Debug, Clone)]
pub struct Material {
    /// With the first side as White, and as Black.
    sides: [Counts; 2],
    required: RequiredMaterial,
}

impl Material {
    /// Reads text such as `KRPKR`: the pieces of one side, the king first, then those of the other. Either may be White.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for other text.
    pub fn from_text(text: &str) -> Result<Material> {
        let refuse = || {
            let message = format!("`{}` is not material such as KRPKR", text.escape_debug());
            Error::new(ErrorCode::InvalidArgument, message)
        };
        if text.len() > 64 {
            return Err(refuse());
        }
        let second = text.get(1..).and_then(|rest| rest.find('K')).ok_or_else(refuse)? + 1;
        let (one, other) = text.split_at(second);
        let (one, other) = (side(one).ok_or_else(refuse)?, side(other).ok_or_else(refuse)?);
        let join =
            |white: [u8; 6], black: [u8; 6]| std::array::from_fn(|i| if i < 6 { white[i] } else { black[i - 6] });
        let sides = [join(one, other), join(other, one)];
        Ok(Material { required: required(&sides), sides })
    }

    fn count(pieces: &[u8; 64]) -> Counts {
        let mut counts = [0; 12];
        for piece in pieces.iter().filter(|piece| **piece != 0) {
            let (side, role) = (piece >> 3 & 1, piece & 7);
            counts[usize::from(side * 6 + (role - 1).min(5))] += 1;
        }
        counts
    }
}

fn side(text: &str) -> Option<[u8; 6]> {
    let mut counts = [0; 6];
    for letter in text.chars() {
        counts["PNBRQK".find(letter)?] += 1;
    }
    let total: u8 = counts.iter().sum();
    (text.starts_with('K') && counts[5] == 1 && total <= 63).then_some(counts)
}

/// What is required with either side as White.
fn required(sides: &[Counts; 2]) -> RequiredMaterial {
    let pieces = |white: usize, side: usize| sides[white][6 * side..6 * side + 6].iter().sum::<u8>() as i8;
    let pawns = |white: usize, side: usize| sides[white][6 * side] as i8;
    let both =
        |choose: fn(i8, i8) -> i8, of: &dyn Fn(usize, usize) -> i8| [0, 1].map(|side| choose(of(0, side), of(1, side)));
    RequiredMaterial::anywhere(both(i8::min, &pawns), both(i8::min, &pieces), both(i8::max, &pieces))
}

impl Matcher for Material {
    type State = SpareMaterial;
    const IS_EXACT: bool = false;

    fn start(&self, board: &Board) -> Option<SpareMaterial> {
        self.required.spare(board)
    }

    fn matches(&self, board: &Board) -> bool {
        let counted = Material::count(board.pieces());
        self.sides.contains(&counted)
    }

    #[inline(always)]
    fn update(
        &self,
        spare: &mut SpareMaterial,
        board: &Board,
        ply: MadeMove,
    ) -> std::result::Result<bool, Unreachable> {
        spare.update(ply)?;
        let changed = ply.captured.0 != 0 || ply.packed.flags() >= 8;
        Ok(changed && self.matches(board))
    }

    fn required(&self) -> &RequiredMaterial {
        &self.required
    }
}
