//! The two tiers of the tests. `cargo test` runs the quick tier, in which slow tests use a sample or report that they
//! are skipped. With `PLYPACK_FULL=1` in the environment everything runs; with names of packages as its value, all
//! tests of these packages. `.ci/run` runs all tests of the command and of C, and finally lists the skipped tests.

#![allow(dead_code, reason = "each test program uses what it needs")]

use std::{
    env,
    io::{self, Write},
    path::{Path, PathBuf},
    thread,
};

/// Returns whether everything must run.
pub fn is_full() -> bool {
    let wanted = env::var("PLYPACK_FULL").unwrap_or_default();
    wanted.split(' ').any(|part| part == "1" || part == env!("CARGO_PKG_NAME"))
}

/// Returns the amount of work of a test: little in the quick tier, everything in the full tier.
pub fn sized<T>(quick: T, full: T) -> T {
    if is_full() { full } else { quick }
}

/// For a test that runs only in the full tier: returns whether this is the quick tier, and reports the skipped test.
pub fn skips_slow() -> bool {
    if !is_full() {
        skip("PLYPACK_FULL=1 runs it");
    }
    !is_full()
}

/// Reports that the calling test is skipped, and the reason. Does not use `println!`, because the output of passing
/// tests is hidden.
pub fn skip(why: &str) {
    let thread = thread::current();
    let _ = writeln!(io::stderr(), "SKIPPED {} ({why})", thread.name().unwrap_or("a test"));
}

/// The folder of real games: `PLYPACK_DATA`, or `../shared/data` next to the repository. If there is none, reports that
/// the test is skipped, and returns `None`.
pub fn data() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = env::var_os("PLYPACK_DATA").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        skip(&format!("no real games at {}", folder.display()));
        return None;
    }
    Some(folder)
}
