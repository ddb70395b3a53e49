//! The library and programs that use it under the thread sanitizer.
//!
//! Rust's flag for it is not stable: `RUSTC_BOOTSTRAP` allows it with the toolchain at hand. The standard library is not
//! instrumented; what the sanitizer must know of it is in `tsan.supp`. Programs are linked with Rust's own run-time library of the
//! sanitizer, which knows all functions that Rust's instrumentation calls.

use std::{fs, path::PathBuf, process::Command};

use crate::{
    tier,
    tools::{Language, NATIVE_LIBS, compiler, has, must, root, run, scratch, text},
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
fn build(source: &str, library: &PathBuf, run_time: &PathBuf) -> PathBuf {
    let folder = scratch("tsan");
    let name = source.split('.').next().unwrap();
    let (object, program) = (folder.join(name).with_extension("o"), folder.join(name));
    let language = Language::of(source);
    let mut compile = compiler(language, if language == Language::Cpp { "c++17" } else { "c11" });
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

/// Readers, games and positions that threads share; searches, imports and checks that start threads.
#[test]
fn programs_are_clean_under_the_thread_sanitizer() {
    if tier::skips_slow() {
        return;
    }
    if !has("cc") {
        tier::skip("there is no C compiler");
        return;
    }
    let (Some(library), Some(run_time)) = (library(), run_time()) else { return };
    for source in ["threads.c", "roundtrip.c", "search.c", "layer_search.cc"] {
        let program = build(source, &library, &run_time);
        run(Command::new(&program).env("TSAN_OPTIONS", options()), &program);
    }
    let program = build("faulty.c", &library, &run_time);
    let output = Command::new(&program).arg("5").env("TSAN_OPTIONS", options()).output().unwrap();
    assert!(!output.status.success() && text(&output).contains("data race"), "{}", text(&output));
}
