//! Building a block from games.

use super::{
    BlockHead, Compressor, Section, SectionKind,
    block::HeadFields,
    runs::{self, OpenRun},
    state::GameState,
    summaries::Summaries,
};
use super::{
    annotations,
    tags::{BlockNames, TagsBuilder},
    values::ValuesBuilder,
};
use crate::{
    Codec, Error, ErrorCode, Game, Result, Start,
    chess::positions::final_fen,
    coding::wire::{Strings, put_column, put_varint},
    limits,
};

/// Collects games for one block.
pub struct BlockBuilder {
    codec: Codec,
    plies: Vec<u32>,
    moves: Vec<u8>,
    /// Bytes of every run; of a codec without runs, every game is one.
    move_sizes: Vec<u32>,
    run: OpenRun,
    all_plies: u64,
    states: Vec<u32>,
    tags: TagsBuilder,
    annotations: Pieces,
    texts: Pieces,
    /// With a codec with runs: who chooses one wants small files.
    values: Option<ValuesBuilder>,
    rests: Strings,
    rest_bytes: usize,
    summaries: Summaries,
}

/// Byte strings of all games, kept like [`Strings`] but filled from behind.
#[derive(Default)]
struct Pieces {
    bytes: Vec<u8>,
    lengths: Vec<u32>,
}

impl Pieces {
    /// Says that what was appended since the last game is this game's piece.
    fn close(&mut self, before: usize) {
        self.lengths.push((self.bytes.len() - before) as u32);
    }

    fn to_section(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes.len() + 4 * self.lengths.len() + 1);
        put_column(&mut out, &self.lengths);
        out.extend_from_slice(&self.bytes);
        out
    }
}

impl BlockBuilder {
    /// An empty block whose moves are coded with `codec`.
    pub fn new(codec: Codec) -> BlockBuilder {
        BlockBuilder {
            codec,
            plies: Vec::new(),
            moves: Vec::new(),
            move_sizes: Vec::new(),
            run: OpenRun::default(),
            all_plies: 0,
            states: Vec::new(),
            tags: TagsBuilder::default(),
            annotations: Pieces::default(),
            texts: Pieces::default(),
            values: codec.shares_runs().then(ValuesBuilder::default),
            rests: Strings::default(),
            rest_bytes: 0,
            summaries: Summaries::default(),
        }
    }

    /// Games so far.
    pub fn games(&self) -> usize {
        self.plies.len()
    }

    /// Whether a writer should close the block before it adds another game.
    pub fn is_full(&self) -> bool {
        let bytes = self.moves.len() + self.annotations.bytes.len() + self.texts.bytes.len() + self.rest_bytes;
        let values = self.values.as_ref();
        self.games() >= limits::MAX_GAMES_PER_BLOCK
            || bytes + self.tags.len() + values.map_or(0, ValuesBuilder::len) >= limits::BLOCK_LEN
            || values.is_some_and(ValuesBuilder::is_full)
            // limits.9, with room for the next game.
            || !limits::plies_allowed(2 * self.all_plies, self.moves.len())
    }

    /// Adds a game. Nothing is added when there is an error.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for an illegal move, [`ErrorCode::InvalidGame`] for annotations that contradict each other or a
    /// start that is not that of the `FEN` tag, [`ErrorCode::LimitExceeded`] for a game that is too large.
    pub fn add(&mut self, game: &Game) -> Result<()> {
        self.add_game(game, true)
    }

    /// Adds a game whose main line is known to be legal, as that of a game that was just imported or read.
    ///
    /// # Errors
    ///
    /// As [`BlockBuilder::add`], without [`ErrorCode::IllegalMove`] for the main line.
    pub fn add_trusted(&mut self, game: &Game) -> Result<()> {
        self.add_game(game, false)
    }

    fn add_game(&mut self, game: &Game, checked: bool) -> Result<()> {
        game.check()?;
        let marks = [self.annotations.bytes.len(), self.texts.bytes.len()];
        let is_fallback = runs::needs_fallback(self.codec, &game.moves);
        self.add_movetext(game, is_fallback, checked).inspect_err(|_| {
            self.annotations.bytes.truncate(marks[0]);
            self.texts.bytes.truncate(marks[1]);
            self.values.iter_mut().for_each(ValuesBuilder::drop_game);
        })?;
        self.plies.push(game.moves.len() as u32);
        self.all_plies += game.moves.len() as u64;
        self.annotations.close(marks[0]);
        self.texts.close(marks[1]);
        self.values.as_mut().map_or(Ok(()), |values| values.close_game(game.moves.len() as u32))?;
        self.states.push(GameState::of(game, is_fallback).bits());
        let derives = self.codec.shares_runs() && !game.continued && game.start != Start::Unreadable;
        self.tags
            .add(game, |text| derives && final_fen(game.start_position(), &game.moves).is_ok_and(|fen| fen == text));
        self.rests.push(game.rest());
        self.rest_bytes += game.rest().len();
        self.summaries.push(game.start == Start::Standard && !game.continued, &game.moves);
        Ok(())
    }

    fn add_movetext(&mut self, game: &Game, is_fallback: bool, checked: bool) -> Result<()> {
        let codec = self.codec.for_variations();
        annotations::encode_with(
            game,
            codec,
            &mut self.annotations.bytes,
            &mut self.texts.bytes,
            self.values.as_mut(),
        )?;
        if self.codec.shares_runs() && !is_fallback {
            self.run.add(game, checked)?;
            return if self.run.is_full(self.codec) { self.close_run() } else { Ok(()) };
        }
        self.close_run()?;
        let codec = if is_fallback { runs::FALLBACK_CODEC } else { self.codec };
        let encode = if checked { Codec::encode_line } else { Codec::encode_trusted };
        let before = self.moves.len();
        encode(codec, &game.start_position(), &game.moves, &mut self.moves)
            .inspect_err(|_| self.moves.truncate(before))?;
        self.move_sizes.push((self.moves.len() - before) as u32);
        Ok(())
    }

    fn close_run(&mut self) -> Result<()> {
        self.move_sizes.extend(self.run.close(self.codec, &mut self.moves)?);
        Ok(())
    }

    /// Encodes and compresses all columns. The block's own names come last, when the file-wide ids are known.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitExceeded`] when a section is too large, [`ErrorCode::Io`] when zstd fails, [`ErrorCode::IllegalMove`] when a game was
    /// trusted to be legal and is not.
    pub fn finish(mut self, compressor: &mut Compressor) -> Result<EncodedBlock> {
        self.close_run()?;
        let column = |values: &[u32]| {
            let mut out = Vec::new();
            put_column(&mut out, values);
            out
        };
        let any = |values: &[u32]| values.iter().any(|v| *v != 0);
        let mut sections = vec![compressor.section(SectionKind::Plies, 0, column(&self.plies))?];
        sections.push(Section::stored(SectionKind::Moves, self.codec.param(), self.moves)?);
        // container.12: sizes that follow from the number of plies are not written.
        let nominal = |(size, plies): (&u32, &u32)| self.codec.nominal_size(*plies) == Some(*size);
        if self.codec.shares_runs() || !self.move_sizes.iter().zip(&self.plies).all(nominal) {
            sections.push(compressor.section(SectionKind::MoveSizes, 0, column(&self.move_sizes))?);
        }
        if any(&self.states) {
            sections.push(compressor.section(SectionKind::States, 0, column(&self.states))?);
        }
        let tags = self.tags.finish();
        sections.push(compressor.section(SectionKind::TagShapes, 0, tags.shapes)?);
        for (encoding, content) in tags.columns {
            sections.push(compressor.section(SectionKind::TagValues, encoding as u64, content)?);
        }
        if any(&self.annotations.lengths) {
            let codec = self.codec.for_variations().id().into();
            sections.push(compressor.section(SectionKind::Annotations, codec, self.annotations.to_section())?);
        }
        if any(&self.texts.lengths) {
            sections.push(compressor.section(SectionKind::Texts, 0, self.texts.to_section())?);
        }
        if let Some((values, codes)) = self.values.map_or(Ok(None), ValuesBuilder::finish)? {
            sections.push(compressor.section(SectionKind::Values, 0, values)?);
            sections.push(Section::stored(SectionKind::ValueCodes, 0, codes)?);
        }
        if self.rest_bytes > 0 {
            let mut rests = Vec::new();
            self.rests.put(&mut rests);
            sections.push(compressor.section(SectionKind::Rests, 0, rests)?);
        }
        // Of `tight`, whole runs must be read for any of their games, so that a search gains next to nothing.
        if let (true, Some(summaries)) = (self.codec != Codec::Tight, self.summaries.to_section()) {
            sections.push(compressor.section(SectionKind::Summaries, 0, summaries)?);
        }
        let plies = self.plies.iter().map(|p| u64::from(*p)).sum();
        Ok(EncodedBlock { games: self.plies.len(), plies, sections, names: tags.names })
    }
}

/// A block whose columns are compressed, but whose names have no ids yet. Can be made on any thread.
pub struct EncodedBlock {
    games: usize,
    plies: u64,
    sections: Vec<Section>,
    names: BlockNames,
}

impl EncodedBlock {
    /// Games in the block.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Plies of its main lines.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Gives the names their ids and makes the bytes of the block: head and sections. `id_of` gives the id of a name that
    /// has one; others get the next ids, from `first_name` on (`tags.8`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitExceeded`] when the file has too many names or the block too many sections.
    pub fn into_bytes(
        mut self,
        first_game: u64,
        first_name: u64,
        mut id_of: impl FnMut(&[u8]) -> Option<u32>,
        compressor: &mut Compressor,
    ) -> Result<(Vec<u8>, BlockHead, Strings)> {
        let mut new_names = Strings::default();
        let mut ids = Vec::with_capacity(self.names.strings().len());
        for name in self.names.strings().iter() {
            ids.push(match id_of(name) {
                Some(id) => id,
                None => {
                    let id = first_name + new_names.len() as u64;
                    new_names.push(name);
                    u32::try_from(id).ok().filter(|id| u64::from(*id) < limits::MAX_NAMES).ok_or_else(|| {
                        Error::new(ErrorCode::LimitExceeded, "the file has more names than the format can number")
                    })?
                }
            });
        }
        if !new_names.is_empty() {
            let mut raw = Vec::new();
            new_names.put(&mut raw);
            self.sections.push(compressor.section(SectionKind::Names, 0, raw)?);
        }
        if !ids.is_empty() {
            let mut raw = Vec::new();
            put_varint(&mut raw, ids.len() as u64);
            put_column(&mut raw, &ids);
            self.sections.push(compressor.section(SectionKind::NameRefs, 0, raw)?);
        }
        let names = first_name..first_name + new_names.len() as u64;
        let fields = HeadFields { games: self.games, plies: self.plies, first_game, names };
        let (bytes, head) = BlockHead::write(fields, &self.sections)?;
        Ok((bytes, head, new_names))
    }
}
