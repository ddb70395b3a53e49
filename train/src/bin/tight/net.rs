//! The network in f32. The hidden units are cut into slices, and the examples of a batch into shards with separate gradients, so that any
//! number of threads gives the same result.

use std::f32::consts::LOG2_E;

use rayon::prelude::*;

use crate::{
    adam::{Random, Rows, Step},
    examples::{Arena, Example, span},
    tight_features::{ENTRIES, INPUTS, MOVE_FEATURES},
};

/// Number of hidden units, which are cut into slices, and of units of the second layer.
pub const UNITS: usize = 256;
const SLICES: usize = 2;
const W: usize = UNITS / SLICES;
pub const SECOND: usize = 64;
const SHARDS: usize = 2;

/// Number of integer units in 1. An integer of the model is a number here times its scale, at most 127 (`tight-model.2`).
const UNIT_SCALE: f32 = 16.0;
pub const INPUT_SCALE: f32 = 64.0;
pub const SECOND_SCALE: f32 = 128.0;
pub const OUTPUT_SCALE: f32 = 64.0 * LOG2_E;
pub const ENTRY_SCALE: f32 = 16.0 * LOG2_E;
/// Number of integer units in 1 for biases, at most 32,767.
pub const SECOND_BIAS_SCALE: f32 = UNIT_SCALE * SECOND_SCALE;
pub const BIAS_SCALE: f32 = UNIT_SCALE * OUTPUT_SCALE;
const UNIT_MAX: f32 = 127.0 / UNIT_SCALE;

/// The width of rows of single numbers: biases and entries.
pub const CELL: usize = 16;

/// The hidden units of one slice: their input weights, and their weights to each unit of the second layer.
struct Slice {
    input: Rows<W>,
    input_slopes: Vec<[f32; W]>,
    second: Rows<W>,
    second_slopes: Vec<[f32; W]>,
    touched: Vec<bool>,
    /// By example: the units of the slice, and its contribution to the second layer.
    hidden: Vec<[f32; W]>,
    shares: Vec<[f32; SECOND]>,
}

/// For each tenth of probability: the number of moves, the sum of their probabilities, and the number of played moves.
pub type Calibration = [(u32, f64, u32); 10];

trait Calibrate {
    fn add(&mut self, probabilities: &[f32], played: usize);
}

impl Calibrate for Calibration {
    fn add(&mut self, probabilities: &[f32], played: usize) {
        for (i, p) in probabilities.iter().enumerate() {
            let (count, sum, times) = &mut self[((p * 10.0) as usize).min(9)];
            *count += 1;
            *sum += f64::from(*p);
            *times += u32::from(i == played);
        }
    }
}

/// Gradients of a part of the batch.
struct Shard {
    output_slopes: Vec<[f32; SECOND]>,
    bias_slopes: Vec<f32>,
    entry_slopes: Vec<f32>,
    second_bias_slopes: [f32; SECOND],
    /// By example: the gradients of the sums of the second layer.
    slopes: Vec<[f32; SECOND]>,
    cost: f64,
    costs: Vec<f32>,
    calibration: Calibration,
    temperature: f32,
    scores: Vec<f32>,
    outputs: Vec<f32>,
    output_slope: Vec<f32>,
}

/// Parts that the shards read.
struct Top {
    output: Rows<SECOND>,
    second_bias: Rows<SECOND>,
    /// In rows of [`CELL`].
    biases: Rows<CELL>,
    entries: Rows<CELL>,
}

pub struct Net {
    slices: Vec<Slice>,
    shards: Vec<Shard>,
    top: Top,
    pub steps: u32,
    /// Factor of scores in [`Net::costs`], in 256ths.
    pub temperature: u16,
}

/// An example in a batch.
pub type Pick<'a> = (&'a Arena, usize);

fn example<'a>(pick: &Pick<'a>) -> &'a Example {
    &pick.0.examples[pick.1]
}

fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut sums = [0f32; 16];
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        for l in 0..16 {
            sums[l] = a[l].mul_add(b[l], sums[l]);
        }
    }
    let mut width = 8;
    while width > 0 {
        for l in 0..width {
            sums[l] += sums[l + width];
        }
        width /= 2;
    }
    sums[0]
}

impl Slice {
    fn new(random: &mut Random) -> Slice {
        Slice {
            input: Rows::new(INPUTS, INPUT_SCALE, 0.0, 0.1, random),
            input_slopes: vec![[0.0; W]; INPUTS],
            second: Rows::new(SECOND, SECOND_SCALE, 0.0, 0.1, random),
            second_slopes: vec![[0.0; W]; SECOND],
            touched: vec![false; INPUTS],
            hidden: Vec::new(),
            shares: Vec::new(),
        }
    }

    fn forward(&mut self, batch: &[Pick<'_>]) {
        self.hidden.clear();
        self.shares.clear();
        // By hidden unit, so that sums stay in registers.
        let mut by_unit = vec![[0f32; SECOND]; W];
        for (j, row) in self.second.used.iter().enumerate() {
            row.iter().zip(&mut by_unit).for_each(|(weight, unit)| unit[j] = *weight);
        }
        for pick in batch {
            let mut h = [0f32; W];
            for f in &pick.0.inputs[span(example(pick).inputs)] {
                let row = &self.input.used[usize::from(*f)];
                for k in 0..W {
                    h[k] += row[k];
                }
            }
            for x in &mut h {
                *x = rounded(*x);
            }
            self.hidden.push(h);
        }
        for four in self.hidden.chunks(4) {
            let mut shares = [[0f32; SECOND]; 4];
            for (k, weights) in by_unit.iter().enumerate() {
                for (h, share) in four.iter().zip(&mut shares) {
                    for j in 0..SECOND {
                        share[j] = weights[j].mul_add(h[k], share[j]);
                    }
                }
            }
            self.shares.extend(&shares[..four.len()]);
        }
    }

    fn backward<'a>(&mut self, batch: &[Pick<'_>], slopes: impl Iterator<Item = &'a [f32; SECOND]>) {
        for ((pick, h), slopes) in batch.iter().zip(&self.hidden).zip(slopes) {
            let mut back = [0f32; W];
            for ((slope, weights), sums) in slopes.iter().zip(&self.second.used).zip(&mut self.second_slopes) {
                if *slope == 0.0 {
                    continue;
                }
                for k in 0..W {
                    back[k] = weights[k].mul_add(*slope, back[k]);
                    sums[k] = h[k].mul_add(*slope, sums[k]);
                }
            }
            for k in 0..W {
                back[k] = if h[k] > 0.0 && h[k] < UNIT_MAX { back[k] } else { 0.0 };
            }
            for f in &pick.0.inputs[span(example(pick).inputs)] {
                self.touched[usize::from(*f)] = true;
                let sums = &mut self.input_slopes[usize::from(*f)];
                for k in 0..W {
                    sums[k] += back[k];
                }
            }
        }
    }

    fn step(&mut self, step: Step) {
        for (row, touched) in self.touched.iter_mut().enumerate().filter(|(_, touched)| **touched) {
            self.input.step(row, &mut self.input_slopes[row], step, 127.0 / INPUT_SCALE);
            *touched = false;
        }
        for (row, slopes) in self.second_slopes.iter_mut().enumerate() {
            self.second.step(row, slopes, step, 127.0 / SECOND_SCALE);
        }
    }
}

impl Shard {
    fn new() -> Shard {
        Shard {
            output_slopes: vec![[0.0; SECOND]; MOVE_FEATURES],
            bias_slopes: vec![0.0; MOVE_FEATURES.next_multiple_of(CELL)],
            entry_slopes: vec![0.0; ENTRIES.next_multiple_of(CELL)],
            second_bias_slopes: [0.0; SECOND],
            slopes: Vec::new(),
            cost: 0.0,
            costs: Vec::new(),
            calibration: Calibration::default(),
            temperature: 1.0,
            scores: Vec::new(),
            outputs: Vec::new(),
            output_slope: Vec::new(),
        }
    }

    /// Computes the costs and gradients of the examples from `first` on.
    fn learn(&mut self, top: &Top, slices: &[Slice], batch: &[Pick<'_>], first: usize, scale: Option<f32>) {
        self.slopes.clear();
        self.costs.clear();
        self.cost = 0.0;
        for (i, pick) in batch.iter().enumerate() {
            let units = second_units(top, slices, first + i);
            let cost = self.costs_of(top, pick, &units);
            self.costs.push(cost);
            self.cost += f64::from(cost);
            match scale {
                Some(scale) => self.backward(top, pick, &units, scale),
                None => self.calibration.add(&self.scores, example(pick).played as usize),
            }
        }
    }

    /// Returns the cost of an example in bits. Leaves the probabilities of its moves in `scores`.
    fn costs_of(&mut self, top: &Top, pick: &Pick<'_>, units: &[f32; SECOND]) -> f32 {
        let arena = pick.0;
        let example = example(pick);
        self.outputs.clear();
        let biases = top.biases.used.as_flattened();
        for feature in &arena.outputs[span(example.outputs)] {
            let feature = usize::from(*feature);
            self.outputs.push(biases[feature] + dot(units, &top.output.used[feature]));
        }
        let entries = top.entries.used.as_flattened();
        self.scores.clear();
        for m in &arena.moves[span(example.moves)] {
            let outputs = m.outputs().map(|place| self.outputs[place]).sum::<f32>();
            self.scores.push(outputs + m.entries.iter().map(|entry| entries[*entry as usize]).sum::<f32>());
        }
        let max = self.scores.iter().copied().fold(f32::MIN, f32::max);
        let temperature = self.temperature;
        self.scores.iter_mut().for_each(|x| *x = ((*x - max) * temperature).exp());
        let sum: f32 = self.scores.iter().sum();
        self.scores.iter_mut().for_each(|x| *x /= sum);
        -self.scores[example.played as usize].max(1e-9).log2()
    }

    fn backward(&mut self, top: &Top, pick: &Pick<'_>, units: &[f32; SECOND], scale: f32) {
        let arena = pick.0;
        let example = example(pick);
        self.scores[example.played as usize] -= 1.0;
        self.output_slope.clear();
        self.output_slope.resize(self.outputs.len(), 0.0);
        for (m, slope) in arena.moves[span(example.moves)].iter().zip(&self.scores) {
            let slope = slope * scale;
            m.outputs().for_each(|place| self.output_slope[place] += slope);
            m.entries.iter().for_each(|entry| self.entry_slopes[*entry as usize] += slope);
        }
        let mut back = [0f32; SECOND];
        for (feature, slope) in arena.outputs[span(example.outputs)].iter().zip(&self.output_slope) {
            let feature = usize::from(*feature);
            self.bias_slopes[feature] += slope;
            let weights = &top.output.used[feature];
            let sums = &mut self.output_slopes[feature];
            for j in 0..SECOND {
                back[j] = weights[j].mul_add(*slope, back[j]);
                sums[j] = units[j].mul_add(*slope, sums[j]);
            }
        }
        for j in 0..SECOND {
            back[j] = if units[j] > 0.0 && units[j] < UNIT_MAX { back[j] } else { 0.0 };
            self.second_bias_slopes[j] += back[j];
        }
        self.slopes.push(back);
    }
}

/// Returns the value of a unit.
#[inline(always)]
fn rounded(x: f32) -> f32 {
    (x.clamp(0.0, UNIT_MAX) * UNIT_SCALE + 0.5).floor() / UNIT_SCALE
}

fn second_units(top: &Top, slices: &[Slice], i: usize) -> [f32; SECOND] {
    let mut units = top.second_bias.used[0];
    for slice in slices {
        units.iter_mut().zip(&slice.shares[i]).for_each(|(unit, share)| *unit += share);
    }
    units.map(rounded)
}

/// Adds the rows of all shards to the rows of the first, and sets the others to 0.
fn merged(slopes: &mut [&mut [f32]]) {
    let (first, rest) = slopes.split_first_mut().expect("shards");
    for other in rest {
        for (sum, slope) in first.iter_mut().zip(other.iter_mut()) {
            *sum += *slope;
            *slope = 0.0;
        }
    }
}

/// Updates all rows that have gradients.
fn step_rows<const N: usize>(rows: &mut Rows<N>, slopes: &mut [f32], step: Step, max: f32) {
    for (row, slopes) in slopes.as_chunks_mut::<N>().0.iter_mut().enumerate() {
        if slopes.iter().any(|slope| *slope != 0.0) {
            rows.step(row, slopes, step, max);
        }
    }
}

impl Net {
    pub fn new() -> Net {
        let mut random = Random(1);
        let slices = (0..SLICES).map(|_| Slice::new(&mut random)).collect();
        let top = Top {
            output: Rows::new(MOVE_FEATURES, OUTPUT_SCALE, 0.0, 0.05, &mut random),
            second_bias: Rows::new(1, SECOND_BIAS_SCALE, 0.2, 0.0, &mut random),
            biases: Rows::new(MOVE_FEATURES.div_ceil(CELL), BIAS_SCALE, 0.0, 0.0, &mut random),
            entries: Rows::new(ENTRIES.div_ceil(CELL), ENTRY_SCALE, 0.0, 0.0, &mut random),
        };
        Net { slices, shards: (0..SHARDS).map(|_| Shard::new()).collect(), top, steps: 0, temperature: 256 }
    }

    fn forward(&mut self, batch: &[Pick<'_>], scale: Option<f32>) {
        self.slices.par_iter_mut().for_each(|slice| slice.forward(batch));
        let top = &self.top;
        let slices = &self.slices;
        let size = batch.len().div_ceil(SHARDS);
        let temperature = f32::from(self.temperature) / 256.0;
        self.shards.par_iter_mut().enumerate().for_each(|(i, shard)| {
            let part = &batch[(i * size).min(batch.len())..((i + 1) * size).min(batch.len())];
            shard.temperature = if scale.is_some() { 1.0 } else { temperature };
            shard.learn(top, slices, part, i * size, scale);
        });
    }

    /// Returns the cost of each example in bits.
    pub fn costs(&mut self, batch: &[Pick<'_>]) -> Vec<f32> {
        self.forward(batch, None);
        self.shards.iter().flat_map(|shard| shard.costs.iter().copied()).collect()
    }

    /// Returns the calibration of the [`Net::costs`] calls since the last call.
    pub fn take_calibration(&mut self) -> Calibration {
        let mut all = Calibration::default();
        for shard in &mut self.shards {
            for (sum, part) in all.iter_mut().zip(std::mem::take(&mut shard.calibration)) {
                *sum = (sum.0 + part.0, sum.1 + part.1, sum.2 + part.2);
            }
        }
        all
    }

    /// Learns from a batch and returns its mean cost in bits.
    pub fn learn(&mut self, batch: &[Pick<'_>], rate: f32) -> f64 {
        self.forward(batch, Some(1.0 / batch.len() as f32));
        self.steps += 1;
        let step = Step::new(rate, self.steps);
        let slices = &mut self.slices;
        let shards = &self.shards;
        slices.par_iter_mut().for_each(|slice| {
            slice.backward(batch, shards.iter().flat_map(|shard| &shard.slopes));
            slice.step(step);
        });
        let cost = shards.iter().map(|shard| shard.cost).sum::<f64>() / batch.len() as f64;
        self.step_top(step);
        cost
    }

    fn step_top(&mut self, step: Step) {
        let mut outputs = vec![];
        let mut biases = vec![];
        let mut entries = vec![];
        let mut second = vec![];
        for shard in &mut self.shards {
            outputs.push(shard.output_slopes.as_flattened_mut());
            biases.push(&mut shard.bias_slopes[..]);
            entries.push(&mut shard.entry_slopes[..]);
            second.push(&mut shard.second_bias_slopes[..]);
        }
        let top = &mut self.top;
        rayon::join(
            || {
                merged(&mut entries);
                step_rows(&mut top.entries, entries[0], step, 127.0 / ENTRY_SCALE);
            },
            || {
                [&mut outputs, &mut biases, &mut second].into_iter().for_each(|slopes| merged(slopes));
                step_rows(&mut top.output, outputs[0], step, 127.0 / OUTPUT_SCALE);
                step_rows(&mut top.biases, biases[0], step, 32767.0 / BIAS_SCALE);
                step_rows(&mut top.second_bias, second[0], step, 32767.0 / SECOND_BIAS_SCALE);
            },
        );
    }

    /// Returns all data needed to continue.
    pub fn save(&self) -> Vec<u8> {
        let mut out = self.steps.to_le_bytes().to_vec();
        for slice in &self.slices {
            slice.input.save(&mut out);
            slice.second.save(&mut out);
        }
        self.top.output.save(&mut out);
        self.top.second_bias.save(&mut out);
        self.top.biases.save(&mut out);
        self.top.entries.save(&mut out);
        out
    }

    /// Continues from the output of [`Net::save`]. Leaves the bytes after it in `from`.
    pub fn load(&mut self, from: &mut &[u8]) {
        let (steps, rest) = from.split_first_chunk().expect("a whole file of weights");
        (self.steps, *from) = (u32::from_le_bytes(*steps), rest);
        for slice in &mut self.slices {
            slice.input.load(from);
            slice.second.load(from);
        }
        self.top.output.load(from);
        self.top.second_bias.load(from);
        self.top.biases.load(from);
        self.top.entries.load(from);
    }

    /// Returns the input weights by feature, and the weights of the second layer by its units.
    pub fn hidden_weights(&self) -> (Vec<f32>, Vec<f32>) {
        let rows = |pick: fn(&Slice) -> &Rows<W>, n: usize| {
            (0..n).flat_map(|row| self.slices.iter().flat_map(move |slice| pick(slice).used[row])).collect()
        };
        (rows(|slice| &slice.input, INPUTS), rows(|slice| &slice.second, SECOND))
    }

    /// Returns the biases of the second layer, the weights and biases of the move features, and the entries.
    pub fn top_weights(&self) -> [&[f32]; 4] {
        [
            &self.top.second_bias.used[0],
            self.top.output.used.as_flattened(),
            &self.top.biases.used.as_flattened()[..MOVE_FEATURES],
            &self.top.entries.used.as_flattened()[..ENTRIES],
        ]
    }
}
