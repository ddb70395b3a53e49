//! Queries, searches and their results, and the opening explorer.

pub mod condition;
pub mod explorer;
pub mod hits;
pub mod names;
pub mod orders;
pub mod query;
pub mod rows;
pub mod run;
pub mod tree;
