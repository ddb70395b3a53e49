//! Messages, progress and signals while a command runs, the text for terminals, and exit codes.

pub mod corruption;
pub mod interrupt;
pub mod numbers;
pub mod outcome;
pub mod progress;
pub mod terminal;
