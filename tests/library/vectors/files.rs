//! Whole files: reading, recovery, appending.

use std::fs;

use plypack::{Game, Options, Reader, Writer, files::repair, internals::container::UNITS_START, verify};
use serde_json::Value;

use super::{Outcome, reading};

/// Returns the games of a file, or its first error.
pub fn decode_file(bytes: Vec<u8>) -> Outcome {
    survives(&bytes);
    reading::whole_file(bytes)
}

/// All games that can be read from a corrupt file.
pub fn recover_file(bytes: Vec<u8>) -> Outcome {
    survives(&bytes);
    let reader = Reader::salvage(Box::new(bytes))?;
    let found = verify(&reader, 1, |_, _| Ok(())).expect("nothing stops it");
    assert!(!found.is_valid() || !found.unused.is_empty(), "the corruption is reported");
    Ok(reading::readable_games(&reader))
}

/// Whatever is wrong, nothing panics, and the repaired file is valid.
fn survives(bytes: &[u8]) {
    let Ok(reader) = Reader::salvage(Box::new(bytes.to_vec())) else {
        return;
    };
    let corruption = verify(&reader, 1, |_, _| Ok(())).expect("nothing stops it").corruption;
    if !corruption.is_empty() || reader.number_end() > 1000 {
        let _ = reader.info();
    }
    let (saved, count) = repair(&reader, Vec::new(), Options::default(), |_| Ok(())).expect("memory takes every byte");
    let saved = Reader::from_bytes(saved).expect("what was just written");
    assert!(saved.errors().is_empty() && saved.number_end() == count.games);
    assert!(verify(&saved, 1, |_, _| Ok(())).expect("nothing stops it").is_valid());
}

/// Appends to the file and returns its games. Adds a game only to a file with unfinished bytes, which stay until a game
/// is added.
pub fn append_file(bytes: &[u8], test: &Value) -> Outcome {
    let unfinished = test["unfinished"].as_u64().unwrap_or(0) as usize;
    let path = tempfile::NamedTempFile::new()?.into_temp_path();
    fs::write(&path, bytes)?;
    let added = usize::from(unfinished > 0);
    let appended = Writer::append(&path, Options::default()).and_then(|mut writer| {
        (0..added).try_for_each(|_| writer.add(&Game::new()))?;
        writer.finish()
    });
    let after = fs::read(&path)?;
    let end = bytes.len() - unfinished;
    assert!(units(&after).starts_with(units(&bytes[..end])), "what was there is never changed");
    if appended.is_err() {
        assert_eq!(after, bytes, "nothing is written to a file that is refused");
    }
    let read = if test["damaged"] == true { recover_file } else { decode_file };
    let mut found = appended.and_then(|_| read(after))?;
    let games = found["games"].as_array_mut().expect("games");
    games.truncate(games.len() - added);
    Ok(found)
}

/// The bytes after header and records.
fn units(file: &[u8]) -> &[u8] {
    &file[file.len().min(UNITS_START as usize)..]
}

/// Vectors of damaged segments, by the beginnings of their names.
const DAMAGED: &[&str] = &[
    "bad-",
    "cell-bits-at",
    "head-",
    "last-unusable",
    "not-told-start-above",
    "optional-checksum",
    "other-checksum",
    "page-bits-at",
    "ply-above",
    "record-bit-left-over",
    "wrong-head",
];

/// Verification also reads parts that no search reads: the head, optional parts, and every page and list.
#[test]
fn verification_finds_every_damage_of_an_index() {
    let file = super::file("index");
    for test in super::tests(&file).iter().filter(|test| test.get("input").is_some()) {
        let id = super::text(test, "id").trim_start_matches("index/");
        let name = ["find-", "tree-", "read-"].iter().find_map(|search| id.strip_prefix(search)).unwrap_or(id);
        // Files to be recovered cannot be opened.
        let Ok(reader) = Reader::from_bytes(super::input(test)) else { continue };
        let found = verify(&reader, 1, |_, _| Ok(())).expect("nothing stops it").corruption;
        assert_eq!(!found.is_empty(), DAMAGED.iter().any(|start| name.starts_with(start)), "{id}: {found:?}");
    }
}
