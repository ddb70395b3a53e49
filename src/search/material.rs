//! Numbers of men (`search.4`).

use super::budget::Needs;
use crate::{Error, ErrorCode, Result};

/// Men by kind: pawns, knights, bishops, rooks, queens, kings of White, then of Black.
pub(super) type Counts = [u8; 12];

/// Exactly these men, for either colour.
#[derive(Debug, Clone)]
pub struct Material {
    /// With the first side as White, and as Black.
    pub(super) sides: [Counts; 2],
    pub(super) needs: Needs,
}

impl Material {
    /// Reads text such as `KRPKR`: the men of one side, the king first, then those of the other. Either may be White.
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
        Ok(Material { needs: least(&sides), sides })
    }

    pub(super) fn count(men: &[u8; 64]) -> Counts {
        let mut counts = [0; 12];
        for man in men.iter().filter(|man| **man != 0) {
            let (side, role) = (man >> 3 & 1, man & 7);
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

/// What both ways round need.
fn least(sides: &[Counts; 2]) -> Needs {
    let men = |white: usize, side: usize| sides[white][6 * side..6 * side + 6].iter().sum::<u8>() as i8;
    let pawns = |white: usize, side: usize| sides[white][6 * side] as i8;
    let both =
        |choose: fn(i8, i8) -> i8, of: &dyn Fn(usize, usize) -> i8| [0, 1].map(|side| choose(of(0, side), of(1, side)));
    Needs::anywhere(both(i8::min, &pawns), both(i8::min, &men), both(i8::max, &men))
}
