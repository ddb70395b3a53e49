use super::*;
use crate::Tag;

/// Ten moves that begin all games except short ones.
const BEGINNING: [u16; 10] = [100, 101, 102, 103, 104, 105, 106, 107, 108, 109];

fn game(white: &str, black: &str, date: &str, moves: &[u16]) -> Game {
    short(white, black, date, &[&BEGINNING, moves].concat())
}

/// A game with only these moves.
fn short(white: &str, black: &str, date: &str, moves: &[u16]) -> Game {
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
        ["Stockfish 16", "stockfish  16"],
        ["DrNykterstein", "drnykterstein"],
        ["a-b1", "A-B1"],
        ["Müller_1", "muller_1"],
        [" x_1 ", "x_1"],
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
        ["a-b1", "ab1"],
        ["a-b1", "a_b1"],
        ["a-b1", "a b1"],
        ["x_1", "x1"],
        ["x_1", "x-1"],
        ["x1", "x1_"],
        ["x1", "_x1"],
        ["o'b1", "ob1"],
        ["x.1", "x1"],
        ["1,x", "1x"],
        ["foo_bar", "foobar"],
        ["foo_bar", "foo-bar"],
        ["foo_bar", "Bar, Foo"],
        ["foo-bar", "Bar, Foo"],
        ["foo-bar", "foobar"],
        ["Komodo 9.2", "Komodo 92"],
        ["?", "Carlsen, Magnus"],
        ["Le, Quang Liem", "Van Wely, L"],
    ] {
        assert!(!are_the_same(&of(a), &of(b)), "{a} {b}");
    }
}

/// A detail distinguishes two games if both have it, unless everybody writes the tag differently.
#[test]
fn results_rounds_and_times_differ_where_they_are_known() {
    let with = |tags: &[(&str, &str)]| {
        let mut game = game("Carlsen, M", "Anand", "2013.11.09", &[1]);
        tags.iter().for_each(|(name, value)| game.push_tag(name.as_bytes(), value.as_bytes()).unwrap());
        game
    };
    for [a, b] in [
        [("Round", "1"), ("Round", "2")],
        [("Round", "1.1"), ("Round", "1.3")],
        [("Round", "QF"), ("Round", "SF")],
        [("Result", "1-0"), ("Result", "1/2-1/2")],
        [("UTCTime", "20:15:07"), ("UTCTime", "20:19:30")],
        [("Time", "20:15"), ("Time", "20:19")],
        [("StartTime", "20:15:00"), ("StartTime", "20:15:01")],
    ] {
        assert!(!are_the_same(&with(&[a]), &with(&[b])), "{a:?} {b:?}");
        assert!(are_the_same(&with(&[a]), &with(&[])) && are_the_same(&with(&[a]), &with(&[a])), "{a:?}");
        assert!(are_the_same(&with(&[a]), &with(&[(b.0, "?")])), "{a:?}");
    }
    for [a, b] in [
        [("Round", "1"), ("Round", "01.3")],
        [("Result", "1-0"), ("Result", "*")],
        [("Event", "Moscow"), ("Event", "Moscow, open")],
        [("Site", "?"), ("Site", "Moscow")],
        [("WhiteElo", "2870"), ("WhiteElo", "2872")],
    ] {
        assert!(are_the_same(&with(&[a]), &with(&[b])), "{a:?} {b:?}");
    }
    // The marker is used if the tag has no result.
    let mut won = with(&[("Result", "*")]);
    won.termination = crate::Termination::WhiteWins;
    let mut lost = with(&[]);
    lost.termination = crate::Termination::BlackWins;
    assert!(!are_the_same(&won, &lost) && !are_the_same(&won, &with(&[("Result", "0-1")])));
}

/// With an unknown player, no year, or no moves, only a copy is the same game.
#[test]
fn of_games_of_which_little_is_known_everything_counts() {
    let line: Vec<u16> = (0..80).collect();
    for [white, black, date, plies] in [
        ["?", "?", "????.??.??", "80"],
        ["?", "Anand, V", "2013.11.09", "80"],
        ["Carlsen, M", "", "2013.11.09", "80"],
        ["NN", "Anand, V", "2013.11.09", "80"],
        ["N.N.", "Anand, V", "2013.11.09", "80"],
        ["Unknown", "Anand, V", "2013.11.09", "80"],
        ["Carlsen, M", "Anand, V", "????.??.??", "80"],
        ["Carlsen, M", "Anand, V", "????.11.09", "80"],
        ["Carlsen, M", "Anand, V", "", "80"],
        ["Carlsen, M", "Anand, V", "2013.11.09", "0"],
    ] {
        let of = || short(white, black, date, &line[..plies.parse().unwrap()]);
        assert!(are_the_same(&of(), &of()));
        for tag in ["Event", "Site", "Round", "Result", "UTCTime", "WhiteElo", "Annotator"] {
            let mut other = of();
            other.push_tag(tag.as_bytes(), b"1").unwrap();
            assert!(!are_the_same(&of(), &other), "{white} {black} {date} {plies}: {tag}");
            let mut another = of();
            another.push_tag(tag.as_bytes(), b"2").unwrap();
            assert!(!are_the_same(&another, &other), "{white} {black} {date} {plies}: {tag}");
        }
        let mut annotated = of();
        annotated.push_token(crate::Token::Comment(b"hm")).unwrap();
        assert!(!are_the_same(&of(), &annotated));
    }
    // A known detail differs from an unknown one.
    let known = short("Carlsen, M", "Anand, V", "2013.11.09", &line);
    assert!(!are_the_same(&known, &short("Carlsen, M", "Anand, V", "????.??.??", &line)));
    assert!(!are_the_same(&known, &short("?", "Anand, V", "2013.11.09", &line)));
}

/// The same few moves are played again and again: for a short game, the event and the site are compared too.
#[test]
fn of_short_games_event_and_site_count() {
    let line: Vec<u16> = (0..10).collect();
    let of = |plies: usize, white, tags: &[(&str, &str)]| {
        let mut game = short(white, "Anand, V", "2013.11.09", &line[..plies]);
        for (tag, value) in tags {
            game.push_tag(tag.as_bytes(), value.as_bytes()).unwrap();
        }
        game
    };
    let tags = [("Event", "Córdoba"), ("Site", "ARG")];
    for plies in [1, 9, 10] {
        let first = of(plies, "Carlsen, M", &tags);
        let same = [("Event", "CORDOBA"), ("Site", "arg"), ("WhiteElo", "2870"), ("Round", "3")];
        assert!(are_the_same(&first, &of(plies, "Carlsen, Magnus", &same)));
        assert!(!are_the_same(&first, &of(plies, "Carlsen, H", &tags)));
        for (at, value) in [(0, "Lima"), (1, "PER")] {
            let mut other = tags;
            other[at].1 = value;
            assert_eq!(are_the_same(&first, &of(plies, "Carlsen, M", &other)), plies == 10, "{plies} {value}");
        }
    }
}

#[test]
fn a_name_longer_than_any_is_unknown() {
    let long = |end: &str| of(&("x".repeat(2000) + end));
    assert!(are_the_same(&long("a"), &long("a")) && !are_the_same(&long("a"), &long("b")));
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
    let first = short("A", "B", "2020", &[]);
    assert!(are_the_same(&first, &short("A", "B", "2020", &[])));
    assert!(!are_the_same(&first, &short("a", "B", "2020", &[])));
    let mut other = short("A", "B", "2020", &[]);
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
    let whole = short("A", "B", "2020.01.02", &line);
    let part = short("A", "B", "2020.03.04", &line[..9]);
    assert_eq!(near(&whole).key, near(&part).key);
    assert!(near(&whole).agrees(&near(&part)) && !are_the_same(&whole, &short("A", "B", "2020.03.04", &line)));
    assert!(near(&whole).agrees(&near(&short("A", "B", "????.??.??", &line))));
    assert!(!near(&whole).agrees(&near(&short("A", "B", "2021.01.02", &line))));
    assert_ne!(near(&whole).key, near(&short("A", "B", "2020.01.02", &line[..7])).key);
    let unknown = |len: usize| near(&short("?", "B", "2020", &line[..len])).key;
    assert_ne!(unknown(40), unknown(39));
    assert_eq!(unknown(40), unknown(40));
}
