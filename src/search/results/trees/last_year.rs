//! The last years of branches that lost games (`search.7`, `container.14`).

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

/// So many games, the last ones, are replayed for all moves together: many games are of the last year of a frequent move. It takes
/// little, as neighbours are read together.
const LAST_GAMES: usize = 512;

/// So many games are replayed at first for a move.
const FIRST_GAMES: usize = 16;

/// So many games are replayed for all moves; from there on, threads replay all games faster.
const MAX_GAMES: usize = 4096;

/// Finds the last years of branches which lost games of that year; `false` if too many games would have to be replayed, or an
/// index does not have them.
///
/// `kept` are the remaining games of the entry for `position`, ascending; `replay` gives the branches of some of them.
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

/// The last year of a branch, of which these are the games, and maybe others; no game is of a later year than it says. `None` if more
/// games would have to be replayed than are allowed, or some are missing.
fn last_year(
    branch: &Branch,
    games: &[u32],
    allowed: &mut usize,
    replay: impl Fn(&[u32]) -> Result<Branches>,
) -> Result<Option<u32>> {
    let mut found = Branch::new(branch.next_move);
    let mut left = games;
    let mut size = FIRST_GAMES;
    // Later games tend to be of later years.
    while found.last_year < branch.last_year && !left.is_empty() {
        let (rest, last) = left.split_at(left.len().saturating_sub(size));
        if last.len() > *allowed {
            return Ok(None);
        }
        found.add(replay(last)?.get(branch.next_move));
        *allowed -= last.len();
        (left, size) = (rest, 2 * size);
    }
    let is_known = found.last_year == branch.last_year || found.games == branch.games;
    Ok(is_known.then_some(found.last_year))
}

/// The games that two lists have in common; both ascend.
fn common(games: &[u32], others: &[u32]) -> Result<Vec<u32>> {
    let mut others = others.iter().copied().peekable();
    memory::collected(games.iter().copied().filter(|game| is_next(&mut others, *game)))
}
