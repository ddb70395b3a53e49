//! Statistics of games: results, openings, ratings, lengths, players, and repertoires.

mod block;
mod names;
mod openings;
mod players;
mod repertoire;
mod scores;
mod totals;

use std::collections::BTreeMap;

use block::{BlockCounter, Counted};
pub use openings::OpeningCounts;
pub use players::PlayerCounts;
pub use repertoire::{ColorCounts, PlayerName, Repertoire};
pub use scores::{PlayerScore, ResultCounts};
pub use totals::{LongestGame, Statistics};

use super::find::find;
use crate::{
    Corruption, Reader, Result,
    file::reader::Replacements,
    memory, parallel,
    search::{
        conditions::text_match::TextMatch,
        evaluation::{
            event::SearchObserver,
            files::{FileBlock, Files},
            plan::Plans,
            selection::{Selected, Selection},
        },
        query::Query,
    },
};

/// Counts the games that meet the condition of `query`. If the query has a target, counts only the games that [`find`]
/// returns. Reads only tags and numbers of plies. Ignores [`Query::max_hits`].
///
/// `player` contains the names of one player, for [`Statistics::repertoire`]; the condition should also select this
/// player's games. The function then also reads the moves of these games. Without names the repertoire is empty.
///
/// ```
/// use plypack::{Codec, Reader, games_from_pgn, pack_games, search::{self, Condition, Query}};
///
/// let text = b"[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Date \"1851.06.21\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. f4 1-0\n";
/// let reader = Reader::from_bytes(pack_games(&games_from_pgn(text)?.0, Codec::Byte)?)?;
/// let found = search::statistics(&[&reader], &Query::games(Condition::default()), &[], &mut search::strict)?;
/// assert_eq!((found.results.games(), found.years[&Some(1851)].white, found.mean_plies()), (1, 1, Some(3.0)));
/// assert_eq!(found.players()?[0].name, b"Anderssen");
/// # Ok::<(), plypack::Error>(())
/// ```
///
/// # Errors
///
/// As [`list`](crate::search::list), and [`find`] for a query with a target; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) if a
/// name should be a regular expression but is not. Games whose tags cannot be read are passed to `observer` and not counted. Games of the
/// player whose moves cannot be read are also passed to `observer`, but counted without their first moves.
pub fn statistics(
    readers: &[&Reader],
    query: &Query,
    player: &[PlayerName],
    observer: &mut SearchObserver<'_>,
) -> Result<Statistics> {
    let player = memory::all(player.iter().map(|name| TextMatch::name(name.form, &name.text)))?;
    match query.target {
        Some(_) => of_hits(readers, query, &player, observer),
        None => of_games(readers, query, &player, observer),
    }
}

/// Statistics of all games that meet the condition.
fn of_games(
    readers: &[&Reader],
    query: &Query,
    player: &[TextMatch],
    observer: &mut SearchObserver<'_>,
) -> Result<Statistics> {
    let mut files = Files::new(readers, query, observer);
    let plans = Plans::new(&query.condition)?;
    let selections = files.selections(&plans);
    let counters = (0..).zip(&selections).map(|(file, selection)| FileCounter::new(selection, file, player));
    let counters = memory::all(counters)?;
    let mut total = Statistics::default();
    let work = |at: FileBlock| counters[at.file].of_block(at.block);
    files.for_each_block(query.threads.max(1), &work, &mut |files, at, found| {
        let (found, corruption) = found?;
        total.merge(found, 0)?;
        corruption.into_iter().try_for_each(|corruption| files.report(at.file, corruption))
    })?;
    Ok(total)
}

/// Counts the games of one file that meet a condition.
struct FileCounter<'a> {
    selection: &'a Selection<'a>,
    counter: BlockCounter<'a>,
    /// The blocks of replacements, each with the first block in which it replaces a game.
    replacements: Vec<(usize, Replacements)>,
}

impl<'a> FileCounter<'a> {
    fn new(selection: &'a Selection<'a>, file: u32, player: &'a [TextMatch]) -> Result<FileCounter<'a>> {
        let counter = BlockCounter { reader: selection.reader, file, player };
        Ok(FileCounter { selection, counter, replacements: selection.replacement_blocks()? })
    }

    /// Counts the games of a block. If a block of replacements replaces a game of this block and of no earlier block,
    /// also counts all its replacements.
    fn of_block(&self, block: usize) -> Result<Counted> {
        let info = self.selection.reader.block_info(block);
        let lost = |e| vec![Corruption::partial(info.first_game..info.first_game + info.games, e)];
        let number = |place| info.first_game + place as u64;
        let counted = self.selection.with_games(block, None, |header, fetch, selected| {
            self.counter.count(block, header, fetch, selected, &number)
        });
        let (mut found, mut corruption) = counted.unwrap_or_else(|e| (Statistics::default(), lost(e)));
        for (_, replacements) in self.replacements.iter().filter(|(first, _)| *first == block) {
            let number = |place| replacements.number_of(place).unwrap_or(u64::MAX);
            let counted =
                self.selection.with_games(replacements.block, Some(replacements), |header, fetch, selected| {
                    self.counter.count(replacements.block, header, fetch, selected, &number)
                });
            match counted {
                Ok((more, corrupt)) => {
                    found.merge(more, 0)?;
                    corruption.extend(corrupt);
                }
                Err(e) => corruption.extend(replacements.lost(&e)),
            }
        }
        Ok((found, corruption))
    }
}

/// Places in a block, ascending, each with the number of the game that is there now.
type Places = Vec<(usize, u64)>;

/// Statistics of the games that a search finds.
fn of_hits(
    readers: &[&Reader],
    query: &Query,
    player: &[TextMatch],
    observer: &mut SearchObserver<'_>,
) -> Result<Statistics> {
    let query = Query { max_hits: u64::MAX, ..query.clone() };
    let mut blocks: BTreeMap<(u32, usize), Places> = BTreeMap::new();
    for hit in find(readers, &query, observer)? {
        let (block, place) = readers[hit.file as usize].place_of(hit.game)?;
        memory::push(blocks.entry((hit.file, block)).or_default(), (place, hit.game))?;
    }
    blocks.values_mut().for_each(|places| places.sort_unstable());
    let (mut total, mut files, mut blocks) =
        (Statistics::default(), Files::new(readers, &query, observer), blocks.into_iter());
    parallel::in_order(
        query.worker_threads(),
        || Ok(blocks.next()),
        |((file, block), places)| {
            let counter = BlockCounter { reader: readers[file as usize], file, player };
            count_places(&counter, block, &places).map(|counted| (file as usize, counted))
        },
        |(file, (found, corruption))| {
            total.merge(found, 0)?;
            corruption.into_iter().try_for_each(|corruption| files.report(file, corruption))
        },
    )?;
    Ok(total)
}

fn count_places(counter: &BlockCounter<'_>, block: usize, places: &Places) -> Result<Counted> {
    let number = |place| places.binary_search_by_key(&place, |(place, _)| *place).map_or(0, |index| places[index].1);
    let counted = counter.reader.with_block(block, |header, fetch| {
        let mut marks = memory::filled(false, header.games)?;
        places.iter().for_each(|(place, _)| marks[*place] = true);
        counter.count(block, header, fetch, &Selected::Some(marks), &number)
    });
    counted.or_else(|e| {
        let lost = places.iter().map(|(_, game)| Corruption::partial(*game..*game + 1, e.clone()));
        Ok((Statistics::default(), memory::collected(lost)?))
    })
}
