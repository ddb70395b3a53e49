//! Weights in f32, trained by Adam (Kingma and Ba, 2015). Only rows that a batch touched are updated.

/// A training step: the learning rate, and the bias corrections for the first steps.
#[derive(Clone, Copy)]
pub struct Step {
    rate: f32,
    mean_fix: f32,
    square_fix: f32,
}

const B1: f32 = 0.9;
const B2: f32 = 0.999;
/// Decoupled weight decay: the share of a weight that a step of rate 1 would remove, against overfitting (Loshchilov and Hutter, 2019).
const DECAY: f32 = 0.02;

impl Step {
    /// Step number `number`, counted from 1.
    pub fn new(rate: f32, number: u32) -> Step {
        let fix = |b: f32| 1.0 / (1.0 - b.powi(number.min(100_000) as i32));
        Step { rate, mean_fix: fix(B1), square_fix: fix(B2) }
    }

    /// Returns the update of a weight.
    #[inline(always)]
    fn change(self, slope: f32, mean: &mut f32, square: &mut f32) -> f32 {
        *mean = B1 * *mean + (1.0 - B1) * slope;
        *square = B2 * *square + (1.0 - B2) * slope * slope;
        self.rate * (*mean * self.mean_fix) / ((*square * self.square_fix).sqrt() + 1e-8)
    }
}

/// Rows of weights and their Adam state.
///
/// The forward pass uses the weights rounded to the model's unit, so that other weights learn to compensate for the rounding. Gradients are
/// taken at the rounded weights (Bengio, Leonard and Courville, 2013).
pub struct Rows<const W: usize> {
    /// The rounded weights.
    pub used: Vec<[f32; W]>,
    now: Vec<[f32; W]>,
    /// Number of units in 1.
    scale: f32,
    mean: Vec<[f32; W]>,
    square: Vec<[f32; W]>,
}

impl<const W: usize> Rows<W> {
    /// Makes uniform random weights around `mid`, at most `spread` from it.
    pub fn new(rows: usize, scale: f32, mid: f32, spread: f32, random: &mut Random) -> Rows<W> {
        let mut row = || std::array::from_fn(|_| mid + (random.float() * 2.0 - 1.0) * spread);
        let zero = vec![[0.0; W]; rows];
        let now: Vec<_> = (0..rows).map(|_| row()).collect();
        let mut rows = Rows { used: now.clone(), now, scale, mean: zero.clone(), square: zero };
        rows.round();
        rows
    }

    fn round(&mut self) {
        for (used, now) in self.used.as_flattened_mut().iter_mut().zip(self.now.as_flattened()) {
            *used = rounded(*now, self.scale);
        }
    }

    /// Learns from the gradients of a row, and sets them to 0. Weights stay within `max`.
    pub fn step(&mut self, row: usize, slopes: &mut [f32; W], step: Step, max: f32) {
        let w = &mut self.now[row];
        let m = &mut self.mean[row];
        let v = &mut self.square[row];
        let used = &mut self.used[row];
        for k in 0..W {
            let kept = w[k] * (1.0 - step.rate * DECAY);
            w[k] = (kept - step.change(slopes[k], &mut m[k], &mut v[k])).clamp(-max, max);
            used[k] = rounded(w[k], self.scale);
            slopes[k] = 0.0;
        }
    }

    /// Appends the complete state, as little-endian f32.
    pub fn save(&self, out: &mut Vec<u8>) {
        for list in [&self.now, &self.mean, &self.square] {
            list.as_flattened().iter().for_each(|w| out.extend(w.to_le_bytes()));
        }
    }

    /// Reads the output of [`Rows::save`].
    pub fn load(&mut self, from: &mut &[u8]) {
        for list in [&mut self.now, &mut self.mean, &mut self.square] {
            for w in list.as_flattened_mut() {
                let (bytes, rest) = from.split_first_chunk().expect("a whole file of weights");
                (*w, *from) = (f32::from_le_bytes(*bytes), rest);
            }
        }
        self.round();
    }
}

/// Rounds a weight to the unit: `scale` units make 1.
#[inline(always)]
fn rounded(weight: f32, scale: f32) -> f32 {
    (weight * scale).round_ties_even() / scale
}

/// splitmix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn float(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
    }
}
