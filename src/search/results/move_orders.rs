//! The move orders that lead to a match (`search.7`).

use std::collections::HashMap;

use crate::{
    PackedMove, Position, Reader, Result,
    codecs::byte,
    memory,
    search::{
        evaluation::{
            collect::{Collect, Replaced},
            event::SearchObserver,
            run::run,
        },
        query::Query,
        targets::first_match::FirstMatch,
    },
    text::write_uci_line,
};

/// A move order that leads to a match, and the number of games that played it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveOrder {
    /// The moves from the start of the game.
    pub moves: Vec<PackedMove>,
    /// The same in UCI notation, separated by spaces.
    pub uci: String,
    /// The FEN of a custom start; `None` for the standard start.
    pub start: Option<String>,
    /// Games with this move order.
    pub games: u64,
}

/// Returns the distinct move orders up to the first match of each game in one or more files, sorted by descending number of games, then by
/// text.
///
/// # Errors
///
/// As [`count`](crate::search::count).
pub fn transpositions(readers: &[&Reader], query: &Query, observer: &mut SearchObserver<'_>) -> Result<Vec<MoveOrder>> {
    let mut paths: Paths = HashMap::new();
    run(readers, query, &CollectPaths, observer, |_, _, of_block: Paths| {
        paths.try_reserve(of_block.len())?;
        of_block.into_iter().for_each(|(path, games)| *paths.entry(path).or_default() += games);
        Ok(())
    })?;
    let orders = paths.into_iter().map(|((start, code), games)| move_order(start, &code, games));
    let mut orders: Vec<MoveOrder> = memory::all(orders)?;
    sort(&mut orders);
    Ok(orders)
}

/// Merges move orders that several searches found in different games, for example in files that are not open at the same time. The result
/// is in the order of [`transpositions`].
pub fn merge_orders(lists: impl IntoIterator<Item = Vec<MoveOrder>>) -> Vec<MoveOrder> {
    let mut merged: Vec<MoveOrder> = lists.into_iter().flatten().collect();
    merged.sort_by(|a, b| (&a.start, &a.moves).cmp(&(&b.start, &b.moves)));
    merged.dedup_by(|next, first| {
        let is_same = (&next.start, &next.moves) == (&first.start, &first.moves);
        first.games += if is_same { next.games } else { 0 };
        is_same
    });
    sort(&mut merged);
    merged
}

fn sort(orders: &mut [MoveOrder]) {
    orders.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| (&a.start, &a.uci).cmp(&(&b.start, &b.uci))));
}

/// FEN of a custom start, and code of `byte`; different lines have different code.
type Path = (Option<String>, Vec<u8>);
type Paths = HashMap<Path, u64>;

struct CollectPaths;

impl Collect for CollectPaths {
    type OfBlock = Paths;

    fn reserve(&self, of_block: &mut Paths, games: usize) -> Result<()> {
        Ok(of_block.try_reserve(games)?)
    }

    fn add(&self, of_block: &mut Paths, found: &FirstMatch<'_>) {
        let start = found.start.map(|start| start.fen().to_string());
        *of_block.entry((start, found.path.to_vec())).or_default() += 1;
    }

    fn add_replacements(&self, part: &mut Paths, all: &[Replaced<'_, Paths>]) -> Result<()> {
        for Replaced { found, .. } in all.iter().filter(|replaced| replaced.is_first) {
            part.try_reserve(found.len())?;
            found.iter().for_each(|(path, games)| *part.entry(path.clone()).or_default() += games);
        }
        Ok(())
    }
}

fn move_order(start: Option<String>, code: &[u8], games: u64) -> Result<MoveOrder> {
    let position = match &start {
        None => Position::default(),
        Some(fen) => Position::from_fen(fen.as_bytes())?,
    };
    let mut moves = Vec::new();
    byte::scan_from(&byte::Board::new(&position), code, usize::MAX, |_, ply| {
        moves.push(ply.packed);
        std::ops::ControlFlow::Continue(())
    })?;
    let mut uci = Vec::new();
    write_uci_line(&position, &moves, &mut uci);
    Ok(MoveOrder { moves, uci: String::from_utf8_lossy(&uci).into_owned(), start, games })
}
