//! Output to closed pipes, full disks, and files that other programs write at the same time.

use std::{
    fs::File,
    process::{Command, Stdio},
    thread,
};

use plypack::{Game, Options, Writer};

use super::{Desk, Ran, games_of, sample};

impl Desk {
    /// Runs with this as standard output.
    fn run_into(&self, arguments: &[&str], out: impl Into<Stdio>) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
        command.args(arguments).current_dir(self.0.path()).stdin(Stdio::null()).stdout(out).stderr(Stdio::piped());
        let ran = command.spawn().unwrap().wait_with_output().unwrap();
        let err = String::from_utf8(ran.stderr).unwrap();
        Ran { code: ran.status.code().expect("no signal ended it"), out: ran.stdout, err }
    }

    /// Runs with a standard output that nobody reads.
    fn run_unread(&self, arguments: &[&str]) -> Ran {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        self.run_into(arguments, writer)
    }
}

/// The exit code does not depend on whether anyone reads the results.
#[test]
fn a_closed_pipe_hides_no_errors() {
    let desk = Desk::with("famous");
    let good = desk.read("famous.plypack");
    let mut bytes = good.clone();
    bytes[1600] ^= 0x10;
    desk.write("corrupt.plypack", &bytes);
    desk.write("cut.plypack", &good[..good.len() - 1]);
    for command in [&["verify"][..], &["verify", "--json"], &["info"], &["info", "--json"], &["unpack"], &["list"]] {
        let name = command[0];
        let more = &command[1..];
        for file in ["famous.plypack", "corrupt.plypack", "cut.plypack"] {
            let arguments = [&[name, file], more].concat();
            let code = desk.run(&arguments).code;
            desk.run_unread(&arguments).ends_with(code);
        }
    }
    desk.run_unread(&["show", "cut.plypack", "3"]).ends_with(1);
    desk.run_unread(&["show", "famous.plypack", "3"]).ends_with(0);
    desk.run_unread(&["encode", "--codec", "byte"]).ends_with(0);
}

/// A command completes its work even if nobody reads its results.
#[test]
fn a_closed_pipe_stops_no_work() {
    let desk = Desk::with("famous");
    desk.run(&["unpack", "famous.plypack", "-o", "famous.pgn"]).fine();
    desk.run_unread(&["pack", "famous.pgn", "famous.pgn", "--index", "-o", "twice.plypack"]).ends_with(0);
    assert!(desk.run(&["index", "twice.plypack"]).fine().text().contains("all games are already indexed"));
    desk.run_unread(&["recode", "twice.plypack", "--codec", "tight", "-o", "other.plypack"]).ends_with(0);
    assert!(desk.run(&["index", "other.plypack"]).fine().text().contains("all games are already indexed"));
    desk.run_unread(&["duplicates", "--delete", "other.plypack"]).ends_with(0);
    assert_eq!(desk.run(&["duplicates", "--count", "other.plypack"]).fine().text(), "0\n");
    assert_ne!(desk.run(&["duplicates", "--count", "twice.plypack"]).fine().text(), "0\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let desk = Desk::with("famous");
    let full = || File::options().write(true).open("/dev/full").unwrap();
    for command in
        [&["unpack"][..], &["info"], &["verify"], &["list", "--json"], &["tree", "--moves", "e4"], &["show", "3"]]
    {
        let name = command[0];
        let more = &command[1..];
        let ran = desk.run_into(&[&[name, "famous.plypack"], more].concat(), full()).ends_with(1);
        assert!(ran.err.contains("No space left"), "{name}: {}", ran.err);
    }
    let ran = desk.run(&["unpack", "famous.plypack", "-o", "/dev/full"]).ends_with(1);
    assert!(ran.err.starts_with("plypack: /dev/full: No space left"), "{}", ran.err);
}

/// A named pipe that is closed before everything was written is a failure, like a full disk.
#[cfg(unix)]
#[test]
fn a_closed_pipe_with_a_name_is_a_failure() {
    let desk = Desk::with("famous");
    desk.write("many.pgn", sample("famous.pgn").repeat(40));
    desk.run(&["pack", "many.pgn", "-o", "many.plypack"]).fine();
    assert!(Command::new("mkfifo").arg(desk.path("fifo")).status().unwrap().success());
    for command in [&["unpack", "many.plypack", "-o", "fifo"][..], &["pack", "many.pgn", "-o", "fifo"]] {
        let fifo = desk.path("fifo");
        let reader = thread::spawn(move || drop(File::open(fifo).unwrap()));
        let ran = desk.run(command);
        reader.join().unwrap();
        // The loss of text that fits into the pipe before it is closed goes unnoticed.
        assert!(ran.code == 1 && ran.err.contains("fifo"), "{command:?}: {} {}", ran.code, ran.err);
    }
}

/// Another program is adding games: that is not an error, and its games are visible only after it has finished.
#[test]
fn an_append_that_is_going_on_is_no_error() {
    let desk = Desk::with("famous");
    let mut writer = Writer::append(desk.path("famous.plypack"), Options::default()).unwrap();
    // Two blocks: one is written when the next is full.
    const GAMES: u64 = 2 * 8192;
    (0..GAMES).for_each(|_| writer.add(&Game::new()).unwrap());
    for command in [&["unpack"][..], &["list", "--no-map"], &["list"], &["info"], &["show", "3"]] {
        desk.run(&[&[command[0], "famous.plypack"], &command[1..]].concat()).fine();
    }
    let verified = desk.run(&["verify", "famous.plypack"]).ends_with(0);
    assert!(verified.err.starts_with("plypack: famous.plypack: another program is adding games, "), "{}", verified.err);
    let unpacked = desk.run(&["unpack", "famous.plypack"]);
    assert!(games_of(&unpacked.out) == games_of(&sample("famous.pgn")));
    let info = desk.run(&["info", "famous.plypack", "--json"]).ends_with(0).json();
    assert!(info["being_written"] == true && info["unfinished"].as_u64() > Some(0) && info["games"] == 19, "{info}");
    desk.run(&["repair", "famous.plypack", "-o", "saved.plypack"]).ends_with(0);
    assert_eq!(desk.run(&["info", "saved.plypack", "--json"]).fine().json()["games"], 19);
    desk.run(&["compact", "famous.plypack", "-o", "compacted.plypack"]).fine();
    writer.finish().unwrap();
    let info = desk.run(&["info", "famous.plypack", "--json"]).fine().json();
    assert!(info["being_written"] == false && info["unfinished"] == 0 && info["games"] == 19 + GAMES, "{info}");
}
