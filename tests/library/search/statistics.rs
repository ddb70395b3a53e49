//! Statistics against a plain loop over whole games.

use std::collections::BTreeMap;

use plypack::{
    Codec, Game, Options, PackedMove, Reader, Start, Termination, Writer, games_from_pgn,
    search::{
        self, ColorCounts, Condition, Hit, PlayerName, PlayerScore, Query, ResultCounts, SearchEvent, Statistics,
        TextField, TextForm,
    },
};

use super::{after, games, pack, packed};

/// Games of few players, openings, years and ratings, with every kind of value without a meaning.
fn pgn(number: usize) -> String {
    let one_of = |values: &[&'static str], step: usize| values[number / step % values.len()];
    let white = one_of(&["Anna", "Bert", "Anna Zoë", "?", "", "丁立人", "anna"], 1);
    let black = one_of(&["Bert", "Anna", "Carl", "?", "Bert"], 3);
    let elo = |step| one_of(&["2400", "2450", "2399", "?", "0", "12345", "1800", "100"], step);
    let date = one_of(&["1999.01.01", "2001.??.??", "????.??.??", "2001", "0000.01.01", "20", "1987.12.31"], 5);
    let eco = one_of(&["B90", "B90x", "b90", "B9", "?", "A00", "F12", "E99"], 2);
    let opening = one_of(&["Najdorf", "Sicilian: Najdorf", "?", "Polish"], 7);
    let (result, end) = one_of_pairs(number);
    let start = if number % 11 == 3 { "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n" } else { "" };
    let moves = match start {
        "" => one_of(&["1. e4 c5 2. Nf3", "1. d4", "", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. e4 c5"], 1),
        _ => "1. e4 Ke7",
    };
    let no_tag = number % 13 == 5;
    let tags = if no_tag {
        String::new()
    } else {
        format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"{}\"]\n[Date \"{date}\"]\n\
             [ECO \"{eco}\"]\n[Opening \"{opening}\"]\n{result}",
            elo(1),
            elo(3)
        )
    };
    format!("[Event \"{number}\"]\n{tags}{start}\n{moves} {end}\n\n")
}

/// The result in the tag, and at the end of the movetext, which may differ.
fn one_of_pairs(number: usize) -> (&'static str, &'static str) {
    [
        ("[Result \"1-0\"]\n", "1-0"),
        ("[Result \"1/2-1/2\"]\n", "1/2-1/2"),
        ("[Result \"0-1\"]\n", "0-1"),
        ("[Result \"*\"]\n", "*"),
        ("[Result \"won\"]\n", "1-0"),
        ("", "0-1"),
        ("[Result \"1-0\"]\n", "0-1"),
    ][number % 7]
}

fn game(number: usize) -> Game {
    games_from_pgn(pgn(number).as_bytes()).unwrap().0.remove(0)
}

/// Counts, as maps.
#[derive(Debug, Default, PartialEq)]
struct Slow {
    results: ResultCounts,
    years: BTreeMap<Option<u32>, ResultCounts>,
    ratings: BTreeMap<Option<u32>, ResultCounts>,
    lengths: BTreeMap<u32, u64>,
    longest: Option<(u32, u64, u32)>,
    /// Code and name.
    openings: BTreeMap<(Option<String>, Option<String>), ResultCounts>,
    players: BTreeMap<String, (u64, u64, [u64; 7])>,
    sides: [SlowSide; 2],
}

#[derive(Debug, Default, PartialEq)]
struct SlowSide {
    score: [u64; 7],
    years: BTreeMap<Option<u32>, [u64; 7]>,
    moves: BTreeMap<Vec<PackedMove>, [u64; 7]>,
    openings: BTreeMap<(Option<String>, Option<String>), [u64; 7]>,
}

fn score_of(score: &PlayerScore) -> [u64; 7] {
    [score.wins, score.draws, score.losses, score.other, score.rated, score.opponents, score.half_points]
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn code(eco: Option<[u8; 3]>) -> Option<String> {
    eco.map(|code| text(&code))
}

impl From<&Statistics> for Slow {
    fn from(found: &Statistics) -> Slow {
        let name = |name: &Option<Vec<u8>>| name.as_deref().map(text);
        let openings = found.openings();
        assert!(openings.is_sorted_by(|a, b| a.counts.games() >= b.counts.games()));
        let players = found.spellings().unwrap();
        let order = |player: &search::PlayerCounts| (std::cmp::Reverse(player.score.games()), player.name.clone());
        assert!(players.is_sorted_by_key(order));
        let side = |side: &ColorCounts| SlowSide {
            score: score_of(&side.score),
            years: side.years.iter().map(|(year, score)| (*year, score_of(score))).collect(),
            moves: side.first_moves.iter().map(|(moves, score)| (moves.clone(), score_of(score))).collect(),
            openings: side
                .openings()
                .iter()
                .map(|one| ((code(one.eco), name(&one.name)), score_of(&one.counts)))
                .collect(),
        };
        Slow {
            results: found.results,
            years: found.years.clone(),
            ratings: found.ratings.clone(),
            lengths: found.lengths.clone(),
            longest: found.longest.map(|longest| (longest.file, longest.game, longest.plies)),
            openings: openings.iter().map(|one| ((code(one.eco), name(&one.name)), one.counts)).collect(),
            players: players
                .iter()
                .map(|player| (text(&player.name), (player.white, player.black, score_of(&player.score))))
                .collect(),
            sides: [side(&found.repertoire.white), side(&found.repertoire.black)],
        }
    }
}

fn number(text: Option<&str>, len: std::ops::RangeInclusive<usize>) -> Option<u32> {
    text.filter(|text| len.contains(&text.len()))?.parse().ok().filter(|number| *number > 0)
}

/// Adds a row to another.
fn add(sum: &mut [u64; 7], row: [u64; 7]) {
    sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
}

/// Codes with the name that most of their games have.
fn with_names<T: Default>(
    pairs: BTreeMap<(Option<String>, Option<String>), (u64, T)>,
    add: impl Fn(&mut T, T),
) -> BTreeMap<(Option<String>, Option<String>), T> {
    let mut names: BTreeMap<String, Vec<(u64, String)>> = BTreeMap::new();
    for ((code, name), (games, _)) in &pairs {
        if let (Some(code), Some(name)) = (code, name) {
            names.entry(code.clone()).or_default().push((*games, name.clone()));
        }
    }
    names.values_mut().for_each(|names| names.sort_by(|a, b| (b.0, &a.1).cmp(&(a.0, &b.1))));
    let mut sums = BTreeMap::new();
    for ((code, name), (_, counts)) in pairs {
        let name = match &code {
            Some(code) => names.get(code).map(|names| names[0].1.clone()),
            None => name,
        };
        add(sums.entry((code, name)).or_default(), counts);
    }
    sums
}

fn count(results: &mut ResultCounts, result: Termination) {
    match result {
        Termination::WhiteWins => results.white += 1,
        Termination::Draw => results.draws += 1,
        Termination::BlackWins => results.black += 1,
        _ => results.other += 1,
    }
}

/// The same statistics, counted from complete games.
fn slow(readers: &[&Reader], hits: &[Hit], player: &str) -> Slow {
    let mut slow = Slow::default();
    let mut game = Game::new();
    let mut openings = BTreeMap::<_, (u64, ResultCounts)>::new();
    let mut of_player = [(); 2].map(|()| BTreeMap::<_, (u64, [u64; 7])>::new());
    for hit in hits {
        readers[hit.file as usize].read_game(hit.game, &mut game).unwrap();
        let tag = |name: &str| game.tag(name.as_bytes()).map(text);
        let result = tag("Result").and_then(|tag| Termination::from_text(tag.as_bytes())).unwrap_or(game.termination);
        let plies = game.moves.len() as u32;
        count(&mut slow.results, result);
        let year = tag("Date").and_then(|date| number(date.get(..4), 4..=4));
        count(slow.years.entry(year).or_default(), result);
        let elo = ["WhiteElo", "BlackElo"].map(|name| number(tag(name).as_deref(), 1..=4));
        let band = elo[0].zip(elo[1]).map(|(white, black)| (white + black) / 2 / 100 * 100);
        count(slow.ratings.entry(band).or_default(), result);
        *slow.lengths.entry(plies).or_default() += 1;
        if slow.longest.is_none_or(|(.., most)| plies > most) {
            slow.longest = Some((hit.file, hit.game, plies));
        }
        let eco = tag("ECO").and_then(|eco| Some(eco.get(..3)?.to_owned()));
        let eco = eco.filter(|eco| {
            matches!(eco.as_bytes(), [b'A'..=b'E', tens, units] if tens.is_ascii_digit() && units.is_ascii_digit())
        });
        let opening = (eco, tag("Opening").filter(|name| name != "?" && !name.is_empty()));
        let counts = openings.entry(opening.clone()).or_default();
        counts.0 += 1;
        count(&mut counts.1, result);
        for color in [0, 1] {
            let Some(name) = tag(["White", "Black"][color]) else { continue };
            let points = match result {
                Termination::WhiteWins => Some(2 * (1 - color)),
                Termination::Draw => Some(1),
                Termination::BlackWins => Some(2 * color),
                _ => None,
            };
            let mut row = [0; 7];
            row[points.map_or(3, |points| 2 - points)] = 1;
            if let (Some(points), Some(elo)) = (points, elo[1 - color]) {
                (row[4], row[5], row[6]) = (1, elo.into(), points as u64);
            }
            if name != "?" && !name.is_empty() {
                let player = slow.players.entry(name.clone()).or_default();
                *[&mut player.0, &mut player.1][color] += 1;
                add(&mut player.2, row);
            }
            if !player.is_empty() && name.to_lowercase().replace('ë', "e").contains(player) {
                let side = &mut slow.sides[color];
                add(&mut side.score, row);
                add(side.years.entry(year).or_default(), row);
                let counts = of_player[color].entry(opening.clone()).or_default();
                counts.0 += 1;
                add(&mut counts.1, row);
                if let (Start::Standard, Some(first)) = (&game.start, game.moves.get(..=color)) {
                    add(side.moves.entry(first.to_vec()).or_default(), row);
                }
            }
        }
    }
    slow.openings = with_names(openings, |sum, more| *sum += more);
    let [white, black] = of_player.map(|pairs| with_names(pairs, |sum: &mut [u64; 7], more| add(sum, more)));
    (slow.sides[0].openings, slow.sides[1].openings) = (white, black);
    slow
}

/// Three blocks of games, of which some were deleted and replaced.
fn edited(codec: Codec, first: usize) -> Reader {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    std::fs::write(&path, packed(&(first..first + 120).map(game).collect::<Vec<_>>(), codec, 50)).unwrap();
    let mut writer = Writer::append(&path, Options::of(codec)).unwrap();
    for deleted in [0, 49, 50, 77, 119] {
        writer.delete_game(deleted, None).unwrap();
    }
    for (replaced, by) in [(3, 500), (48, 501), (51, 504), (100, 503), (101, 502)] {
        writer.replace_game(replaced, &game(by), None).unwrap();
    }
    writer.finish().unwrap();
    Reader::open(&path).unwrap()
}

#[test]
fn statistics_are_those_of_whole_games() {
    let files = [edited(Codec::Byte, 0), edited(Codec::Tight, 120), pack(&[], Codec::Byte, 1)];
    let readers: Vec<&Reader> = files.iter().collect();
    let anna = Condition::text(TextField::Player, "anna");
    let result = Condition::Result(Termination::WhiteWins);
    let of_position = |moves: &str, condition: &Condition| {
        let mut query = Query::position(&after(moves));
        query.condition = condition.clone();
        query
    };
    let all = Condition::default();
    let queries = [
        (Query::games(all.clone()), ""),
        (Query::games(all.clone()), "anna"),
        (Query::games(anna.clone()), "anna"),
        (Query::games(anna.clone().and(result.clone())), "anna zoe"),
        (Query::games(Condition::Not(Box::new(result))), "丁"),
        (of_position("e4 c5", &all), "anna"),
        (of_position("", &anna), "bert"),
        (of_position("h4", &all), "bert"),
    ];
    for (mut query, player) in queries {
        for threads in [1, 3] {
            query.threads = threads;
            let hits = match query.target {
                Some(_) => search::find(&readers, &query, &mut search::strict).unwrap(),
                None => search::list(&readers, &query, &mut search::strict).unwrap(),
            };
            let name = PlayerName { form: TextForm::Contains, text: player.into() };
            let names = if player.is_empty() { vec![] } else { vec![name] };
            let found = search::statistics(&readers, &query, &names, &mut search::strict).unwrap();
            assert_eq!(Slow::from(&found), slow(&readers, &hits, player), "{player} {:?}", query.condition);
            assert_eq!(found.results.games(), hits.len() as u64);

            let mut apart = Statistics::default();
            for (file, reader) in (0..).zip(&readers) {
                let more = search::statistics(&[reader], &query, &names, &mut search::strict).unwrap();
                apart.merge(more, file).unwrap();
            }
            assert_eq!(apart, found);
        }
    }
}

#[test]
fn lengths_have_a_mean_and_a_median() {
    let lengths = |moves: &[&str]| {
        let text: String = moves.iter().map(|moves| format!("{moves} *\n\n")).collect();
        let reader = pack(&games(&text), Codec::Byte, 2);
        let found = search::statistics(&[&reader], &Query::default(), &[], &mut search::strict).unwrap();
        (found.mean_plies(), found.median_plies(), found.plies(), found.longest.map(|longest| longest.game))
    };
    let one = "1. e4";
    let three = "1. e4 e5 2. Nf3";
    assert_eq!(lengths(&[one, three, three]), (Some(7.0 / 3.0), Some(3.0), 7, Some(1)));
    assert_eq!(lengths(&[three, one]), (Some(2.0), Some(2.0), 4, Some(0)));
    let empty = Statistics::default();
    assert_eq!((empty.mean_plies(), empty.median_plies(), empty.results.score()), (None, None, None));
}

#[test]
fn what_cannot_be_read_is_reported_and_left_out() {
    let games: Vec<Game> = (0..60).map(game).collect();
    let sound = pack(&games, Codec::Byte, 20);
    let file = packed(&games, Codec::Byte, 20);
    let rest: Vec<Hit> = (0..20).chain(40..60).map(|game| Hit { file: 0, game, ply: 0 }).collect();
    let sections = sound.block_header(1).unwrap().sections;
    let start = sound.blocks()[1].range.start;
    let anna = [PlayerName { form: TextForm::Contains, text: b"anna".into() }];
    let mut left_out = 0;
    let mut without_moves = 0;
    for section in sections.iter().filter(|section| section.range.start < section.range.end) {
        let mut broken = file.clone();
        broken[(start + section.range.start) as usize] ^= 0x10;
        let reader = Reader::from_bytes(broken).unwrap();
        let mut corrupt = Vec::new();
        let mut observer = |event: SearchEvent| {
            if let SearchEvent::Corruption(found) = event {
                corrupt.push(found.corruption.games);
            }
            Ok(())
        };
        let found = search::statistics(&[&reader], &Query::default(), &anna, &mut observer).unwrap();
        match found.results.games() {
            40 => {
                assert_eq!((corrupt.len(), corrupt[0].clone()), (1, 20..40));
                assert_eq!(Slow::from(&found), slow(&[&sound], &rest, "anna"));
                left_out += 1;
            }
            60 => {
                assert!(corrupt.iter().all(|games| (20..40).contains(&games.start) && games.end == games.start + 1));
                without_moves += usize::from(!corrupt.is_empty());
            }
            games => panic!("{games} games"),
        }
        if !corrupt.is_empty() {
            assert!(search::statistics(&[&reader], &Query::default(), &anna, &mut search::strict).is_err());
        }
    }
    assert!(left_out > 3 && without_moves > 0, "{left_out} {without_moves}");
}
