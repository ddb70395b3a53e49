//! The network of the model: a first layer of units with input features, a second layer of units, and outputs for move features (`tight.8`,
//! `tight.10`).
//!
//! All arithmetic uses exact integers, so that vector instructions give the same results as scalar ones.

use crate::Position;

use super::{
    features::{FLAGS, Features, History, SQUARE_SETS, SquareSets},
    model::{Model, UNITS},
    vector::{self, Elements, IndexList, Units},
};
use crate::board::{attacks::squares, legal_moves::LegalMoves};

/// The accumulator of one side, updated from move to move: the sum of the weights of the features of the sets (`tight.5`), and of the
/// features of `tight.6` that stay the same for some moves.
#[derive(Clone)]
pub struct Accumulator {
    elements: Elements,
    square_sets: SquareSets,
    flags: u64,
}

/// Features added and removed between two positions.
pub struct FeatureDelta {
    added: FeatureList,
    removed: FeatureList,
}

impl FeatureDelta {
    pub fn new() -> FeatureDelta {
        FeatureDelta { added: FeatureList::new(), removed: FeatureList::new() }
    }

    /// Changes to the difference of sets: bit i of set n is feature 64 n + i.
    #[inline(always)]
    fn set(&mut self, before: &SquareSets, after: &SquareSets) {
        let FeatureDelta { added, removed } = self;
        (added.count, removed.count) = vector::difference(before, after, &mut added.features, &mut removed.features);
    }
}

impl Accumulator {
    /// Returns the sums of the standard start, which are the same for both sides and close to the sums of the first positions of most
    /// games.
    pub fn of_start(model: &Model, delta: &mut FeatureDelta) -> Accumulator {
        let mut accumulator = Accumulator { elements: [0; UNITS], square_sets: [0; SQUARE_SETS], flags: 0 };
        let legal = LegalMoves::new(&Position::default());
        accumulator.update(model, &Features::new(&legal, &History::default()).square_sets, 0, delta);
        accumulator
    }

    /// Changes to another position. `flags` are the features from [`FLAGS`] on; `delta` is overwritten.
    #[inline(always)]
    pub fn update(&mut self, model: &Model, sets: &SquareSets, flags: u64, delta: &mut FeatureDelta) {
        delta.set(&self.square_sets, sets);
        squares(flags & !self.flags).for_each(|flag| delta.added.push(FLAGS + flag as u16));
        squares(self.flags & !flags).for_each(|flag| delta.removed.push(FLAGS + flag as u16));
        self.square_sets = *sets;
        self.flags = flags;
        let added = delta.added.as_slice();
        let removed = delta.removed.as_slice();
        vector::update(&mut self.elements, &model.input_weights, added, removed);
    }

    /// Adds a feature of all positions.
    pub fn add(&mut self, model: &Model, feature: u16) {
        vector::update(&mut self.elements, &model.input_weights, &[feature], &[]);
    }

    /// Returns the elements with `features` in addition to the features of the sets and flags.
    pub fn with(&self, model: &Model, features: &[u16]) -> Elements {
        let mut elements = self.elements;
        vector::update(&mut elements, &model.input_weights, features, &[]);
        elements
    }

    /// Returns the units of the second layer, with `features` in addition to the features of the sets and flags.
    pub fn units(&self, model: &Model, features: &[u16]) -> Units {
        units(model, &self.elements, features)
    }
}

/// Returns the units of the second layer for these elements, with additional `features`.
pub fn units(model: &Model, elements: &Elements, features: &[u16]) -> Units {
    let first = vector::first_layer(elements, &model.input_weights, features);
    vector::second_layer(&first, &model.second_layer)
}

/// The output of a move feature (`tight.10`).
pub fn output(model: &Model, units: &Units, feature: u16) -> i32 {
    let weights = &model.output_weights[usize::from(feature)].0;
    let products = units.iter().zip(weights).map(|(unit, weight)| i32::from(*unit) * i32::from(*weight));
    model.moves.bias(feature) + products.sum::<i32>()
}

/// A list of features with room for all of them.
struct FeatureList {
    features: Box<IndexList>,
    count: usize,
}

impl FeatureList {
    fn new() -> FeatureList {
        FeatureList { features: Box::new([0; _]), count: 0 }
    }

    /// Adds a feature.
    #[inline(always)]
    fn push(&mut self, feature: u16) {
        self.features[self.count % self.features.len()] = feature;
        self.count += 1;
    }

    fn as_slice(&self) -> &[u16] {
        &self.features[..self.count]
    }
}
