//! Everything for others: crates, the licences of what is in them, how systems recognise files of plypack, and tests of every way to ask
//! them.

mod crates;
mod licences;
mod media_type;
mod surfaces;
#[path = "../support/tier.rs"]
mod tier;

use std::{
    path::Path,
    process::{Command, Output},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns what a program prints that must succeed.
fn printed(command: &mut Command) -> String {
    let Output { status, stdout, stderr } = command.output().unwrap();
    assert!(status.success(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Returns whether a program is installed; says that the test is skipped if not.
fn has(program: &str) -> bool {
    let has = Command::new(program).arg("--version").output().is_ok();
    if !has {
        tier::skip(&format!("{program} is not installed"));
    }
    has
}
