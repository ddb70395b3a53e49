//! The files that Cargo packs for the library and the command: `include` and `exclude` in their `Cargo.toml`.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use super::{printed, root};

/// The maximum total size of the files in the library's package, in bytes, before compression.
const MAX_SIZE: u64 = 8_000_000;

/// The files of a package, as `cargo package` lists them. Cargo refuses a package with a dependency without a version,
/// because others could not build it.
fn files(package: &str) -> Vec<String> {
    let arguments = ["package", "--list", "--allow-dirty", "--offline", "--package", package];
    let list = printed(Command::new(env!("CARGO")).args(arguments).current_dir(root()));
    list.lines().map(str::to_owned).collect()
}

fn assert_has(files: &[String], paths: &[&str]) {
    for path in paths {
        assert!(files.iter().any(|listed| listed == path), "{path} is not packed");
    }
}

/// The files that the library's sources include with `include_bytes!` and `include_str!`, by their paths in the
/// repository.
fn included() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_other =
                ["src/cli", "src/ffi", "src/server", "tests", "tests.rs"].iter().any(|end| path.ends_with(end));
            if is_other {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.extend(named(&fs::read_to_string(&path).unwrap()).map(|name| in_repository(&folder.join(name))));
            }
        }
    }
    found
}

/// The names in the macros of a source, excluding its tests.
fn named(source: &str) -> impl Iterator<Item = &str> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap();
    let calls = ["include_bytes!(\"", "include_str!(\""].into_iter().flat_map(|call| source.split(call).skip(1));
    calls.map(|rest| rest.split('"').next().unwrap())
}

fn in_repository(path: &Path) -> String {
    let path = fs::canonicalize(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    path.strip_prefix(fs::canonicalize(root()).unwrap()).unwrap().to_str().unwrap().to_owned()
}

#[test]
fn the_library_is_small_and_has_what_it_is_made_of() {
    let files = files("plypack");
    // The repository does not contain files that Cargo generates.
    let size: u64 = files.iter().filter_map(|path| Some(fs::metadata(root().join(path)).ok()?.len())).sum();
    assert!(size < MAX_SIZE, "{size} bytes in {} files", files.len());
    let data = ["src/openings/openings.tsv.zst", "src/codecs/tight/model.zst", "src/codecs/ranked/ranking/ranking.zst"];
    assert_has(&files, &["src/lib.rs", "LICENSE-APACHE", "LICENSE-MIT"]);
    assert_has(&files, &data);
    for path in included() {
        assert_has(&files, &[&path]);
    }
    let of_others =
        |path: &&String| ["src/ffi/", "src/cli/", "src/server/"].iter().any(|folder| path.starts_with(folder));
    let others = files.iter().filter(of_others);
    assert_eq!(others.count(), 0, "the C interface and the command are packages of their own");
}

#[test]
fn the_command_has_its_sources_and_licences_and_no_tests() {
    let files = files("plypack-cli");
    assert_has(&files, &["main.rs", "README.md", "LICENSE-APACHE", "LICENSE-MIT"]);
    assert_eq!(files.iter().filter(|path| path.starts_with("tests/")).count(), 0, "tests need the repository");
}

/// Cargo rejects dependencies without a version only when it packs; the command needs the library that is packed with
/// it.
#[test]
fn the_command_asks_for_the_library_of_its_version() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let wanted = format!("plypack = {{ path = \".\", version = \"{}\" }}", env!("CARGO_PKG_VERSION"));
    assert!(manifest.lines().any(|line| line == wanted), "no `{wanted}` in Cargo.toml");
}
