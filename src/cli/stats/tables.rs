//! The tables of `plypack stats`, for text and for pictures.

use std::collections::{BTreeMap, HashMap};

use plypack::{
    PackedMove, Position, Result, openings,
    search::{ColorCounts, OpeningCounts, PlayerCounts, PlayerScore, ResultCounts, Statistics},
    text::{text_of, unescape, write_san_line},
};

use super::counted::Counted;
use crate::console::terminal::one_line;

/// The meaning of the rows of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Games, by results.
    Results,
    /// Games of players, by their score.
    Scores,
    /// Only games.
    Games,
}

/// A table.
pub struct Table {
    /// Title of its first column.
    pub title: String,
    pub kind: Kind,
    pub rows: Vec<Row>,
    /// Number of further rows.
    pub left_out: usize,
    /// Number of games that are 100 percent, for each player shown.
    pub all: Vec<u64>,
}

/// A row: one count, or one per player shown.
pub struct Row {
    pub label: String,
    pub counts: Vec<Count>,
}

/// Games of a row.
#[derive(Debug, Clone, Copy, Default)]
pub struct Count {
    pub games: u64,
    /// Won by White, or by the player; drawn; lost; without result.
    pub parts: [u64; 4],
    pub score: Option<f64>,
    pub opponents: Option<u32>,
    pub performance: Option<i32>,
}

impl From<ResultCounts> for Count {
    fn from(results: ResultCounts) -> Count {
        let parts = [results.white, results.draws, results.black, results.other];
        Count { games: results.games(), parts, score: results.score(), ..Count::default() }
    }
}

impl From<PlayerScore> for Count {
    fn from(score: PlayerScore) -> Count {
        Count {
            games: score.games(),
            parts: [score.wins, score.draws, score.losses, score.other],
            score: score.score(),
            opponents: score.average_opponent(),
            performance: score.performance(),
        }
    }
}

/// Returns all tables: of the games, or of players if any were given.
///
/// Errors: [`plypack::ErrorCode::NoMemory`], and errors of moves that cannot be written.
pub fn tables(all: &[Counted], players: &[PlayerCounts], limit: usize) -> Result<Vec<Table>> {
    match all {
        [one] if one.player.is_empty() => Ok(of_games(&one.found, players, limit)),
        of_names => of_players(of_names, limit),
    }
}

fn of_games(found: &Statistics, players: &[PlayerCounts], limit: usize) -> Vec<Table> {
    let all = found.results.games();
    let table = |title: &str, kind, rows: Vec<Row>, left_out| Table {
        title: title.to_owned(),
        kind,
        rows,
        left_out,
        all: vec![all],
    };
    let results = [
        ("white", found.results.white),
        ("draws", found.results.draws),
        ("black", found.results.black),
        ("other", found.results.other),
    ];
    let results = results.map(|(label, games)| row(label.to_owned(), Count { games, ..Count::default() }));
    let years = in_steps(&found.years, &YEARS, limit);
    let ratings = in_steps(&found.ratings, &RATINGS, limit);
    let openings = found.openings();
    let named = |player: &PlayerCounts| row(name_of(&player.name), player.score.into());
    vec![
        table("result", Kind::Games, results.into(), 0),
        table("year", Kind::Results, of_numbers(years), 0),
        table("rating", Kind::Results, of_numbers(ratings), 0),
        table("length in moves", Kind::Games, lengths(&found.lengths, limit), 0),
        table("volume of ECO", Kind::Results, volumes(&openings), 0),
        table(
            "opening",
            Kind::Results,
            openings.iter().take(limit).map(opening_row).collect(),
            openings.len().saturating_sub(limit),
        ),
        table(
            "player",
            Kind::Scores,
            players.iter().take(limit).map(named).collect(),
            players.len().saturating_sub(limit),
        ),
    ]
}

fn row(label: String, count: Count) -> Row {
    Row { label, counts: vec![count] }
}

fn opening_row<T: Copy + Into<Count>>(opening: &OpeningCounts<T>) -> Row {
    row(label_of(opening), opening.counts.into())
}

/// Returns a code and its name.
fn label_of<T>(opening: &OpeningCounts<T>) -> String {
    let code = opening.eco.map(|code| text_of(&code).into_owned());
    match (code, name_of_opening(opening)) {
        (Some(code), Some(name)) => format!("{code} {name}"),
        (Some(one), None) | (None, Some(one)) => one,
        (None, None) => "?".to_owned(),
    }
}

/// Returns the name of an opening in tables and JSON: the tag `Opening` of most of its games, or else the name of its code.
pub fn name_of_opening<T>(opening: &OpeningCounts<T>) -> Option<String> {
    let by_code = || opening.eco.and_then(|code| openings::name(&text_of(&code))).map(str::to_owned);
    opening.name.as_deref().map(name_of).or_else(by_code)
}

/// Counts games by the volume of the Encyclopaedia of Chess Openings that has their code.
fn volumes(openings: &[OpeningCounts<ResultCounts>]) -> Vec<Row> {
    let mut volumes: BTreeMap<(bool, char), ResultCounts> = BTreeMap::new();
    for opening in openings {
        let volume = opening.eco.map_or('?', |code| char::from(code[0]));
        *volumes.entry((opening.eco.is_none(), volume)).or_default() += opening.counts;
    }
    volumes.into_iter().map(|((_, volume), counts)| row(volume.to_string(), counts.into())).collect()
}

/// Returns the value of a tag on one line.
pub fn name_of(value: &[u8]) -> String {
    unescape(value).map_or_else(|_| one_line(value), |value| one_line(text_of(&value).as_bytes()))
}

const YEARS: [u32; 3] = [1, 10, 100];
const RATINGS: [u32; 5] = [100, 200, 500, 1000, 10_000];
/// In plies: twice the number of moves.
const LENGTHS: [u32; 8] = [10, 20, 40, 100, 200, 1000, 10_000, 1_000_000];

/// Groups counts by number, in the smallest steps that give at most `limit` rows; unknown numbers come last.
fn in_steps<T: Copy + Default + std::ops::AddAssign>(
    counts: &BTreeMap<Option<u32>, T>,
    steps: &[u32],
    limit: usize,
) -> Vec<(String, T)> {
    let width = step_of(counts.keys().copied().flatten(), steps, limit);
    let mut rows: BTreeMap<(bool, u32), T> = BTreeMap::new();
    for (number, count) in counts {
        *rows.entry((number.is_none(), number.unwrap_or(0) / width)).or_default() += *count;
    }
    let label = |is_unknown: bool, step: u32| {
        if is_unknown {
            "?".to_owned()
        } else if width == 1 {
            step.to_string()
        } else {
            format!("{}-{}", step * width, step * width + width - 1)
        }
    };
    rows.into_iter().map(|((is_unknown, step), count)| (label(is_unknown, step), count)).collect()
}

/// Returns the smallest step that puts numbers into at most `limit` rows.
fn step_of(numbers: impl Iterator<Item = u32> + Clone, steps: &[u32], limit: usize) -> u32 {
    let rows = |step: u32| numbers.clone().map(|number| number / step).collect::<std::collections::BTreeSet<_>>().len();
    let last = steps[steps.len() - 1];
    steps.iter().copied().find(|step| rows(*step) <= limit).unwrap_or(last)
}

fn of_numbers(rows: Vec<(String, ResultCounts)>) -> Vec<Row> {
    rows.into_iter().map(|(label, counts)| row(label, counts.into())).collect()
}

/// Counts games by length, with empty rows between rows with games.
fn lengths(lengths: &BTreeMap<u32, u64>, limit: usize) -> Vec<Row> {
    // A game of 2n - 1 or 2n plies has n moves; games without moves are counted with the shortest.
    let last = lengths.keys().next_back().copied();
    let step =
        LENGTHS.into_iter().find(|step| last.is_none_or(|last| ((last.saturating_sub(1) / step) as usize) < limit));
    let step = step.unwrap_or(LENGTHS[LENGTHS.len() - 1]);
    let mut games = vec![0; last.map_or(0, |last| 1 + (last.saturating_sub(1) / step) as usize)];
    lengths.iter().for_each(|(plies, count)| games[(plies.saturating_sub(1) / step) as usize] += count);
    let label =
        |index: u32| format!("{}-{}", if index == 0 { 0 } else { index * step / 2 + 1 }, (index + 1) * step / 2);
    (0..).zip(games).map(|(index, games)| row(label(index), Count { games, ..Count::default() })).collect()
}

/// Returns the tables of one player, or of two players side by side.
fn of_players(players: &[Counted], limit: usize) -> Result<Vec<Table>> {
    let sides = |of: fn(&Counted) -> &ColorCounts| players.iter().map(of).collect::<Vec<_>>();
    let white = sides(|player| &player.found.repertoire.white);
    let black = sides(|player| &player.found.repertoire.black);
    let both = |index: usize| {
        let mut score = white[index].score;
        score += black[index].score;
        score
    };
    let all: Vec<u64> = (0..players.len()).map(|index| both(index).games()).collect();
    let of_all = |score: &dyn Fn(usize) -> PlayerScore| (0..players.len()).map(|index| score(index).into()).collect();
    let colors = vec![
        Row { label: "White".to_owned(), counts: of_all(&|index| white[index].score) },
        Row { label: "Black".to_owned(), counts: of_all(&|index| black[index].score) },
        Row { label: "both".to_owned(), counts: of_all(&both) },
    ];
    let mut tables =
        vec![Table { title: "color".to_owned(), kind: Kind::Scores, rows: colors, left_out: 0, all: all.clone() }];
    for (color, sides) in [("White", &white), ("Black", &black)] {
        let games: Vec<u64> = sides.iter().map(|side| side.score.games()).collect();
        let moves = sides.iter().map(|side| first_moves(side)).collect::<Result<Vec<_>>>()?;
        tables.push(beside(format!("{color}: first moves"), moves, &games, limit));
        let openings = sides.iter().map(|side| openings(side)).collect();
        tables.push(beside(format!("{color}: opening"), openings, &games, limit));
    }
    tables.push(years(&white, &black, all, limit));
    Ok(tables)
}

fn openings(side: &ColorCounts) -> Vec<(String, PlayerScore)> {
    let name = |opening: OpeningCounts<PlayerScore>| (label_of(&opening), opening.counts);
    side.openings().into_iter().map(name).collect()
}

fn first_moves(side: &ColorCounts) -> Result<Vec<(String, PlayerScore)>> {
    side.first_moves.iter().map(|(moves, score)| Ok((line(moves)?, *score))).collect()
}

/// Returns moves from the standard start, as text.
///
/// Errors for illegal moves.
pub fn line(moves: &[PackedMove]) -> Result<String> {
    let mut san = Vec::new();
    write_san_line(&Position::default(), moves, &mut san)?;
    Ok(format!("1. {}", String::from_utf8_lossy(&san)))
}

/// Joins the rows of players side by side, by label, in descending order of their number of games.
fn beside(title: String, players: Vec<Vec<(String, PlayerScore)>>, all: &[u64], limit: usize) -> Table {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut rows: Vec<Row> = Vec::new();
    for (player, scores) in players.iter().enumerate() {
        for (label, score) in scores {
            // A code has at most one name per player; only the code is compared.
            let key = label.get(..3).filter(|code| is_code(code)).unwrap_or(label);
            let place = *places.entry(key.to_owned()).or_insert(rows.len());
            if place == rows.len() {
                rows.push(Row { label: label.clone(), counts: vec![Count::default(); players.len()] });
            }
            rows[place].counts[player] = (*score).into();
        }
    }
    let games = |row: &Row| row.counts.iter().map(|count| count.games).sum::<u64>();
    rows.sort_by(|a, b| (games(b), &a.label).cmp(&(games(a), &b.label)));
    let left_out = rows.len().saturating_sub(limit);
    rows.truncate(limit);
    Table { title, kind: Kind::Scores, rows, left_out, all: all.to_vec() }
}

fn is_code(text: &str) -> bool {
    matches!(text.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9'])
}

/// Returns the table by year, for both colors, with the same steps for all players.
fn years(white: &[&ColorCounts], black: &[&ColorCounts], all: Vec<u64>, limit: usize) -> Table {
    let mut years: BTreeMap<Option<u32>, PerPlayer> = BTreeMap::new();
    for (player, side) in white.iter().enumerate().chain(black.iter().enumerate()) {
        for (year, score) in &side.years {
            years.entry(*year).or_default().0[player] += *score;
        }
    }
    let counts = |per_player: PerPlayer| per_player.0[..all.len()].iter().map(|score| (*score).into()).collect();
    let rows = in_steps(&years, &YEARS, limit).into_iter().map(|(label, scores)| Row { label, counts: counts(scores) });
    Table { title: "year".to_owned(), kind: Kind::Scores, rows: rows.collect(), left_out: 0, all }
}

/// The scores of one player or two.
#[derive(Clone, Copy, Default)]
struct PerPlayer([PlayerScore; 2]);

impl std::ops::AddAssign for PerPlayer {
    fn add_assign(&mut self, other: PerPlayer) {
        self.0.iter_mut().zip(other.0).for_each(|(score, other)| *score += other);
    }
}
