//! Programs that tests need, built by cargo with the tests' profile.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The folder of this test program's profile, `target/debug` for example.
pub fn profile_folder() -> PathBuf {
    let here = env::current_exe().unwrap();
    here.parent().and_then(Path::parent).unwrap().to_owned()
}

/// The profile whose files are in this folder.
fn profile_of(folder: &Path) -> &str {
    match folder.file_name().and_then(|name| name.to_str()).unwrap() {
        "debug" => "test",
        name => name,
    }
}

/// Builds the libraries and the example `adapter` of the workspace in the folder `root` into [`profile_folder`]. Cargo
/// unlocks the target folder before it runs tests. Building an example of the whole workspace enables the same features
/// as `cargo test --workspace`; with other features, Cargo would compile the library again.
pub fn build(root: &Path) {
    build_with(root, profile_of(&profile_folder()), &["--workspace", "--lib", "--example", "adapter"]);
}

/// Runs `cargo build` with a profile, whose folder is next to [`profile_folder`].
#[allow(dead_code, reason = "only some test programs ask for a profile")]
pub fn build_with(root: &Path, profile: &str, arguments: &[&str]) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--profile", profile]).args(arguments).current_dir(root);
    cargo.env("CARGO_TARGET_DIR", profile_folder().parent().unwrap());
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{cargo:?}: {}", String::from_utf8_lossy(&output.stderr));
}
