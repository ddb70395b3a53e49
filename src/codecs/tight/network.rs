//! The sums of the model: hidden units from input rows, scores from output rows (`tight.7`, `tight.9`).
//!
//! Everything is exact integer arithmetic, so that vector instructions give what plain ones give.

use super::{
    model::{Model, UNITS},
    vector,
    view::{BOARDS, OUTPUTS},
};

/// Sums of input rows. No position has more than 257 rows, so that they stay within 16 bits (`tight.7`).
pub type Sums = [i16; UNITS];

/// What one side sees, kept up to date from move to move: the sums of the rows of the sets (`tight.5`).
pub struct Eye {
    sums: Sums,
    boards: [u64; BOARDS],
    came: Vec<u16>,
    went: Vec<u16>,
}

impl Eye {
    pub fn new() -> Eye {
        Eye { sums: [0; UNITS], boards: [0; BOARDS], came: Vec::new(), went: Vec::new() }
    }

    /// Turns to another position.
    pub fn look(&mut self, model: &Model, boards: &[u64; BOARDS]) {
        self.came.clear();
        self.went.clear();
        for (i, (old, new)) in self.boards.iter().zip(boards).enumerate() {
            list(new & !old, i, &mut self.came);
            list(old & !new, i, &mut self.went);
        }
        self.boards = *boards;
        vector::add_rows(&mut self.sums, &model.inputs, &self.came, &self.went);
    }

    /// The hidden units, with `rows` beside those of the sets.
    pub fn hidden(&self, model: &Model, rows: &[u16]) -> Hidden {
        let mut sums = self.sums;
        vector::add_rows(&mut sums, &model.inputs, rows, &[]);
        vector::units(&sums)
    }
}

fn list(mut set: u64, board: usize, rows: &mut Vec<u16>) {
    while set != 0 {
        rows.push((64 * board) as u16 + set.trailing_zeros() as u16);
        set &= set - 1;
    }
}

/// The hidden units, 0 to 127 each.
pub type Hidden = [u8; UNITS];

/// The scores of output rows for one position, each found when it is first asked for.
pub struct Scores {
    known: Box<[(u32, i32); OUTPUTS]>,
    stamp: u32,
    wanted: Box<[u16; OUTPUTS + 1]>,
    count: usize,
}

impl Scores {
    pub fn new() -> Scores {
        Scores { known: Box::new([(0, 0); OUTPUTS]), stamp: 0, wanted: Box::new([0; OUTPUTS + 1]), count: 0 }
    }

    /// Forgets all.
    pub fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.known.fill((0, 0));
            self.stamp = 1;
        }
        self.count = 0;
    }

    /// Says that a row will be needed.
    #[inline]
    pub fn want(&mut self, row: u16) {
        // Without a branch that no processor can foresee: written in any case, counted when new.
        let stamp = std::mem::replace(&mut self.known[usize::from(row)].0, self.stamp);
        self.wanted[self.count] = row;
        self.count += usize::from(stamp != self.stamp);
    }

    /// Finds the scores of all rows that are wanted (`tight.9`).
    pub fn find(&mut self, model: &Model, hidden: &Hidden) {
        vector::products(&model.outputs, &self.wanted[..self.count], hidden, |row, product| {
            self.known[usize::from(row)].1 = product + i32::from(model.bias[usize::from(row)]);
        });
    }

    /// The score of a row that was wanted.
    #[inline]
    pub fn of(&self, row: u16) -> i32 {
        self.known[usize::from(row)].1
    }
}
