//! Whole files, and the paths that lead to them.

pub mod paths;
pub mod whole;
