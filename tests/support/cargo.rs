//! Programs that tests need, built by cargo as they were.

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

/// The profile that puts its files into this folder.
fn profile_of(folder: &Path) -> &str {
    match folder.file_name().and_then(|name| name.to_str()).unwrap() {
        "debug" => "test",
        name => name,
    }
}

/// Builds the libraries and the example `adapter` of the workspace in the folder `root` into [`profile_folder`]. Cargo has let go of the
/// target folder before it runs tests. An example, and the whole workspace, turn on the features of `cargo test --workspace`: with
/// others, Cargo would compile the library again.
pub fn build(root: &Path) {
    build_with(root, profile_of(&profile_folder()), &["--workspace", "--lib", "--example", "adapter"]);
}

/// Runs `cargo build` with a profile, whose folder is beside [`profile_folder`].
#[allow(dead_code, reason = "only some test programs ask for a profile")]
pub fn build_with(root: &Path, profile: &str, arguments: &[&str]) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--profile", profile]).args(arguments).current_dir(root);
    cargo.env("CARGO_TARGET_DIR", profile_folder().parent().unwrap());
    let output = cargo.output().unwrap();
    assert!(output.status.success(), "{cargo:?}: {}", String::from_utf8_lossy(&output.stderr));
}
