//! For processors with AVX2.

#![allow(unsafe_code, reason = "loads and stores of vectors")]

use std::arch::x86_64::*;

use super::{Elements, Hidden, Weights};

/// Vectors of 16 sums that stay in registers while all weights are added.
const VECTORS: usize = 8;
const PART: usize = 16 * VECTORS;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx2")
}

#[inline]
#[target_feature(enable = "avx2")]
fn load<T>(from: &[T]) -> __m256i {
    assert!(size_of_val(from) >= 32);
    // SAFETY: 32 bytes can be read.
    unsafe { _mm256_loadu_si256(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn widened(from: &[i8]) -> __m256i {
    assert!(from.len() >= 16);
    // SAFETY: 16 bytes can be read.
    _mm256_cvtepi8_epi16(unsafe { _mm_loadu_si128(from.as_ptr().cast()) })
}

#[inline]
#[target_feature(enable = "avx2")]
fn store<T>(vector: __m256i, to: &mut [T]) {
    assert!(size_of_val(to) >= 32);
    // SAFETY: 32 bytes can be written.
    unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), vector) };
}

/// A part of the sums, with weights added and subtracted.
#[inline]
#[target_feature(enable = "avx2")]
fn part(sums: &[i16; PART], at: usize, weights: &[Weights], added: &[u16], removed: &[u16]) -> [__m256i; VECTORS] {
    let mut kept = [_mm256_setzero_si256(); VECTORS];
    for v in 0..VECTORS {
        kept[v] = load(&sums[16 * v..][..16]);
    }
    for feature in added {
        let of_feature = &weights[usize::from(*feature)][at..][..PART];
        for v in 0..VECTORS {
            kept[v] = _mm256_add_epi16(kept[v], widened(&of_feature[16 * v..][..16]));
        }
    }
    for feature in removed {
        let of_feature = &weights[usize::from(*feature)][at..][..PART];
        for v in 0..VECTORS {
            kept[v] = _mm256_sub_epi16(kept[v], widened(&of_feature[16 * v..][..16]));
        }
    }
    kept
}

#[target_feature(enable = "avx2")]
pub fn update(sums: &mut Elements, weights: &[Weights], added: &[u16], removed: &[u16]) {
    for (i, sums) in sums.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
        let kept = part(sums, PART * i, weights, added, removed);
        for v in 0..VECTORS {
            store(kept[v], &mut sums[16 * v..][..16]);
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn hidden(sums: &Elements, weights: &[Weights], more: &[u16]) -> Hidden {
    let mut hidden: Hidden = [0; _];
    let units = hidden.as_chunks_mut::<PART>().0;
    for (i, (sums, units)) in sums.as_chunks::<PART>().0.iter().zip(units).enumerate() {
        let kept = part(sums, PART * i, weights, more, &[]);
        let quarter = |sum| {
            let rounded = _mm256_add_epi16(sum, _mm256_set1_epi16(2));
            let clamped = _mm256_min_epi16(_mm256_max_epi16(rounded, _mm256_setzero_si256()), _mm256_set1_epi16(511));
            _mm256_srli_epi16::<2>(clamped)
        };
        for v in 0..VECTORS / 2 {
            // Each half is packed by itself, and the quarters then put in order.
            let packed = _mm256_packus_epi16(quarter(kept[2 * v]), quarter(kept[2 * v + 1]));
            store(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed), &mut units[32 * v..][..32]);
        }
    }
    hidden
}

/// The products of the weights of four features with the hidden units.
#[inline]
#[target_feature(enable = "avx2")]
fn four(hidden: &Hidden, weights: [&Weights; 4]) -> __m128i {
    let ones = _mm256_set1_epi16(1);
    let mut sums = [_mm256_setzero_si256(); 4];
    for at in (0..hidden.len()).step_by(32) {
        let units = load(&hidden[at..][..32]);
        for i in 0..4 {
            // Two products of at most 127 * 127 fit 16 bits, so that nothing is cut off.
            let pairs = _mm256_maddubs_epi16(units, load(&weights[i][at..][..32]));
            sums[i] = _mm256_add_epi32(sums[i], _mm256_madd_epi16(pairs, ones));
        }
    }
    sum_up(sums)
}

/// The sums of the numbers of each of four vectors.
#[inline]
#[target_feature(enable = "avx2")]
pub fn sum_up([a, b, c, d]: [__m256i; 4]) -> __m128i {
    let sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums))
}

#[target_feature(enable = "avx2")]
pub fn multiply(hidden: &Hidden, weights: &[Weights], features: &[u16], products: &mut [i32]) {
    let of_feature = |i: usize| &weights[usize::from(features[i.min(features.len() - 1)])];
    for (i, products) in products.chunks_mut(4).enumerate() {
        let sums =
            four(hidden, [of_feature(4 * i), of_feature(4 * i + 1), of_feature(4 * i + 2), of_feature(4 * i + 3)]);
        put(sums, products);
    }
}

/// Writes up to four numbers.
#[inline]
#[target_feature(enable = "avx2")]
pub fn put(sums: __m128i, products: &mut [i32]) {
    let mut four = [0; 4];
    // SAFETY: four numbers of 32 bits can be written.
    unsafe { _mm_storeu_si128(four.as_mut_ptr().cast(), sums) };
    match products {
        [a, b, c, d] => [*a, *b, *c, *d] = four,
        rest => rest.copy_from_slice(&four[..rest.len()]),
    }
}
