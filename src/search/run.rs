//! Going through the blocks of a file, on all threads, with results in order.

use shakmaty::Chess;

use super::{
    Query,
    aim::Aim,
    arrival::{Arrival, Finder, FirstArrival},
    filter::Selection,
    indexed::Indexed,
    query::WithAim,
    summary::Sieve,
    variations::first_in_variations,
};
use crate::{
    Codec, Corruption, Game, Reader, Result,
    codecs::byte,
    container::{BlockHead, Lines, Outline, Scan, SectionKind},
    index::Entry,
    parallel,
};

/// A game that gets to what is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hit {
    /// The number of the game; the first is 0.
    pub game: u64,
    /// Plies from the start of the game to its first arrival.
    pub ply: u32,
}

/// What a search tells while it goes on.
#[derive(Debug)]
#[non_exhaustive]
pub enum SearchEvent {
    /// The games up to here, without this one, were searched.
    Progress(u64),
    /// Games could not be searched.
    Corruption(Corruption),
}

/// Hears of notices; an error ends the search.
pub type SearchObserver<'a> = dyn FnMut(SearchEvent) -> Result<()> + 'a;

/// Finds games: `each` gets the hits, in order, in portions.
///
/// # Errors
///
/// Errors of `each` and of `notice`. Corruption is told to `notice`, and is no error.
pub fn find_each(
    reader: &Reader,
    query: &Query,
    mut each: impl FnMut(&[Hit]) -> Result<()>,
    notice: &mut SearchObserver<'_>,
) -> Result<()> {
    run(reader, query, &CollectHits, notice, |first, part: Vec<(u32, u32)>| {
        let hits: Vec<_> = part.iter().map(|(game, ply)| Hit { game: first + u64::from(*game), ply: *ply }).collect();
        if hits.is_empty() { Ok(()) } else { each(&hits) }
    })
}

/// Finds games, in order.
///
/// # Errors
///
/// As [`find_each`].
pub fn find(reader: &Reader, query: &Query, notice: &mut SearchObserver<'_>) -> Result<Vec<Hit>> {
    let mut found = Vec::new();
    let each = |hits: &[Hit]| {
        found.extend_from_slice(hits);
        Ok(())
    };
    find_each(reader, query, each, notice)?;
    Ok(found)
}

/// Counts games: faster than finding them where an index knows the number.
///
/// # Errors
///
/// Errors of `notice`. Corruption is told to `notice`, and is no error.
pub fn count(reader: &Reader, query: &Query, notice: &mut SearchObserver<'_>) -> Result<u64> {
    let mut total = 0;
    run(reader, query, &CountHits, notice, |_, part: u64| {
        total += part;
        Ok(())
    })?;
    Ok(total)
}

struct CountHits;

impl Collect for CountHits {
    type Part = u64;

    fn add(&self, part: &mut u64, _: &Arrival<'_>) {
        *part += 1;
    }

    fn add_entry(&self, part: &mut u64, entry: &Entry<'_>) -> Result<bool> {
        *part += entry.count()?;
        Ok(true)
    }
}

/// What becomes of the arrivals of a block.
pub(super) trait Collect: Sync {
    /// What is collected of one block.
    type Part: Default + Send;

    /// Adds an arrival.
    fn add(&self, part: &mut Self::Part, arrival: &Arrival<'_>);

    /// Takes what an index knows of the position in a block; `false` if that is not enough.
    fn add_entry(&self, _part: &mut Self::Part, _entry: &Entry<'_>) -> Result<bool> {
        Ok(false)
    }

    /// Completes what was collected of a block.
    fn close(&self, _part: &mut Self::Part, _reader: &Reader, _block: usize) -> Result<()> {
        Ok(())
    }
}

struct CollectHits;

impl Collect for CollectHits {
    type Part = Vec<(u32, u32)>;

    fn add(&self, part: &mut Self::Part, arrival: &Arrival<'_>) {
        part.push((arrival.game as u32, arrival.ply));
    }

    fn add_entry(&self, part: &mut Self::Part, entry: &Entry<'_>) -> Result<bool> {
        part.extend(entry.arrivals()?);
        Ok(true)
    }
}

/// Searches all blocks; `merge` gets what was collected of each, in order, with the number of the block's first game.
pub(super) fn run<C: Collect>(
    reader: &Reader,
    query: &Query,
    collect: &C,
    notice: &mut SearchObserver<'_>,
    merge: impl FnMut(u64, C::Part) -> Result<()>,
) -> Result<()> {
    query.goal.with_aim(Run { reader, query, collect, notice, merge })
}

struct Run<'a, 'n, C, M> {
    reader: &'a Reader,
    query: &'a Query,
    collect: &'a C,
    notice: &'a mut SearchObserver<'n>,
    merge: M,
}

impl<C: Collect, M: FnMut(u64, C::Part) -> Result<()>> WithAim for Run<'_, '_, C, M> {
    type Output = Result<()>;

    fn run<A: Aim>(mut self, aim: &A) -> Result<()> {
        let Run { reader, query, collect, .. } = self;
        let search = Search {
            reader,
            aim,
            collect,
            selection: Selection::new(reader, &query.filter, self.notice)?,
            usual: Finder::new(aim, &Chess::new()),
            sieve: Sieve::new(aim.needs(), A::IS_EXACT),
            variations: query.variations,
            key: query.key(),
        };
        let mut blocks = 0..reader.blocks().len();
        let work = |index| Ok((index, search.block(index)));
        let mut consume = |(index, (part, damage)): (usize, (C::Part, Vec<Corruption>))| {
            let first = reader.blocks()[index].first_game;
            damage.into_iter().try_for_each(|damage| (self.notice)(SearchEvent::Corruption(damage)))?;
            (self.merge)(first, part)?;
            (self.notice)(SearchEvent::Progress(first + reader.blocks()[index].games))
        };
        match search.is_instant() {
            true => blocks.try_for_each(|index| consume(work(index)?)),
            false => parallel::in_order(query.threads, || Ok(blocks.next()), work, consume),
        }
    }
}

/// A search in any block.
pub(super) struct Search<'a, A: Aim, C> {
    pub(super) reader: &'a Reader,
    pub(super) aim: &'a A,
    pub(super) collect: &'a C,
    selection: Selection<'a>,
    pub(super) usual: Finder<'a, A>,
    sieve: Sieve,
    variations: bool,
    /// The key by which an index is asked.
    key: Option<u64>,
}

/// What came out of a block so far.
pub(super) struct Progress<P> {
    pub(super) part: P,
    first: u64,
    damage: Vec<Corruption>,
}

impl<P> Progress<P> {
    /// Notes that a game could not be searched.
    fn note(&mut self, game: usize, error: crate::Error) {
        let game = self.first + game as u64;
        self.damage.push(Corruption { games: game..game + 1, error, partly: false });
    }
}

impl<A: Aim, C: Collect> Search<'_, A, C> {
    /// Whether the index makes a search so fast that starting threads would take longer.
    fn is_instant(&self) -> bool {
        let blocks = self.reader.blocks().len();
        let is_ready = |block| self.reader.are_moves_checked(block) && self.reader.segment(block).is_some();
        self.key.is_some() && self.selection.is_all() && !self.variations && (0..blocks).all(is_ready)
    }

    fn block(&self, index: usize) -> (C::Part, Vec<Corruption>) {
        let info = &self.reader.blocks()[index];
        let mut progress = Progress { part: C::Part::default(), first: info.first_game, damage: Vec::new() };
        let done =
            self.search(index, &mut progress).and_then(|()| self.collect.close(&mut progress.part, self.reader, index));
        if let Err(error) = done {
            let games = info.first_game..info.first_game + info.games;
            return (C::Part::default(), vec![Corruption { games, error, partly: false }]);
        }
        (progress.part, progress.damage)
    }

    fn search(&self, index: usize, progress: &mut Progress<C::Part>) -> Result<()> {
        self.reader.look(index, |head, fetch| {
            let Some(selected) = self.selection.games(self.reader, index, head, fetch)? else { return Ok(()) };
            if self.variations && head.has(SectionKind::Annotations) {
                return self.search_whole_games(index, selected.games(head.games), progress);
            }
            if let Some((key, view)) = self.key.zip(self.reader.segment(index)) {
                let place = Indexed { block: index, head, fetch, view, selected: &selected };
                if self.search_indexed(key, &place, progress).is_ok() {
                    return Ok(());
                }
                // An index that is damaged is left alone; the scan tells what else is.
                progress.part = C::Part::default();
                progress.damage.clear();
            }
            let scan = Scan::new(head, fetch)?;
            let outline = Outline::load(&scan)?;
            let games = self.candidates(head, &outline, &selected);
            if games.is_empty() {
                return Ok(());
            }
            match head.codec()? {
                Codec::Byte => self.search_lines(index, &scan, &outline, &games, progress),
                _ => self.search_decoded(index, &games, progress),
            }
        })
    }

    /// The games that may get there, by what is known without their moves.
    fn candidates(&self, head: &BlockHead, outline: &Outline<'_>, selected: &super::filter::Selected) -> Vec<u32> {
        let all = head.games as u32;
        let may_start = |game: u32| match self.usual.is_hopeless() {
            false => outline.starts_usually(game as usize),
            true => false,
        };
        let elsewhere = |game: &u32| outline.starts_elsewhere(*game as usize);
        let mut games: Vec<u32> = match outline.summaries() {
            Some(summaries) => {
                let mut passed = self.sieve.pass(summaries, head.games);
                passed.retain(|game| may_start(*game));
                passed
            }
            None => (0..all).filter(|game| may_start(*game)).collect(),
        };
        let usual = games.len();
        games.extend((0..all).filter(elsewhere));
        if games.len() > usual {
            games.sort_unstable();
        }
        games.retain(|game| selected.has(*game as usize));
        games
    }

    /// Looks at code of `byte` where it lies.
    fn search_lines(
        &self,
        index: usize,
        scan: &Scan<'_>,
        outline: &Outline<'_>,
        games: &[u32],
        progress: &mut Progress<C::Part>,
    ) -> Result<()> {
        let lines = Lines::load(scan, self.reader.are_moves_checked(index))?;
        self.reader.moves_are_checked(index);
        let mut block = None;
        for game in games.iter().map(|game| *game as usize) {
            let code = lines.code(game);
            if outline.starts_usually(game) {
                self.try_line(None, game, code, progress);
                continue;
            }
            let block = match &block {
                Some(block) => block,
                None => block.insert(self.reader.block(index)?),
            };
            match block.read_start(game) {
                Ok(start) => self.try_line(start.as_ref(), game, code, progress),
                Err(e) => progress.note(game, e),
            }
        }
        Ok(())
    }

    /// Decodes the games, and looks at them as code of `byte`.
    pub(super) fn search_decoded(&self, index: usize, games: &[u32], progress: &mut Progress<C::Part>) -> Result<()> {
        let block = self.reader.load_block(index)?;
        let (mut words, mut code) = (Vec::new(), Vec::new());
        for game in games.iter().map(|game| *game as usize) {
            match block.read_byte_code(game, &mut words, &mut code) {
                Ok(start) => self.try_line(start.as_ref(), game, &code, progress),
                Err(e) => progress.note(game, e),
            }
        }
        Ok(())
    }

    /// The first arrival of a line; `start` is `None` for the usual position.
    #[inline(always)]
    pub(super) fn first(&self, start: Option<&Chess>, code: &[u8]) -> Result<Option<FirstArrival>> {
        match start {
            None => self.usual.first(code),
            Some(start) => Finder::new(self.aim, start).first(code),
        }
    }

    #[inline(always)]
    fn try_line(&self, start: Option<&Chess>, game: usize, code: &[u8], progress: &mut Progress<C::Part>) {
        match self.first(start, code) {
            Ok(None) => {}
            Ok(Some((ply, bytes, next))) => {
                let path = &code[..bytes];
                self.collect.add(&mut progress.part, &Arrival { game, ply, start, path, next, record: None });
            }
            Err(e) => progress.note(game, e),
        }
    }

    /// Reads games with their variations.
    fn search_whole_games(
        &self,
        index: usize,
        games: impl Iterator<Item = usize>,
        progress: &mut Progress<C::Part>,
    ) -> Result<()> {
        let block = self.reader.load_block(index)?;
        let names = self.reader.names_of(&block);
        let (mut game, mut code) = (Game::new(), Vec::new());
        for number in games {
            let done = block.read_game(number, &names, &mut game).and_then(|()| {
                code.clear();
                self.try_game(number, &game, &mut code, progress)
            });
            if let Err(e) = done {
                progress.note(number, e);
            }
        }
        Ok(())
    }

    fn try_game(&self, number: usize, game: &Game, code: &mut Vec<u8>, progress: &mut Progress<C::Part>) -> Result<()> {
        if game.start == crate::Start::Unreadable || game.continued {
            return Ok(());
        }
        let start = game.start_position();
        let elsewhere = (game.start != crate::Start::Standard).then_some(&start);
        byte::encode_trusted(&start, &game.moves, code)?;
        if let Some((ply, bytes, next)) = self.first(elsewhere, code)? {
            let path = &code[..bytes];
            self.collect
                .add(&mut progress.part, &Arrival { game: number, ply, start: elsewhere, path, next, record: None });
        } else if let Some(found) = first_in_variations(self.aim, game)? {
            code.clear();
            byte::encode_trusted(&start, &found.path, code)?;
            let ply = found.path.len() as u32;
            let arrival = Arrival { game: number, ply, start: elsewhere, path: code, next: found.next, record: None };
            self.collect.add(&mut progress.part, &arrival);
        }
        Ok(())
    }
}
