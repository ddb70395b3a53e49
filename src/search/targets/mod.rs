//! Targets of searches: positions, patterns and material, and their first match in a line of moves.

pub mod exact_position;
pub mod finder;
pub mod first_match;
pub mod matcher;
pub mod material;
pub mod material_side;
pub mod partial_position;
pub mod pattern;
pub mod position_after;
pub mod prefilter;
pub mod required_material;
pub mod variations;
