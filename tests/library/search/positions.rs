//! Positions, their transpositions, and lines of play.

use plypack::{
    Codec, Position, Reader,
    search::{self, Hit, Query},
};

use super::{SMALL, after, check_position, find, games, indexed, pack, quiet, replay, some_positions};

#[test]
fn transpositions_are_found_by_position() {
    let games = games(SMALL);
    for codec in Codec::IN_FILES {
        let reader = pack(&games, *codec, 4);
        let hits = find(&reader, &Query::position(&after("1. d4 d5 2.c4 e7e6")));
        let found: Vec<_> = hits.iter().map(|hit| (hit.game, hit.ply)).collect();
        assert_eq!(found, [(0, 4), (1, 4), (2, 4), (3, 1)]);
        for position in some_positions(&games, 1) {
            check_position(&reader, &games, &position);
        }
    }
}

#[test]
fn a_game_counts_once_at_its_first_match() {
    let reader = pack(&games(SMALL), Codec::Byte, 100);
    let hits = find(&reader, &Query::position(&after("Nf3 Nf6")));
    assert_eq!(hits, [Hit { file: 0, game: 5, ply: 2 }]);
}

#[test]
fn variations_on_request() {
    let games = games(SMALL);
    for codec in Codec::IN_FILES {
        let reader = pack(&games, *codec, 3);
        let mut query = Query::position(&after("d4 d5 c4 e6"));
        query.variations = true;
        let hits = find(&reader, &query);
        assert_eq!(hits.iter().map(|hit| hit.game).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(hits[4].ply, 4);
        let tree = search::tree(&[&reader], &query, &mut quiet).unwrap();
        let moves: Vec<_> = tree.iter().map(|b| (b.next_move.map(|w| w.to_string()), b.games)).collect();
        let branch = |text: &str, games| (Some(text.to_owned()), games);
        assert_eq!(moves, [branch("b1c3", 2), branch("g1f3", 1), branch("g2g3", 1), (None, 1)]);
        let orders = search::transpositions(&[&reader], &query, &mut quiet).unwrap();
        let orders: Vec<_> = orders.iter().map(|o| (o.uci.as_str(), o.start.is_some(), o.games)).collect();
        assert_eq!(
            orders,
            [
                ("d2d4 d7d5 c2c4 e7e6", false, 2),
                ("c2c4 e7e6 d2d4 d7d5", false, 1),
                ("d2d4 e7e6 c2c4 d7d5", false, 1),
                ("d7d5", true, 1)
            ]
        );
    }
}

#[test]
fn en_passant_counts_when_it_is_legal() {
    let games = games(
        "1. e4 Nf6 2. e5 d5 *\n\n1. e4 d6 2. e5 d5 3. Nf3 Nf6 4. Ng1 *\n\n1. e4 d5 2. e5 Nf6 *\n\n1. e4 e5 *\n\n1. e3 e6 2. e4 e5 *",
    );
    let reader = pack(&games, Codec::Byte, 100);
    let found = |moves: &str| find(&reader, &Query::position(&after(moves))).iter().map(|h| h.game).collect::<Vec<_>>();
    assert_eq!(found("e4 Nf6 e5 d5"), [0]);
    assert_eq!(found("e4 d5 e5 Nf6"), [2]);
    // A double push without a legal en passant capture does not make another position.
    assert_eq!(found("e4 e5"), [3, 4]);
    for position in some_positions(&games, 1) {
        check_position(&reader, &games, &position);
    }
}

#[test]
fn castling_rights_count() {
    let games =
        games("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *\n\n1. e4 e5 *\n\n1. Nf3 Nf6 2. Rg1 Rg8 3. Rh1 Rh8 4. Ng1 Ng8 *");
    let reader = pack(&games, Codec::Byte, 100);
    assert_eq!(
        find(&reader, &Query::position(&after("e4 e5"))),
        [Hit { file: 0, game: 0, ply: 2 }, Hit { file: 0, game: 1, ply: 2 }]
    );
    let without = Position::from_fen(b"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1").unwrap();
    assert_eq!(find(&reader, &Query::position(&without)), [Hit { file: 0, game: 0, ply: 6 }]);
    let some = Position::from_fen(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Qq - 0 1").unwrap();
    assert_eq!(find(&reader, &Query::position(&some)), [Hit { file: 0, game: 2, ply: 8 }]);
}

/// The rook moves to the king's former square.
#[test]
fn castling_in_chess960_is_found() {
    let games = games("[FEN \"4k3/8/8/8/8/8/8/5K1R w H - 0 1\"]\n\n1. O-O Kd7 2. Kh2 *");
    for codec in Codec::IN_FILES {
        let (_folder, path) = indexed(&games, *codec, 9);
        for reader in [pack(&games, *codec, 9), Reader::open_mapped(&path).unwrap()] {
            for plies in 0..4 {
                let mut position = replay::start_of(&games[0]);
                games[0].moves[..plies].iter().for_each(|m| replay::play(&mut position, *m).unwrap());
                assert_eq!(check_position(&reader, &games, &position), 1, "{codec}, {plies}");
            }
        }
    }
}
