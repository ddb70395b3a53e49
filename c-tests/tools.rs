//! Compiler, libraries and programs of the C tests.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// The folder of the package.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// A folder for what tests make, one for each user of it.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c-tests").join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The library that belongs to this test program: the newest beside it, or one folder up.
pub fn library(file: &str) -> PathBuf {
    let here = env::current_exe().unwrap();
    let deps = here.parent().unwrap();
    let found =
        [deps, deps.parent().unwrap()].map(|folder| folder.join(file)).into_iter().filter(|path| path.is_file());
    let newest = found.max_by_key(|path| fs::metadata(path).unwrap().modified().unwrap());
    newest.unwrap_or_else(|| panic!("{file} was not built; cargo test builds it"))
}

/// How a program is linked and instrumented.
#[derive(Clone, Copy, PartialEq)]
pub enum Link {
    Shared,
    Static,
    /// Static, with the address and undefined behaviour sanitizers.
    Sanitized,
}

/// What the static library needs, as include/README.md says.
pub const NATIVE_LIBS: [&str; 3] = ["-lpthread", "-lm", "-ldl"];

pub const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];

const SANITIZERS: [&str; 3] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];

/// The compiler: `CC` and `CXX`, or what the system has.
pub fn compiler(cpp: bool) -> Command {
    let (variable, usual) = if cpp { ("CXX", "c++") } else { ("CC", "cc") };
    Command::new(env::var_os(variable).unwrap_or_else(|| usual.into()))
}

/// Runs a command, which must succeed.
pub fn must(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}\n{}", output.status, text(&output));
    output
}

/// What a command wrote.
pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Whether a program is there to be run.
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// A folder with the shared library under its soname, as it is when it is installed.
fn installed(folder: &Path) -> PathBuf {
    let folder = folder.join("lib");
    fs::create_dir_all(&folder).unwrap();
    for name in ["libplypack.so.0", "libplypack.so"] {
        let link = folder.join(name);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(library("libplypack.so"), link).unwrap();
    }
    folder
}

/// Compiles sources of this folder into a program.
pub fn build(name: &str, sources: &[&str], flags: &[&str], link: Link) -> PathBuf {
    let folder = scratch(&format!("{name}-{}", flags.join("").replace(['/', '='], "") + &format!("{}", link as u8)));
    let program = folder.join(name);
    let cpp = sources.iter().any(|source| source.ends_with(".cc"));
    let mut command = compiler(cpp);
    command
        .arg(concat!("-DCARGO_VERSION=", env!("CARGO_PKG_VERSION")))
        .args(flags)
        .args(WARNINGS)
        .args(["-g", "-I"])
        .arg(root().join("include"));
    command.args(sources.iter().map(|source| root().join("c-tests").join(source)));
    if link == Link::Sanitized {
        command.args(SANITIZERS);
    }
    if link == Link::Shared {
        let installed = installed(&folder);
        command.arg("-L").arg(&installed).arg("-lplypack").arg(format!("-Wl,-rpath,{}", installed.display()));
    } else {
        command.arg(library("libplypack.a")).args(NATIVE_LIBS);
    }
    must(command.arg("-pthread").arg("-o").arg(&program));
    program
}

/// Runs a test program with a folder for its files. Exit code 77 says that it was skipped.
pub fn run(command: &mut Command, program: &Path) {
    let files = program.with_extension("files");
    let _ = fs::remove_dir_all(&files);
    fs::create_dir_all(&files).unwrap();
    let output = command.arg(&files).env("LC_ALL", "C").output().unwrap();
    match output.status.code() {
        Some(0) => {}
        Some(77) => println!("SKIPPED {}: {}", program.display(), text(&output)),
        _ => panic!("{command:?}: {}\n{}", output.status, text(&output)),
    }
}

/// The functions that the shared library gives to others.
pub fn exported_symbols() -> Vec<String> {
    let output = must(Command::new("nm").args(["-D", "--defined-only"]).arg(library("libplypack.so")));
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut names: Vec<_> =
        lines.lines().filter_map(|line| line.split_whitespace().last()).map(str::to_owned).collect();
    names.sort();
    names
}
