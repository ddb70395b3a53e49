//! The games that have a position, with the move that each plays next (`search.7`).

use crate::{
    Error, ErrorCode, PackedMove, Position, Reader, Result,
    index::{Key, Leaf},
    memory,
    search::{
        evaluation::{
            collect::{ByBlock, Collect, Replaced},
            event::SearchObserver,
            index::lookup::{is_about, prefetch_entries},
            run::run,
            verified_entry::VerifiedEntry,
        },
        query::{Query, Target},
        results::{find::add_replaced, hit::Hit},
        targets::{first_match::FirstMatch, position_after::after_move},
    },
};

/// Below this number of games in a segment, replaying them takes less time than reading the entries of the next positions.
const FEW_GAMES: usize = 64;

/// Finds the games that have a position. Calls `each` with every hit and the move played next, `None` if the game ends in the position, in
/// the order of files and games.
///
/// With an index, the games of frequent positions are not replayed, because the entry of the position after a move lists the games that
/// played the move.
///
/// # Errors
///
/// As [`tree`](crate::search::tree), and errors of `each`. `observer` gets corrupt games and decides whether to fail.
pub fn played_next(
    readers: &[&Reader],
    query: &Query,
    each: &mut dyn FnMut(Hit, Option<PackedMove>) -> Result<()>,
    observer: &mut SearchObserver<'_>,
) -> Result<()> {
    let Target::Position(position) = query.target()? else {
        return Err(Error::new(ErrorCode::InvalidArgument, "moves are played next in a position"));
    };
    run(readers, query, &CollectNext { position }, observer, |file, first_game, of_block: Games| {
        of_block.into_iter().try_for_each(|(game, (ply, next))| {
            each(Hit { file: file as u32, game: first_game + u64::from(game), ply }, next)
        })
    })
}

/// The ply of the first match, and the move after it.
type Played = (u32, Option<PackedMove>);

/// Games, and the moves that they played.
type Games = Vec<(u32, Played)>;

/// A move, and the position after it.
struct NextMove {
    played: PackedMove,
    after: Position,
}

struct CollectNext<'a> {
    position: &'a Position,
}

impl CollectNext<'_> {
    /// Returns the legal moves of an entry, each once: a crafted entry can name a move often.
    fn next_moves(&self, entry: &VerifiedEntry<'_>) -> Result<Vec<NextMove>> {
        let mut moves = memory::collected(entry.branches().iter().filter_map(|branch| branch.next_move))?;
        moves.sort_unstable();
        moves.dedup();
        memory::collected(moves.into_iter().filter_map(|played| {
            let after = after_move(self.position, played)?;
            Some(NextMove { played, after })
        }))
    }
}

impl Collect for CollectNext<'_> {
    type OfBlock = Games;

    fn reserve(&self, of_block: &mut Games, games: usize) -> Result<()> {
        Ok(of_block.try_reserve(games)?)
    }

    fn add(&self, of_block: &mut Games, found: &FirstMatch<'_>) {
        of_block.push((found.game as u32, (found.ply, found.next)));
    }

    fn by_block(&self, entry: &VerifiedEntry<'_>) -> Result<Option<ByBlock<Games>>> {
        let occurrences = entry.occurrences()?;
        if occurrences.len() < FEW_GAMES {
            return Ok(None);
        }
        let mut known = memory::collected(occurrences.into_iter().map(|(game, ply)| (game, (ply, None))))?;
        let moves = self.next_moves(entry)?;
        let keys = memory::collected(moves.iter().map(|next| Key::of(&next.after)))?;
        let leaves = prefetch_entries(entry.reader(), entry.place(), &keys)?;
        for (next, leaf) in moves.iter().zip(leaves) {
            add_next(&mut known, next, entry, leaf)?;
        }
        // The games whose next move the index does not give. Some games end in this position. Other games had the position after the move
        // before they reached this position, so the entry of the position after the move lists them at the earlier ply.
        let open = memory::collected(known.iter().filter(|(_, (_, next))| next.is_none()).map(|(game, _)| *game))?;
        known.retain(|(_, (_, next))| next.is_some());
        Ok(Some((entry.by_block(&known)?, open)))
    }

    fn add_replacements(&self, of_block: &mut Games, all: &[Replaced<'_, Games>]) -> Result<()> {
        add_replaced(of_block, all)
    }

    /// Sorts the games, because replayed games come after games of the index.
    fn finish(&self, of_block: &mut Games, _: &Reader, _: usize) -> Result<()> {
        of_block.sort_unstable();
        Ok(())
    }
}

/// Adds a move to the games that played it: the entry of the position after the move contains them one ply later.
fn add_next(known: &mut Games, next: &NextMove, entry: &VerifiedEntry<'_>, leaf: Option<Leaf>) -> Result<()> {
    let target = Target::Position(Box::new(next.after.clone()));
    let found = target.with_finder(|finder| {
        entry
            .occurrences_with(Key::of(&next.after), leaf, |reader, place, entry| is_about(reader, place, entry, finder))
    })?;
    let found = found.unwrap_or_default();
    let is_dense = found.len() > known.len() / 16;
    let mut at = 0;
    for (game, ply) in found {
        at += match is_dense {
            true => known[at..].iter().take_while(|(other, _)| *other < game).count(),
            false => known[at..].partition_point(|(other, _)| *other < game),
        };
        match known.get_mut(at) {
            Some((other, (before, played))) if *other == game && *before + 1 == ply => *played = Some(next.played),
            _ => {}
        }
    }
    Ok(())
}
