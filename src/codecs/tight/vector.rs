//! The three hottest loops, scalar and for processors with AVX2 or AVX-512. All give the same numbers.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

use super::model::{UNITS, Weights};

/// The elements of an accumulator: sums of input weights. No position has more than 221 input features, so that they stay within 16 bits (`tight.7`).
pub type Elements = [i16; UNITS];

/// The hidden units, 0 to 127 each.
pub type Hidden = [u8; UNITS];

/// Adds the weights of the features `added` to the sums, and subtracts those of `removed`.
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn update(sums: &mut Elements, weights: &[Weights], added: &[u16], removed: &[u16]) {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx512::update(sums, weights, added, removed) };
    } else if avx2::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx2::update(sums, weights, added, removed) };
    }
    scalar::update(sums, weights, added, removed);
}

/// The hidden units of the sums and the weights of the features `more` (`tight.7`).
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn hidden(sums: &Elements, weights: &[Weights], more: &[u16]) -> Hidden {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx512::hidden(sums, weights, more) };
    } else if avx2::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx2::hidden(sums, weights, more) };
    }
    scalar::hidden(sums, weights, more)
}

/// The product of the hidden units with the weights of each of `features` (`tight.9`), in `products`, which is as long.
#[allow(unsafe_code, reason = "needs vector instructions, which are checked for at run time")]
pub fn multiply(hidden: &Hidden, weights: &[Weights], features: &[u16], products: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx512::multiply(hidden, weights, features, products) };
    } else if avx2::is_available() {
        // SAFETY: the processor has the instructions.
        return unsafe { avx2::multiply(hidden, weights, features, products) };
    }
    scalar::multiply(hidden, weights, features, products);
}

mod scalar {
    use super::{Elements, Hidden, Weights};

    pub fn update(sums: &mut Elements, weights: &[Weights], added: &[u16], removed: &[u16]) {
        for feature in added {
            for (sum, weight) in sums.iter_mut().zip(&weights[usize::from(*feature)]) {
                *sum = sum.wrapping_add(i16::from(*weight));
            }
        }
        for feature in removed {
            for (sum, weight) in sums.iter_mut().zip(&weights[usize::from(*feature)]) {
                *sum = sum.wrapping_sub(i16::from(*weight));
            }
        }
    }

    pub fn hidden(sums: &Elements, weights: &[Weights], more: &[u16]) -> Hidden {
        let mut sums = *sums;
        update(&mut sums, weights, more, &[]);
        let mut hidden = [0; _];
        for (unit, sum) in hidden.iter_mut().zip(sums) {
            *unit = ((sum + 2).clamp(0, 511) >> 2) as u8;
        }
        hidden
    }

    pub fn multiply(hidden: &Hidden, weights: &[Weights], features: &[u16], products: &mut [i32]) {
        for (feature, product) in features.iter().zip(products) {
            let weights = weights[usize::from(*feature)].iter();
            *product = hidden.iter().zip(weights).map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum();
        }
    }
}
