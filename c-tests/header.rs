//! The committed header and symbol list are what the sources say.

use std::{fs, path::Path};

use crate::tools::{exported_symbols, root};

/// The files of the interface, in the order in which the header shows them.
const SOURCES: [&str; 18] = [
    "version",
    "status",
    "types",
    "error",
    "codec",
    "position",
    "game",
    "game_build",
    "game_text",
    "walk",
    "options",
    "writer",
    "reader",
    "query",
    "search",
    "info",
    "files",
    "io",
];

/// The version of the package as macros: numbers that the sources have as text only.
fn version_macros() -> String {
    let parts: Vec<u32> = ["MAJOR", "MINOR", "PATCH"].iter().map(|part| version_part(part)).collect();
    format!(
        "\n/**\n * The version of the library that this header belongs to. Since 0.1.\n */\n#define PLYPACK_VERSION \"{}\"\n\n\
         /**\n * The same as a number: major times 10000 plus minor times 100 plus patch. Since 0.1.\n */\n\
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

fn generated() -> String {
    let mut config = cbindgen::Config::from_file(root().join("include/cbindgen.toml")).unwrap();
    config.after_includes = Some(version_macros());
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in SOURCES {
        builder = builder.with_src(root().join("src/ffi").join(name).with_extension("rs"));
    }
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    String::from_utf8(text).unwrap()
}

/// Compares a committed file with what it should be; writes it when asked to.
fn check(path: &Path, expected: &str) {
    if std::env::var_os("UPDATE_HEADER").is_some() {
        fs::write(path, expected).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    let hint = "run the tests with UPDATE_HEADER=1, look at the change, and commit it";
    assert!(found == expected, "{} is not what the sources say: {hint}", path.display());
}

#[test]
fn header_is_generated_from_the_sources() {
    check(&root().join("include/plypack.h"), &generated());
}

#[test]
fn symbols_are_those_of_the_list() {
    let symbols = exported_symbols();
    check(&root().join("include/plypack.symbols"), &(symbols.join("\n") + "\n"));
    let header = generated();
    for symbol in &symbols {
        assert!(header.contains(&format!(" {symbol}(")) || header.contains(&format!("*{symbol}(")), "{symbol}");
    }
}

/// A function in a file that is not listed above would be missing from the header.
#[test]
fn all_files_with_exports_are_listed() {
    for entry in fs::read_dir(root().join("src/ffi")).unwrap() {
        let path = entry.unwrap().path();
        let exports = fs::read_to_string(&path).unwrap().contains("#[unsafe(no_mangle)]");
        let name = path.file_stem().unwrap().to_str().unwrap();
        assert!(!exports || SOURCES.contains(&name), "{name}");
    }
}
