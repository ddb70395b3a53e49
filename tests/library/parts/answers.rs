//! The answers to a question: from the searches, and from a plain loop over the games.

use std::{collections::BTreeMap, ops::Range};

use plypack::{
    PackedMove, Reader,
    search::{self, NameFilter, Query, SearchEvent, Target, TextField, strict},
};
use shakmaty::{EnPassantMode, fen::Fen};

use super::{
    files::Made,
    model::{Counts, Model, Played, Visit, add_counts, count},
    questions::Question,
    replay,
};

/// The answers of all searches for one query.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// File, game and ply of each hit.
    hits: Vec<(u32, u64, u32)>,
    count: u64,
    /// The moves played next.
    tree: BTreeMap<Option<PackedMove>, Counts>,
    /// Lines of one and two plies.
    lines: BTreeMap<Vec<PackedMove>, Counts>,
    /// Start and moves of move orders.
    orders: BTreeMap<(Option<String>, Vec<PackedMove>), u64>,
    /// File and number of the games that meet the condition, with or without the target.
    listed: Vec<(u32, u64)>,
    /// Games of each name of White or Black that contains `1`.
    names: BTreeMap<Vec<u8>, u64>,
    /// Statistics of the hits: years, results, lengths and longest game.
    years: BTreeMap<Option<u32>, u64>,
    results: [u64; 4],
    lengths: BTreeMap<u32, u64>,
    longest: Option<(u32, u64, u32)>,
}

const NAME: &str = "1";

/// The games of some files, each with the numbers that are searched.
pub fn of_loop(files: &[(&Model, Range<u64>)], question: &Question) -> Answers {
    let mut answers = Answers::default();
    for (file, (model, numbers)) in (0..).zip(files) {
        let here = model.games.iter().filter(|game| numbers.contains(&game.number));
        for played in here.filter(|game| (question.is_wanted)(game)) {
            add_game(&mut answers, file, played, question);
        }
    }
    answers
}

fn add_game(answers: &mut Answers, file: u32, played: &Played, question: &Question) {
    answers.listed.push((file, played.number));
    let names: Vec<&str> = ["White", "Black"].iter().filter_map(|tag| played.tag(tag)).collect();
    for name in names.iter().filter(|name| name.contains(NAME)) {
        *answers.names.entry(name.as_bytes().to_vec()).or_default() += 1;
    }
    let found = match &question.check {
        None => None,
        Some(check) => match played.first_match(&**check, question.query.variations) {
            None => return,
            Some(visit) => Some(visit),
        },
    };
    let mut counts = Counts::default();
    count(&mut counts, played, &replay::start_of(&played.game));
    (0..4).for_each(|result| answers.results[result] += counts[1 + result]);
    *answers.years.entry(played.year()).or_default() += 1;
    let plies = played.game.moves.len() as u32;
    *answers.lengths.entry(plies).or_default() += 1;
    if answers.longest.is_none_or(|(.., longest)| plies > longest) {
        answers.longest = Some((file, played.number, plies));
    }
    if let Some(visit) = found {
        add_match(answers, file, played, visit, question);
    }
}

fn add_match(answers: &mut Answers, file: u32, played: &Played, visit: &Visit, question: &Question) {
    answers.hits.push((file, played.number, visit.ply()));
    answers.count += 1;
    let start = played.main[0].position.clone();
    let is_standard = played.game.start == plypack::Start::Standard;
    let fen = (!is_standard).then(|| Fen::from_position(&start, EnPassantMode::Legal).to_string());
    *answers.orders.entry((fen, visit.path.clone())).or_default() += 1;
    if let Some(Target::Position(_)) = question.query.target {
        let mut counts = Counts::default();
        count(&mut counts, played, &visit.position);
        add_counts(&mut answers.tree, visit.next(), &counts);
        let mut position = visit.position.clone();
        for depth in 1..=visit.rest.len().min(2) {
            let mut counts = Counts::default();
            count(&mut counts, played, &position);
            add_counts(&mut answers.lines, visit.rest[..depth].to_vec(), &counts);
            replay::play(&mut position, visit.rest[depth - 1]).unwrap();
        }
    }
}

fn counts_of(branch: &search::Branch) -> Counts {
    let b = branch;
    [b.games, b.white, b.draws, b.black, b.other, b.rating_sum, b.rated, b.last_year.into()]
}

/// The answers of the searches, which find nothing corrupt.
pub fn of_search(readers: &[&Reader], question: &Question, blocks: Option<Range<usize>>) -> Answers {
    ask(readers, question, blocks, &mut strict)
}

fn ask(
    readers: &[&Reader],
    question: &Question,
    blocks: Option<Range<usize>>,
    observer: &mut search::SearchObserver<'_>,
) -> Answers {
    let mut query = Query::clone(&question.query);
    query.blocks = blocks;
    let mut answers = Answers::default();
    let listed = search::list(readers, &query, observer).unwrap();
    answers.listed = listed.iter().map(|hit| (hit.file, hit.game)).collect();
    let filter = NameFilter { field: TextField::Player, text: NAME.into(), begins: false };
    let names = search::names(readers, &query, &filter, observer).unwrap();
    answers.names = names.into_iter().map(|name| (name.name, name.games)).collect();
    let statistics = search::statistics(readers, &query, &[], observer).unwrap();
    let results = statistics.results;
    answers.results = [results.white, results.draws, results.black, results.other];
    answers.lengths = statistics.lengths;
    answers.years = statistics.years.into_iter().map(|(year, results)| (year, results.games())).collect();
    answers.longest = statistics.longest.map(|longest| (longest.file, longest.game, longest.plies));
    if query.target.is_none() {
        return answers;
    }
    let hits = search::find(readers, &query, observer).unwrap();
    answers.hits = hits.iter().map(|hit| (hit.file, hit.game, hit.ply)).collect();
    answers.count = search::count(readers, &query, observer).unwrap();
    let orders = search::transpositions(readers, &query, observer).unwrap();
    answers.orders = orders.into_iter().map(|order| ((order.start, order.moves), order.games)).collect();
    if let Some(Target::Position(_)) = query.target {
        let tree = search::tree(readers, &query, observer).unwrap();
        answers.tree = tree.iter().map(|branch| (branch.next_move, counts_of(branch))).collect();
        let lines = search::continuations(readers, &query, 2, observer).unwrap();
        answers.lines = lines.into_iter().map(|line| (line.moves, counts_of(&line.branch))).collect();
    }
    answers
}

/// Returns whether the counts lie between `low` and `high`, in each column except the last, which is a year.
fn lies_between<K: Ord>(counts: &BTreeMap<K, Counts>, low: &BTreeMap<K, Counts>, high: &BTreeMap<K, Counts>) -> bool {
    let of = |all: &BTreeMap<K, Counts>, key: &K| all.get(key).copied().unwrap_or_default();
    let is_between = |key: &K| {
        let low = of(low, key);
        let found = of(counts, key);
        let high = of(high, key);
        (0..7).all(|column| (low[column]..=high[column]).contains(&found[column]))
    };
    counts.keys().chain(low.keys()).all(is_between)
}

/// Returns whether `found` has every item of `low`, and only items of `high`; all are ascending.
fn are_between<T: Ord>(found: &[T], low: &[T], high: &[T]) -> bool {
    let has = |all: &[T], item: &T| all.binary_search(item).is_ok();
    found.is_sorted() && found.iter().all(|item| has(high, item)) && low.iter().all(|item| has(found, item))
}

/// The readable games of blocks that can be read completely, because searches and tables read the needed parts for all
/// games of a block at once.
pub fn readable(made: &Made) -> Model {
    let reader = &made.reader;
    let mut game = plypack::Game::new();
    let is_whole = |number: u64| reader.place_of(number).is_ok_and(|(block, _)| reader.block(block).is_ok());
    let mut can_be_read = |number: u64| is_whole(number) && reader.read_game(number, &mut game).is_ok();
    let whole = made.model.games.iter().filter(|played| can_be_read(played.number));
    Model { games: whole.map(|played| Played::new(played.number, plypack::Game::clone(&played.game))).collect() }
}

/// Searches ranges of blocks of a damaged file. All readable games are found, perhaps also existing games that cannot
/// be read; missing games are reported. The index counts a game even if it cannot be read.
pub fn ask_damaged(made: &Made, question: &Question, ranges: &[Range<usize>]) {
    let whole = readable(made);
    let mut by_block: Vec<Answers> = Vec::new();
    for block in 0..made.reader.blocks().len() {
        by_block.push(check_damaged(made, &whole, question, block..block + 1));
    }
    for blocks in ranges {
        let found = check_damaged(made, &whole, question, blocks.clone());
        let parts = &by_block[blocks.start.min(by_block.len())..blocks.end.min(by_block.len())];
        let hits: Vec<_> = parts.iter().flat_map(|part| part.hits.iter().copied()).collect();
        let listed: Vec<_> = parts.iter().flat_map(|part| part.listed.iter().copied()).collect();
        assert_eq!((&found.hits, &found.listed), (&hits, &listed), "{question:?} of blocks {blocks:?}");
        assert_eq!(found.count, hits.len() as u64, "{question:?} of blocks {blocks:?}");
    }
}

/// Searches ranges of blocks of a file in which some games are lost completely: all others are found, and each search
/// reports each lost game once.
pub fn ask_without_lost(made: &Made, question: &Question, ranges: &[Range<usize>]) {
    let whole = readable(made);
    let is_lost = |number: &u64| !whole.games.iter().any(|game| game.number == *number);
    let searches = match question.query.target {
        None => 3,
        Some(Target::Position(_)) => 8,
        Some(_) => 6,
    };
    for blocks in ranges {
        let numbers = super::numbers(&made.reader, blocks);
        let mut reported: Vec<u64> = Vec::new();
        let mut observer = |event: SearchEvent| {
            if let SearchEvent::Corruption(found) = event {
                reported.extend(found.corruption.games);
            }
            Ok(())
        };
        let found = ask(&[&made.reader], question, Some(blocks.clone()), &mut observer);
        let expected = of_loop(&[(&whole, numbers.clone())], question);
        assert_eq!(found, expected, "{question:?} of blocks {blocks:?}");
        let here = made.model.games.iter().map(|game| game.number).filter(|number| numbers.contains(number));
        let lost = here.filter(is_lost).flat_map(|number| std::iter::repeat_n(number, searches));
        reported.sort_unstable();
        assert_eq!(reported, lost.collect::<Vec<_>>(), "{question:?} of blocks {blocks:?}");
    }
}

fn check_damaged(made: &Made, whole: &Model, question: &Question, blocks: Range<usize>) -> Answers {
    let numbers = super::numbers(&made.reader, &blocks);
    let low = of_loop(&[(whole, numbers.clone())], question);
    let high = of_loop(&[(&made.model, numbers.clone())], question);
    let mut reported = Vec::new();
    let mut observer = |event: SearchEvent| {
        if let SearchEvent::Corruption(found) = event {
            reported.push(found.corruption.games);
        }
        Ok(())
    };
    let found = ask(&[&made.reader], question, Some(blocks.clone()), &mut observer);
    let context = || format!("{question:?} of blocks {blocks:?}: {found:?}\nnot between {low:?}\nand {high:?}");
    assert!(are_between(&found.hits, &low.hits, &high.hits), "{}", context());
    assert!(are_between(&found.listed, &low.listed, &high.listed), "{}", context());
    assert!(lies_between(&found.tree, &low.tree, &high.tree), "{}", context());
    assert!(lies_between(&found.lines, &low.lines, &high.lines), "{}", context());
    assert!(reported.iter().all(|games| numbers.start <= games.start && games.end <= numbers.end), "{reported:?}");
    let is_reported = |game: u64| reported.iter().any(|games| games.contains(&game));
    let missing = high.hits.iter().filter(|hit| !found.hits.contains(hit));
    for (_, game, _) in missing {
        assert!(is_reported(*game), "game {game} is missing without a report\n{}", context());
    }
    found
}
