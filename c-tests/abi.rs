//! The interface of every old header is part of the current interface: `abidiff` compares functions, structs and enums.

use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::{
    sources::declared,
    tier,
    tools::{Language, compiler, has, must, root, text},
};

/// A library with one variable per function of the header, whose type is a pointer to the function. The Rust library is
/// not used, because it also shows the types behind the handles.
fn types_of(header: &str, folder: &Path, name: &str) -> PathBuf {
    let mut source = header.to_owned();
    for function in declared(header) {
        writeln!(source, "extern decltype(&{function}) type_of_{function};").unwrap();
        writeln!(source, "decltype(&{function}) type_of_{function} = nullptr;").unwrap();
    }
    let (path, library) = (folder.join(name).with_extension("cc"), folder.join(name).with_extension("so"));
    fs::write(&path, source).unwrap();
    must(compiler(Language::Cpp, "c++17").args(["-shared", "-o"]).arg(&library).arg(&path));
    library
}

fn compare(old: &str, new: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let [old, new] = [(old, "old"), (new, "new")].map(|(header, name)| types_of(header, folder.path(), name));
    Command::new("abidiff").arg("--no-added-syms").args([old, new]).output().unwrap()
}

#[test]
fn types_are_those_of_old_headers() {
    if !has("abidiff") {
        tier::skip("abidiff (abigail-tools) is not installed");
        return;
    }
    let today = fs::read_to_string(root().join("include/plypack.h")).unwrap();
    for entry in fs::read_dir(root().join("include/abi")).unwrap() {
        let path = entry.unwrap().path();
        let output = compare(&fs::read_to_string(&path).unwrap(), &today);
        assert!(output.status.success(), "{}: {}", path.display(), text(&output));
    }
    for (was, is) in [
        ("size_t count,", "uint32_t count,"),
        ("PLYPACK_LOCKED = 601", "PLYPACK_LOCKED = 609"),
        ("uint32_t depth;", "uint64_t depth;"),
        ("plypack_color plypack_position_turn(", "plypack_start plypack_position_turn("),
    ] {
        assert!(today.contains(was), "{was}");
        assert!(!compare(&today, &today.replacen(was, is, 1)).status.success(), "{is} is not found");
    }
}
