//! The tables of a model for moves: biases and the pair table (`tight.10`, `tight.11`), with precomputed sums of numbers that always occur
//! together.

use super::move_features::{CAPTURE_CLASS, EXCHANGE, FOLLOW_UP, FROM, MOVE_FEATURES, PATH, REPLY, danger};

/// The biases of the move features, padded to a power of two, so that a remainder is a mask.
pub type OutputBiases = [i32; MOVE_FEATURES.next_power_of_two()];

/// Entries by attacker, support, captured piece and check.
const EXCHANGES: usize = 6 * 2 * 6 * 2;

/// Addends of a piece with some status to the scores of its moves, by attacker, support, captured piece and check.
pub type Exchanges = [i32; EXCHANGES];

/// Addends of a piece on some square to the scores of its moves, by to square.
pub type Paths = [i32; 64];

/// A part of the pair table for one piece: one entry per to square.
pub type BySquare = [i8; 64];

/// The tables, ready for use.
pub struct MoveTables {
    /// Entries of the pair table, in 16ths of a bit.
    pub pair_table: Vec<i8>,
    /// Biases of the move features, in 1024ths of a bit, followed by zeros.
    pub biases: Box<OutputBiases>,
    /// By role and status: the entry of the exchange, plus the bias of the capture feature with the same properties.
    exchanges: Vec<Exchanges>,
    /// By role and from square: the entry of the path, plus the biases of from square and to square.
    paths: Vec<Paths>,
}

impl MoveTables {
    /// Builds the tables from the lists of a model.
    pub fn new(pair_table: Vec<i8>, biases: Box<OutputBiases>) -> MoveTables {
        let entry = |index: usize| 64 * i32::from(pair_table[index]);
        let exchange = |status: usize, index: usize| {
            let role = status / 4;
            let check = index % 2;
            let captured = index / 2 % 6;
            let support = index / 12 % 2;
            let attacker = index / 24;
            let capture = ((role * 6 + captured) * 4 + danger(role, attacker, support)) * 2 + check;
            entry(EXCHANGE + status * EXCHANGES + index) + biases[usize::from(CAPTURE_CLASS) + capture]
        };
        let path = |from: usize, to: usize| {
            entry(PATH + 64 * from + to) + biases[usize::from(FROM) + from] + biases[from / 64 * 64 + to]
        };
        let exchanges = (0..6 * 4).map(|status| std::array::from_fn(|index| exchange(status, index))).collect();
        let paths = (0..6 * 64).map(|from| std::array::from_fn(|to| path(from, to))).collect();
        MoveTables { exchanges, paths, pair_table, biases }
    }

    /// Returns the addends of a piece of this role and status.
    #[inline(always)]
    pub fn exchanges(&self, role: usize, status: usize) -> &Exchanges {
        &self.exchanges[role * 4 + status]
    }

    /// Returns the addends of a piece of this role on `from`.
    #[inline(always)]
    pub fn paths(&self, role: usize, from: u32) -> &Paths {
        &self.paths[role * 64 + (from as usize & 63)]
    }

    /// Returns, by role, the entries for replies to the move with this key.
    #[inline(always)]
    pub fn replies(&self, last_key: usize) -> &[BySquare; 6] {
        self.by_role(REPLY + last_key * 384)
    }

    /// Returns, by role, the entries for moves that follow our move with this key.
    #[inline(always)]
    pub fn follow_ups(&self, previous_key: usize) -> &[BySquare; 6] {
        self.by_role(FOLLOW_UP + previous_key * 384)
    }

    #[inline(always)]
    fn by_role(&self, first: usize) -> &[BySquare; 6] {
        self.pair_table[first..].as_chunks().0.first_chunk().expect("a part of the table")
    }

    /// The bias of a move feature.
    #[inline(always)]
    pub fn bias(&self, feature: u16) -> i32 {
        self.biases[usize::from(feature) % self.biases.len()]
    }
}
