//! Kills programs while they pack, append, index, edit, recode and compact. A file that is replaced is either the old file or the complete
//! new one. A file that is changed keeps every committed game, the next writer continues from there, and repair saves the games of all
//! blocks that were written.

use std::{
    env, fs,
    io::{self, Write},
    iter,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use plypack::{Game, Options, PgnSource, Reader, Writer, files::repair, games_from_pgn, import, verify};

#[path = "../../../tests/support/tier.rs"]
mod tier;

/// Returns the number of times that each test kills the command.
fn kills() -> u64 {
    tier::sized(3, 14)
}

/// Different games, as PGN text of a few MB.
fn text(first: u64, games: u64) -> String {
    const LINES: [&str; 4] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Nxe4 6. Re1 Nd6 7. Nxe5 Be7 8. Nxc6 dxc6 9. Qh5 O-O",
        "1. d4 {a comment} d5 (1... Nf6 2. c4 (2. Nf3 $1)) 2. c4 e6 3. Nc3",
        "1. c4 e5 2. g3 Nf6 3. Bg2 d5 4. cxd5 Nxd5 5. Nc3 Nb6",
        "1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. O-O e5 5. d3",
    ];
    let game = |n: u64| {
        let line = LINES[(n % 4) as usize];
        let noise = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        format!(
            "[Event \"Event {}\"]\n[White \"White {noise}\"]\n[Black \"Black {}\"]\n[Round \"{n}\"]\n[Result \"1-0\"]\n\n{line} 1-0\n\n",
            n / 100,
            noise >> 40,
        )
    };
    (first..first + games).map(game).collect()
}

fn command(arguments: &[&str], file: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
    let arguments = arguments.iter().map(|a| if *a == "FILE" { file.as_os_str() } else { a.as_ref() });
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The pieces of a text. For every third kill they continue until it comes, so that it certainly interrupts the work.
fn pieces(text: &str, kill: u64) -> impl Iterator<Item = &[u8]> {
    let turns = if kill % 3 == 1 { usize::MAX } else { 1 };
    iter::repeat_n(text.as_bytes().chunks(text.len() / 40), turns).flatten()
}

/// Feeds a text to the command piece by piece, and kills it shortly after its file has `len` bytes, or when that takes too long.
fn feed_and_kill<'t>(
    mut child: Child,
    text: impl Iterator<Item = &'t [u8]> + Send,
    path: &Path,
    len: u64,
    delay: Duration,
) {
    let mut input = child.stdin.take().expect("a pipe");
    thread::scope(|scope| {
        scope.spawn(move || {
            for part in text {
                // The command is killed while it reads.
                if input.write_all(part).is_err() {
                    break;
                }
                thread::sleep(Duration::from_millis(1));
            }
        });
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(30) && fs::metadata(path).map_or(0, |m| m.len()) < len {
            if child.try_wait().expect("a child").is_some() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(delay);
        let _ = child.kill();
        child.wait().expect("a child");
    });
}

fn read(reader: &Reader, number: u64) -> plypack::Result<Game> {
    let mut game = Game::new();
    reader.read_game(number, &mut game).map(|()| game)
}

/// The file holds `games`, once or repeated, up to some game, or nothing yet. Returns the number of its games.
fn check(path: &Path, games: &[Game]) -> usize {
    let Ok(bytes) = fs::read(path) else {
        return 0;
    };
    let reader = match Reader::salvage(Box::new(bytes)) {
        Ok(reader) => reader,
        Err(e) => {
            assert!(["TRUNCATED", "CHECKSUM_HEADER"].contains(&e.code().name()), "{e}");
            return 0;
        }
    };
    for number in (0..reader.number_end()).step_by(97) {
        let game = read(&reader, number).expect("blocks are whole or not there");
        assert!(game == games[number as usize % games.len()], "game {number}");
    }
    assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().corruption.is_empty());
    let (saved, count) = repair(&reader, Vec::new(), Options::default().with_level(1), |_| Ok(())).unwrap();
    let saved = Reader::from_bytes(saved).unwrap();
    assert!(saved.errors().is_empty() && saved.number_end() == reader.number_end() && count.corrupt == 0);
    for number in (0..saved.number_end()).step_by(97) {
        let game = &games[number as usize % games.len()];
        assert!(read(&saved, number).unwrap() == *game, "game {number} of the repaired file");
    }
    reader.number_end() as usize
}

fn spawn(arguments: &[&str], path: &Path) -> io::Result<Child> {
    command(arguments, path).stdin(Stdio::piped()).spawn()
}

/// Returns the path to which `pack` writes until the file is complete.
fn new_path(path: &Path) -> PathBuf {
    let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
    path.with_file_name(format!(".{name}.plypack-new"))
}

#[test]
fn killed_while_packing() {
    let text = text(0, 30_000);
    let (games, issues) = games_from_pgn(text.as_bytes()).unwrap();
    assert!(issues.is_empty() && text.len() > 4_000_000);
    let folder = tempfile::tempdir().unwrap();
    let whole = imported(&text);
    let old = packed(&games[..300]);
    let path = folder.path().join("games.plypack");
    let mut replaced = 0;
    let mut left = 0;
    for kill in 0..kills() {
        let is_replacing = kill % 2 == 0;
        if is_replacing {
            fs::write(&path, &old).unwrap();
        } else {
            drop(fs::remove_file(&path));
        }
        let child = spawn(&["pack", "-", "-o", "FILE"], &path).unwrap();
        let len = whole.len() as u64 * kill / kills();
        feed_and_kill(child, pieces(&text, kill), &new_path(&path), len, Duration::from_millis(kill * 7 % 11));
        left += u64::from(new_path(&path).exists());
        match fs::read(&path) {
            Ok(found) if found == whole => replaced += 1,
            Ok(found) => assert!(is_replacing && found == old, "the file is neither the old one nor the new one"),
            Err(_) => assert!(!is_replacing, "the old file is gone"),
        }
        if new_path(&path).exists() {
            saves_what_was_left(&path, &games);
        }
    }
    // The next run removes the remains.
    let mut child = spawn(&["pack", "-", "-o", "FILE"], &path).unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(fs::read(&path).unwrap() == whole && !new_path(&path).exists());
    println!("pack: {} kills, {replaced} files replaced, {left} new files left", kills());
    assert!(left > 0, "no kill hit the work");
}

/// Returns the file that the command makes of a text; it names its import profile.
fn imported(text: &str) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let source = PgnSource { name: String::new(), reader: Box::new(text.as_bytes()) };
    import(vec![source], 0, &mut writer, |_| Ok(())).unwrap();
    writer.finish().unwrap()
}

fn packed(games: &[Game]) -> Vec<u8> {
    plypack::pack_games(games, plypack::Codec::Byte).unwrap()
}

/// The games of the new file that a killed `pack` left can be recovered.
fn saves_what_was_left(path: &Path, games: &[Game]) {
    let copy = path.with_extension("left");
    fs::copy(new_path(path), &copy).unwrap();
    if check(&copy, games) > 0 {
        command_repairs(&copy, games);
    }
}

/// `plypack repair` creates a file about which `plypack verify` reports nothing. Returns its number of games.
fn command_repairs(path: &Path, games: &[Game]) -> usize {
    let repaired = path.with_extension("repaired");
    let output = repaired.to_str().expect("a plain path");
    let status = command(&["repair", "FILE", "-o", output, "--force"], path).status().unwrap();
    assert!(status.code().is_some_and(|code| code <= 1), "repair crashed: {status}");
    assert!(command(&["verify", "FILE"], &repaired).status().unwrap().success());
    let saved = check(&repaired, games);
    assert!(saved > 0);
    saved
}

/// The bytes of a file that no writer ever changes: everything except the commit records.
fn kept(file: &[u8]) -> [&[u8]; 3] {
    [&file[..512], &file[576..1024], &file[1088..]]
}

/// Returns `true` if a file begins with the bytes of another file, ignoring the commit records.
fn continues(file: &[u8], old: &[u8]) -> bool {
    let ([a, b, new], [c, d, rest]) = (kept(file), kept(old));
    a == c && b == d && new.starts_with(rest)
}

#[test]
fn killed_while_appending() {
    let old = text(0, 2_000);
    let new = text(2_000, 28_000);
    let (mut games, _) = games_from_pgn(old.as_bytes()).unwrap();
    let packed = plypack::pack_games(&games, plypack::Codec::Byte).unwrap();
    games.extend(games_from_pgn(new.as_bytes()).unwrap().0);
    let whole = plypack::pack_games(&games, plypack::Codec::Byte).unwrap().len() - packed.len();
    let folder = tempfile::tempdir().unwrap();
    let mut left = Vec::new();
    for kill in 0..kills() {
        let path = folder.path().join(format!("{kill}.plypack"));
        fs::write(&path, &packed).unwrap();
        let child = spawn(&["append", "FILE", "-"], &path).unwrap();
        // The first block is written when the second is full.
        let len = packed.len() as u64 + whole as u64 * kill / (2 * kills());
        feed_and_kill(child, pieces(&new, kill), &path, len, Duration::from_millis(kill * 5 % 13));
        assert!(continues(&fs::read(&path).unwrap(), &packed), "what was there is never changed");
        // container.15: without its record, no part of the append belongs to the file.
        let kept = check(&path, &games);
        let more = Reader::open(&path).expect("a file that is whole").unfinished();
        assert!(kept == 2_000 || (kept, more) == (games.len(), 0), "{kept} games, and {more} unfinished bytes");
        assert_eq!(command_repairs(&path, &games), kept, "repair saves what is committed");
        left.push((kept, more));
        // The next append removes the unfinished part.
        let mut child = spawn(&["append", "FILE", "-"], &path).unwrap();
        child.stdin.take().unwrap().write_all(new.as_bytes()).unwrap();
        assert!(child.wait().unwrap().success());
        let reader = Reader::open(&path).unwrap();
        assert_eq!((reader.unfinished(), reader.number_end()), (0, kept as u64 + 28_000));
        assert!(kept > 2_000 || check(&path, &games) == games.len());
    }
    println!("games after kills, and unfinished: {left:?}");
    assert!(left.iter().any(|(kept, _)| *kept < games.len()), "no kill hit the work");
    assert!(left.iter().any(|(_, more)| *more > 0), "no kill left an unfinished append");
}

#[test]
fn killed_while_indexing() {
    let (games, _) = games_from_pgn(text(0, 20_000).as_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    let old = packed(&games);
    // With a temporary file.
    let index = || command(&["index", "FILE", "--memory", "1M"], &path);
    fs::write(&path, &old).unwrap();
    let begun = Instant::now();
    assert!(index().status().unwrap().success());
    let whole = fs::read(&path).unwrap();
    let time = begun.elapsed();
    let mut unfinished = 0;
    let mut indexed = 0;
    for kill in 0..kills() {
        fs::write(&path, &old).unwrap();
        let mut child = index().spawn().unwrap();
        thread::sleep(time.mul_f64((kill + 1) as f64 / (kills() + 1) as f64));
        let _ = child.kill();
        child.wait().unwrap();
        let found = fs::read(&path).unwrap();
        assert!(continues(&found, &old), "what was there is never changed");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        let reader = Reader::open(&path).unwrap();
        assert_eq!(reader.number_end(), games.len() as u64);
        unfinished += u64::from(reader.unfinished() > 0);
        indexed += u64::from(found == whole);
        drop(reader);
        assert!(index().status().unwrap().success());
        assert!(fs::read(&path).unwrap() == whole);
    }
    println!("index: {} kills, {unfinished} unfinished, {indexed} indexes whole", kills());
}

/// Kills a command that replaces `old` at moments throughout its run: the file is either the old file, or the complete new one with its
/// index. Returns the new one.
fn killed_while_replacing(arguments: &[&str], path: &Path, old: &[u8]) -> Vec<u8> {
    let run = || command(arguments, path);
    fs::write(path, old).unwrap();
    let begun = Instant::now();
    assert!(run().status().unwrap().success());
    let whole = fs::read(path).unwrap();
    let time = begun.elapsed();
    assert!(whole != old && Reader::from_bytes(whole.clone()).unwrap().indexed().0 > 0);
    let mut replaced = 0;
    let mut left = 0;
    let mut count = 0;
    // A run that is faster than the first is killed again, earlier.
    while count < kills() || (replaced == count && count < 10 * kills()) {
        fs::write(path, old).unwrap();
        let mut child = run().spawn().unwrap();
        let (round, kill) = (count / kills(), count % kills());
        thread::sleep(time.mul_f64((kill + 1) as f64 / ((kills() + 1) * (round + 1)) as f64));
        let _ = child.kill();
        child.wait().unwrap();
        let found = fs::read(path).unwrap();
        assert!(found == old || found == whole, "{arguments:?}: the file is neither the old one nor the new one");
        replaced += u64::from(found == whole);
        left += u64::from(new_path(path).exists());
        count += 1;
    }
    // The next run removes the remains.
    fs::write(path, old).unwrap();
    assert!(run().status().unwrap().success());
    assert!(fs::read(path).unwrap() == whole && !new_path(path).exists());
    println!("{}: {count} kills, {replaced} files replaced, {left} new files left", arguments[0]);
    assert!(replaced < count, "no kill hit the work");
    whole
}

#[test]
fn killed_while_replacing_a_file_that_has_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let text = text(0, 8_000);
    let [path, input, other] = ["games.plypack", "in.pgn", "other.plypack"].map(|name| folder.path().join(name));
    let (games, _) = games_from_pgn(text.as_bytes()).unwrap();
    fs::write(&input, &text).unwrap();
    let old = packed(&games[..300]);
    let whole = killed_while_replacing(&["pack", input.to_str().unwrap(), "--index", "-o", "FILE"], &path, &old);
    fs::write(&other, &whole).unwrap();
    let other = other.to_str().unwrap();
    killed_while_replacing(&["recode", other, "--codec", "tight", "-o", "FILE"], &path, &old);
    // In place.
    let mut writer = Writer::append(other, Options::default().with_level(1)).unwrap();
    writer.delete_game(17, None).unwrap();
    writer.finish().unwrap();
    let compact = killed_while_replacing(&["compact", "FILE"], &path, &fs::read(other).unwrap());
    let reader = Reader::from_bytes(compact).unwrap();
    assert_eq!((reader.number_end(), reader.deleted()), (games.len() as u64 - 1, 0));
    let name = String::from_utf8(games[0].tag(b"Black").unwrap().to_vec()).unwrap();
    killed_while_replacing(&["edit", "FILE", "rename-player", &name, "Somebody"], &path, &fs::read(other).unwrap());
}

/// The variable that passes the file to the child of the next test.
const EDITED: &str = "PLYPACK_TEST_EDITED";

/// Deletes the games of a file one after another, each with a separate writer, until it is killed.
#[test]
fn edits_until_it_is_killed() {
    let Some(path) = env::var_os(EDITED) else { return };
    for number in Reader::open(&path).unwrap().deleted().. {
        let mut writer = Writer::append(&path, Options::default().with_level(1)).unwrap();
        if number + 1 == writer.number_end() {
            return;
        }
        writer.delete_game(number, None).unwrap();
        writer.replace_game(number + 1, &Game::new(), None).unwrap();
        writer.finish().unwrap();
    }
}

#[test]
fn killed_while_editing() {
    let (games, _) = games_from_pgn(text(0, 20_000).as_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    fs::write(&path, packed(&games)).unwrap();
    let mut deleted = 0;
    let mut unfinished = 0;
    let mut count = 0;
    // A child that starts slowly is killed later.
    while count < 4 * kills() || (deleted == 0 && count < 40 * kills()) {
        let mut child = Command::new(env::current_exe().unwrap());
        child
            .args(["--exact", "edits_until_it_is_killed"])
            .env(EDITED, &path)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = child.spawn().unwrap();
        thread::sleep(Duration::from_millis(40 + count * 17 % 29 + 100 * (count / (4 * kills()))));
        let _ = child.kill();
        child.wait().unwrap();
        let reader = Reader::open(&path).unwrap();
        assert_eq!(reader.number_end(), games.len() as u64);
        assert!(reader.deleted() >= deleted, "a committed edit is lost");
        deleted = reader.deleted();
        unfinished += u64::from(reader.unfinished() > 0);
        // An edit is complete or absent.
        let mut game = Game::new();
        assert!((0..deleted).all(|number| reader.is_deleted(number)));
        assert!(deleted == 0 || reader.read_game(deleted, &mut game).is_ok() && game == Game::new());
        assert!(read(&reader, deleted + 1).unwrap() == games[deleted as usize + 1]);
        count += 1;
    }
    assert!(verify(&Reader::open(&path).unwrap(), 1, |_, _| Ok(())).unwrap().is_valid());
    println!("edit: {count} kills, {unfinished} unfinished, {deleted} edits kept");
    assert!(deleted > 0, "no edit before a kill");
}
