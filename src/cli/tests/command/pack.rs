//! `pack`, `unpack` and `append`.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use insta::assert_snapshot;
use plypack::{Error, ErrorCode, ImportEvent, ImportOptions, Options, PgnSource, Reader, Writer, import};

use super::{Desk, games_of, sample, units};

#[test]
fn what_is_packed_comes_back() {
    for name in ["famous", "edge", "broken"] {
        let desk = Desk::with(name);
        let pgn = format!("{name}.pgn");
        let packed = format!("{name}.plypack");
        let out = desk.run(&["unpack", &packed]).fine().out;
        assert!(games_of(&out) == games_of(&desk.read(&pgn)), "{name}");
        desk.write("again.pgn", &out);
        desk.run(&["pack", "again.pgn", "-o", "again.plypack"]).ends_with(0);
        assert_eq!(desk.run(&["unpack", "again.plypack"]).fine().out, out, "{name}");
        desk.run(&["unpack", &packed, "-o", "out.pgn"]).fine();
        assert_eq!(desk.read("out.pgn"), out);
    }
}

#[test]
fn pack_says_what_it_did() {
    let desk = Desk::with("famous");
    let ran = desk.run(&["pack", "famous.pgn", "-o", "out.plypack", "--verify"]).fine();
    let lines: Vec<_> = ran.text().lines().map(|l| l.split_whitespace().collect::<Vec<_>>()).collect();
    assert_eq!(lines[0], ["out.plypack"]);
    assert_eq!(lines[1], ["games", "19"]);
    assert_eq!(lines[2], ["plies", "1,006"]);
    let names: Vec<_> = lines[3..8].iter().map(|line| line[0]).collect();
    assert_eq!(names, ["bytes", "bytes", "bits", "seconds", "games/s"]);
    assert_eq!(ran.text().lines().last(), Some("out.plypack: 19 games checked, all valid"));
}

#[test]
fn pack_takes_many_sources() {
    let desk = Desk::with("famous");
    desk.write("edge.pgn.zst", zstd::encode_all(&sample("edge.pgn")[..], 3).unwrap());
    let both = [sample("famous.pgn"), b"\n".to_vec(), sample("edge.pgn")].concat();
    desk.run(&["pack", "famous.pgn", "edge.pgn.zst", "-o", "files.plypack"]).fine();
    desk.feed(&["pack", "famous.pgn", "-", "-o", "mixed.plypack"], &sample("edge.pgn")).fine();
    desk.feed(&["pack", "-", "-o", "stdin.plypack"], &both).fine();
    assert_eq!(desk.read("files.plypack"), desk.read("mixed.plypack"));
    let games = desk.run(&["unpack", "files.plypack"]).fine().out;
    assert_eq!(games, desk.run(&["unpack", "stdin.plypack"]).fine().out);
    assert!(games_of(&games) == games_of(&both));
}

#[test]
fn zeros_behind_gzip_lose_no_game() {
    let desk = Desk::with("famous");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(&sample("famous.pgn")).unwrap();
    desk.write("padded.pgn.gz", [encoder.finish().unwrap(), vec![0; 512]].concat());
    desk.run(&["pack", "padded.pgn.gz", "-o", "padded.plypack"]).fine();
    assert_eq!(desk.read("padded.plypack"), desk.read("famous.plypack"));
}

#[cfg(unix)]
#[test]
fn a_named_pipe_is_no_plypack_file() {
    let desk = Desk::with("famous");
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    for arguments in [
        &["append", "pipe", "famous.pgn"][..],
        &["list", "pipe"],
        &["info", "pipe"],
        &["edit", "pipe", "delete", "0"],
        &["compact", "pipe"],
    ] {
        let ran = desk.run(arguments);
        let wanted = "pipe: a named pipe, which cannot be read in any order; copy it to a file first";
        assert!(ran.code != 0 && ran.err.contains(wanted), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn a_tag_section_that_is_too_long_is_reported() {
    let desk = Desk::new();
    let lines: String = (0..700_000).map(|n| format!("[A{} \"{n}\"]\n", n % 9)).collect();
    desk.write("long.pgn", lines + "\n1. e4 *\n");
    let ran = desk.run(&["pack", "long.pgn", "-o", "long.plypack", "--strict"]).ends_with(1);
    assert!(ran.err.contains("game too long") && ran.err.contains("(game 0)"), "{}", ran.err);
}

#[test]
fn threads_do_not_change_the_bytes() {
    let desk = Desk::new();
    let text = [sample("famous.pgn"), sample("edge.pgn"), Vec::new()].join(&b'\n');
    desk.write("many.pgn", text.repeat(300));
    let run = |arguments: &str| desk.run(&arguments.split(' ').collect::<Vec<_>>()).fine();
    for threads in ["1", "4"] {
        run(&format!("pack many.pgn -o {threads}.plypack --threads {threads}"));
        run(&format!("unpack {threads}.plypack -o {threads}.pgn --threads {threads}"));
        run(&format!("recode {threads}.plypack -o {threads}.other --codec coord16 --threads {threads}"));
        run(&format!("verify {threads}.plypack --threads {threads}"));
    }
    for kind in ["plypack", "pgn", "other"] {
        assert!(desk.read(&format!("1.{kind}")) == desk.read(&format!("4.{kind}")), "{kind}");
    }
    assert!(desk.read("1.plypack") != desk.read("1.other"));
}

#[test]
fn pack_reports_what_it_cannot_read() {
    let desk = Desk::with("broken");
    let ran = desk.run(&["pack", "broken.pgn", "-o", "out.plypack"]).ends_with(0);
    assert_snapshot!(ran.err, @r"
    plypack: broken.pgn: line 9: illegal move: 2. Ke3 (game 1)
    plypack: broken.pgn: line 19: ambiguous move: 3. Nd2 (game 3)
    plypack: broken.pgn: line 24: not a word of PGN: 2. hello (game 4)
    plypack: broken.pgn: line 31: no playable starting position: 1. e4 (game 5)
    plypack: broken.pgn: line 37: another game than chess: 1. Nf3 (game 6)
    plypack: broken.pgn: line 42: not a word of PGN: 1... P@e6 (game 7)
    plypack: broken.pgn: line 47: result inside a variation: * (game 8)
    plypack: broken.pgn: line 52: end of a variation that was not opened: ) (game 9)
    plypack: broken.pgn: line 57: end of a comment that was not opened: } (game 10)
    plypack: broken.pgn: line 62: text after the result: 2. Nf3 (game 11)
    plypack: broken.pgn: line 67: comment without end: {opened, (game 12)
    plypack: out.plypack: complete; 11 games with parse errors, 9 of them in the main line; unparsed text is stored verbatim
    ");
    let few = desk.run(&["pack", "broken.pgn", "-o", "out.plypack", "--issues", "1"]).ends_with(0);
    assert_snapshot!(few.err, @r"
    plypack: broken.pgn: line 9: illegal move: 2. Ke3 (game 1)
    plypack: ... and 10 more (--issues all prints them)
    plypack: out.plypack: complete; 11 games with parse errors, 9 of them in the main line; unparsed text is stored verbatim
    ");
    desk.run(&["verify", "out.plypack"]).fine();
}

/// Ordinary faults of collections do not stop a script, unless it requests that; an unreadable source does.
#[test]
fn only_strict_is_strict() {
    let desk = Desk::with("broken");
    let variation = b"1. e4 (1. Ke2) e5 *\n";
    for (more, code) in [(&[][..], 0), (&["--strict"], 1)] {
        let from_input = [&["pack", "-", "-o", "out.plypack"], more].concat();
        desk.run(&[&["pack", "broken.pgn", "-o", "out.plypack"], more].concat()).ends_with(code);
        desk.run(&["verify", "out.plypack"]).fine();
        desk.feed(&from_input, variation).ends_with(code);
        desk.feed(&[&["append", "out.plypack", "-"], more].concat(), variation).ends_with(code);
        desk.feed(&from_input, b"1. e4 *\n").ends_with(0);
        desk.feed(&from_input, b"\x28\xb5\x2f\xfdnothing").ends_with(1);
    }
}

#[test]
fn unpack_takes_ranges() {
    let desk = Desk::with("famous");
    let all = games_of(&sample("famous.pgn"));
    for (range, games) in
        [("0..3", 0..3), ("2..", 2..19), ("..4", 0..4), ("18", 18..19), ("17..99", 17..19), ("5..5", 5..5)]
    {
        let out = desk.run(&["unpack", "famous.plypack", "--games", range]).fine().out;
        assert!(games_of(&out) == all[games], "{range}");
    }
    let ran = desk.run(&["unpack", "famous.plypack", "--games", "20"]).ends_with(1);
    assert_eq!(ran.err, "plypack: famous.plypack: there is no game 20; games have numbers below 19\n");
}

#[test]
fn append_adds_and_changes_nothing() {
    let desk = Desk::with("famous");
    let before = desk.read("famous.plypack");
    desk.write("edge.pgn", sample("edge.pgn"));
    let ran = desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    assert_eq!(ran.text(), "famous.plypack: 28 games added, now 47\n");
    assert!(units(&desk.read("famous.plypack")).starts_with(units(&before)));
    let out = desk.run(&["unpack", "famous.plypack"]).fine().out;
    let wanted = [games_of(&sample("famous.pgn")), games_of(&sample("edge.pgn"))].concat();
    assert!(games_of(&out) == wanted);
    // Adjacent small blocks become one.
    desk.run(&["recode", "famous.plypack", "-o", "one.plypack", "--codec", "byte"]).fine();
    assert_eq!(desk.run(&["info", "one.plypack", "--json"]).fine().json()["blocks"], 1);
    assert_eq!(desk.run(&["unpack", "one.plypack"]).fine().out, out);
}

#[test]
fn append_keeps_the_codec_of_the_file() {
    let desk = Desk::with("famous");
    desk.run(&["pack", "famous.pgn", "-o", "out.plypack", "--codec", "coord16"]).fine();
    desk.run(&["append", "out.plypack", "famous.pgn"]).fine();
    assert_eq!(desk.run(&["info", "out.plypack", "--json"]).fine().json()["codec"], "coord16");
    desk.run(&["append", "out.plypack", "famous.pgn", "--codec", "byte"]).fine();
    assert_eq!(desk.run(&["info", "out.plypack", "--json"]).fine().json()["codec"], "coord16+byte");
}

#[cfg(unix)]
#[test]
fn a_closed_output_is_no_error() {
    use std::io::Read;
    let desk = Desk::new();
    desk.write("many.pgn", [sample("famous.pgn"), Vec::new()].join(&b'\n').repeat(300));
    desk.run(&["pack", "many.pgn", "-o", "many.plypack"]).fine();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
    command.args(["unpack", "many.plypack"]).current_dir(desk.0.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 7];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let ran = child.wait_with_output().unwrap();
    assert_eq!((&first, ran.status.code(), ran.stderr), (b"[Event ", Some(0), Vec::new()));
}

#[test]
fn compressed_input_is_read_to_its_end() {
    let desk = Desk::with("famous");
    let text = sample("famous.pgn");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &text).unwrap();
    let packed = encoder.finish().unwrap();
    desk.write("twice.pgn.gz", packed.repeat(2));
    desk.run(&["pack", "twice.pgn.gz", "-o", "twice.plypack"]).fine();
    let games = desk.run(&["unpack", "twice.plypack"]).fine().out;
    assert!(games_of(&games) == games_of(&[&text[..], &text].join(&b'\n')));
    // A truncated input is reported, and the games before the cut are kept.
    let cut = [&packed[..], &packed[..packed.len() / 2]].concat();
    let ran = desk.feed(&["pack", "-", "-o", "cut.plypack"], &cut).ends_with(1);
    assert!(
        ran.err.starts_with("plypack: -: ") && ran.err.ends_with("; the games read before are kept\n"),
        "{}",
        ran.err
    );
    let kept = games_of(&desk.run(&["unpack", "cut.plypack"]).fine().out);
    assert!(kept.len() > 19 && kept.len() < 38 && games_of(&games).starts_with(&kept), "{}", kept.len());
}

#[test]
fn what_is_no_pgn_is_refused() {
    let desk = Desk::with("famous");
    desk.write("games.pgn", b"Scid.si\0\x01\x90\0\0");
    let arguments = ["pack", "games.pgn", "famous.pgn", "famous.plypack", "-o", "out.plypack"];
    let ran = desk.run(&arguments).ends_with(1);
    assert_snapshot!(ran.err, @r"
    plypack: games.pgn: not read: a SCID database, which is read by a name that ends in .si4
    plypack: famous.plypack: not read: a plypack file, not PGN; unpack it first
    ");
    assert_eq!(desk.run(&["info", "out.plypack", "--json"]).fine().json()["games"], 19);
}

/// Files of an archive that do not have names of PGN files are named.
#[test]
fn skipped_files_of_an_archive_are_named() {
    let desk = Desk::new();
    let names = ["games.pgn", "texts/", "texts/readme.txt", "a.html", "b.html", "c.html"];
    desk.write("games.zip", archive(&names));
    let ran = desk.run(&["pack", "games.zip", "-o", "games.plypack"]).ends_with(0);
    let note = "games.zip: 4 files skipped, without .pgn in the name: texts/readme.txt, a.html, b.html, …\n";
    assert!(ran.err.contains(note), "{}", ran.err);
    desk.write("games.zip", archive(&names[..3]));
    let ran = desk.run(&["append", "games.plypack", "games.zip"]).ends_with(0);
    let note = "games.zip: 1 file skipped, without .pgn in the name: texts/readme.txt\n";
    assert!(ran.err.contains(note), "{}", ran.err);
    desk.write("games.zip", archive(&names[..2]));
    assert_eq!(desk.run(&["append", "games.plypack", "games.zip"]).fine().err, "");
}

/// Returns a zip archive of uncompressed files with one game each.
fn archive(names: &[&str]) -> Vec<u8> {
    let text = b"1. e4 e5 *\n";
    let mut crc = flate2::Crc::new();
    crc.update(text);
    let mut archive = Vec::new();
    let mut directory = Vec::new();
    for name in names {
        let start = archive.len() as u32;
        let len = text.len() as u32;
        let numbers =
            [&[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..], &crc.sum().to_le_bytes(), &len.to_le_bytes(), &len.to_le_bytes()];
        let shared = [&numbers.concat()[..], &(name.len() as u16).to_le_bytes(), &[0, 0]].concat();
        archive.extend([b"PK\x03\x04", &shared[..], name.as_bytes(), text].concat());
        directory
            .extend([b"PK\x01\x02\x14\x00", &shared[..], &[0; 10], &start.to_le_bytes(), name.as_bytes()].concat());
    }
    let start = archive.len() as u32;
    let count = (names.len() as u16).to_le_bytes();
    let end = [&[0; 4][..], &count, &count, &(directory.len() as u32).to_le_bytes(), &start.to_le_bytes(), &[0, 0]];
    [&archive[..], &directory, b"PK\x05\x06", &end.concat()].concat()
}

/// A named pipe is read like any file. Until a program writes to it, a message says what is missing.
#[cfg(unix)]
#[test]
fn input_from_a_named_pipe_is_waited_for() {
    let desk = Desk::with("famous");
    assert!(Command::new("mkfifo").arg(desk.path("pipe")).status().unwrap().success());
    let pipe = desk.path("pipe");
    let writer = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(2500));
        std::fs::write(pipe, sample("edge.pgn")).unwrap();
    });
    let ran = desk.run(&["append", "famous.plypack", "pipe"]).ends_with(0);
    writer.join().unwrap();
    assert!(ran.err.contains("pipe: waiting for a program to write to this named pipe\n"), "{}", ran.err);
    assert_eq!(desk.run(&["list", "famous.plypack", "--count"]).fine().text(), "47\n");
}

// pgn.31
#[test]
fn the_language_of_piece_letters_is_named() {
    let desk = Desk::new();
    desk.write("german.pgn", "1. e4 e5 2. Sf3 Sc6 3. Lb5 *\n");
    let ran = desk.run(&["pack", "german.pgn", "-o", "a.plypack"]).ends_with(0);
    assert!(ran.err.contains("all can with --language da (Danish, German, Norwegian, Swedish)"), "{}", ran.err);
    desk.run(&["pack", "german.pgn", "-o", "b.plypack", "--language", "de"]).fine();
    desk.run(&["append", "b.plypack", "german.pgn", "--language", "sv"]).fine();
    assert_eq!(desk.run(&["unpack", "b.plypack"]).fine().text().matches("3. Bb5").count(), 2);
    desk.run(&["pack", "german.pgn", "-o", "a.plypack", "--language", "xx"]).ends_with(2);
}

// pgn.29
#[test]
fn zeros_in_a_text_are_reported() {
    let desk = Desk::new();
    desk.write("zeros.pgn", b"[Event \"a\"]\n\n1. e4 \0\0 e5 *\n\n\0\0\0\n\n[Event \"b\"]\n\n1. d4 *\n\0\0\0");
    let ran = desk.run(&["pack", "zeros.pgn", "-o", "a.plypack", "--strict"]).ends_with(1);
    for line in ["line 3: control character: \\x00\\x00", "line 5: control character", "line 10: control character"] {
        assert!(ran.err.contains(line), "{line}: {}", ran.err);
    }
    assert!(ran.err.ends_with("a.plypack: complete; 2 games with issues, but without unparsed text\n"), "{}", ran.err);
    assert!(desk.run(&["unpack", "a.plypack"]).fine().text().ends_with("1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"));
    desk.write("noise.pgn", b"\x01\0zz\0");
    let ran = desk.run(&["pack", "noise.pgn", "-o", "b.plypack"]).ends_with(1);
    assert!(ran.err.contains("neither tags nor moves"), "{}", ran.err);
}

#[test]
fn pack_goes_on_where_a_killed_run_committed() {
    let desk = Desk::with("famous");
    let text: Vec<u8> = (0..20_000).flat_map(|n| format!("[Round \"{n}\"]\n\n1. e4 e5 *\n\n").into_bytes()).collect();
    desk.write("many.pgn", &text);
    desk.run(&["pack", "many.pgn", "-o", "whole.plypack", "--resume", "--index"]).fine();
    // A run that was killed after its first commit, with the games of the first work item.
    let partial = desk.path("many.plypack.partial");
    Writer::create(&partial, Options::default()).unwrap().finish().unwrap();
    let mut writer = Writer::append(&partial, Options::default()).unwrap();
    let mut how = ImportOptions::new(1);
    how.commit_every = Some(1);
    let source = PgnSource { name: "text".to_owned(), reader: Box::new(&text[..]) };
    let stop = |event: ImportEvent<'_>| match event {
        ImportEvent::Progress(_) => Err(Error::new(ErrorCode::Cancelled, "killed")),
        _ => Ok(()),
    };
    import(vec![source], how, &mut writer, stop).unwrap_err();
    drop(writer);
    let kept = Reader::open(&partial).unwrap().number_end();
    assert!((1..20_000).contains(&kept));
    let other = desk.run(&["pack", "famous.pgn", "-o", "many.plypack", "--resume"]).ends_with(1);
    assert!(other.err.contains("does not have the first games of these sources"), "{}", other.err);
    let ran = desk.run(&["pack", "many.pgn", "-o", "many.plypack", "--resume", "--index"]).ends_with(0);
    assert!(ran.err.contains("many.plypack.partial: continuing after"), "{}", ran.err);
    assert!(ran.text().contains("earlier runs"));
    assert!(!partial.exists());
    let unpacked = desk.run(&["unpack", "many.plypack"]).fine().out;
    assert!(games_of(&unpacked) == games_of(&text));
    assert_eq!(unpacked, desk.run(&["unpack", "whole.plypack"]).fine().out);
    // It only creates new files.
    let again = desk.run(&["pack", "many.pgn", "-o", "many.plypack", "--resume"]).ends_with(2);
    assert!(again.err.contains("--resume only creates new files"), "{}", again.err);
    desk.run(&["pack", "many.pgn", "-o", "new.plypack", "--resume", "--unique"]).ends_with(2);
    desk.feed(&["pack", "-", "-o", "none.plypack", "--resume"], b"").ends_with(1);
    assert!(!desk.path("none.plypack").exists());
}
