//! Packages for users: crates and their licences, the file type for operating systems, and the tests of every way to
//! ask a question.

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

/// Runs a program, which must succeed, and returns its output.
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
