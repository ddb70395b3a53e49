//! The same on real games.

use std::{fs::File, io::Read, path::Path};

use plypack::{Codec, Game, PackedMove, Reader, Token, games_from_pgn, search::Query};

use super::{
    after, check_position, find, first_match, indexed, key, pack, patterns::check_patterns_and_material, replay,
    some_positions,
};

/// The first games of a collection of real games.
fn real_games(name: &str, count: usize) -> Option<Vec<Game>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data");
    let folder = std::env::var_os("PLYPACK_DATA").map_or_else(beside, Into::into);
    let Ok(file) = File::open(folder.join(name)) else {
        println!("SKIPPED: no {name} in {}", folder.display());
        return None;
    };
    let mut text = Vec::new();
    zstd::Decoder::new(file).unwrap().take(count as u64 * 900).read_to_end(&mut text).unwrap();
    let mut games = games_from_pgn(&text).unwrap().0;
    games.truncate(count);
    Some(games)
}

#[test]
fn real_games_are_found_as_a_replay_finds_them() {
    for (name, count) in [("otb_bench.pgn.zst", 2000), ("engine_bench.pgn.zst", 500), ("from_fen.pgn.zst", 500)] {
        let Some(games) = real_games(name, count) else { continue };
        for (codec, per_block, index) in [
            (Codec::Byte, 1000, false),
            (Codec::Coord16, 1000, false),
            (Codec::Byte, 1500, true),
            (Codec::Coord16, 500, true),
        ] {
            let file = if index { Some(indexed(&games, codec, per_block)) } else { None };
            let reader = match &file {
                Some((_, path)) => Reader::open_mapped(path).unwrap(),
                None => pack(&games, codec, per_block),
            };
            let positions = some_positions(&games, games.len() / 12);
            let hits: usize = positions.iter().map(|position| check_position(&reader, &games, position)).sum();
            println!("{name}, {codec}: {} positions, {hits} hits", positions.len());
            check_patterns_and_material(&reader, &games);
        }
    }
}

#[test]
fn variations_of_real_games() {
    let Some(games) = real_games("annotated.pgn.zst", 300) else { return };
    let reader = pack(&games, Codec::Byte, 100);
    let position = after("e4 c5 Nf3 d6 d4");
    let wanted = key(&(&position).into());
    let in_variation = |game: &Game| {
        let mut lines = vec![(replay::start_of(game), replay::start_of(game))];
        let mut main = game.moves.iter();
        let mut found = first_match(game, &|p| key(p) == wanted).is_some();
        for token in game.tokens() {
            let (now, before) = lines.last_mut().unwrap();
            let mut play = |m: &PackedMove| {
                *before = now.clone();
                replay::play(now, *m).unwrap();
                found |= key(now) == wanted;
            };
            match token {
                Token::Plies(plies) => main.by_ref().take(plies as usize).for_each(&mut play),
                Token::Move(m) => play(&m),
                Token::Begin => {
                    let before = before.clone();
                    lines.push((before.clone(), before));
                }
                Token::End => drop(lines.pop()),
                _ => {}
            }
        }
        found
    };
    let expected: Vec<u64> = (0u64..).zip(&games).filter(|(_, game)| in_variation(game)).map(|(n, _)| n).collect();
    let mut query = Query::position(&position);
    query.variations = true;
    assert_eq!(find(&reader, &query).iter().map(|hit| hit.game).collect::<Vec<_>>(), expected);
}
