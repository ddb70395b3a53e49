//! Reading the columns of a block.

mod stored;

use std::{cell::RefCell, ops::Range, sync::Arc};

use super::tags::{self, Column, FinalPosition, TagLayouts, TagRows};
use super::{
    BlockHeader, CheckedGames, SectionKind,
    annotation_columns::AnnotationColumns,
    main_lines::MainLines,
    run_cache::RunCache,
    section::malformed,
    sections::{self, Fetch, Sections},
    state::States,
};
use crate::{
    Codec, Error, ErrorClass, ErrorCode, Game, PackedMove, Position, Result, Start, codecs::byte,
    coding::wire::Strings, limits, memory, play::final_fen,
};

/// A block with all its columns in memory.
#[derive(Debug)]
pub struct Block {
    header: BlockHeader,
    movetext: MainLines,
    states: States,
    tags: TagRows,
    columns: Vec<Column>,
    names: Arc<Strings>,
    annotations: AnnotationColumns,
    /// The final position of the last game whose tags were read. Computed once, even if several tags of the game have it (`tags.10`).
    finals: RunCache<Vec<u8>>,
    /// True if games have many or long tags: space for all tags is then reserved at once.
    has_long_tags: bool,
    /// True if anything other than tag columns is lost.
    has_lost_parts: bool,
    checked: CheckedGames,
}

/// Minimum average length of the tags of a game, in bytes, at which a block counts as a block with long tags.
const LONG_TAGS: u64 = 4 << 10;

/// The loss that an error in a section causes.
#[derive(Clone, Copy, PartialEq)]
enum Lost {
    /// Tag columns.
    Columns,
    /// A part of every game.
    Rest,
}

/// Handles an error in a section: returns it, or collects it.
type OnError<'a> = dyn FnMut(Error, Lost) -> Result<()> + 'a;

impl Block {
    /// Reads and checks all sections of a block.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumSection`], [`ErrorCode::SectionMalformed`], [`ErrorCode::TagsMalformed`], the `Unsupported...` codes,
    /// [`ErrorCode::LimitExceeded`]; offsets count from the start of the block. Errors of `fetch`.
    pub fn load(header: BlockHeader, fetch: &dyn Fetch) -> Result<Block> {
        Block::load_with(header, fetch, &mut |e, _| Err(e))
    }

    /// Reads what can be read: the values of a corrupt tag column are `?`, games with corrupt moves have no moves, and so on. Adds
    /// the errors to `errors`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`], and the `Unsupported...` codes, because these blocks are not corrupt. An unknown encoding or
    /// compression of tag columns or names costs only their values.
    pub fn salvage(header: BlockHeader, fetch: &dyn Fetch, errors: &mut Vec<Error>) -> Result<Block> {
        let mut has_lost_parts = false;
        let block = Block::load_with(header, fetch, &mut |e, lost| match e.code().class() {
            // limits.11: an unknown encoding of tag columns or names costs only their values.
            ErrorClass::Unsupported if lost == Lost::Rest => Err(e),
            _ if e.is_no_memory() => Err(e),
            _ => {
                errors.push(e);
                has_lost_parts |= lost == Lost::Rest;
                Ok(())
            }
        })?;
        Ok(Block { has_lost_parts, ..block })
    }

    /// Returns whether game `number` of a [salvaged](Block::salvage) block can be read completely: only tag columns are lost, and
    /// none that the game has (`limits.11`).
    pub fn is_whole(&self, number: usize) -> bool {
        let has_column = |name: usize| self.columns.get(name).is_some_and(|column| !column.is_lost());
        !self.has_lost_parts && self.tags.of_game(number).all(|(name, _)| has_column(name))
    }

    fn load_with(header: BlockHeader, fetch: &dyn Fetch, on_error: &mut OnError<'_>) -> Result<Block> {
        let sections = Sections::check(&header, fetch)?;
        let games = header.games;
        let max_lines = limits::max_tag_lines(header.len);
        let states = States::load(&sections).or_else(|e| on_error(e, Lost::Rest).map(|()| States::default()))?;
        let movetext =
            MainLines::load(&sections).or_else(|e| on_error(e, Lost::Rest).and_then(|()| MainLines::lost(games)))?;
        let names = sections.names().map(Some).or_else(|e| on_error(e, Lost::Columns).map(|()| None))?;
        let layouts = sections.parse(SectionKind::TagLayouts, |s| TagLayouts::parse(s, games, max_lines));
        let layouts = layouts.or_else(|e| on_error(e, Lost::Rest).and_then(|()| TagLayouts::lost(games)))?;
        let columns = columns(&sections, &layouts, names.as_ref(), on_error)?;
        let annotations = AnnotationColumns::load(&sections, movetext.codec, &movetext.plies);
        let annotations =
            annotations.or_else(|e| on_error(e, Lost::Rest).map(|()| AnnotationColumns::lost(movetext.codec)))?;
        let checked = CheckedGames::none();
        let finals = RunCache::default();
        let names = names.unwrap_or_default();
        let has_long_tags = false;
        let has_lost_parts = false;
        let mut block = Block {
            movetext,
            states,
            tags: TagRows::new(layouts)?,
            columns,
            names,
            annotations,
            finals,
            has_long_tags,
            has_lost_parts,
            checked,
            header,
        };
        block.has_long_tags = block.expanded_tags() / games as u64 > LONG_TAGS;
        match block.check_expansion() {
            Ok(()) => Ok(block),
            Err(e) => on_error(e, Lost::Rest).and_then(|()| block.without_text()),
        }
    }

    /// Checks the total bytes of tags and text of the block's games before any of them is built (`limits.8`).
    fn check_expansion(&self) -> Result<()> {
        sections::check_expansion(self.expanded_tags() + self.annotations.expanded_len(), self.header.len)
    }

    /// Returns the bytes of all tags.
    fn expanded_tags(&self) -> u64 {
        self.tags.layouts().expanded_len() + self.columns.iter().map(Column::expanded_len).sum::<u64>()
    }

    /// Replaces a block whose tags and text exceed their limit: its games have only moves.
    fn without_text(self) -> Result<Block> {
        let tags = TagRows::new(TagLayouts::lost(self.header.games)?)?;
        let annotations = AnnotationColumns::lost(self.movetext.codec);
        Ok(Block { tags, annotations, columns: Vec::new(), ..self })
    }

    /// Returns the block with a record of the games that were checked: their moves are not checked again. Games that are checked
    /// from now on are added to the record.
    pub fn with_checked(self, checked: CheckedGames) -> Block {
        Block { checked, ..self }
    }

    /// Returns the games whose moves were checked.
    pub fn checked(&self) -> &CheckedGames {
        &self.checked
    }

    /// Returns the approximate size of the block in memory in bytes.
    pub fn memory(&self) -> usize {
        let columns: usize = self.columns.iter().map(|column| size_of::<Column>() + column.memory()).sum();
        let parts = self.movetext.memory() + self.states.memory() + self.tags.memory() + self.annotations.memory();
        size_of::<Block>() + columns + parts + self.names.memory()
    }

    /// Checks the checksum of every section, including unknown ones.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::ChecksumSection`], errors of `fetch`.
    pub fn check_sections(header: &BlockHeader, fetch: &dyn Fetch) -> Result<()> {
        let sections = Sections::new(header, fetch);
        header.sections.iter().try_for_each(|section| sections.stored(section).map(|_| ()))
    }

    /// Returns the block's header.
    pub fn header(&self) -> &BlockHeader {
        &self.header
    }

    /// Returns the codec of the main lines.
    pub fn codec(&self) -> Codec {
        self.movetext.codec
    }

    /// Returns the plies of every game.
    pub fn plies(&self) -> &[u32] {
        &self.movetext.plies
    }

    /// Returns the code of the main line of game `number` of the block; with a codec that [shares runs](Codec::shares_runs), the
    /// code of the game's run.
    pub fn move_code(&self, number: usize) -> &[u8] {
        self.movetext.code_of(self.movetext.run_of(number))
    }

    /// Returns the runs: their games, and the ranges of their codes in the section `moves`.
    pub(crate) fn runs(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + '_ {
        self.movetext.runs()
    }

    /// Returns bytes of the section `moves`.
    pub(crate) fn code_bytes(&self, range: &Range<usize>) -> &[u8] {
        self.movetext.bytes(range)
    }

    /// Fills `game` with tags and start of game `number` of the block, after clearing it: the game is then [partial](Game::is_partial).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::SectionMalformed`] for a start that contradicts the tags (`container.11`); [`ErrorCode::TagsMalformed`] for a
    /// final position (`tags.10`) after moves that cannot be read.
    pub fn read_tags(&self, number: usize, game: &mut Game) -> Result<()> {
        self.fill_tags(number, &|| self.final_position(number), game)?;
        game.is_partial = true;
        Ok(())
    }

    fn fill_tags(&self, number: usize, final_position: &FinalPosition<'_>, game: &mut Game) -> Result<()> {
        game.clear();
        if self.has_long_tags {
            tags::reserve(game, &self.tags, &self.columns, number)?;
        }
        tags::fill(game, &self.tags, &self.columns, number, final_position)?;
        self.apply_state(number, game)
    }

    /// Applies the state to a game that has its tags.
    fn apply_state(&self, number: usize, game: &mut Game) -> Result<()> {
        let has_moves = self.movetext.plies[number] > 0 || self.annotations.has_tokens(number);
        self.states.of_game(number).apply(has_moves, game)
    }

    /// Returns the start position of game `number`; `None` for the standard one.
    ///
    /// # Errors
    ///
    /// The errors of [`Block::read_tags`].
    pub fn read_start(&self, number: usize) -> Result<Option<Position>> {
        if !self.states.of_game(number).starts_from_tag(self.movetext.plies[number])? {
            return Ok(None);
        }
        // Reads only the `FEN` tag, because other tags may be long.
        let mut game = Game::new();
        tags::fill_first(&mut game, &self.tags, &self.columns, number, &[b"FEN", b"Result"])?;
        self.apply_state(number, &mut game)?;
        Ok(Some(game.start_position()))
    }

    /// `tags.10`
    fn final_position(&self, number: usize) -> Result<Vec<u8>> {
        if let Some(known) = self.finals.get(number) {
            return memory::copied(&known);
        }
        if self.states.of_game(number).is_unreadable() || self.movetext.is_lost {
            return Err(tags::no_final_position());
        }
        let mut moves = Vec::new();
        let start = self.read_line(number, &mut moves)?.unwrap_or_default();
        memory::copied(&self.finals.insert(number, final_fen(&start, &moves)?))
    }

    /// Appends the main line of game `number`, which starts from `start`, to `out`. Checks that its moves are legal, unless they
    /// were [checked](Block::checked) before.
    ///
    /// # Errors
    ///
    /// The errors of [`Codec::decode_line`], and of [`Block::read_start`], also for games before this one in the same run
    /// (`codecs.4`).
    pub fn read_moves(&self, number: usize, start: &Position, out: &mut Vec<PackedMove>) -> Result<()> {
        let movetext = &self.movetext;
        let plies = |game: usize| movetext.plies[game] as usize;
        if !movetext.codec.shares_runs() {
            let code = self.move_code(number);
            return self.checked.decode_line(movetext.codec, number, start, code, plies(number), out);
        }
        let read = movetext.read_run(number, |game| {
            if game == number { Ok(start.clone()) } else { self.read_start(game).map(Option::unwrap_or_default) }
        });
        let first = movetext.games_of(movetext.run_of(number)).start;
        memory::append(out, read.line(number - first)?)
    }

    /// Appends the main line of game `number` to `out`. Reads the game's tags only if the line starts from a `FEN` tag. Returns
    /// that start position, or `None` for the standard one. In a codec with runs, also reads the starts of other games in the run.
    ///
    /// # Errors
    ///
    /// The errors of [`Block::read_start`] and [`Block::read_moves`].
    pub fn read_line(&self, number: usize, out: &mut Vec<PackedMove>) -> Result<Option<Position>> {
        let start = self.read_start(number)?;
        match &start {
            Some(start) => self.read_moves(number, start, out)?,
            None => self.read_moves(number, &Position::default(), out)?,
        }
        Ok(start)
    }

    /// Sets `code` to the main line of game `number` in the code of `byte`, whatever codec the block has, and `moves` to its moves.
    /// Returns the start position like [`Block::read_line`].
    ///
    /// # Errors
    ///
    /// The errors of [`Block::read_line`].
    pub fn read_byte_code(
        &self,
        number: usize,
        moves: &mut Vec<PackedMove>,
        code: &mut Vec<u8>,
    ) -> Result<Option<Position>> {
        moves.clear();
        code.clear();
        let start = self.read_line(number, moves)?;
        match &start {
            Some(start) => byte::encode_trusted(start, moves, code)?,
            None => byte::encode_trusted(&Position::default(), moves, code)?,
        }
        Ok(start)
    }

    /// Fills `game` with the complete game `number` of the block, after clearing it.
    ///
    /// # Errors
    ///
    /// The errors of [`Block::read_tags`], [`Block::read_moves`] and [`super::annotations::decode`].
    pub fn read_game(&self, number: usize, game: &mut Game) -> Result<()> {
        self.fill_tags(number, &|| self.final_position(number), game)?;
        self.read_movetext(number, game)
    }

    /// Like [`Block::read_game`], but uses `?` for a tag that is the final position of lost moves, and puts its error into `lost`.
    ///
    /// # Errors
    ///
    /// The errors of [`Block::read_game`].
    pub fn read_rest(&self, number: usize, game: &mut Game, lost: &mut Option<Error>) -> Result<()> {
        let error = RefCell::new(None);
        let final_position = || {
            self.final_position(number).or_else(|e| {
                if e.is_no_memory() {
                    Err(e)
                } else {
                    error.borrow_mut().get_or_insert(e);
                    Ok(b"?".to_vec())
                }
            })
        };
        let read = self.fill_tags(number, &final_position, game);
        *lost = error.take();
        read?;
        self.read_movetext(number, game)
    }

    /// Returns whether the positions of a game are known: it starts from the standard position or from its `FEN` tag, and is not the
    /// continuation of another game (`search.2`).
    pub fn has_positions(&self, number: usize) -> bool {
        let state = self.states.of_game(number);
        state.has_standard_start() || state.has_custom_start()
    }

    /// Returns whether a game has annotations or variations.
    pub fn has_annotations(&self, number: usize) -> bool {
        self.annotations.has_tokens(number)
    }

    /// Adds moves and annotations to a game whose tags were read.
    fn read_movetext(&self, number: usize, game: &mut Game) -> Result<()> {
        let mut moves = std::mem::take(&mut game.moves);
        let done = self.read_moves(number, &game.start_position(), &mut moves);
        game.moves = moves;
        done?;
        if game.start == Start::Unreadable && !game.moves.is_empty() {
            // container.11
            return Err(malformed("moves from a start that cannot be read"));
        }
        self.annotations.read(number, game)
    }
}

/// Reads one column for every tag name (`tags.4`), or no column if all are lost. If `names` is `None`, the columns that
/// refer to names are lost.
fn columns(
    sections: &Sections<'_>,
    layouts: &TagLayouts,
    names: Option<&Arc<Strings>>,
    on_error: &mut OnError<'_>,
) -> Result<Vec<Column>> {
    let values = sections.tag_values();
    if values.len() != layouts.counts().len() {
        // Returns no columns, instead of a lost column for each name: a small section can have a million names.
        let e = Error::new(ErrorCode::TagsMalformed, "there is not one tag column for every tag name");
        on_error(e, Lost::Columns)?;
        return Ok(Vec::new());
    }
    let columns = values.iter().zip(layouts.names().iter()).zip(layouts.counts()).map(|((section, name), count)| {
        let column = sections.column(section, name, *count as usize, || Ok(names.cloned()));
        column.or_else(|e| on_error(e, Lost::Columns).map(|()| Column::lost()))
    });
    memory::all(columns)
}
