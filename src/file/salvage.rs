//! Reads everything that can be read, and lists the rest: shared by export, verify, repair and recode.

use std::{cell::Cell, ops::Range, sync::Arc};

use crate::{
    Codec, Corruption, Error, ErrorCode, Game, Reader, Result, Start,
    container::{Block, BlockBuilder, Edit, StoredSummaries, summary},
    file::reader::Replacements,
    memory, pgn,
};

thread_local! {
    /// The last game read on a thread, kept to reuse its memory: allocating takes longer than filling it. Threads end with the
    /// operation.
    static SPARE: Cell<Game> = Cell::new(Game::new());
}

/// Counts of an export or of a recoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exported {
    /// Games written.
    pub games: u64,
    /// Games reported as lost or incomplete: a game with two corrupt parts counts twice.
    pub corrupt: u64,
    /// Games that were written with a part missing or changed.
    pub incomplete: u64,
    /// Games that could not be written.
    pub lost: u64,
    /// True if the written PGN text ends inside a comment: text after it would be read as part of the comment. A `}` closes it.
    pub ends_in_comment: bool,
}

impl Exported {
    /// Counts the corruption found in a block, and passes it to `on_corruption`.
    pub(super) fn report(
        &mut self,
        found: Vec<Corruption>,
        on_corruption: &mut impl FnMut(&Corruption) -> Result<()>,
    ) -> Result<()> {
        let (incomplete, lost) = count(&found);
        (self.incomplete, self.lost) = (self.incomplete + incomplete, self.lost + lost);
        for corruption in found {
            self.corrupt += corruption.games.end - corruption.games.start;
            if corruption.error.is_no_memory() {
                return Err(corruption.error);
            }
            on_corruption(&corruption)?;
        }
        Ok(())
    }
}

/// Returns the numbers of incomplete and of lost games; a game with several errors counts once.
fn count(found: &[Corruption]) -> (u64, u64) {
    let games_of = |is_counted: &dyn Fn(&Corruption) -> bool| {
        let mut ranges: Vec<Range<u64>> =
            found.iter().filter(|found| is_counted(found)).map(|found| found.games.clone()).collect();
        ranges.sort_by_cached_key(|range| range.start);
        let mut end = 0;
        let mut games = 0;
        for range in ranges {
            games += range.end.saturating_sub(range.start.max(end));
            end = end.max(range.end);
        }
        games
    };
    let lost = games_of(&|found| !found.partly);
    (games_of(&|_| true) - lost, lost)
}

/// Neighboring blocks, and the games of each that are read.
pub(super) type Batch = Vec<(usize, Range<u64>)>;

/// Splits all blocks into batches of neighbors with the same codec; `codec_of` returns the codec of a block by its index. A batch has
/// at most the number of games that a writer puts into a block of this codec, and at most `max_len` bytes, or it is one block.
pub(super) fn batches(reader: &Reader, codec_of: impl Fn(usize) -> Result<Codec>, max_len: u64) -> Result<Vec<Batch>> {
    let mut batches: Vec<Batch> = Vec::new();
    let mut last = None;
    let mut games = 0;
    let mut len = 0;
    for (index, range) in blocks_in(reader, 0..reader.number_end()) {
        let codec = codec_of(index)?;
        let block = &reader.blocks()[index];
        let block_len = block.range.end - block.range.start;
        (games, len) = (games + block.games, len + block_len);
        let fits = last == Some(codec) && games <= BlockBuilder::max_games(codec) as u64 && len <= max_len;
        match batches.last_mut().filter(|_| fits) {
            Some(batch) => memory::push(batch, (index, range))?,
            None => {
                (games, len) = (block.games, block_len);
                memory::push(&mut batches, vec![(index, range)])?;
            }
        }
        last = Some(codec);
    }
    Ok(batches)
}

/// The blocks that hold games of `range`, with the games in each.
pub(super) fn blocks_in(reader: &Reader, range: Range<u64>) -> impl Iterator<Item = (usize, Range<u64>)> + use<'_> {
    let first = reader.blocks().partition_point(|block| block.first_game + block.games <= range.start);
    let blocks = reader.blocks()[first..].iter().take_while(move |block| block.first_game < range.end);
    (first..).zip(blocks).map(move |(index, block)| {
        (index, block.first_game.max(range.start)..(block.first_game + block.games).min(range.end))
    })
}

/// Result of reading parts of blocks.
#[derive(Default)]
pub(super) struct Salvaged {
    /// Corrupt parts.
    pub found: Vec<Corruption>,
    /// True if the first game was passed on as the continuation of the game before it.
    pub continues: bool,
    /// True if the last game was passed on as it is in its block, so that the next game can continue it.
    pub may_continue: bool,
}

/// Returns whether the game before this one is as it was written, so that this one can continue it.
pub(super) fn follows(reader: &Reader, number: u64) -> bool {
    number == 0 || reader.edit(number - 1).is_none()
}

/// Reads games of blocks, and passes all that can be read to `on_game`. If `on_game` rejects a game as invalid, passes it again with
/// other tags; if it rejects a game as too large, passes it again as text. Such a game counts as incomplete.
pub(super) struct Salvage<'a, F> {
    reader: &'a Reader,
    on_game: F,
    game: Game,
    /// The number of the first game, if it can continue the game before it.
    first: Option<u64>,
    /// The game after the last one passed on, if it can continue that one.
    next: Option<u64>,
    /// The last block of replacements read, and its errors: neighboring games have neighboring replacements.
    replacements: Option<(usize, Arc<Block>, Vec<Error>)>,
    /// True if a rejected game is changed and passed on again.
    mends: bool,
    read: Salvaged,
}

impl<'a, F: FnMut(&Game) -> Result<()>> Salvage<'a, F> {
    /// `first` is the number of the first game, if it can continue the game before it.
    pub fn new(reader: &'a Reader, first: Option<u64>, on_game: F) -> Salvage<'a, F> {
        let game = SPARE.take();
        let read = Salvaged::default();
        Salvage { reader, on_game, game, first, next: first, replacements: None, mends: true, read }
    }

    /// Does not pass a rejected game again; it still counts as incomplete.
    pub fn checking(self) -> Self {
        Salvage { mends: false, ..self }
    }

    /// Returns the result.
    pub fn end(self) -> Salvaged {
        SPARE.set(self.game);
        self.read
    }

    /// Reads games of a block, and the replacements of the edited ones. Does not check moves again that were checked before.
    pub fn block(&mut self, index: usize, games: Range<u64>) {
        match self.reader.salvage_block(index) {
            Ok((block, errors)) => {
                let block = block.with_checked(self.reader.checked_games(index));
                self.games(index, &block, errors, games);
            }
            Err(error) => self.lost_games(games, &error),
        }
    }

    /// Like [`Salvage::block`], but keeps the block in the cache, because other games of it may be read next.
    pub fn cached_block(&mut self, index: usize, games: Range<u64>) {
        match self.reader.block(index) {
            Ok(block) => self.games(index, &block, Vec::new(), games),
            Err(_) => self.block(index, games),
        }
    }

    /// Reads all games of a block that are as they were written, and checks their moves even if they were checked before. `checksums` is
    /// an error from checking all sections, including sections that no game needs.
    pub fn written(&mut self, index: usize, checksums: Option<Error>) {
        let info = self.reader.block_info(index);
        let numbers = info.first_game..info.first_game + info.games;
        let is_written = |number: &u64| self.reader.edit(*number).is_none();
        if !numbers.clone().any(|number| is_written(&number)) {
            return;
        }
        match self.reader.salvage_block(index) {
            Ok((block, errors)) => {
                let is_whole = errors.is_empty();
                self.errors(numbers.clone(), checksums.into_iter().chain(errors).collect());
                let summaries = if is_whole { self.summaries(index, numbers.clone()) } else { None };
                for number in numbers.filter(is_written) {
                    let place = (number - info.first_game) as usize;
                    let before = self.read.found.len();
                    self.game(&block, place, number);
                    if let Some(summaries) = summaries.as_ref().filter(|_| self.read.found.len() == before) {
                        self.compare_summary(index, number, summaries, place);
                    }
                }
                self.reader.checked_games(index).add_first(block.checked().count());
            }
            Err(error) => self.lost(numbers, &error),
        }
    }

    /// Like [`Salvage::written`], for the games of a block of replacements that replace others.
    pub fn replacing(&mut self, replacements: &Replacements, checksums: Option<Error>) {
        match self.reader.salvage_block(replacements.block) {
            Ok((block, errors)) => {
                let errors: Vec<_> = checksums.into_iter().chain(errors).collect();
                for (place, number) in &replacements.numbers {
                    let found = errors.iter().map(|error| Corruption::partial(*number..*number + 1, error.clone()));
                    self.read.found.extend(found);
                    self.next = None;
                    self.game(&block, *place, *number);
                }
            }
            Err(error) => self.read.found.extend(replacements.lost(&error)),
        }
    }

    /// `errors` are the errors of reading the block.
    fn games(&mut self, index: usize, block: &Block, errors: Vec<Error>, games: Range<u64>) {
        self.errors(games.clone(), errors);
        let first_game = self.reader.block_info(index).first_game;
        for number in games {
            match self.reader.edit(number) {
                Some(edit) => self.edited(edit, number),
                None => self.game(block, (number - first_game) as usize, number),
            }
        }
    }

    /// Reports errors of a block for its games, except for edited games, which are stored elsewhere.
    fn errors(&mut self, games: Range<u64>, errors: Vec<Error>) {
        if errors.is_empty() {
            return;
        }
        let ranges: Vec<_> = self.unedited(games).collect();
        let found = errors.into_iter().flat_map(|error| {
            ranges.iter().map(move |games| Corruption::partial(games.clone(), error.clone())).collect::<Vec<_>>()
        });
        self.read.found.extend(found);
    }

    /// Reports the games of a block that cannot be read as lost, except for edited games.
    fn lost_games(&mut self, games: Range<u64>, error: &Error) {
        self.lost(games.clone(), error);
        for (number, edit) in self.reader.edits(games).collect::<Vec<_>>() {
            self.edited(edit, number);
        }
    }

    fn lost(&mut self, games: Range<u64>, error: &Error) {
        let lost: Vec<_> = self.unedited(games).map(|games| Corruption::lost(games, error.clone())).collect();
        self.read.found.extend(lost);
        (self.next, self.read.may_continue) = (None, false);
    }

    /// Returns the ranges of games that are as they were written.
    fn unedited(&self, games: Range<u64>) -> impl Iterator<Item = Range<u64>> + use<'a, F> {
        let mut next = games.start;
        let edited = self.reader.edits(games.clone()).map(|(number, _)| number);
        let ranges = edited.chain([games.end]).map(move |number| {
            let range = next..number;
            next = number + 1;
            range
        });
        ranges.filter(|range| !range.is_empty())
    }

    /// Passes on the replacement of an edited game; nothing for a deleted game.
    fn edited(&mut self, edit: Edit, number: u64) {
        (self.next, self.read.may_continue) = (None, false);
        let Edit::Replaced(replacement) = edit else { return };
        let (index, place) = self.reader.place_of_replacement(replacement);
        match self.replacements_block(index) {
            Ok((block, errors)) => {
                let found = errors.iter().map(|error| Corruption::partial(number..number + 1, error.clone()));
                self.read.found.extend(found);
                self.game(&block, place, number);
                self.replacements = Some((index, block, errors));
            }
            Err(error) => self.read.found.push(Corruption::lost(number..number + 1, error)),
        }
        (self.next, self.read.may_continue) = (None, false);
    }

    fn replacements_block(&mut self, index: usize) -> Result<(Arc<Block>, Vec<Error>)> {
        if let Some((_, block, errors)) = self.replacements.take().filter(|(last, ..)| *last == index) {
            return Ok((block, errors));
        }
        match self.reader.block(index) {
            Ok(block) => Ok((block, Vec::new())),
            Err(error) if error.is_no_memory() => Err(error),
            Err(_) => self.reader.salvage_block(index).map(|(block, errors)| (Arc::new(block), errors)),
        }
    }

    /// Reads the summaries of a block whose games have these numbers.
    fn summaries(&mut self, index: usize, games: Range<u64>) -> Option<StoredSummaries> {
        let read = self.reader.with_block(index, StoredSummaries::load);
        read.unwrap_or_else(|error| {
            self.read.found.push(Corruption::of_index(games, error));
            None
        })
    }

    /// Compares the last game read, if it is complete, with its summary (`search.12`). No search uses summaries of replacements.
    fn compare_summary(&mut self, index: usize, number: u64, summaries: &StoredSummaries, place: usize) {
        let game = &self.game;
        if game.start == Start::Standard && !game.continued && summaries.row(place) != summary(&game.moves) {
            let message = format!(
                "block {index}: the summary of game {number} contradicts its moves, so that searches may miss the game; \
                 `plypack compact` makes summaries anew"
            );
            let offset = self.reader.block_info(index).range.start + summaries.offset;
            let error = Error::new(ErrorCode::SectionMalformed, message).with_offset(offset);
            self.read.found.push(Corruption::of_index(number..number + 1, error));
        }
    }

    /// Reads a game of a block and passes it on as the game of this number.
    fn game(&mut self, block: &Block, place: usize, number: u64) {
        let mut game = std::mem::take(&mut self.game);
        let mut lost = None;
        let read = block.read_rest(place, &mut game, &mut lost).and_then(|()| self.pass_on(&game, number));
        self.game = game;
        let (why, partly) = match read {
            Ok(why) => (why, true),
            Err(error) => (Some(error), false),
        };
        let corruption = if partly { Corruption::partial } else { Corruption::lost };
        let found = lost.into_iter().chain(why).map(|error| corruption(number..number + 1, error));
        self.read.found.extend(found);
        self.next = partly.then_some(number + 1);
        self.read.may_continue = partly;
    }

    /// Passes on a game; if it had to be changed, returns the reason.
    fn pass_on(&mut self, game: &Game, number: u64) -> Result<Option<Error>> {
        if game.continued && self.next != Some(number) {
            return (self.on_game)(&pgn::of_text(game.unparsed())?).map(|()| None);
        }
        self.read.continues |= game.continued && self.first == Some(number);
        let Err(why) = (self.on_game)(game) else { return Ok(None) };
        let mended = match why.code() {
            ErrorCode::InvalidGame | ErrorCode::LimitExceeded if !self.mends => return Ok(Some(why)),
            ErrorCode::InvalidGame => pgn::with_fitting_tags(game)?,
            ErrorCode::LimitExceeded => pgn::as_text(&pgn::with_fitting_tags(game)?)?,
            _ => return Err(why),
        };
        match (self.on_game)(&mended) {
            Ok(()) => Ok(Some(why)),
            Err(error) if error.is_no_memory() => Err(error),
            // A game whose text cannot continue the game before is passed on as a separate game, so that its text is not lost.
            Err(_) if game.continued => (self.on_game)(&pgn::of_text(game.unparsed())?).map(|()| None),
            Err(_) => Err(why),
        }
    }
}
