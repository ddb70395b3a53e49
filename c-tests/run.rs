//! The C interface as C and C++ programs see it: every `.c` file here is compiled, linked and run in several ways.

#![cfg(unix)]

mod abi;
mod conformance;
mod examples;
mod header;
mod header_order;
mod install;
mod size;
mod sources;
#[path = "../tests/support/tier.rs"]
mod tier;
mod tools;
mod tsan;

use std::{fs, path::PathBuf, process::Command};

use tools::{
    Language, Link, build, compiler, exported_symbols, has, library, must, root, run, sample_file, scratch, text,
};

/// Test programs of one source each.
const PROGRAMS: &[&str] = &[
    "answers.c",
    "codec_only.c",
    "compressed.c",
    "damage.c",
    "deleted.c",
    "disk.c",
    "edit.c",
    "errors.c",
    "explorer.c",
    "file_edits.c",
    "games.c",
    "positions.c",
    "progress.c",
    "layer.cc",
    "layer_answers.cc",
    "layer_base.cc",
    "layer_search.cc",
    "layout.c",
    "no_memory.c",
    "null_args.c",
    "ownership.c",
    "remote.c",
    "roundtrip.c",
    "scan.c",
    "search.c",
    "several.c",
    "tables.c",
    "threads.c",
    "unique.c",
    "version.c",
];

/// The standards of C and C++ for all programs.
const OLD: [&str; 2] = ["c99", "c++17"];
const NEW: [&str; 2] = ["c11", "c++20"];

fn build_one(source: &str, [c, cpp]: [&str; 2], flags: &[&str], link: Link) -> PathBuf {
    let name = source.split('.').next().unwrap();
    let standard = if Language::of(source) == Language::Cpp { cpp } else { c };
    build(name, &[source], standard, &[&["-D_POSIX_C_SOURCE=200809L"], flags].concat(), link)
}

fn build_and_run(standards: [&str; 2], link: Link) {
    for source in PROGRAMS {
        let program = build_one(source, standards, &[], link);
        run(&mut Command::new(&program), &program);
    }
}

#[test]
fn c99_programs_work_with_the_shared_library() {
    build_and_run(OLD, Link::Shared);
}

#[test]
fn c11_programs_work_with_the_static_library() {
    if tier::skips_slow() {
        return;
    }
    build_and_run(NEW, Link::Static);
}

/// The functions of the interface copy all games of real and unusual PGN files.
#[test]
fn games_are_copied_exactly() {
    let samples = ["edge", "broken", "famous", "clocks"].map(|name| format!("conformance/samples/{name}.pgn"));
    let mut files: Vec<_> = samples.iter().map(|path| root().join(path)).collect();
    let data = std::env::var_os("PLYPACK_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from);
    files.extend(fs::read_dir(data.join("edge")).into_iter().flatten().flat_map(pgn_files));
    let program = build("copy", &["copy.c"], "c99", &[], Link::Shared);
    run(Command::new(&program).args(files), &program);
}

/// The PGN files of a folder's entry: the file itself, or the files in it.
fn pgn_files(entry: std::io::Result<fs::DirEntry>) -> Vec<PathBuf> {
    let path = entry.unwrap().path();
    let mut files: Vec<_> = fs::read_dir(&path).map_or(vec![path], |inner| inner.flat_map(pgn_files).collect());
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    files
}

/// The C and C++ programs of a document, with the extensions of their source files.
fn programs_of(document: &str) -> Vec<(&'static str, String)> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let block = |part: &str| {
        let (language, code) = part.split_once('\n')?;
        let ending = [("c", "c"), ("cpp", "cc")].into_iter().find(|(name, _)| *name == language)?.1;
        Some((ending, code.to_owned()))
    };
    text.split("```").filter_map(block).collect()
}

/// They run in a folder with a PGN file, one after another.
#[test]
fn the_programs_of_the_documents_work() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), "[White \"Adams\"]\n\n1. e4 e5 *\n\n[White \"Short\"]\n\n1. d4 *\n")
        .unwrap();
    let listed = "Adams: e4 e5\nShort: d4\n";
    let (hit, next) = ("game 0 after 2 plies\n", "game 0 after 2 plies\nthe end: 1 games\n");
    let in_folder = "./games.plypack, game 0: e4 e5\n";
    let expected = [
        ("include/README.md", &["2 games, 0 not wholly read\n", listed, hit, next, in_folder, "81\n", "81\n"][..]),
        ("README.md", &["game 0: 2 plies\ngame 1: 1 plies\n", listed]),
    ];
    for (document, outputs) in expected {
        let programs = programs_of(document);
        assert_eq!(programs.len(), outputs.len(), "{document}");
        for (number, ((ending, code), expected)) in programs.iter().zip(outputs).enumerate() {
            let source = folder.path().join(format!("program.{ending}"));
            fs::write(&source, code).unwrap();
            let standard = if *ending == "c" { "c99" } else { "c++17" };
            let name = format!("{}-{number}", document.replace(['/', '.'], "-"));
            let program = build(&name, &[source.to_str().unwrap()], standard, &[], Link::Shared);
            let output = must(Command::new(&program).current_dir(folder.path()));
            assert_eq!(text(&output), *expected, "{document}, program {number}");
        }
    }
}

/// A C program reads a file in at most ten lines: it opens the file, loops over the games, and closes it.
#[test]
fn the_reading_program_is_short() {
    let (_, code) = programs_of("include/README.md").swap_remove(1);
    let lines: Vec<&str> = code.lines().collect();
    let open = lines.iter().position(|line| line.contains("plypack_reader_open(")).unwrap();
    let close = lines.iter().rposition(|line| line.contains("_free(")).unwrap();
    assert!(close - open < 10, "{} lines", close - open + 1);
}

/// The programs of the documents that list games never lose games silently. A truncated file is refused; the bytes of
/// an unfinished append are not part of the file.
#[test]
fn the_programs_of_the_documents_tell_of_missing_games() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), "[White \"Adams\"]\n\n1. e4 e5 *\n").unwrap();
    let program = |document: &str, number: usize| {
        let (_, code) = programs_of(document).swap_remove(number);
        let source = folder.path().join("program.c");
        fs::write(&source, code).unwrap();
        let name = format!("missing-{}-{number}", document.replace(['/', '.'], "-"));
        build(&name, &[source.to_str().unwrap()], "c99", &[], Link::Shared)
    };
    let run = |program: &std::path::Path| Command::new(program).current_dir(folder.path()).output().unwrap();
    assert!(run(&program("include/README.md", 0)).status.success());
    let listing = [program("README.md", 0), program("include/README.md", 1)];
    let file = folder.path().join("games.plypack");
    let packed = fs::read(&file).unwrap();

    fs::write(&file, &packed[..packed.len() - 1]).unwrap();
    for program in &listing {
        let output = run(program);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{program:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("lost its end"), "{program:?}");
    }

    fs::write(&file, &packed).unwrap();
    let append = root().join("include/examples/pgn2plypack.c");
    let append = build("missing-append", &[append.to_str().unwrap()], "c99", &[], Link::Shared);
    must(Command::new(&append).current_dir(folder.path()).args(["-a", "games.plypack", "games.pgn"]));
    let appended = fs::read(&file).unwrap();
    assert!(appended.len() > packed.len());
    for rest in [&b""[..], b"PLYB, and no more"] {
        fs::write(&file, [&packed[..], rest].concat()).unwrap();
        for program in &listing {
            let output = run(program);
            let listed = output.stdout.iter().filter(|byte| **byte == b'\n').count();
            assert_eq!((output.status.code(), listed), (Some(0), 1), "{program:?}");
        }
    }
}

/// The benchmark works; this test ignores its figures.
#[test]
fn the_benchmark_works() {
    let program = build("bench", &["bench.c"], "c11", &[], Link::Shared);
    let file = sample_file();
    let output = text(&must(Command::new(&program).arg(&file).args(["10", "1"])));
    assert!(output.starts_with("10 games, ") && output.lines().count() == 14, "{output}");
    let wrong = Command::new(&program).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2), "{}", text(&wrong));
    let scan = build("bench_scan", &["bench_scan.c"], "c11", &["-D_POSIX_C_SOURCE=200809L"], Link::Shared);
    let output = text(&must(Command::new(&scan).arg(&file).arg("1")));
    assert!(output.starts_with("scan, 1 threads: first ") && output.lines().count() == 5, "{output}");
    let lists = build("bench_lists", &["bench_lists.c"], "c11", &["-D_POSIX_C_SOURCE=200809L"], Link::Shared);
    let copy = scratch("bench_lists").join("copy.plypack");
    std::fs::copy(&file, &copy).unwrap();
    let output = text(&must(Command::new(&lists).arg(&file).arg(&copy)));
    assert!(output.contains("append one game") && output.lines().count() == 7, "{output}");
}

/// gcc and clang define `__asan_init` in programs with the address sanitizer.
fn has_sanitizer(program: &std::path::Path) -> bool {
    text(&must(Command::new("nm").arg(program))).contains("__asan_init")
}

#[test]
fn programs_are_clean_under_sanitizers() {
    for source in PROGRAMS {
        let program = build_one(source, NEW, &[], Link::Sanitized);
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
        let program = build("faulty", &["faulty.c"], "c11", &[], Link::Sanitized);
        let output = Command::new(&program).arg(fault).output().unwrap();
        assert!(!output.status.success() && text(&output).contains(report), "{fault}: {}", text(&output));
    }
    let plain = build("faulty", &["faulty.c"], "c11", &[], Link::Static);
    assert!(!has_sanitizer(&plain));
}

#[test]
fn programs_are_clean_under_valgrind() {
    if tier::skips_slow() {
        return;
    }
    if !has("valgrind") {
        tier::skip("valgrind is not installed");
        return;
    }
    let valgrind = ["--quiet", "--error-exitcode=1", "--leak-check=full", "--errors-for-leak-kinds=definite,indirect"];
    for source in PROGRAMS {
        let program = build_one(source, NEW, &["-O1"], Link::Shared);
        run(Command::new("valgrind").args(valgrind).arg(&program), &program);
    }
    let program = build("faulty", &["faulty.c"], "c11", &["-O1"], Link::Shared);
    for fault in ["1", "3", "4"] {
        let output = Command::new("valgrind").args(valgrind).arg(&program).arg(fault).output().unwrap();
        assert!(!output.status.success(), "valgrind does not report fault {fault}");
    }
}

#[test]
fn the_header_suits_c_and_cpp() {
    for standard in ["c99", "c11"] {
        build("include_alone", &["include_alone.c"], standard, &[], Link::Static);
    }
    for standard in ["c++11", "c++17"] {
        let program =
            build("include_twice", &["include_twice_a.cc", "include_twice_b.cc"], standard, &[], Link::Shared);
        run(&mut Command::new(&program), &program);
    }
    for (header, language, standard) in [
        ("plypack.h", Language::C, "c99"),
        ("plypack.h", Language::C, "c11"),
        ("plypack.h", Language::Cpp, "c++17"),
        ("plypack.hpp", Language::Cpp, "c++17"),
        ("plypack.hpp", Language::Cpp, "c++20"),
    ] {
        let header = root().join("include").join(header);
        let name = if language == Language::Cpp { "c++" } else { "c" };
        must(compiler(language, standard).args(["-x", name, "-fsyntax-only"]).arg(&header));
    }
}

#[test]
fn an_ignored_status_is_a_warning() {
    for (language, standard) in
        [(Language::C, "c99"), (Language::C, "c11"), (Language::Cpp, "c++11"), (Language::Cpp, "c++17")]
    {
        let name = if language == Language::Cpp { "c++" } else { "c" };
        let mut compile = compiler(language, standard);
        compile.arg("-I").arg(root().join("include")).args(["-x", name]).arg(root().join("c-tests/ignored.c"));
        compile.args(["-c", "-o", "/dev/null"]);
        let output = compile.output().unwrap();
        assert!(text(&output).contains("plypack_game_clear"), "{standard}: {}", text(&output));
        must(compile.arg("-DPLYPACK_NODISCARD="));
    }
}

/// Programs compiled with the header of any version keep working.
#[test]
fn old_programs_work_with_this_library() {
    let folder = root().join("include/abi");
    for entry in fs::read_dir(&folder).unwrap() {
        let header = entry.unwrap().path();
        let define = format!("-DPLYPACK_HEADER=\"{}\"", header.display());
        let name = format!("old_abi-{}", header.file_stem().unwrap().to_str().unwrap());
        let program = build(&name, &["old_abi.c"], "c99", &[&define], Link::Shared);
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
        tier::skip("readelf is not installed");
        return;
    }
    let dynamic = text(&must(Command::new("readelf").arg("-d").arg(library("libplypack.so"))));
    let header = fs::read_to_string(root().join("include/plypack.h")).unwrap();
    let line = header.lines().find_map(|line| line.strip_prefix("#define PLYPACK_ABI_VERSION "));
    assert!(dynamic.contains(&format!("[libplypack.so.{}]", line.unwrap())), "{dynamic}");
}

/// The constants of an enum of the header, without their prefix.
fn constants(name: &str, prefix: &str) -> Vec<String> {
    let header = fs::read_to_string(root().join("include/plypack.h")).unwrap();
    let body = header.split_once(&format!("\nenum {name}\n")).unwrap().1.split_once("\n};").unwrap().0.to_owned();
    let words = body.split_whitespace().filter_map(|word| word.strip_prefix(prefix));
    words.map(str::to_owned).collect()
}

/// The `enum class` of plypack.hpp has the same constants as the enum of plypack.h.
#[test]
fn the_enums_of_cpp_are_complete() {
    for (file, name, prefix, least) in [
        ("base", "plypack_status", "PLYPACK_", 40),
        ("base", "plypack_class", "PLYPACK_CLASS_", 7),
        ("position", "plypack_color", "PLYPACK_", 2),
        ("position", "plypack_ending", "PLYPACK_ENDING_", 4),
        ("game", "plypack_tag_kind", "PLYPACK_TAG_", 2),
        ("game", "plypack_start", "PLYPACK_START_", 3),
        ("game", "plypack_token_kind", "PLYPACK_TOKEN_", 10),
        ("file", "plypack_edit_kind", "PLYPACK_EDIT_", 3),
        ("game", "plypack_termination", "PLYPACK_TERMINATION_", 5),
    ] {
        let layer = fs::read_to_string(root().join(format!("include/plypack/{file}.hpp"))).unwrap();
        let constants = constants(name, prefix);
        assert!(constants.len() >= least, "{name}: {constants:?}");
        for constant in constants {
            let line = format!("    {} = {prefix}{constant},\n", constant.to_lowercase());
            assert!(layer.contains(&line), "include/plypack/{file}.hpp lacks{line}");
        }
    }
}

#[test]
fn null_args_covers_every_function() {
    let test = fs::read_to_string(root().join("c-tests/null_args.c")).unwrap();
    for symbol in exported_symbols() {
        assert!(test.contains(&format!("{symbol}(")), "null_args.c does not call {symbol}");
    }
}
