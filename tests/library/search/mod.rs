//! Searches against a second, simple implementation: replay every game with shakmaty and compare positions.

use std::{collections::BTreeMap, path::PathBuf};

use crate::bodies::replay;
use plypack::{
    Codec, Game, Options, PackedMove, Reader, Start, Termination, Writer,
    files::add_index,
    games_from_pgn,
    search::{self, Hit, Query, SearchEvent, Target},
};
use shakmaty::{Chess, EnPassantMode, Position, Setup};

mod conditions;
mod events;
mod filters;
mod index;
mod messages;
mod partial;
mod patterns;
mod positions;
mod ranges;
mod real_games;
mod rows;
mod statistics;

/// Check of a position, written without the library's help.
type Check<'a> = &'a dyn Fn(&Chess) -> bool;

/// A position as search.1 compares it.
fn key(position: &Chess) -> Setup {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    (setup.halfmoves, setup.fullmoves) = (0, std::num::NonZeroU32::MIN);
    setup
}

/// Returns whether the game has a position at all.
fn has_start(game: &Game) -> bool {
    game.start != Start::Unreadable && !game.continued
}

/// The first match of a main line, and the move after it.
fn first_match(game: &Game, check: Check<'_>) -> Option<(u32, Option<PackedMove>)> {
    if !has_start(game) {
        return None;
    }
    let mut position = replay::start_of(game);
    for ply in 0..=game.moves.len() {
        if check(&position) {
            return Some((ply as u32, game.moves.get(ply).copied()));
        }
        replay::play(&mut position, *game.moves.get(ply)?).unwrap();
    }
    None
}

fn expected(games: &[Game], check: Check<'_>) -> Vec<Hit> {
    let hits = (0u64..).zip(games).filter_map(|(number, game)| Some((number, first_match(game, check)?.0)));
    hits.map(|(game, ply)| Hit { file: 0, game, ply }).collect()
}

/// Games, results, ratings and years by move, from the text of the tags.
type Counts = BTreeMap<Option<PackedMove>, [u64; 8]>;

fn expected_tree(games: &[Game], check: Check<'_>) -> Counts {
    let mut counts = Counts::new();
    for game in games {
        let Some((ply, next)) = first_match(game, check) else { continue };
        let white = game.start_position().turn().is_white() == (ply % 2 == 0);
        let row = counts.entry(next).or_default();
        row[0] += 1;
        let tag = |name: &[u8]| game.tag(name).map(|value| String::from_utf8_lossy(value).into_owned());
        let result = tag(b"Result").and_then(|r| Termination::from_text(r.as_bytes())).unwrap_or(game.termination);
        row[match result {
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
            _ => 4,
        }] += 1;
        let elo = tag(if white { b"WhiteElo" } else { b"BlackElo" });
        if let Some(elo) = elo.filter(|e| e.len() <= 4).and_then(|e| e.parse::<u64>().ok()).filter(|e| *e > 0) {
            row[5] += elo;
            row[6] += 1;
        }
        let year = tag(b"Date").and_then(|date| date.get(..4)?.parse::<u64>().ok());
        row[7] = row[7].max(year.unwrap_or(0));
    }
    counts
}

fn expected_orders(games: &[Game], check: Check<'_>) -> BTreeMap<Vec<PackedMove>, u64> {
    let mut orders = BTreeMap::new();
    for game in games.iter().filter(|game| game.start == Start::Standard) {
        if let Some((ply, _)) = first_match(game, check) {
            *orders.entry(game.moves[..ply as usize].to_vec()).or_default() += 1;
        }
    }
    orders
}

fn quiet(_: SearchEvent) -> plypack::Result<()> {
    Ok(())
}

fn find(reader: &Reader, query: &Query) -> Vec<Hit> {
    let no_corruption = |event: SearchEvent| match event {
        SearchEvent::Corruption(corruption) => panic!("{corruption:?}"),
        _ => Ok(()),
    };
    search::find(&[reader], query, &mut { no_corruption }).unwrap()
}

fn check_find(reader: &Reader, games: &[Game], target: Target, check: Check<'_>, what: &str) -> usize {
    let wanted = expected(games, check);
    for threads in [1, 2] {
        let mut query = Query::new(target.clone());
        query.threads = threads;
        let found = find(reader, &query);
        assert!(found == wanted, "{what}: {} found, {} wanted", found.len(), wanted.len());
        assert_eq!(search::count(&[reader], &query, &mut quiet).unwrap(), wanted.len() as u64, "{what}");
    }
    wanted.len()
}

fn check_position(reader: &Reader, games: &[Game], position: &Chess) -> usize {
    let wanted = key(position);
    let check: Check<'_> = &|other| other.turn() == wanted.turn && key(other) == wanted;
    let what = positions_fen(position);
    let query = Query::position(&position.into());
    let found = check_find(reader, games, query.target.clone().unwrap(), check, &what);
    let tree: Counts = search::tree(&[reader], &query, &mut quiet)
        .unwrap()
        .iter()
        .map(|b| {
            (b.next_move, [b.games, b.white, b.draws, b.black, b.other, b.rating_sum, b.rated, b.last_year.into()])
        })
        .collect();
    assert_eq!(tree, expected_tree(games, check), "{what}");
    let orders = search::transpositions(&[reader], &query, &mut quiet).unwrap();
    assert!(orders.windows(2).all(|pair| pair[0].games >= pair[1].games), "{what}");
    let orders: BTreeMap<_, _> =
        orders.into_iter().filter(|o| o.start.is_none()).map(|order| (order.moves, order.games)).collect();
    assert_eq!(orders, expected_orders(games, check), "{what}");
    found
}

fn positions_fen(position: &Chess) -> String {
    shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// Positions of the games, some at every depth.
fn some_positions(games: &[Game], step: usize) -> Vec<Chess> {
    let mut found = vec![Chess::default()];
    for (number, game) in games.iter().enumerate().filter(|(_, game)| has_start(game)).step_by(step) {
        let depth = (number * 7) % (game.moves.len() + 1);
        let mut position = replay::start_of(game);
        game.moves[..depth].iter().for_each(|packed_move| replay::play(&mut position, *packed_move).unwrap());
        found.push(position);
    }
    found
}

fn pack(games: &[Game], codec: Codec, per_block: usize) -> Reader {
    Reader::from_bytes(packed(games, codec, per_block)).unwrap()
}

/// A file with blocks of at most `per_block` games.
fn packed(games: &[Game], codec: Codec, per_block: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::default().with_codec(codec)).unwrap();
    for games in games.chunks(per_block) {
        let mut builder = plypack::internals::container::BlockBuilder::new(codec);
        games.iter().for_each(|game| builder.add(game).unwrap());
        let block = builder.finish(&mut plypack::internals::container::Compressor::new(3).unwrap()).unwrap();
        writer.write_block(block).unwrap();
    }
    writer.finish().unwrap()
}

/// The same games in a separate file with an index.
fn indexed(games: &[Game], codec: Codec, per_block: usize) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.plypack");
    std::fs::write(&path, packed(games, codec, per_block)).unwrap();
    let added = add_index(&path, 2, |_, _| Ok(())).unwrap();
    assert_eq!((added.blocks, added.games), (games.len().div_ceil(per_block), games.len() as u64));
    (folder, path)
}

fn games(pgn: &str) -> Vec<Game> {
    games_from_pgn(pgn.as_bytes()).unwrap().0
}

const SMALL: &str = r#"
[Result "1-0"]
[White "Anna"]
[WhiteElo "2400"]
[Date "2001.??.??"]

1. d4 d5 2. c4 e6 3. Nc3 Nf6 1-0

[Result "0-1"]
[White "Boris"]
[Black "ANNA B."]
[BlackElo "2500"]
[Date "2011.05.06"]

1. c4 e6 2. d4 d5 3. Nf3 0-1

[Result "1/2-1/2"]
[Event "Open"]

1. d4 e6 2. c4 d5 1/2-1/2

[FEN "rnbqkbnr/pppp1ppp/4p3/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2"]

2... d5 3. Nc3 *

1. e4 (1. d4 d5 2. c4 (2. Nf3) 2... e6 {there} 3. g3 Nf6) 1... e5 *

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 *
"#;

fn after(moves: &str) -> plypack::Position {
    search::position_after(moves.as_bytes()).unwrap()
}
