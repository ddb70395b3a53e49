//! Moves, positions and games, as callers of the library see them. Nothing here knows how they are stored.

pub mod branch;
pub mod game;
pub mod moves;
pub mod positions;
