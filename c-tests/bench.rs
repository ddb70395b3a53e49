//! Speed of the C interface: builds `bench.c` with the shared library and runs it.
//!
//! `cargo bench -p plypack-c [-- FILE.plypack [GAMES [ROUNDS]]]`; without a file it says what to give.

#![cfg(unix)]

#[path = "../tests/support/tier.rs"]
mod tier;
#[allow(dead_code, reason = "shared with the tests")]
mod tools;

use std::{
    env,
    process::{Command, ExitCode},
};

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let program = tools::build("bench", &["bench.c"], "c11", &["-O2"], tools::Link::Shared);
    let status = Command::new(program).args(arguments).status().unwrap();
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
