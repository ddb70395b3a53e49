//! Whole files: what is sound, what can be saved, what can be appended to.

use std::fs;

use plypack::{Game, Options, Reader, Writer, repair, verify, verify_unused};

use super::{Outcome, reading};

/// The games of a file; the first thing that is wrong with it, if there is any.
pub fn decode_file(bytes: Vec<u8>) -> Outcome {
    survives(&bytes);
    reading::whole_file(bytes)
}

/// All games that can be read of a file whose frame is corrupt.
pub fn recover_file(bytes: Vec<u8>) -> Outcome {
    survives(&bytes);
    let reader = Reader::from_bytes(bytes)?;
    let is_corrupt = (0..reader.blocks().len()).any(|block| reader.block_header(block).is_err());
    let is_reported = !reader.errors().is_empty()
        || reader.unfinished().is_some()
        || !verify_unused(&reader).expect("bytes in memory can be read").is_empty();
    assert!(is_corrupt || is_reported, "the corruption is reported");
    Ok(reading::readable_games(&reader))
}

/// Whatever is wrong, nothing panics, and what can be saved is sound.
fn survives(bytes: &[u8]) {
    let Ok(reader) = Reader::salvage(Box::new(bytes.to_vec())) else {
        return;
    };
    let corruption = verify(&reader, 1, |_| Ok(())).expect("nothing stops it");
    if !corruption.is_empty() || reader.games() > 1000 {
        let _ = reader.info();
    }
    let (saved, count) = repair(&reader, Vec::new(), Options::default(), |_| Ok(())).expect("memory takes every byte");
    let saved = Reader::from_bytes(saved).expect("what was just written");
    assert!(saved.errors().is_empty() && saved.games() == count.games);
    assert!(verify(&saved, 1, |_| Ok(())).expect("nothing stops it").is_empty());
}

/// Adds no game to the file, which must work, and leaves it with the games that it has. `kept` is how many bytes come
/// before its torn end, which is cut off when a game is added.
pub fn append_file(bytes: &[u8], kept: Option<usize>) -> Outcome {
    let path = tempfile::NamedTempFile::new()?.into_temp_path();
    fs::write(&path, bytes)?;
    let appended = Writer::append(&path, Options::default()).and_then(|mut writer| {
        if kept.is_some() {
            writer.add(&Game::new())?;
        }
        writer.finish()
    });
    let after = fs::read(&path)?;
    assert!(after.starts_with(&bytes[..kept.unwrap_or(bytes.len())]), "what was there is never changed");
    if appended.is_err() {
        assert_eq!(after, bytes, "nothing is written to a file that is refused");
    }
    let mut outcome = appended.and_then(|_| decode_file(after))?;
    if kept.is_some() {
        outcome["games"].as_array_mut().expect("games").pop();
    }
    Ok(outcome)
}
