//! Reading everything that can be read, and listing what cannot: what export, verify, repair and recode share.

use std::{cell::Cell, ops::Range, sync::Arc};

use crate::{
    Codec, Corruption, Error, ErrorCode, Game, Reader, Result, Start,
    container::{Block, BlockBuilder, Edit, StoredSummaries, summary},
    file::reader::Replacements,
    memory, pgn,
};

thread_local! {
    /// The game that was read last on a thread, for its memory: to get that from the system takes longer than to fill it. Threads
    /// end with the operation.
    static SPARE: Cell<Game> = Cell::new(Game::new());
}

/// Counts of an export or of a recoding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exported {
    /// Games written.
    pub games: u64,
    /// Games that are lost or incomplete, as they were reported: a game with two corrupt parts counts twice.
    pub corrupt: u64,
    /// Games that were written with a part missing or changed.
    pub incomplete: u64,
    /// Games that could not be written.
    pub lost: u64,
    /// True if the PGN text that was written ends inside a comment: a text that follows it would be read as part of that. A `}` closes it.
    pub ends_in_comment: bool,
}

impl Exported {
    /// Counts what was found in a block, and passes it to `on_corruption`.
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
        let (mut end, mut games) = (0, 0);
        for range in ranges {
            games += range.end.saturating_sub(range.start.max(end));
            end = end.max(range.end);
        }
        games
    };
    let lost = games_of(&|found| !found.partly);
    (games_of(&|_| true) - lost, lost)
}

/// Neighboring blocks, with the games in each.
pub(super) type Batch = Vec<(usize, Range<u64>)>;

/// All blocks in batches of neighbors of one codec, as `codec_of` gives it by the index of a block. A batch has at most as many games
/// as a writer puts in a block of this codec, and at most `max_len` bytes, or it is one block.
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

/// Parts of a block that were read.
#[derive(Default)]
pub(super) struct Salvaged {
    /// Corrupt parts.
    pub found: Vec<Corruption>,
    /// True if the first game was passed on as the continuation of the game before it.
    pub continues: bool,
    /// True if the last game was passed on as it is in its block, so that the next one may continue it.
    pub may_continue: bool,
}

/// Returns whether the game before this one is as it was written, so that this one may continue it.
pub(super) fn follows(reader: &Reader, number: u64) -> bool {
    number == 0 || reader.edit(number - 1).is_none()
}

/// Reads games of blocks, and passes all that can be read to `on_game`. A game that is refused as invalid is passed on once more with
/// other tags, one that is refused as too large as text; it counts as incomplete.
pub(super) struct Salvage<'a, F> {
    reader: &'a Reader,
    on_game: F,
    game: Game,
    /// The number of the first game, if it may continue the one before it.
    first: Option<u64>,
    /// The game after the one that was passed on last, if it may continue that.
    next: Option<u64>,
    /// The block of replacements that was read last, and its errors: replacements of neighbours are neighbours.
    replacements: Option<(usize, Arc<Block>, Vec<Error>)>,
    /// True if a game that is refused is passed on once more, changed.
    mends: bool,
    read: Salvaged,
}

impl<'a, F: FnMut(&Game) -> Result<()>> Salvage<'a, F> {
    /// `first` is the number of the first game, if it may continue the one before it.
    pub fn new(reader: &'a Reader, first: Option<u64>, on_game: F) -> Salvage<'a, F> {
        let game = SPARE.take();
        let read = Salvaged::default();
        Salvage { reader, on_game, game, first, next: first, replacements: None, mends: true, read }
    }

    /// The same, but a game that is refused is not passed on again: it counts as incomplete.
    pub fn checking(self) -> Self {
        Salvage { mends: false, ..self }
    }

    /// Returns what was read.
    pub fn end(self) -> Salvaged {
        SPARE.set(self.game);
        self.read
    }

    /// Reads games of a block, and what stands in the place of those that are edited. Moves that were checked before are not checked
    /// again.
    pub fn block(&mut self, index: usize, games: Range<u64>) {
        match self.reader.salvage_block(index) {
            Ok((block, errors)) => {
                let block = block.with_checked(self.reader.checked_games(index));
                self.games(index, &block, errors, games);
            }
            Err(error) => self.lost_games(games, &error),
        }
    }

    /// As [`Salvage::block`], for some games of a block of which others may be read next: the block stays in memory.
    pub fn cached_block(&mut self, index: usize, games: Range<u64>) {
        match self.reader.block(index) {
            Ok(block) => self.games(index, &block, Vec::new(), games),
            Err(_) => self.block(index, games),
        }
    }

    /// Reads all games of a block that are as they were written; their moves are checked, whatever was checked before. `checksums` is an
    /// error of sections that may not be needed.
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

    /// As [`Salvage::written`], for the games of a block of replacements that stand in the place of others.
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

    /// Errors of a block concern its games that are as they were written.
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

    /// The games of a block that cannot be read: they are lost, but for those that are edited.
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

    /// The ranges of games that are as they were written.
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

    /// Passes on what stands in the place of an edited game; nothing does for a deleted one.
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

    /// Reads the summaries of a block, whose games have these numbers.
    fn summaries(&mut self, index: usize, games: Range<u64>) -> Option<StoredSummaries> {
        let read = self.reader.with_block(index, StoredSummaries::load);
        read.unwrap_or_else(|error| {
            self.read.found.push(Corruption::of_index(games, error));
            None
        })
    }

    /// Compares the game that was read last, whole, with its summary (`search.12`). No search uses summaries of replacements.
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

    /// Passes a game on; if not as it is, the error says why.
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
            // If no text may continue the game before, it is another game: its text is not lost.
            Err(_) if game.continued => (self.on_game)(&pgn::of_text(game.unparsed())?).map(|()| None),
            Err(_) => Err(why),
        }
    }
}
