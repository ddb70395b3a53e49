//! For processors with AVX2.

#![allow(unsafe_code, reason = "loads and stores of vectors")]

use std::arch::x86_64::*;

use super::{Candidate, Elements, FirstUnits, InputWeights, OutputWeights, SECOND_UNITS, SecondLayer, Units};
use crate::board::attacks::squares;

/// Number of vectors of 16 sums that stay in registers while all weights are added.
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

/// Updates a part of the sums: adds and subtracts weights.
#[inline]
#[target_feature(enable = "avx2")]
fn part(sums: &[i16; PART], at: usize, weights: &[InputWeights], added: &[u16], removed: &[u16]) -> [__m256i; VECTORS] {
    let mut kept = [_mm256_setzero_si256(); VECTORS];
    for v in 0..VECTORS {
        kept[v] = load(&sums[16 * v..][..16]);
    }
    for feature in added {
        let of_feature = &weights[usize::from(*feature)].0[at..][..PART];
        for v in 0..VECTORS {
            kept[v] = _mm256_add_epi16(kept[v], widened(&of_feature[16 * v..][..16]));
        }
    }
    for feature in removed {
        let of_feature = &weights[usize::from(*feature)].0[at..][..PART];
        for v in 0..VECTORS {
            kept[v] = _mm256_sub_epi16(kept[v], widened(&of_feature[16 * v..][..16]));
        }
    }
    kept
}

#[target_feature(enable = "avx2")]
pub fn update(sums: &mut Elements, weights: &[InputWeights], added: &[u16], removed: &[u16]) {
    for (i, sums) in sums.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
        let kept = part(sums, PART * i, weights, added, removed);
        for v in 0..VECTORS {
            store(kept[v], &mut sums[16 * v..][..16]);
        }
    }
}

#[target_feature(enable = "avx2")]
pub fn first_layer(sums: &Elements, weights: &[InputWeights], more: &[u16]) -> FirstUnits {
    let mut first: FirstUnits = [0; _];
    let units = first.as_chunks_mut::<PART>().0;
    for (i, (sums, units)) in sums.as_chunks::<PART>().0.iter().zip(units).enumerate() {
        let kept = part(sums, PART * i, weights, more, &[]);
        let quarter = |sum| {
            let rounded = _mm256_add_epi16(sum, _mm256_set1_epi16(2));
            let clamped = _mm256_min_epi16(_mm256_max_epi16(rounded, _mm256_setzero_si256()), _mm256_set1_epi16(511));
            _mm256_srli_epi16::<2>(clamped)
        };
        for v in 0..VECTORS / 2 {
            // Each half is packed separately; then the quarters are put in order.
            let packed = _mm256_packus_epi16(quarter(kept[2 * v]), quarter(kept[2 * v + 1]));
            store(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed), &mut units[32 * v..][..32]);
        }
    }
    first
}

/// Returns the groups of four units that are not all 0: about a third.
#[inline]
#[target_feature(enable = "avx2")]
fn active_fours(units: &FirstUnits) -> u64 {
    let mut idle = 0;
    for (i, units) in units.as_chunks::<32>().0.iter().enumerate() {
        let zeros = _mm256_cmpeq_epi32(load(units), _mm256_setzero_si256());
        idle |= (_mm256_movemask_ps(_mm256_castsi256_ps(zeros)) as u64) << (8 * i);
    }
    !idle
}

#[target_feature(enable = "avx2")]
pub fn second_layer(units: &FirstUnits, layer: &SecondLayer) -> Units {
    let ones = _mm256_set1_epi16(1);
    let mut sums = [_mm256_setzero_si256(); SECOND_UNITS / 8];
    for (v, sum) in sums.iter_mut().enumerate() {
        *sum = load(&layer.biases[8 * v..][..8]);
    }
    for at in squares(active_fours(units)) {
        let weights = &layer.by_four[at as usize & 63];
        let four = _mm256_set1_epi32(i32::from_le_bytes(units.as_chunks::<4>().0[at as usize & 63]));
        for (v, sum) in sums.iter_mut().enumerate() {
            // The sum of two products of at most 127 * 127 fits in 16 bits, so that nothing saturates.
            let pairs = _mm256_maddubs_epi16(four, load(&weights.0[8 * v..][..8]));
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(pairs, ones));
        }
    }
    let mut second: Units = [0; _];
    for (four, units) in sums.as_chunks::<4>().0.iter().zip(second.as_chunks_mut::<32>().0) {
        let rounded = |sum| _mm256_srai_epi32::<7>(_mm256_add_epi32(sum, _mm256_set1_epi32(64)));
        let low = _mm256_packs_epi32(rounded(four[0]), rounded(four[1]));
        let high = _mm256_packs_epi32(rounded(four[2]), rounded(four[3]));
        let positive = _mm256_packus_epi16(low, high);
        let clamped = _mm256_min_epu8(positive, _mm256_set1_epi8(127));
        // Each half was packed separately, so the groups of four units are put in order.
        let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
        store(_mm256_permutevar8x32_epi32(clamped, order), units);
    }
    second
}

/// Sums the products of a move's weights with the units, and the rest of its score.
#[inline]
#[target_feature(enable = "avx2")]
fn products(units: &Units, weights: &[OutputWeights], m: &Candidate) -> __m256i {
    let mut sum = _mm256_zextsi128_si256(_mm_cvtsi32_si128(m.fixed));
    for feature in m.features {
        let weights = &weights[usize::from(feature)].0;
        for at in [0, SECOND_UNITS / 2] {
            // The sum of two products of at most 127 * 127 fits in 16 bits, so that nothing saturates.
            let pairs = _mm256_maddubs_epi16(load(&units[at..][..32]), load(&weights[at..][..32]));
            sum = _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
        }
    }
    sum
}

#[target_feature(enable = "avx2")]
pub fn score(units: &Units, weights: &[OutputWeights], moves: &[Candidate], scores: &mut [i32]) {
    for (moves, scores) in moves.chunks(4).zip(scores.as_chunks_mut::<4>().0) {
        let mut sums = [_mm256_setzero_si256(); 4];
        for (m, sum) in moves.iter().zip(&mut sums) {
            *sum = products(units, weights, m);
        }
        let [a, b, c, d] = sums;
        let sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        let sums = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        // SAFETY: four numbers of 32 bits can be written.
        unsafe { _mm_storeu_si128(scores.as_mut_ptr().cast(), sums) };
    }
}
