//! The size of the library that is installed.

use std::fs;

use crate::{
    tier,
    tools::{cargo, root},
};

/// The most bytes of `libplypack.so`, built as `include/README.md` says; 1.1 million of them are the model of `tight`.
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
