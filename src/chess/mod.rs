//! Moves, positions and games, as users of the library see them; how they are encoded is known on the floors above.

pub mod branch;
pub mod game;
pub mod moves;
pub mod positions;
pub(crate) mod tag_section;
