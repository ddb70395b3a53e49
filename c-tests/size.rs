//! The size of the installed library.

use std::fs;

use crate::{
    tier,
    tools::{cargo, root},
};

/// Maximum size of `libplypack.so` in bytes, built as in `include/README.md`; the model of `tight` takes 1.1 million.
const MAX_SIZE: u64 = 6_600_000;

#[test]
fn the_shared_library_is_small() {
    if !cfg!(target_os = "linux") || tier::skips_slow() {
        return;
    }
    let folder = cargo::profile_folder();
    cargo::build_with(root(), "clib", &["--package", env!("CARGO_PKG_NAME"), "--lib"]);
    let size = fs::metadata(folder.with_file_name("clib").join("libplypack.so")).unwrap().len();
    assert!(size < MAX_SIZE, "{size} bytes");
}
