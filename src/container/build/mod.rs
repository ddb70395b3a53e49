//! Building a block from games.

mod annotations;
mod encoded;
mod moves;
mod room;
mod stored;

use std::cell::OnceCell;

use annotations::AnnotationsBuilder;
pub use encoded::EncodedBlock;
use moves::MovesBuilder;
use room::GameSize;
pub use stored::StoredGame;

use super::{
    Compressor, SectionKind,
    section::SectionList,
    state::GameState,
    summaries::Summaries,
    tags::{EncodedTags, TagsBuilder, list_of},
};
use crate::{Codec, Game, Result, Start, coding::wire::Strings, limits, memory, play::final_fen};

/// Collects games for one block.
pub struct BlockBuilder {
    codec: Codec,
    moves: MovesBuilder,
    states: Vec<u32>,
    tags: TagsBuilder,
    annotations: AnnotationsBuilder,
    unparsed: Strings,
    unparsed_len: usize,
    summaries: Summaries,
}

impl BlockBuilder {
    /// Makes an empty block whose moves are coded with `codec`.
    pub fn new(codec: Codec) -> BlockBuilder {
        BlockBuilder {
            codec,
            moves: MovesBuilder::new(codec),
            states: Vec::new(),
            tags: TagsBuilder::default(),
            annotations: AnnotationsBuilder::new(codec),
            unparsed: Strings::default(),
            unparsed_len: 0,
            summaries: Summaries::default(),
        }
    }

    /// Returns the number of games so far.
    pub fn games(&self) -> usize {
        self.moves.games()
    }

    /// Returns the number of games after which a writer closes a block of this codec (`container.18`).
    pub fn max_games(codec: Codec) -> usize {
        if codec.shares_runs() { limits::MAX_GAMES_PER_ARCHIVE_BLOCK } else { limits::MAX_GAMES_PER_BLOCK }
    }

    /// Estimates the bytes of the block in the file: moves are not compressed; tags and text shrink.
    fn stored_len(&self) -> usize {
        self.moves.len() + self.tags.len() / 8 + (self.annotations.len() + self.unparsed_len) / 4
    }

    /// Returns whether a writer should close the block before it adds any other game.
    pub fn is_full(&self) -> bool {
        self.games() >= BlockBuilder::max_games(self.codec)
            || self.len() >= limits::BLOCK_LEN
            || self.stored_len() >= limits::STORED_BLOCK_LEN
            || self.annotations.is_full()
    }

    /// Returns the codec of a block for `game` in a file of codec `codec`: a game that is too long for a run is coded with `byte`
    /// (`limits.5`).
    pub fn codec_for(game: &Game, codec: Codec) -> Codec {
        let is_too_long = codec.shares_runs() && game.moves.len() > limits::MAX_PLIES_IN_RUN;
        if is_too_long { Codec::Byte } else { codec }
    }

    /// Returns whether `game`, in a file of codec `codec`, can be added to the block: the block has the right codec,
    /// and the game cannot bring it near a limit (`limits.9`). If not, a writer closes the block. An empty block of the
    /// right codec has room for every game that [`BlockBuilder::add`] accepts.
    pub fn has_room_for(&self, game: &Game, codec: Codec) -> bool {
        BlockBuilder::codec_for(game, codec) == self.codec && (self.games() == 0 || self.has_room(&GameSize::of(game)))
    }

    fn has_room(&self, size: &GameSize) -> bool {
        self.moves.has_room_for(size.plies)
            && self.tags.lines() + size.tags <= limits::MAX_TAGS_IN_GAME
            && self.tags.name_count() + size.tags <= limits::MAX_TAG_NAMES
            && self.len() + size.bytes <= room::MAX_LEN
    }

    /// Returns the approximate number of bytes so far.
    fn len(&self) -> usize {
        self.moves.len() + self.tags.len() + self.annotations.len() + self.unparsed_len
    }

    /// Adds a game. On an error, adds nothing.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for an illegal move, [`ErrorCode::InvalidGame`] for inconsistent annotations or a
    /// start that differs from the `FEN` tag, [`ErrorCode::LimitExceeded`] for a game that is too large.
    ///
    /// [`ErrorCode::IllegalMove`]: crate::ErrorCode::IllegalMove
    /// [`ErrorCode::InvalidGame`]: crate::ErrorCode::InvalidGame
    /// [`ErrorCode::LimitExceeded`]: crate::ErrorCode::LimitExceeded
    pub fn add(&mut self, game: &Game) -> Result<()> {
        game.check()?;
        self.add_game(game, true)
    }

    /// Adds a game whose main line is known to be legal, for example because the game was just imported or read.
    ///
    /// # Errors
    ///
    /// The errors of [`BlockBuilder::add`], without [`IllegalMove`](crate::ErrorCode::IllegalMove) for the main line.
    pub fn add_trusted(&mut self, game: &Game) -> Result<()> {
        game.check()?;
        self.add_checked(game)
    }

    /// Adds a game that passes [`Game::check`] and whose main line is known to be legal, for example because the game was just imported.
    ///
    /// # Errors
    ///
    /// The errors of [`BlockBuilder::add_trusted`].
    pub fn add_checked(&mut self, game: &Game) -> Result<()> {
        debug_assert!(!game.check().is_err_and(|e| !e.is_no_memory()));
        self.add_game(game, false)
    }

    /// Checks that `game` is small enough for a block.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](crate::ErrorCode::LimitExceeded); the message says what is too large.
    pub fn check_size(game: &Game) -> Result<()> {
        GameSize::of(game).check(game)
    }

    fn add_game(&mut self, game: &Game, checked: bool) -> Result<()> {
        BlockBuilder::check_size(game)?;
        let movetext = self.annotations.add(game).and_then(|()| self.moves.add(game, checked));
        movetext.inspect_err(|_| self.annotations.rollback())?;
        self.annotations.close_game(game.moves.len() as u32)?;
        memory::push(&mut self.states, GameState::of(game).bits())?;
        self.add_tags(game)?;
        self.unparsed.push(game.unparsed())?;
        self.unparsed_len += game.unparsed().len();
        self.summaries.push(game.start == Start::Standard && !game.continued, &game.moves)
    }

    fn add_tags(&mut self, game: &Game) -> Result<()> {
        // tags.10: only for codecs with runs, which users choose to get small files.
        let can_derive = self.codec.shares_runs() && !game.continued && game.start != Start::Unreadable;
        // Computed once per game, however many tags it has.
        let known = OnceCell::new();
        let last = || known.get_or_init(|| final_fen(&game.start_position(), &game.moves).ok());
        self.tags.add(game, |text| can_derive && last().as_deref() == Some(text))
    }

    /// Encodes and compresses all columns, and makes the bytes of the block.
    ///
    /// # Errors
    ///
    /// [`LimitExceeded`](crate::ErrorCode::LimitExceeded) if a section is too large or there are too many sections, [`Io`](crate::ErrorCode::Io) if
    /// zstd fails, [`IllegalMove`](crate::ErrorCode::IllegalMove) if a game was trusted to be legal and is not.
    pub fn finish(self, compressor: &mut Compressor) -> Result<EncodedBlock> {
        let games = self.moves.games();
        let plies = self.moves.plies();
        let mut sections = SectionList::new(Vec::new(), compressor);
        self.moves.finish(&mut sections)?;
        if self.states.iter().any(|state| *state != 0) {
            sections.add_column(SectionKind::States, &self.states)?;
        }
        let EncodedTags { layouts, columns, names } = self.tags.finish()?;
        if !names.is_empty() {
            sections.add(SectionKind::Names, 0, list_of(&names)?)?;
        }
        sections.add(SectionKind::TagLayouts, 0, layouts)?;
        for (encoding, content) in columns {
            sections.add(SectionKind::TagValues, encoding as u64, content)?;
        }
        self.annotations.finish(&mut sections)?;
        if self.unparsed_len > 0 {
            let mut raw = Vec::new();
            self.unparsed.put(&mut raw)?;
            sections.add(SectionKind::UnparsedText, 0, raw)?;
        }
        // A search reads complete runs of `tight` for any of their games, so summaries hardly help it.
        if let (true, Some(summaries)) = (self.codec != Codec::Tight, self.summaries.to_section()?) {
            sections.add(SectionKind::Summaries, 0, summaries)?;
        }
        EncodedBlock::new(games, plies, &sections.finish())
    }
}
