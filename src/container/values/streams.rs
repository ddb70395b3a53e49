//! The values of a game as decisions (`values.8` to `values.10`).

use super::{
    Profile,
    text::{EVALUATION_LIMIT, Evaluation, GameValues, TIME_LIMIT},
};
use crate::{
    Error, ErrorCode, Result,
    coding::mixing::{BitCoder, Mixer, NODES, bucket},
};

/// The models, adapted to the values of a run so far.
#[derive(Debug)]
pub struct Streams {
    times: Mixer<3>,
    evaluations: Mixer<3>,
}

impl Streams {
    pub fn new() -> Streams {
        Streams {
            times: Mixer::new([16 * 64, 16 * 32, 32 * 2], NODES + 1, 8),
            evaluations: Mixer::new([64 * 2, 16 * 4, 32 * 2], 4 + 3 * NODES, 28),
        }
    }

    /// Starts a run.
    pub fn reset(&mut self) {
        self.times.reset();
        self.evaluations.reset();
    }

    /// Codes the values of a game. `values` must have the right number of times and evaluations; a decoder overwrites them.
    ///
    /// # Errors
    ///
    /// The errors of the coder; [`ErrorCode::AnnotationMalformed`] for a value outside its range.
    pub fn game(&mut self, coder: &mut impl BitCoder, profile: &Profile, values: &mut GameValues) -> Result<()> {
        self.times(coder, profile, &mut values.times)?;
        self.evaluations(coder, &mut values.evaluations)
    }

    /// `values.9`: codes every time as the time spent since the same player's previous time.
    fn times(&mut self, coder: &mut impl BitCoder, profile: &Profile, times: &mut [u32]) -> Result<()> {
        const SIGN: usize = NODES;
        let unit = i64::from(profile.unit);
        let base = i64::from(profile.base);
        let mut left = [base; 2];
        let mut spent = [[0; 4]; 2];
        for (i, time) in times.iter_mut().enumerate() {
            let player = i % 2;
            let before = left[player];
            let gained = if i < 2 { 0 } else { i64::from(profile.increment) };
            let average = (spent[player].iter().sum::<i64>() + 1) / 2;
            let phase = if i < 16 { i / 2 } else { (8 + (i - 16) / 16).min(15) };
            let part = (16 * before / base.max(1)).min(31) as usize;
            let contexts = [
                (i / 2).min(15) * 64 + bucket(before as u32) as usize,
                phase * 32 + part,
                half_octave(average, 31) * 2 + usize::from(profile.unit == 1),
            ];
            let value = before + gained - i64::from(*time) / unit;
            let is_negative = self.times.decide(coder, &contexts, SIGN, 7, value < 0)?;
            let size = i64::from(self.times.number(coder, &contexts, 0, 0, value.unsigned_abs() as u32)?);
            let used = if is_negative { -size } else { size };
            let after = before + gained - used;
            if (is_negative && size == 0) || !(0..i64::from(TIME_LIMIT)).contains(&(after * unit)) {
                return Err(malformed("a time outside its range"));
            }
            *time = (after * unit) as u32;
            left[player] = after;
            spent[player].rotate_right(1);
            spent[player][0] = used.max(0);
        }
        Ok(())
    }

    /// `values.10`: codes every evaluation as its difference from the previous one, from the view of the player who moved.
    fn evaluations(&mut self, coder: &mut impl BitCoder, evaluations: &mut [Evaluation]) -> Result<()> {
        let mut last = Evaluation::Pawns(0);
        let mut last_change = 0;
        for (i, evaluation) in evaluations.iter_mut().enumerate() {
            let black = i % 2;
            let (last_is_mate, last_number) = parts(last);
            let contexts = [
                evaluation_class(last) * 2 + black,
                (i / 8).min(15) * 4 + black * 2 + usize::from(last_is_mate),
                change_class(last_change) * 2 + black,
            ];
            let (value_is_mate, value) = parts(*evaluation);
            let set = usize::from(last_is_mate);
            let is_mate = self.evaluations.decide(coder, &contexts, 0, set, value_is_mate)?;
            let number = if is_mate == last_is_mate {
                let turned = if is_mate || black == 1 { 1 } else { -1 };
                last_change = self.change(coder, &contexts, set, (value - last_number) * turned)?;
                last_number + last_change * turned
            } else {
                last_change = 0;
                self.whole_number(coder, &contexts, value)?
            };
            if number.abs() >= i64::from(EVALUATION_LIMIT) {
                return Err(malformed("an evaluation outside its range"));
            }
            last = if is_mate { Evaluation::Mate(number as i32) } else { Evaluation::Pawns(number as i32) };
            *evaluation = last;
        }
        Ok(())
    }

    /// Codes a change, with the nodes 1 and 2 and two numbers.
    fn change(&mut self, coder: &mut impl BitCoder, contexts: &[usize; 3], set: usize, value: i64) -> Result<i64> {
        let mixer = &mut self.evaluations;
        if mixer.decide(coder, contexts, 1, 2 + set, value == 0)? {
            return Ok(0);
        }
        let down = mixer.decide(coder, contexts, 2, 4 + set, value < 0)?;
        let class = usize::from(down);
        let value = value.unsigned_abs().wrapping_sub(1) as u32;
        let size = i64::from(mixer.number(coder, contexts, 4 + class * NODES, 7 + class * 7, value)?) + 1;
        Ok(if down { -size } else { size })
    }

    /// Codes a value whose kind differs from the kind of the previous value, with the node 3 and a number.
    fn whole_number(&mut self, coder: &mut impl BitCoder, contexts: &[usize; 3], value: i64) -> Result<i64> {
        let mixer = &mut self.evaluations;
        let down = mixer.decide(coder, contexts, 3, 6, value < 0)?;
        let value = value.unsigned_abs() as u32;
        let size = i64::from(mixer.number(coder, contexts, 4 + 2 * NODES, 21, value)?);
        if down && size == 0 {
            return Err(malformed("a second code for an evaluation of 0"));
        }
        Ok(if down { -size } else { size })
    }
}

fn parts(evaluation: Evaluation) -> (bool, i64) {
    match evaluation {
        Evaluation::Pawns(number) => (false, number.into()),
        Evaluation::Mate(number) => (true, number.into()),
    }
}

/// Returns the class of a number that is not negative (`values.8`). From 4 on, each power of two begins two classes, of equal size.
fn half_octave(number: i64, max: usize) -> usize {
    if number < 4 {
        return number as usize;
    }
    let highest = number.ilog2() as usize;
    (2 * highest + (number >> (highest - 1) & 1) as usize).min(max)
}

/// Returns one of 32 classes of changes (`values.10`).
fn change_class(change: i64) -> usize {
    half_octave(change.abs(), 15) * 2 + usize::from(change < 0)
}

/// Returns one of 64 classes of evaluations (`values.10`).
fn evaluation_class(evaluation: Evaluation) -> usize {
    let (is_mate, number) = parts(evaluation);
    let size = number.unsigned_abs() as usize;
    let class = match size {
        _ if is_mate => 31,
        0..320 => size / 20,
        _ => (16 + (size - 320) / 160).min(30),
    };
    2 * class + usize::from(number < 0)
}

fn malformed(message: &str) -> Error {
    Error::new(ErrorCode::AnnotationMalformed, message)
}
