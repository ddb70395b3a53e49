//! The `plypack` command as a user runs it: its output, its files, its exit codes.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

mod answers;
mod conditions;
mod corruption;
mod edits;
mod export;
mod games;
mod kaitai;
mod lines;
mod openings;
mod output;
mod pack;
#[cfg(unix)]
mod readme;
mod replacing;
mod rows;
mod scid;
mod several;
mod stats;
#[path = "../../../../tests/support/tier.rs"]
mod tier;
mod usage;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/samples");

/// The result of a run of the command.
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

    /// Asserts success without messages.
    fn fine(self) -> Ran {
        let ran = self.ends_with(0);
        assert_eq!(ran.err, "");
        ran
    }
}

/// A directory for one test, in which the command runs.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    /// With one sample packed as `NAME.plypack`.
    fn with(sample: &str) -> Desk {
        let desk = Desk::new();
        fs::copy(format!("{SAMPLES}/{sample}.pgn"), desk.path(&format!("{sample}.pgn"))).unwrap();
        desk.run(&["pack", &format!("{sample}.pgn"), "-o", &format!("{sample}.plypack")]).ends_with(0);
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

    /// Runs with this text on standard input.
    fn feed(&self, arguments: &[&str], input: &[u8]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
        // The help would be as wide as the terminal of this variable.
        command.args(arguments).current_dir(self.0.path()).env_remove("COLUMNS");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let ran = std::thread::scope(|scope| {
            // A command can close its input without reading it.
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

/// Returns the bytes after the header and the commit records of a file.
fn units(file: &[u8]) -> &[u8] {
    &file[1536..]
}

/// Returns the games that the importer makes of a PGN.
fn games_of(pgn: &[u8]) -> Vec<plypack::Game> {
    plypack::games_from_pgn(pgn).unwrap().0
}
