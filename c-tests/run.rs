//! The C interface as C and C++ programs see it: every `.c` file here is compiled, linked and run in several ways.

#![cfg(unix)]

mod header;
mod sources;
mod tools;

use std::{fs, process::Command};

use tools::{Link, build, compiler, exported_symbols, has, library, must, root, run, text};

/// Test programs of one source each.
const PROGRAMS: [&str; 10] =
    ["codec_only", "errors", "games", "layout", "null_args", "ownership", "roundtrip", "search", "threads", "version"];

fn build_and_run(flags: &[&str], link: Link) {
    for name in PROGRAMS {
        let program = build(name, &[&format!("{name}.c")], flags, link);
        run(&mut Command::new(&program), &program);
    }
}

#[test]
fn c99_programs_work_with_the_shared_library() {
    build_and_run(&["-std=c99", "-D_POSIX_C_SOURCE=200809L"], Link::Shared);
}

#[test]
fn c11_programs_work_with_the_static_library() {
    build_and_run(&["-std=c11", "-D_POSIX_C_SOURCE=200809L"], Link::Static);
}

/// The C program of README.md, which lists the games of a file.
#[test]
fn the_readme_program_works() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let code = readme.split("```c\n").nth(1).and_then(|t| t.split("```").next()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("readme.c");
    fs::write(&source, code).unwrap();
    let (games, _) = plypack::games_from_pgn(b"1. e4 e5 *\n\n1. d4 *\n").unwrap();
    let packed = plypack::pack_games(&games, plypack::Codec::Byte).unwrap();
    fs::write(folder.path().join("games.plypack"), packed).unwrap();
    let program = build("readme", &[source.to_str().unwrap()], &["-std=c99"], Link::Shared);
    let output = must(Command::new(&program).current_dir(folder.path()));
    assert_eq!(text(&output), "game 0: 2 plies\ngame 1: 1 plies\n");
}

/// gcc and clang define `__asan_init` in programs with the address sanitizer.
fn has_sanitizer(program: &std::path::Path) -> bool {
    text(&must(Command::new("nm").arg(program))).contains("__asan_init")
}

#[test]
fn programs_are_clean_under_sanitizers() {
    for name in PROGRAMS {
        let program = build(name, &[&format!("{name}.c")], &["-std=c11", "-D_POSIX_C_SOURCE=200809L"], Link::Sanitized);
        assert!(has_sanitizer(&program));
        run(&mut Command::new(&program), &program);
    }
}

#[test]
fn sanitizers_report_faults() {
    for (fault, report) in [
        ("1", "heap-buffer-overflow"),
        ("2", "signed integer overflow"),
        ("3", "heap-use-after-free"),
        ("4", "detected memory leaks"),
    ] {
        let program = build("faulty", &["faulty.c"], &["-std=c11", "-O0"], Link::Sanitized);
        let output = Command::new(&program).arg(fault).output().unwrap();
        assert!(!output.status.success() && text(&output).contains(report), "{fault}: {}", text(&output));
    }
    let plain = build("faulty", &["faulty.c"], &["-std=c11", "-O0"], Link::Static);
    assert!(!has_sanitizer(&plain));
}

#[test]
fn programs_are_clean_under_valgrind() {
    if !has("valgrind") {
        println!("SKIPPED: valgrind is not installed");
        return;
    }
    let valgrind = ["--quiet", "--error-exitcode=1", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"];
    for name in PROGRAMS {
        let program =
            build(name, &[&format!("{name}.c")], &["-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O1"], Link::Shared);
        run(Command::new("valgrind").args(valgrind).arg(&program), &program);
    }
    let program = build("faulty", &["faulty.c"], &["-std=c11", "-O1"], Link::Shared);
    for fault in ["1", "3", "4"] {
        let output = Command::new("valgrind").args(valgrind).arg(&program).arg(fault).output().unwrap();
        assert!(!output.status.success(), "valgrind does not report fault {fault}");
    }
}

#[test]
fn the_header_suits_c_and_cpp() {
    for standard in ["-std=c99", "-std=c11"] {
        build("include_alone", &["include_alone.c"], &[standard], Link::Static);
    }
    for standard in ["-std=c++11", "-std=c++17"] {
        let program = build("include_twice", &["include_twice_a.cc", "include_twice_b.cc"], &[standard], Link::Shared);
        run(&mut Command::new(&program), &program);
    }
    let header = root().join("include/plypack.h");
    for (cpp, language, standard) in [(false, "c", "-std=c99"), (false, "c", "-std=c11"), (true, "c++", "-std=c++17")] {
        must(compiler(cpp).args(["-x", language, standard, "-fsyntax-only"]).args(tools::WARNINGS).arg(&header));
    }
}

/// Programs that were compiled with the header of every version go on working.
#[test]
fn old_programs_work_with_this_library() {
    let folder = root().join("include/abi");
    for entry in fs::read_dir(&folder).unwrap() {
        let header = entry.unwrap().path();
        let define = format!("-DPLYPACK_HEADER=\"{}\"", header.display());
        let name = format!("old_abi-{}", header.file_stem().unwrap().to_str().unwrap());
        let program = build(&name, &["old_abi.c"], &["-std=c99", &define], Link::Shared);
        run(&mut Command::new(&program), &program);
    }
}

/// Every function of an old header is still there.
#[test]
fn no_function_is_gone() {
    let symbols = exported_symbols();
    for entry in fs::read_dir(root().join("include/abi")).unwrap() {
        let header = fs::read_to_string(entry.unwrap().path()).unwrap();
        for name in sources::declared(&header) {
            assert!(symbols.contains(&name), "{name}");
        }
    }
}

#[test]
fn the_soname_is_the_abi_version() {
    if !has("readelf") {
        println!("SKIPPED: readelf is not installed");
        return;
    }
    let dynamic = text(&must(Command::new("readelf").arg("-d").arg(library("libplypack.so"))));
    let header = fs::read_to_string(root().join("include/plypack.h")).unwrap();
    let line = header.lines().find_map(|line| line.strip_prefix("#define PLYPACK_ABI_VERSION "));
    assert!(dynamic.contains(&format!("[libplypack.so.{}]", line.unwrap())), "{dynamic}");
}

#[test]
fn null_args_covers_every_function() {
    let test = fs::read_to_string(root().join("c-tests/null_args.c")).unwrap();
    for symbol in exported_symbols() {
        assert!(test.contains(&format!("{symbol}(")), "null_args.c does not call {symbol}");
    }
}
