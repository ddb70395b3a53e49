//! The committed header and symbol list match the sources.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    header_order::ordered,
    tools::{exported_symbols, interface, interface_sources, root},
};

/// The files of the interface, in the order in which the header shows their constants and types.
const SOURCES: &[&str] = &[
    "boundary/version",
    "boundary/status",
    "boundary/types",
    "readers/state",
    "boundary/error",
    "positions/codec",
    "positions/moves",
    "positions/position",
    "positions/state",
    "games/game",
    "games/build",
    "games/tags",
    "games/edit",
    "games/text",
    "games/walk",
    "writers/options",
    "writers/writer",
    "files/paths",
    "searches/query",
    "searches/condition",
    "readers/open",
    "readers/reader",
    "writers/edits",
    "readers/export",
    "scans/scan",
    "scans/table",
    "searches/hits",
    "searches/tree",
    "searches/orders",
    "searches/names",
    "searches/rows",
    "searches/run",
    "searches/explorer",
    "readers/info",
    "files/whole",
    "boundary/io",
];

/// The version of the package as macros, because the sources have these numbers only as text.
fn version_macros() -> String {
    let parts: Vec<u32> = ["MAJOR", "MINOR", "PATCH"].iter().map(|part| version_part(part)).collect();
    format!(
        "\n/**\n * The version of the library that this header belongs to.\n */\n#define PLYPACK_VERSION \"{}\"\n\n\
         /**\n * The version as a number: major times 10000 plus minor times 100 plus patch.\n */\n\
         #define PLYPACK_VERSION_NUMBER ({} * 10000 + {} * 100 + {})\n",
        env!("CARGO_PKG_VERSION"),
        parts[0],
        parts[1],
        parts[2]
    )
}

fn version_part(part: &str) -> u32 {
    match part {
        "MAJOR" => env!("CARGO_PKG_VERSION_MAJOR"),
        "MINOR" => env!("CARGO_PKG_VERSION_MINOR"),
        _ => env!("CARGO_PKG_VERSION_PATCH"),
    }
    .parse()
    .unwrap()
}

fn generated(documentation: bool) -> String {
    let mut config = cbindgen::Config::from_file(root().join("include/cbindgen.toml")).unwrap();
    config.after_includes = Some(version_macros() + config.after_includes.as_deref().unwrap_or_default());
    config.documentation = documentation;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in SOURCES {
        builder = builder.with_src(interface().join(name).with_extension("rs"));
    }
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    ordered(&String::from_utf8(text).unwrap())
}

/// Compares a committed file with its expected content; writes the file instead if the environment has `variable`.
fn check(path: &Path, expected: &str, variable: &str) {
    if std::env::var_os(variable).is_some() {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    let hint = format!("run the tests with {variable}=1, look at the change, and commit it");
    assert!(found == expected, "{} is not what the sources say: {hint}", path.display());
}

#[test]
fn header_is_generated_from_the_sources() {
    check(&root().join("include/plypack.h"), &generated(true), "UPDATE_HEADER");
}

/// The interface of this version for `abi` and `old_abi.c`: it changes only deliberately, and never after a release.
#[test]
fn header_of_this_version_is_kept() {
    let name = format!("plypack-{}.{}.h", version_part("MAJOR"), version_part("MINOR"));
    let path = root().join("include/abi").join(name);
    if std::env::var_os("UPDATE_ABI").is_some() {
        fs::write(&path, generated(false)).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|_| panic!("UPDATE_ABI=1 makes {}", path.display()));
    assert_eq!(missing(&kept, &generated(false)), None);
}

/// The first line of a kept header that another header lacks at or after the place of the previous lines, because lines
/// may only be added. The version numbers of the library and of its format may increase.
fn missing<'a>(kept: &'a str, now: &str) -> Option<&'a str> {
    let mut lines = now.lines();
    let rises = |line: &str| {
        ["PLYPACK_VERSION", "PLYPACK_FORMAT_VERSION"].iter().any(|name| line.starts_with(&format!("#define {name}")))
    };
    let mut rest = kept.lines().filter(|line| !rises(line));
    rest.find(|line| !lines.any(|other| other == *line))
}

#[test]
fn what_a_kept_header_loses_is_found() {
    let now = generated(false);
    let added = now.replacen("};", "    PLYPACK_ADDED = 7,\n};\nvoid plypack_added(void);", 1);
    assert_eq!((missing(&now, &added), missing(&now, &now.replace("\"1.", "\"9."))), (None, None));
    for (was, is) in [
        ("plypack_status plypack_reader_info(", "plypack_status plypack_reader_facts("),
        ("PLYPACK_LOCKED = 601", "PLYPACK_LOCKED = 609"),
        ("#define PLYPACK_ABI_VERSION 1", "#define PLYPACK_ABI_VERSION 2"),
    ] {
        assert!(now.contains(was), "{was}");
        assert!(missing(&now, &now.replacen(was, is, 1)).is_some(), "{is} is not found");
    }
}

#[test]
fn symbols_are_those_of_the_list() {
    let symbols = exported_symbols();
    check(&root().join("include/plypack.symbols"), &(symbols.join("\n") + "\n"), "UPDATE_HEADER");
    let header = generated(true);
    for symbol in &symbols {
        assert!(header.contains(&format!(" {symbol}(")) || header.contains(&format!("*{symbol}(")), "{symbol}");
    }
}

/// The names of functions, types and constants in a text, without prefixes such as `PLYPACK_INFO_`.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| (word.starts_with("plypack_") || word.starts_with("PLYPACK_")) && !word.ends_with('_'))
}

/// Every name in the comments of the header, in the C++ headers and in the README is declared, so that no changed or
/// removed name remains.
#[test]
fn documented_names_are_declared() {
    let header = generated(false);
    let declared: HashSet<&str> = names_in(&header).collect();
    let includes = fs::read_dir(root().join("include/plypack")).unwrap().map(|entry| entry.unwrap().path());
    let documents = ["plypack.h", "plypack.hpp", "README.md"].map(|name| root().join("include").join(name));
    for path in documents.into_iter().chain(includes) {
        let text = fs::read_to_string(&path).unwrap();
        let own = |name: &str| name.ends_with("_HPP") || name == "PLYPACK_NODISCARD";
        let unknown: Vec<&str> = names_in(&text).filter(|name| !declared.contains(name) && !own(name)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", path.display());
    }
    assert_eq!(names_in("`PLYPACK_CODEC_VARLEN`, PLYPACK_INFO_... and plypack_gone(").collect::<Vec<_>>().len(), 2);
}

/// The header lacks functions of files that are not listed above.
#[test]
fn all_files_with_exports_are_listed() {
    let listed: HashSet<PathBuf> = SOURCES.iter().map(|name| interface().join(name).with_extension("rs")).collect();
    for path in interface_sources() {
        let exports = fs::read_to_string(&path).unwrap().contains("#[unsafe(no_mangle)]");
        assert!(!exports || listed.contains(&path), "{}", path.display());
    }
}
