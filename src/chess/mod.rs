//! Games, as users of the library see them; how they are encoded is known in the layers above.

pub mod branch;
pub mod game;
pub mod identity;
pub mod speed;
pub(crate) mod tag_section;
pub mod tag_values;
pub(crate) mod variant;
