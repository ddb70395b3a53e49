//! The conformance suite on the adapter in C.

use std::{fs, process::Command};

use crate::{
    tier,
    tools::{Link, build, has, root, text},
};

/// The adapter, built from all C files of its folder.
fn adapter() -> String {
    let entries = fs::read_dir(root().join("conformance/adapters/c")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path().display().to_string());
    let sources: Vec<String> = paths.filter(|path| path.ends_with(".c")).collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    build("adapter", &sources, "c11", &["-O1"], Link::Static).display().to_string()
}

fn run(program: &str, arguments: &[&str]) -> String {
    let mut runner = Command::new("python3");
    runner.args(["conformance/runner", "run", "--offsets", "--limit", "60", "--impl", program]).args(arguments);
    let output = runner.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    text(&output)
}

#[test]
fn the_adapter_passes_every_vector() {
    if !has("python3") {
        tier::skip("python3 is not installed");
        return;
    }
    let said = run(&adapter(), &[]);
    assert!(said.contains("skipped"), "it has no operations for tags: {said}");
}

/// The operations of a simple adapter: positions, and lines of moves.
#[test]
fn the_small_adapter_passes_its_steps() {
    if !has("python3") {
        tier::skip("python3 is not installed");
        return;
    }
    let source = root().join("conformance/adapters/small/adapter.c").display().to_string();
    let program = build("small-adapter", &[&source], "c11", &["-O1"], Link::Static).display().to_string();
    let said = run(&program, &["--step", "4-6", "--every", "20"]);
    assert!(said.contains("Now you can read any start") && said.contains("step 6, byte: "), "{said}");
}
