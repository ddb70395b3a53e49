//! `include/examples/` is built with each build system that its README names, and run.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    install::install,
    tier,
    tools::{LIBRARIES, Language, Link, build, has, must, root, sample_file, text},
};

const PGN: &str = "[White \"Adams\"]\n[Black \"Short\"]\n[Date \"1997.??.??\"]\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
    [White \"B\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n[White \"C\"]\n[Result \"*\"]\n\n1. e4 c5 2. Ke8 *\n";

/// The programs, and the texts that a test must find.
const SOURCES: [&str; 3] = ["pgn2plypack.c", "explorer.cpp", "training.c"];

/// The programs in a folder do what they claim.
fn check(programs: &Path, libraries: &Path) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("games.pgn"), PGN).unwrap();
    let run = |name: &str, arguments: &[&str], input: &str| {
        let mut command = Command::new(programs.join(name));
        command.args(arguments).current_dir(folder.path()).env("LD_LIBRARY_PATH", libraries);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), text(&output))
    };

    let (code, told) = run("pgn2plypack", &["games.plypack", "games.pgn"], "");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("games.pgn: 3 games, 7 plies, 1 parts not parsed\n"), "{told}");
    assert!(told.contains("games.plypack: 3 games indexed\n") && told.contains("games.pgn:17: "), "{told}");
    let (code, told) = run("pgn2plypack", &["-a", "-c", "coord16", "games.plypack", "games.pgn"], "");
    // The index of the previous three games is small, so one index of all games replaces it.
    assert!(code == Some(0) && told.contains("games.plypack: 6 games indexed\n"), "{told}");

    let (code, told) = run("explorer", &["games.plypack"], "e4\nKe3\nback\ne4 e5\ngames\nquit\ne4\n");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("\ne4               4  50.0%   0.0%   0.0%    2700\n"), "{told}");
    assert!(told.contains("\nNf3              2 100.0%   0.0%   0.0%    2700\n"), "{told}");
    assert!(told.contains("       0  Adams - Short, 1997.??.??, 1-0\n"), "{told}");
    assert!(told.contains("Ke3") && told.matches("\nmove ").count() == 4, "{told}");

    let (code, told) = run("training", &["games.plypack"], "");
    assert_eq!((code, told.lines().count()), (Some(0), 10), "{told}");
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | e2e4 | 1.0\n";
    assert!(told.starts_with(first) && told.contains(" | d7d5 | 0.0\n"), "{told}");
    let (code, told) = run("training", &["--packed", "games.plypack"], "");
    assert_eq!((code, told.as_bytes().first()), (Some(0), Some(&3)));

    for name in ["pgn2plypack", "explorer", "training"] {
        assert_eq!(run(name, &[], "").0, Some(2), "{name}");
    }
    assert_eq!(run("explorer", &["games.pgn"], "").0, Some(1));
    assert_eq!(run("training", &["nothing.plypack"], "").0, Some(1));
}

/// Built like the other test programs, with all warnings.
#[test]
fn the_examples_work() {
    let folder = tempfile::tempdir().unwrap();
    for source in SOURCES {
        let path = root().join("include/examples").join(source);
        let standard = if Language::of(source) == Language::Cpp { "c++17" } else { "c99" };
        let name = source.split('.').next().unwrap();
        let program = build(name, &[path.to_str().unwrap()], standard, &[], Link::Shared);
        fs::copy(program, folder.path().join(name)).unwrap();
    }
    check(folder.path(), Path::new(""));
}

/// An installed library, and a folder for programs; `None`, with a message, in the quick tier and without the tools.
fn prefix(tools: &[&str]) -> Option<(tempfile::TempDir, PathBuf, PathBuf)> {
    if tier::skips_slow() {
        return None;
    }
    if let Some(tool) = tools.iter().find(|tool| !has(tool)) {
        tier::skip(&format!("{tool} is not installed"));
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let (prefix, programs) = (folder.path().join("prefix"), folder.path().join("build"));
    install(&prefix, None);
    Some((folder, prefix, programs))
}

#[test]
fn the_examples_build_with_cmake() {
    let Some((_folder, prefix, programs)) = prefix(&["cmake"]) else { return };
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(root().join("include/examples")).arg("-B").arg(&programs);
    must(configure.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())));
    must(Command::new("cmake").arg("--build").arg(&programs));
    check(&programs, &prefix.join("lib"));
}

#[test]
fn the_examples_build_with_meson() {
    let Some((_folder, prefix, programs)) = prefix(&["meson", "ninja", "pkg-config"]) else { return };
    let mut setup = Command::new("meson");
    setup.arg("setup").arg(&programs).arg(root().join("include/examples"));
    must(setup.arg("--pkg-config-path").arg(prefix.join("lib/pkgconfig")));
    must(Command::new("meson").arg("compile").arg("-C").arg(&programs));
    check(&programs, &prefix.join("lib"));
}

#[test]
fn the_examples_build_with_make() {
    let Some((_folder, prefix, programs)) = prefix(&["make", "pkg-config"]) else { return };
    let mut make = Command::new("make");
    make.arg("-C").arg(root().join("include/examples")).arg(format!("BUILD={}", programs.display()));
    must(make.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")));
    check(&programs, &prefix.join("lib"));
}

/// The README names every file of the folder that is a program, and programs stay short enough to be read at once.
#[test]
fn the_examples_are_short_and_listed() {
    let readme = fs::read_to_string(root().join("include/examples/README.md")).unwrap();
    for source in SOURCES {
        let lines = fs::read_to_string(root().join("include/examples").join(source)).unwrap().lines().count();
        assert!(lines < 150, "{source}: {lines} lines");
        assert!(readme.contains(&format!("`{source}`")), "{source}");
    }
    for file in ["CMakeLists.txt", "meson.build", "Makefile"] {
        let text = fs::read_to_string(root().join("include/examples").join(file)).unwrap();
        assert!(SOURCES.iter().all(|source| text.contains(source.split('.').next().unwrap())), "{file}");
    }
}

/// The comparison with other software: every job of plypack's program works, and the script reports what it leaves out.
#[test]
fn the_comparison_works() {
    let folder = tempfile::tempdir().unwrap();
    let (pgn, file) = (folder.path().join("games.pgn"), sample_file());
    fs::write(&pgn, PGN).unwrap();
    let source = root().join("benches/peers/games.c");
    let program = build("games", &[source.to_str().unwrap()], "c99", &[], Link::Shared);
    let output = text(&must(Command::new(&program).arg("pack").arg(&pgn)));
    assert!(output.starts_with("3 games, 7 plies"), "{output}");
    let counts = |job| text(&must(Command::new(&program).arg(job).arg(&file)));
    let read = counts("read");
    let games = read.split('(').next().unwrap();
    for job in ["san", "uci", "steps", "each", "fen"] {
        assert!(counts(job).starts_with(games) && counts(job) != read, "{job}");
    }
    assert_eq!(Command::new(&program).arg("none").arg(&file).status().unwrap().code(), Some(2));

    let mut script = Command::new(root().join("benches/peers/run"));
    script.arg(&pgn).env("PLYPACK", &*LIBRARIES).env("ROUNDS", "1").env("PATH", "/usr/bin:/bin");
    let output = text(&must(script.env_remove("CHESS_LIBRARY").env_remove("PGN_EXTRACT")));
    assert!(output.contains("left out: chess-library") && output.contains("3 games, 7 plies"), "{output}");
    assert_eq!(Command::new(root().join("benches/peers/run")).status().unwrap().code(), Some(2));
}
