//! The three loops in which nearly all time goes, plain and for processors with AVX2. Both give the same numbers.

use super::{
    model::Row,
    network::{Hidden, Sums},
};

/// Adds the rows `came` of `table` to the sums and takes away `went`.
#[allow(unsafe_code, reason = "needs AVX2, which is asked for")]
pub fn add_rows(sums: &mut Sums, table: &[Row], came: &[u16], went: &[u16]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::add_rows(sums, table, came, went) };
    }
    plain::add_rows(sums, table, came, went);
}

/// The hidden units (`tight.7`).
#[allow(unsafe_code, reason = "needs AVX2, which is asked for")]
pub fn units(sums: &Sums) -> Hidden {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::units(sums) };
    }
    plain::units(sums)
}

/// The product of the hidden units with each of `rows` (`tight.9`).
#[allow(unsafe_code, reason = "needs AVX2, which is asked for")]
pub fn products(table: &[Row], rows: &[u16], hidden: &Hidden, found: impl FnMut(u16, i32)) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2.
        return unsafe { avx2::products(table, rows, hidden, found) };
    }
    plain::products(table, rows, hidden, found);
}

pub(super) mod plain {
    use super::{Hidden, Row, Sums};

    pub fn add_rows(sums: &mut Sums, table: &[Row], came: &[u16], went: &[u16]) {
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

    #[inline(always)]
    pub fn units(sums: &Sums) -> Hidden {
        sums.map(|sum| ((sum + 2).clamp(0, 511) >> 2) as u8)
    }

    pub fn products(table: &[Row], rows: &[u16], hidden: &Hidden, mut found: impl FnMut(u16, i32)) {
        for row in rows {
            let weights = &table[usize::from(*row)];
            let sum = hidden.iter().zip(weights).map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum();
            found(*row, sum);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "loads and stores of vectors")]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Hidden, Row, Sums};

    #[target_feature(enable = "avx2")]
    fn load<T>(thirty_two: &[T; 32]) -> __m256i {
        const { assert!(size_of::<T>() == 1) };
        // SAFETY: 32 bytes are there to be read.
        unsafe { _mm256_loadu_si256(thirty_two.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    fn widened(sixteen: &[i8; 16]) -> __m256i {
        // SAFETY: 16 bytes are there to be read.
        _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) })
    }

    /// Sums that are kept in registers while all rows are added.
    const VECTORS: usize = 8;

    #[target_feature(enable = "avx2")]
    pub fn add_rows(sums: &mut Sums, table: &[Row], came: &[u16], went: &[u16]) {
        for (part, sums) in sums.as_chunks_mut::<{ 16 * VECTORS }>().0.iter_mut().enumerate() {
            let at = |v: usize| VECTORS * part + v;
            let mut kept = [_mm256_setzero_si256(); VECTORS];
            for (kept, sums) in kept.iter_mut().zip(sums.as_chunks::<16>().0) {
                // SAFETY: 16 numbers of 16 bits are there to be read.
                *kept = unsafe { _mm256_loadu_si256(sums.as_ptr().cast()) };
            }
            for row in came {
                let weights = table[usize::from(*row)].as_chunks::<16>().0;
                for v in 0..VECTORS {
                    kept[v] = _mm256_add_epi16(kept[v], widened(&weights[at(v)]));
                }
            }
            for row in went {
                let weights = table[usize::from(*row)].as_chunks::<16>().0;
                for v in 0..VECTORS {
                    kept[v] = _mm256_sub_epi16(kept[v], widened(&weights[at(v)]));
                }
            }
            for (kept, sums) in kept.iter().zip(sums.as_chunks_mut::<16>().0) {
                // SAFETY: there is room for 16 numbers of 16 bits.
                unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), *kept) };
            }
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn units(sums: &Sums) -> Hidden {
        super::plain::units(sums)
    }

    /// The products of `N` rows, summed up to eight numbers each.
    #[target_feature(enable = "avx2")]
    fn eights<const N: usize>(rows: [&Row; N], hidden: &Hidden) -> [__m256i; N] {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [_mm256_setzero_si256(); N];
        for (k, units) in hidden.as_chunks::<32>().0.iter().enumerate() {
            let units = load(units);
            for (sum, row) in sums.iter_mut().zip(rows) {
                // Two products of at most 127 * 127 fit 16 bits, so that nothing is cut off.
                let pairs = _mm256_maddubs_epi16(units, load(&row.as_chunks::<32>().0[k]));
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
            }
        }
        sums
    }

    #[target_feature(enable = "avx2")]
    pub fn products(table: &[Row], rows: &[u16], hidden: &Hidden, mut found: impl FnMut(u16, i32)) {
        let (fours, rest) = rows.as_chunks::<4>();
        for four in fours {
            let [a, b, c, d] = eights(four.map(|row| &table[usize::from(row)]), hidden);
            let sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
            let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
            found(four[0], _mm_extract_epi32::<0>(sums));
            found(four[1], _mm_extract_epi32::<1>(sums));
            found(four[2], _mm_extract_epi32::<2>(sums));
            found(four[3], _mm_extract_epi32::<3>(sums));
        }
        for row in rest {
            let [eight] = eights([&table[usize::from(*row)]], hidden);
            let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
            let two = _mm_add_epi32(four, _mm_unpackhi_epi64(four, four));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32::<1>(two));
            found(*row, _mm_cvtsi128_si32(one));
        }
    }
}
