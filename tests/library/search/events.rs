//! Events of a search, and stopping it.

use plypack::{
    Codec, Position, Reader,
    search::{self, Hit, Query, SearchEvent},
};

use super::{SMALL, after, games, pack, packed};

#[test]
fn a_search_can_be_cancelled() {
    let reader = pack(&games(SMALL), Codec::Byte, 2);
    let stop = |_| Err(plypack::Error::new(plypack::ErrorCode::Cancelled, "enough"));
    let error = search::find(&[&reader], &Query::position(&Position::default()), &mut { stop }).unwrap_err();
    assert_eq!(error.code(), plypack::ErrorCode::Cancelled);
}

#[test]
fn corruption_costs_only_its_block() {
    let games = games(SMALL);
    let file = packed(&games, Codec::Byte, 3);
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let moves = reader.block_header(0).unwrap().sections.iter().find(|s| s.kind == 2).unwrap().range.start;
    let at = (reader.blocks()[0].range.start + moves) as usize;
    let mut broken = file;
    broken[at] ^= 0x10;
    let sound = reader;
    let reader = Reader::from_bytes(broken).unwrap();
    let mut corrupt = Vec::new();
    let mut observer = |event: SearchEvent| {
        if let SearchEvent::Corruption(found) = event {
            corrupt.push((found.corruption.games.start, found.corruption.games.end));
        }
        Ok(())
    };
    let hits = search::find(&[&reader], &Query::position(&after("d4 d5 c4 e6")), &mut observer).unwrap();
    assert_eq!(hits, [Hit { file: 0, game: 3, ply: 1 }]);
    assert_eq!(corrupt, [(0, 3)]);
    let query = Query::position(&after("d4 d5 c4 e6"));
    let error = search::find(&[&sound, &reader], &query, &mut search::strict).unwrap_err();
    assert_eq!(error.code(), plypack::ErrorCode::ChecksumSection);
    assert!(error.to_string().contains("games 0 to 2 of file 1"), "{error}");
    assert_eq!(search::find(&[&sound], &query, &mut search::strict).unwrap().len(), 4);
}
