//! Changing a game at any place: moves, variations, comments and NAGs.
//!
//! A place is a number of steps of a [`Walker`](super::Walker), counted from the start up to and including the step it names. The first
//! step is at place 1; place 0 is the start of the game, before the first step. A place thus names both a step, for example a move that a
//! user clicked, and the point directly after it.
//!
//! Every method plays the changed game from its start, and replaces the old game only if all moves are legal. A method
//! removes only the parts that its documentation names: unparsed text, for example, stays at the end of its line.

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
