//! Users' programs under the thread sanitizer, with the unchanged library.
//!
//! The library is not built for the sanitizer, because Rust's standard library is not: the sanitizer would report data
//! that its locks and cells pass between threads as races. Rust's types ensure instead that the library has no races:
//! its core shares nothing by `unsafe`, a C function with a `const` receiver has a shared reference, and the object
//! behind a handle must be `Sync` (`src/ffi/boundary/held.rs`).

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    tier,
    tools::{Language, Link, build, compiler, root, run, scratch, text},
};

fn options() -> String {
    format!("halt_on_error=1 suppressions={}", root().join("c-tests/tsan.supp").display())
}

/// Programs whose threads share readers, games and positions, and in which searches, imports and checks start threads.
const PROGRAMS: [&str; 4] = ["threads.c", "roundtrip.c", "search.c", "layer_search.cc"];

/// Returns whether the C compiler has the sanitizer; if not, says so.
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

fn build_one(source: &str) -> PathBuf {
    let name = source.split('.').next().unwrap();
    let standard = if Language::of(source) == Language::Cpp { "c++17" } else { "c11" };
    build(name, &[source], standard, &["-D_POSIX_C_SOURCE=200809L", "-fsanitize=thread"], Link::Shared)
}

/// The sanitizer must find a deliberate race; otherwise its silence proves nothing.
fn must_see_a_race(program: &Path) {
    let output = Command::new(program).arg("5").env("TSAN_OPTIONS", options()).output().unwrap();
    assert!(!output.status.success() && text(&output).contains("data race"), "{}", text(&output));
}

/// As include/README.md describes for the shared library.
#[test]
fn programs_of_users_are_clean_under_the_thread_sanitizer() {
    if !is_there() {
        return;
    }
    for source in PROGRAMS {
        let program = build_one(source);
        run(Command::new(&program).env("TSAN_OPTIONS", options()), &program);
    }
    must_see_a_race(&build_one("faulty.c"));
}
