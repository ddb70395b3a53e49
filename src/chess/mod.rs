//! Games in the form that users of the library see. The layers above encode them.

pub mod branch;
pub mod game;
pub mod identity;
pub mod speed;
pub(crate) mod tag_section;
pub mod tag_values;
pub(crate) mod variant;
