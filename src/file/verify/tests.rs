//! Files with correct checksums whose summaries or index contradict the games.

use std::path::{Path, PathBuf};

use super::*;
use crate::{
    Codec, Options, OutputFile, Writer,
    container::{Compressor, EncodedBlock, SectionKind, StoredSummaries},
    file::compact::compact,
    files::{IndexOptions, add_index, rename_player},
    games_from_pgn,
    index::BlockLines,
    pack_games,
    search::{self, Query, position_after},
};

/// 300 games; one of them has the position after 1. Nh3.
fn games() -> Vec<Game> {
    let game = |number: usize| {
        let line = if number == 77 { "1. Nh3 d5 2. Ng5" } else { "1. e4 e5 2. Nf3 Nc6" };
        format!("[White \"W {number}\"]\n[Black \"B\"]\n\n{line} *\n\n")
    };
    games_from_pgn((0..300).map(game).collect::<String>().as_bytes()).unwrap().0
}

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        Desk(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file with a summary of game 77 that begins with a move of White's e pawn.
    fn with_wrong_summary(&self) -> PathBuf {
        let reader = Reader::from_bytes(pack_games(&games(), Codec::Byte).unwrap()).unwrap();
        let block = reader.with_block(0, |header, fetch| {
            let mut planes = StoredSummaries::load(header, fetch)?.unwrap().planes().to_vec();
            planes[77] = 0x44;
            let section = Compressor::new(3)?.section(SectionKind::Summaries, 0, planes)?;
            let mut block = EncodedBlock::copied(&fetch.fetch(0..header.len)?, header)?;
            block.replace(&section).map(|()| block)
        });
        let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte)).unwrap();
        writer.write_block(block.unwrap()).unwrap();
        let path = self.path("summary.plypack");
        std::fs::write(&path, writer.finish().unwrap()).unwrap();
        path
    }

    /// A file whose index has only the first position of game 77.
    fn with_wrong_index(&self) -> PathBuf {
        let path = self.path("index.plypack");
        std::fs::write(&path, pack_games(&games(), Codec::Byte).unwrap()).unwrap();
        let mut others = games();
        others[77].moves.clear();
        let others = Reader::from_bytes(pack_games(&others, Codec::Byte).unwrap()).unwrap();
        let reader = Reader::open(&path).unwrap();
        let places = segment_places(&reader, &(0..1)).unwrap();
        let load = |_, bits| {
            let truth = block_lines(&reader, 0)(0, bits)?;
            let mut lines = others.with_block(0, |header, fetch| BlockLines::load(header, bits, fetch))?;
            (lines.moves, lines.games, lines.groups) = (truth.moves, truth.games, truth.groups);
            Ok(lines)
        };
        let builder = SegmentBuilder {
            blocks: &places,
            load: &load,
            threads: 1,
            memory: IndexOptions::MEMORY,
            make_scratch: &|| panic!("all fits in memory"),
            progress: &mut |_, _| Ok(()),
        };
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        writer.write_segment(0, 1, |write| builder.write(write)).unwrap();
        writer.finish().unwrap();
        path
    }
}

fn check(path: &Path, index: bool) -> Vec<Corruption> {
    let options = VerifyOptions { threads: 1, index };
    verify(&Reader::open(path).unwrap(), options, |done, all| {
        assert!(done <= all);
        Ok(())
    })
    .unwrap()
    .corruption
}

/// Returns the number of games that a search finds with the position after 1. Nh3 d5.
fn found(path: &Path) -> usize {
    let query = Query::position(&position_after(b"Nh3 d5").unwrap());
    search::find(&[&Reader::open(path).unwrap()], &query, &mut search::strict).unwrap().len()
}

#[test]
fn a_wrong_summary_is_found_and_made_anew() {
    let desk = Desk::new();
    let path = desk.with_wrong_summary();
    assert_eq!(found(&path), 0);
    let [wrong] = &check(&path, false)[..] else { panic!("one game") };
    let message = "block 0: the summary of game 77 contradicts its moves, so that searches may miss the game; `plypack compact` \
                   makes summaries anew";
    assert_eq!((wrong.error.message(), wrong.games.clone(), wrong.in_index), (message, 77..78, true));

    let reader = Reader::open(&path).unwrap();
    let out = OutputFile::create(desk.path("compacted")).unwrap();
    compact(&reader, out, 1, |_, _| Ok(())).unwrap();
    let mut writer = Writer::create(desk.path("copied"), Options::of(Codec::Byte)).unwrap();
    writer.copy_games(&reader, 0..300).unwrap();
    writer.finish().unwrap();
    for (renamed, from) in [("renamed", "W 3"), ("renamed elsewhere", "W 300")] {
        // The player is in the block with the wrong summary, or only in another block.
        std::fs::copy(&path, desk.path(renamed)).unwrap();
        let mut writer = Writer::append(desk.path(renamed), Options::default()).unwrap();
        let more = games_from_pgn("[White \"W 300\"]\n\n1. e4 *\n\n".repeat(9000).as_bytes()).unwrap().0;
        more.iter().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap();
        let changed = rename_player(desk.path(renamed), from.as_bytes(), b"Z", 1, |_, _| Ok(())).unwrap();
        assert_eq!(changed, if from == "W 3" { 1 } else { 9000 });
    }
    for name in ["compacted", "copied", "renamed", "renamed elsewhere"] {
        assert_eq!(found(&desk.path(name)), 1, "{name}");
        assert!(check(&desk.path(name), true).is_empty(), "{name}");
    }
}

#[test]
fn games_of_an_append_get_true_summaries() {
    let desk = Desk::new();
    let path = desk.with_wrong_summary();
    for _ in 0..4 {
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        games().iter().for_each(|game| writer.add(game).unwrap());
        writer.finish().unwrap();
    }
    assert!(Reader::open(&path).unwrap().blocks().len() < 5);
    assert!(check(&path, false).is_empty());
    assert_eq!(found(&path), 5);
}

#[test]
fn a_wrong_index_is_found_and_made_anew() {
    let desk = Desk::new();
    let path = desk.with_wrong_index();
    assert_eq!(found(&path), 0);
    assert!(check(&path, false).is_empty());
    let [wrong] = &check(&path, true)[..] else { panic!("one segment") };
    let message = wrong.error.message();
    assert!(message.starts_with("the index contradicts the games of block 0: "), "{message}");
    assert!(message.ends_with(" game 0; `plypack index FILE --again` makes it anew"), "{message}");
    assert_eq!((wrong.games.clone(), wrong.in_index), (0..300, true));

    assert_eq!(add_index(&path, 1, |_, _| Ok(())).unwrap().blocks, 0);
    assert_eq!(found(&path), 0);
    let mut reports = Vec::new();
    let again = IndexOptions { again: true, ..IndexOptions::new(1) };
    let added = add_index(&path, again, |done, all| {
        reports.push((done, all));
        Ok(())
    });
    let added = added.unwrap();
    assert_eq!((added.blocks, added.blocks_before, added.games), (1, 0, 300));
    assert_eq!(reports.last(), Some(&(300, 300)));
    assert_eq!(found(&path), 1);
    assert!(check(&path, true).is_empty());
}

/// For a block that cannot be read, only its games are reported; `progress` can stop the comparison.
#[test]
fn games_that_cannot_be_read_are_not_compared() {
    let desk = Desk::new();
    let path = desk.with_wrong_index();
    let reader = Reader::open(&path).unwrap();
    let moves = reader.block_header(0).unwrap().section(SectionKind::Moves).unwrap().range.clone();
    let start = reader.blocks()[0].range.start;
    let mut calls = 0;
    let options = VerifyOptions { threads: 1, index: true };
    let stopped = verify(&reader, options, |_, _| {
        calls += 1;
        if calls == 4 { Err(Error::new(crate::ErrorCode::Cancelled, "stopped")) } else { Ok(()) }
    });
    assert_eq!(stopped.unwrap_err().code(), crate::ErrorCode::Cancelled);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[(start + moves.start) as usize + 5] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let found = check(&path, true);
    assert!(!found.is_empty() && found.iter().all(|corruption| !corruption.in_index), "{found:?}");
}

/// A segment with a wrong checksum is reported, but not compared with the games. A continuation has no summary to
/// compare.
#[test]
fn what_is_not_compared() {
    let desk = Desk::new();
    let path = desk.with_wrong_index();
    let segment = Reader::open(&path).unwrap().segments().unwrap()[0].segment.range.clone();
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[(segment.start + segment.end) as usize / 2] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let [damaged] = &check(&path, true)[..] else { panic!("one segment") };
    assert_eq!((damaged.error.code(), damaged.in_index), (crate::ErrorCode::ChecksumSection, true));
    let mut games = games();
    games[10] = Game::new();
    games[10].continued = true;
    std::fs::write(&path, pack_games(&games, Codec::Byte).unwrap()).unwrap();
    assert!(check(&path, true).is_empty());
}

/// Equal errors of neighboring games, or of the same games, are joined. Errors of the index stay separate.
#[test]
fn errors_of_neighbours_are_joined() {
    let error = |offset| Error::new(crate::ErrorCode::ChecksumSection, "").with_offset(offset);
    let other = Error::new(crate::ErrorCode::SectionMalformed, "").with_offset(1);
    let first = || Corruption::partial(0..2, error(1));
    for (next, count) in [
        (Corruption::partial(2..3, error(1)), 1),
        (Corruption::partial(0..2, error(1)), 1),
        (Corruption::partial(3..4, error(1)), 2),
        (Corruption::partial(2..3, error(2)), 2),
        (Corruption::partial(2..3, other), 2),
        (Corruption::lost(2..3, error(1)), 2),
        (Corruption { in_index: true, ..Corruption::partial(2..3, error(1)) }, 2),
    ] {
        assert_eq!(merged(vec![first(), next.clone()]).len(), count, "{next:?}");
    }
}
