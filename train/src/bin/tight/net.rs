//! The network in f32, cut into slices of hidden units that threads own alone: the same result for any number of threads.

use std::path::Path;

use rayon::prelude::*;

use crate::{
    examples::{Arena, span},
    tight_features::{ENTRIES, INPUTS, MOVE_FEATURES},
};

/// Hidden units of a slice.
pub const W: usize = 64;
pub type Row = [f32; W];

/// Largest value of a hidden unit, and of weights: what the integers of the model hold.
pub const HIDDEN_MAX: f32 = 127.0 / 16.0;
pub const INPUT_MAX: f32 = 127.0 / 64.0;
pub const OUTPUT_MAX: f32 = 127.0 / 64.0 * std::f32::consts::LN_2;

/// Weights with what Adam keeps of them.
pub struct Weights {
    pub now: Vec<Row>,
    slope: Vec<Row>,
    mean: Vec<Row>,
    square: Vec<Row>,
}

#[derive(Clone, Copy)]
pub struct Step {
    pub rate: f32,
    pub mean_fix: f32,
    pub square_fix: f32,
}

const B1: f32 = 0.9;
const B2: f32 = 0.999;

impl Weights {
    fn new(rows: usize, scale: f32, random: &mut Random) -> Weights {
        let mut row = || std::array::from_fn(|_| (random.float() * 2.0 - 1.0) * scale);
        let zero = vec![[0.0; W]; rows];
        Weights { now: (0..rows).map(|_| row()).collect(), slope: zero.clone(), mean: zero.clone(), square: zero }
    }

    fn step(&mut self, touched: &[u16], step: Step, max: f32) {
        for r in touched {
            let r = *r as usize;
            let (w, g, m, v) = (&mut self.now[r], &mut self.slope[r], &mut self.mean[r], &mut self.square[r]);
            for k in 0..W {
                m[k] = B1 * m[k] + (1.0 - B1) * g[k];
                v[k] = B2 * v[k] + (1.0 - B2) * g[k] * g[k];
                let change = step.rate * (m[k] * step.mean_fix) / ((v[k] * step.square_fix).sqrt() + 1e-8);
                w[k] = (w[k] - change).clamp(-max, max);
                g[k] = 0.0;
            }
        }
    }
}

pub struct Slice {
    pub input: Weights,
    pub output: Weights,
    hidden: Vec<Row>,
    scores: Vec<f32>,
}

/// One number per entry of the pair table or move feature.
pub struct Scalars {
    pub now: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Scalars {
    fn new(n: usize) -> Scalars {
        Scalars { now: vec![0.0; n], slope: vec![0.0; n], mean: vec![0.0; n], square: vec![0.0; n] }
    }

    fn step(&mut self, i: usize, step: Step, max: f32) {
        let g = std::mem::take(&mut self.slope[i]);
        if g == 0.0 {
            return;
        }
        self.mean[i] = B1 * self.mean[i] + (1.0 - B1) * g;
        self.square[i] = B2 * self.square[i] + (1.0 - B2) * g * g;
        let change = step.rate * self.mean[i] * step.mean_fix / ((self.square[i] * step.square_fix).sqrt() + 1e-8);
        self.now[i] = (self.now[i] - change).clamp(-max, max);
    }
}

pub struct Net {
    pub slices: Vec<Slice>,
    pub bias: Scalars,
    pub tables: Scalars,
    steps: i32,
}

/// An example in a batch.
pub type Pick<'a> = (&'a Arena, usize);

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

#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma"))]
fn dot(a: &Row, b: &Row) -> f32 {
    use std::arch::x86_64::*;
    // SAFETY: both slices have W floats, and the eight loads of eight stay inside.
    unsafe {
        let mut sums = [_mm256_setzero_ps(); 2];
        for k in 0..W / 16 {
            for (l, sum) in sums.iter_mut().enumerate() {
                let at = 16 * k + 8 * l;
                *sum = _mm256_fmadd_ps(_mm256_loadu_ps(a.as_ptr().add(at)), _mm256_loadu_ps(b.as_ptr().add(at)), *sum);
            }
        }
        let eight = _mm256_add_ps(sums[0], sums[1]);
        let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
        let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
        _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
    }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "fma")))]
fn dot(a: &Row, b: &Row) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

impl Slice {
    fn forward(&mut self, batch: &[Pick<'_>]) {
        self.hidden.clear();
        self.scores.clear();
        for (arena, i) in batch {
            let example = &arena.examples[*i];
            let mut h = [0f32; W];
            for f in &arena.inputs[span(example.inputs)] {
                let row = &self.input.now[*f as usize];
                for k in 0..W {
                    h[k] += row[k];
                }
            }
            for x in &mut h {
                *x = x.clamp(0.0, HIDDEN_MAX);
            }
            self.hidden.push(h);
            for r in &arena.outputs[span(example.outputs)] {
                self.scores.push(dot(&h, &self.output.now[*r as usize]));
            }
        }
    }

    fn backward(&mut self, batch: &[Pick<'_>], slopes: &[f32]) {
        let mut at = 0;
        for ((arena, i), h) in batch.iter().zip(&self.hidden) {
            let example = &arena.examples[*i];
            let mut back = [0f32; W];
            for r in &arena.outputs[span(example.outputs)] {
                let g = slopes[at];
                at += 1;
                let (w, slope) = (&self.output.now[*r as usize], &mut self.output.slope[*r as usize]);
                for k in 0..W {
                    back[k] = w[k].mul_add(g, back[k]);
                    slope[k] = h[k].mul_add(g, slope[k]);
                }
            }
            for k in 0..W {
                back[k] = if h[k] > 0.0 && h[k] < HIDDEN_MAX { back[k] } else { 0.0 };
            }
            for f in &arena.inputs[span(example.inputs)] {
                let slope = &mut self.input.slope[*f as usize];
                for k in 0..W {
                    slope[k] += back[k];
                }
            }
        }
    }
}

impl Net {
    pub fn new(slices: usize) -> Net {
        let mut random = Random(1);
        let slice = |random: &mut Random| Slice {
            input: Weights::new(INPUTS, 0.1, random),
            output: Weights::new(MOVE_FEATURES, 0.03, random),
            hidden: Vec::new(),
            scores: Vec::new(),
        };
        Net {
            slices: (0..slices).map(|_| slice(&mut random)).collect(),
            bias: Scalars::new(MOVE_FEATURES),
            tables: Scalars::new(ENTRIES),
            steps: 0,
        }
    }

    /// All weights: of the input features, of the move features, the biases, the table; little-endian f32.
    pub fn save(&self, path: &Path) {
        let mut bytes = Vec::new();
        let rows = |pick: fn(&Slice) -> &Weights, n: usize| {
            (0..n).flat_map(move |r| self.slices.iter().flat_map(move |s| pick(s).now[r]))
        };
        let all = rows(|s| &s.input, INPUTS).chain(rows(|s| &s.output, MOVE_FEATURES));
        let all = all.chain(self.bias.now.iter().copied()).chain(self.tables.now.iter().copied());
        all.for_each(|w| bytes.extend(w.to_le_bytes()));
        std::fs::write(path, bytes).expect("the weights can be written");
    }

    /// The probabilities of the moves of each example, after `forward` of all slices.
    fn probabilities(&self, batch: &[Pick<'_>]) -> (Vec<usize>, Vec<Vec<f32>>) {
        let mut offsets = Vec::with_capacity(batch.len());
        let mut total = 0;
        for (arena, i) in batch {
            offsets.push(total);
            total += span(arena.examples[*i].outputs).len();
        }
        let list = batch
            .par_iter()
            .zip(&offsets)
            .with_min_len(64)
            .map(|((arena, i), offset)| {
                let example = &arena.examples[*i];
                let rows = &arena.outputs[span(example.outputs)];
                let sums: Vec<f32> = (0..rows.len())
                    .map(|k| {
                        self.bias.now[rows[k] as usize] + self.slices.iter().map(|s| s.scores[offset + k]).sum::<f32>()
                    })
                    .collect();
                let mut p: Vec<f32> = arena.moves[span(example.moves)]
                    .iter()
                    .map(|m| {
                        m.outputs.iter().map(|r| sums[*r as usize]).sum::<f32>()
                            + m.entries.iter().map(|e| self.tables.now[*e as usize]).sum::<f32>()
                    })
                    .collect();
                let max = p.iter().copied().fold(f32::MIN, f32::max);
                p.iter_mut().for_each(|x| *x = (*x - max).exp());
                let sum: f32 = p.iter().sum();
                p.iter_mut().for_each(|x| *x /= sum);
                p
            })
            .collect();
        (offsets, list)
    }

    /// Bits that each example costs.
    pub fn costs(&mut self, batch: &[Pick<'_>]) -> Vec<f32> {
        self.slices.par_iter_mut().for_each(|s| s.forward(batch));
        let (_, p) = self.probabilities(batch);
        batch.iter().zip(p).map(|((a, i), p)| -p[a.examples[*i].played as usize].max(1e-9).log2()).collect()
    }

    /// Learns from a batch and gives its mean cost in bits.
    pub fn learn(&mut self, batch: &[Pick<'_>], rate: f32) -> f32 {
        self.slices.par_iter_mut().for_each(|s| s.forward(batch));
        let (offsets, mut p) = self.probabilities(batch);
        let scale = 1.0 / batch.len() as f32;
        let mut cost = 0.0;
        for ((arena, i), p) in batch.iter().zip(&mut p) {
            let played = arena.examples[*i].played as usize;
            cost -= p[played].max(1e-9).log2();
            p[played] -= 1.0;
            p.iter_mut().for_each(|x| *x *= scale);
        }
        let total = batch.last().map_or(0, |(a, i)| offsets[batch.len() - 1] + span(a.examples[*i].outputs).len());
        let mut slopes = vec![0f32; total];
        for (((arena, i), p), offset) in batch.iter().zip(&p).zip(&offsets) {
            for (m, g) in arena.moves[span(arena.examples[*i].moves)].iter().zip(p) {
                m.outputs.iter().for_each(|r| slopes[offset + *r as usize] += g);
            }
        }
        self.steps += 1;
        let step =
            Step { rate, mean_fix: 1.0 / (1.0 - B1.powi(self.steps)), square_fix: 1.0 / (1.0 - B2.powi(self.steps)) };
        let mut inputs = vec![false; INPUTS];
        let mut outputs = vec![false; MOVE_FEATURES];
        for (arena, i) in batch {
            arena.inputs[span(arena.examples[*i].inputs)].iter().for_each(|f| inputs[*f as usize] = true);
            arena.outputs[span(arena.examples[*i].outputs)].iter().for_each(|f| outputs[*f as usize] = true);
        }
        let list = |seen: &[bool]| (0..seen.len() as u16).filter(|i| seen[*i as usize]).collect::<Vec<_>>();
        let (inputs, outputs) = (list(&inputs), list(&outputs));
        let (slices, bias, tables) = (&mut self.slices, &mut self.bias, &mut self.tables);
        rayon::join(
            || {
                slices.par_iter_mut().for_each(|s| {
                    s.backward(batch, &slopes);
                    s.input.step(&inputs, step, INPUT_MAX);
                    s.output.step(&outputs, step, OUTPUT_MAX);
                })
            },
            || {
                let mut at = 0;
                for ((arena, i), p) in batch.iter().zip(&p) {
                    let example = &arena.examples[*i];
                    for r in &arena.outputs[span(example.outputs)] {
                        bias.slope[*r as usize] += slopes[at];
                        at += 1;
                    }
                    for (m, g) in arena.moves[span(example.moves)].iter().zip(p) {
                        m.entries.iter().for_each(|e| tables.slope[*e as usize] += g);
                    }
                }
                outputs.iter().for_each(|r| bias.step(*r as usize, step, 5.0));
                for (arena, i) in batch {
                    for m in &arena.moves[span(arena.examples[*i].moves)] {
                        m.entries.iter().for_each(|e| tables.step(*e as usize, step, 5.0));
                    }
                }
            },
        );
        cost / batch.len() as f32
    }
}
