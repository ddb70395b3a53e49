//! Conditions of searches, and positions, patterns and material in the forms that people write.

use insta::assert_snapshot;

use super::Desk;

const GAMES: &str = r#"[White "Đurić, Stefan"]
[Black "Jörg Hickl"]
[WhiteElo "2500"]
[BlackElo "2400"]
[Date "2013.05.01"]
[Result "1-0"]
[TimeControl "60+0"]
[ECO "B90"]

1. e4 c5 2. Nf3 d6 $14 {a Novelty} 1-0

[White "Hickl, Jorg"]
[Black "Carlsen, Magnus"]
[WhiteElo "2550"]
[BlackElo "2800"]
[Date "2015.01.01"]
[Result "1/2-1/2"]
[TimeControl "180+2"]
[ECO "B99"]

1. Nf3 d6 2. e4 c5 (2... e5 3. d4) 1/2-1/2

[White "Carlsen, Magnus"]
[Black "Carlsen, Henrik"]
[WhiteElo "2700"]
[Date "2020.03.15"]
[Result "0-1"]

1. d4! d5 0-1

[White "M. \"Misha\" Tal"]
[Black "?"]

1. e4 e5 *

[White "J#rg"]

1. a3 *
"#;

/// The games, the last of them with a name in Latin-1, packed.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("games.pgn", GAMES.bytes().map(|byte| if byte == b'#' { 0xF6 } else { byte }).collect::<Vec<_>>());
    desk.run(&["pack", "games.pgn", "-o", "games.plypack"]).fine();
    desk
}

/// The numbers of the games that `list` prints, as digits.
fn listed(desk: &Desk, options: &[&str]) -> String {
    let ran = desk.run(&[&["list", "games.plypack", "--json"], options].concat()).fine();
    ran.json().as_array().unwrap().iter().map(|game| game["game"].to_string()).collect()
}

#[test]
fn conditions_select_games() {
    let desk = desk();
    for (options, games) in [
        ("--player đurić", "0"),
        ("--player DURIC", "0"),
        ("--player jorg", "014"),
        ("--player JÖRG", "014"),
        ("--player =carlsen,\u{a0}magnus", "12"),
        ("--player =carlsen", ""),
        ("--player /^Carlsen/", "12"),
        ("--player /^carlsen/", ""),
        ("--player /^carlsen/i", "12"),
        ("--player \"misha\"", "3"),
        ("--white =carlsen,\u{a0}magnus", "2"),
        ("--player carlsen --player duric", "012"),
        ("--player carlsen --vs hickl", "1"),
        ("--player carlsen --vs hickl --vs henrik", "12"),
        ("--player carlsen --player-rating 2600-2750", "2"),
        ("--player carlsen --player-rating 2750..", "1"),
        ("--rating 2400..2500", "0"),
        ("--rating 2600..", "2"),
        ("--any-rating 2700..", "12"),
        ("--average-rating 2450", "0"),
        ("--white-rating 2550..2700", "12"),
        ("--black-rating ..2400", "0"),
        ("--date 2013-2015", "01"),
        ("--date 2020-03-15", "2"),
        ("--date 2013 --date 2020", "02"),
        ("--result ½-½", "1"),
        ("--result 1/2", "1"),
        ("--result draw --result white", "01"),
        ("--speed bullet", "0"),
        ("--speed blitz", "1"),
        ("--speed rapid,Blitz", "1"),
        ("--speed bullet --speed blitz", "01"),
        ("--speed classical", ""),
        ("--not speed=blitz", "0234"),
        ("--not speed=blitz,bullet", "234"),
        ("--eco B90-B99", "01"),
        ("--tag TimeControl=60+0", "0"),
        ("--tag TimeControl~+", "01"),
        ("--tag TimeControl~/\\+[1-9]/", "1"),
        ("--tag TimeControl", "01"),
        ("--tag TimeControl --tag WhiteElo=2550", "1"),
        ("--not tag=TimeControl", "234"),
        ("--not player=carlsen --not result=*", "0"),
        ("--not result=draw --player carlsen", "2"),
        ("--comment novelty", "0"),
        ("--has variations", "1"),
        ("--has nags", "02"),
        ("--nag +=", "0"),
        ("--nag !", "2"),
        ("--nag -+", ""),
        ("--not has=nags --plies 2..", "13"),
    ] {
        let options: Vec<String> = options.split(' ').map(|option| option.replace('\u{a0}', " ")).collect();
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        assert_eq!(listed(&desk, &options), games, "{options:?}");
    }
}

/// Counts with `find`, with and without an index.
fn found(desk: &Desk, options: &[&str]) -> String {
    let ran = desk.run(&[&["find", "games.plypack", "--count"], options].concat()).fine();
    ran.text().trim().to_owned()
}

#[test]
fn positions_are_read_as_they_are_pasted() {
    let desk = desk();
    for is_indexed in [false, true] {
        if is_indexed {
            desk.run(&["index", "games.plypack"]).fine();
        }
        let board = "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R";
        for (more, count) in [
            ("", "2"),
            (" w", "2"),
            (" b", "0"),
            (" w KQkq", "2"),
            (" w Kkq", "0"),
            (" w KQkq -", "2"),
            (" w KQkq - 0 3", "2"),
        ] {
            assert_eq!(found(&desk, &["--fen", &format!("{board}{more}")]), count, "{more}");
        }
        for (moves, count) in [
            ("1. e4! c5 2.Nf3 {a (comment} d6 $14 1-0", "2"),
            ("1. e4 (1. d4 d5) 1... c5 2 Nf3 += d6 ½-½", "2"),
            ("e2e4 c7c5 g1f3 d7d6 *", "2"),
        ] {
            assert_eq!(found(&desk, &["--moves", moves]), count, "{moves}");
        }
        assert_eq!(found(&desk, &["--pattern", "8/8/3[pn]4/2?5/8/8/8/8"]), "2");
        assert_eq!(found(&desk, &["--material", "kq.*vkq.*"]), "5");
    }
}

#[test]
fn wrong_values_say_what_is_wrong_and_what_to_write() {
    let desk = desk();
    let error = |arguments: &[&str]| {
        let ran = desk.run(&[&["find", "games.plypack"], arguments].concat()).ends_with(2);
        ran.err.lines().next().unwrap_or_default().to_owned()
    };
    let errors = [
        &["--date", "20-03"][..],
        &["--date", "2015..2013"],
        &["--rating", "2700-2600"],
        &["--eco", "Sicilian"],
        &["--result", "won"],
        &["--player", "/(/"],
        &["--nag", "+++"],
        &["--has", "clocks"],
        &["--not", "carlsen"],
        &["--not", "name=carlsen"],
        &["--not", "date=20-03"],
        &["--moves", "e4 e5 Nf3 Nf3"],
        &["--moves", "e4 {e5"],
        &["--material", "KRX"],
        &["--material", "KRPvKX"],
        &["--pattern", "8/8/8/8/8/8/8/7"],
        &["--fen", "8/8"],
    ]
    .map(error);
    assert_snapshot!(errors.join("\n"), @r"
    plypack: invalid value '20-03' for '--date <DATES>': `20-03` is not a date or a range of dates; write 2020, 2020.03, 2020-03-15 or 2019..2020.06, with years of four digits
    plypack: invalid value '2015..2013' for '--date <DATES>': `date=2015..2013` ends before it begins; write the lower end first
    plypack: invalid value '2700-2600' for '--rating <RATINGS>': `rating=2700-2600` ends before it begins; write the lower end first
    plypack: invalid value 'Sicilian' for '--eco <CODES>': `Sicilian` is not an opening code or a range of them; write B90, B9 or B20..B99, with a letter from A to E
    plypack: invalid value 'won' for '--result <RESULT>': `won` is not a result; write 1-0, 0-1, 1/2-1/2 or *, or white, black or draw
    plypack: invalid value '/(/' for '--player <TEXT>': `(` is not a regular expression: unclosed group
    plypack: invalid value '+++' for '--nag <NAG>': `+++` is not a NAG; write $14 or what stands for it: !, ?, !?, ?!, !!, ??, =, +=, =+, +/-, -/+, +-, -+
    plypack: invalid value 'clocks' for '--has <WHAT>': `clocks` is not comments, variations or nags
    plypack: invalid value 'carlsen' for '--not <OPTION=VALUE>': write an option and its value: result=draw
    plypack: invalid value 'name=carlsen' for '--not <OPTION=VALUE>': `name` has no opposite; these options have: player, white, black, event, site, date, rating, any-rating, average-rating, white-rating, black-rating, plies, result, speed, eco, tag, comment, nag, has
    plypack: invalid value 'date=20-03' for '--not <OPTION=VALUE>': `20-03` is not a date or a range of dates; write 2020, 2020.03, 2020-03-15 or 2019..2020.06, with years of four digits
    plypack: --moves: move 2 of Black: `Nf3`: illegal move
    plypack: --moves: `{e5` is not closed
    plypack: --material: `KRX` is not material: it does not have two kings; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    plypack: --material: `KRPvKX` is not material: `X` is not one of Q, R, B, N, P and `.`; write the pieces of both sides, each with its king first: KRPKR or KRPvKR
    plypack: --pattern: `8/8/8/8/8/8/8/7` is not a pattern: rank 1, `7`: it has 7 squares, not 8; write ranks 8 to 1 as in a FEN, with digits for squares that do not matter: 8/8/p7/8/8/8/8/8
    plypack: --fen: `8/8` is not a playable position: its first field is not eight ranks of eight squares, with the pieces `PNBRQKpnbrqk`
    ");
    let tree = |fen: &str| desk.run(&["tree", "games.plypack", "--fen", fen]).ends_with(2).err;
    let trees = ["8/8/8/8/8/8/8/K1k5", "8/8/8/8/8/8/8/K1k5 w", "8/8/8/8/8/8/8/K1k5 w -"].map(tree);
    assert_snapshot!(trees.concat(), @r"
    plypack: --fen: `8/8/8/8/8/8/8/K1k5` lacks the side to move, castling rights and the en passant square; write for example `8/8/8/8/8/8/8/K1k5 w KQkq -`
    plypack: --fen: `8/8/8/8/8/8/8/K1k5 w` lacks castling rights and the en passant square; write for example `8/8/8/8/8/8/8/K1k5 w KQkq -`
    plypack: --fen: `8/8/8/8/8/8/8/K1k5 w -` lacks the en passant square; write for example `8/8/8/8/8/8/8/K1k5 w - -`
    ");
    let from_start = [&["tree", "games.plypack"][..], &["tree", "games.plypack", "--moves", ""]];
    let [without, with] = from_start.map(|arguments| desk.run(arguments).fine().text().to_owned());
    assert!(without == with && without.contains("d4"), "{without}");
    let vs = desk.run(&["list", "games.plypack", "--vs", "carlsen"]).ends_with(2);
    assert!(vs.err.contains("--player <TEXT>"), "{}", vs.err);
}
