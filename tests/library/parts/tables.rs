//! The rows of tables, and the rows of a plain loop over games.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use super::{
    Pick,
    answers::readable,
    files::Made,
    model::{Counts, Model, Played, Visit, add_counts, count},
    questions::Question,
    rows::Rows,
};
use plypack::{
    search::{Query, Target},
    tables::{Table, TableScan},
};

/// Game, and plies to the first match.
type GameRow = (i64, Option<i64>);
/// Game, ply, position and move.
type PlyRow = (i64, i64, i64, Option<i64>);
/// By position and move.
type TreeRows = BTreeMap<(i64, Option<i64>), Counts>;

/// The rows of all tables.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tables {
    games: Vec<GameRow>,
    plies: Vec<PlyRow>,
    tree: TreeRows,
}

/// Options of a scan in addition to its query.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    key: Option<i64>,
    max_ply: u32,
}

const COUNTS: [&str; 8] = ["games", "white", "draws", "black", "other", "rating_sum", "rated", "last_year"];

fn packed(visit: &Visit) -> Option<i64> {
    visit.next().map(|next| i64::from(next.0 as i16))
}

/// The rows of a loop over the games with these numbers.
fn of_loop(model: &Model, numbers: &Range<u64>, question: &Question, wanted: Wanted) -> Tables {
    let mut tables = Tables::default();
    let here = model.games.iter().filter(|game| numbers.contains(&game.number));
    for played in here.filter(|game| (question.is_wanted)(game)) {
        let found = match &question.check {
            None => None,
            Some(check) => match played.first_match(&**check, question.query.variations) {
                None => continue,
                Some(visit) => Some(visit),
            },
        };
        tables.games.push((played.number as i64, found.map(|visit| visit.ply().into())));
        let is_row = |visit: &&Visit| {
            found.is_none_or(|found| found.ply() == visit.ply())
                && wanted.key.is_none_or(|key| visit.key() == key)
                && visit.ply() <= wanted.max_ply
        };
        add_positions(&mut tables, played, played.main.iter().filter(is_row));
    }
    tables
}

fn add_positions<'v>(tables: &mut Tables, played: &Played, visits: impl Iterator<Item = &'v Visit>) {
    let mut met = Vec::new();
    for visit in visits {
        let key = visit.key();
        tables.plies.push((played.number as i64, visit.ply().into(), key, packed(visit)));
        if !met.contains(&key) {
            met.push(key);
            let mut counts = Counts::default();
            count(&mut counts, played, &visit.position);
            add_counts(&mut tables.tree, (key, packed(visit)), &counts);
        }
    }
}

/// The rows of scans of these games.
fn of_scans(made: &Made, games: &Range<u64>, question: &Question, wanted: Wanted, is_damaged: bool) -> Tables {
    let rows = |table, columns: &[&str]| {
        let scan = TableScan::new(made.reader.clone(), table).with_columns(columns).unwrap();
        let scan = scan.with_query(Arc::new(Query::clone(&question.query))).with_games(games.clone()).unwrap();
        let scan = scan.with_batch_rows(7).unwrap();
        let scan = if is_damaged { scan.accepting_corruption() } else { scan };
        let scan = match wanted.key.filter(|_| table != Table::Games) {
            Some(key) => scan.with_position(key).unwrap(),
            None => scan,
        };
        let batches = scan.with_max_ply(wanted.max_ply).stream().unwrap().collect::<Result<Vec<_>, _>>();
        Rows::of(&batches.unwrap())
    };
    let mut tables = Tables::default();
    let found = rows(Table::Games, &["first_match", "game"]);
    let game = |row| (found.number(row, "game").unwrap(), found.number(row, "first_match"));
    tables.games = (0..found.len()).map(game).collect();
    // Scans whose first match can be in a variation are refused, because it is not a position of a main line.
    if question.query.variations {
        return tables;
    }
    let found = rows(Table::Plies, &["game", "ply", "position", "move"]);
    for row in 0..found.len() {
        let number = |column| found.number(row, column);
        let place = (number("game").unwrap(), number("ply").unwrap(), number("position").unwrap(), number("move"));
        tables.plies.push(place);
    }
    let found = rows(Table::Tree, &[&COUNTS[..], &["position", "move"]].concat());
    for row in 0..found.len() {
        let counts = COUNTS.map(|column| found.number(row, column).unwrap_or(0) as u64);
        add_counts(&mut tables.tree, (found.number(row, "position").unwrap(), found.number(row, "move")), &counts);
    }
    tables
}

/// Ranges of games: all games, each block, and some ranges that begin and end anywhere.
fn game_ranges(made: &Made, picks: &[Pick]) -> Vec<Range<u64>> {
    let all = made.reader.number_end();
    let picked = picks.iter().map(|(a, b)| {
        let a = a % (all + 1);
        let b = b % (all + 1);
        a.min(b)..a.max(b)
    });
    let blocks = made.reader.blocks().iter().map(|block| block.first_game..block.first_game + block.games);
    std::iter::once(0..all).chain(blocks.take(8)).chain(picked).collect()
}

/// The scans of a question: the question itself, and for a position also scans by its key, which use everything that
/// the index has about it.
fn scans_of(question: &Question) -> Vec<(Question, Wanted)> {
    let everything = Wanted { key: None, max_ply: u32::MAX };
    let mut scans = vec![(question.clone(), everything)];
    if let Some(Target::Position(position)) = &question.query.target {
        let key = position.key() as i64;
        let mut query = Query::clone(&question.query);
        query.target = None;
        query.variations = false;
        let by_key = Question { query, check: None, ..question.clone() };
        scans.push((by_key.clone(), Wanted { key: Some(key), max_ply: u32::MAX }));
        // Three plies are just within the limit of some questions, and just beyond the limit of others.
        let max_ply = 2 + question.what.len() as u32 % 2;
        scans.push((by_key, Wanted { key: Some(key), max_ply }));
    }
    scans
}

/// The rows; without `plies` and `tree` if their scans are refused.
fn without_variations(question: &Question, tables: Tables) -> Tables {
    if question.query.variations { Tables { games: tables.games, ..Tables::default() } } else { tables }
}

pub fn ask(made: &Made, question: &Question, picks: &[Pick]) {
    for (question, wanted) in scans_of(question) {
        for games in game_ranges(made, picks) {
            let found = of_scans(made, &games, &question, wanted, false);
            let expected = without_variations(&question, of_loop(&made.model, &games, &question, wanted));
            assert_eq!(found, expected, "{question:?}, {wanted:?} of games {games:?}");
        }
        let all = made.reader.number_end();
        partitions_are_the_whole(made, &question, wanted, &(0..all), &[1, 400, u64::MAX]);
        partitions_are_the_whole(made, &question, wanted, &(all / 5..all - all / 5), &[400]);
        ask_blocks(made, &question, wanted);
    }
}

/// Scans the blocks that a query names, and some of their games.
fn ask_blocks(made: &Made, question: &Question, wanted: Wanted) {
    let count = made.reader.blocks().len();
    let blocks = count / 3..count.div_ceil(2);
    let numbers = super::numbers(&made.reader, &blocks);
    let mut query = Query::clone(&question.query);
    query.blocks = Some(blocks.clone());
    let within = Question { query, ..question.clone() };
    for games in [0..made.reader.number_end(), numbers.start + 1..numbers.end] {
        let found = of_scans(made, &games, &within, wanted, false);
        let here = games.start.max(numbers.start)..games.end.min(numbers.end);
        let expected = without_variations(question, of_loop(&made.model, &here, question, wanted));
        assert_eq!(found, expected, "{question:?}, {wanted:?} of blocks {blocks:?} and games {games:?}");
    }
}

/// Returns the number of blocks that have some of these games, and the bytes of these blocks.
fn blocks_and_bytes(made: &Made, games: &Range<u64>) -> (usize, u64) {
    let blocks = made.reader.blocks().iter();
    let here = blocks.filter(|block| block.first_game < games.end && games.start < block.first_game + block.games);
    let bytes = here.map(|block| block.range.end - block.range.start);
    (bytes.clone().count(), bytes.sum())
}

/// The parts of a scan have the rows of the whole scan.
fn partitions_are_the_whole(made: &Made, question: &Question, wanted: Wanted, games: &Range<u64>, sizes: &[u64]) {
    let whole = of_scans(made, games, question, wanted, false);
    let scan = TableScan::new(made.reader.clone(), Table::Games).with_games(games.clone()).unwrap();
    let scan = scan.with_query(Arc::new(Query::clone(&question.query)));
    for target_bytes in sizes.iter().copied() {
        let mut parts = Tables::default();
        for games in scan.partitions(target_bytes).unwrap() {
            let (blocks, bytes) = blocks_and_bytes(made, &games);
            assert!(blocks == 1 || bytes <= target_bytes, "{blocks} blocks of {bytes} bytes, not {target_bytes}");
            let part = of_scans(made, &games, question, wanted, false);
            parts.games.extend(part.games);
            parts.plies.extend(part.plies);
            part.tree.iter().for_each(|(key, counts)| add_counts(&mut parts.tree, *key, counts));
        }
        assert_eq!(parts, whole, "{question:?}, {wanted:?} in parts of {target_bytes} bytes");
    }
}

/// In a damaged file, the parts of a scan count as many unreadable games as the whole scan.
pub fn parts_lose_what_the_whole_does(made: &Made, question: &Question) {
    let query = Arc::new(Query::clone(&question.query));
    let lost_of = |games: Range<u64>| {
        let scan = TableScan::new(made.reader.clone(), Table::Games).with_query(query.clone());
        let scan = scan.with_games(games).unwrap().accepting_corruption();
        scan.stream().unwrap().for_each(|batch| drop(batch.unwrap()));
        scan.corrupt()
    };
    let scan = TableScan::new(made.reader.clone(), Table::Games).with_query(query.clone());
    let parts = scan.partitions(1).unwrap();
    assert_eq!(parts.into_iter().map(lost_of).sum::<u64>(), lost_of(0..made.reader.number_end()), "{question:?}");
}

/// With damage: all rows of readable games are found, and for other games at most their own rows; the parts lose the
/// same rows as the whole.
pub fn ask_damaged(made: &Made, question: &Question, picks: &[Pick]) {
    let readable = readable(made);
    for (question, wanted) in scans_of(question) {
        let cut = |games: &Range<u64>| of_scans(made, games, &question, wanted, true);
        for games in game_ranges(made, picks) {
            let found = cut(&games);
            let low = without_variations(&question, of_loop(&readable, &games, &question, wanted));
            let high = without_variations(&question, of_loop(&made.model, &games, &question, wanted));
            let has_all = low.games.iter().all(|row| found.games.contains(row))
                && low.plies.iter().all(|row| found.plies.contains(row));
            let has_no_other = found.games.iter().all(|row| high.games.contains(row))
                && found.plies.iter().all(|row| high.plies.contains(row));
            assert!(
                has_all && has_no_other,
                "{question:?}, {wanted:?} of games {games:?}: {found:?}\n{low:?}\n{high:?}"
            );
            let middle = games.start + (games.end - games.start) / 2;
            let mut parts = cut(&(games.start..middle));
            let second = cut(&(middle..games.end));
            parts.games.extend(second.games);
            parts.plies.extend(second.plies);
            second.tree.iter().for_each(|(key, counts)| add_counts(&mut parts.tree, *key, counts));
            assert_eq!(parts, found, "{question:?}, {wanted:?} of games {games:?} in two parts");
        }
    }
}
