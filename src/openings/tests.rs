use std::collections::HashSet;

use super::{table::table, *};
use crate::{Color, Square, games_from_pgn, search::position_after};

fn game(text: &str) -> Game {
    games_from_pgn(text.as_bytes()).unwrap().0.remove(0)
}

fn found(text: &str) -> Option<(&'static str, &'static str, u32)> {
    of_game(&game(text)).map(|found| (found.opening.eco, found.opening.name, found.ply))
}

/// Returns the parts by which positions are compared.
fn parts(position: &Position) -> ([u8; 64], Color, u64, Option<Square>) {
    (*position.pieces(), position.turn(), position.castling_rooks(), position.en_passant())
}

/// Every line of the table was read, no two lines have the same position, and no two positions the same key. Positions are compared like in
/// `search.1`, without their keys.
#[test]
fn every_position_has_one_opening() {
    let table = table();
    assert_eq!((table.openings.len(), table.keys.len(), table.max_plies), (3807, 3807, 36));
    assert!(include_str!("README.md").contains("names of 3,807 positions"));
    let positions: Vec<Position> =
        all().iter().map(|opening| position_after(opening.moves.as_bytes()).unwrap()).collect();
    let distinct: HashSet<_> = positions.iter().map(parts).collect();
    let keys: HashSet<u64> = table.keys.iter().map(|(key, _)| *key).collect();
    assert_eq!((distinct.len(), keys.len()), (3807, 3807));
    assert!(!keys.contains(&Position::default().key()));
    for (opening, position) in all().iter().zip(&positions) {
        assert_eq!(of_position(position), Some(opening));
    }
}

/// The table agrees with the header of `README.md`; names have the form that programs split.
#[test]
fn codes_and_names_are_well_formed() {
    let codes: HashSet<&str> = all().iter().map(Opening::eco).collect();
    assert_eq!(codes.len(), 500);
    for opening in all() {
        let eco = opening.eco.as_bytes();
        assert!(matches!(eco, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{opening:?}");
        assert!(!opening.name.is_empty() && opening.name.trim() == opening.name, "{opening:?}");
        assert!(opening.plies as usize == opening.moves.split(' ').count() && opening.plies > 0, "{opening:?}");
    }
}

#[test]
fn each_line_has_its_own_opening() {
    for opening in all() {
        let found = of_game(&game(&format!("{} *", opening.moves))).unwrap();
        assert_eq!((found.opening, found.ply), (opening, opening.plies));
    }
}

#[test]
fn the_last_position_with_a_name_counts() {
    assert_eq!(found("1. e4 c5 2. Nf3 d6 *"), Some(("B50", "Sicilian Defense: Modern Variations", 4)));
    // By a different move order, and through positions without a name.
    let gambit = ("D06", "Queen's Gambit", 3);
    assert_eq!(found("1. d4 d5 2. c4 *"), Some(gambit));
    assert_eq!(found("1. c4 d5 2. d4 *"), Some(gambit));
    let najdorf = "Sicilian Defense: Najdorf Variation";
    assert_eq!(found("1. Nf3 c5 2. e4 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *"), Some(("B90", najdorf, 10)));
    assert_eq!(found("1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Na4 *"), Some(("B90", najdorf, 10)));
    // Moves back and forth: the same position occurs again later.
    assert_eq!(found("1. e4 Nf6 2. Nc3 Ng8 3. Nb1 *").map(|(eco, .., ply)| (eco, ply)), Some(("B00", 5)));
}

/// Castling rights and legal en passant captures distinguish positions.
#[test]
fn positions_are_equal_as_searches_have_it() {
    assert_eq!(found("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *"), found("1. e4 e5 2. Ke2 *"));
    assert_ne!(found("1. e4 e5 2. Ke2 *"), found("1. e4 e5 *"));
    // The pawn on e5 can capture on d6, unlike after Black's pawn came in two steps.
    let modern = found("1. e4 Nf6 2. e5 Nd5 3. d4 d6 *");
    assert_eq!(modern.map(|(eco, ..)| eco), Some("B03"));
    assert_eq!(found("1. e4 a6 2. e5 d5 *").map(|(.., ply)| ply), Some(2));
}

#[test]
fn without_a_name() {
    assert_eq!(found("*"), None);
    assert_eq!(found("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"), None);
    // Chess960, except for its standard start.
    assert_eq!(found("[FEN \"bqnbrknr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKNR w HEhe - 0 1\"]\n\n1. e4 *"), None);
    let standard = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *";
    assert_eq!(found(standard), Some(("B00", "King's Pawn Game", 1)));
    assert_eq!(found("[Variant \"Atomic\"]\n\n1. e4 *"), None);
}

/// Illegal moves, which a program could put into a game, do no harm.
#[test]
fn any_moves_are_harmless() {
    for first in 0..=u16::MAX {
        classify(&[PackedMove(first), PackedMove(first.rotate_left(5)), PackedMove(!first)]);
    }
}

#[test]
fn names_of_codes() {
    assert_eq!(name("C50"), Some("Italian Game"));
    assert_eq!(name("A00"), Some("Amar Opening"));
    // A dot in a name is not part of a move number.
    assert!(all().iter().any(|opening| opening.name == "St. George Defense: Polish Variation"));
    assert_eq!([name("e99"), name("F00"), name("")], [None; 3]);
}

#[test]
fn tags() {
    let text =
        |game: &Game| [b"ECO", &b"Opening"[..]].map(|tag| game.tag(tag).map(String::from_utf8_lossy).map(String::from));
    let tagged = |pgn: &str, existing| {
        let mut game = game(pgn);
        let is_changed = add_tags(&mut game, existing).unwrap();
        (is_changed, text(&game).map(Option::unwrap_or_default))
    };
    use ExistingTags::{Keep, Replace};
    let sicilian = ["B20", "Sicilian Defense"].map(str::to_owned);
    let pair = |eco: &str, name: &str| [eco.to_owned(), name.to_owned()];
    assert_eq!(tagged("1. e4 c5 *", Keep), (true, sicilian.clone()));
    assert_eq!(tagged("[ECO \"?\"]\n[Opening \"\"]\n\n1. e4 c5 *", Keep), (true, sicilian.clone()));
    assert_eq!(tagged("[ECO \"B99\"]\n\n1. e4 c5 *", Keep), (true, pair("B99", "Sicilian Defense")));
    assert_eq!(tagged("[ECO \"B99\"]\n[Opening \"x\"]\n\n1. e4 c5 *", Keep), (false, pair("B99", "x")));
    assert_eq!(tagged("[ECO \"B99\"]\n[Opening \"x\"]\n\n1. e4 c5 *", Replace), (true, sicilian.clone()));
    assert_eq!(tagged("[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 c5 *", Replace), (false, sicilian));
    assert_eq!(tagged("[ECO \"B99\"]\n\n*", Replace), (false, pair("B99", "")));
    // Everything else in a game stays.
    let mut noted = game("[Site \"x\"]\n[ECO \"?\"]\n[Date \"2000.01.01\"]\n\n1. e4 {good} c5 (1... e5) $1 *");
    add_tags(&mut noted, Keep).unwrap();
    let mut written = Vec::new();
    crate::pgn::Writer::new().write_game(&noted, &mut written).unwrap();
    let wanted = "[Site \"x\"]\n[ECO \"B20\"]\n[Date \"2000.01.01\"]\n[Opening \"Sicilian Defense\"]\n\n1. e4 {good} 1... c5 (1... e5) $1 *";
    assert_eq!(String::from_utf8(written).unwrap().trim(), wanted);
}
