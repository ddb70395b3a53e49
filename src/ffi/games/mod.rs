//! Games, and walks through them.

pub mod build;
pub mod edit;
pub mod game;
pub mod tags;
pub mod text;
pub mod walk;
