//! Programs of users under the thread sanitizer, with the library as it is.
//!
//! The library is not built for the sanitizer, because Rust's standard library is not: what its locks and cells pass from thread to
//! thread would be reported as races. That the library has none follows from Rust's types instead: its core has no `unsafe` that
//! shares anything, a C function with a `const` receiver has a shared reference, and what is behind a handle must be `Sync` (`src/ffi/boundary/held.rs`).

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

/// Programs in which threads share readers, games and positions, and searches, imports and checks start threads.
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
    for source in PROGRAMS {
        let program = build_one(source);
        run(Command::new(&program).env("TSAN_OPTIONS", options()), &program);
    }
    must_see_a_race(&build_one("faulty.c"));
}
