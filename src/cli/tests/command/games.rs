//! `show`, `list` and the searches.

use insta::assert_snapshot;
use serde_json::Value;

use super::Desk;

#[test]
fn show() {
    let desk = Desk::with("famous");
    assert_snapshot!(desk.run(&["show", "famous.plypack", "3"]).fine().text(), @r"
    Event   Paris Opera
    Site    Paris FRA
    Date    1858.??.??
    Round   ?
    White   Morphy, Paul
    Black   Duke Karl / Count Isouard
    Result  1-0
    ECO     C41

    8 . n .[R]k b . r
    7 p . . . . p p p
    6 . . . . q . . .
    5 . . . . p . B .
    4 . . . . P . . .
    3 . . . . . . . .
    2 P P P . . P P P
    1 . . K[.]. . . .
      a b c d e f g h

    After ply 33: Black is checkmated
    1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17
    C41 Philidor Defense (ply 5)

    1. e4 e5 2. Nf3 d6 3. d4 Bg4 $6 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+ Kxd8 6. Nxe5)
    5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 {Development before pawns} 8... c6 9.
    Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15.
    Bxd7+ Nxd7 16. Qb8+ $3 Nxb8 17. Rd8# 1-0
    ");
    let early = desk.run(&["show", "famous.plypack", "3", "--ply", "1", "--unicode", "--flip"]).fine();
    let board: Vec<_> = early.text().lines().skip(9).take(12).collect();
    assert_snapshot!(board.join("\n"), @r"
    1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖
    2 ♙ ♙ ♙[.]♙ ♙ ♙ ♙
    3 . . . . . . . .
    4 . . .[♙]. . . .
    5 . . . . . . . .
    6 . . . . . . . .
    7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟
    8 ♜ ♞ ♝ ♚ ♛ ♝ ♞ ♜
      h g f e d c b a

    After ply 1: Black to move
    rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
    ");
    let beyond = desk.run(&["show", "famous.plypack", "3", "--ply", "34"]).ends_with(1);
    assert_eq!(beyond.err, "plypack: there is no ply 34; the last ply is 33\n");
    let beyond = desk.run(&["show", "famous.plypack", "19"]).ends_with(1);
    assert_eq!(beyond.err, "plypack: famous.plypack: there is no game 19; the file has 19 (the first is 0)\n");
}

#[test]
fn show_never_sends_control_characters() {
    let desk = Desk::with("broken");
    desk.write("evil.pgn", b"[White \"\x1b[2J\xff\"]\n\n1. e4 {\x1b]0;x\x07 \xc2\x9b} *\n");
    let ran = desk.run(&["pack", "evil.pgn", "-o", "evil.plypack"]).ends_with(0);
    assert!(
        ran.err.contains("line 1: control character: \\x1b[2J")
            && ran.err.chars().all(|c| c == '\n' || !c.is_control())
    );
    let ran = desk.run(&["show", "evil.plypack", "0"]).fine();
    assert!(ran.text().chars().all(|c| c == '\n' || !c.is_control()));
    // A game from an unreadable start has no board.
    let ran = desk.run(&["show", "broken.plypack", "5"]).fine();
    assert!(ran.text().ends_with("\n1. e4 e5 *\n") && !ran.text().contains("a b c"), "{}", ran.text());
}

#[test]
fn find_gives_games_and_plies() {
    let desk = Desk::with("famous");
    let find = |more: &[&str]| desk.run(&[&["find", "famous.plypack", "--moves", "1. e4 e5"], more].concat()).fine();
    let count = find(&["--count"]);
    let hits = find(&["--json"]).json();
    assert_eq!(count.text().trim(), hits.as_array().unwrap().len().to_string());
    let is_whole = |hit: &Value| hit["ply"] == 2 && hit["game"].is_u64() && hit["tags"]["White"].is_string();
    assert!(hits.as_array().unwrap().iter().all(is_whole));
    assert_eq!(find(&[]).text().lines().count(), 1 + hits.as_array().unwrap().len());
    desk.run(&["index", "famous.plypack"]).fine();
    assert_eq!(find(&["--json"]).json(), hits);
    assert_eq!(find(&["--json", "--no-index", "--threads", "1"]).json(), hits);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(desk.run(&["find", "famous.plypack", "--fen", fen, "--json"]).fine().json(), hits);
    let none = desk.run(&["find", "famous.plypack", "--material", "KNNKNN", "--json"]).fine();
    assert_eq!(none.json(), Value::Array(Vec::new()));
    let rooks = desk.run(&["find", "famous.plypack", "--pattern", "8/8/8/8/8/8/8/4R3", "--count"]).fine();
    assert!(rooks.text().trim().parse::<u64>().unwrap() > 0);
}

const FOUR_GAMES: &str = "[White \"A\"]\n[WhiteElo \"2400\"]\n[Date \"2001.01.01\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n\n\
    [Result \"1/2-1/2\"]\n\n1. c4 d5 2. d4 e6 1/2-1/2\n\n1. d4 d5 2. c4 e6 *\n\n[White \"B\"]\n\n1. d4 d5 2. c4 c6 0-1\n";

#[test]
fn tree_counts_next_moves() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack", "--index"]).fine();
    let ran = desk.run(&["tree", "four.plypack", "--moves", "d2d4 d7d5 c2c4"]).fine();
    assert_snapshot!(ran.text(), @r"
    4 games  D06 Queen's Gambit
    move         games       %     white     draws     black     other  score  mover  rating  last
    e6               2   50.00         0         1         0         1   50.0   50.0       -     -
    c6               1   25.00         0         0         1         0    0.0  100.0       -     -
    (end)            1
    ");
    let tree = desk.run(&["tree", "four.plypack", "--moves", "", "--json"]).fine().json();
    assert_eq!(
        tree[0],
        serde_json::json!({
            "san": "d4", "uci": "d2d4", "games": 3, "white": 1, "draws": 0, "black": 1, "other": 1, "score": 0.5,
            "score_mover": 0.5, "rating": 2400, "last_year": 2001, "eco": "A40", "opening": "Queen's Pawn Game",
        })
    );
    assert_eq!(desk.run(&["tree", "four.plypack", "--moves", "e4", "--json"]).fine().json(), Value::Array(Vec::new()));
}

#[test]
fn trees_have_several_plies() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack"]).fine();
    let tree = |more: &[&str]| desk.run(&[&["tree", "four.plypack", "--moves", ""], more].concat()).fine();
    assert_snapshot!(tree(&["--depth", "4"]).text(), @r"
    4 games
    move          games       %     white     draws     black     other  score  mover  rating  last
    d4                3   75.00         1         0         1         1   50.0   50.0    2400  2001
      d5              3   75.00         1         0         1         1   50.0   50.0       -  2001
        c4            3   75.00         1         0         1         1   50.0   50.0    2400  2001
          c6          1   25.00         0         0         1         0    0.0  100.0       -     -
          e6          1   25.00         0         0         0         1      -      -       -     -
    c4                1   25.00         0         1         0         0   50.0   50.0       -     -
      d5              1   25.00         0         1         0         0   50.0   50.0       -     -
        d4            1   25.00         0         1         0         0   50.0   50.0       -     -
          e6          1   25.00         0         1         0         0   50.0   50.0       -     -
    ");
    assert_eq!(tree(&["--depth", "4", "--min-games", "2"]).text().lines().count(), 2 + 3);
    assert_eq!(tree(&["--depth", "4", "--limit", "1"]).text().lines().count(), 2 + 4);
    let csv = tree(&["--depth", "2", "--csv"]);
    let wanted = [
        "line,move,uci,games,white,draws,black,other,score,score_mover,rating,last_year,eco,opening",
        "d4,d4,d2d4,3,1,0,1,1,0.5000,0.5000,2400,2001,A40,Queen's Pawn Game",
        "d4 d5,d5,d7d5,3,1,0,1,1,0.5000,0.5000,,2001,D00,Queen's Pawn Game",
        "c4,c4,c2c4,1,0,1,0,0,0.5000,0.5000,,,A10,English Opening",
        "c4 d5,d5,d7d5,1,0,1,0,0,0.5000,0.5000,,,A10,English Opening: Anglo-Scandinavian Defense",
    ];
    assert_eq!(csv.text().lines().collect::<Vec<_>>(), wanted);
    let lines: Vec<Value> =
        tree(&["--depth", "2", "--jsonl"]).text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(tree(&["--depth", "2", "--json"]).json(), Value::from(lines.clone()));
    assert_eq!((&lines[1]["line"], &lines[1]["games"]), (&serde_json::json!(["d4", "d5"]), &3.into()));
    // For Black's moves, the score is White's, followed by Black's.
    let black = desk.run(&["tree", "four.plypack", "--moves", "d4 d5 c4", "--json"]).fine();
    assert_eq!((&black.json()[1]["score"], &black.json()[1]["score_mover"]), (&0.0.into(), &1.0.into()));
}

#[test]
fn show_as_json() {
    let desk = Desk::with("famous");
    let shown = desk.run(&["show", "famous.plypack:3", "--json", "--ply", "2"]).fine().json();
    assert_eq!(
        (&shown["game"], &shown["tags"]["White"], &shown["result"]),
        (&3.into(), &"Morphy, Paul".into(), &"1-0".into())
    );
    assert_eq!((&shown["san"][32], &shown["uci"][32], &shown["ply"]), (&"Rd8#".into(), &"d1d8".into(), &2.into()));
    assert_eq!(shown["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert!(shown["movetext"].as_str().unwrap().starts_with("1. e4 e5 2. Nf3 d6"));
    desk.run(&["show", "famous.plypack:3", "--json", "--ply", "34"]).ends_with(1);
    let unreadable = Desk::with("broken").run(&["show", "broken.plypack", "5", "--json"]).fine().json();
    assert!(unreadable["fen"].is_null() && unreadable["movetext"] == "1. e4 e5 *");
}

#[test]
fn transpositions_are_counted() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack"]).fine();
    let ran = desk.run(&["transpositions", "four.plypack", "--moves", "d4 d5 c4", "--json"]).fine();
    assert_eq!(
        ran.json(),
        serde_json::json!([
            { "moves": "d2d4 d7d5 c2c4", "san": "d4 d5 c4", "games": 3 },
            { "moves": "c2c4 d7d5 d2d4", "san": "c4 d5 d4", "games": 1 },
        ])
    );
    let table = desk.run(&["transpositions", "four.plypack", "--moves", "d4 d5 c4", "--limit", "1"]).fine();
    assert_eq!(table.text(), "     games  moves  from\n         3  d4 d5 c4\n");
    let csv = desk.run(&["transpositions", "four.plypack", "--moves", "d4 d5 c4", "--csv"]).fine();
    assert_eq!(csv.text(), "games,moves,from\n3,d4 d5 c4,\n1,c4 d5 d4,\n");
    let ran = desk.run(&["transpositions", "four.plypack", "--moves", "d4 d5 c4", "--white", "b"]).fine();
    assert_eq!(ran.text().lines().last().unwrap().trim(), "1  d4 d5 c4");
}

#[test]
fn list_shows_games_by_their_tags() {
    let desk = Desk::new();
    desk.write("four.pgn", FOUR_GAMES);
    desk.run(&["pack", "four.pgn", "-o", "four.plypack"]).fine();
    let list = |more: &[&str]| desk.run(&[&["list", "four.plypack"], more].concat()).fine();
    assert_eq!(list(&["--count"]).text(), "4\n");
    assert_eq!(list(&["--result", "1-0", "--count"]).text(), "1\n");
    let filtered = list(&["--date", "2001..", "--rating", "2400"]);
    assert_eq!(filtered.text().lines().nth(1).unwrap().split_whitespace().next(), Some("0"));
    let json = list(&["--white", "a", "--json"]).json();
    assert_eq!((&json[0]["game"], &json[0]["tags"]["White"]), (&0.into(), &"A".into()));
    assert_eq!(list(&["--max", "2"]).text().lines().count(), 3);
}

/// Three games; the third is the first in another spelling.
const TWICE: &str = "[White \"Carlsen, Magnus\"]\n[Black \"Anand, V\"]\n[Date \"2013.11.09\"]\n\n\
    1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 1-0\n\n\
    [White \"Leko, P\"]\n\n1. d4 *\n\n\
    [White \"M. Carlsen\"]\n[Black \"ANAND,Viswanathan\"]\n[Date \"2013.??.??\"]\n\n\
    1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 *\n";

#[test]
fn duplicates() {
    let desk = Desk::new();
    desk.write("twice.pgn", TWICE);
    desk.run(&["pack", "twice.pgn", "-o", "twice.plypack"]).fine();
    desk.run(&["pack", "twice.pgn", "-o", "other.plypack"]).fine();
    assert_snapshot!(desk.run(&["duplicates", "twice.plypack"]).fine().text(), @r"
         game  white                     black                     result   date        event
            0  Carlsen, Magnus           Anand, V                  1-0      2013.11.09  ?
            2  M. Carlsen                ANAND,Viswanathan         *        2013.??.??  ?

    1 game with an earlier duplicate (groups: 1)
    ");
    let both = ["duplicates", "twice.plypack", "other.plypack", "--json"];
    let games = |games: &[(&str, u64)]| -> Value {
        games.iter().map(|(file, game)| serde_json::json!({ "file": file, "game": game })).collect()
    };
    let twice = "twice.plypack";
    let other = "other.plypack";
    let first = games(&[(twice, 0), (twice, 2), (other, 0), (other, 2)]);
    assert_eq!(desk.run(&both).fine().json(), serde_json::json!([first, games(&[(twice, 1), (other, 1)])]));
    assert_eq!(desk.run(&["duplicates", "--count", "--near", "twice.plypack", "other.plypack"]).fine().text(), "4\n");
    assert_eq!(desk.run(&["duplicates", "--count", "twice.plypack", "--player", "leko"]).fine().text(), "0\n");
    let same = desk.run(&["duplicates", "--count", "twice.plypack", "./twice.plypack"]).ends_with(0);
    assert_eq!(same.err, "plypack: ./twice.plypack is the same file as twice.plypack, and is read once\n");
    assert_eq!(same.text(), "1\n");

    let rows = |more: &[&str]| desk.run(&[&["duplicates", "twice.plypack", "other.plypack"], more].concat()).fine();
    assert_eq!(
        rows(&["--csv", "--columns", "group,file,game,white"]).text(),
        "group,file,game,white\n0,twice.plypack,0,\"Carlsen, Magnus\"\n0,twice.plypack,2,M. Carlsen\n\
         0,other.plypack,0,\"Carlsen, Magnus\"\n0,other.plypack,2,M. Carlsen\n\
         1,twice.plypack,1,\"Leko, P\"\n1,other.plypack,1,\"Leko, P\"\n"
    );
    let first = "{\"black\":\"Anand, V\",\"date\":\"2013.11.09\",\"event\":null,\"file\":\"twice.plypack\",\"game\":0,\
        \"group\":0,\"result\":\"1-0\",\"white\":\"Carlsen, Magnus\"}";
    assert_eq!(rows(&["--jsonl", "--limit", "1"]).text().lines().next(), Some(first));
    assert_eq!(rows(&["--jsonl", "--limit", "1"]).text().lines().count(), 4);
    assert_eq!(rows(&["--count", "--limit", "1"]).text(), "3\n");
    let chosen = rows(&["--json", "--columns", "group,plies"]).json();
    assert_eq!(chosen[1], serde_json::json!([{ "group": 1, "plies": 1 }, { "group": 1, "plies": 1 }]));
    assert_snapshot!(rows(&["--columns", "group,game", "--limit", "1"]).text(), @r"
      group  game
          0  twice.plypack:0
          0  twice.plypack:2
          0  other.plypack:0
          0  other.plypack:2

    3 games with an earlier duplicate (groups: 1)
    ");

    let missing = desk.run(&["duplicates", "--delete", "none.plypack", "other.plypack"]).ends_with(1);
    assert!(missing.err.contains("nothing was deleted: not all files could be opened"), "{}", missing.err);
    assert_eq!(desk.run(&["list", "--count", "other.plypack"]).fine().text(), "3\n");

    desk.write("near.plypack", desk.read("other.plypack"));
    let near = desk.run(&["duplicates", "--delete", "--near", "near.plypack"]).ends_with(0);
    assert_eq!(near.err, "plypack: near.plypack: 1 game deleted\n");
    let deleted = desk.run(&["duplicates", "--delete", "--count", "twice.plypack", "other.plypack"]).ends_with(0);
    assert_eq!(deleted.text(), "4\n");
    assert_eq!(deleted.err, "plypack: twice.plypack: 1 game deleted\nplypack: other.plypack: 3 games deleted\n");
    assert_eq!(desk.run(&["duplicates", "--count", "twice.plypack", "other.plypack"]).fine().text(), "0\n");
    assert_eq!(desk.run(&["list", "--count", "twice.plypack"]).fine().text(), "2\n");
    assert_eq!(desk.run(&["list", "--count", "other.plypack"]).fine().text(), "0\n");
}

#[test]
fn unique_games() {
    let desk = Desk::new();
    desk.write("twice.pgn", TWICE);
    let packed = desk.run(&["pack", "--unique", "twice.pgn", "twice.pgn", "-o", "once.plypack"]).fine();
    assert!(packed.text().contains("duplicates                  4  skipped\n"), "{}", packed.text());
    assert_eq!(desk.run(&["list", "--count", "once.plypack"]).fine().text(), "2\n");
    let more = desk
        .feed(&["append", "--unique", "once.plypack", "-"], format!("{TWICE}\n[White \"A\"]\n\n1. c4 *\n").as_bytes());
    assert_eq!(more.fine().text(), "once.plypack: 1 game added, 3 skipped, now 3\n");
    assert_eq!(
        desk.run(&["append", "once.plypack", "twice.pgn"]).fine().text(),
        "once.plypack: 3 games added, now 6\n"
    );
}
