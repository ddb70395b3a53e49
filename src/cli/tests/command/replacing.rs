//! Files that commands create, and files that they leave unchanged when they fail.

use std::fs;

use super::{Desk, games_of, sample, units};

/// A desk with a database of 19 games, a text that is not a database, and inputs that yield no games.
fn desk() -> Desk {
    let desk = Desk::with("famous");
    desk.write("notes.txt", "not a database");
    desk.write("empty.pgn", "");
    desk.write("blank.pgn", "\n \n\n");
    let edge = zstd::encode_all(&sample("edge.pgn")[..], 1).unwrap();
    desk.write("start.pgn.zst", &edge[..12]);
    let many = [sample("famous.pgn"), Vec::new()].join(&b'\n').repeat(700);
    let many = zstd::encode_all(&many[..], 1).unwrap();
    desk.write("long.pgn.zst", &many[..many.len() - 40]);
    desk
}

fn names(desk: &Desk) -> Vec<String> {
    let names = fs::read_dir(desk.path(".")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Runs a command that must end with `code`, and checks that it changed no file.
fn changes_nothing(desk: &Desk, arguments: &[&str], code: i32) -> String {
    let all = |desk: &Desk| names(desk).into_iter().map(|name| (desk.read(&name), name)).collect::<Vec<_>>();
    let before = all(desk);
    let ran = desk.run(arguments).ends_with(code);
    assert!(all(desk) == before, "{arguments:?} changed something: {:?}", names(desk));
    ran.err
}

#[test]
fn a_command_that_fails_changes_nothing() {
    let desk = desk();
    for out in ["famous.plypack", "new.plypack"] {
        let pack = |input| changes_nothing(&desk, &["pack", input, "-o", out], 1);
        for input in ["blank.pgn", "start.pgn.zst"] {
            assert!(pack(input).ends_with("the input has no games\n"), "{input}");
        }
        changes_nothing(&desk, &["pack", "missing.pgn", "-o", out], 1);
        changes_nothing(&desk, &["repair", "notes.txt", "-o", out], 1);
        changes_nothing(&desk, &["recode", "notes.txt", "-o", out, "--codec", "tight"], 1);
    }
    let err = desk.feed(&["pack", "-", "-o", "famous.plypack"], b"").ends_with(1).err;
    assert!(err.ends_with("famous.plypack is unchanged: the input has no games\n"), "{err}");
    let empty = changes_nothing(&desk, &["pack", "empty.pgn", "-o", "famous.plypack"], 1);
    assert!(empty.contains("--force"), "{empty}");
    let cut = changes_nothing(&desk, &["pack", "long.pgn.zst", "-o", "famous.plypack"], 1);
    assert!(cut.contains("is unchanged") && cut.contains("--force"), "{cut}");
    desk.write("out.pgn", "games of somebody");
    changes_nothing(&desk, &["unpack", "famous.plypack", "--games", "99999..", "-o", "out.pgn"], 1);
    changes_nothing(&desk, &["append", "famous.plypack", "missing.pgn"], 1);
}

#[test]
fn what_can_be_read_of_a_broken_input_is_kept_where_nothing_was() {
    let desk = desk();
    desk.run(&["pack", "long.pgn.zst", "-o", "new.plypack"]).ends_with(1);
    let read = desk.run(&["unpack", "new.plypack"]).fine();
    assert!(games_of(&read.out).len() > 19);
    desk.run(&["pack", "long.pgn.zst", "-o", "famous.plypack", "--force"]).ends_with(1);
    assert!(desk.read("famous.plypack") == desk.read("new.plypack"));
    desk.run(&["pack", "empty.pgn", "-o", "empty.plypack"]).fine();
    desk.run(&["pack", "empty.pgn", "-o", "famous.plypack", "--force"]).fine();
    assert!(desk.read("famous.plypack") == desk.read("empty.plypack"));
}

#[test]
fn other_files_are_replaced_by_force_alone() {
    let desk = desk();
    let makers: [&[&str]; 3] = [
        &["pack", "famous.pgn", "-o", "notes.txt"],
        &["recode", "famous.plypack", "--codec", "byte", "-o", "notes.txt"],
        &["repair", "famous.plypack", "-o", "notes.txt"],
    ];
    for maker in makers {
        desk.write("notes.txt", "not a database");
        let err = changes_nothing(&desk, maker, 2);
        assert!(err.starts_with("plypack: notes.txt: exists and is not a plypack file; use --force"), "{err}");
        desk.run(&[maker, &["--force"]].concat()).fine();
        assert!(units(&desk.read("notes.txt")) == units(&desk.read("famous.plypack")));
        desk.run(maker).fine();
        desk.write("notes.txt", "");
        desk.run(maker).fine();
    }
    let unpack = ["unpack", "famous.plypack", "-o", "notes.txt"];
    let err = changes_nothing(&desk, &unpack, 2);
    assert!(err.starts_with("plypack: notes.txt: is a plypack file; use --force"), "{err}");
    desk.run(&[&unpack[..], &["--force"]].concat()).fine();
    desk.run(&unpack).fine();
    assert_eq!(games_of(&desk.read("notes.txt")).len(), 19);
    assert!(!names(&desk).iter().any(|name| name.ends_with("plypack-new")));
}

/// The games of a damaged file do not replace a file that may be intact.
#[test]
fn a_damaged_source_replaces_nothing() {
    let desk = desk();
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["pack", "edge.pgn", "-o", "edge.plypack"]).fine();
    let whole = desk.read("edge.plypack");
    // Damages a section of its block, its footer, and its end.
    for (name, what) in [("section", "games that can be read, "), ("footer", "28 games that"), ("cut", "28 games that")]
    {
        let mut bytes = whole.clone();
        match name {
            "section" => bytes[(1536 + whole.len()) / 2] ^= 4,
            "footer" => bytes[whole.len() - 12] ^= 4,
            _ => bytes.truncate(whole.len() - 1),
        }
        desk.write("damaged.plypack", &bytes);
        let recode: &[&str] = &["recode", "damaged.plypack", "--codec", "tight", "-o", "famous.plypack"];
        for maker in [recode, &["repair", "damaged.plypack", "-o", "famous.plypack"]] {
            let err = changes_nothing(&desk, maker, 1);
            let why = "famous.plypack is unchanged: damaged.plypack is corrupt, and may have had more games";
            assert!(err.contains(why) && err.contains("--force") && err.contains(what), "{name}: {err}");
            // Without a file to lose, the readable games are kept.
            fs::remove_file(desk.path("new.plypack")).ok();
            let new = [&maker[..maker.len() - 1], &["new.plypack"]].concat();
            desk.run(&new).ends_with(1);
            desk.write("new.plypack", "");
            desk.run(&new).ends_with(1);
            let old = desk.read("famous.plypack");
            desk.run(&[maker, &["--force"]].concat()).ends_with(1);
            assert!(desk.read("famous.plypack") == desk.read("new.plypack"));
            desk.write("famous.plypack", old);
        }
    }
    // An intact source replaces the existing file.
    desk.run(&["repair", "edge.plypack", "-o", "famous.plypack"]).ends_with(0);
    assert!(units(&desk.read("famous.plypack")) == units(&whole));
}

#[test]
fn games_of_a_damaged_source_replace_nothing() {
    let desk = desk();
    let mut bytes = desk.read("famous.plypack");
    bytes.truncate(bytes.len() - 1);
    desk.write("damaged.plypack", &bytes);
    desk.run(&["unpack", "famous.plypack", "--games", "3..9", "-o", "old.pgn"]).fine();
    desk.run(&["unpack", "famous.plypack", "--games", "3..9", "-o", "old.si4"]).fine();
    for out in ["old.pgn", "old.si4"] {
        for condition in [&[][..], &["--result", "1-0"]] {
            let unpack = [&["unpack", "damaged.plypack", "-o", out], condition].concat();
            let err = changes_nothing(&desk, &unpack, 1);
            assert!(err.contains(&format!("{out} is unchanged")) && err.contains("--force"), "{err}");
            let old = desk.read(out);
            desk.run(&[&unpack[..], &["--force"]].concat()).ends_with(1);
            assert!(desk.read(out) != old);
            desk.write(out, old);
        }
        let new = format!("new{}", &out[3..]);
        desk.run(&["unpack", "damaged.plypack", "-o", &new]).ends_with(1);
        assert!(!desk.read(&new).is_empty());
    }
    desk.run(&["unpack", "famous.plypack", "--games", "4..9", "-o", "old.pgn"]).fine();
}

#[test]
fn a_scid_database_without_its_records_replaces_nothing() {
    let desk = desk();
    desk.run(&["unpack", "famous.plypack", "-o", "base.si4"]).fine();
    desk.write("base.sg4", "");
    let err = changes_nothing(&desk, &["pack", "base.si4", "-o", "famous.plypack"], 1);
    assert!(err.contains("is unchanged: games of an input are corrupt; --force"), "{err}");
    desk.run(&["pack", "base.si4", "-o", "new.plypack"]).ends_with(1);
    desk.run(&["append", "new.plypack", "base.si4"]).ends_with(1);
    desk.run(&["pack", "base.si4", "-o", "famous.plypack", "--force"]).ends_with(1);
}

#[test]
fn a_database_is_kept_where_the_new_one_lacks_its_games() {
    let desk = desk();
    desk.write("two.pgn", b"[White \"A\"]\n\n1. e4 *\n\n[White \"A\"]\n\n1. d4 *\n");
    desk.write("one.pgn", b"[White \"A\"]\n\n1. d4 *\n");
    let mine = desk.read("famous.plypack");
    let kept = |desk: &Desk| desk.path("famous.plypack.old").exists().then(|| desk.read("famous.plypack.old"));
    let pack = |input| desk.run(&["pack", input, "-o", "famous.plypack"]);
    // A script rebuilds it from the same games, and from more.
    desk.write("mine.pgn", sample("famous.pgn"));
    desk.write("more.pgn", [&b"[White \"A\"]\n\n1. d4 *\n\n"[..], &sample("famous.pgn")].concat());
    for input in ["mine.pgn", "more.pgn"] {
        pack(input).fine();
        assert_eq!(kept(&desk), None, "{input}");
    }
    desk.write("famous.plypack", &mine);
    let err = pack("two.pgn").ends_with(0).err;
    assert!(
        err.contains("famous.plypack.old: the old file, kept because the new file lacks some of its games"),
        "{err}"
    );
    assert!(kept(&desk).as_ref() == Some(&mine));
    // Repeating the mistake does not lose the kept file; neither does another mistake.
    let two = desk.read("famous.plypack");
    pack("two.pgn").fine();
    let err = pack("one.pgn").ends_with(0).err;
    assert!(err.contains("famous.plypack.old-2: the old file"), "{err}");
    assert!(kept(&desk).as_ref() == Some(&mine) && desk.read("famous.plypack.old-2") == two);
    for maker in
        [&["recode", "new.plypack", "--codec", "tight"][..], &["repair", "new.plypack"], &["compact", "new.plypack"]]
    {
        desk.run(&["pack", "one.pgn", "-o", "new.plypack", "--force"]).fine();
        desk.write("famous.plypack", &mine);
        fs::remove_file(desk.path("famous.plypack.old")).unwrap();
        desk.run(&[maker, &["-o", "famous.plypack"]].concat()).ends_with(0);
        assert!(kept(&desk).as_ref() == Some(&mine), "{maker:?}");
    }
    desk.run(&["pack", "two.pgn", "-o", "famous.plypack", "--force"]).fine();
    assert!(kept(&desk).as_ref() == Some(&mine) && !names(&desk).iter().any(|name| name.ends_with("plypack-replaced")));
}

/// Tags, which strangers write, name the files of a split.
#[test]
fn a_split_replaces_no_file() {
    let desk = desk();
    for (split, victim) in [("Result", "1-0.pgn"), ("7", "0002.pgn")] {
        desk.write(victim, "games of somebody");
        let unpack = ["unpack", "famous.plypack", "--split", split, "-o", "."];
        // A split by value creates all files or none.
        let err = match split {
            "7" => desk.run(&unpack).ends_with(2).err,
            _ => changes_nothing(&desk, &unpack, 2),
        };
        assert!(err.contains(&format!("{victim}: exists")) && err.contains("--force"), "{err}");
        assert_eq!(desk.read(victim), b"games of somebody");
        desk.run(&[&unpack[..], &["--force"]].concat()).fine();
        assert!(!games_of(&desk.read(victim)).is_empty());
    }
}

/// End of an interrupted append: a block of another game, after the end of the file.
const UNFINISHED: &[u8] = b"PLYB, and no more";

/// The next append removes an unfinished append, and says so.
#[test]
fn what_is_unfinished_is_removed_by_the_next_append() {
    let desk = Desk::with("famous");
    let before = desk.read("famous.plypack");
    desk.write("edge.pgn", sample("edge.pgn"));
    desk.run(&["append", "famous.plypack", "edge.pgn"]).fine();
    let after = desk.read("famous.plypack");
    let unfinished = [&before[..], UNFINISHED].concat();
    desk.write("famous.plypack", &unfinished);
    let ran = desk.run(&["append", "famous.plypack", "edge.pgn"]).ends_with(0);
    let what = "an unfinished append was removed";
    assert_eq!(ran.err, format!("plypack: famous.plypack: {what}: 17 bytes\n"));
    assert!(desk.read("famous.plypack") == after);
    desk.write("famous.plypack", &unfinished);
    desk.run(&["index", "famous.plypack"]).ends_with(0);
    assert!(desk.read("famous.plypack")[1536..].starts_with(&before[1536..]));
    desk.run(&["verify", "famous.plypack"]).fine();
}

/// A command that fails before it writes removes nothing.
#[test]
fn what_fails_leaves_what_is_unfinished() {
    let desk = desk();
    desk.run(&["append", "famous.plypack", "famous.plypack.pgn"]).ends_with(1);
    desk.write("more.pgn", sample("edge.pgn"));
    let unfinished = [&desk.read("famous.plypack")[..], UNFINISHED].concat();
    for (arguments, code) in [
        (&["edit", "famous.plypack", "delete", "999999"][..], 1),
        (&["edit", "famous.plypack", "restore", "0"], 0),
        (&["edit", "famous.plypack", "replace", "0", "--pgn", "more.pgn"], 1),
        (&["append", "famous.plypack", "empty.pgn"], 0),
        (&["compact", "famous.plypack", "-o", "out.plypack"], 0),
    ] {
        desk.write("famous.plypack", &unfinished);
        let ran = desk.run(arguments).ends_with(code);
        assert!(
            desk.read("famous.plypack") == unfinished && !ran.err.contains("was removed"),
            "{arguments:?}: {}",
            ran.err
        );
    }
    let ran = desk.run(&["compact", "famous.plypack"]).ends_with(0);
    assert!(ran.err.contains("was removed"), "{}", ran.err);
    assert_eq!(games_of(&desk.run(&["unpack", "famous.plypack"]).fine().out).len(), 19);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::{
        io::Write,
        os::unix::process::ExitStatusExt,
        process::{Child, Command, Stdio},
        sync::Arc,
        thread,
        time::{Duration, Instant},
    };

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        flag,
    };

    /// Runs in a shell in the desk's folder; `PLYPACK` is the command.
    fn shell(desk: &Desk, script: &str) -> (i32, String) {
        let script = script.replace("PLYPACK", concat!("'", env!("CARGO_BIN_EXE_plypack"), "'"));
        let ran = Command::new("sh").args(["-c", &script]).current_dir(desk.path(".")).output().unwrap();
        (ran.status.code().unwrap(), String::from_utf8(ran.stderr).unwrap())
    }

    #[test]
    fn an_output_that_is_standard_input_is_refused() {
        let desk = desk();
        let before = desk.read("famous.plypack");
        for script in
            ["PLYPACK pack - -o famous.plypack < famous.plypack", "PLYPACK append famous.plypack - < famous.plypack"]
        {
            let (code, err) = shell(&desk, script);
            assert_eq!((code, err.as_str()), (2, "plypack: famous.plypack: is both input and output\n"));
            assert!(desk.read("famous.plypack") == before);
        }
    }

    /// A file cannot grow further: as on a full disk, only part of the data is written.
    #[test]
    fn a_full_disk_changes_nothing() {
        let desk = desk();
        let many = [sample("famous.pgn"), sample("edge.pgn"), Vec::new()].join(&b'\n').repeat(400);
        desk.write("many.pgn", many);
        desk.run(&["pack", "many.pgn", "-o", "many.plypack"]).fine();
        let old = desk.read("many.plypack");
        let all = names(&desk);
        desk.write("out.pgn", "games");
        let blocks = old.len() / 512 + 2;
        for (script, limit) in [
            ("pack many.pgn -o many.plypack", 20),
            ("pack many.pgn -o other.plypack", 20),
            ("recode many.plypack --codec coord16 -o other.plypack", 20),
            ("unpack many.plypack -o out.pgn", 20),
            ("append many.plypack many.pgn", blocks),
            ("index many.plypack", blocks),
        ] {
            let (code, err) = shell(&desk, &format!("trap '' XFSZ; ulimit -f {limit}; exec PLYPACK {script}"));
            assert!(code == 1 && err.contains("File too large"), "{script}: {code}, {err}");
            assert!(desk.read("many.plypack") == old, "{script}");
            assert_eq!((desk.read("out.pgn"), names(&desk).len()), (b"games".to_vec(), all.len() + 1), "{script}");
        }
        desk.run(&["append", "many.plypack", "famous.pgn"]).fine();
    }

    /// Waits until a condition holds.
    fn wait_for(what: impl Fn() -> bool) {
        let begun = Instant::now();
        while !what() {
            assert!(begun.elapsed() < Duration::from_secs(60), "nothing happens");
            thread::sleep(Duration::from_millis(5));
        }
    }

    fn send(signal: &str, child: &Child) {
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    }

    /// A command that waits for more of its input.
    fn waiting(desk: &Desk, arguments: &[&str], is_at_work: impl Fn() -> bool) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plypack"));
        command
            .args(arguments)
            .current_dir(desk.path("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.as_mut().unwrap().write_all(&sample("famous.pgn")).unwrap();
        wait_for(is_at_work);
        child
    }

    fn is_locked(desk: &Desk, name: &str) -> bool {
        fs::File::open(desk.path(name)).is_ok_and(|file| file.try_lock_shared().is_err())
    }

    /// Lets programs that are started from now on receive the signals. Otherwise, they would ignore signals that these tests were started to
    /// ignore, as in the background of a shell or by `nohup`. A signal that has a handler is no longer ignored after `exec`.
    fn allow_signals() {
        for signal in [SIGINT, SIGTERM] {
            flag::register_conditional_default(signal, Arc::new(true.into())).unwrap();
        }
        flag::register(SIGHUP, Arc::default()).unwrap();
    }

    #[test]
    fn a_signal_leaves_everything_as_it_was() {
        allow_signals();
        for (signal, number) in [("-INT", SIGINT), ("-TERM", SIGTERM), ("-HUP", SIGHUP)] {
            let desk = desk();
            let before = desk.read("famous.plypack");
            let all = names(&desk);
            for arguments in [
                &["pack", "-", "-o", "famous.plypack"][..],
                &["pack", "-", "-o", "new.plypack"],
                &["append", "famous.plypack", "-"],
            ] {
                let new =
                    if arguments.contains(&"new.plypack") { ".new.plypack.plypack-new" } else { "famous.plypack" };
                let child = waiting(&desk, arguments, || is_locked(&desk, new));
                send(signal, &child);
                let ran = child.wait_with_output().unwrap();
                assert_eq!(ran.status.signal(), Some(number), "{arguments:?}: {ran:?}");
                assert!(String::from_utf8(ran.stderr).unwrap().ends_with(" is unchanged: interrupted\n"));
                assert!(desk.read("famous.plypack") == before && names(&desk) == all, "{arguments:?}");
            }
        }
    }

    /// Starts like `nohup` does.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_ignored_signal_stays_ignored() {
        let desk = desk();
        let script = format!("trap '' HUP; exec '{}' pack - -o new.plypack", env!("CARGO_BIN_EXE_plypack"));
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(desk.path(".")).stdin(Stdio::piped()).stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        wait_for(|| is_locked(&desk, ".new.plypack.plypack-new"));
        send("-HUP", &child);
        thread::sleep(Duration::from_millis(150));
        child.stdin.take().unwrap().write_all(&sample("famous.pgn")).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(desk.read("new.plypack") == desk.read("famous.plypack"));
    }

    #[test]
    fn a_pipe_is_written_as_it_is() {
        let desk = desk();
        let (code, err) = shell(&desk, "mkfifo pipe && (cat pipe > copy & PLYPACK pack famous.pgn -o pipe; wait)");
        assert_eq!(code, 0, "{err}");
        assert!(desk.read("copy") == desk.read("famous.plypack"));
    }
}

#[test]
fn pictures_replace_pictures_alone() {
    let desk = desk();
    desk.write("famous.pgn", sample("famous.pgn"));
    desk.write("old.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    #[cfg(unix)]
    std::os::unix::fs::symlink("famous.plypack", desk.path("link.svg")).unwrap();
    // `codecs` refuses before it measures, which takes a long time.
    for command in [&["stats", "famous.plypack"][..], &["tree", "famous.plypack"], &["codecs", "famous.pgn"]] {
        for out in ["famous.plypack", "famous.pgn", "notes.txt", if cfg!(unix) { "link.svg" } else { "notes.txt" }] {
            let err = changes_nothing(&desk, &[command, &["--svg", out]].concat(), 2);
            assert!(err.contains(out) && err.contains("--force"), "{command:?} {out}: {err}");
        }
    }
    for command in ["stats", "tree"] {
        let draw = |arguments: &[&str]| desk.run(&[&[command, "famous.plypack", "--svg"], arguments].concat());
        changes_nothing(&desk, &[command, "famous.plypack", "--svg", "no/such.svg"], 1);
        draw(&["old.svg"]).fine();
        assert!(desk.read("old.svg").len() > 500, "{command}");
        desk.write("other.txt", "of somebody");
        draw(&["other.txt", "--force"]).fine();
        assert!(desk.read("other.txt").starts_with(b"<svg"), "{command}");
    }
}

/// All files that commands create come from `output.rs`, which replaces no file of another kind and leaves no partial file; `old_file.rs`
/// renames old files.
#[test]
fn files_are_made_in_one_place() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let makers = ["output/new_file.rs", "output/old_file.rs"].map(|maker| root.join(maker));
    let tests = root.join("tests");
    let mut folders = vec![root.to_owned()];
    let mut read = 0;
    let mut made = 0;
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && path != tests {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                let source = source.split("#[cfg(test)]").next().unwrap();
                let call = MAKING_FILES.iter().find(|call| source.contains(**call));
                let is_maker = makers.contains(&path);
                assert!(call.is_none() || is_maker, "{} makes files itself: {call:?}", path.display());
                made += usize::from(call.is_some());
                read += 1;
            }
        }
    }
    assert!(read > 50, "{read} sources");
    assert_eq!(made, makers.len());
}

const MAKING_FILES: [&str; 7] =
    ["fs::write", "File::create", "OpenOptions", "fs::rename", "fs::copy", "remove_file", "OutputFile::create"];
