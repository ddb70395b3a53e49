//! The sums of the model: hidden units from input rows, values from output rows (`tight.7`, `tight.9`).
//!
//! Everything is exact integer arithmetic, so that vector instructions give what plain ones give.

use shakmaty::Chess;

use super::{
    model::{Model, UNITS},
    vector::{self, Hidden, Sums},
    view::{BOARDS, FLAGS, Trail, Values, View, Wanted},
};
use crate::board::{attacks::squares, legal_moves::LegalMoves};

/// What one side sees, kept up to date from move to move: the sums of the rows of the sets (`tight.5`), and of those rows of
/// `tight.6` that stay the same for some moves.
#[derive(Clone)]
pub struct Eye {
    sums: Sums,
    boards: [u64; BOARDS],
    flags: u64,
}

/// Rows that came and went between two positions.
pub struct Changes {
    came: Rows,
    went: Rows,
}

impl Changes {
    pub fn new() -> Changes {
        Changes { came: Rows::new(), went: Rows::new() }
    }
}

impl Eye {
    /// What both sides see of the usual start, each with itself to move: nearly what they see first of most games.
    pub fn of_start(model: &Model, changes: &mut Changes) -> Eye {
        let mut eye = Eye { sums: [0; UNITS], boards: [0; BOARDS], flags: 0 };
        let sight = LegalMoves::of(&Chess::default());
        eye.look(model, &View::new(&sight, &Trail::default()).boards, 0, changes);
        eye
    }

    /// Turns to another position. `flags` are the rows from [`FLAGS`] on, and `changes` room to work in.
    #[inline(always)]
    pub fn look(&mut self, model: &Model, boards: &[u64; BOARDS], flags: u64, changes: &mut Changes) {
        let Changes { came, went } = changes;
        came.clear();
        went.clear();
        for (i, (old, new)) in self.boards.iter().zip(boards).enumerate() {
            came.add(i, new & !old);
            went.add(i, old & !new);
        }
        came.add(usize::from(FLAGS) / 64, flags & !self.flags);
        went.add(usize::from(FLAGS) / 64, self.flags & !flags);
        (self.boards, self.flags) = (*boards, flags);
        vector::update(&mut self.sums, &model.inputs, came.all(), went.all());
    }

    /// The hidden units, with `rows` beside those of the sets and flags.
    pub fn hidden(&self, model: &Model, rows: &[u16]) -> Hidden {
        vector::hidden(&self.sums, &model.inputs, rows)
    }
}

/// The values of output rows (`tight.9`).
pub struct Outputs {
    /// Those that were found last; the others are old.
    pub values: Box<Values>,
    rows: Rows,
    products: Vec<i32>,
}

impl Outputs {
    pub fn new() -> Outputs {
        Outputs { values: Box::new([0; _]), rows: Rows::new(), products: Vec::new() }
    }

    /// Finds the values that are wanted.
    #[inline(always)]
    pub fn find(&mut self, model: &Model, hidden: &Hidden, wanted: &Wanted) {
        self.rows.clear();
        for (i, set) in wanted.iter().enumerate() {
            self.rows.add(i, *set);
        }
        let rows = self.rows.all();
        self.products.resize(rows.len(), 0);
        vector::multiply(hidden, &model.outputs, rows, &mut self.products);
        for (row, product) in rows.iter().zip(&self.products) {
            self.values[usize::from(*row) % self.values.len()] = product + i32::from(model.bias[usize::from(*row)]);
        }
    }
}

/// A list of rows, with room for all.
struct Rows {
    rows: Box<[u16; Rows::MOST]>,
    count: usize,
}

impl Rows {
    /// A power of two, so that a remainder is a mask; there are 3072 rows of sets and 64 flags, and fewer output rows.
    const MOST: usize = (64 * BOARDS + 64).next_power_of_two();

    fn new() -> Rows {
        Rows { rows: Box::new([0; _]), count: 0 }
    }

    fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds the rows of a set; the first of them would be `64 * number`.
    #[inline(always)]
    fn add(&mut self, number: usize, set: u64) {
        for bit in squares(set) {
            self.rows[self.count % Rows::MOST] = (64 * number) as u16 + bit as u16;
            self.count += 1;
        }
    }

    fn all(&self) -> &[u16] {
        &self.rows[..self.count]
    }
}
