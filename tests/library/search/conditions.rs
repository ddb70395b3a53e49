//! Conditions against a simple evaluation over the tags of every game, and searches of several files.

use std::sync::LazyLock;

use plypack::{
    Codec, Game, Position, Reader, Speed, Termination, Token,
    search::{self, Branch, Condition, Hit, NameCount, NameFilter, NumberField, Query, TextField, TextForm},
};
use proptest::prelude::*;

use super::{SMALL, after, games, pack};

/// Games whose tags differ in many ways; some tags are missing, some have wrong values.
fn various() -> Vec<Game> {
    let some = |of: &[&str], name: &str, number: usize| match of[number % of.len()] {
        "" => String::new(),
        value => format!("[{name} \"{value}\"]\n"),
    };
    let game = |n: usize| {
        let mut pgn = some(&["Anna", "anna Bell", "", "Carl", "?", "Müller", "mu\u{308}ller"], "White", n);
        pgn += &some(&["Carl", "ANNA", "Dora", "", "Đurić, Stefan", "Großstraße"], "Black", n / 2);
        pgn += &some(&["Riga Cup", "", "Open", "Correspondence Cup of Riga"], "Event", n / 3);
        pgn += &some(&["Riga", "London", ""], "Site", n / 5);
        pgn += &some(&["2001.05.06", "2001.??.??", "????.01.01", "", "2010", "20"], "Date", n / 7);
        pgn += &some(&["2400", "", "2555", "0", "24oo", "12345"], "WhiteElo", n / 4);
        pgn += &some(&["2500", "2399", "", "?"], "BlackElo", n / 6);
        pgn += &some(&["B90", "", "b90x", "C42", "D"], "ECO", n / 8);
        pgn += &some(&["1-0", "0-1", "", "1/2-1/2", "*", "won"], "Result", n / 9);
        pgn += &some(&["60+0", "", "180+2", "60+0", "-", "160+0"], "TimeControl", n / 11);
        pgn += &some(&["1", "2", "", "3.1"], "Round", n);
        pgn += &some(&["", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"], "CurrentPosition", n / 13);
        pgn + [
            "\n1. e4 1-0\n\n",
            "\n1. d4 d5 2. c4 e6 *\n\n",
            "\n1. e4 $14 {A Novelty} e5\n\n",
            "\n{Großes Café} *\n\n",
            "\n1. d4 d5 (1... Nf6! 2. c4 (2. Nf3 ; quiet\n)) *\n\n",
        ][n / 10 % 5]
    };
    games(&(0..300).map(game).collect::<String>())
}

static VARIOUS: LazyLock<(Vec<Game>, [Reader; 2])> = LazyLock::new(|| {
    let games = various();
    let readers = [pack(&games, Codec::Byte, 130), pack(&games, Codec::Tight, 1000)];
    (games, readers)
});

fn tag(game: &Game, name: &str) -> Option<String> {
    game.tag(name.as_bytes()).map(|value| plain(&text_of(value)))
}

/// The text of a value: UTF-8, or otherwise Windows-1252; these tests have no byte from 80 to 9F.
fn text_of(value: &[u8]) -> String {
    String::from_utf8(value.to_vec()).unwrap_or_else(|_| value.iter().copied().map(char::from).collect())
}

/// Removes case and the accents that occur in the values of this test.
fn plain(text: &str) -> String {
    let letters = text
        .to_lowercase()
        .replace(['ü', 'ú'], "u")
        .replace('ö', "o")
        .replace('đ', "d")
        .replace('ć', "c")
        .replace('é', "e");
    letters.replace("u\u{308}", "u").replace('ß', "ss")
}

fn has_form(value: &str, form: TextForm, text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    match form {
        TextForm::Contains => plain(value).contains(&plain(&text)),
        TextForm::Equals => plain(value) == plain(&text),
        // The only regular expression of the test.
        _ => value.starts_with('M') && value.contains("ller"),
    }
}

fn stored(game: &Game, name: &str) -> Option<String> {
    game.tag(name.as_bytes()).map(text_of)
}

fn rating(game: &Game, name: &str) -> Option<u32> {
    let value = tag(game, name).filter(|value| value.len() <= 4 && value.bytes().all(|b| b.is_ascii_digit()))?;
    value.parse().ok().filter(|rating| *rating > 0)
}

fn date(game: &Game) -> Option<u32> {
    let date = tag(game, "Date").filter(|date| date.len() >= 4)?;
    let mut parts = date.split('.').map(|part| part.parse::<u32>().ok());
    let year = parts.next()??;
    Some(year * 10_000 + parts.next().flatten().unwrap_or(0) * 100 + parts.next().flatten().unwrap_or(0))
}

fn numbers(game: &Game, field: NumberField) -> Vec<u32> {
    let white = rating(game, "WhiteElo");
    let black = rating(game, "BlackElo");
    let known: Vec<Option<u32>> = match field {
        NumberField::Date => vec![date(game)],
        NumberField::Rating | NumberField::AnyRating => vec![white, black],
        NumberField::WhiteRating => vec![white],
        NumberField::BlackRating => vec![black],
        NumberField::AverageRating => vec![white.zip(black).map(|(white, black)| (white + black) / 2)],
        NumberField::Plies => vec![Some(game.moves.len() as u32)],
        _ => unreachable!(),
    };
    known.into_iter().flatten().collect()
}

fn eco(game: &Game) -> Option<String> {
    game.tag(b"ECO").filter(|eco| eco.len() >= 3).map(|eco| String::from_utf8_lossy(&eco[..3]).into_owned())
}

fn holds(condition: &Condition, game: &Game) -> bool {
    match condition {
        Condition::Text { field, form, text } => {
            let names: &[&str] = match field {
                TextField::Player => &["White", "Black"],
                TextField::White => &["White"],
                TextField::Black => &["Black"],
                TextField::Event => &["Event"],
                _ => &["Site"],
            };
            names.iter().any(|name| stored(game, name).is_some_and(|value| has_form(&value, *form, text)))
        }
        Condition::Range { field, first, last } => {
            let known = numbers(game, *field);
            let is_in = |number: &u32| first <= number && number <= last;
            match field {
                NumberField::AnyRating => known.iter().any(is_in),
                _ => !known.is_empty() && known.iter().all(is_in),
            }
        }
        // The only range of the test.
        Condition::Eco(_) => eco(game).is_some_and(|eco| *"B90" <= *eco && *eco <= *"C99"),
        Condition::Result(result) => {
            let by_tag = tag(game, "Result").and_then(|tag| Termination::from_text(tag.as_bytes()));
            by_tag.unwrap_or(game.termination) == *result
        }
        // The values of the test.
        Condition::Speed(speed) => {
            let is_slow = || stored(game, "Event").is_some_and(|event| event.starts_with("Correspondence"));
            let found = match stored(game, "TimeControl").as_deref() {
                Some("60+0" | "160+0") => Some(Speed::Bullet),
                Some("180+2") => Some(Speed::Blitz),
                Some("-") if is_slow() => Some(Speed::Correspondence),
                _ => None,
            };
            found == Some(*speed)
        }
        Condition::Tag { name, form, value } => {
            let name = String::from_utf8_lossy(name);
            stored(game, &name).is_some_and(|found| has_form(&found, *form, value))
        }
        // The movetexts of the test, by their content.
        Condition::Comment { text, .. } => game.tokens().any(|token| match token {
            Token::Comment(found) | Token::LineComment(found) => {
                plain(&text_of(found)).contains(&plain(&String::from_utf8_lossy(text)))
            }
            _ => false,
        }),
        Condition::Nag(nag) => {
            game.tokens().any(|token| matches!(token, Token::Nag(found) if nag.is_none_or(|nag| nag == found)))
        }
        Condition::Variation => game.tokens().any(|token| token == Token::Begin),
        Condition::All(inner) => inner.iter().all(|inner| holds(inner, game)),
        Condition::Any(inner) => inner.iter().any(|inner| holds(inner, game)),
        Condition::Not(inner) => !holds(inner, game),
        _ => unreachable!(),
    }
}

const FORMS: [TextForm; 3] = [TextForm::Contains, TextForm::Equals, TextForm::Matches];

fn of_form(field: TextField, form: TextForm, text: &str) -> Condition {
    let text = if form == TextForm::Matches { "^M.*ller" } else { text };
    Condition::text_of(field, form, text)
}

fn conditions() -> impl Strategy<Value = Condition> {
    const FIELDS: [TextField; 5] =
        [TextField::Player, TextField::White, TextField::Black, TextField::Event, TextField::Site];
    const TEXTS: [&str; 12] =
        ["anna", "carl", "", "riga", "RIGA CUP", "müller", "MULLER", "duric", "ĐURIĆ, stefan", "o", "strass", "x"];
    let text = (prop::sample::select(&FIELDS[..]), prop::sample::select(&TEXTS[..]));
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let tags = [
        ("TimeControl", "60+0"),
        ("White", "anna"),
        ("Date", "2010"),
        ("Round", "1"),
        ("WhiteElo", "2400"),
        ("ECO", "b90"),
        ("Missing", ""),
        ("CurrentPosition", fen),
    ];
    let ranges = [
        (NumberField::Date, 0, 20_010_506),
        (NumberField::Date, 20_010_500, 30_000_000),
        (NumberField::Rating, 2400, 2500),
        (NumberField::AnyRating, 2500, 2600),
        (NumberField::WhiteRating, 2400, 2400),
        (NumberField::BlackRating, 0, u32::MAX),
        (NumberField::AverageRating, 2449, 2450),
        (NumberField::Plies, 1, 3),
        (NumberField::Plies, 9, 9),
    ];
    let results = [Termination::WhiteWins, Termination::Draw, Termination::Unknown, Termination::Absent];
    let leaf = prop_oneof![
        (text, prop::sample::select(&FORMS[..])).prop_map(|((field, text), form)| of_form(field, form, text)),
        prop::sample::select(vec!["White", "Missing"]).prop_map(|name| Condition::tag_of(name, TextForm::Contains, "")),
        prop::sample::select(tags.to_vec()).prop_map(|(name, value)| Condition::tag(name, value)),
        prop::sample::select(ranges.to_vec()).prop_map(|(field, first, last)| Condition::range(field, first, last)),
        prop::sample::select(results.to_vec()).prop_map(Condition::Result),
        prop::sample::select(&Speed::ALL[..]).prop_map(Condition::Speed),
        prop::sample::select(vec!["novelty", "grosses cafe", "quiet", "", "x"])
            .prop_map(|text| Condition::comment(TextForm::Contains, text)),
        prop::sample::select(vec![None, Some(1), Some(14), Some(2)]).prop_map(Condition::Nag),
        Just(Condition::Variation),
        Just(Condition::Eco("B90..C".parse().unwrap())),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let several = prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            several.clone().prop_map(Condition::All),
            several.prop_map(Condition::Any),
            inner.prop_map(|inner| Condition::Not(Box::new(inner))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn conditions_mean_what_they_say(condition in conditions()) {
        let (games, readers) = &*VARIOUS;
        let wanted: Vec<u64> = (0u64..).zip(games).filter(|(_, game)| holds(&condition, game)).map(|(number, _)| number).collect();
        let mut query = Query::games(condition);
        query.threads = 1;
        for reader in readers {
            let hits = search::list(&[reader], &query, &mut search::strict).unwrap();
            prop_assert_eq!(hits.iter().map(|hit| hit.game).collect::<Vec<_>>(), wanted.clone());
        }
    }
}

#[test]
fn several_files_are_searched_as_one() {
    let games = games(&SMALL.repeat(3));
    let whole = pack(&games, Codec::Byte, 7);
    let parts = [pack(&games[..5], Codec::Byte, 2), pack(&[], Codec::Byte, 2), pack(&games[5..], Codec::Tight, 4)];
    let parts: Vec<&Reader> = parts.iter().collect();
    let joined = |hits: Vec<Hit>| -> Vec<Hit> {
        let first = |file| if file == 2 { 5 } else { 0 };
        hits.into_iter().map(|hit| Hit { file: 0, game: hit.game + first(hit.file), ..hit }).collect()
    };
    let mut query = Query::position(&after("d4 d5 c4 e6"));
    for condition in [Condition::default(), Condition::text(TextField::Player, "anna")] {
        query.condition = condition;
        for max in [0, 1, 5, 6, u64::MAX] {
            query.max_hits = max;
            let found = search::find(&parts, &query, &mut search::strict).unwrap();
            assert_eq!(joined(found), search::find(&[&whole], &query, &mut search::strict).unwrap());
            let listed = search::list(&parts, &query, &mut search::strict).unwrap();
            assert_eq!(joined(listed), search::list(&[&whole], &query, &mut search::strict).unwrap());
        }
        let count = search::count(&parts, &query, &mut search::strict).unwrap();
        assert_eq!(count, search::count(&[&whole], &query, &mut search::strict).unwrap());
        let tree = |readers: &[&Reader]| -> Vec<Branch> { search::tree(readers, &query, &mut search::strict).unwrap() };
        assert_eq!(tree(&parts), tree(&[&whole]));
        assert_eq!(search::merge_trees(parts.iter().map(|part| tree(&[part]))), tree(&[&whole]));
        let orders = |readers: &[&Reader]| search::transpositions(readers, &query, &mut search::strict).unwrap();
        assert_eq!(orders(&parts), orders(&[&whole]));
        assert_eq!(search::merge_orders(parts.iter().map(|part| orders(&[part]))), orders(&[&whole]));
    }
}

#[test]
fn progress_counts_the_games_of_all_files() {
    let games = games(SMALL);
    let first = pack(&games[..5], Codec::Byte, 4);
    let second = pack(&games, Codec::Byte, 6);
    let mut done = Vec::new();
    let mut observer = |event| {
        if let search::SearchEvent::Progress(games) = event {
            done.push(games);
        }
        Ok(())
    };
    let query = Query::position(&Position::default());
    search::find(&[&first, &second], &query, &mut observer).unwrap();
    assert_eq!(done, [4, 5, 11]);
    assert!(search::find(&[], &query, &mut search::strict).unwrap().is_empty());
}

#[test]
fn names_are_counted() {
    let (games, readers) = &*VARIOUS;
    let fields: [(TextField, &[&str]); 3] =
        [(TextField::Player, &["White", "Black"]), (TextField::White, &["White"]), (TextField::Site, &["Site"])];
    let conditions = [Condition::default(), Condition::tag("TimeControl", "60+0")];
    for ((field, tags), begins) in fields.iter().flat_map(|field| [(field, false), (field, true)]) {
        for (text, condition) in
            ["", "ANNA", "n", "ü", "u", "no"].iter().flat_map(|text| conditions.iter().map(move |c| (text, c)))
        {
            let mut counts = std::collections::BTreeMap::<Vec<u8>, u64>::new();
            for game in games.iter().filter(|game| holds(condition, game)) {
                let values = tags.iter().filter_map(|tag| game.tag(tag.as_bytes()));
                let matches = |value: &&[u8]| {
                    if begins {
                        plain(&text_of(value)).starts_with(&plain(text))
                    } else {
                        plain(&text_of(value)).contains(&plain(text))
                    }
                };
                let names: std::collections::BTreeSet<&[u8]> = values.filter(matches).collect();
                names.into_iter().for_each(|name| *counts.entry(name.to_vec()).or_default() += 1);
            }
            let mut wanted: Vec<_> = counts.into_iter().map(|(name, games)| NameCount { name, games }).collect();
            wanted.sort_by_key(|name| std::cmp::Reverse(name.games));
            let filter = NameFilter { field: *field, text: text.as_bytes().to_vec(), begins };
            let mut query = Query::games(condition.clone());
            for reader in readers {
                let found = search::names(&[reader], &query, &filter, &mut search::strict).unwrap();
                assert_eq!(found, wanted, "{filter:?}");
            }
            query.max_hits = 2;
            let both: Vec<&Reader> = readers.iter().collect();
            let found = search::names(&both, &query, &filter, &mut search::strict).unwrap();
            wanted.truncate(2);
            wanted.iter_mut().for_each(|name| name.games *= 2);
            assert_eq!(found, wanted, "{filter:?}");
        }
    }
}

#[test]
fn players_are_told_apart() {
    let pgn = "[White \"Anna\"]\n[Black \"Bo\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2300\"]\n\n*\n\n\
        [White \"Bo\"]\n[Black \"Anna\"]\n[WhiteElo \"2550\"]\n[BlackElo \"2450\"]\n\n*\n\n\
        [White \"Anna\"]\n[Black \"Anna\"]\n\n*\n\n[White \"Anna\"]\n[BlackElo \"2500\"]\n\n*\n";
    let games = games(pgn);
    let reader = pack(&games, Codec::Byte, 9);
    let list = |condition: Condition| {
        let hits = search::list(&[&reader], &Query::games(condition), &mut search::strict).unwrap();
        hits.iter().map(|hit| hit.game).collect::<Vec<_>>()
    };
    let name = |name: &'static str| (TextForm::Contains, name.as_bytes());
    let players = |one, other| Condition::player_of(&[name(one)], &[name(other)], None);
    let rated = |form, name: &[u8], first, last| Condition::player_of(&[(form, name)], &[], Some((first, last)));
    assert_eq!(list(players("anna", "bo")), [0, 1]);
    assert_eq!(list(players("anna", "anna")), [2]);
    assert_eq!(list(rated(TextForm::Equals, b"anna", 2500, 2600)), [0]);
    assert_eq!(list(rated(TextForm::Matches, b"^B", 2300, 2550)), [0, 1]);
    assert_eq!(list(Condition::range(NumberField::AnyRating, 2500, 2500)), [0, 3]);
    let wrong = Condition::Not(Box::new(rated(TextForm::Matches, b"(", 0, 1)));
    assert_eq!(wrong.check().unwrap_err().code(), plypack::ErrorCode::InvalidArgument);
    let error = search::list(&[&reader], &Query::games(wrong), &mut search::strict).unwrap_err();
    assert_eq!(error.code(), plypack::ErrorCode::InvalidArgument);
}
