//! Help, wrong usage, and files that cannot be opened.

use std::fs;

use insta::assert_snapshot;

use super::{Desk, SAMPLES};
use plypack::Codec;

#[test]
fn help() {
    let desk = Desk::new();
    assert_snapshot!(desk.run(&["--help"]).fine().text(), @r"
    Packs chess games: PGN into a small, fast, checked binary format and back, with nothing lost

    Usage: plypack [OPTIONS] [COMMAND]

    Commands:
      pack            Pack PGN files into a new plypack file
      unpack          Write the games of plypack files as PGN
      append          Add the games of PGN files to a plypack file
      edit            Delete, replace and restore games, and list what was edited
      compact         Remove deleted games and old versions from a plypack file
      info            Show what plypack files contain
      verify          Check all checksums, and that every game can be decoded and is legal
      repair          Save what can be read of a corrupt plypack file into a new one
      recode          Store the games of a plypack file with another codec
      show            Show one game, with a board
      find            Find the games that reach a position
      tree            Show the moves played next in a position, with their results
      transpositions  Show the move orders that lead to a position
      list            List games by player, event, date and other tags
      stats           Count games: results by year, opening and rating, lengths, players; what a player plays
      duplicates      Find games that are in files more than once
      index           Add a position index to a file, for instant find and tree
      codecs          Measure every codec on the games of PGN files
      encode          Encode lines of UCI moves as lines of hex: a codec alone, without a file format
      decode          Decode lines of hex to lines of UCI moves: the reverse of encode
      help            Print this message or the help of the given subcommand(s)

    Options:
          --completions <SHELL>  Print completions for a shell; its documentation says where they go [possible values: bash, elvish, fish, powershell, zsh]
          --man <FOLDER>         Write the manual pages into a folder, as `/usr/local/share/man/man1`
      -h, --help                 Print help
      -V, --version              Print version

    Games are numbered from 0. Results go to standard output, messages and progress to standard error.
    Exit codes: 0 success, 1 errors in the data (reported on standard error), 2 wrong usage.
    ");
    let help = desk.run(&["help", "pack"]).fine();
    for codec in Codec::IN_FILES {
        assert!(help.text().contains(codec.name()), "{codec} is not in the help");
    }
    let version = desk.run(&["--version"]).fine();
    assert_eq!(version.text(), concat!("plypack ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn wrong_usage_ends_with_2() {
    let desk = Desk::with("famous");
    for wrong in [
        "",
        "fly",
        "pack",
        "pack famous.pgn",
        "pack -o out.plypack",
        "pack famous.pgn -o -",
        "pack - - -o out.plypack",
        "pack famous.pgn -o out.plypack --codec morse",
        "pack famous.pgn -o out.plypack --codec slots",
        "pack famous.pgn -o out.plypack --threads 0",
        "pack famous.pgn -o out.plypack --level 23",
        "pack famous.pgn -o out.plypack --issues some",
        "unpack famous.plypack --games 3..2",
        "unpack famous.plypack --games x",
        "show famous.plypack",
        "show famous.plypack -1",
        "show famous.plypack:x",
        "show :1",
        "unpack famous.plypack famous.pgn --games 1",
        "recode famous.plypack -o out.plypack",
        "edit famous.plypack",
        "edit famous.plypack delete",
        "edit famous.plypack delete x",
        "edit famous.plypack delete 3..2",
        "edit famous.plypack replace 1",
        "edit famous.plypack replace 1..2 --pgn famous.pgn",
        "edit famous.plypack restore",
        "compact",
        "compact famous.plypack -o -",
        "find famous.plypack",
        "find famous.plypack --fen nonsense",
        "find famous.plypack --moves e5",
        "find famous.plypack --moves e4 --material KRK",
        "find famous.plypack --pattern 8/8",
        "find famous.plypack --material KK --date tomorrow",
        "tree famous.plypack --pattern 8/8/8/8/8/8/8/8",
        "transpositions famous.plypack",
        "list famous.plypack --rating high",
        "list famous.plypack --result won",
        "index",
        "encode",
        "encode --codec byte --fen nonsense",
        "decode --codec byte --plies many",
    ] {
        let ran = desk.run(&wrong.split_whitespace().collect::<Vec<_>>());
        assert_eq!((ran.code, ran.out.len()), (2, 0), "{wrong}: {}", ran.err);
        assert!(ran.err.starts_with("plypack: ") || wrong.is_empty(), "{wrong}: {}", ran.err);
    }
    assert!(!desk.path("out.plypack").exists());
    assert_snapshot!(desk.run(&["pack"]).err, @r"
    plypack: the following required arguments were not provided:
      --output <OUT.plypack>
      <IN.pgn>...

    Usage: plypack pack --output <OUT.plypack> <IN.pgn>...

    For more information, try '--help'.
    ");
}

/// `codecs.8`: line codecs are refused for files, and the error gives the reason.
#[test]
fn line_codecs_have_no_files() {
    let desk = Desk::with("famous");
    for codec in Codec::ALL.iter().filter(|codec| codec.is_line_codec()) {
        for command in [
            "pack famous.pgn -o out.plypack",
            "recode famous.plypack -o out.plypack",
            "append famous.plypack famous.pgn",
        ] {
            let line = format!("{command} --codec {codec}");
            let ran = desk.run(&line.split(' ').collect::<Vec<_>>()).ends_with(2);
            assert!(
                ran.err.contains(&format!("`{codec}` is a line codec: a file has coord16, byte, tight")),
                "{line}: {}",
                ran.err
            );
        }
        let code = desk.feed(&["encode", "--codec", codec.name()], b"e2e4 e7e5\n").fine().text().to_owned();
        let moves = desk.feed(&["decode", "--codec", codec.name(), "--plies", "2"], code.as_bytes()).fine();
        assert_eq!(moves.text(), "e2e4 e7e5\n", "{codec}");
    }
    assert!(!desk.path("out.plypack").exists());
}

#[test]
fn misspelt_words_are_told() {
    let desk = Desk::with("famous");
    for (wrong, meant) in [
        ("lst famous.plypack", "'list'"),
        ("list famous.plypack --plyaer carlsen", "'--player'"),
        ("recode famous.plypack -o out.plypack --codec byt", "'byte'"),
        ("--completions bahs", "'bash'"),
    ] {
        let ran = desk.run(&wrong.split(' ').collect::<Vec<_>>()).ends_with(2);
        assert!(ran.err.contains(meant), "{wrong}: {}", ran.err);
    }
    let ran = desk.run(&["list", "famous.plypack", "--xyz"]).ends_with(2);
    assert!(ran.err.contains("'--xyz'") && !ran.err.contains("tip"), "{}", ran.err);
}

#[test]
fn completions_and_manual_pages() {
    let desk = Desk::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = desk.run(&["--completions", shell]).fine();
        assert!(script.text().contains("transpositions"), "{shell}");
    }
    desk.run(&["--man", "man1"]).ends_with(0);
    for (page, word) in [("plypack.1", "transpositions"), ("plypack-pack.1", "archive"), ("plypack-find.1", "material")]
    {
        assert!(String::from_utf8_lossy(&desk.read(&format!("man1/{page}"))).contains(word), "{page}");
    }
    desk.write("file", "");
    assert!(desk.run(&["--man", "file/man1"]).ends_with(1).err.contains("file/man1"));
    desk.run(&["--man", "man1", "info"]).ends_with(2);
}

#[test]
fn missing_files_are_named_and_nothing_is_written() {
    let desk = Desk::with("famous");
    let before = desk.read("famous.plypack");
    for command in [
        "pack famous.pgn missing -o famous.plypack",
        "append famous.plypack missing",
        "append missing famous.pgn",
        "unpack missing",
        "info missing",
        "verify missing",
        "show missing 0",
        "repair missing -o new.plypack",
        "recode missing -o new.plypack --codec byte",
        "edit missing delete 0",
        "edit missing replace 0 --pgn famous.pgn",
        "edit missing log",
        "edit famous.plypack replace 0 --pgn missing",
        "compact missing -o new.plypack",
        "compact missing",
    ] {
        let ran = desk.run(&command.split(' ').collect::<Vec<_>>()).ends_with(1);
        assert!(ran.err.starts_with("plypack: missing: "), "{command}: {}", ran.err);
    }
    assert_eq!(desk.read("famous.plypack"), before);
    assert!(!desk.path("new.plypack").exists() && !desk.path("missing").exists());
}

#[test]
fn an_input_is_never_overwritten() {
    let desk = Desk::with("famous");
    #[cfg(unix)]
    std::os::unix::fs::symlink("famous.pgn", desk.path("link.pgn")).unwrap();
    let before = (desk.read("famous.pgn"), desk.read("famous.plypack"));
    for command in [
        "pack famous.pgn -o famous.pgn",
        "pack famous.pgn -o ./famous.pgn",
        #[cfg(unix)]
        "pack link.pgn -o famous.pgn",
        "append famous.plypack famous.plypack",
        "unpack famous.plypack -o famous.plypack",
        "repair famous.plypack -o famous.plypack",
        "recode famous.plypack -o famous.plypack --codec coord16",
    ] {
        let ran = desk.run(&command.split(' ').collect::<Vec<_>>()).ends_with(2);
        assert!(ran.err.contains("is both input and output"), "{command}: {}", ran.err);
    }
    assert!((desk.read("famous.pgn"), desk.read("famous.plypack")) == before);
}

/// Files of drafts of the format are refused as too old, and the message says what to do; no command creates anything from them.
#[test]
fn files_of_drafts_are_refused() {
    let desk = Desk::with("famous");
    for version in ["0.1", "0.2", "0.3", "0.4", "0.9"] {
        desk.write("old.plypack", fs::read(format!("{SAMPLES}/kept/{version}-byte.plypack")).unwrap());
        for command in [
            "info old.plypack",
            "unpack old.plypack",
            "append old.plypack famous.pgn",
            "repair old.plypack -o new.plypack",
        ] {
            let ran = desk.run(&command.split(' ').collect::<Vec<_>>()).ends_with(1);
            let message = format!(
                "plypack: old.plypack: the file was made by format {version}; this program reads format 0.10. Make it again from the \
                 PGN, or unpack it with the program that made it (at byte 8)\n"
            );
            assert_eq!(ran.err, message, "{command}");
        }
        let report = desk.run(&["verify", "old.plypack", "--json"]).ends_with(1).json();
        assert_eq!(report["errors"][0]["code"], "UNSUPPORTED_VERSION");
        assert!(!desk.path("new.plypack").exists());
    }
}

#[test]
fn other_files_are_refused() {
    let desk = Desk::with("famous");
    for command in ["info famous.pgn", "unpack famous.pgn", "verify famous.pgn", "append famous.pgn famous.plypack"] {
        let ran = desk.run(&command.split(' ').collect::<Vec<_>>()).ends_with(1);
        assert!(ran.err.starts_with("plypack: famous.pgn: "), "{command}: {}", ran.err);
    }
    let report = desk.run(&["verify", "famous.pgn", "--json"]).ends_with(1).json();
    assert_eq!((&report["games"], &report["errors"][0]["code"]), (&0.into(), &"NOT_PLYPACK".into()));
}
