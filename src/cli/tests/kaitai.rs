//! `spec/plypack.ksy` in use: a parser that is made from it reads what plypack writes. `conformance/kaitai/read.js` makes
//! and runs it, with packages of npm.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use plypack::Codec;
use serde_json::Value;

#[path = "../../../tests/support/tier.rs"]
mod tier;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder with the packages that read.js needs, fetched if need be; `Err` says why they are not there.
fn packages() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kaitai");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(Path::new(ROOT).join("conformance/kaitai/package.json"), folder.join("package.json")).unwrap();
    let modules = folder.join("node_modules");
    if modules.join("kaitai-struct-compiler/package.json").is_file() {
        return Ok(modules);
    }
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--fetch-retries=0", "--ignore-scripts"]);
    match npm.current_dir(&folder).output() {
        Ok(output) if output.status.success() => Ok(modules),
        Ok(output) => Err(format!("npm install: {}", String::from_utf8_lossy(&output.stderr))),
        Err(error) => Err(format!("npm: {error}")),
    }
}

fn must(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn plypack(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plypack")).args(arguments).output().unwrap()
}

/// A file with every codec, one with several blocks and footers, one with an index, and one with text that could not be read.
fn files(folder: &Path) -> Vec<String> {
    let sample = |name: &str| format!("{ROOT}/conformance/samples/{name}.pgn");
    let mut files = Vec::new();
    let mut file = |name: &str| {
        let path = folder.join(name).with_extension("plypack").to_str().unwrap().to_owned();
        files.push(path.clone());
        path
    };
    for codec in Codec::IN_FILES {
        plypack(&["pack", &sample("famous"), "--codec", codec.name(), "-o", &file(codec.name())]);
    }
    let appended = file("appended");
    plypack(&["pack", &sample("edge"), "-o", &appended]);
    plypack(&["append", &appended, &sample("famous"), "--codec", "coord16"]);
    plypack(&["append", &appended, &sample("edge")]);
    let indexed = file("indexed");
    plypack(&["pack", &sample("famous"), "-o", &indexed]);
    assert!(plypack(&["index", &indexed]).status.success());
    plypack(&["pack", &sample("broken"), "-o", &file("broken")]);
    files
}

/// The members of `found` are those of `expected` with the same names.
fn agrees(found: &Value, expected: &Value) -> bool {
    match found {
        Value::Object(members) => members.iter().all(|(name, value)| agrees(value, &expected[name])),
        other => other == expected,
    }
}

#[test]
fn a_generated_parser_reads_files() {
    if tier::skips_slow() {
        return;
    }
    let modules = match Command::new("node").arg("--version").output().map_err(|e| format!("node: {e}")) {
        Ok(_) => packages(),
        Err(why) => Err(why),
    };
    let modules = match modules {
        Ok(modules) => modules,
        Err(why) => return tier::skip(&why),
    };
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    let mut node = Command::new("node");
    node.arg(format!("{ROOT}/conformance/kaitai/read.js")).arg(format!("{ROOT}/spec/plypack.ksy")).args(&files);
    let output = must(node.env("NODE_PATH", modules));
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), files.len());
    for (line, file) in lines.lines().zip(&files) {
        let expected: Value = serde_json::from_slice(&plypack(&["info", "--json", file]).stdout).unwrap();
        let found: Value = serde_json::from_str(line).unwrap();
        assert!(agrees(&found, &expected), "{file}: {found} and {expected}");
        assert!(found["games"].as_u64() > Some(0));
    }
}
