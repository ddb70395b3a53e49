//! Programs under the thread sanitizer: with the library as it is, and with one that is instrumented, too.
//!
//! Rust's flag for it is not stable: `RUSTC_BOOTSTRAP` allows it with the toolchain at hand. Such programs are linked with Rust's
//! own run-time library of the sanitizer, which has all functions that Rust's instrumentation calls. `tsan.supp` has what the
//! sanitizer cannot know.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    tier,
    tools::{Language, Link, NATIVE_LIBS, build, compiler, must, root, run, scratch, text},
};

const FLAGS: &str = "-Zsanitizer=thread -Cunsafe-allow-abi-mismatch=sanitizer";

/// The static library with the sanitizer; `None`, and says why, if this machine cannot build it.
fn library() -> Option<PathBuf> {
    let folder = scratch("tsan-target");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", env!("CARGO_PKG_NAME"), "--lib", "--target", env!("PLYPACK_TARGET")]);
    cargo.arg("--target-dir").arg(&folder).current_dir(root()).env("RUSTFLAGS", FLAGS).env("RUSTC_BOOTSTRAP", "1");
    let output = cargo.output().unwrap();
    if !output.status.success() {
        tier::skip(&format!("no library with the thread sanitizer: {}", text(&output)));
        return None;
    }
    Some(folder.join(env!("PLYPACK_TARGET")).join("debug/libplypack.a"))
}

/// The run-time library of the sanitizer that belongs to the compiler.
fn run_time() -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output =
        text(&must(Command::new(rustc).args(["--print", "target-libdir", "--target", env!("PLYPACK_TARGET")])));
    let entries = fs::read_dir(output.trim()).unwrap().map(|entry| entry.unwrap().path());
    let found = entries.into_iter().find(|path| path.to_str().unwrap().ends_with("rt.tsan.a"));
    if found.is_none() {
        tier::skip("the Rust toolchain has no run-time library of the thread sanitizer");
    }
    found
}

/// A program that is instrumented, as is the library that it is linked with.
fn build_instrumented(source: &str, library: &Path, run_time: &Path) -> PathBuf {
    let folder = scratch("tsan");
    let name = source.split('.').next().unwrap();
    let (object, program) = (folder.join(name).with_extension("o"), folder.join(name));
    let mut compile = compiler(Language::of(source), standard(source));
    compile
        .arg(concat!("-DCARGO_VERSION=", env!("CARGO_PKG_VERSION")))
        .args(["-D_POSIX_C_SOURCE=200809L", "-fsanitize=thread"]);
    compile.arg("-I").arg(root().join("include")).arg("-c").arg(root().join("c-tests").join(source));
    must(compile.arg("-o").arg(&object));
    let mut link = compiler(Language::Cpp, "c++17");
    link.arg(object).arg(library).arg("-Wl,--whole-archive").arg(run_time).arg("-Wl,--no-whole-archive");
    must(link.args(NATIVE_LIBS).args(["-lrt", "-lresolv", "-rdynamic", "-o"]).arg(&program));
    program
}

fn options() -> String {
    format!("halt_on_error=1 suppressions={}", root().join("c-tests/tsan.supp").display())
}

/// Programs in which threads share readers, games and positions, and searches, imports and checks start threads.
const PROGRAMS: [&str; 4] = ["threads.c", "roundtrip.c", "search.c", "layer_search.cc"];

/// Whether the C compiler has the sanitizer; if not, says so.
fn is_there() -> bool {
    let source = scratch("tsan").join("empty.c");
    fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let mut compile = compiler(Language::C, "c11");
    compile.arg("-fsanitize=thread").arg(&source).arg("-o").arg(source.with_extension(""));
    let found = compile.output().is_ok_and(|output| output.status.success());
    if !found {
        tier::skip("the C compiler has no thread sanitizer");
    }
    found
}

fn standard(source: &str) -> &'static str {
    if Language::of(source) == Language::Cpp { "c++17" } else { "c11" }
}

/// The sanitizer must see a race, so that its silence means something.
fn must_see_a_race(program: &Path) {
    let output = Command::new(program).arg("5").env("TSAN_OPTIONS", options()).output().unwrap();
    assert!(!output.status.success() && text(&output).contains("data race"), "{}", text(&output));
}

/// As include/README.md tells users of the shared library.
#[test]
fn programs_of_users_are_clean_under_the_thread_sanitizer() {
    if !is_there() {
        return;
    }
    let build_one = |source: &str| {
        let name = source.split('.').next().unwrap();
        build(name, &[source], standard(source), &["-D_POSIX_C_SOURCE=200809L", "-fsanitize=thread"], Link::Shared)
    };
    for source in PROGRAMS {
        let program = build_one(source);
        run(Command::new(&program).env("TSAN_OPTIONS", options()), &program);
    }
    must_see_a_race(&build_one("faulty.c"));
}

#[test]
fn the_library_is_clean_under_the_thread_sanitizer() {
    if tier::skips_slow() || !is_there() {
        return;
    }
    let (Some(library), Some(run_time)) = (library(), run_time()) else { return };
    for source in PROGRAMS {
        let program = build_instrumented(source, &library, &run_time);
        run(Command::new(&program).env("TSAN_OPTIONS", options()), &program);
    }
    must_see_a_race(&build_instrumented("faulty.c", &library, &run_time));
}
