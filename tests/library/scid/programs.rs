//! The same databases read and written by Scid, if it is installed.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use plypack::{
    Game, games_from_pgn,
    scid::{ScidReader, ScidWriter},
};

use super::{SAMPLES, STORED, contents::Contents, read, tier};

/// Scid's interpreter: in the path, or in Debian's folder for games.
fn interpreter() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&folders).chain([PathBuf::from("/usr/games")]);
    let found = folders.map(|folder| folder.join("tkscid")).find(|path| path.is_file());
    if found.is_none() {
        tier::skip("tkscid, of the program Scid, is not installed");
    }
    found
}

/// Runs a script in a folder.
fn run(interpreter: &Path, folder: &Path, script: &str) {
    fs::write(folder.join("script.tcl"), script).unwrap();
    let ran = Command::new(interpreter).arg("script.tcl").current_dir(folder).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
}

/// The library writes the games that Scid read from PGN exactly like Scid: every record and every entry, except the
/// numbers of names and of a common opening.
#[test]
fn scid_writes_the_same() {
    let Some(interpreter) = interpreter() else { return };
    let folder = tempfile::tempdir().unwrap();
    fs::copy(Path::new(SAMPLES).join("famous.pgn"), folder.path().join("in.pgn")).unwrap();
    let script = "set id [sc_base create SCID4 theirs]; sc_base import $id in.pgn; sc_base close $id; exit 0";
    run(&interpreter, folder.path(), script);
    let (games, issues) = read(&ScidReader::open(folder.path().join("theirs.si4")).unwrap());
    assert_eq!((games.len() > 5, issues), (true, vec![]));
    let mut writer = ScidWriter::create(folder.path().join("ours.si4")).unwrap();
    for game in &games {
        assert_eq!(writer.add(game).unwrap(), None);
    }
    writer.finish().unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(read("ours.sg4"), read("theirs.sg4"));
    let ours = read("ours.si4");
    let theirs = read("theirs.si4");
    assert_eq!(ours[..182], theirs[..182]);
    let entries = ours[182..].chunks(47).zip(theirs[182..].chunks(47));
    for (ours, theirs) in entries {
        assert_eq!((&ours[..9], &ours[21..33], &ours[34..]), (&theirs[..9], &theirs[21..33], &theirs[34..]));
    }
}

/// Scid shows the games of a database that the library wrote.
#[test]
fn scid_reads_what_is_written() {
    let Some(interpreter) = interpreter() else { return };
    let folder = tempfile::tempdir().unwrap();
    for ending in ["si4", "sg4", "sn4"] {
        let name = Path::new("famous").with_extension(ending);
        fs::copy(Path::new(STORED).join(&name), folder.path().join(&name)).unwrap();
    }
    let script = "set id [sc_base open famous]; set out [open out.pgn w]; fconfigure $out -encoding utf-8\n\
                  for {set i 1} {$i <= [sc_base numGames $id]} {incr i} {\n\
                  sc_game load $i; puts $out [sc_game pgn -tags 1 -comments 1 -var 1 -width 0] }\n\
                  close $out; exit 0";
    run(&interpreter, folder.path(), script);
    let shown = games_from_pgn(&fs::read(folder.path().join("out.pgn")).unwrap()).unwrap();
    assert_eq!(shown.1, []);
    let stored: Vec<Game> = read(&ScidReader::open(folder.path().join("famous.si4")).unwrap()).0;
    assert_eq!(shown.0.len(), stored.len());
    for (stored, shown) in stored.iter().zip(&shown.0) {
        Contents::of(stored).assert_kept_in(&Contents::of(shown), stored, shown);
    }
}
