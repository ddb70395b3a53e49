//! The moves played next in a position, and the lines after it.

pub mod branches;
pub mod continuations;
pub mod last_year;
pub mod played_next;
pub mod tree;
