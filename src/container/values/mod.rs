//! Times and evaluations in comments, as numbers coded by context mixing.
//!
//! Spec chapter: `spec/values.md`.

mod build;
mod fill;
mod read;
mod streams;
mod text;

pub(crate) use build::ValuesBuilder;
pub use fill::TemplateFiller;
pub use read::Values;
pub use text::{Evaluation, GameValues};

use crate::{Result, coding::wire::put_varint, memory};

/// A run ends with the game that brings the number of its values to this number or more (`values.6`).
const RUN_VALUES: u64 = 4096;

/// The clock of a game (`values.5`). Times are in units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Profile {
    /// Tenths of a second: 1 or 10.
    unit: u32,
    /// The time of both clocks at the start.
    base: u32,
    /// The increment per move.
    increment: u32,
}

impl Profile {
    /// The profile of games without times.
    const NONE: Profile = Profile { unit: 1, base: 0, increment: 0 };

    fn put(&self, out: &mut Vec<u8>) {
        [self.unit, self.base, self.increment].into_iter().for_each(|number| put_varint(out, number.into()));
    }
}

/// Returns the code for the number of times or evaluations of a game in its column (`values.5`). The code is small if the game has about
/// one for each ply.
fn count_code(plies: u32, count: usize) -> u32 {
    let missing = i64::from(plies) - count as i64;
    match count {
        0 => 0,
        _ if missing >= 0 => 1 + 2 * missing as u32,
        _ => (-2 * missing) as u32,
    }
}

/// Returns the number for a code in the column; `None` for an invalid code.
fn count_from(plies: u32, code: u32) -> Option<u32> {
    let half = code / 2;
    match code {
        0 => Some(0),
        _ if code % 2 == 1 => plies.checked_sub(half).filter(|count| *count > 0),
        _ => plies.checked_add(half),
    }
}

/// Returns, for every run of a block, one past its last game (`values.6`). `values` has the number of values of every game.
fn run_ends(values: impl ExactSizeIterator<Item = u64>) -> Result<Vec<u32>> {
    let mut ends = Vec::new();
    let mut so_far = 0;
    let games = values.len();
    for (game, count) in values.enumerate() {
        so_far += count;
        if so_far >= RUN_VALUES || game + 1 == games {
            memory::push(&mut ends, game as u32 + 1)?;
            so_far = 0;
        }
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_one_code() {
        for (plies, count, code) in [(40, 0, 0), (40, 40, 1), (40, 41, 2), (40, 39, 3), (0, 2, 4), (3, 1, 5)] {
            assert_eq!(count_code(plies, count), code);
            assert_eq!(count_from(plies, code), Some(count as u32));
        }
        assert_eq!([count_from(3, 7), count_from(0, 1), count_from(u32::MAX, 2)], [None; 3]);
    }

    #[test]
    fn runs_end_with_the_game_that_fills_them() {
        assert_eq!(run_ends([4000, 90, 6, 0, 5000, 0].into_iter()).unwrap(), [3, 5, 6]);
        assert!(run_ends([].into_iter()).unwrap().is_empty());
    }
}
