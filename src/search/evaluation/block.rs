//! Searching one block by the fastest method that it allows.

use std::{ops::Range, sync::OnceLock};

use super::{
    collect::{Collect, Replaced},
    index::{
        candidates::Candidates,
        lookup::{Lookup, Lookups},
    },
    scanner::{BlockResult, Scanner},
    selection::{Selected, Selection},
};
use crate::{
    Codec, Corruption, Game, Result, Start,
    codecs::byte,
    container::{BlockHeader, BlockOutline, BlockScan, Fetch, LineCodes, SectionKind},
    file::reader::Replacements,
    memory,
    search::{
        query::Query,
        targets::{
            finder::Finder,
            first_match::{FirstMatch, LineMatch},
            prefilter::Prefilter,
        },
    },
};

/// A search in any block of a file.
pub(super) struct BlockSearch<'a, C: Collect> {
    scanner: Scanner<'a, C>,
    selection: Selection<'a>,
    prefilter: Prefilter,
    variations: bool,
    /// Answers of the index for the position.
    lookups: Lookups<'a, C::OfBlock>,
    /// The blocks of replacements, in their order.
    replacements: Vec<SearchedOnce<C::OfBlock>>,
}

/// A block of replacements. It can replace games of many blocks, but is searched only once.
struct SearchedOnce<P> {
    replacements: Replacements,
    /// The first searched block in which it replaces a game.
    first: usize,
    found: OnceLock<(P, Vec<Corruption>)>,
}

impl<P> SearchedOnce<P> {
    fn new(first: usize, replacements: Replacements) -> SearchedOnce<P> {
        SearchedOnce { replacements, first, found: OnceLock::new() }
    }
}

/// Replaying this many games takes less time than starting threads.
const FEW_GAMES: usize = 1000;

/// Number of replacements that are searched in the time of replaying one game. No index covers replacements, so their
/// blocks are searched completely.
const SEARCHED_FOR_REPLAYED: usize = 8;

impl<'a, C: Collect> BlockSearch<'a, C> {
    /// Errors: temporary errors.
    pub(super) fn new(
        finder: &'a dyn Finder,
        collect: &'a C,
        selection: Selection<'a>,
        query: &Query,
    ) -> Result<BlockSearch<'a, C>> {
        let reader = selection.reader;
        let prefilter = finder.prefilter();
        let scanner = Scanner::new(reader, finder, collect);
        let all = selection.is_all() && !query.variations;
        let lookups = match query.key() {
            Some(key) => Lookups::new(&scanner, key, &selection.blocks, all)?,
            None => Lookups::none(),
        };
        let replacements =
            selection.replacement_blocks()?.into_iter().map(|(first, block)| SearchedOnce::new(first, block));
        let replacements = memory::collected(replacements)?;
        Ok(BlockSearch { scanner, selection, prefilter, variations: query.variations, lookups, replacements })
    }

    /// Returns whether the index makes the search faster than starting threads.
    pub(super) fn is_instant(&self) -> bool {
        let games = self.lookups.games_to_replay(self.scanner.reader.blocks().len());
        let replaced: usize = self.replacements.iter().map(|all| all.replacements.numbers.len()).sum();
        self.selection.is_all()
            && !self.variations
            && games.is_some_and(|games| games + replaced / SEARCHED_FOR_REPLAYED <= FEW_GAMES)
    }

    /// Searches a block. Returns the results, and the games that could not be searched. Skips deleted games, and searches the replacements
    /// of replaced games.
    pub(super) fn search(&self, block: usize) -> (C::OfBlock, Vec<Corruption>) {
        let reader = self.scanner.reader;
        let collect = self.scanner.collect;
        let info = reader.block_info(block);
        let numbers = info.first_game..info.first_game + info.games;
        let (mut part, mut corruption) = self.search_games(block, None);
        let mut replaced = Vec::new();
        for here in reader.replaced_in(block..block + 1) {
            let Ok(index) = self.replacements.binary_search_by_key(&here.block, |all| all.replacements.block) else {
                continue;
            };
            let all = &self.replacements[index];
            let (found, lost) = all.found.get_or_init(|| self.search_games(here.block, Some(&all.replacements)));
            let games = here.numbers.into_iter().map(|(place, number)| (place, (number - info.first_game) as usize));
            replaced.push(Replaced { found, games: games.collect(), is_first: all.first == block });
            corruption.extend(lost.iter().filter(|lost| numbers.contains(&lost.games.start)).cloned());
        }
        if let Err(error) = collect.add_replacements(&mut part, &replaced) {
            corruption.push(Corruption::lost(numbers, error));
        }
        (part, corruption)
    }

    /// Searches a block, or some games of a block of replacements.
    fn search_games(&self, block: usize, replacements: Option<&Replacements>) -> (C::OfBlock, Vec<Corruption>) {
        let reader = self.scanner.reader;
        let collect = self.scanner.collect;
        let info = reader.block_info(block);
        let mut result = BlockResult::new(info.first_game);
        let searched = match self.lookups.of_block(block).filter(|_| replacements.is_none()) {
            Some(lookup) => self.search_by_index(block, lookup, &mut result),
            None => Ok(false),
        };
        let searched = match searched {
            Ok(true) => Ok(()),
            Err(e) if e.is_temporary() => Err(e),
            // If the index is corrupt, it is not used. The scan then reports corruption of the games.
            _ => self.search_without_index(block, replacements, &mut result),
        };
        if let Err(error) = searched.and_then(|()| collect.finish(&mut result.found, reader, block)) {
            let lost = match replacements {
                None => vec![Corruption::lost(info.first_game..info.first_game + info.games, error)],
                Some(replacements) => replacements.lost(&error).collect(),
            };
            return (C::OfBlock::default(), lost);
        }
        if let Some(replacements) = replacements {
            result.corruption.iter_mut().for_each(|corruption| {
                let place = (corruption.games.start - info.first_game) as usize;
                corruption.games = replacements.number_of(place).map_or(0..0, |number| number..number + 1);
            });
        }
        (result.found, result.corruption)
    }

    fn search_without_index(
        &self,
        block: usize,
        replacements: Option<&Replacements>,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        let reader = self.scanner.reader;
        *result = BlockResult::new(reader.block_info(block).first_game);
        self.selection.with_games(block, replacements, |header, fetch, selected| {
            self.search_block(block, header, fetch, selected, result)
        })
    }

    /// Searches a block with the index; returns `false` if the index does not suffice. Blocks without candidates are not read.
    fn search_by_index(
        &self,
        block: usize,
        lookup: &Lookup<'_, C::OfBlock>,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<bool> {
        let reader = self.scanner.reader;
        if self.variations && reader.block_header(block)?.has(SectionKind::Annotations) {
            return Ok(false);
        }
        self.scanner.take_answer(block, lookup, &mut result.found);
        if let Some((selected, candidates)) = self.candidates_by_index(block, lookup)? {
            self.scanner.scan_candidates(block, lookup, &candidates, &selected, result)?;
        }
        Ok(true)
    }

    /// The candidates of a block, and which of its games are selected; `None` if there are no candidates.
    fn candidates_by_index(
        &self,
        block: usize,
        lookup: &Lookup<'_, C::OfBlock>,
    ) -> Result<Option<(Selected, Vec<Candidates>)>> {
        let mut candidates = self.scanner.candidates_in(block, lookup)?;
        if candidates.is_empty() {
            return Ok(None);
        }
        let selected = if self.selection.is_all() {
            Some(self.selection.unedited(block)?)
        } else {
            self.scanner.reader.with_block(block, |header, fetch| self.selection.games(block, header, fetch))?
        };
        let Some(selected) = selected else { return Ok(None) };
        candidates.retain(|group| group.selected(&selected).next().is_some());
        Ok(Some((selected, candidates)))
    }

    /// Prefetches the data for searching these blocks with the index. Reads the data for all blocks of a segment at
    /// once.
    ///
    /// Errors: from reading tags and records.
    pub(super) fn prefetch(&self, blocks: Range<usize>) -> Result<()> {
        let mut candidates = Vec::new();
        for block in blocks.clone() {
            let Some(lookup) = self.lookups.of_block(block) else { continue };
            for group in self.candidates_by_index(block, lookup)?.into_iter().flat_map(|(_, groups)| groups) {
                memory::push(&mut candidates, group)?;
            }
            if block + 1 == lookup.0.blocks.end.min(blocks.end) {
                self.scanner.prefetch(lookup, &std::mem::take(&mut candidates))?;
            }
        }
        Ok(())
    }

    fn search_block(
        &self,
        block: usize,
        header: &BlockHeader,
        fetch: &dyn Fetch,
        selected: &Selected,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        if self.variations && header.has(SectionKind::Annotations) {
            return self.scan_games(block, selected.games(header.games), result);
        }
        self.scan_block(block, &BlockScan::new(header, fetch)?, header, selected, result)
    }

    /// Searches main lines without an index.
    fn scan_block(
        &self,
        block: usize,
        scan: &BlockScan<'_>,
        header: &BlockHeader,
        selected: &Selected,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        let outline = BlockOutline::load(scan)?;
        let games = candidates(self.scanner.finder, &self.prefilter, header, &outline, selected)?;
        self.scanner.collect.reserve(&mut result.found, games.len())?;
        if games.is_empty() {
            return Ok(());
        }
        match header.codec()? {
            Codec::Byte => self.scan_stored(block, scan, &outline, &games, result),
            _ => self.scanner.scan_decoded(block, &games, result),
        }
    }

    /// Searches stored code of `byte` in place.
    fn scan_stored(
        &self,
        number: usize,
        scan: &BlockScan<'_>,
        outline: &BlockOutline<'_>,
        games: &[u32],
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        let reader = self.scanner.reader;
        let lines = LineCodes::load(scan, reader.are_moves_checked(number))?;
        reader.mark_moves_checked(number);
        let mut block = None;
        for game in games.iter().map(|game| *game as usize) {
            let code = lines.code(game);
            if outline.has_standard_start(game) {
                self.scanner.scan_line(None, game, code, result);
                continue;
            }
            let block = match &block {
                Some(block) => block,
                None => block.insert(reader.block(number)?),
            };
            match block.read_start(game) {
                Ok(start) => self.scanner.scan_line(start.as_ref(), game, code, result),
                Err(e) => result.add_error(game, e),
            }
        }
        Ok(())
    }

    /// Searches games with their variations.
    fn scan_games(
        &self,
        block: usize,
        games: impl Iterator<Item = usize>,
        result: &mut BlockResult<C::OfBlock>,
    ) -> Result<()> {
        let reader = self.scanner.reader;
        let block = reader.load_block(block)?;
        let mut game = Game::new();
        let mut code = Vec::new();
        for number in games {
            let searched = block.read_game(number, &mut game).and_then(|()| {
                code.clear();
                self.scan_game(number, &game, &mut code, &mut result.found)
            });
            if let Err(e) = searched {
                result.add_error(number, e);
            }
        }
        Ok(())
    }

    /// `search.2`: the main line first, then the variations.
    fn scan_game(&self, number: usize, game: &Game, code: &mut Vec<u8>, part: &mut C::OfBlock) -> Result<()> {
        if game.start == Start::Unreadable || game.continued {
            return Ok(());
        }
        let position = game.start_position();
        let start = (game.start != Start::Standard).then_some(&position);
        let found = |ply, path, next| FirstMatch { game: number, ply, start, path, next, record: None };
        byte::encode_trusted(&position, &game.moves, code)?;
        if let Some(LineMatch { ply, code_len, next }) = self.scanner.finder.find(start, code)? {
            self.scanner.collect.add(part, &found(ply, &code[..code_len], next));
        } else if let Some(variation) = self.scanner.finder.find_in_variations(game)? {
            code.clear();
            byte::encode_trusted(&position, &variation.path, code)?;
            self.scanner.collect.add(part, &found(variation.path.len() as u32, code, variation.rest.first().copied()));
        }
        Ok(())
    }
}

/// Returns the selected games that may match, judged without reading their moves.
fn candidates(
    finder: &dyn Finder,
    prefilter: &Prefilter,
    header: &BlockHeader,
    outline: &BlockOutline<'_>,
    selected: &Selected,
) -> Result<Vec<u32>> {
    let all = 0..header.games as u32;
    let is_reachable = !finder.is_unreachable();
    let may_match = |game: &u32| is_reachable && outline.has_standard_start(*game as usize);
    let mut games: Vec<u32> = match outline.summaries() {
        Some(summaries) => {
            let mut games = prefilter.candidates(summaries, header.games)?;
            games.retain(may_match);
            games
        }
        None => memory::collected(all.clone().filter(may_match))?,
    };
    let standard = games.len();
    games.try_reserve(header.games - standard.min(header.games))?;
    games.extend(all.filter(|game| outline.has_custom_start(*game as usize)));
    if games.len() > standard {
        games.sort_unstable();
    }
    games.retain(|game| selected.contains(*game as usize));
    Ok(games)
}
