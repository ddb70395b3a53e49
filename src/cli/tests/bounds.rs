//! The command works on hostile files with no more memory than `limits.12` allows. `tests/bounds` tests the operations of the library in
//! the same way.

#![cfg(target_os = "linux")]

use std::{
    collections::HashSet,
    fs,
    path::Path,
    process::{Command, Stdio},
};

use plypack::{Game, Reader, Tag};

#[path = "../../../fuzz/worst/extremes.rs"]
#[allow(dead_code, reason = "for the tests of the library, too")]
mod extremes;
#[path = "../../../fuzz/worst/file.rs"]
#[allow(dead_code, reason = "for the tests of the library, too")]
mod file;
#[path = "../../../fuzz/frame.rs"]
mod frame;
#[path = "../../../tests/support/tier.rs"]
mod tier;

/// A command, and its memory limit.
struct Case {
    arguments: &'static [&'static str],
    /// Number of blocks in memory at once: more if games are rewritten.
    copies: u64,
    /// True if the command counts names, which are all in memory.
    keeps_names: bool,
}

const fn case(arguments: &'static [&'static str], copies: u64, keeps_names: bool) -> Case {
    Case { arguments, copies, keeps_names }
}

const CASES: [Case; 13] = [
    case(&["list", "--sort", "white", "--limit", "5"], 1, false),
    case(&["list", "--sort", "-opening,event", "--limit", "5", "--json"], 1, false),
    case(&["list", "--json"], 1, false),
    case(&["list", "--csv", "--columns", "game,white,opening"], 1, false),
    case(&["find", "--moves", "e4", "--count"], 1, false),
    case(&["tree"], 1, false),
    case(&["duplicates", "--count"], 1, false),
    case(&["stats"], 1, true),
    case(&["stats", "--player", "x", "--json"], 1, true),
    case(&["unpack", "-o", "games.pgn", "--force"], 4, false),
    case(&["unpack", "-o", "split", "--split", "white", "--force"], 4, false),
    case(&["unpack", "-o", "games.si4", "--force"], 4, false),
    // Last, because it changes the file.
    case(&["index", "--memory", "1M"], 1, false),
];

/// The program itself, the blocks that the command keeps, and one thread.
const BASE: u64 = 160 << 20;

/// The sizes in a file that determine how much memory reading it can need.
struct Size {
    bytes: u64,
    largest_block: u64,
    games: u64,
    /// Number of distinct tag values.
    names: u64,
}

impl Size {
    fn of(path: &Path) -> Option<Size> {
        let reader = Reader::salvage_file(path).ok()?;
        let lengths = reader.blocks().iter().map(|block| block.range.end - block.range.start);
        let largest_block = lengths.max().unwrap_or(0);
        let mut names = HashSet::new();
        let mut game = Game::new();
        for number in 0..reader.number_end() {
            if reader.read_tags(number, &mut game).is_ok() {
                names.extend(
                    game.tags()
                        .filter_map(|tag| match tag {
                            Tag::Pair(_, value) if !names.contains(value) => Some(value.to_vec()),
                            _ => None,
                        })
                        .collect::<Vec<_>>(),
                );
            }
        }
        let names = names.iter().map(|name| name.len() as u64).sum();
        Some(Size { bytes: reader.file_len(), largest_block, games: reader.number_end(), names })
    }

    fn bound(&self, case: &Case) -> u64 {
        let of_block = 2 * ((64 << 20) + 64 * self.largest_block);
        let names = if case.keeps_names { 4 * self.names } else { 0 };
        BASE + case.copies * of_block + 64 * self.bytes + 128 * self.games + names
    }
}

/// Runs the command with `memory` bytes of memory. It can report damage of the file, but never a lack of memory.
fn run(folder: &Path, arguments: &[&str], memory: u64) -> Result<(), String> {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v $0; exec \"$@\"", &(memory >> 10).to_string(), env!("CARGO_BIN_EXE_plypack")]);
    command.args(arguments).args(["--threads", "1"]).current_dir(folder).env("MALLOC_ARENA_MAX", "1");
    let ran = command.stdin(Stdio::null()).stdout(Stdio::null()).output().expect("a shell");
    let messages = String::from_utf8_lossy(&ran.stderr);
    match ran.status.code() {
        Some(0..=1) if !messages.contains("memory") => Ok(()),
        code => Err(format!("{code:?}, {messages}")),
    }
}

#[test]
fn the_command_stays_within_its_bounds() {
    let desk = tempfile::tempdir().unwrap();
    let path = desk.path().join("games.plypack");
    let long = [extremes::long_names(tier::sized(120, 600))];
    let files = extremes::files(tier::sized(1, 4)).into_iter().step_by(tier::sized(4, 1));
    for (name, bytes) in long.into_iter().chain(files) {
        fs::write(&path, bytes).unwrap();
        let Some(size) = Size::of(&path) else { continue };
        for case in &CASES {
            let (command, options) = case.arguments.split_first().expect("a command");
            let arguments = [&[*command, "games.plypack"], options].concat();
            let done = run(desk.path(), &arguments, size.bound(case));
            assert_eq!(done, Ok(()), "{name}: {arguments:?} with {} MiB", size.bound(case) >> 20);
        }
    }
}

/// The limit is effective: with less memory, the command ends with an error.
#[test]
fn the_command_does_not_run_without_memory() {
    let desk = tempfile::tempdir().unwrap();
    fs::write(desk.path().join("games.plypack"), extremes::long_names(40).1).unwrap();
    assert!(run(desk.path(), &["stats", "games.plypack"], 64 << 20).is_err());
}
