//! The two tiers of the tests. `cargo test` runs the quick one, in which slow tests take a sample or say that they are skipped;
//! with `PLYPACK_FULL=1` in the environment everything runs, or with names of packages all tests of these. `.ci/run` runs all tests
//! of the command and of C, and lists at its end what was skipped.

#![allow(dead_code, reason = "each test program uses what it needs")]

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    thread,
};

/// Returns whether everything is to run.
pub fn is_full() -> bool {
    let wanted = env::var("PLYPACK_FULL").unwrap_or_default();
    wanted.split(' ').any(|part| part == "1" || part == env!("CARGO_PKG_NAME"))
}

/// Returns how much a test does: little in the quick tier, all in the full one.
pub fn sized<T>(quick: T, full: T) -> T {
    if is_full() { full } else { quick }
}

/// For a test that runs in the full tier alone: whether this is the quick one, and says so.
pub fn skips_slow() -> bool {
    if !is_full() {
        skip("PLYPACK_FULL=1 runs it");
    }
    !is_full()
}

/// Says that the test that calls this is skipped, and why. Not by `println!`, whose output a test that passes does not show.
pub fn skip(why: &str) {
    let thread = thread::current();
    let _ = writeln!(io::stderr(), "SKIPPED {} ({why})", thread.name().unwrap_or("a test"));
}

/// The folder of real games: the one that `PLYPACK_DATA` names, or `../shared/data` beside the repository. `None`, and says that
/// the test is skipped, if there is none.
pub fn data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = env::var_os("PLYPACK_DATA").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        skip(&format!("no real games at {}", folder.display()));
        return None;
    }
    Some(folder)
}
