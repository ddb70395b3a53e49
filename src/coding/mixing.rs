//! Bits by what was seen before: counters, mixed by weights that learn, drive the range coder.
//!
//! Spec chapter: `spec/mixing.md`. Logistic mixing is an idea of Mahoney's PAQ compressors.

use std::sync::LazyLock;

use super::range_coder::{RangeDecoder, RangeEncoder};
use crate::Result;

/// One, as a probability.
const ONE: i64 = 1 << 16;
/// The largest logarithm of odds, in units of 1 / 256 (`mixing.3`).
const MOST: i64 = 2047;
/// Probabilities never come nearer to 0 or 1 (`mixing.4`).
const MIN_PROBABILITY: i64 = 64;
/// Every weight at first (`mixing.1`).
const FIRST_WEIGHT: i64 = 22_000;
/// A counter that has seen so many bits learns no slower (`mixing.5`).
const MAX_SEEN: u32 = 255;
/// The first number that is not coded by size (`mixing.6`).
const LARGE: u32 = 114_688;
/// The bucket of large numbers.
const LARGE_BUCKET: u32 = 63;
/// Bits behind the bucket of large numbers.
const LARGE_BITS: u32 = 28;
/// The largest number that can be coded (`mixing.6`).
#[cfg(test)]
const MAX_NUMBER: u32 = LARGE + (1 << LARGE_BITS) - 1;
/// So many nodes belong to a number (`mixing.7`).
pub(crate) const NODES: usize = 128;

/// 65536 / (1 + exp(-(i - 16) / 2)) (`mixing.2`).
const LOGISTIC: [i64; 33] = [
    22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743, 32768, 40793, 47911, 53581,
    57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500, 65514,
];

/// `stretch` of every probability, by its upper twelve bits (`mixing.3`).
static STRETCH: LazyLock<Vec<i16>> = LazyLock::new(|| {
    let mut x = -MOST;
    let stretch = |p: i64| {
        while x < MOST && squash(x) < 16 * p + 8 {
            x += 1;
        }
        x as i16
    };
    (0..ONE / 16).map(stretch).collect()
});

/// The probability whose odds have this logarithm (`mixing.3`).
fn squash(x: i64) -> i64 {
    let y = x.clamp(-MOST, MOST) + 2048;
    let (i, r) = ((y / 128) as usize, y % 128);
    (LOGISTIC[i] * (128 - r) + LOGISTIC[i + 1] * r) / 128
}

/// What one view of the past knows of a bit (`mixing.1`).
#[derive(Debug, Clone, Copy)]
struct Counter {
    /// The probability of a 1.
    p: u16,
    /// Bits that it has seen.
    seen: u16,
}

impl Counter {
    const NEW: Counter = Counter { p: 1 << 15, seen: 0 };

    /// Learns a bit (`mixing.5`).
    #[inline]
    fn learn(&mut self, bit: bool) {
        let (p, seen) = (u64::from(self.p), u32::from(self.seen));
        let rate = u64::from(131_072 / (2 * seen + 3));
        self.p = if bit { p + (((65_535 - p) * rate) >> 16) } else { p - ((p * rate) >> 16) } as u16;
        self.seen = (seen + 1).min(MAX_SEEN) as u16;
    }
}

/// Where bits go to or come from. One description of a stream serves both ways: it hands in what it would write, and
/// goes on with what it gets back.
pub(crate) trait BitCoder {
    /// A bit that is 1 with the probability `p` / 65536: writes `bit`, or reads one.
    ///
    /// # Errors
    ///
    /// Of a reader, those of [`RangeDecoder::target`].
    fn bit(&mut self, p: u32, bit: bool) -> Result<bool>;

    /// A number below 2^`bits`, at most 14 bits, all alike: writes `number`, or reads one.
    ///
    /// # Errors
    ///
    /// As [`BitCoder::bit`].
    fn even(&mut self, bits: u32, number: u32) -> Result<u32>;
}

impl BitCoder for RangeEncoder<'_> {
    #[inline]
    fn bit(&mut self, p: u32, bit: bool) -> Result<bool> {
        let (start, size) = if bit { (0, p) } else { (p, ONE as u32 - p) };
        self.encode(start, size, ONE as u32);
        Ok(bit)
    }

    fn even(&mut self, bits: u32, number: u32) -> Result<u32> {
        self.encode(number, 1, 1 << bits);
        Ok(number)
    }
}

impl BitCoder for RangeDecoder<'_> {
    #[inline]
    fn bit(&mut self, p: u32, _: bool) -> Result<bool> {
        let bit = self.target(ONE as u32)? < p;
        let (start, size) = if bit { (0, p) } else { (p, ONE as u32 - p) };
        self.take(start, size);
        Ok(bit)
    }

    fn even(&mut self, bits: u32, _: u32) -> Result<u32> {
        let number = self.target(1 << bits)?;
        self.take(number, 1);
        Ok(number)
    }
}

/// The counters and weights of decisions with `VIEWS` counters each: a table of contexts by nodes for every view.
#[derive(Debug)]
pub(crate) struct Mixer<const VIEWS: usize> {
    nodes: usize,
    counters: [Vec<Counter>; VIEWS],
    weights: Vec<[i64; VIEWS]>,
    stretch: &'static [i16],
}

impl<const VIEWS: usize> Mixer<VIEWS> {
    /// `contexts` has the number of contexts of each view; each has counters for `nodes` decisions. There are `sets` sets of
    /// weights.
    pub fn new(contexts: [usize; VIEWS], nodes: usize, sets: usize) -> Mixer<VIEWS> {
        let counters = contexts.map(|contexts| vec![Counter::NEW; contexts * nodes]);
        Mixer { nodes, counters, weights: vec![[FIRST_WEIGHT; VIEWS]; sets], stretch: &STRETCH }
    }

    /// Forgets everything.
    pub fn reset(&mut self) {
        self.counters.iter_mut().for_each(|counters| counters.fill(Counter::NEW));
        self.weights.fill([FIRST_WEIGHT; VIEWS]);
    }

    /// Codes the decision `node` with the set `set` of weights (`mixing.4`, `mixing.5`).
    ///
    /// # Errors
    ///
    /// Those of the coder.
    #[inline]
    pub fn decide(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[usize; VIEWS],
        node: usize,
        set: usize,
        bit: bool,
    ) -> Result<bool> {
        let weights = &mut self.weights[set];
        let mut xs = [0; VIEWS];
        let mut sum = 0;
        for view in 0..VIEWS {
            let counter = self.counters[view][contexts[view] * self.nodes + node];
            xs[view] = i64::from(self.stretch[usize::from(counter.p >> 4)]);
            sum += weights[view] * xs[view];
        }
        let p = squash(sum >> 16).clamp(MIN_PROBABILITY, ONE - MIN_PROBABILITY);
        let bit = coder.bit(p as u32, bit)?;
        let error = ONE * i64::from(bit) - p;
        for view in 0..VIEWS {
            weights[view] += (xs[view] * error + 8192) >> 14;
            self.counters[view][contexts[view] * self.nodes + node].learn(bit);
        }
        Ok(bit)
    }

    /// Codes a number up to 2^28 + 114687 with the nodes from `nodes` on and the sets of weights from `sets` on, of which there
    /// are seven: one for each bit of the bucket, one for the rest (`mixing.6`, `mixing.7`).
    ///
    /// # Errors
    ///
    /// Those of the coder.
    pub fn number(
        &mut self,
        coder: &mut impl BitCoder,
        contexts: &[usize; VIEWS],
        nodes: usize,
        sets: usize,
        number: u32,
    ) -> Result<u32> {
        let wanted = bucket(number);
        let mut node = 1;
        for depth in 0..6 {
            let bit = self.decide(coder, contexts, nodes + node, sets + depth, wanted >> (5 - depth) & 1 == 1)?;
            node = 2 * node + usize::from(bit);
        }
        let bucket = node as u32 - 64;
        if bucket < 8 {
            return Ok(bucket);
        }
        if bucket == LARGE_BUCKET {
            return Ok(LARGE + even(coder, LARGE_BITS, number.wrapping_sub(LARGE) & ((1 << LARGE_BITS) - 1))?);
        }
        let rest_bits = (bucket - 8) / 4 + 1;
        let least = (4 + (bucket - 8) % 4) << rest_bits;
        let rest = number.wrapping_sub(least);
        let half = rest_bits - 1;
        let upper = self.decide(coder, contexts, nodes + 64 + bucket as usize, sets + 6, rest >> half & 1 == 1)?;
        let lower = even(coder, half, rest & ((1 << half) - 1))?;
        Ok(least + (u32::from(upper) << half) + lower)
    }
}

/// `bits` even bits (`mixing.6`).
fn even(coder: &mut impl BitCoder, bits: u32, number: u32) -> Result<u32> {
    if bits == 0 {
        return Ok(0);
    }
    if bits <= 14 {
        return coder.even(bits, number);
    }
    let upper = coder.even(bits - 14, number >> 14)?;
    Ok(upper << 14 | coder.even(14, number & 0x3FFF)?)
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
    fn squash_and_stretch_belong_together() {
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
    fn what_comes_again_costs_little() {
        let numbers: Vec<_> = (0..2000).map(|i| (i % 4, [3, 800, 90_000, MAX_NUMBER][i % 4])).collect();
        let tail = encode(&numbers).len() - encode(&numbers[..1000]).len();
        // Even bits only: none, 6, 13 and 28 of every four, and a little for the rest.
        assert!((250 * 47 / 8..250 * 47 / 8 + 150).contains(&tail), "{tail}");
    }

    proptest! {
        #[test]
        fn numbers_come_back(numbers in prop::collection::vec((0_usize..4, prop_oneof![0_u32..300, 0..=MAX_NUMBER]), 0..300)) {
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
