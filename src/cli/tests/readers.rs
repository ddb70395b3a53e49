//! Many readers of one file, concurrent with appends that are killed again and again: no reader fails, sees damage, or sees a game that was
//! not committed.

use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::Duration,
};

use plypack::{Game, Reader, games_from_pgn};

#[path = "../../../tests/support/tier.rs"]
mod tier;

const READERS: u64 = 100;

/// Games of the first file, and of each append: more than a block holds, so that blocks are written before their footer.
const FIRST: u64 = 100;
const APPENDED: u64 = 9_000;

/// Different games.
fn text(games: u64) -> String {
    let game = |n: u64| {
        let noise = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        format!(
            "[White \"White {noise}\"]\n[Round \"{n}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n\n"
        )
    };
    (0..games).map(game).collect()
}

fn read(reader: &Reader, number: u64) -> Game {
    let mut game = Game::new();
    reader.read_game(number, &mut game).expect("a game that was committed");
    game
}

/// State that all readers share.
struct Watched<'a> {
    path: &'a Path,
    /// The games of an append; the first file has the first of them.
    games: &'a [Game],
    ends: AtomicBool,
    opened: AtomicU64,
    refreshed: AtomicU64,
    unfinished: AtomicU64,
}

impl Watched<'_> {
    /// Checks that a reader has the games of complete appends, and can read them.
    fn check(&self, reader: &Reader, seed: u64) {
        let games = reader.number_end();
        assert!(games >= FIRST && (games - FIRST).is_multiple_of(APPENDED), "{games} games: some were not committed");
        for number in [0, games - 1, seed % games] {
            let wanted = if number < FIRST { number } else { (number - FIRST) % APPENDED };
            assert!(read(reader, number) == self.games[wanted as usize], "game {number}");
        }
        if reader.unfinished() > 0 {
            self.unfinished.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Opens the file again and again, and refreshes each reader until the next is opened.
    fn watch(&self, number: u64) {
        let mut seed = number;
        while !self.ends.load(Ordering::Relaxed) {
            let mut reader = Reader::open_mapped(self.path).expect("a file that is whole");
            self.opened.fetch_add(1, Ordering::Relaxed);
            self.check(&reader, seed);
            for _ in 0..number % 5 {
                thread::sleep(Duration::from_millis(number));
                if let Some(later) = reader.refreshed().expect("what is not finished is nothing new") {
                    assert!(later.number_end() > reader.number_end());
                    reader = later;
                    self.refreshed.fetch_add(1, Ordering::Relaxed);
                }
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                self.check(&reader, seed >> 20);
            }
        }
    }
}

/// Appends a text once, or repeatedly without end.
fn append(path: &Path, text: &str, is_endless: bool) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
    command.arg("append").arg(path).args(["-", "--threads", "1", "--level", "1"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut input = child.stdin.take().expect("a pipe");
    let text = text.to_owned();
    // Ends with the command.
    thread::spawn(move || while input.write_all(text.as_bytes()).is_ok() && is_endless {});
    child
}

/// Does the same as the next writer after an interrupted append. Returns the bytes that it truncates.
fn roll_back(path: &Path) -> u64 {
    let file = File::options().write(true).open(path).unwrap();
    // Readers that check for a writer hold the lock briefly.
    file.lock().unwrap();
    let reader = Reader::open(path).unwrap();
    let unfinished = reader.unfinished();
    file.set_len(file.metadata().unwrap().len() - unfinished).unwrap();
    unfinished
}

/// Kills an append after its file has grown, at a different moment each time. Returns the bytes that it left.
fn kill_one(path: &Path, text: &str, round: u64) -> u64 {
    let len = || fs::metadata(path).unwrap().len();
    let wants_growth = !round.is_multiple_of(3);
    // When the file has grown, a block without an end is written.
    let before = len();
    let mut child = append(path, text, wants_growth);
    for _ in 0..5_000 {
        if (wants_growth && len() > before) || child.try_wait().unwrap().is_some() {
            break;
        }
        if !wants_growth && round.is_multiple_of(2) {
            break;
        }
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(Duration::from_millis(round * 7 % 23));
    let _ = child.kill();
    child.wait().unwrap();
    roll_back(path)
}

#[test]
fn readers_beside_appends_that_are_killed() {
    let text = text(APPENDED);
    let (games, issues) = games_from_pgn(text.as_bytes()).unwrap();
    assert!(issues.is_empty() && games.len() as u64 == APPENDED);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    fs::write(&path, plypack::pack_games(&games[..FIRST as usize], plypack::Codec::Byte).unwrap()).unwrap();
    let watched = Watched {
        path: &path,
        games: &games,
        ends: AtomicBool::new(false),
        opened: AtomicU64::new(0),
        refreshed: AtomicU64::new(0),
        unfinished: AtomicU64::new(0),
    };
    let mut left = Vec::new();
    thread::scope(|scope| {
        let readers: Vec<_> = (0..READERS)
            .map(|number| {
                scope.spawn({
                    let watched = &watched;
                    move || watched.watch(number)
                })
            })
            .collect();
        for round in 0..tier::sized(4, 60) {
            left.push(kill_one(&path, &text, round));
        }
        // An append that is not killed becomes visible.
        assert!(append(&path, &text, false).wait().unwrap().success());
        thread::sleep(Duration::from_millis(300));
        watched.ends.store(true, Ordering::Relaxed);
        for reader in readers {
            reader.join().expect("a reader that was not hurt");
        }
    });
    let [opened, refreshed, unfinished] =
        [&watched.opened, &watched.refreshed, &watched.unfinished].map(|count| count.load(Ordering::Relaxed));
    println!(
        "bytes left by kills: {left:?}; {opened} times opened, {refreshed} times more seen, {unfinished} times unfinished"
    );
    assert!(left.iter().any(|bytes| *bytes > 0), "no kill hit the writing");
    assert!(opened >= READERS && refreshed > 0);
}
