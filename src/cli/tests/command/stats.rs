//! Statistics as text, as JSON and as pictures; the picture of a tree.

use insta::assert_snapshot;

use super::Desk;

const GAMES: &str = r#"[White "Đurić, Stefan"]
[Black "丁立人"]
[WhiteElo "2500"]
[BlackElo "2400"]
[Date "2013.05.01"]
[Result "1-0"]
[ECO "B90"]
[Opening "Sicilian, <Najdorf> & more"]

1. e4 c5 2. Nf3 d6 1-0

[White "丁立人"]
[Black "Đurić, Stefan"]
[WhiteElo "2405"]
[BlackElo "2510"]
[Date "2015.01.01"]
[Result "1/2-1/2"]
[ECO "A07"]

1. Nf3 d5 2. g3 1/2-1/2

[White "Wolfeschlegelsteinhausenbergerdorff-Vorderwülbecke, Hubert Blaine Adolph"]
[Black "?"]

1. e4 *
"#;

/// The games, and a file without ratings, dates and openings, packed.
fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("games.pgn", GAMES);
    desk.write("bare.pgn", "1. e4 e5 1-0\n\n1. d4 0-1\n");
    desk.write("none.pgn", "");
    for name in ["games", "bare", "none"] {
        desk.run(&["pack", &format!("{name}.pgn"), "-o", &format!("{name}.plypack")]).ends_with(0);
    }
    desk
}

#[test]
fn statistics_as_text() {
    let desk = desk();
    assert_snapshot!(desk.run(&["stats", "games.plypack", "--limit", "2"]).fine().text(), @r"
    3 games
    White's score 75.0 %; moves: mean 1.3, median 1.5, maximum 2 (game 0)
    players: 3

    result      games      %
    white           1   33.3  ########################################
    draws           1   33.3  ########################################
    black           0    0.0
    other           1   33.3  ########################################

    year      games      %  white  draws  black  other  score
    2013          1   33.3  100.0    0.0    0.0    0.0  100.0
    2015          1   33.3    0.0  100.0    0.0    0.0   50.0
    ?             1   33.3    0.0    0.0    0.0  100.0      -

    rating         games      %  white  draws  black  other  score
    2400-2499          2   66.7   50.0   50.0    0.0    0.0   75.0
    ?                  1   33.3    0.0    0.0    0.0  100.0      -

    length in moves      games      %
    0-5                      3  100.0  ########################################

    volume of ECO      games      %  white  draws  black  other  score
    A                      1   33.3    0.0  100.0    0.0    0.0   50.0
    B                      1   33.3  100.0    0.0    0.0    0.0  100.0
    ?                      1   33.3    0.0    0.0    0.0  100.0      -

    opening                             games      %  white  draws  black  other  score
    B90 Sicilian, <Najdorf> & more          1   33.3  100.0    0.0    0.0    0.0  100.0
    A07 King's Indian Attack                1   33.3    0.0  100.0    0.0    0.0   50.0
    (1 more; --limit sets the maximum)

    player             games      %   wins  draws losses  score  opponents  performance
    Đurić, Stefan          2   66.7   50.0   50.0    0.0   75.0       2403         2596
    丁立人                 2   66.7    0.0   50.0   50.0   25.0       2505         2312
    (1 more; --limit sets the maximum)
    ");
    let both = ["stats", "games.plypack", "--player", "duric", "--beside", "=丁立人"];
    assert_snapshot!(desk.run(&both).fine().text(), @r"
    duric: 2 games
    =丁立人: 2 games

                                                   duric                                        =丁立人
    color    games      %  score  opponents  performance    games      %  score  opponents  performance
    White        1   50.0  100.0       2400         3200        1   50.0   50.0       2510         2510
    Black        1   50.0   50.0       2405         2405        1   50.0    0.0       2500         1700
    both         2  100.0   75.0       2403         2596        2  100.0   25.0       2505         2312

                                                                duric                                        =丁立人
    White: first moves    games      %  score  opponents  performance    games      %  score  opponents  performance
    1. Nf3                    0    0.0      -          -            -        1  100.0   50.0       2510         2510
    1. e4                     1  100.0  100.0       2400         3200        0    0.0      -          -            -

                                                                            duric                                        =丁立人
    White: opening                    games      %  score  opponents  performance    games      %  score  opponents  performance
    A07 King's Indian Attack              0    0.0      -          -            -        1  100.0   50.0       2510         2510
    B90 Sicilian, <Najdorf> & more        1  100.0  100.0       2400         3200        0    0.0      -          -            -

                                                                duric                                        =丁立人
    Black: first moves    games      %  score  opponents  performance    games      %  score  opponents  performance
    1. Nf3 d5                 1  100.0   50.0       2405         2405        0    0.0      -          -            -
    1. e4 c5                  0    0.0      -          -            -        1  100.0    0.0       2500         1700

                                                                            duric                                        =丁立人
    Black: opening                    games      %  score  opponents  performance    games      %  score  opponents  performance
    A07 King's Indian Attack              1  100.0   50.0       2405         2405        0    0.0      -          -            -
    B90 Sicilian, <Najdorf> & more        0    0.0      -          -            -        1  100.0    0.0       2500         1700

                                                  duric                                        =丁立人
    year    games      %  score  opponents  performance    games      %  score  opponents  performance
    2013        1   50.0  100.0       2400         3200        1   50.0    0.0       2500         1700
    2015        1   50.0   50.0       2405         2405        1   50.0   50.0       2510         2510
    ");
    assert_snapshot!(desk.run(&["stats", "bare.plypack", "--moves", "e4"]).fine().text(), @r"
    1 game
    White's score 100.0 %; moves: mean 1.0, median 1.0, maximum 1 (game 0)
    players: 0

    result      games      %
    white           1  100.0  ########################################
    draws           0    0.0
    black           0    0.0
    other           0    0.0

    year      games      %  white  draws  black  other  score
    ?             1  100.0  100.0    0.0    0.0    0.0  100.0

    rating      games      %  white  draws  black  other  score
    ?               1  100.0  100.0    0.0    0.0    0.0  100.0

    length in moves      games      %
    0-5                      1  100.0  ########################################

    volume of ECO      games      %  white  draws  black  other  score
    ?                      1  100.0  100.0    0.0    0.0    0.0  100.0

    opening      games      %  white  draws  black  other  score
    ?                1  100.0  100.0    0.0    0.0    0.0  100.0
    ");
    assert_snapshot!(desk.run(&["stats", "none.plypack"]).fine().text(), @r"
    0 games

    result      games      %
    white           0      -
    draws           0      -
    black           0      -
    other           0      -
    ");
    let several = desk.run(&["stats", "bare.plypack", "games.plypack"]).fine();
    assert!(several.text().starts_with("5 games\n"), "{}", several.text());
    assert!(several.text().contains("(games.plypack:0)"), "{}", several.text());
}

#[test]
fn statistics_take_conditions() {
    let desk = desk();
    let games = |options: &[&str]| {
        let ran = desk.run(&[&["stats", "games.plypack", "--json"], options].concat()).fine();
        ran.json()["games"].as_u64().unwrap()
    };
    for (options, expected) in [
        (&[][..], 3),
        (&["--eco", "B90"][..], 1),
        (&["--player", "duric", "--vs", "丁"][..], 2),
        (&["--moves", "e4"][..], 2),
        (&["--moves", "e4", "--result", "1-0"][..], 1),
        (&["--material", "KK"][..], 0),
        (&["--not", "player=duric"][..], 1),
    ] {
        assert_eq!(games(options), expected, "{options:?}");
    }
    for wrong in [&["--beside", "duric"][..], &["--limit", "0"], &["--limit", "x"]] {
        desk.run(&[&["stats", "games.plypack"], wrong].concat()).ends_with(2);
    }
}

#[test]
fn statistics_as_json() {
    let desk = desk();
    let ran = desk.run(&["stats", "bare.plypack", "games.plypack", "--json", "--limit", "2"]).fine();
    let found = ran.json();
    assert_eq!((&found["games"], &found["white"], &found["other"]), (&5.into(), &2.into(), &1.into()));
    assert_eq!(found["median_plies"], 2.0);
    assert_eq!(found["longest"], serde_json::json!({ "file": "games.plypack", "game": 0, "plies": 4 }));
    let years: Vec<_> = found["years"].as_array().unwrap().iter().map(|year| year["year"].to_string()).collect();
    assert_eq!(years, ["null", "2013", "2015"]);
    assert_eq!(found["ratings"][1]["to"], 2499);
    assert_eq!((found["openings"].as_array().unwrap().len(), &found["player_count"]), (2, &3.into()));
    assert_eq!(found["players"][0]["name"], "Đurić, Stefan");
    assert_eq!(found["players"][0]["performance"], 2403 + 193);
    assert!(found.get("player").is_none());

    let of_two = ["stats", "games.plypack", "--json", "--player", "duric", "--beside", "wolf"];
    let found = desk.run(&of_two).fine().json();
    assert_eq!((&found["player"]["games"], &found["beside"]["games"]), (&2.into(), &1.into()));
    let white = &found["player"]["white"];
    assert_eq!((&white["first_moves"][0]["moves"], &white["openings"][0]["eco"]), (&"1. e4".into(), &"B90".into()));
    assert_eq!(found["player"]["black"]["first_moves"][0]["moves"], "1. Nf3 d5");
    assert_eq!(found["player"]["black"]["years"][0]["year"], 2015);
    assert_eq!((&found["beside"]["score"], &found["beside"]["other"]), (&serde_json::Value::Null, &1.into()));
}

/// Asserts that a picture is well-formed, for the pictures of this command: every element is closed, everything is escaped.
fn assert_is_picture(text: &str) {
    let mut open = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        assert!(!before.contains('>'), "{before}");
        for entity in before.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|name| entity.starts_with(name)), "{before}");
        }
        let (tag, after) = after.split_once('>').expect("the end of a tag");
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        match (tag.strip_prefix('/'), tag.strip_suffix('/')) {
            (Some(name), _) => assert_eq!(open.pop(), Some(name.to_owned()), "{tag}"),
            (None, Some(_)) => {}
            (None, None) => open.push(tag.split(' ').next().unwrap().to_owned()),
        }
        rest = after;
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?} {rest}");
    assert!(text.starts_with("<svg ") && text.contains("prefers-color-scheme:dark"));
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

fn picture(desk: &Desk, arguments: &[&str]) -> String {
    desk.run(&[arguments, &["--svg", "out.svg"]].concat()).fine();
    let text = String::from_utf8(desk.read("out.svg")).unwrap();
    assert_is_picture(&text);
    text
}

#[test]
fn pictures_have_exact_numbers() {
    let desk = desk();
    let all = picture(&desk, &["stats", "games.plypack"]);
    assert!(all.contains("<title>3 games</title>"));
    assert!(all.contains("<title>2013: 1 game; White won 1, draws 0, Black won 0, no result 0</title>"), "{all}");
    assert!(all.contains("B90 Sicilian, &lt;Najdorf&gt; &amp; more"));
    // A long label is shortened, and complete in its title.
    assert!(
        all.contains("<title>Wolfeschlegelsteinhausenbergerdorff-Vorderwülbecke, Hubert Blaine Adolph</title>Wolfe")
    );
    let both = picture(&desk, &["stats", "games.plypack", "--player", "duric", "--beside", "<nobody&"]);
    assert!(both.contains("<title>duric: 2 games \u{2013} &lt;nobody&amp;: 0 games</title>"), "{both}");
    assert!(both.contains(
        "<title>1. e4: 1 game; won 1, drawn 0, lost 0, no result 0; opponents 2400; performance 3200</title>"
    ));
    picture(&desk, &["stats", "none.plypack"]);
    picture(&desk, &["stats", "bare.plypack"]);
    let folder = desk.run(&["stats", "games.plypack", "--svg", "no/such/out.svg"]).ends_with(1);
    assert!(folder.err.contains("no/such/out.svg"), "{}", folder.err);
}

#[test]
fn pictures_of_trees() {
    let desk = desk();
    let tree = |arguments: &[&str]| picture(&desk, &[&["tree", "games.plypack"], arguments].concat());
    let one = tree(&["--moves", ""]);
    let title = "e4: 2 games; White won 1, draws 0, Black won 0, no result 1; score 100.0 %";
    assert!(one.contains(&format!("<title>{title}</title>")), "{one}");
    let three = tree(&["--moves", "", "--depth", "3"]);
    assert!(
        three.contains(&format!("<title>{title}</title>")) && three.contains("<title>e4 c5 Nf3: 1 game; "),
        "{three}"
    );
    assert!(!one.contains("e4 c5"), "{one}");
    assert!(tree(&["--moves", "e4 c5 Nf3 d6"]).contains("<title>end of the game: 1 game; White won 1, "));
    assert!(tree(&["--moves", "d4"]).contains("0 games"));
    let all_moves = |desk: &Desk| {
        // The start has fewer than thirty first moves, so uses a position with more.
        let start = "4k3/8/8/3Q4/8/8/8/R3K2R w KQ - 0 1";
        let moves =
            ["Qd1", "Qd2", "Qd3", "Qd4", "Qd6", "Qd7+", "Qd8+", "Qa5", "Qb5+", "Qc5", "Qe5+", "Qf5", "Qg5", "Qh5+"];
        let more = [
            "Qa8+", "Qb7", "Qc6+", "Qe4+", "Qf3", "Qg2", "Qa2", "Qb3", "Qc4", "Qe6+", "Qf7+", "Qg8+", "Kd1", "Kf1",
            "Kd2", "Ke2",
        ];
        let game = |move_: &&str| format!("[FEN \"{start}\"]\n[SetUp \"1\"]\n\n1. {move_} *\n\n");
        desk.write("many.pgn", moves.iter().chain(&more).map(game).collect::<String>());
        desk.run(&["pack", "many.pgn", "-o", "many.plypack"]).ends_with(0);
        start
    };
    let start = all_moves(&desk);
    let many = picture(&desk, &["tree", "many.plypack", "--fen", start]);
    assert!(many.contains(">other (7)<") && many.contains("<title>other (7): 7 games; "), "{many}");
}

#[test]
fn corrupt_games_are_reported_and_left_out() {
    let desk = Desk::with("famous");
    let reader = plypack::Reader::open(desk.path("famous.plypack")).unwrap();
    // The layouts of tags.
    let section = reader.block_header(0).unwrap().sections.into_iter().find(|section| section.kind == 7);
    let at = reader.blocks()[0].range.start + section.unwrap().range.start;
    let mut bytes = desk.read("famous.plypack");
    bytes[at as usize] ^= 0x55;
    desk.write("broken.plypack", bytes);
    let ran = desk.run(&["stats", "broken.plypack", "--json"]);
    let ran = ran.ends_with(1);
    assert!(ran.err.contains("broken.plypack") && ran.err.contains("game"), "{}", ran.err);
    assert_eq!(ran.json()["games"], 0);
}

/// A move is two plies, and a last move by White without a reply is half a move.
#[test]
fn mean_and_median_are_counted_by_hand() {
    let desk = Desk::new();
    // 1, 2, 3 and 4 plies; variations and comments are not counted.
    let four = "1. e4 *\n\n1. e4 (1. d4 d5 2. c4) e5 *\n\n1. e4 e5 {2. Nf3} 2. Nc3 *\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    desk.write("four.pgn", four);
    // Three more games without moves: 0 0 0 1 2 3 4.
    desk.write("seven.pgn", format!("{four}\n*\n\n[White \"A\"]\n\n*\n\n{{no move}} *\n"));
    desk.write("none.pgn", "*\n\n*\n");
    for (name, line, mean, median) in [
        ("four", "moves: mean 1.3, median 1.3, maximum 2 (game 3)", 2.5, 2.5),
        ("seven", "moves: mean 0.7, median 0.5, maximum 2 (game 3)", 10.0 / 7.0, 1.0),
        ("none", "moves: mean 0.0, median 0.0, maximum 0 (game 0)", 0.0, 0.0),
    ] {
        desk.run(&["pack", &format!("{name}.pgn"), "-o", &format!("{name}.plypack")]).ends_with(0);
        let stats = ["stats", &format!("{name}.plypack")];
        let text = desk.run(&stats).fine().text().lines().nth(1).unwrap().to_owned();
        assert!(text.ends_with(line), "{name}: {text}");
        let found = desk.run(&[&stats[..], &["--json"]].concat()).fine().json();
        assert_eq!((&found["mean_plies"], &found["median_plies"]), (&mean.into(), &median.into()), "{name}");
    }
}

#[test]
fn a_player_has_one_row() {
    let desk = Desk::new();
    let game = |white: &[u8]| [b"[White \"", white, b"\"]\n[Black \"X\"]\n\n1. e4 1-0\n\n"].concat();
    let names: [&[u8]; 7] = [
        "Müller, Jörg".as_bytes(),
        b"M\xfcller, J\xf6rg",
        b"MUELLER, JOERG",
        "Jörg Müller".as_bytes(),
        b"Carlsen, Magnus",
        b"Carlsen, M.",
        "Müller, Jörg".as_bytes(),
    ];
    desk.write("all.pgn", names.map(game).concat());
    desk.write("first.pgn", names[..3].iter().map(|name| game(name)).collect::<Vec<_>>().concat());
    desk.write("rest.pgn", names[3..].iter().rev().map(|name| game(name)).collect::<Vec<_>>().concat());
    for name in ["all", "first", "rest"] {
        desk.run(&["pack", &format!("{name}.pgn"), "-o", &format!("{name}.plypack")]).ends_with(0);
    }
    let players = |arguments: &[&str]| {
        let found = desk.run(&[&["stats", "--json"], arguments].concat()).fine().json();
        let rows = found["players"].as_array().unwrap().iter();
        let rows: Vec<_> =
            rows.map(|player| format!("{} {}", player["name"].as_str().unwrap(), player["games"])).collect();
        assert_eq!(found["player_count"], rows.len());
        rows
    };
    let expected = ["X 7", "Müller, Jörg 5", "Carlsen, Magnus 2"];
    for files in [&["all.plypack"][..], &["first.plypack", "rest.plypack"], &["rest.plypack", "first.plypack"]] {
        assert_eq!(players(files), expected);
    }
    assert_eq!(players(&["all.plypack", "--names", "exact"]).len(), 7);
    let found = |name: &str| {
        let ran = desk.run(&["list", "all.plypack", "--count", "--player", name]).fine();
        ran.text().trim().parse::<u64>().unwrap()
    };
    assert_eq!(["mueller", "Müller", "Jörg Müller", "=Jörg Müller", "joerg mueller"].map(found), [5; 5]);
    assert_eq!(["muller", "magnus carlsen", "m carlsen"].map(found), [4, 1, 2]);
}
