//! Counts of `plypack stats` as tables, JSON and pictures.

pub mod counted;
pub mod json;
pub mod plot;
pub mod tables;
pub mod text;
