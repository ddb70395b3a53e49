//! Matching material (`search.4`).

use super::{
    matcher::Matcher,
    material_side::{Counts, MaterialSide},
    required_material::{RequiredMaterial, SpareMaterial, Unreachable},
};
use crate::{
    Error, ErrorCode, Result,
    codecs::byte::{Board, MadeMove},
};

/// Numbers of pieces of both sides, on any squares. A number can be a range, and either side can be White.
#[derive(Debug, Clone)]
pub struct Material {
    /// The side that the text names first, and the other side.
    sides: [MaterialSide; 2],
    required: RequiredMaterial,
}

impl Material {
    /// Reads text such as `KRPKR` or `KRPvKR`: the pieces of one side, the king first, then the pieces of the other side. Either side can
    /// be White. Letters can be upper or lower case.
    ///
    /// A piece can have a suffix: `?` for none or one, `*` for any number, `+` for one or more, `3` for three, `2-4` for two to four, `2+`
    /// for two or more. `.` is a piece of any kind except a king. Examples: `KRP2-4vKRP*`, `KB.?vK.*`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for other text.
    pub fn from_text(text: &str) -> Result<Material> {
        let refuse = |why: &str| {
            let message = format!(
                "`{}` is not material: {why}; write the pieces of both sides, each with its king first: KRPKR or KRPvKR",
                text.escape_debug()
            );
            Error::new(ErrorCode::InvalidArgument, message)
        };
        if text.len() > 64 {
            return Err(refuse("it is longer than 64 characters"));
        }
        let upper = text.trim_ascii().to_ascii_uppercase();
        let kings: Vec<usize> = upper.match_indices('K').map(|(at, _)| at).collect();
        let [0, second] = kings[..] else {
            return Err(refuse(match kings[..] {
                [] | [_] => "it does not have two kings",
                [_, _] => "it does not begin with a king",
                _ => "it has more than two kings",
            }));
        };
        let first = upper[..second].trim_ascii_end();
        let first = first.strip_suffix('V').unwrap_or(first).trim_ascii_end();
        let side = |text: &str| MaterialSide::read(&text[1..]).map_err(|why| refuse(&why));
        let sides = [side(first)?, side(&upper[second..])?];
        Ok(Material { required: required(&sides), sides })
    }

    fn count(pieces: &[u8; 64]) -> [Counts; 2] {
        let mut counts = [[0; 6]; 2];
        for piece in pieces.iter().filter(|piece| **piece != 0) {
            let side = piece >> 3 & 1;
            let role = piece & 7;
            counts[usize::from(side)][usize::from((role - 1).min(5))] += 1;
        }
        counts
    }
}

/// Returns the required material if either side can be White.
fn required([one, other]: &[MaterialSide; 2]) -> RequiredMaterial {
    let both = |choose: fn(i8, i8) -> i8, of: fn(&MaterialSide) -> i8| [choose(of(one), of(other)); 2];
    RequiredMaterial::anywhere(
        both(i8::min, MaterialSide::min_pawns),
        both(i8::min, MaterialSide::min_pieces),
        both(i8::max, MaterialSide::max_pieces),
    )
}

impl Matcher for Material {
    type State = SpareMaterial;
    const IS_EXACT: bool = false;

    fn start(&self, board: &Board) -> Option<SpareMaterial> {
        self.required.spare(board)
    }

    fn matches(&self, board: &Board) -> bool {
        let [white, black] = Material::count(board.pieces());
        let [one, other] = &self.sides;
        one.allows(&white) && other.allows(&black) || one.allows(&black) && other.allows(&white)
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
