//! Help, wrong usage, and files that cannot be opened.

use std::fs;

use insta::assert_snapshot;

use super::{Desk, SAMPLES};
use plypack::Codec;

#[test]
fn help() {
    let desk = Desk::new();
    assert_snapshot!(desk.run(&["--help"]).fine().text(), @r"
    Packs chess games into small files with checksums, searches the files, and unpacks them without loss

    Usage: plypack [OPTIONS] [COMMAND]

    Commands:
      pack            Packs PGN files and SCID 4 databases into a new plypack file
      unpack          Writes games of plypack files as PGN, or as a SCID 4 database
      append          Adds games of PGN files and SCID 4 databases to a plypack file
      edit            Deletes, replaces and restores games, renames players, and lists edits
      compact         Removes deleted games and old versions of games from a plypack file
      info            Shows what plypack files contain
      verify          Checks all checksums, and that every move is legal
      repair          Copies all readable games of a corrupt plypack file to a new file
      recode          Copies a plypack file to a new file with another move codec
      show            Shows one game, with a board
      find            Finds games by position, pattern or material
      tree            Shows the moves played in a position, with their results
      transpositions  Shows the move orders that reach a position
      list            Lists games by player, event, date and other tags
      stats           Counts games by result, year, rating, length, opening and player
      duplicates      Finds games that occur more than once in plypack files
      index           Adds a position index, with which searches for a position need no scan
      codecs          Measures all move codecs on the games of PGN files
      encode          Encodes lines of UCI moves as lines of hex, with a move codec alone
      decode          Decodes lines of hex to lines of UCI moves, with a move codec alone
      help            Print this message or the help of the given subcommand(s)

    Options:
          --completions <SHELL>  Print the completion script for a shell [possible values: bash, elvish,
                                 fish, powershell, zsh]
          --man <FOLDER>         Write the manual pages to a folder, such as `/usr/local/share/man/man1`
      -h, --help                 Print help
      -V, --version              Print version

    `plypack COMMAND --help` explains a command and its options; `-h` is a summary.
    Game numbers begin at 0. Results go to standard output, messages and progress to standard error.
    Exit codes: 0 for success, 1 for errors in the data (reported on standard error), 2 for wrong usage.
    ");
    let help = desk.run(&["help", "pack"]).fine();
    for codec in Codec::IN_FILES {
        assert!(help.text().contains(codec.name()), "{codec} is not in the help");
    }
    let version = desk.run(&["--version"]).fine();
    assert_eq!(version.text(), concat!("plypack ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// `-h` is a summary, and `--help` has the details of a command too.
#[test]
fn help_explains_the_commands() {
    let desk = Desk::new();
    for (command, detail) in
        [("pack", "stored unchanged"), ("find", "at its first match"), ("stats", "FIDE"), ("edit", "`plypack compact`")]
    {
        // Without the line ends between words.
        let text = |flag| desk.run(&[command, flag]).fine().text().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!text("-h").contains(detail) && text("--help").contains(detail), "{command}: {}", text("--help"));
    }
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
