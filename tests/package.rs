//! What Cargo packs of the library for others: `include` in `Cargo.toml`.

use std::{fs, path::Path, process::Command};

/// The most that the files of the package may have together, in bytes, before they are compressed.
const MAX_SIZE: u64 = 8_000_000;

/// The files of the package, by their paths in the repository, and their sizes. What Cargo makes itself is not among them.
fn files() -> Vec<(String, u64)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline", "--package", "plypack"]).current_dir(root);
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{cargo:?}: {}", String::from_utf8_lossy(&output.stderr));
    let list = String::from_utf8(output.stdout).unwrap();
    let sized = |path: &str| Some((path.to_owned(), fs::metadata(root.join(path)).ok()?.len()));
    list.lines().filter_map(sized).collect()
}

#[test]
fn the_package_is_small_and_has_what_the_library_is_made_of() {
    let files = files();
    let size: u64 = files.iter().map(|(_, size)| size).sum();
    assert!(size < MAX_SIZE, "{size} bytes in {} files", files.len());
    let has = |path: &str| files.iter().any(|(listed, _)| listed == path);
    for path in
        ["src/lib.rs", "src/openings/openings.tsv.zst", "spec/tight-model-1.bin", "spec/tables/ranking.txt", "LICENSE"]
    {
        assert!(has(path), "{path} is not packed");
    }
    let others = files.iter().filter(|(path, _)| path.starts_with("src/ffi/") || path.starts_with("src/cli/"));
    assert_eq!(others.count(), 0, "the C interface and the command are packages of their own");
}
