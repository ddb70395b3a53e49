//! For processors with AVX-512 and its instructions for neural networks.

#![allow(unsafe_code, reason = "loads and stores of vectors")]

use std::arch::x86_64::*;

use super::{Elements, Hidden, Weights, avx2};

/// All sums fit the registers, in vectors of 32.
const VECTORS: usize = 16;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vnni")
        && avx2::is_available()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load<T>(from: &[T]) -> __m512i {
    assert!(size_of_val(from) >= 64);
    // SAFETY: 64 bytes can be read.
    unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn widened(from: &[i8]) -> __m512i {
    assert!(from.len() >= 32);
    // SAFETY: 32 bytes can be read.
    _mm512_cvtepi8_epi16(unsafe { _mm256_loadu_si256(from.as_ptr().cast()) })
}

/// The sums, with weights added and subtracted.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn changed(sums: &Elements, weights: &[Weights], added: &[u16], removed: &[u16]) -> [__m512i; VECTORS] {
    let mut kept = [_mm512_setzero_si512(); VECTORS];
    for v in 0..VECTORS {
        kept[v] = load(&sums[32 * v..][..32]);
    }
    for feature in added {
        let of_feature = &weights[usize::from(*feature)];
        for v in 0..VECTORS {
            kept[v] = _mm512_add_epi16(kept[v], widened(&of_feature[32 * v..][..32]));
        }
    }
    for feature in removed {
        let of_feature = &weights[usize::from(*feature)];
        for v in 0..VECTORS {
            kept[v] = _mm512_sub_epi16(kept[v], widened(&of_feature[32 * v..][..32]));
        }
    }
    kept
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn update(sums: &mut Elements, weights: &[Weights], added: &[u16], removed: &[u16]) {
    let kept = changed(sums, weights, added, removed);
    for (kept, sums) in kept.iter().zip(sums.as_chunks_mut::<32>().0) {
        // SAFETY: 64 bytes can be written.
        unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), *kept) };
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn hidden(sums: &Elements, weights: &[Weights], more: &[u16]) -> Hidden {
    let kept = changed(sums, weights, more, &[]);
    let mut hidden: Hidden = [0; _];
    let units = hidden.as_chunks_mut::<32>().0;
    for (sum, units) in kept.iter().zip(units) {
        let rounded = _mm512_add_epi16(*sum, _mm512_set1_epi16(2));
        let clamped = _mm512_min_epi16(_mm512_max_epi16(rounded, _mm512_setzero_si512()), _mm512_set1_epi16(511));
        let quarters = _mm512_cvtepi16_epi8(_mm512_srli_epi16::<2>(clamped));
        // SAFETY: 32 bytes can be written.
        unsafe { _mm256_storeu_si256(units.as_mut_ptr().cast(), quarters) };
    }
    hidden
}

/// The products of the weights of four features with the hidden units.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2")]
fn four(hidden: &[__m512i; 8], weights: [&Weights; 4]) -> __m128i {
    let mut sums = [_mm512_setzero_si512(); 4];
    for k in 0..8 {
        for i in 0..4 {
            sums[i] = _mm512_dpbusd_epi32(sums[i], hidden[k], load(&weights[i][64 * k..][..64]));
        }
    }
    let half = |sum| _mm256_add_epi32(_mm512_castsi512_si256(sum), _mm512_extracti64x4_epi64::<1>(sum));
    avx2::sum_up([half(sums[0]), half(sums[1]), half(sums[2]), half(sums[3])])
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2")]
pub fn multiply(hidden: &Hidden, weights: &[Weights], features: &[u16], products: &mut [i32]) {
    let mut units = [_mm512_setzero_si512(); 8];
    for k in 0..8 {
        units[k] = load(&hidden[64 * k..][..64]);
    }
    let of_feature = |i: usize| &weights[usize::from(features[i.min(features.len() - 1)])];
    for (i, products) in products.chunks_mut(4).enumerate() {
        let sums =
            four(&units, [of_feature(4 * i), of_feature(4 * i + 1), of_feature(4 * i + 2), of_feature(4 * i + 3)]);
        avx2::put(sums, products);
    }
}
