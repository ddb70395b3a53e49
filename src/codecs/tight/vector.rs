//! The hottest loops, scalar and for processors with AVX2 or AVX-512. All give the same numbers.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::{
    features::Candidate,
    model::{InputWeights, OutputWeights, SECOND_UNITS, SecondLayer, UNITS},
};

/// The elements of an accumulator: sums of input weights. No position has more than 225 input features, so that they stay within 16 bits (`tight.8`).
pub type Elements = [i16; UNITS];

/// The units of the first layer, 0 to 127 each.
pub type FirstUnits = [u8; UNITS];

/// The units of the second layer, 0 to 127 each.
pub type Units = [u8; SECOND_UNITS];

/// A list of numbers, of a length that holds the members of all sets that are listed, and 64 more; a power of two, so that a
/// remainder is a mask.
pub type IndexList = [u16; 4096];

/// The instructions that a processor has: those of each with those of the ones before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "other processors have one kind of code"))]
enum Instructions {
    Scalar,
    Avx2,
    Avx512,
    /// With those that write the chosen bytes of a vector one after another.
    Avx512Compress,
}

impl Instructions {
    /// Those of this processor. Found once, because each question costs as much as a vector of sums.
    #[inline(always)]
    fn of_processor() -> Instructions {
        static FOUND: OnceLock<Instructions> = OnceLock::new();
        *FOUND.get_or_init(Instructions::find)
    }

    #[cfg(target_arch = "x86_64")]
    fn find() -> Instructions {
        match (avx2::is_available(), avx512::is_available(), avx512::has_compress()) {
            (true, true, true) => Instructions::Avx512Compress,
            (true, true, false) => Instructions::Avx512,
            (true, false, _) => Instructions::Avx2,
            _ => Instructions::Scalar,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn find() -> Instructions {
        Instructions::Scalar
    }
}

/// Calls a function of the module for the instructions of this processor.
macro_rules! dispatch {
    ($function:ident($($argument:expr),*)) => {
        match Instructions::of_processor() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Instructions::Avx512 | Instructions::Avx512Compress => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Instructions::Avx2 => unsafe { avx2::$function($($argument),*) },
            _ => scalar::$function($($argument),*),
        }
    };
}

/// Lists the members of sets: bit i of set n is 64 n + i. Gives their number.
#[inline(always)]
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn members(sets: &[u64], list: &mut IndexList) -> usize {
    match Instructions::of_processor() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor has the instructions.
        Instructions::Avx512Compress => unsafe { avx512::members(sets, list) },
        _ => scalar::members(sets, list),
    }
}

/// Adds the weights of the features `added` to the sums, and subtracts those of `removed`.
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn update(sums: &mut Elements, weights: &[InputWeights], added: &[u16], removed: &[u16]) {
    dispatch!(update(sums, weights, added, removed));
}

/// The first layer, of the sums and the weights of the features `more` (`tight.8`).
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn first_layer(sums: &Elements, weights: &[InputWeights], more: &[u16]) -> FirstUnits {
    dispatch!(first_layer(sums, weights, more))
}

/// The second layer (`tight.8`).
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn second_layer(units: &FirstUnits, layer: &SecondLayer) -> Units {
    dispatch!(second_layer(units, layer))
}

/// The scores of moves that were not played before (`tight.11`).
///
/// A move adds up the products of its features before they are added up across the vector: that costs more than the rest.
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn score(units: &Units, weights: &[OutputWeights], moves: &[Candidate], scores: &mut Vec<i32>) {
    // Vectors of scores are written as a whole.
    scores.resize(moves.len().next_multiple_of(8), 0);
    dispatch!(score(units, weights, moves, scores));
    scores.truncate(moves.len());
}

mod scalar {
    use super::{
        Candidate, Elements, FirstUnits, IndexList, InputWeights, OutputWeights, SECOND_UNITS, SecondLayer, UNITS,
        Units,
    };
    use crate::board::attacks::squares;

    #[inline(always)]
    pub fn members(sets: &[u64], list: &mut IndexList) -> usize {
        let mut count = 0;
        for (i, set) in sets.iter().enumerate() {
            for bit in squares(*set) {
                list[count % list.len()] = (64 * i) as u16 + bit as u16;
                count += 1;
            }
        }
        count
    }

    pub fn update(sums: &mut Elements, weights: &[InputWeights], added: &[u16], removed: &[u16]) {
        for feature in added {
            for (sum, weight) in sums.iter_mut().zip(&weights[usize::from(*feature)].0) {
                *sum = sum.wrapping_add(i16::from(*weight));
            }
        }
        for feature in removed {
            for (sum, weight) in sums.iter_mut().zip(&weights[usize::from(*feature)].0) {
                *sum = sum.wrapping_sub(i16::from(*weight));
            }
        }
    }

    pub fn first_layer(sums: &Elements, weights: &[InputWeights], more: &[u16]) -> FirstUnits {
        let mut sums = *sums;
        update(&mut sums, weights, more, &[]);
        sums.map(|sum| ((sum + 2).clamp(0, 511) >> 2) as u8)
    }

    pub fn second_layer(units: &FirstUnits, layer: &SecondLayer) -> Units {
        // Three of four units are 0, and which is hard for a processor to predict.
        let (mut active, mut count) = ([0; UNITS], 0);
        for (i, unit) in units.iter().enumerate() {
            active[count % UNITS] = i as u8;
            count += usize::from(*unit != 0);
        }
        let mut sums = layer.biases;
        for i in &active[..count] {
            let unit = i16::from(units[usize::from(*i)]);
            for (sum, weight) in sums.iter_mut().zip(&layer.by_unit[usize::from(*i)]) {
                // A product fits 16 bits.
                *sum += i32::from(unit * i16::from(*weight));
            }
        }
        sums.map(|sum| ((sum + 64) >> 7).clamp(0, 127) as u8)
    }

    pub fn score(units: &Units, weights: &[OutputWeights], moves: &[Candidate], scores: &mut [i32]) {
        for (m, score) in moves.iter().zip(scores) {
            // Sums of five weights fit 16 bits.
            let mut sums = [0_i16; SECOND_UNITS];
            for feature in m.features {
                for (sum, weight) in sums.iter_mut().zip(&weights[usize::from(feature)].0) {
                    *sum += i16::from(*weight);
                }
            }
            *score =
                m.fixed + units.iter().zip(&sums).map(|(unit, sum)| i32::from(*unit) * i32::from(*sum)).sum::<i32>();
        }
    }
}
