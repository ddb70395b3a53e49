//! `.ci/packaging/mime`: file(1) and desktops recognise files of plypack by their first bytes (`container.2`), and nothing else.

use std::{fs, path::PathBuf, process::Command};

use plypack::{Codec, games_from_pgn, pack_games};

use super::{has, printed, root};

const TYPE: &str = "application/vnd.plypack";
const MAGIC: [u8; 8] = *b"\x8fPLY\r\n\x1a\n";

/// Returns the answer of file(1) about bytes, with only the entry of plypack.
fn described(bytes: &[u8], options: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    fs::write(&path, bytes).unwrap();
    let mut file = Command::new("file");
    file.args(["--brief", "-m"]).arg(root().join(".ci/packaging/mime/plypack.magic")).args(options).arg(path);
    printed(&mut file).trim_end().to_owned()
}

/// The files made by versions of plypack, with the version in their names.
fn kept() -> Vec<PathBuf> {
    let folder = fs::read_dir(root().join("conformance/samples/kept")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|extension| extension == "plypack")).collect()
}

#[test]
fn file_knows_files_of_every_version() {
    if !has("file") {
        return;
    }
    let kept = kept();
    assert!(kept.len() >= 4, "{kept:?}");
    for path in kept {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        let version = name.split_once('-').unwrap().0;
        let text = described(&bytes, &[]);
        assert!(text.starts_with(&format!("plypack chess games, format {version}")), "{name}: {text}");
        assert_eq!(described(&bytes, &["--mime-type"]), TYPE, "{name}");
        assert_eq!(described(&bytes, &["--extension"]), "plypack", "{name}");
    }
}

#[test]
fn file_tells_archives_apart_and_knows_nothing_else() {
    if !has("file") {
        return;
    }
    let pgn = fs::read(root().join("conformance/samples/famous.pgn")).unwrap();
    let (games, _) = games_from_pgn(&pgn).unwrap();
    for (codec, is_archive) in [(Codec::Byte, false), (Codec::Tight, true)] {
        let text = described(&pack_games(&games, codec).unwrap(), &[]);
        assert_eq!(text.ends_with(", archive"), is_archive, "{codec:?}: {text}");
    }
    let file = fs::read(&kept()[0]).unwrap();
    assert_eq!(file[..8], MAGIC);
    for at in 0..MAGIC.len() {
        let mut other = file.clone();
        other[at] ^= 1;
        assert_ne!(described(&other, &["--mime-type"]), TYPE, "byte {at} is another");
    }
    assert_ne!(described(&pgn, &["--mime-type"]), TYPE);
}

/// The program that desktops run for a new type makes two rules from `plypack.xml`: one for the name, and one for the
/// first bytes.
#[test]
fn desktops_know_the_type() {
    if !has("update-mime-database") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("packages")).unwrap();
    fs::copy(root().join(".ci/packaging/mime/plypack.xml"), folder.path().join("packages/plypack.xml")).unwrap();
    printed(Command::new("update-mime-database").arg(folder.path()));
    let names = fs::read_to_string(folder.path().join("globs2")).unwrap();
    assert!(names.lines().any(|line| line == format!("50:{TYPE}:*.plypack")), "{names}");
    // Offset 0, and the number of bytes.
    let rule = [format!("[60:{TYPE}]\n>0=").as_bytes(), &[0, 8], &MAGIC, b"\n"].concat();
    let magic = fs::read(folder.path().join("magic")).unwrap();
    assert!(magic.windows(rule.len()).any(|bytes| bytes == rule), "{:?}", String::from_utf8_lossy(&magic));
}
