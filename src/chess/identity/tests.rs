use super::*;
use crate::Tag;

fn game(white: &str, black: &str, date: &str, moves: &[u16]) -> Game {
    let mut game = Game::new();
    for (name, value) in [("White", white), ("Black", black), ("Date", date)] {
        game.push_tag(name.as_bytes(), value.as_bytes()).unwrap();
    }
    game.moves = moves.iter().map(|m| PackedMove(*m)).collect();
    game
}

fn of(white: &str) -> Game {
    game(white, "Anand", "2013", &[1, 2])
}

fn are_the_same(a: &Game, b: &Game) -> bool {
    let identifier = Identifier::default();
    let [a, b] = [a, b].map(|game| identifier.exact(game).unwrap().unwrap());
    assert_eq!(a.agrees(&b), b.agrees(&a));
    a.key == b.key && a.agrees(&b)
}

#[test]
fn names_are_the_same_however_they_are_written() {
    for [a, b] in [
        ["Carlsen, Magnus", "Carlsen,M"],
        ["Carlsen, Magnus", "CARLSEN, M."],
        ["Carlsen, Magnus", "Magnus Carlsen"],
        ["Carlsen, M", "Magnus Carlsen"],
        ["Carlsen,M", "M. Carlsen"],
        ["Carlsen M", "Carlsen, Magnus"],
        ["Carlsen, Magnus Øen", "Carlsen, Magnus"],
        ["Carlsen, Magnus Øen", "Magnus O. Carlsen"],
        ["Vachier-Lagrave, Maxime", "Maxime Vachier Lagrave"],
        ["Vachier Lagrave, M", "Vachier-Lagrave,Maxime"],
        ["Wely, Loek van", "Van Wely, Loek"],
        ["Wely,L", "Loek van Wely"],
        ["Le, Quang Liem", "LE, Q"],
        ["Ivanišević, Ivan", "Ivanisevic, I"],
        ["O'Kelly de Galway, Alberic", "O´Kelly de Galway, A"],
        ["M\u{fc}ller, Karsten", "Mu\u{308}ller, K."],
        ["?", ""],
        ["Stockfish 16", "stockfish  16"],
        ["DrNykterstein", "drnykterstein"],
        ["Carlsen,", "Carlsen"],
    ] {
        assert!(are_the_same(&of(a), &of(b)), "{a} {b}");
    }
}

#[test]
fn other_names_are_not_the_same() {
    for [a, b] in [
        ["Polgar, Judit", "Polgar, Zsuzsa"],
        ["Polgar, Sofia", "Polgar, Susan"],
        ["Polgar", "Polgar, Judit"],
        ["Garcia Lopez, Juan", "Perez Lopez, Juan"],
        ["Stockfish 15", "Stockfish 16"],
        ["Komodo 9.2", "Komodo 8.2"],
        ["Magnus1", "Magnus2"],
        ["?", "Carlsen, Magnus"],
        ["Le, Quang Liem", "Van Wely, L"],
    ] {
        assert!(!are_the_same(&of(a), &of(b)), "{a} {b}");
    }
}

#[test]
fn moves_dates_and_sides_count() {
    let first = game("A", "B", "2020.01.02", &[1, 2]);
    assert!(are_the_same(&first, &game("A", "B", "2020.??.??", &[1, 2])));
    for other in [
        game("A", "B", "2020.01.03", &[1, 2]),
        game("A", "B", "2020.01.02", &[1, 3]),
        game("A", "B", "2020.01.02", &[1]),
        game("B", "A", "2020.01.02", &[1, 2]),
    ] {
        assert!(!are_the_same(&first, &other));
    }
    let mut unparsed = game("A", "B", "2020.01.02", &[1, 2]);
    unparsed.set_unparsed(b"Zz9").unwrap();
    assert!(!are_the_same(&first, &unparsed));
    let mut annotated = game("A", "B", "2020.01.02", &[1, 2]);
    annotated.push_tag(b"Event", b"other").unwrap();
    annotated.push_token(crate::Token::Comment(b"hm")).unwrap();
    assert!(are_the_same(&first, &annotated));
}

#[test]
fn the_start_counts_as_a_position() {
    let from = |fen: &str| {
        let mut game = game("A", "B", "2020", &[1, 2]);
        game.push_tag(b"FEN", fen.as_bytes()).unwrap();
        game.start_from_tags().unwrap();
        game
    };
    let standard = from("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(are_the_same(&standard, &game("A", "B", "2020", &[1, 2])));
    let ending = from("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert!(are_the_same(&ending, &from("4k3/8/8/8/8/8/8/4K2R w K - 12 40")));
    assert!(!are_the_same(&ending, &from("4k3/8/8/8/8/8/8/4K2R w - - 0 1")) && !are_the_same(&ending, &standard));
}

#[test]
fn of_games_without_moves_everything_counts() {
    let first = game("A", "B", "2020", &[]);
    assert!(are_the_same(&first, &game("A", "B", "2020", &[])));
    assert!(!are_the_same(&first, &game("a", "B", "2020", &[])));
    let mut other = game("A", "B", "2020", &[]);
    other.push_token(crate::Token::Comment(b"an article")).unwrap();
    assert!(!are_the_same(&first, &other));
    other.clear();
    first.tags().for_each(|tag| match tag {
        Tag::Pair(name, value) => other.push_tag(name, value).unwrap(),
        Tag::Raw(line) => other.push_raw_tag(line).unwrap(),
    });
    assert!(are_the_same(&first, &other));
    other.continued = true;
    assert_eq!(Identifier::default().exact(&other).unwrap(), None);
}

#[test]
fn what_agrees_with_a_merged_identity_agrees_with_both() {
    let identifier = Identifier::default();
    let identity = |white: &str, date: &str| identifier.exact(&game(white, "Anand", date, &[1])).unwrap().unwrap();
    let mut merged = identity("Polgar, J", "2020.??.??");
    merged.merge(&identity("Polgar, Judit", "2020.03.??"));
    assert!(merged.agrees(&identity("Polgar, J", "2020.03.05")));
    assert!(!merged.agrees(&identity("Polgar, J", "2020.04.05")));
    assert!(!merged.agrees(&identity("Polgar, Jolanta", "2020.03.05")));
}

#[test]
fn near_lines() {
    let line = |len: u16, other_from: u16| -> Vec<PackedMove> {
        (0..len).map(|ply| PackedMove(if ply < other_from { ply } else { 100 + ply })).collect()
    };
    for (a, b, expected) in [
        (line(20, 20), line(20, 20), true),
        (line(20, 20), line(60, 60), true),
        (line(20, 20), line(20, 16), true),
        (line(20, 20), line(20, 15), false),
        (line(24, 24), line(20, 20), true),
        (line(22, 22), line(20, 18), true),
        (line(23, 23), line(20, 18), false),
        (line(8, 8), line(60, 60), true),
        (line(7, 7), line(60, 60), false),
        (line(7, 7), line(7, 7), true),
        (line(7, 7), line(7, 6), false),
        (line(10, 10), line(10, 7), false),
    ] {
        assert_eq!(are_near(&a, &b), expected, "{a:?} {b:?}");
        assert_eq!(are_near(&b, &a), expected);
    }
}

#[test]
fn near_duplicates_have_the_same_key() {
    let identifier = Identifier::default();
    let near = |game: &Game| identifier.near(game).unwrap().unwrap();
    let line: Vec<u16> = (0..40).collect();
    let (whole, part) = (game("A", "B", "2020.01.02", &line), game("A", "B", "2020.03.04", &line[..9]));
    assert_eq!(near(&whole).key, near(&part).key);
    assert!(near(&whole).agrees_in_year(&near(&part)) && !near(&whole).agrees(&near(&part)));
    assert_ne!(near(&whole).key, near(&game("A", "B", "2020.01.02", &line[..7])).key);
    let unknown = |len: usize| near(&game("?", "B", "2020", &line[..len])).key;
    assert_ne!(unknown(40), unknown(39));
    assert_eq!(unknown(40), unknown(40));
}
