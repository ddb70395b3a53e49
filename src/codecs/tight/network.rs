//! The sums of the model: hidden units from input rows, values from output rows (`tight.7`, `tight.9`).
//!
//! Everything is exact integer arithmetic, so that vector instructions give what plain ones give.

use super::{
    model::{Model, UNITS},
    vector::{self, Hidden, Sums},
    view::{BOARDS, Values, Wanted},
};

/// What one side sees, kept up to date from move to move: the sums of the rows of the sets (`tight.5`).
pub struct Eye {
    sums: Sums,
    boards: [u64; BOARDS],
    came: Rows,
    went: Rows,
}

impl Eye {
    pub fn new() -> Eye {
        Eye { sums: [0; UNITS], boards: [0; BOARDS], came: Rows::new(), went: Rows::new() }
    }

    /// Turns to another position.
    #[inline(always)]
    pub fn look(&mut self, model: &Model, boards: &[u64; BOARDS]) {
        self.came.count = 0;
        self.went.count = 0;
        for (i, (old, new)) in self.boards.iter().zip(boards).enumerate() {
            self.came.add(i, new & !old);
            self.went.add(i, old & !new);
        }
        self.boards = *boards;
        vector::update(&mut self.sums, &model.inputs, self.came.rows(), self.went.rows());
    }

    /// The hidden units, with `rows` beside those of the sets.
    pub fn hidden(&self, model: &Model, rows: &[u16]) -> Hidden {
        vector::hidden(&self.sums, &model.inputs, rows)
    }
}

/// The values of output rows (`tight.9`).
pub struct Outputs {
    /// Those that were found last; the others are old.
    pub values: Box<Values>,
    rows: Rows,
    products: Box<Values>,
}

impl Outputs {
    pub fn new() -> Outputs {
        Outputs { values: Box::new([0; _]), rows: Rows::new(), products: Box::new([0; _]) }
    }

    /// Finds the values that are wanted.
    #[inline(always)]
    pub fn find(&mut self, model: &Model, hidden: &Hidden, wanted: &Wanted) {
        self.rows.count = 0;
        for (i, set) in wanted.iter().enumerate() {
            self.rows.add(i, *set);
        }
        let rows = self.rows.rows();
        let products = &mut self.products[..rows.len()];
        vector::multiply(hidden, &model.outputs, rows, products);
        for (row, product) in rows.iter().zip(products) {
            self.values[usize::from(*row)] = *product + i32::from(model.bias[usize::from(*row)]);
        }
    }
}

/// A list of rows.
struct Rows {
    rows: Box<[u16; 64 * BOARDS]>,
    count: usize,
}

impl Rows {
    fn new() -> Rows {
        Rows { rows: Box::new([0; _]), count: 0 }
    }

    /// Adds the rows of a set; the first of them would be `64 * number`.
    #[inline(always)]
    fn add(&mut self, number: usize, mut set: u64) {
        while set != 0 {
            self.rows[self.count] = (64 * number) as u16 + set.trailing_zeros() as u16;
            self.count += 1;
            set &= set - 1;
        }
    }

    fn rows(&self) -> &[u16] {
        &self.rows[..self.count]
    }
}
