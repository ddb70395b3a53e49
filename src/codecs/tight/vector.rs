//! The three loops in which much of the time goes, plain and for processors with AVX2 or AVX-512. All give the same numbers.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(test)]
mod tests;

use super::model::{Row, UNITS};

/// Sums of input rows. No position has more than 221 rows, so that they stay within 16 bits (`tight.7`).
pub type Sums = [i16; UNITS];

/// The hidden units, 0 to 127 each.
pub type Hidden = [u8; UNITS];

/// Adds the rows `came` of `table` to the sums and takes away `went`.
#[allow(unsafe_code, reason = "needs vector instructions, which are asked for")]
pub fn update(sums: &mut Sums, table: &[Row], came: &[u16], went: &[u16]) {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_there() {
        // SAFETY: the processor has what the function needs.
        return unsafe { avx512::update(sums, table, came, went) };
    } else if avx2::is_there() {
        // SAFETY: the processor has what the function needs.
        return unsafe { avx2::update(sums, table, came, went) };
    }
    plain::update(sums, table, came, went);
}

/// The hidden units of the sums and the rows `more` of `table` (`tight.7`).
#[allow(unsafe_code, reason = "needs vector instructions, which are asked for")]
pub fn hidden(sums: &Sums, table: &[Row], more: &[u16]) -> Hidden {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_there() {
        // SAFETY: the processor has what the function needs.
        return unsafe { avx512::hidden(sums, table, more) };
    } else if avx2::is_there() {
        // SAFETY: the processor has what the function needs.
        return unsafe { avx2::hidden(sums, table, more) };
    }
    plain::hidden(sums, table, more)
}

/// The product of the hidden units with each of the rows `rows` of `table` (`tight.9`), in `products`, which is as long.
#[allow(unsafe_code, reason = "needs vector instructions, which are asked for")]
pub fn multiply(hidden: &Hidden, table: &[Row], rows: &[u16], products: &mut [i32]) {
    #[cfg(target_arch = "x86_64")]
    if avx512::is_there() {
        // SAFETY: the processor has what the function needs.
        return unsafe { avx512::multiply(hidden, table, rows, products) };
    } else if avx2::is_there() {
        // SAFETY: the processor has what the function needs.
        return unsafe { avx2::multiply(hidden, table, rows, products) };
    }
    plain::multiply(hidden, table, rows, products);
}

mod plain {
    use super::{Hidden, Row, Sums};

    pub fn update(sums: &mut Sums, table: &[Row], came: &[u16], went: &[u16]) {
        for row in came {
            for (sum, weight) in sums.iter_mut().zip(&table[usize::from(*row)]) {
                *sum = sum.wrapping_add(i16::from(*weight));
            }
        }
        for row in went {
            for (sum, weight) in sums.iter_mut().zip(&table[usize::from(*row)]) {
                *sum = sum.wrapping_sub(i16::from(*weight));
            }
        }
    }

    pub fn hidden(sums: &Sums, table: &[Row], more: &[u16]) -> Hidden {
        let mut sums = *sums;
        update(&mut sums, table, more, &[]);
        let mut hidden = [0; _];
        for (unit, sum) in hidden.iter_mut().zip(sums) {
            *unit = ((sum + 2).clamp(0, 511) >> 2) as u8;
        }
        hidden
    }

    pub fn multiply(hidden: &Hidden, table: &[Row], rows: &[u16], products: &mut [i32]) {
        for (row, product) in rows.iter().zip(products) {
            let weights = &table[usize::from(*row)];
            *product = hidden.iter().zip(weights).map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum();
        }
    }
}
