//! The conformance suite on the adapter in C.

use std::{fs, process::Command};

use crate::{
    tier,
    tools::{Link, build, has, root, text},
};

/// The adapter, a program of all C files of its folder.
fn adapter() -> String {
    let entries = fs::read_dir(root().join("conformance/adapters/c")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path().display().to_string());
    let sources: Vec<String> = paths.filter(|path| path.ends_with(".c")).collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    build("adapter", &sources, "c11", &["-O1"], Link::Static).display().to_string()
}

#[test]
fn the_adapter_passes_every_vector() {
    if !has("python3") {
        tier::skip("python3 is not installed");
        return;
    }
    let mut runner = Command::new("python3");
    runner.args(["conformance/runner", "run", "--offsets", "--limit", "60", "--impl", &adapter()]).current_dir(root());
    let output = runner.output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains("skipped"), "it has no operations for tags: {}", text(&output));
}
