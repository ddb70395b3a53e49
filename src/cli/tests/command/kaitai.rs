//! Uses `spec/plypack.ksy`: a parser generated from it reads files that plypack writes. `conformance/kaitai/read.js` generates and runs it,
//! with npm packages.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::OnceLock,
};

use plypack::Codec;
use serde_json::Value;

use super::tier;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The folder with the packages that read.js needs, fetched if necessary; `Err` gives the reason if they are missing.
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

fn must_have_node() -> Result<(), String> {
    Command::new("node").arg("--version").output().map(drop).map_err(|e| format!("node: {e}"))
}

fn must(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

fn plypack(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plypack")).args(arguments).output().unwrap()
}

/// A file with every codec, one with several blocks and footers, one with an index, and one with unparsed text.
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

/// The members of `found` equal the members of `expected` with the same names.
fn agrees(found: &Value, expected: &Value) -> bool {
    match found {
        Value::Object(members) => members.iter().all(|(name, value)| agrees(value, &expected[name])),
        other => other == expected,
    }
}

/// Returns the generated parser's output for each file; `None` if the packages are unavailable.
fn read(files: &[String]) -> Option<Vec<Value>> {
    if tier::skips_slow() {
        return None;
    }
    // Tests run in parallel: one of them fetches, the others wait for it.
    static PACKAGES: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    let modules = match PACKAGES.get_or_init(|| must_have_node().and_then(|()| packages())) {
        Ok(modules) => modules,
        Err(why) => {
            tier::skip(why);
            return None;
        }
    };
    let mut node = Command::new("node");
    node.arg(format!("{ROOT}/conformance/kaitai/read.js")).arg(format!("{ROOT}/spec/plypack.ksy")).args(files);
    let output = must(node.env("NODE_PATH", modules));
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), files.len());
    Some(lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn a_generated_parser_reads_files() {
    let folder = tempfile::tempdir().unwrap();
    let files = files(folder.path());
    for (found, file) in read(&files).into_iter().flatten().zip(&files) {
        let expected: Value = serde_json::from_slice(&plypack(&["info", "--json", file]).stdout).unwrap();
        assert!(agrees(&found, &expected), "{file}: {found} and {expected}");
        assert!(found["games"].as_u64() > Some(0));
    }
}

/// Vectors of segments with a wrong head, which readers ignore.
const WRONG_HEADS: &str = "index/read-head-";

/// The bytes of all valid files among the vectors, and the number of their games unless edits change it.
fn valid_vectors() -> Vec<(String, Vec<u8>, Option<usize>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(format!("{ROOT}/conformance/vectors")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let chapter: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        for test in chapter["tests"].as_array().unwrap() {
            let has_wrong_head = test["id"].as_str().unwrap().starts_with(WRONG_HEADS);
            if test["op"] != "decode-file" || test["result"] != "valid" || has_wrong_head {
                continue;
            }
            let parts = test["input"].as_array().unwrap().iter().map(|part| part[0].as_str().unwrap());
            let bytes = parts.flat_map(bytes_of).collect();
            // A file with edits holds more than its games (container.14).
            let is_edited = test["rules"].as_array().unwrap().iter().any(|rule| rule == "container.14");
            let games = (!is_edited).then(|| test["expect"]["games"].as_array().unwrap().len());
            found.push((test["id"].as_str().unwrap().to_owned(), bytes, games));
        }
    }
    found
}

/// The bytes of a hex string, in which `00 x 448` is a byte repeated 448 times.
fn bytes_of(hex: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut words = hex.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "x" => {
                let count: usize = words.next().unwrap().parse().unwrap();
                bytes.resize(bytes.len() + count - 1, *bytes.last().unwrap());
            }
            byte => bytes.push(u8::from_str_radix(byte, 16).unwrap()),
        }
    }
    bytes
}

#[test]
fn a_generated_parser_reads_all_valid_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let vectors = valid_vectors();
    assert!(vectors.len() > 40);
    let write = |(number, (_, bytes, _)): (usize, &(String, Vec<u8>, Option<usize>))| {
        let path = folder.path().join(format!("{number}.plypack"));
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let files: Vec<String> = vectors.iter().enumerate().map(write).collect();
    for (found, (id, _, games)) in read(&files).into_iter().flatten().zip(&vectors) {
        assert!(games.is_none_or(|games| found["games"].as_u64() == Some(games as u64)), "{id}: {found}");
    }
}
