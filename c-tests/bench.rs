//! Speed of the C interface: builds `bench.c`, `bench_scan.c` after `--scan`, or `bench_lists.c` after `--lists`, with the shared
//! library and runs it.
//!
//! `cargo bench -p plypack-c [-- [--scan | --lists] FILE.plypack [...]]`; without a file it prints its usage.

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
    let (options, arguments): (Vec<String>, Vec<String>) = env::args().skip(1).partition(|a| a.starts_with("--"));
    let is_given = |name: &str| options.iter().any(|option| option == name);
    let name = if is_given("--scan") {
        "bench_scan"
    } else if is_given("--lists") {
        "bench_lists"
    } else {
        "bench"
    };
    let source = format!("{name}.c");
    let flags = ["-O2", "-D_POSIX_C_SOURCE=200809L"];
    let program = tools::build(name, &[&source], "c11", &flags, tools::Link::Shared);
    let status = Command::new(program).args(arguments).status().unwrap();
    if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
