//! Memory per compared game.

use std::ops::Range;

use plypack::{
    Codec, Error, ErrorCode, Reader, UniqueGames, games_from_pgn, pack_games,
    search::{self, Condition, DuplicateKind, Hit, Query, duplicates},
};

use crate::counting;

/// Games without duplicates.
fn reader(games: Range<usize>) -> Reader {
    let pgn = |number| format!("[White \"Player{number}\"]\n[Date \"2020.01.02\"]\n\n1. e4 e5 *\n\n");
    let text: String = games.map(pgn).collect();
    Reader::from_bytes(pack_games(&games_from_pgn(text.as_bytes()).unwrap().0, Codec::Byte).unwrap()).unwrap()
}

fn search(reader: &Reader) {
    let mut found = |_: &[Hit]| Err(Error::new(ErrorCode::Internal, "there are no duplicates"));
    let mut query = Query::games(Condition::default());
    // Other threads hold games that they have read; this memory does not grow with the file.
    query.threads = 1;
    duplicates(&[reader], &query, DuplicateKind::Exact, &mut found, &mut search::strict).unwrap();
}

fn add(reader: &Reader) -> UniqueGames {
    let mut games = UniqueGames::new();
    games.add_file(reader, 1, |corruption| Err(corruption.error.clone()), |_| Ok(())).unwrap();
    games
}

/// 24 bytes per game in a search, 30 in an import, in addition to memory that does not grow with the file.
#[test]
fn memory_a_game_is_small() {
    let _alone = counting::alone();
    let few = reader(0..20_000);
    let many = reader(0..70_000);
    // The first call allocates values that stay in memory.
    search(&few);
    let [few_searched, many_searched] = [&few, &many].map(|reader| counting::peak_of(|| search(reader)).1);
    // The result depends on how far another thread has read, so use the minimum of some runs.
    let least_of = |reader| (0..4).map(|_| counting::peak_of(|| add(reader)).1).min().unwrap();
    let [few_added, many_added] = [&few, &many].map(least_of);
    let a_game = |few: usize, many: usize| many.saturating_sub(few) / 50_000;
    let searched = a_game(few_searched, many_searched);
    let added = a_game(few_added, many_added);
    println!("{searched} bytes a game in a search, {added} in an import");
    assert!((20..=32).contains(&searched) && (24..=32).contains(&added), "{searched} {added}");
}
