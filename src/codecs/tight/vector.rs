//! The hottest loops: scalar, and for processors with AVX2 or AVX-512. All give the same numbers.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::{
    features::{Candidate, SquareSets},
    model::{InputWeights, OutputWeights, SECOND_UNITS, SecondLayer, UNITS},
};

/// The elements of an accumulator: sums of input weights. They stay within 16 bits, because no position has more than 225 input features
/// (`tight.8`).
pub type Elements = [i16; UNITS];

/// The units of the first layer, 0 to 127 each.
pub type FirstUnits = [u8; UNITS];

/// The units of the second layer, 0 to 127 each.
pub type Units = [u8; SECOND_UNITS];

/// A list of features with room for all squares of all sets, plus 64; its length is a power of two, so that a remainder is a mask.
pub type IndexList = [u16; 4096];

/// SIMD levels of a processor; each includes the previous.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "other processors have one kind of code"))]
enum Instructions {
    Scalar,
    Avx2,
    Avx512,
    /// Adds the instructions that compress a vector: they store selected bytes contiguously.
    Avx512Compress,
}

impl Instructions {
    /// The level of this processor. Detected once, because each query costs as much as a vector of sums.
    #[inline(always)]
    fn of_processor() -> Instructions {
        static FOUND: OnceLock<Instructions> = OnceLock::new();
        *FOUND.get_or_init(Instructions::find)
    }

    #[cfg(target_arch = "x86_64")]
    fn find() -> Instructions {
        if avx512::has_compress() {
            Instructions::Avx512Compress
        } else if avx512::is_available() {
            Instructions::Avx512
        } else if avx2::is_available() {
            Instructions::Avx2
        } else {
            Instructions::Scalar
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn find() -> Instructions {
        Instructions::Scalar
    }
}

/// Calls the module's function for the instructions of this processor.
macro_rules! dispatch {
    ($function:ident($($argument:expr),*)) => {
        match Instructions::of_processor() {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor supports the instructions.
            Instructions::Avx512 | Instructions::Avx512Compress => unsafe { avx512::$function($($argument),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor supports the instructions.
            Instructions::Avx2 => unsafe { avx2::$function($($argument),*) },
            _ => scalar::$function($($argument),*),
        }
    };
}

/// Lists the features that sets gain and lose: bit i of set n is feature 64 n + i. Returns their numbers.
#[inline(always)]
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn difference(
    before: &SquareSets,
    after: &SquareSets,
    added: &mut IndexList,
    removed: &mut IndexList,
) -> (usize, usize) {
    match Instructions::of_processor() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor supports the instructions.
        Instructions::Avx512Compress => unsafe { avx512::difference(before, after, added, removed) },
        _ => scalar::difference(before, after, added, removed),
    }
}

/// Adds the weights of the features `added` to the sums, and subtracts the weights of `removed`.
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn update(sums: &mut Elements, weights: &[InputWeights], added: &[u16], removed: &[u16]) {
    dispatch!(update(sums, weights, added, removed));
}

/// Computes the first layer from the sums and the weights of the features `more` (`tight.8`).
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn first_layer(sums: &Elements, weights: &[InputWeights], more: &[u16]) -> FirstUnits {
    dispatch!(first_layer(sums, weights, more))
}

/// Computes the second layer (`tight.8`).
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn second_layer(units: &FirstUnits, layer: &SecondLayer) -> Units {
    dispatch!(second_layer(units, layer))
}

/// Computes the scores of moves that were not played earlier (`tight.11`).
///
/// For each move, the products of its features are summed first, and only then across the vector: the sum across costs more than the rest.
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn score(units: &Units, weights: &[OutputWeights], moves: &[Candidate], scores: &mut Vec<i32>) {
    // Only complete vectors of scores are written.
    scores.resize(moves.len().next_multiple_of(8), 0);
    dispatch!(score(units, weights, moves, scores));
    scores.truncate(moves.len());
}

/// A table of 2^-x by 1024ths, and the number of bits by which its numbers are additionally shifted (`tight.13`).
pub type Powers<'a> = (&'a [u32; 1024], u32);

/// Writes for each move the sum of the frequencies up to and including its own (`tight.13`). Returns the sum of all.
#[inline(always)]
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn normalise(scores: &[i32], temperature: u32, powers: Powers<'_>, ends: &mut [u32]) -> u32 {
    match Instructions::of_processor() {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor supports the instructions.
        Instructions::Avx512 | Instructions::Avx512Compress => unsafe {
            avx512::normalise(scores, temperature, powers, ends)
        },
        _ => scalar::normalise(scores, temperature, powers, ends),
    }
}

mod scalar {
    use super::{
        Candidate, Elements, FirstUnits, IndexList, InputWeights, OutputWeights, Powers, SECOND_UNITS, SecondLayer,
        SquareSets, UNITS, Units,
    };
    use crate::board::attacks::squares;

    #[inline(always)]
    pub fn difference(
        before: &SquareSets,
        after: &SquareSets,
        added: &mut IndexList,
        removed: &mut IndexList,
    ) -> (usize, usize) {
        let count = |sets: &SquareSets, others: &SquareSets, list: &mut IndexList| {
            let mut count = 0;
            for (i, (set, other)) in sets.iter().zip(others).enumerate() {
                for square in squares(set & !other) {
                    list[count % list.len()] = (64 * i) as u16 + square as u16;
                    count += 1;
                }
            }
            count
        };
        (count(after, before, added), count(before, after, removed))
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
        // Three of four units are 0; which ones is hard to predict.
        let mut active = [0; UNITS];
        let mut count = 0;
        for (i, unit) in units.iter().enumerate() {
            active[count % UNITS] = i as u8;
            count += usize::from(*unit != 0);
        }
        let mut sums = layer.biases;
        for i in &active[..count] {
            let unit = i16::from(units[usize::from(*i)]);
            for (sum, weight) in sums.iter_mut().zip(&layer.by_unit[usize::from(*i)]) {
                // A product fits in 16 bits.
                *sum += i32::from(unit * i16::from(*weight));
            }
        }
        sums.map(|sum| ((sum + 64) >> 7).clamp(0, 127) as u8)
    }

    pub fn score(units: &Units, weights: &[OutputWeights], moves: &[Candidate], scores: &mut [i32]) {
        for (m, score) in moves.iter().zip(scores) {
            // Sums of five weights fit in 16 bits.
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

    #[inline(always)]
    pub fn normalise(scores: &[i32], temperature: u32, (exp2, shift): Powers<'_>, ends: &mut [u32]) -> u32 {
        let best = scores.iter().fold(i32::MIN, |best, score| best.max(*score));
        let mut cumulative = 0;
        for (score, end) in scores.iter().zip(ends) {
            // Scores lie within 2^23 of 0 (`tight.11`).
            let below_best = ((best - score) as u32 * temperature) >> 8;
            cumulative += 1 + (exp2[(below_best & 1023) as usize] >> ((below_best >> 10) + shift).min(31));
            *end = cumulative;
        }
        cumulative
    }
}
