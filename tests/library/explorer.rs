//! Answers of the explorer compared with a plain count, which replays every game and uses the tags that the game was
//! made with.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};

use plypack::{
    Color, Game, Options, PackedMove, Position, Reader, Speed, Writer,
    explorer::{self, Answer, Collection, Database, GameOfMove, Mode, Request},
    files::add_index,
    games_from_pgn,
    search::strict,
};

/// A game as it was made.
#[derive(Clone)]
struct Made {
    number: usize,
    white: &'static str,
    black: &'static str,
    ratings: [u32; 2],
    /// Year, month and day; 0 if unknown.
    date: [u32; 3],
    speed: Option<Speed>,
    is_casual: bool,
    result: &'static str,
    moves: Vec<&'static str>,
}

const NAMES: [&str; 5] = ["Bell, Anna", "anna bell", "Müller, Jörg", "Dora", "Bellini, Carlo"];
const CONTROLS: [(&str, Option<Speed>); 4] = [
    ("180+2", Some(Speed::Blitz)),
    ("600+5", Some(Speed::Rapid)),
    ("?", None),
    ("40/5400:1800", Some(Speed::Classical)),
];

/// Moves that are legal in any order.
const WHITE: [&str; 6] = ["a3", "b3", "c3", "d3", "g3", "h3"];
const BLACK: [&str; 6] = ["a6", "b6", "c6", "d6", "g6", "h6"];
const CASTLING: [&str; 7] = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"];

impl Made {
    fn new(number: usize) -> Made {
        let mut state = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut below = |end: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % end
        };
        let mut white = WHITE.to_vec();
        let mut black = BLACK.to_vec();
        let mut moves = Vec::new();
        for ply in 0..below(9) {
            let left = if ply % 2 == 0 { &mut white } else { &mut black };
            // Most games begin alike.
            let choice = if below(3) == 0 { below(left.len()) } else { 0 };
            moves.push(left.remove(choice));
        }
        if below(12) == 0 {
            moves = CASTLING[..=below(7)].to_vec();
        }
        let year = 1998 + below(9) as u32;
        let control = below(4);
        let event = below(3);
        Made {
            number,
            white: NAMES[below(5)],
            black: NAMES[below(5)],
            ratings: [[0, 1000, 1550, 2190, 2650][below(5)], [0, 1000, 1610, 2210, 2500][below(5)]],
            date: [[0; 3], [year, 0, 0], [year, 1 + below(12) as u32, 0], [year, 5, 17]][below(4)],
            speed: CONTROLS[control].1,
            is_casual: event == 1,
            result: ["1-0", "0-1", "1/2-1/2", "*"][below(4)],
            moves,
        }
    }

    fn pgn(&self) -> String {
        let control = CONTROLS.iter().find(|(_, speed)| *speed == self.speed).unwrap().0;
        let part = |value: u32, width: usize| if value == 0 { "?".repeat(width) } else { format!("{value:0width$}") };
        let [year, month, day] = self.date;
        let date = format!("{}.{}.{}", part(year, 4), part(month, 2), part(day, 2));
        let rating = |name: &str, rating: u32| {
            if rating == 0 { String::new() } else { format!("[{name} \"{rating}\"]\n") }
        };
        let site = match self.number % 7 {
            0 => format!("https://lichess.org/{}", self.id()),
            _ => "Riga".to_owned(),
        };
        let event = if self.is_casual { "Casual Blitz game" } else { "Riga Open" };
        format!(
            "[Event \"{event}\"]\n[Site \"{site}\"]\n[Date \"{date}\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{}\"]\n{}{}\
             [TimeControl \"{control}\"]\n\n{} {}\n\n",
            self.white,
            self.black,
            self.result,
            rating("WhiteElo", self.ratings[0]),
            rating("BlackElo", self.ratings[1]),
            self.moves.join(" "),
            self.result,
        )
    }

    /// An id of a game on Lichess.
    fn id(&self) -> String {
        format!("abCD{:04}", self.number)
    }

    fn game(&self) -> Game {
        games_from_pgn(self.pgn().as_bytes()).unwrap().0.remove(0)
    }

    /// The first move after the position.
    fn next(&self, position: &Position) -> Option<PackedMove> {
        let mut at = Position::default();
        for text in &self.moves {
            let next = at.read_san(text.as_bytes()).unwrap();
            if at == *position {
                return Some(next);
            }
            at.play(next).unwrap();
        }
        None
    }

    fn passes(&self, request: &Request) -> bool {
        let [year, month, day] = self.date;
        let date = year * 10_000 + month * 100 + day;
        let lowest = |average: u32| {
            [2500, 2200, 2000, 1800, 1600, 1400, 1200, 1000, 0].into_iter().find(|from| *from <= average)
        };
        let group = self
            .ratings
            .iter()
            .all(|rating| *rating > 0)
            .then(|| lowest(self.ratings.iter().sum::<u32>() / 2))
            .flatten();
        let mode = if self.is_casual { Mode::Casual } else { Mode::Rated };
        self.result != "*"
            && request.dates.is_none_or(|(first, last)| first <= date && date <= last)
            && (request.speeds.is_empty() || self.speed.is_some_and(|speed| request.speeds.contains(&speed)))
            && (request.ratings.is_empty() || group.is_some_and(|group| request.ratings.contains(&(group as u16))))
            && (request.modes.is_empty() || request.modes.contains(&mode))
            && request.player.as_ref().is_none_or(|(player, color)| {
                let name = if *color == Color::White { self.white } else { self.black };
                match player.as_str() {
                    // The complete name in the other order matches, too.
                    "anna bell" => name == "Bell, Anna" || name == "anna bell",
                    "mueller, joerg" => name == "Müller, Jörg",
                    // Nobody has this complete name.
                    "bell" => name.to_lowercase().contains("bell"),
                    other => panic!("{other}"),
                }
            })
    }
}

/// The places of games in an answer, by their ids.
fn numbers<R: std::ops::Deref<Target = Reader>>(files: &[Collection<R>], games: &[GameOfMove]) -> Vec<(usize, u64)> {
    games.iter().map(|game| explorer::find_game(files, &game.game.id).unwrap()).collect()
}

/// Compares an answer with the plain count; `made` has the games of each file, `None` for a deleted game.
fn check<R: std::ops::Deref<Target = Reader>>(
    answer: &Answer,
    request: &Request,
    files: &[Collection<R>],
    made: &[Vec<Option<Made>>],
) {
    let mut games = Vec::new();
    for (file, made) in made.iter().enumerate() {
        for (number, game) in made.iter().enumerate() {
            if let Some(game) = game
                && game.passes(request)
                && let Some(next) = game.next(&request.position)
            {
                games.push(((file, number as u64), game, next));
            }
        }
    }
    let mut moves: HashMap<PackedMove, Vec<&Made>> = HashMap::new();
    games.iter().for_each(|(_, game, next)| moves.entry(*next).or_default().push(game));
    assert_eq!(answer.total.white + answer.total.draws + answer.total.black, games.len() as u64);
    assert_eq!(answer.moves.len(), moves.len().min(request.moves));
    let turn = request.position.turn() as usize;
    for found in &answer.moves {
        let next = request.position.read_uci(found.uci.as_bytes()).unwrap();
        assert_eq!(request.position.san(next).unwrap().to_string(), found.san);
        let games = &moves[&next];
        let count = |result: &str| games.iter().filter(|game| game.result == result).count() as u64;
        let counts = [found.counts.white, found.counts.draws, found.counts.black];
        assert_eq!(counts, ["1-0", "1/2-1/2", "0-1"].map(count), "{}", found.san);
        let average = |side: usize| {
            let known: Vec<u32> = games.iter().map(|game| game.ratings[side]).filter(|rating| *rating > 0).collect();
            let sum = known.iter().sum::<u32>();
            let count = known.len() as u32;
            (count > 0).then(|| (sum + count / 2) / count)
        };
        match &request.player {
            None => assert_eq!((found.average_rating, found.average_opponent_rating), (average(turn), None)),
            Some((_, color)) => {
                assert_eq!((found.average_rating, found.average_opponent_rating), (None, average(1 - *color as usize)));
            }
        }
        assert_eq!(found.game.is_some(), games.len() == 1);
        if let Some(game) = &found.game {
            assert_eq!((game.white.name.as_str(), game.white.rating), (games[0].white, games[0].ratings[0] as u16));
            assert_eq!(game.year, games[0].date[0]);
        }
    }
    let number = |date: [u32; 3]| date[0] * 10_000 + date[1] * 100 + date[2];
    let mut top: Vec<_> =
        games.iter().map(|(at, game, _)| (game.ratings[0] + game.ratings[1], number(game.date), *at)).collect();
    let mut recent: Vec<_> = games.iter().map(|(at, game, _)| (number(game.date), *at)).collect();
    top.sort_unstable_by(|a, b| b.cmp(a));
    recent.sort_unstable_by(|a, b| b.cmp(a));
    if let Some(found) = &answer.top_games {
        let top: Vec<_> = top.iter().map(|(.., at)| *at).take(request.top_games).collect();
        assert_eq!(numbers(files, found), top);
    }
    if let Some(found) = &answer.recent_games {
        let recent: Vec<_> = recent.iter().map(|(_, at)| *at).take(request.recent_games).collect();
        assert_eq!(numbers(files, found), recent);
    }
    if let Some(history) = &answer.history {
        let mut months: BTreeMap<String, u64> = BTreeMap::new();
        for (_, game, _) in games.iter().filter(|(_, game, _)| game.date[1] > 0) {
            *months.entry(format!("{}-{:02}", game.date[0], game.date[1])).or_default() += 1;
        }
        let found =
            history.iter().map(|month| (&month.month, month.counts.white + month.counts.draws + month.counts.black));
        let found: BTreeMap<String, u64> =
            found.filter(|(_, games)| *games > 0).map(|(month, games)| (month.clone(), games)).collect();
        assert_eq!(found, months);
    }
}

fn write(path: &Path, games: &[Made]) {
    let mut writer = Writer::create(path, Options::default()).unwrap();
    games.iter().for_each(|game| writer.add(&game.game()).unwrap());
    writer.finish().unwrap();
}

const REQUESTS: [(Database, &str); 14] = [
    (Database::Lichess, ""),
    (Database::Lichess, "history=true&speeds=blitz,rapid"),
    (Database::Lichess, "ratings=1600&since=2000-05&until=2004-05"),
    (Database::Lichess, "ratings[]=0&ratings[]=2500&speeds[]=blitz&topGames=1&recentGames=2&moves=2"),
    (Database::Lichess, "play=a2a3"),
    (Database::Lichess, "play=a2a3,a7a6&until=2003"),
    (Database::Lichess, "play=b2b3,b7b6,a2a3,a7a6&ratings=1800,2000&modes=casual"),
    (Database::Lichess, "play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5"),
    (Database::Masters, "since=2001&until=2003&speeds=blitz&topGames=40"),
    (Database::Masters, "play=a2a3,a7a6&moves=3"),
    (Database::Player, "player=anna+bell&color=white"),
    (Database::Player, "player=anna+bell&color=black&play=a2a3&modes=casual"),
    (Database::Player, "player=mueller,%20joerg&color=white&speeds=classical&since=2001-01"),
    (Database::Player, "player=bell&color=black&recentGames=3"),
];

#[test]
fn answers_are_what_is_counted_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a", "b"].map(|name| folder.path().join(name));
    let all: Vec<Made> = (0..900).map(Made::new).collect();
    let (first, second) = all.split_at(600);
    write(&paths[0], first);
    write(&paths[1], second);
    let mut made = [first, second].map(|games| games.iter().cloned().map(Some).collect::<Vec<_>>());
    // Without an index, with an index, and with an index and later edits.
    for state in 0..3 {
        if state == 1 {
            add_index(&paths[0], 1, |_, _| Ok(())).unwrap();
        }
        if state == 2 {
            let mut writer = Writer::append(&paths[0], Options::default()).unwrap();
            for number in (0..600).step_by(7) {
                if number % 2 == 0 {
                    writer.delete_game(number as u64, None).unwrap();
                    made[0][number] = None;
                } else {
                    let other = Made::new(5000 + number);
                    writer.replace_game(number as u64, &other.game(), None).unwrap();
                    made[0][number] = Some(other);
                }
            }
            writer.finish().unwrap();
        }
        let readers = paths.each_ref().map(|path| Reader::open(path).unwrap());
        let files = readers.each_ref().map(|reader| Collection::open(reader, &mut strict).unwrap());
        for (database, query) in REQUESTS {
            let request = Request::read(database, query).unwrap();
            let answer = explorer::explore(&files, &request, &mut strict).unwrap();
            check(&answer, &request, &files, &made);
        }
    }
}

#[test]
fn castling_is_king_takes_rook_and_openings_are_those_of_positions() {
    let made: Vec<Made> = (0..200).map(Made::new).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    write(&path, &made);
    let reader = Reader::open(&path).unwrap();
    let files = [Collection::open(&reader, &mut strict).unwrap()];
    let ask = |query: &str| {
        explorer::explore(&files, &Request::read(Database::Lichess, query).unwrap(), &mut strict).unwrap()
    };
    let answer = ask("play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5");
    assert_eq!(answer.moves.iter().map(|found| found.uci.as_str()).collect::<Vec<_>>(), ["e1h1"]);
    assert_eq!(answer.opening.map(|opening| opening.name), Some("Italian Game: Giuoco Piano"));
    // With moves, the answer has the last opening name on the path; with a FEN, the name of that position. Underscores
    // are spaces.
    let unnamed = "play=e2e4,e7e5,g1f3,b8c6,f1c4,f8c5,h2h3,h7h6";
    assert_eq!(ask(unnamed).opening.map(|opening| opening.eco), Some("C50"));
    assert_eq!(ask("fen=r1bqk1nr/ppp2pp1/2np3p/2b1p3/2B1P3/P4N1P/1PPP1PP1/RNBQK2R_w_KQkq_-_0_1").opening, None);
    assert_eq!(
        ask("fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR+b+KQkq+-+0+1").opening.map(|o| o.eco),
        Some("B00")
    );
}

#[test]
fn wrong_requests_are_refused_with_the_parameter() {
    for (database, query, named) in [
        (Database::Lichess, "variant=antichess", "variant=antichess"),
        (Database::Lichess, "speeds=fast", "speeds=fast"),
        (Database::Lichess, "ratings=high", "ratings=high"),
        (Database::Lichess, "since=2020-13", "since=2020-13"),
        (Database::Masters, "until=now", "until=now"),
        (Database::Lichess, "moves=-1", "moves=-1"),
        (Database::Lichess, "play=e2e4,e2e4", "move 2 (e2e4)"),
        (Database::Lichess, "fen=8/8/8/8/8/8/8/8%20w", "king"),
        (Database::Player, "color=white", "player="),
        (Database::Player, "player=Anna", "color="),
        (Database::Player, "player=Anna&color=red", "color=red"),
    ] {
        let error = Request::read(database, query).unwrap_err().to_string();
        assert!(error.contains(named), "{query}: {error}");
    }
    assert!(Request::read(Database::Lichess, "unknown=1&source=analysis&variant=chess960").is_ok());
    // Parameters of another database count as unknown.
    let request = Request::read(Database::Player, "player=Anna&color=white&ratings=2500&history=true").unwrap();
    assert!(request.ratings.is_empty() && !request.history);
    assert!(Request::read(Database::Masters, "speeds=blitz&ratings=2500").unwrap().speeds.is_empty());
}

/// The format that programs parse.
#[test]
fn the_shape_of_an_answer_is_kept() {
    let pgn = b"[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdEF12\"]\n[UTCDate \"2024.03.09\"]\n[White \"Anna\"]\n\
        [Black \"J\xF6rg\"]\n[Result \"1-0\"]\n[WhiteElo \"2010\"]\n[TimeControl \"180+2\"]\n\n1. e4 c5 1-0\n\n\
        [White \"Dora\"]\n[Black \"Carl\"]\n[Result \"1/2-1/2\"]\n\n1. d4 1/2-1/2\n";
    let reader =
        Reader::from_bytes(plypack::pack_games(&games_from_pgn(pgn).unwrap().0, plypack::Codec::Byte).unwrap())
            .unwrap();
    let files = [Collection::open(&reader, &mut strict).unwrap()];
    let json = |database, query: &str| {
        explorer::explore(&files, &Request::read(database, query).unwrap(), &mut strict).unwrap().to_json()
    };
    let anna =
        r#""white":{"name":"Anna","rating":2010},"black":{"name":"Jörg","rating":0},"year":2024,"month":"2024-03""#;
    let dora = r#""id":"_0000001","winner":null,"mode":"rated","white":{"name":"Dora","rating":0},"black":{"name":"Carl","rating":0},"year":0,"month":null"#;
    let opening_e4 = r#"{"eco":"B00","name":"King's Pawn Game"}"#;
    let opening_d4 = r#"{"eco":"A40","name":"Queen's Pawn Game"}"#;
    let anna_here = format!(r#""id":"abcdEF12","winner":"white","speed":"blitz","mode":"rated",{anna}"#);
    let expected = format!(
        r#"{{"white":1,"draws":1,"black":0,"moves":[{{"uci":"d2d4","san":"d4","white":0,"draws":1,"black":0,"game":{{{dora}}},"opening":{opening_d4}}},{{"uci":"e2e4","san":"e4","averageRating":2010,"white":1,"draws":0,"black":0,"game":{{{anna_here}}},"opening":{opening_e4}}}],"recentGames":[{{"uci":"e2e4",{anna_here}}},{{"uci":"d2d4",{dora}}}],"topGames":[{{"uci":"e2e4",{anna_here}}},{{"uci":"d2d4",{dora}}}],"opening":null}}"#
    );
    assert_eq!(json(Database::Lichess, ""), expected);
    let masters = json(Database::Masters, "play=e2e4");
    let expected = format!(
        r#"{{"white":1,"draws":0,"black":0,"moves":[{{"uci":"c7c5","san":"c5","white":1,"draws":0,"black":0,"game":{{"id":"abcdEF12","winner":"white",{anna}}},"opening":{{"eco":"B20","name":"Sicilian Defense"}}}}],"topGames":[{{"uci":"c7c5","id":"abcdEF12","winner":"white",{anna}}}],"opening":{opening_e4}}}"#
    );
    assert_eq!(masters, expected);
    let player = json(Database::Player, "player=jorg&color=black&play=e2e4");
    assert!(player.contains(r#""averageOpponentRating":2010,"performance":1210,"#), "{player}");
    assert!(player.ends_with(&format!(r#""opening":{opening_e4},"queuePosition":0}}"#)), "{player}");
    assert_eq!(
        json(Database::Lichess, "history=true&play=e2e4").split("\"history\":").nth(1),
        Some(r#"[{"month":"2024-03","white":1,"draws":0,"black":0}]}"#)
    );
    let pgn = |id: &str| String::from_utf8_lossy(&explorer::pgn_of(&files, id).unwrap()).into_owned();
    assert!(pgn("abcdEF12").contains("1. e4 c5 1-0") && pgn("_0000001").contains("1. d4 1/2-1/2"));
    for missing in ["_0000002", "abcdef12", "abc", "_", "_%", "abcdEF1\"", "_zzzzzzzzzzzzzzz"] {
        assert_eq!(explorer::pgn_of(&files, missing).unwrap_err().code(), plypack::ErrorCode::NotFound, "{missing}");
    }
}
