//! The move orders that lead to a position.

use std::collections::HashMap;

use shakmaty::{Chess, EnPassantMode, fen::Fen};

use super::{
    Query,
    arrival::Arrival,
    run::{Collect, SearchObserver, run},
};
use crate::{PackedMove, Reader, Result, codecs::byte, write_uci_line};

/// A way to get to what is searched for, and how often it was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The moves from the start of the game.
    pub moves: Vec<PackedMove>,
    /// The same in UCI notation, separated by spaces.
    pub uci: String,
    /// From where they start, if that is not the usual position.
    pub start: Option<String>,
    /// Games that came this way.
    pub games: u64,
}

/// The distinct move orders by which games first get there, those of most games first, then by their text.
///
/// # Errors
///
/// Errors of `notice`. Corruption is told to `notice`, and is no error.
pub fn transpositions(reader: &Reader, query: &Query, notice: &mut SearchObserver<'_>) -> Result<Vec<Order>> {
    let mut paths: Paths = HashMap::new();
    run(reader, query, &CollectPaths, notice, |_, part: Paths| {
        part.into_iter().for_each(|(path, games)| *paths.entry(path).or_default() += games);
        Ok(())
    })?;
    let mut orders: Vec<Order> = paths.into_iter().map(|(path, games)| order(path, games)).collect::<Result<_>>()?;
    orders.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| (&a.start, &a.uci).cmp(&(&b.start, &b.uci))));
    Ok(orders)
}

/// FEN of another start, and code of `byte`: different lines have different code.
type Path = (Option<String>, Vec<u8>);
type Paths = HashMap<Path, u64>;

struct CollectPaths;

impl Collect for CollectPaths {
    type Part = Paths;

    fn add(&self, part: &mut Paths, arrival: &Arrival<'_>) {
        let start = arrival.start.map(|start| Fen::from_position(start, EnPassantMode::Legal).to_string());
        *part.entry((start, arrival.path.to_vec())).or_default() += 1;
    }
}

fn order((start, code): Path, games: u64) -> Result<Order> {
    let position = match &start {
        None => Chess::default(),
        Some(fen) => crate::chess::positions::from_fen(fen.as_bytes())?,
    };
    let mut moves = Vec::new();
    byte_line(&position, &code, &mut moves)?;
    let mut uci = Vec::new();
    write_uci_line(&position, &moves, &mut uci);
    Ok(Order { moves, uci: String::from_utf8_lossy(&uci).into_owned(), start, games })
}

fn byte_line(start: &Chess, code: &[u8], moves: &mut Vec<PackedMove>) -> Result<()> {
    byte::scan_from(&byte::Board::new(start), code, usize::MAX, |_, ply| {
        moves.push(ply.packed);
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(())
}
