//! Context mixing: counters predict bits, adaptive weights mix the predictions, and the result drives the range coder.
//!
//! Spec chapter: `spec/mixing.md`. Logistic mixing is from Mahoney's PAQ compressors.

use std::sync::LazyLock;

use super::range_coder::{RangeDecoder, RangeEncoder};
use crate::Result;

/// One, as a probability.
const ONE: i64 = 1 << 16;
/// The largest log-odds, in units of 1 / 256 (`mixing.3`).
const MAX_STRETCH: i64 = 2047;
/// The minimum distance of probabilities from 0 and 1 (`mixing.4`).
const MIN_PROBABILITY: i64 = 64;
/// The initial weight (`mixing.1`).
const INITIAL_WEIGHT: i64 = 22_000;
/// The count from which the learning rate of a counter stays the same (`mixing.5`).
const MAX_COUNT: u32 = 255;
/// The first number of the last bucket (`mixing.6`).
const LARGE: u32 = 114_688;
/// The last bucket.
const LARGE_BUCKET: u32 = 63;
/// Raw bits of a number in the last bucket.
const LARGE_BITS: u32 = 28;
/// The largest number that can be coded (`mixing.6`).
#[cfg(test)]
const MAX_NUMBER: u32 = LARGE + (1 << LARGE_BITS) - 1;
/// The number of nodes of a number (`mixing.7`).
pub(crate) const NODES: usize = 128;

/// 65536 / (1 + exp(-(i - 16) / 2)) (`mixing.2`).
const LOGISTIC: [i64; 33] = [
    22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743, 32768, 40793, 47911, 53581,
    57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514,
];

/// `stretch` of every probability, by its upper twelve bits (`mixing.3`).
static STRETCH: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let mut x = -MAX_STRETCH;
    let stretch = |p: i64| {
        while x < MAX_STRETCH && squash(x) < 16 * p + 8 {
            x += 1;
        }
        x as i16
    };
    (0..ONE / 16).map(stretch).collect()
});

/// The probability for log-odds (`mixing.3`).
fn squash(x: i64) -> i64 {
    let y = x.clamp(-MAX_STRETCH, MAX_STRETCH) + 2048;
    let i = (y / 128) as usize;
    let r = y % 128;
    (LOGISTIC[i] * (128 - r) + LOGISTIC[i + 1] * r) / 128
}

/// The prediction of a bit in one context (`mixing.1`).
#[derive(Debug, Clone, Copy)]
struct Counter {
    /// The probability of a 1.
    p: u16,
    /// The number of bits it has learned.
    count: u16,
}

impl Counter {
    const NEW: Counter = Counter { p: 1 << 15, count: 0 };

    /// Learns a bit (`mixing.5`).
    #[inline]
    fn learn(&mut self, bit: bool) {
        let p = u64::from(self.p);
        let count = u32::from(self.count);
        let rate = u64::from(131_072 / (2 * count + 3));
        self.p = if bit { p + (((65_535 - p) * rate) >> 16) } else { p - ((p * rate) >> 16) } as u16;
        self.count = (count + 1).min(MAX_COUNT) as u16;
    }
}

/// An encoder or a decoder of bits. One description of a stream serves both: it passes the bits to write, which a decoder ignores, and
/// continues with the returned bits.
pub(crate) trait BitCoder {
    /// Codes a bit that is 1 with the probability `p` / 65536.
    ///
    /// # Errors
    ///
    /// In a decoder, errors of [`RangeDecoder::target`].
    fn bit(&mut self, p: u32, bit: bool) -> Result<bool>;

    /// Codes a number below 2^`bits` as raw bits, at most 14.
    ///
    /// # Errors
    ///
    /// As [`BitCoder::bit`].
    fn raw_bits(&mut self, bits: u32, number: u32) -> Result<u32>;
}

impl BitCoder for RangeEncoder<'_> {
    #[inline]
    fn bit(&mut self, p: u32, bit: bool) -> Result<bool> {
        let (cumulative, frequency) = interval(p, bit);
        self.encode(cumulative, frequency, ONE as u32);
        Ok(bit)
    }

    fn raw_bits(&mut self, bits: u32, number: u32) -> Result<u32> {
        self.encode(number, 1, 1 << bits);
        Ok(number)
    }
}

impl BitCoder for RangeDecoder<'_> {
    #[inline]
    fn bit(&mut self, p: u32, _: bool) -> Result<bool> {
        let bit = self.target(ONE as u32)? < p;
        let (cumulative, frequency) = interval(p, bit);
        self.take(cumulative, frequency);
        Ok(bit)
    }

    fn raw_bits(&mut self, bits: u32, _: u32) -> Result<u32> {
        let number = self.target(1 << bits)?;
        self.take(number, 1);
        Ok(number)
    }
}

/// Cumulative frequency and frequency of a bit (`mixing.4`).
#[inline]
fn interval(p: u32, bit: bool) -> (u32, u32) {
    if bit { (0, p) } else { (p, ONE as u32 - p) }
}

/// The counters and weights of decisions with `MODELS` contexts each: for every model, a table of contexts by nodes.
#[derive(Debug)]
pub(crate) struct Mixer<const MODELS: usize> {
    nodes: usize,
    counters: [Vec<Counter>; MODELS],
    weights: Vec<[i64; MODELS]>,
    stretch: &'static [i16],
}

impl<const MODELS: usize> Mixer<MODELS> {
    /// `contexts` has the number of contexts of each model; each context has counters for `nodes` decisions. There are `sets` sets of
    /// weights.
    pub fn new(contexts: [usize; MODELS], nodes: usize, sets: usize) -> Mixer<MODELS> {
        let counters = contexts.map(|contexts| vec![Counter::NEW; contexts * nodes]);
        Mixer { nodes, counters, weights: vec![[INITIAL_WEIGHT; MODELS]; sets], stretch: &STRETCH }
    }

    /// Resets to the initial state.
    pub fn reset(&mut self) {
        self.counters.iter_mut().for_each(|counters| counters.fill(Counter::NEW));
        self.weights.fill([INITIAL_WEIGHT; MODELS]);
    }

    /// Codes the decision `node` with the set `set` of weights (`mixing.4`, `mixing.5`).
    ///
    /// # Errors
    ///
    /// Errors of the coder.
    #[inline]
    pub fn decide(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[usize; MODELS],
        node: usize,
        set: usize,
        bit: bool,
    ) -> Result<bool> {
        let weights = &mut self.weights[set];
        let mut xs = [0; MODELS];
        let mut sum = 0;
        for model in 0..MODELS {
            let counter = self.counters[model][contexts[model] * self.nodes + node];
            xs[model] = i64::from(self.stretch[usize::from(counter.p >> 4)]);
            sum += weights[model] * xs[model];
        }
        let p = squash(sum >> 16).clamp(MIN_PROBABILITY, ONE - MIN_PROBABILITY);
        let bit = coder.bit(p as u32, bit)?;
        let error = ONE * i64::from(bit) - p;
        for model in 0..MODELS {
            weights[model] += (xs[model] * error + 8192) >> 14;
            self.counters[model][contexts[model] * self.nodes + node].learn(bit);
        }
        Ok(bit)
    }

    /// Codes a number up to 2^28 + 114687 with the nodes from `nodes` on and seven sets of weights from `sets` on: one for each bit of the
    /// bucket, one for the highest bit of the rest (`mixing.6`, `mixing.7`).
    ///
    /// # Errors
    ///
    /// Errors of the coder.
    pub fn number(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[usize; MODELS],
        nodes: usize,
        sets: usize,
        number: u32,
    ) -> Result<u32> {
        let bucket = self.bucket(coder, contexts, nodes, sets, bucket(number))?;
        if bucket < 8 {
            return Ok(bucket);
        }
        if bucket == LARGE_BUCKET {
            let rest = number.wrapping_sub(LARGE) & ((1 << LARGE_BITS) - 1);
            return Ok(LARGE + raw_bits(coder, LARGE_BITS, rest)?);
        }
        let rest_bits = (bucket - 8) / 4 + 1;
        let min = (4 + (bucket - 8) % 4) << rest_bits;
        let rest = number.wrapping_sub(min);
        let lower_bits = rest_bits - 1;
        let highest = rest >> lower_bits & 1 == 1;
        let highest = self.decide(coder, contexts, nodes + 64 + bucket as usize, sets + 6, highest)?;
        let lower = raw_bits(coder, lower_bits, rest & ((1 << lower_bits) - 1))?;
        Ok(min + (u32::from(highest) << lower_bits) + lower)
    }

    /// Codes the bucket of a number.
    #[inline]
    fn bucket(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[usize; MODELS],
        nodes: usize,
        sets: usize,
        bucket: u32,
    ) -> Result<u32> {
        let mut node = 1;
        for depth in 0..6 {
            let bit = self.decide(coder, contexts, nodes + node, sets + depth, bucket >> (5 - depth) & 1 == 1)?;
            node = 2 * node + usize::from(bit);
        }
        Ok(node as u32 - 64)
    }
}

/// Codes any number of raw bits (`mixing.6`).
fn raw_bits(coder: &mut impl BitCoder, bits: u32, number: u32) -> Result<u32> {
    if bits == 0 {
        return Ok(0);
    }
    if bits <= 14 {
        return coder.raw_bits(bits, number);
    }
    let upper = coder.raw_bits(bits - 14, number >> 14)?;
    Ok(upper << 14 | coder.raw_bits(14, number & 0x3FFF)?)
}

/// The bucket of a number (`mixing.6`).
pub(crate) fn bucket(number: u32) -> u32 {
    if number < 8 {
        return number;
    }
    let highest = number.ilog2();
    (8 + 4 * (highest - 3) + (number >> (highest - 2)) - 4).min(LARGE_BUCKET)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn stretch_inverts_squash() {
        assert_eq!([squash(-5000), squash(-2047), squash(0), squash(2047)], [22, 22, 32768, 65513]);
        assert_eq!([STRETCH[0], STRETCH[2048], STRETCH[4095]], [-2047, 1, 2047]);
        assert!(STRETCH.windows(2).all(|pair| pair[0] <= pair[1]));
    }

    #[test]
    fn buckets_cover_all_numbers() {
        assert_eq!([7, 8, 9, 10, 15, 16, 20].map(bucket), [7, 8, 8, 9, 11, 12, 13]);
        assert_eq!([LARGE - 1, LARGE, MAX_NUMBER].map(bucket), [62, 63, 63]);
        for number in 1..200_000 {
            assert!(bucket(number) - bucket(number - 1) <= 1);
        }
    }

    fn encode(numbers: &[(usize, u32)]) -> Vec<u8> {
        let mut mixer = Mixer::new([4, 2], NODES, 7);
        let mut code = Vec::new();
        let mut coder = RangeEncoder::new(&mut code);
        for (context, number) in numbers {
            mixer.number(&mut coder, &[*context, context / 2], 0, 0, *number).unwrap();
        }
        coder.finish();
        code
    }

    #[test]
    fn repeated_numbers_cost_little() {
        let numbers: Vec<_> = (0..2000).map(|i| (i % 4, [3, 800, 90_000, MAX_NUMBER][i % 4])).collect();
        let tail = encode(&numbers).len() - encode(&numbers[..1000]).len();
        // The raw bits, 0, 6, 13 and 28 of every four numbers, and little more.
        assert!((250 * 47 / 8..250 * 47 / 8 + 150).contains(&tail), "{tail}");
    }

    proptest! {
        #[test]
        fn numbers_round_trip(numbers in prop::collection::vec((0_usize..4, prop_oneof![0_u32..300, 0..=MAX_NUMBER]), 0..300)) {
            let code = encode(&numbers);
            let mut mixer = Mixer::new([4, 2], NODES, 7);
            let mut coder = RangeDecoder::new(&code);
            for (context, number) in &numbers {
                let read = mixer.number(&mut coder, &[*context, context / 2], 0, 0, 0).unwrap();
                prop_assert_eq!(read, *number);
            }
            prop_assert_eq!(coder.finish().unwrap(), code.len());
        }
    }
}
