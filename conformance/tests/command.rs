//! The `plypack` command, as a user runs it: what it prints, what it writes, how it ends.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use insta::assert_snapshot;
use serde_json::Value;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/samples");

/// What a run of the command left behind.
struct Ran {
    code: i32,
    out: Vec<u8>,
    err: String,
}

impl Ran {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("the output is UTF-8")
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.out).expect("the output is JSON")
    }

    /// Asserts the exit code.
    fn ends_with(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{}\n{}", String::from_utf8_lossy(&self.out), self.err);
        self
    }

    /// Asserts that nothing was wrong, and nothing said.
    fn fine(self) -> Ran {
        let ran = self.ends_with(0);
        assert_eq!(ran.err, "");
        ran
    }
}

/// A folder for one test, in which the command runs.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    /// With one sample packed as `NAME.plypack`.
    fn with(sample: &str) -> Desk {
        let desk = Desk::new();
        fs::copy(format!("{SAMPLES}/{sample}.pgn"), desk.path(&format!("{sample}.pgn"))).unwrap();
        let code = i32::from(sample == "broken");
        desk.run(&["pack", &format!("{sample}.pgn"), "-o", &format!("{sample}.plypack")]).ends_with(code);
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        self.feed(arguments, b"")
    }

    /// Runs with something on standard input.
    fn feed(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
        command.args(arguments).current_dir(self.0.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let ran = std::thread::scope(|scope| {
            // A command that does not read its input closes it; that is no concern of the test.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().unwrap()
        });
        let err = String::from_utf8(ran.stderr).unwrap();
        Ran { code: ran.status.code().expect("no signal ended it"), out: ran.stdout, err }
    }
}

fn sample(name: &str) -> Vec<u8> {
    fs::read(Path::new(SAMPLES).join(name)).unwrap()
}

/// What the importer makes of a PGN.
fn games_of(pgn: &[u8]) -> Vec<plypack::Game> {
    plypack::games_from_pgn(pgn).unwrap().0
}

#[test]
fn help() {
    let desk = Desk::new();
    assert_snapshot!(desk.run(&["--help"]).fine().text(), @r"
    Packs chess games: PGN into a small, fast, checked binary format and back, with nothing lost

    Usage: plypack <COMMAND>

    Commands:
      pack            Pack PGN files into a new plypack file
      unpack          Write the games of a plypack file as PGN
      append          Add the games of PGN files to a plypack file
      info            Say what a plypack file holds
      verify          Check all checksums, and that every game can be read and is legal
      repair          Save all that can be read of a damaged plypack file into a new one
      recode          Store the games of a plypack file with another codec
      show            Show one game, with a board
      find            Find the games that reach a position
      tree            Show what was played next in a position, and with what success
      transpositions  Show the move orders that lead to a position
      list            List games by players, event, date and so on
      index           Add a position index to a file, so that find and tree answer at once
      codecs          Measure every codec on the games of PGN files
      encode          Lines of UCI moves into lines of hex: the codec alone, without a file around it
      decode          Lines of hex into lines of UCI moves: the reverse of encode
      help            Print this message or the help of the given subcommand(s)

    Options:
      -h, --help     Print help
      -V, --version  Print version

    Games are numbered from 0. Results go to standard output, messages and progress to standard error.
    Exit codes: 0 fine, 1 something in the data (said on standard error), 2 wrong use.
    ");
    let help = desk.run(&["help", "pack"]).fine();
    for codec in plypack::Codec::ALL {
        assert!(help.text().contains(codec.name()), "{codec} is not in the help");
    }
    let version = desk.run(&["--version"]).fine();
    assert_eq!(version.text(), concat!("plypack ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn wrong_use_ends_with_2() {
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
        "pack famous.pgn -o out.plypack --threads 0",
        "pack famous.pgn -o out.plypack --level 23",
        "pack famous.pgn -o out.plypack --issues some",
        "unpack famous.plypack --games 3..2",
        "unpack famous.plypack --games x",
        "show famous.plypack",
        "show famous.plypack -1",
        "recode famous.plypack -o out.plypack",
        "find famous.plypack",
        "find famous.plypack --fen nonsense",
        "find famous.plypack --moves e5",
        "find famous.plypack --moves e4 --material KRK",
        "find famous.plypack --pattern 8/8",
        "find famous.plypack --material KK --date tomorrow",
        "tree famous.plypack",
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
      <IN.pgn[.zst]>...

    Usage: plypack pack --output <OUT.plypack> <IN.pgn[.zst]>...

    For more information, try '--help'.
    ");
}

#[test]
fn what_is_packed_comes_back() {
    for name in ["famous", "edge", "broken"] {
        let desk = Desk::with(name);
        let (pgn, packed) = (format!("{name}.pgn"), format!("{name}.plypack"));
        let out = desk.run(&["unpack", &packed]).fine().out;
        assert!(games_of(&out) == games_of(&desk.read(&pgn)), "{name}");
        desk.write("again.pgn", &out);
        desk.run(&["pack", "again.pgn", "-o", "again.plypack"]).ends_with(i32::from(name == "broken"));
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
    assert_eq!(names, ["bytes", "bytes", "bits", "seconds", "MB/s"]);
    assert_eq!(ran.text().lines().last(), Some("out.plypack: 19 games checked, all sound"));
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
    let ran = desk.run(&["pack", "broken.pgn", "-o", "out.plypack"]).ends_with(1);
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
    plypack: out.plypack: complete, with 11 games not wholly read, 9 of them in the main line; what could not be read is kept word for word
    ");
    let few = desk.run(&["pack", "broken.pgn", "-o", "out.plypack", "--issues", "1"]).ends_with(1);
    assert_snapshot!(few.err, @r"
    plypack: broken.pgn: line 9: illegal move: 2. Ke3 (game 1)
    plypack: ... and 10 more (--issues all lists them)
    plypack: out.plypack: complete, with 11 games not wholly read, 9 of them in the main line; what could not be read is kept word for word
    ");
    desk.run(&["verify", "out.plypack"]).fine();
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
    ] {
        let ran = desk.run(&command.split(' ').collect::<Vec<_>>()).ends_with(1);
        assert!(ran.err.starts_with("plypack: missing: "), "{command}: {}", ran.err);
    }
    assert_eq!(desk.read("famous.plypack"), before);
    assert!(!desk.path("new.plypack").exists() && !desk.path("missing").exists());
}

#[test]
fn no_file_is_written_over_one_that_is_read() {
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
        assert!(ran.err.contains("is read and written at the same time"), "{command}: {}", ran.err);
    }
    assert!((desk.read("famous.pgn"), desk.read("famous.plypack")) == before);
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
    assert_eq!(ran.err, "plypack: famous.plypack: the file has only 19 games\n");
}

#[test]
fn append_adds_and_changes_nothing() {
    let desk = Desk::with("famous");
    let before = desk.read("famous.plypack");
    desk.write("edge.pgn", sample("edge.pgn"));
    let ran = desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    assert_eq!(ran.text(), "famous.plypack: 28 games added, now 47\n");
    assert!(desk.read("famous.plypack").starts_with(&before));
    let out = desk.run(&["unpack", "famous.plypack"]).fine().out;
    let wanted = [games_of(&sample("famous.pgn")), games_of(&sample("edge.pgn"))].concat();
    assert!(games_of(&out) == wanted);
    // Neighbouring small blocks become one.
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

#[test]
fn info_counts_every_byte() {
    let desk = Desk::with("edge");
    let info = desk.run(&["info", "edge.plypack", "--json"]).fine().json();
    assert_eq!((&info["games"], &info["codec"]), (&Value::from(28), &Value::from("byte")));
    assert!(info["format_version"].is_string() && info["faults"] == Value::Array(Vec::new()));
    let bytes = |name: &str| info["bytes"][name].as_u64().unwrap();
    assert_eq!(bytes("total"), desk.read("edge.plypack").len() as u64);
    let parts = ["moves", "games", "names", "annotations", "index", "other"];
    assert_eq!(parts.into_iter().map(bytes).sum::<u64>(), bytes("total"));
    let per_ply = bytes("moves") as f64 * 8.0 / info["plies"].as_f64().unwrap();
    assert!((info["bits_per_ply"].as_f64().unwrap() - per_ply).abs() < 1e-9);
    let text = desk.run(&["info", "edge.plypack"]).fine();
    let names: Vec<_> = text.text().lines().filter_map(|line| line.split("  ").find(|part| !part.is_empty())).collect();
    let wanted = ["games", "plies", "blocks", "names", "bits per ply", "bytes"].into_iter().chain(parts);
    assert_eq!(names[1..].iter().map(|name| name.trim()).collect::<Vec<_>>(), wanted.collect::<Vec<_>>());
}

#[test]
fn damage_is_found_told_and_repaired() {
    let desk = Desk::with("famous");
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    let sound = desk.run(&["verify", "famous.plypack", "--json"]).fine().json();
    assert_eq!(sound, serde_json::json!({ "games": 47, "damaged": [], "faults": [] }));
    // Inside the first block, behind its head.
    let mut bytes = desk.read("famous.plypack");
    let place = sample_block_end(&bytes) - 20;
    bytes[place] ^= 0x10;
    desk.write("hurt.plypack", &bytes);

    let told = desk.run(&["verify", "hurt.plypack"]).ends_with(1);
    assert_eq!(told.text(), "hurt.plypack: 47 games checked, damaged\n");
    assert!(told.err.starts_with("plypack: hurt.plypack: games 0 to 18 "), "{}", told.err);
    assert!(told.err.contains("(at byte "), "{}", told.err);
    let report = desk.run(&["verify", "hurt.plypack", "--json"]).ends_with(1).json();
    let damage = &report["damaged"][0];
    assert_eq!((&damage["first"], &damage["last"], &damage["games"]), (&0.into(), &18.into(), &19.into()));
    assert!(damage["code"].is_string() && damage["message"].is_string() && damage["partly"].is_boolean());
    assert!(damage["offset"].as_u64().unwrap() <= place as u64);

    let unpacked = desk.run(&["unpack", "hurt.plypack"]).ends_with(1);
    let saved = desk.run(&["repair", "hurt.plypack", "-o", "saved.plypack"]).ends_with(1);
    assert!(saved.err.contains("games 0 to 18 "), "{}", saved.err);
    desk.run(&["verify", "saved.plypack"]).fine();
    let (unpacked, saved) = (games_of(&unpacked.out), games_of(&desk.run(&["unpack", "saved.plypack"]).fine().out));
    assert!(unpacked == saved);
    assert!(saved.ends_with(&games_of(&sample("edge.pgn"))), "the other block is whole");
}

/// Where the first block ends.
fn sample_block_end(file: &[u8]) -> usize {
    let reader = plypack::Reader::from_bytes(file.to_vec()).unwrap();
    reader.blocks()[0].range.end as usize
}

#[test]
fn a_file_without_its_end_is_read_and_repaired() {
    let desk = Desk::with("famous");
    let bytes = desk.read("famous.plypack");
    let cut = &bytes[..sample_block_end(&bytes)];
    desk.write("cut.plypack", cut);
    let wanted = desk.run(&["unpack", "famous.plypack"]).fine().out;
    let ran = desk.run(&["unpack", "cut.plypack"]).ends_with(1);
    assert_eq!(ran.out, wanted);
    assert!(ran.err.starts_with("plypack: cut.plypack: "), "{}", ran.err);
    let info = desk.run(&["info", "cut.plypack", "--json"]).ends_with(1).json();
    assert_eq!(info["faults"][0]["code"], "FOOTER_MISSING");
    desk.run(&["show", "cut.plypack", "3"]).ends_with(1);
    let append = desk.run(&["append", "cut.plypack", "famous.pgn"]).ends_with(1);
    assert!(append.err.contains("repair"), "{}", append.err);
    assert_eq!(desk.read("cut.plypack"), cut);
    desk.run(&["repair", "cut.plypack", "-o", "saved.plypack"]).ends_with(1);
    assert_eq!(desk.read("saved.plypack"), bytes);
}

#[test]
fn what_is_no_plypack_file_is_refused() {
    let desk = Desk::with("famous");
    for command in ["info famous.pgn", "unpack famous.pgn", "verify famous.pgn", "append famous.pgn famous.plypack"] {
        let ran = desk.run(&command.split(' ').collect::<Vec<_>>()).ends_with(1);
        assert!(ran.err.starts_with("plypack: famous.pgn: "), "{command}: {}", ran.err);
    }
    let report = desk.run(&["verify", "famous.pgn", "--json"]).ends_with(1).json();
    assert_eq!((&report["games"], &report["faults"][0]["code"]), (&0.into(), &"NOT_PLYPACK".into()));
}

#[test]
fn show() {
    let desk = Desk::with("famous");
    assert_snapshot!(desk.run(&["show", "famous.plypack", "3"]).fine().text(), @r"
    Event   Paris Opera
    Site    Paris FRA
    Date    1858.??.??
    Round   ?
    White   Morphy, Paul
    Black   Duke Karl / Count Isouard
    Result  1-0
    ECO     C41

    8 . n . R k b . r
    7 p . . . . p p p
    6 . . . . q . . .
    5 . . . . p . B .
    4 . . . . P . . .
    3 . . . . . . . .
    2 P P P . . P P P
    1 . . K . . . . .
      a b c d e f g h

    After ply 33: Black is checkmated
    1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17

    1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5)
    5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 {Development before pawns} 8... c6 9.
    Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15.
    Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0
    ");
    let early = desk.run(&["show", "famous.plypack", "3", "--ply", "1", "--unicode", "--flip"]).fine();
    let board: Vec<_> = early.text().lines().skip(9).take(12).collect();
    assert_snapshot!(board.join("\n"), @r"
    1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖
    2 ♙ ♙ ♙ . ♙ ♙ ♙ ♙
    3 . . . . . . . .
    4 . . . ♙ . . . .
    5 . . . . . . . .
    6 . . . . . . . .
    7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
    8 ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜
      h g f e d c b a

    After ply 1: Black to move
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    ");
    let beyond = desk.run(&["show", "famous.plypack", "3", "--ply", "34"]).ends_with(1);
    assert_eq!(beyond.err, "plypack: there is no ply 34; the game has 33\n");
    let beyond = desk.run(&["show", "famous.plypack", "19"]).ends_with(1);
    assert_eq!(beyond.err, "plypack: famous.plypack: there is no game 19; the file has 19 (the first is 0)\n");
}

#[test]
fn show_never_sends_control_characters() {
    let desk = Desk::with("broken");
    desk.write("evil.pgn", b"[White \"\x1b[2J\xff\"]\n\n1. e4 {\x1b]0;x\x07 \xc2\x9b} *\n");
    desk.run(&["pack", "evil.pgn", "-o", "evil.plypack"]).fine();
    let ran = desk.run(&["show", "evil.plypack", "0"]).fine();
    assert!(ran.text().chars().all(|c| c == '\n' || !c.is_control()));
    // A game from an unreadable start has no board.
    let ran = desk.run(&["show", "broken.plypack", "5"]).fine();
    assert!(ran.text().ends_with("\n1. e4 e5 *\n") && !ran.text().contains("a b c"), "{}", ran.text());
}

#[test]
fn find_tells_games_and_plies() {
    let desk = Desk::with("famous");
    let find = |more: &[&str]| desk.run(&[&["find", "famous.plypack", "--moves", "1. e4 e5"], more].concat()).fine();
    let count = find(&["--count"]);
    let hits = find(&["--json"]).json();
    assert_eq!(count.text().trim(), hits.as_array().unwrap().len().to_string());
    assert!(hits.as_array().unwrap().iter().all(|hit| hit["ply"] == 2 && hit["game"].is_u64()));
    assert_eq!(find(&[]).text().lines().count(), hits.as_array().unwrap().len());
    desk.run(&["index", "famous.plypack"]).fine();
    assert_eq!(find(&["--json"]).json(), hits);
    assert_eq!(find(&["--json", "--no-index", "--threads", "1"]).json(), hits);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(desk.run(&["find", "famous.plypack", "--fen", fen, "--json"]).fine().json(), hits);
    let none = desk.run(&["find", "famous.plypack", "--material", "KNNKNN", "--json"]).fine();
    assert_eq!(none.json(), Value::Array(Vec::new()));
    let rooks = desk.run(&["find", "famous.plypack", "--pattern", "8/8/8/8/8/8/8/4R3", "--count"]).fine();
    assert!(rooks.text().trim().parse::<u64>().unwrap() > 0);
}

const FOUR_GAMES: &str = "[White \"A\"]\n[WhiteElo \"2400\"]\n[Date \"2001.01.01\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n\n\
    [Result \"1/2-1/2\"]\n\n1. c4 d5 2. d4 e6 1/2-1/2\n\n1. d4 d5 2. c4 e6 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 c6 0-1\n";

#[test]
fn tree_counts_what_was_played_next() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack", "--index"]).fine();
    let ran = desk.run(&["tree", "four.plypack", "--moves", "d2d4 d7d5 c2c4"]).fine();
    assert_snapshot!(ran.text(), @r"
    4 games
    move         games       %     white     draws     black     other  score  rating  last
    e6               2   50.00         0         1         0         1   50.0       -     -
    c6               1   25.00         0         0         1         0    0.0       -     -
    (end)            1
    ");
    let tree = desk.run(&["tree", "four.plypack", "--moves", "", "--json"]).fine().json();
    assert_eq!(
        tree[0],
        serde_json::json!({
            "san": "d4", "uci": "d2d4", "games": 3, "white": 1, "draws": 0, "black": 1, "other": 1, "score": 0.5,
            "rating": 2400, "last_year": 2001,
        })
    );
    assert_eq!(desk.run(&["tree", "four.plypack", "--moves", "e4", "--json"]).fine().json(), Value::Array(Vec::new()));
}

#[test]
fn transpositions_are_counted() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack"]).fine();
    let ran = desk.run(&["transpositions", "four.plypack", "--moves", "d4 d5 c4", "--json"]).fine();
    assert_eq!(
        ran.json(),
        serde_json::json!([{ "moves": "d2d4 d7d5 c2c4", "games": 3 }, { "moves": "c2c4 d7d5 d2d4", "games": 1 }])
    );
    let ran = desk.run(&["transpositions", "four.plypack", "--moves", "d4 d5 c4", "--white", "b"]).fine();
    assert_eq!(ran.text().trim(), "1  d2d4 d7d5 c2c4");
}

#[test]
fn list_shows_games_by_their_tags() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack"]).fine();
    let list = |more: &[&str]| desk.run(&[&["list", "four.plypack"], more].concat()).fine();
    assert_eq!(list(&["--count"]).text(), "4\n");
    assert_eq!(list(&["--result", "1-0", "--count"]).text(), "1\n");
    assert_eq!(list(&["--date", "2001..", "--rating", "2400"]).text().split_whitespace().next(), Some("0"));
    let json = list(&["--white", "a", "--json"]).json();
    assert_eq!((json[0]["game"].as_u64(), &json[0]["tags"][0]), (Some(0), &serde_json::json!(["White", "A"])));
    assert_eq!(list(&["--most", "2"]).text().lines().count(), 2);
}

#[test]
fn encode_and_decode_lines() {
    let desk = Desk::new();
    let moves = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1\n\ne2e4 0000 d2d4\n";
    let code = desk.feed(&["encode", "--codec", "byte"], moves.as_bytes()).fine();
    assert_eq!(code.text().lines().next(), Some("c0c01f135981501409"));
    assert_eq!(code.text().lines().nth(1), Some(""));
    assert_eq!(desk.feed(&["decode", "--codec", "byte"], &code.out).fine().text(), moves);
    let words = desk.feed(&["encode", "--codec", "coord16"], b"e2e4 e7e5").fine();
    assert_eq!(
        desk.feed(&["decode", "--codec", "coord16"], words.text().trim().as_bytes()).fine().text(),
        "e2e4 e7e5\n"
    );
    // Windows line ends, upper-case hex, a last line without end.
    assert_eq!(desk.feed(&["decode", "--codec", "byte"], b"C0\r\nC0C0").fine().text(), "e2e4\ne2e4 e7e5\n");
}

#[test]
fn encode_and_decode_from_a_position() {
    let desk = Desk::new();
    let usual = ["--codec", "byte", "--fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"];
    let run = |verb: &str, more: &[&str], input: &[u8]| desk.feed(&[&[verb], more].concat(), input).fine().out;
    let back = |more: &[&str], moves: &[u8]| run("decode", more, &run("encode", more, moves));
    assert_eq!(back(&usual, b"e1h1 e8a8\n"), b"e1g1 e8c8\n");
    let chess960 = ["--codec", "byte", "--fen", "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w KQkq - 0 1"];
    assert_eq!(back(&chess960, b"b1e1 b8a8\n"), b"b1e1 b8a8\n");
    // A king that could also step there does not castle.
    assert_eq!(back(&chess960, b"b1g1 b8c8\n"), b"b1e1 b8c8\n");
}

#[test]
fn decode_counts_plies() {
    let desk = Desk::new();
    let ran = desk.feed(&["decode", "--codec", "byte", "--plies", "2"], b"c0c0\nc0\nc0c0c0\n").ends_with(1);
    assert_eq!(ran.text(), "e2e4 e7e5\n\n\n");
    assert_eq!(ran.err.lines().count(), 2);
}

#[test]
fn bad_lines_are_empty_and_numbered() {
    let desk = Desk::new();
    let lines = b"e2e4\ne2e5\ne2e4 e7e5 \ne2e4  e7e5\nhello\ne2e4 e7e5 0000 e8e7 e4e5x\n\xff\ne2e4\n";
    let ran = desk.feed(&["encode", "--codec", "byte"], lines).ends_with(1);
    assert_eq!(ran.text(), "c0\n\n\n\n\n\n\nc0\n");
    assert_snapshot!(ran.err, @r"
    plypack: line 2: `e2e5` is not a legal move here (at byte 0)
    plypack: line 3: a space after the last move (at byte 9)
    plypack: line 4: `` is not a move in UCI notation (at byte 5)
    plypack: line 5: `hello` is not a move in UCI notation (at byte 0)
    plypack: line 6: `e4e5x` is not a move in UCI notation (at byte 20)
    plypack: line 7: `\xff` is not a move in UCI notation (at byte 0)
    ");
    let ran = desk.feed(&["decode", "--codec", "byte"], b"c0\nc\nxy\nffff\nc0c0\n").ends_with(1);
    assert_eq!(ran.text(), "e2e4\n\n\n\ne2e4 e7e5\n");
    assert_snapshot!(ran.err, @r"
    plypack: line 2: an odd number of hexadecimal digits (at byte 1)
    plypack: line 3: not hexadecimal (at byte 0)
    plypack: line 4: byte 0xff stands for no legal move (at byte 0)
    ");
}

/// A program on the other side may wait for every answer before it goes on.
#[test]
fn encode_answers_line_by_line() {
    use std::io::{BufRead, BufReader};
    let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
    command.args(["encode", "--codec", "byte"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut to, mut from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..3 {
        to.write_all(b"e2e4 e7e5\n").unwrap();
        let mut answer = String::new();
        from.read_line(&mut answer).unwrap();
        assert_eq!(answer, "c0c0\n");
    }
    drop(to);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn nobody_needs_to_read_to_the_end() {
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
