//! Compiler, libraries and programs of the C tests.

use crate::tier;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

#[path = "../tests/support/cargo.rs"]
pub mod cargo;

/// The folder of the package.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The folder of the C interface.
pub fn interface() -> PathBuf {
    root().join("src/ffi")
}

/// The Rust files of the C interface, in all rooms.
pub fn interface_sources() -> Vec<PathBuf> {
    let mut folders = vec![interface()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(path);
            }
        }
    }
    sources.sort();
    sources
}

/// A folder for the files of tests, one per caller.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-tests").join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The folder with the libraries, which are built here: for the tests of a package, Cargo builds no `cdylib` and no
/// `staticlib`.
pub static LIBRARIES: LazyLock<PathBuf> = LazyLock::new(|| {
    cargo::build(root());
    cargo::profile_folder()
});

/// Returns a library, built with the profile of this test program.
pub fn library(file: &str) -> PathBuf {
    LIBRARIES.join(file)
}

/// The static library without debug information, which would be most of each of the sixty test programs.
static ARCHIVE: LazyLock<PathBuf> = LazyLock::new(|| {
    let stripped = scratch("archive").join("libplypack.a");
    must(Command::new("strip").arg("-S").arg("-o").arg(&stripped).arg(library("libplypack.a")));
    stripped
});

/// A file of the sample games, packed with an example program.
pub fn sample_file() -> PathBuf {
    let source = root().join("include/examples/pgn2plypack.c");
    let program = build("pgn2plypack", &[source.to_str().unwrap()], "c99", &[], Link::Shared);
    let file = program.with_extension(format!("{:?}.plypack", std::thread::current().id()));
    let samples = ["famous", "edge"].map(|name| root().join(format!("conformance/samples/{name}.pgn")));
    must(Command::new(&program).arg(&file).args(samples));
    file
}

/// Linking and instrumentation of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Link {
    Shared,
    Static,
    /// Static, with the address and undefined behaviour sanitizers.
    Sanitized,
}

/// The two languages of test programs.
#[derive(Clone, Copy, PartialEq)]
pub enum Language {
    C,
    Cpp,
}

impl Language {
    /// The language of a source file, by the extension of its name.
    pub fn of(source: &str) -> Language {
        if source.ends_with(".cc") || source.ends_with(".cpp") { Language::Cpp } else { Language::C }
    }
}

/// Libraries that the static library needs, as include/README.md says.
pub const NATIVE_LIBS: [&str; 3] = ["-lpthread", "-lm", "-ldl"];

const SANITIZERS: [&str; 3] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// The compiler for this machine with its flags, including flags from the environment (`CC`, `CXX`, `CFLAGS` and so
/// on). All warnings are errors.
pub fn compiler(language: Language, standard: &str) -> Command {
    let mut build = cc::Build::new();
    build.target(env!("PLYPACK_TARGET")).host(env!("PLYPACK_HOST")).opt_level(0).debug(true).cargo_metadata(false);
    build.cpp(language == Language::Cpp).std(standard);
    build.warnings(true).extra_warnings(true).warnings_into_errors(true).flag("-Wpedantic").flag("-Wshadow");
    build.get_compiler().to_command()
}

/// Runs a command, which must succeed.
pub fn must(command: &mut Command) -> Output {
    let output = command.output();
    // `Debug` of the command would also print the environment.
    let shown: Vec<_> = std::iter::once(command.get_program()).chain(command.get_args()).collect();
    let output = output.unwrap_or_else(|e| panic!("{shown:?}: {e}"));
    assert!(output.status.success(), "{shown:?}: {}\n{}", output.status, text(&output));
    output
}

/// Returns the output of a command.
pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Returns whether a program is installed.
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// A folder with the shared library under its soname, like an installed library.
fn installed(folder: &Path) -> PathBuf {
    let folder = folder.join("lib");
    fs::create_dir_all(&folder).unwrap();
    for name in ["libplypack.so.1", "libplypack.so"] {
        let link = folder.join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(library("libplypack.so"), link).unwrap();
    }
    folder
}

/// The folder for programs built in this way.
fn program_folder(name: &str, standard: &str, flags: &[&str], link: Link) -> PathBuf {
    let words = format!("{name}-{standard}-{}-{link:?}", flags.concat());
    scratch(&words.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_', ""))
}

/// Compiles sources into a program; they are in this folder, or given by absolute paths.
pub fn build(name: &str, sources: &[&str], standard: &str, flags: &[&str], link: Link) -> PathBuf {
    let folder = program_folder(name, standard, flags, link);
    let program = folder.join(name);
    let mut command = compiler(Language::of(sources[0]), standard);
    command.arg(concat!("-DCARGO_VERSION=", env!("CARGO_PKG_VERSION"))).args(flags);
    command.arg("-I").arg(root().join("include"));
    command.args(sources.iter().map(|source| root().join("c-tests").join(source)));
    if link == Link::Sanitized {
        command.args(SANITIZERS);
    }
    if link == Link::Shared {
        let installed = installed(&folder);
        command.arg("-L").arg(&installed).arg("-lplypack").arg(format!("-Wl,-rpath,{}", installed.display()));
    } else {
        command.arg(&*ARCHIVE).args(NATIVE_LIBS);
    }
    must(command.arg("-pthread").arg("-o").arg(&program));
    program
}

/// Runs a test program with a folder for its files; `PLYPACK_SAMPLES` names the folder of the samples. Exit code 77
/// means that the program skipped its test.
pub fn run(command: &mut Command, program: &Path) {
    let files = program.with_extension("files");
    let _ = fs::remove_dir_all(&files);
    fs::create_dir_all(&files).unwrap();
    command.arg(&files).env("LC_ALL", "C").env("PLYPACK_SAMPLES", root().join("conformance/samples"));
    let output = command.output().unwrap();
    match output.status.code() {
        Some(0) => {}
        Some(77) => tier::skip(&format!("{}: {}", program.display(), text(&output))),
        _ => panic!("{command:?}: {}\n{}", output.status, text(&output)),
    }
}

/// The functions that the shared library exports.
pub fn exported_symbols() -> Vec<String> {
    let output = must(Command::new("nm").args(["-D", "--defined-only"]).arg(library("libplypack.so")));
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut names: Vec<_> =
        lines.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect();
    names.sort();
    names
}
