//! Recomputing the last years of branches after games were subtracted (`search.7`, `container.14`).

use super::branches::Branches;
use crate::{
    PackedMove, Position, Result,
    chess::branch::Branch,
    index::Key,
    memory,
    search::{
        evaluation::verified_entry::{VerifiedEntry, is_next},
        targets::position_after::after_move,
    },
};

/// Number of last games that are replayed first, once for all moves. They give the last year for most of the frequent moves. Neighboring
/// games are read together, so this takes little time.
const LAST_GAMES: usize = 512;

/// Number of games that are replayed first for a move.
const FIRST_GAMES: usize = 16;

/// Maximum number of games replayed for all moves together. With more, replaying all games on several threads is faster.
const MAX_GAMES: usize = 4096;

/// Finds the last years of branches that lost games of their last year. Returns `false` if too many games would have to be replayed, or if
/// the index lacks some of them.
///
/// `kept` are the remaining games of the entry for `position`, ascending; `replay` returns the branches of the games that it gets.
pub(super) fn find_last_years(
    branches: &mut Branches,
    open: &[Option<PackedMove>],
    entry: &VerifiedEntry<'_>,
    kept: &[u32],
    position: &Position,
    replay: impl Fn(&[u32]) -> Result<Branches>,
) -> Result<bool> {
    if open.is_empty() {
        return Ok(true);
    }
    let mut last = replay(&kept[kept.len().saturating_sub(LAST_GAMES)..])?;
    let mut allowed = MAX_GAMES;
    for next in open {
        let branch = branches.get(*next);
        if last.get(*next).last_year == branch.last_year {
            continue;
        }
        let games = match next.and_then(|next| after_move(position, next)) {
            Some(after) => common(kept, &entry.games_with(Key::of(&after))?)?,
            None => memory::copied(kept)?,
        };
        match last_year(branch, &games, &mut allowed, &replay)? {
            Some(year) => branch.last_year = year,
            None => return Ok(false),
        }
    }
    Ok(true)
}

/// Computes the last year of a branch that lost games. `games` contains its games and possibly others; none of its games is later than
/// `branch.last_year`. `None` if more games than allowed would have to be replayed, or if `games` lacks some of the branch's games.
fn last_year(
    branch: &Branch,
    games: &[u32],
    allowed: &mut usize,
    replay: impl Fn(&[u32]) -> Result<Branches>,
) -> Result<Option<u32>> {
    let mut found = Branch::new(branch.next_move);
    let mut left = games;
    let mut size = FIRST_GAMES;
    // Starts with the last games of the file, because later games tend to be of later years.
    while found.last_year < branch.last_year && !left.is_empty() {
        let (rest, last) = left.split_at(left.len().saturating_sub(size));
        if last.len() > *allowed {
            return Ok(None);
        }
        found.add(replay(last)?.get(branch.next_move));
        *allowed -= last.len();
        left = rest;
        size *= 2;
    }
    let is_known = found.last_year == branch.last_year || found.games == branch.games;
    Ok(is_known.then_some(found.last_year))
}

/// The games that are in both lists; both are ascending.
fn common(games: &[u32], others: &[u32]) -> Result<Vec<u32>> {
    let mut others = others.iter().copied().peekable();
    memory::collected(games.iter().copied().filter(|game| is_next(&mut others, *game)))
}
