//! For processors with AVX-512 and its neural network instructions.

#![allow(unsafe_code, reason = "loads and stores of vectors")]

use std::arch::x86_64::*;

use super::{
    super::features::SQUARE_SETS, Candidate, Elements, FirstUnits, IndexList, InputWeights, OutputWeights, Powers,
    SECOND_UNITS, SecondLayer, SquareSets, Units, avx2,
};
use crate::board::attacks::squares;

/// All sums fit in the registers, in vectors of 32.
const VECTORS: usize = 8;

pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vnni")
        && avx2::is_available()
}

/// Returns `true` if the processor can store selected bytes of a vector contiguously.
pub fn has_compress() -> bool {
    is_x86_feature_detected!("avx512vbmi2") && is_available()
}

/// 0 to 63.
static COUNT: [u8; 64] = {
    let mut count = [0; 64];
    let mut i = 0;
    while i < 64 {
        count[i] = i as u8;
        i += 1;
    }
    count
};

/// Appends the members of a set of squares to a list of `length` entries, as features from `first` on. Returns the new length.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn push_members(set: u64, first: u16, list: &mut IndexList, length: usize) -> usize {
    assert!(length + 64 <= list.len());
    let squares = _mm512_maskz_compress_epi8(set, load(&COUNT));
    let first = _mm512_set1_epi16(first as i16);
    let low = _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(squares)), first);
    // SAFETY: there is room for 64 numbers.
    unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(length).cast(), low) };
    let members = set.count_ones() as usize;
    if members > 32 {
        let high = _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64::<1>(squares)), first);
        // SAFETY: as above.
        unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(length + 32).cast(), high) };
    }
    length + members
}

/// Returns the sets that have squares which the other sets lack, one bit per set.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sets_with_more(sets: &SquareSets, others: &SquareSets) -> u64 {
    let mut with_more = 0;
    for (i, (sets, others)) in sets.as_chunks::<8>().0.iter().zip(others.as_chunks::<8>().0).enumerate() {
        let more = _mm512_andnot_si512(load(others), load(sets));
        with_more |= u64::from(_mm512_test_epi64_mask(more, more)) << (8 * i);
    }
    with_more
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi1,popcnt")]
pub fn difference(
    before: &SquareSets,
    after: &SquareSets,
    added: &mut IndexList,
    removed: &mut IndexList,
) -> (usize, usize) {
    // Most sets do not change; which ones do is hard to predict.
    let mut gained = 0;
    let mut lost = 0;
    for i in squares(sets_with_more(after, before)) {
        let set = i as usize % SQUARE_SETS;
        gained = push_members(after[set] & !before[set], 64 * set as u16, added, gained);
    }
    for i in squares(sets_with_more(before, after)) {
        let set = i as usize % SQUARE_SETS;
        lost = push_members(before[set] & !after[set], 64 * set as u16, removed, lost);
    }
    (gained, lost)
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

/// Updates the sums: adds and subtracts weights.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn changed(sums: &Elements, weights: &[InputWeights], added: &[u16], removed: &[u16]) -> [__m512i; VECTORS] {
    let mut kept = [_mm512_setzero_si512(); VECTORS];
    for v in 0..VECTORS {
        kept[v] = load(&sums[32 * v..][..32]);
    }
    for feature in added {
        let of_feature = &weights[usize::from(*feature)].0;
        for v in 0..VECTORS {
            kept[v] = _mm512_add_epi16(kept[v], widened(&of_feature[32 * v..][..32]));
        }
    }
    for feature in removed {
        let of_feature = &weights[usize::from(*feature)].0;
        for v in 0..VECTORS {
            kept[v] = _mm512_sub_epi16(kept[v], widened(&of_feature[32 * v..][..32]));
        }
    }
    kept
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn update(sums: &mut Elements, weights: &[InputWeights], added: &[u16], removed: &[u16]) {
    let kept = changed(sums, weights, added, removed);
    for (kept, sums) in kept.iter().zip(sums.as_chunks_mut::<32>().0) {
        // SAFETY: 64 bytes can be written.
        unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), *kept) };
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn first_layer(sums: &Elements, weights: &[InputWeights], more: &[u16]) -> FirstUnits {
    let kept = changed(sums, weights, more, &[]);
    let mut first: FirstUnits = [0; _];
    let units = first.as_chunks_mut::<32>().0;
    for (sum, units) in kept.iter().zip(units) {
        let rounded = _mm512_add_epi16(*sum, _mm512_set1_epi16(2));
        let clamped = _mm512_min_epi16(_mm512_max_epi16(rounded, _mm512_setzero_si512()), _mm512_set1_epi16(511));
        let quarters = _mm512_cvtepi16_epi8(_mm512_srli_epi16::<2>(clamped));
        // SAFETY: 32 bytes can be written.
        unsafe { _mm256_storeu_si256(units.as_mut_ptr().cast(), quarters) };
    }
    first
}

/// Returns the groups of four units that are not all 0: about a third.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn active_fours(units: &FirstUnits) -> u64 {
    let mut active = 0;
    for (i, units) in units.as_chunks::<64>().0.iter().enumerate() {
        let fours = load(units);
        active |= u64::from(_mm512_test_epi32_mask(fours, fours)) << (16 * i);
    }
    active
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni,bmi1")]
pub fn second_layer(units: &FirstUnits, layer: &SecondLayer) -> Units {
    // Two sums per vector of units, so that additions need not wait for each other.
    let mut sums = [[_mm512_setzero_si512(); SECOND_UNITS / 16]; 2];
    for (sum, biases) in sums[0].iter_mut().zip(layer.biases.as_chunks::<16>().0) {
        *sum = load(biases);
    }
    let mut rest = active_fours(units);
    if rest.count_ones() % 2 == 1 {
        // Adds a group of zeros if the number is odd.
        rest |= rest + 1;
    }
    while rest != 0 {
        for sums in &mut sums {
            let at = rest.trailing_zeros() as usize & 63;
            rest &= rest.wrapping_sub(1);
            let four = _mm512_set1_epi32(i32::from_le_bytes(units.as_chunks::<4>().0[at]));
            for (sum, weights) in sums.iter_mut().zip(layer.by_four[at].0.as_chunks::<16>().0) {
                *sum = _mm512_dpbusd_epi32(*sum, four, load(weights));
            }
        }
    }
    let mut second: Units = [0; _];
    for (v, units) in second.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let rounded = _mm512_add_epi32(_mm512_add_epi32(sums[0][v], sums[1][v]), _mm512_set1_epi32(64));
        let positive = _mm512_max_epi32(_mm512_srai_epi32::<7>(rounded), _mm512_setzero_si512());
        let clamped = _mm512_cvtepi32_epi8(_mm512_min_epi32(positive, _mm512_set1_epi32(127)));
        // SAFETY: 16 bytes can be written.
        unsafe { _mm_storeu_si128(units.as_mut_ptr().cast(), clamped) };
    }
    second
}

/// Sums the products of a move's weights with the units, and the rest of its score.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn products(units: __m512i, weights: &[OutputWeights], m: &Candidate) -> __m512i {
    let mut sum = _mm512_zextsi128_si512(_mm_cvtsi32_si128(m.fixed));
    for feature in m.features {
        sum = _mm512_dpbusd_epi32(sum, units, load(&weights[usize::from(feature)].0));
    }
    sum
}

/// Adds the numbers of two vectors in pairs.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_pairs(a: __m512i, b: __m512i) -> __m512i {
    _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b))
}

/// Returns the sums of each quarter of four vectors, quarter by quarter.
#[inline]
#[target_feature(enable = "avx512f")]
fn add_quarters([a, b, c, d]: [__m512i; 4]) -> __m512i {
    let ab = add_pairs(a, b);
    let cd = add_pairs(c, d);
    _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd))
}

/// The sums of each of eight vectors.
#[inline]
#[target_feature(enable = "avx512f,avx2")]
fn sum_up([a, b, c, d, e, f, g, h]: [__m512i; 8]) -> __m256i {
    let halves = |sums| _mm256_add_epi32(_mm512_castsi512_si256(sums), _mm512_extracti64x4_epi64::<1>(sums));
    let first = halves(add_quarters([a, b, c, d]));
    let second = halves(add_quarters([e, f, g, h]));
    let (low, high) =
        (_mm256_permute2x128_si256::<0x20>(first, second), _mm256_permute2x128_si256::<0x31>(first, second));
    _mm256_add_epi32(low, high)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni,avx2")]
pub fn score(units: &Units, weights: &[OutputWeights], moves: &[Candidate], scores: &mut [i32]) {
    let units = load(units);
    for (moves, scores) in moves.chunks(8).zip(scores.as_chunks_mut::<8>().0) {
        let mut sums = [_mm512_setzero_si512(); 8];
        for i in 0..8 {
            sums[i] = products(units, weights, &moves[i.min(moves.len() - 1)]);
        }
        // SAFETY: eight numbers of 32 bits can be written.
        unsafe { _mm256_storeu_si256(scores.as_mut_ptr().cast(), sum_up(sums)) };
    }
}

/// Returns the prefix sums of 16 numbers.
#[inline]
#[target_feature(enable = "avx512f")]
fn running_sums(numbers: __m512i) -> __m512i {
    let none = _mm512_setzero_si512();
    let two = _mm512_add_epi32(numbers, _mm512_alignr_epi32::<15>(numbers, none));
    let four = _mm512_add_epi32(two, _mm512_alignr_epi32::<14>(two, none));
    let eight = _mm512_add_epi32(four, _mm512_alignr_epi32::<12>(four, none));
    _mm512_add_epi32(eight, _mm512_alignr_epi32::<8>(eight, none))
}

/// Loads at most 16 scores, with `rest` in the unused places. Returns also the mask of the used places.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn scores_or(scores: &[i32], rest: i32) -> (__m512i, __mmask16) {
    let has_score = (1u32 << scores.len().min(16)).wrapping_sub(1) as u16;
    // SAFETY: only the selected numbers are read.
    (unsafe { _mm512_mask_loadu_epi32(_mm512_set1_epi32(rest), has_score, scores.as_ptr()) }, has_score)
}

#[target_feature(enable = "avx512f,avx512bw")]
pub fn normalise(scores: &[i32], temperature: u32, (exp2, shift): Powers<'_>, ends: &mut [u32]) -> u32 {
    assert_eq!(scores.len(), ends.len());
    let mut best = _mm512_set1_epi32(i32::MIN);
    for scores in scores.chunks(16) {
        best = _mm512_max_epi32(best, scores_or(scores, i32::MIN).0);
    }
    let best = _mm512_set1_epi32(_mm512_reduce_max_epi32(best));
    let temperature = _mm512_set1_epi32(temperature as i32);
    let shift = _mm512_set1_epi32(shift as i32);
    let mut cumulative = _mm512_setzero_si512();
    for (scores, ends) in scores.chunks(16).zip(ends.chunks_mut(16)) {
        let (scores, has_score) = scores_or(scores, 0);
        let below_best = _mm512_srli_epi32::<8>(_mm512_mullo_epi32(_mm512_sub_epi32(best, scores), temperature));
        let fractions = _mm512_and_si512(below_best, _mm512_set1_epi32(1023));
        // SAFETY: the table has 1024 numbers.
        let powers = unsafe { _mm512_i32gather_epi32::<4>(fractions, exp2.as_ptr().cast()) };
        // Shifts by 32 bits and more give 0.
        let shifted = _mm512_srlv_epi32(powers, _mm512_add_epi32(_mm512_srli_epi32::<10>(below_best), shift));
        let frequencies = _mm512_maskz_add_epi32(has_score, shifted, _mm512_set1_epi32(1));
        let sums = _mm512_add_epi32(running_sums(frequencies), cumulative);
        // SAFETY: there are as many ends as scores.
        unsafe { _mm512_mask_storeu_epi32(ends.as_mut_ptr().cast(), has_score, sums) };
        cumulative = _mm512_permutexvar_epi32(_mm512_set1_epi32(15), sums);
    }
    _mm512_cvtsi512_si32(cumulative) as u32
}
