//! What a user sees while a command runs: messages, progress, text for terminals, the end by a signal or an exit code.

pub mod corruption;
pub mod interrupt;
pub mod numbers;
pub mod outcome;
pub mod progress;
pub mod terminal;
