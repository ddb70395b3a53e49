//! Frequent positions, which get an entry.

use std::collections::BTreeMap;

use super::{
    corpus::{Corpus, replay},
    occurrence::Occurrence,
};
use crate::{
    Color, PackedMove, Result,
    chess::branch::Branch,
    coding::rice::RiceWriter,
    index::{
        entry::{Entry, NO_MOVE},
        group::GameStart,
        key::Exact,
    },
    memory,
};

/// Maximum number of beginnings that are remembered for a position.
const MAX_BEGINNINGS: usize = 16;

/// Replays games to check that all have the same position, not only the same key.
struct Comparison<'a> {
    corpus: &'a Corpus,
    exact: Option<Exact>,
    /// Codes of beginnings from the standard start that lead to the position, each with its number of plies. Games that
    /// begin so need not be replayed.
    beginnings: Vec<(u32, &'a [u8])>,
}

impl<'a> Comparison<'a> {
    fn is_same(&mut self, occurrence: &Occurrence) -> Result<bool> {
        let (lines, number) = self.corpus.lines_of(occurrence.game());
        let ply = occurrence.ply();
        let code = lines.code(number);
        let is_standard = lines.games[number].start == GameStart::Standard;
        if is_standard {
            let leads_here = |(plies, start): &(u32, &[u8])| *plies == ply && code.starts_with(start);
            if let Some(found) = self.beginnings.iter().position(leads_here) {
                // Neighboring games often begin alike, so the beginning is tried first for the next game.
                self.beginnings[..=found].rotate_right(1);
                return Ok(true);
            }
        }
        let mut found = None;
        replay(lines, number, ply as usize, |_, at, key, board| {
            if at == ply {
                found = Some(key.exact(board));
            }
        })?;
        let is_same = match (&self.exact, found) {
            (Some(exact), Some(found)) => *exact == found,
            (_, found) => {
                self.exact = found;
                self.exact.is_some()
            }
        };
        // If every move takes one byte, the first `ply` bytes are the first `ply` moves.
        let has_byte_moves = code.len() == lines.games[number].plies as usize;
        if is_same && is_standard && has_byte_moves && self.beginnings.len() < MAX_BEGINNINGS {
            memory::push(&mut self.beginnings, (ply, &code[..ply as usize]))?;
        }
        Ok(is_same)
    }
}

/// Returns the side to move in the position of these games; `None` if they have different positions with the same key.
pub(super) fn common_turn(corpus: &Corpus, games: &[Occurrence]) -> Result<Option<Color>> {
    let mut comparison = Comparison { corpus, exact: None, beginnings: Vec::new() };
    for occurrence in games {
        if !comparison.is_same(occurrence)? {
            return Ok(None);
        }
    }
    Ok(comparison.exact.map(|exact| exact.turn()))
}

/// The parts of an entry: the branches, and the games by ply.
pub(super) type EntryParts = (Vec<Branch>, Vec<(u32, Vec<u32>)>);

/// Returns the entry of a position.
pub(super) fn entry(corpus: &Corpus, games: &[Occurrence], turn: Color) -> Result<EntryParts> {
    let mut by_ply: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut branches: BTreeMap<u16, Branch> = BTreeMap::new();
    for occurrence in games {
        memory::push(by_ply.entry(occurrence.ply()).or_default(), occurrence.game())?;
        let next = occurrence.next();
        let game = corpus.record_of(occurrence.game());
        let next_move = (next != NO_MOVE).then_some(PackedMove(next));
        let branch = branches.entry(next).or_insert_with(|| Branch::new(next_move));
        branch.count(game.result(), game.rating(turn.is_black().into()), game.year());
    }
    Ok((branches.into_values().collect(), by_ply.into_iter().collect()))
}

/// Appends the entry of a position.
pub(super) fn put(
    corpus: &Corpus,
    games: &[Occurrence],
    turn: Color,
    bits: &mut RiceWriter,
    behind: &mut Vec<u8>,
) -> Result<()> {
    let (branches, lists) = entry(corpus, games, turn)?;
    Entry::put(bits, behind, &branches, &lists, corpus.sizes.games)
}
