//! Queries of every kind on files of several blocks, with an index, edits, and games after the index. The answers must
//! equal the answers of a plain loop over the games, with the index and without, for one file and for both.

use std::collections::BTreeMap;

use plypack::{Game, Options, Piece, Position, Termination, Writer};
use serde_json::Value;

use super::{Desk, games_of};

/// A sequence of numbers that is always the same.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

const PLAYERS: [&str; 4] = ["Carlsen, Magnus", "Polgár, Judit", "O'Neil", "Tal, Mihail"];
const BEGINNINGS: [&str; 7] =
    ["", "e4", "e4 e5 Nf3 Nc6", "Nf3 Nc6 e4 e5", "e4 Nc6 Nf3 e5", "e4 a6 e5 d5", "e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6"];
const ENDING: &str = "8/8/4k3/8/3r4/8/1Q6/4K3 w - - 0 1";
const OPEN_GAME: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

/// Makes a game as PGN, with few different moves at first, so that games reach the same positions.
fn made_up(numbers: &mut Numbers) -> String {
    let mut pgn = format!("[White \"{}\"]\n[Black \"{}\"]\n", numbers.of(&PLAYERS), numbers.of(&PLAYERS));
    pgn += &format!("[Date \"{}.01.02\"]\n", 1990 + numbers.below(30));
    for tag in ["WhiteElo", "BlackElo"] {
        if numbers.below(10) < 7 {
            pgn += &format!("[{tag} \"{}\"]\n", 1200 + numbers.below(1600));
        }
    }
    let result = numbers.of(&["1-0", "0-1", "1/2-1/2", "*"]);
    pgn += &format!("[Result \"{result}\"]\n");
    let mut position = Position::default();
    let mut beginning = numbers.of(&BEGINNINGS);
    if numbers.below(12) == 0 {
        pgn += &format!("[SetUp \"1\"]\n[FEN \"{ENDING}\"]\n");
        position = board(ENDING);
        beginning = "";
    }
    pgn.push('\n');
    for san in beginning.split_whitespace() {
        position.play(position.read_san(san.as_bytes()).unwrap()).unwrap();
        pgn += &format!("{san} ");
    }
    for ply in 0..numbers.of(&[0, 1, 4, 20]) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let choices = if ply < 5 { legal.len().min(2) } else { legal.len() };
        let played = legal[numbers.below(choices)];
        pgn += &format!("{} ", position.san(played).unwrap());
        position.play(played).unwrap();
    }
    format!("{pgn}{result}\n\n")
}

fn board(fen: &str) -> Position {
    fen.parse().unwrap()
}

/// A position as text, by what searches compare.
fn identity(position: &Position) -> String {
    position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// A file with its games by their numbers; `None` is a deleted one.
struct Packed {
    name: &'static str,
    games: Vec<Option<Game>>,
}

impl Packed {
    fn new(desk: &Desk, numbers: &mut Numbers, name: &'static str, is_edited: bool) -> Packed {
        let mut packed = Packed { name, games: Vec::new() };
        for _ in 0..4 {
            packed.append(desk, numbers, 60);
        }
        desk.run(&["index", name]).fine();
        if is_edited {
            packed.edit(desk, numbers);
        }
        packed.append(desk, numbers, 20);
        let info = desk.run(&["info", name, "--json"]).fine().json();
        assert_eq!(info["indexed_blocks"], 4, "{info}");
        packed
    }

    fn append(&mut self, desk: &Desk, numbers: &mut Numbers, games: usize) {
        let pgn: String = (0..games).map(|_| made_up(numbers)).collect();
        let path = desk.path(self.name);
        let options = Options::default();
        let is_new = self.games.is_empty();
        let writer = if is_new { Writer::create(path, options) } else { Writer::append(path, options) };
        let mut writer = writer.unwrap().without_merging();
        for game in games_of(pgn.as_bytes()) {
            writer.add(&game).unwrap();
            self.games.push(Some(game));
        }
        writer.finish().unwrap();
    }

    /// Deletes and replaces games of all blocks.
    fn edit(&mut self, desk: &Desk, numbers: &mut Numbers) {
        let deleted: Vec<usize> = (3..self.games.len()).step_by(17).collect();
        let texts: Vec<String> = deleted.iter().map(usize::to_string).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        desk.run(&[&["edit", self.name, "delete"], &texts[..]].concat()).fine();
        deleted.into_iter().for_each(|number| self.games[number] = None);
        for number in (5..self.games.len()).step_by(23) {
            let pgn = made_up(numbers);
            desk.feed(&["edit", self.name, "replace", &number.to_string(), "--pgn", "-"], pgn.as_bytes()).fine();
            self.games[number] = games_of(pgn.as_bytes()).pop();
        }
    }
}

/// A match: file, game and ply, and the position.
struct Match<'a> {
    file: usize,
    number: usize,
    game: &'a Game,
    ply: usize,
    position: Position,
}

type Test<'t> = &'t dyn Fn(&Position) -> bool;

fn first_match(game: &Game, test: Test<'_>) -> Option<(usize, Position)> {
    let mut position = game.start_position();
    for ply in 0..=game.moves.len() {
        if test(&position) {
            return Some((ply, position));
        }
        position.play(*game.moves.get(ply)?).unwrap();
    }
    None
}

/// The files in one directory.
struct Collection {
    desk: Desk,
    files: Vec<Packed>,
}

impl Collection {
    fn new() -> Collection {
        let desk = Desk::new();
        let mut numbers = Numbers(11);
        let files = vec![
            Packed::new(&desk, &mut numbers, "blocks.plypack", false),
            Packed::new(&desk, &mut numbers, "edited.plypack", true),
        ];
        Collection { desk, files }
    }

    /// Calls `check` with each file separately, and with both together.
    fn for_files(&self, mut check: impl FnMut(&[&Packed])) {
        check(&[&self.files[0]]);
        check(&[&self.files[1]]);
        check(&[&self.files[0], &self.files[1]]);
    }

    /// Returns the answers with and without the index, which must be equal.
    fn ask(&self, command: &str, files: &[&Packed], options: &[&str]) -> Value {
        let names: Vec<&str> = files.iter().map(|file| file.name).collect();
        let arguments = [&[command], &names[..], options].concat();
        let answer = self.desk.run(&arguments).fine().json();
        for more in [&["--no-index"][..], &["--threads", "1"], &["--no-index", "--threads", "1"]] {
            assert_eq!(self.desk.run(&[&arguments, more].concat()).fine().json(), answer, "{arguments:?} {more:?}");
        }
        answer
    }
}

fn present<'a>(files: &[&'a Packed]) -> impl Iterator<Item = (usize, usize, &'a Game)> {
    let games = files.iter().enumerate().flat_map(|(file, packed)| {
        packed.games.iter().enumerate().map(move |(number, game)| (file, number, game.as_ref()))
    });
    games.filter_map(|(file, number, game)| Some((file, number, game?))).collect::<Vec<_>>().into_iter()
}

fn matches<'a>(files: &[&'a Packed], test: Test<'_>) -> Vec<Match<'a>> {
    let found = present(files).filter_map(|(file, number, game)| {
        let (ply, position) = first_match(game, test)?;
        Some(Match { file, number, game, ply, position })
    });
    found.collect()
}

fn text(game: &Game, tag: &str) -> String {
    game.tag(tag.as_bytes()).map(|value| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
}

/// The file, number and `ply` of each row of an answer.
fn places(files: &[&Packed], answer: &Value) -> Vec<(usize, usize, u64)> {
    let place = |row: &Value| {
        let name = row["file"].as_str();
        let file = name.map_or(0, |name| files.iter().position(|file| file.name == name).unwrap());
        (file, row["game"].as_u64().unwrap() as usize, row["ply"].as_u64().unwrap_or(0))
    };
    answer.as_array().unwrap().iter().map(place).collect()
}

#[test]
fn games_by_tags() {
    let collection = Collection::new();
    type Condition = fn(&Game) -> bool;
    let conditions: [(&[&str], Condition); 4] = [
        (&[], |_| true),
        (&["--white", "polgar"], |game| text(game, "White").starts_with("Polgár")),
        (&["--result", "1-0", "--date", "2000..2009"], |game| {
            text(game, "Result") == "1-0" && text(game, "Date").starts_with("200")
        }),
        (&["--white-rating", "2000.."], |game| text(game, "WhiteElo").parse::<u32>().is_ok_and(|elo| elo >= 2000)),
    ];
    collection.for_files(|files| {
        for (options, condition) in conditions {
            let games = present(files).filter(|(_, _, game)| condition(game));
            let wanted: Vec<_> = games.map(|(file, number, _)| (file, number, 0)).collect();
            assert!(wanted.len() > 10);
            let names: Vec<&str> = files.iter().map(|file| file.name).collect();
            let arguments = [&["list"], &names[..], options].concat();
            let listed = collection.desk.run(&[&arguments, &["--json"][..]].concat()).fine().json();
            assert_eq!(places(files, &listed), wanted, "{options:?}");
            let count = collection.desk.run(&[&arguments, &["--count"][..]].concat()).fine();
            assert_eq!(count.text().trim(), wanted.len().to_string());
        }
    });
}

#[test]
fn games_by_positions() {
    let collection = Collection::new();
    let start = identity(&Position::default());
    let is_open_game = |position: &Position| identity(position) == identity(&board(OPEN_GAME));
    let targets: [(&[&str], Test<'_>); 5] = [
        (&["--moves", ""], &|position| identity(position) == start),
        (&["--fen", OPEN_GAME], &is_open_game),
        // For a board without the other fields, either side can be to move.
        (&["--fen", OPEN_GAME.split_once(' ').unwrap().0], &|position| {
            identity(position).split(' ').next() == OPEN_GAME.split(' ').next()
        }),
        (&["--pattern", "8/8/8/4p3/4P3/8/8/8"], &|position| {
            let at = |square: &str| position.piece_at(square.parse().unwrap()).char();
            at("e5") == Some('p') && at("e4") == Some('P')
        }),
        (&["--material", "KQKR"], &|position| {
            let mut pieces: Vec<char> = position.pieces().iter().filter_map(|piece| Piece(*piece).char()).collect();
            pieces.sort_unstable();
            pieces == ['K', 'Q', 'k', 'r'] || pieces == ['K', 'R', 'k', 'q']
        }),
    ];
    collection.for_files(|files| {
        for (options, test) in targets {
            let found = matches(files, test);
            let wanted: Vec<_> = found.iter().map(|found| (found.file, found.number, found.ply as u64)).collect();
            assert!(wanted.len() > 5, "{options:?}");
            let answer = collection.ask("find", files, &[options, &["--json"]].concat());
            assert_eq!(places(files, &answer), wanted, "{options:?}");
            assert_eq!(collection.ask("find", files, &[options, &["--count"]].concat()), wanted.len());
        }
        let found = matches(files, &is_open_game).into_iter().filter(|found| text(found.game, "Result") == "1-0");
        let wanted: Vec<_> = found.map(|found| (found.file, found.number, found.ply as u64)).collect();
        let answer = collection.ask("find", files, &["--fen", OPEN_GAME, "--result", "1-0", "--json"]);
        assert!(places(files, &answer) == wanted && !wanted.is_empty());
    });
}

/// Games, results, mean rating of the players to move, last year.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    games: u64,
    /// Won by White, drawn, won by Black, other.
    results: [u64; 4],
    ratings: u64,
    rated: u64,
    last_year: u64,
}

impl Counts {
    fn add(&mut self, game: &Game, is_white: bool) {
        self.games += 1;
        self.results[result_of(game)] += 1;
        if let Ok(rating) = text(game, if is_white { "WhiteElo" } else { "BlackElo" }).parse::<u64>() {
            self.ratings += rating;
            self.rated += 1;
        }
        self.last_year = self.last_year.max(text(game, "Date")[..4].parse().unwrap());
    }

    fn assert_is(&self, row: &Value) {
        let numbers = ["games", "white", "draws", "black", "other"].map(|key| row[key].as_u64().unwrap());
        let [white, draws, black, other] = self.results;
        assert_eq!(numbers, [self.games, white, draws, black, other], "{row}");
        let rating = (self.ratings + self.rated / 2).checked_div(self.rated);
        assert_eq!((row["rating"].as_u64(), row["last_year"].as_u64()), (rating, Some(self.last_year)), "{row}");
    }
}

fn result_of(game: &Game) -> usize {
    match game.termination {
        Termination::WhiteWins => 0,
        Termination::Draw => 1,
        Termination::BlackWins => 2,
        _ => 3,
    }
}

const OPENINGS: [&str; 3] = ["", "e4", "e4 e5 Nf3 Nc6"];

/// The SAN lines of up to `depth` plies that games play after a position.
fn lines_from(found: &[Match<'_>], depth: usize) -> BTreeMap<Vec<String>, Counts> {
    let mut lines = BTreeMap::<Vec<String>, Counts>::new();
    for Match { game, ply, position, .. } in found {
        let mut position = position.clone();
        let mut line = Vec::new();
        for played in game.moves[*ply..].iter().take(depth) {
            let is_white = position.turn().is_white();
            line.push(position.san(*played).unwrap().to_string());
            position.play(*played).unwrap();
            lines.entry(line.clone()).or_default().add(game, is_white);
        }
    }
    lines
}

#[test]
fn trees() {
    let collection = Collection::new();
    collection.for_files(|files| {
        for moves in OPENINGS {
            let wanted = identity(&plypack::search::position_after(moves.as_bytes()).unwrap());
            let found = matches(files, &|position| identity(position) == wanted);
            for depth in [1, 3] {
                let lines = lines_from(&found, depth);
                let depth = depth.to_string();
                let answer = collection.ask("tree", files, &["--moves", moves, "--depth", &depth, "--json"]);
                let rows = answer.as_array().unwrap();
                assert!(rows.len() == lines.len() && rows.len() > 2, "{moves}: {} {}", rows.len(), lines.len());
                for row in rows {
                    let san = || vec![row["san"].as_str().unwrap().to_owned()];
                    let words = |line: &Vec<Value>| line.iter().map(|san| san.as_str().unwrap().to_owned()).collect();
                    lines[&row["line"].as_array().map_or_else(san, words)].assert_is(row);
                }
            }
        }
    });
}

#[test]
fn move_orders() {
    let collection = Collection::new();
    let wanted = identity(&board(OPEN_GAME));
    collection.for_files(|files| {
        let mut orders = BTreeMap::<String, u64>::new();
        for Match { game, ply, .. } in matches(files, &|position| identity(position) == wanted) {
            let mut position = game.start_position();
            let moves = game.moves[..ply].iter().map(|played| {
                let uci = position.uci(*played).unwrap().to_string();
                position.play(*played).unwrap();
                uci
            });
            *orders.entry(moves.collect::<Vec<_>>().join(" ")).or_default() += 1;
        }
        let answer = collection.ask("transpositions", files, &["--fen", OPEN_GAME, "--json"]);
        let order = |row: &Value| (row["moves"].as_str().unwrap().to_owned(), row["games"].as_u64().unwrap());
        let found: BTreeMap<String, u64> = answer.as_array().unwrap().iter().map(order).collect();
        assert!(found == orders && orders.len() > 2, "{found:?} {orders:?}");
    });
}

/// Results, years, plies and player names, of all games and of games that reach a position.
#[test]
fn statistics_and_names() {
    let collection = Collection::new();
    let all: Test<'_> = &|_| true;
    let is_open_game: Test<'_> = &|position| identity(position) == identity(&board(OPEN_GAME));
    let questions: [(&[&str], Test<'_>); 2] = [(&[], all), (&["--fen", OPEN_GAME], is_open_game)];
    collection.for_files(|files| {
        for (options, test) in questions {
            let mut results = [0_u64; 4];
            let mut plies = 0;
            let mut years = BTreeMap::new();
            let mut players = BTreeMap::new();
            for Match { game, .. } in matches(files, test) {
                results[result_of(game)] += 1;
                plies += game.moves.len() as u64;
                *years.entry(text(game, "Date")[..4].to_owned()).or_insert(0_u64) += 1;
                for side in ["White", "Black"] {
                    *players.entry(text(game, side)).or_insert(0_u64) += 1;
                }
            }
            let found = collection.ask("stats", files, &[options, &["--json", "--limit", "99"]].concat());
            assert_eq!(["white", "draws", "black", "other"].map(|key| found[key].as_u64().unwrap()), results);
            assert_eq!((found["games"].as_u64(), found["plies"].as_u64()), (Some(results.iter().sum()), Some(plies)));
            let pairs = |list: &str, key: &str| -> BTreeMap<String, u64> {
                let rows = found[list].as_array().unwrap().iter();
                let name = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                rows.map(|row| (name(&row[key]), row["games"].as_u64().unwrap())).collect()
            };
            assert_eq!(pairs("years", "year"), years);
            assert_eq!(pairs("players", "name"), players);
        }
    });
}
