//! The network of the model: hidden units from input features, outputs of move features from hidden units (`tight.7`,
//! `tight.9`).
//!
//! Everything is exact integer arithmetic, so that vector instructions give the same results as scalar ones.

use shakmaty::Chess;

use super::{
    features::{FLAGS, Features, History, MoveFeatureSet, Outputs, SQUARE_SETS},
    model::{Model, UNITS},
    vector::{self, Elements, Hidden},
};
use crate::board::{attacks::squares, legal_moves::LegalMoves};

/// The accumulator of one side, updated from move to move: the weights of the features of the sets (`tight.5`) added up, and
/// of those features of `tight.6` that stay the same for some moves.
#[derive(Clone)]
pub struct Accumulator {
    elements: Elements,
    square_sets: [u64; SQUARE_SETS],
    flags: u64,
}

/// Features that were added and removed between two positions.
pub struct FeatureDelta {
    added: FeatureList,
    removed: FeatureList,
}

impl FeatureDelta {
    pub fn new() -> FeatureDelta {
        FeatureDelta { added: FeatureList::new(), removed: FeatureList::new() }
    }
}

impl Accumulator {
    /// That of the standard start, the same for both sides: close to those of the first positions of most games.
    pub fn of_start(model: &Model, delta: &mut FeatureDelta) -> Accumulator {
        let mut accumulator = Accumulator { elements: [0; UNITS], square_sets: [0; SQUARE_SETS], flags: 0 };
        let legal = LegalMoves::new(&Chess::default());
        accumulator.update(model, &Features::new(&legal, &History::default()).square_sets, 0, delta);
        accumulator
    }

    /// Changes to another position. `flags` are the features from [`FLAGS`] on; `delta` is overwritten.
    #[inline(always)]
    pub fn update(&mut self, model: &Model, sets: &[u64; SQUARE_SETS], flags: u64, delta: &mut FeatureDelta) {
        let FeatureDelta { added, removed } = delta;
        added.clear();
        removed.clear();
        for (i, (old, new)) in self.square_sets.iter().zip(sets).enumerate() {
            added.add(i, new & !old);
            removed.add(i, old & !new);
        }
        added.add(usize::from(FLAGS) / 64, flags & !self.flags);
        removed.add(usize::from(FLAGS) / 64, self.flags & !flags);
        (self.square_sets, self.flags) = (*sets, flags);
        vector::update(&mut self.elements, &model.input_weights, added.as_slice(), removed.as_slice());
    }

    /// The hidden units, with `features` beside those of the sets and flags.
    pub fn hidden(&self, model: &Model, features: &[u16]) -> Hidden {
        vector::hidden(&self.elements, &model.input_weights, features)
    }
}

/// The output layer (`tight.9`).
pub struct OutputLayer {
    /// The outputs of the features of the last [`OutputLayer::update`]; those of others are out of date.
    pub outputs: Box<Outputs>,
    features: FeatureList,
    products: Vec<i32>,
}

impl OutputLayer {
    pub fn new() -> OutputLayer {
        OutputLayer { outputs: Box::new([0; _]), features: FeatureList::new(), products: Vec::new() }
    }

    /// Computes the outputs of these features.
    #[inline(always)]
    pub fn update(&mut self, model: &Model, hidden: &Hidden, features: &MoveFeatureSet) {
        self.features.clear();
        for (i, set) in features.iter().enumerate() {
            self.features.add(i, *set);
        }
        let features = self.features.as_slice();
        self.products.resize(features.len(), 0);
        vector::multiply(hidden, &model.output_weights, features, &mut self.products);
        for (feature, product) in features.iter().zip(&self.products) {
            let bias = i32::from(model.biases[usize::from(*feature)]);
            self.outputs[usize::from(*feature) % self.outputs.len()] = product + bias;
        }
    }
}

/// A list of features, of a length that holds all.
struct FeatureList {
    features: Box<[u16; FeatureList::CAPACITY]>,
    count: usize,
}

impl FeatureList {
    /// A power of two, so that a remainder is a mask; there are 3072 features of sets and 64 flags, and fewer move features.
    const CAPACITY: usize = (64 * SQUARE_SETS + 64).next_power_of_two();

    fn new() -> FeatureList {
        FeatureList { features: Box::new([0; _]), count: 0 }
    }

    fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the features of a set: bit i is feature `64 * number` + i.
    #[inline(always)]
    fn add(&mut self, number: usize, set: u64) {
        for bit in squares(set) {
            self.features[self.count % FeatureList::CAPACITY] = (64 * number) as u16 + bit as u16;
            self.count += 1;
        }
    }

    fn as_slice(&self) -> &[u16] {
        &self.features[..self.count]
    }
}
