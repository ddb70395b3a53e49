//! Changing a game at any place: moves, variations, comments and NAGs.
//!
//! A place is a number of steps of a [`Walker`](super::Walker): the number of the steps up to and including the one that is meant. The
//! first step is at place 1; 0 is the place before it, where the game starts. So one number names a step, for example the move that a
//! user clicked at, and the place directly after it.
//!
//! Every method plays the changed game from its start, and puts it in the place of the old one if all of it is legal. Nothing is lost
//! but what the method says: text that could not be parsed, for example, stays at the end of its line.

mod moves;
mod notes;
mod steps;
mod variations;

use crate::{Error, ErrorCode};

fn invalid(what: String) -> Error {
    Error::new(ErrorCode::InvalidArgument, what)
}

fn wrong_state(what: &str) -> Error {
    Error::new(ErrorCode::WrongState, what)
}

#[cfg(test)]
mod tests;
