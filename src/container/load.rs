//! Reading the columns of a block.

use std::{
    borrow::Cow,
    cell::RefCell,
    sync::{Arc, Mutex, PoisonError},
};

use shakmaty::Chess;

use super::{
    BlockHead, Kind, SectionHead,
    build::{marker_of, state},
    runs::{self, ReadRun},
    section::Decompressor,
};
use crate::{
    Class, Code, Codec, Error, Game, MoveWord, Result, Start, annotations,
    tags::{self, Column, Encoding, NameSource, TagShapes},
    wire::{Cursor, crc32c, running_sums},
};

/// Gives bytes of one block, counted from the block's start.
pub trait Fetch {
    /// The bytes in `range`, all of them.
    ///
    /// # Errors
    ///
    /// [`Code::Truncated`] when the file ends before, and errors of the operating system.
    fn fetch(&self, range: std::ops::Range<u64>) -> Result<Cow<'_, [u8]>>;
}

/// Bytes of all games, one piece a game.
#[derive(Debug, Default)]
struct Pieces {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Pieces {
    fn parse(section: &[u8], games: usize) -> Result<Pieces> {
        let mut cursor = Cursor::new(section);
        let lengths = cursor.column(games)?;
        let ends = running_sums(&lengths, cursor.remaining())?;
        let bytes = cursor.take(ends.last().map_or(0, |e| *e as usize))?.to_vec();
        cursor.finish()?;
        Ok(Pieces { bytes, ends })
    }

    /// The piece of a game; empty when the section is absent.
    fn of_game(&self, game: usize) -> &[u8] {
        match self.ends.get(game) {
            Some(end) => &self.bytes[start_of(&self.ends, game)..*end as usize],
            None => &[],
        }
    }
}

fn start_of(ends: &[u32], game: usize) -> usize {
    if game == 0 { 0 } else { ends[game - 1] as usize }
}

/// A block with all its columns in memory.
#[derive(Debug)]
pub struct Block {
    head: BlockHead,
    movetext: MoveText,
    states: Vec<u32>,
    shapes: TagShapes,
    columns: Vec<Column>,
    name_refs: Vec<u32>,
    notes: Notes,
}

/// What is done with an error in a section: it ends the reading, or is noted.
type Lose<'a> = dyn FnMut(Error) -> Result<()> + 'a;

/// The main lines.
#[derive(Debug)]
struct MoveText {
    codec: Codec,
    plies: Vec<u32>,
    moves: Vec<u8>,
    /// For every run, the game after its last.
    run_ends: Vec<u32>,
    /// For every run, where its code ends.
    ends: Vec<u32>,
    /// The run that was read last, for callers that read its games one after another.
    last: Mutex<Option<(usize, Arc<ReadRun>)>>,
}

impl MoveText {
    fn load(sections: &Sections<'_>, states: &[u32]) -> Result<MoveText> {
        let games = sections.head.games;
        let plies = sections.parse(Kind::Plies, |s| whole(s, |c| c.column(games)))?;
        if plies.iter().map(|p| u64::from(*p)).sum::<u64>() != sections.head.plies {
            return Err(malformed("the plies of the games do not add up to those of the block"));
        }
        let (codec, moves) = sections.required(Kind::Moves)?;
        let codec = Codec::from_param(codec.param).map_err(|e| e.at(codec.range.start))?;
        let moves = moves.into_owned();
        let is_plain = |game: usize| states[game] & state::PLAIN != 0;
        runs::check_plies(codec, &plies, is_plain, moves.len())?;
        let run_ends = runs::run_ends(codec, &plies, is_plain);
        let sizes = sections.optional(Kind::MoveSizes, |s| whole(s, |c| c.column(run_ends.len())))?;
        let ends = move_ends(codec, &plies, sizes, moves.len())?;
        Ok(MoveText { codec, plies, moves, run_ends, ends, last: Mutex::default() })
    }

    fn lost(games: usize) -> MoveText {
        let run_ends = (1..=games as u32).collect();
        let (plies, ends) = (vec![0; games], vec![0; games]);
        MoveText { codec: Codec::Byte, plies, moves: Vec::new(), run_ends, ends, last: Mutex::default() }
    }

    /// The run of a game.
    fn run_of(&self, game: usize) -> usize {
        self.run_ends.partition_point(|end| *end as usize <= game)
    }

    fn games_of(&self, run: usize) -> std::ops::Range<usize> {
        start_of(&self.run_ends, run)..self.run_ends[run] as usize
    }

    fn code_of(&self, run: usize) -> &[u8] {
        &self.moves[start_of(&self.ends, run)..self.ends[run] as usize]
    }

    /// The moves of a run; `starts` is asked for its starts and numbers of plies.
    fn read_run(&self, run: usize, starts: impl FnOnce() -> Result<Vec<(Chess, usize)>>) -> Result<Arc<ReadRun>> {
        let lock = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((last, moves)) = &*lock()
            && *last == run
        {
            return Ok(moves.clone());
        }
        let read = Arc::new(ReadRun::read(self.codec, &starts()?, self.code_of(run))?);
        *lock() = Some((run, read.clone()));
        Ok(read)
    }
}

/// Annotations and text that could not be read.
#[derive(Debug)]
struct Notes {
    codec: Codec,
    tokens: Pieces,
    texts: Pieces,
    rests: Pieces,
}

impl Notes {
    fn load(sections: &Sections<'_>, main_codec: Codec) -> Result<Notes> {
        let pieces = |kind| {
            let read = |s: &[u8]| Pieces::parse(s, sections.head.games);
            sections.optional(kind, read).map(Option::unwrap_or_default)
        };
        let codec = match sections.head.sections.iter().find(|s| s.kind == Kind::Annotations as u64) {
            Some(section) => variation_codec(section)?,
            None => main_codec.for_variations(),
        };
        Ok(Notes {
            codec,
            tokens: pieces(Kind::Annotations)?,
            texts: pieces(Kind::Texts)?,
            rests: pieces(Kind::Rests)?,
        })
    }

    fn lost(codec: Codec) -> Notes {
        Notes { codec, tokens: Pieces::default(), texts: Pieces::default(), rests: Pieces::default() }
    }
}

impl Block {
    /// Reads and checks all sections of a block.
    ///
    /// # Errors
    ///
    /// [`Code::ChecksumSection`], [`Code::SectionMalformed`], [`Code::TagsMalformed`], the `Unsupported...` codes,
    /// [`Code::LimitExceeded`]; offsets count from the start of the block. Errors of `fetch`.
    pub fn load(head: BlockHead, fetch: &dyn Fetch) -> Result<Block> {
        Block::load_with(head, fetch, &mut |e| Err(e))
    }

    /// Reads what can be read: a damaged column of tags gives `?` for its values, damaged moves give games without moves,
    /// and so on. What is missing is added to `lost`.
    ///
    /// # Errors
    ///
    /// The `Unsupported...` codes: such a block is not damaged.
    pub fn salvage(head: BlockHead, fetch: &dyn Fetch, lost: &mut Vec<Error>) -> Result<Block> {
        Block::load_with(head, fetch, &mut |e| match e.code().class() {
            Class::Unsupported => Err(e),
            _ => {
                lost.push(e);
                Ok(())
            }
        })
    }

    fn load_with(head: BlockHead, fetch: &dyn Fetch, lose: &mut Lose<'_>) -> Result<Block> {
        let sections = Sections::check(&head, fetch)?;
        let games = head.games;
        let states = sections.optional(Kind::States, |s| whole(s, |c| c.column(games)));
        let states = states.or_else(|e| lose(e).map(|()| None))?.unwrap_or_else(|| vec![0; games]);
        let movetext = MoveText::load(&sections, &states).or_else(|e| lose(e).map(|()| MoveText::lost(games)))?;
        let name_refs = sections.optional(Kind::NameRefs, |s| name_refs(s, &head));
        let name_refs = name_refs.or_else(|e| lose(e).map(|()| None))?.unwrap_or_default();
        let shapes = sections.parse(Kind::TagShapes, |s| TagShapes::parse(s, games));
        let shapes = shapes.or_else(|e| lose(e).map(|()| TagShapes::lost(games)))?;
        let columns = sections.columns(&shapes, name_refs.len(), lose)?;
        let notes = Notes::load(&sections, movetext.codec);
        let notes = notes.or_else(|e| lose(e).map(|()| Notes::lost(movetext.codec)))?;
        Ok(Block { movetext, states, shapes, columns, name_refs, notes, head })
    }

    /// Checks the checksum of every section, also of unknown ones.
    ///
    /// # Errors
    ///
    /// [`Code::ChecksumSection`], errors of `fetch`.
    pub fn check_sections(head: &BlockHead, fetch: &dyn Fetch) -> Result<()> {
        let sections = Sections::new(head, fetch)?;
        head.sections.iter().try_for_each(|section| sections.stored(section).map(|_| ()))
    }

    /// The names that a block defines, without its other columns.
    ///
    /// # Errors
    ///
    /// As [`Block::load`].
    pub fn load_names(head: &BlockHead, fetch: &dyn Fetch) -> Result<crate::wire::Strings> {
        let sections = Sections::new(head, fetch)?;
        let names = sections.optional(Kind::Names, |s| whole(s, |c| c.strings(head.new_names)))?;
        names.or((head.new_names == 0).then(Default::default)).ok_or_else(|| malformed("the names are missing"))
    }

    /// The block's head.
    pub fn head(&self) -> &BlockHead {
        &self.head
    }

    /// The codec of the main lines.
    pub fn codec(&self) -> Codec {
        self.movetext.codec
    }

    /// Plies of every game.
    pub fn plies(&self) -> &[u32] {
        &self.movetext.plies
    }

    /// The file-wide ids of the names that the block uses.
    pub fn name_refs(&self) -> &[u32] {
        &self.name_refs
    }

    /// The code of the main line of game `number` of the block; with a codec that [shares runs](Codec::shares_runs), the code
    /// of the run that the game is in.
    pub fn move_code(&self, number: usize) -> &[u8] {
        self.movetext.code_of(self.movetext.run_of(number))
    }

    /// Fills `game` with tags and start of game `number` of the block, after clearing it.
    ///
    /// # Errors
    ///
    /// The errors of `names`; [`Code::SectionMalformed`] for a start that contradicts the tags (`positions.4`).
    pub fn read_tags(&self, number: usize, names: &dyn NameSource, game: &mut Game) -> Result<()> {
        game.clear();
        tags::fill(game, &self.shapes, &self.columns, number, names)?;
        let state = self.states[number];
        if state >= 2 * state::PLAIN || state & state::PLAIN != 0 && !self.codec().shares_runs() {
            return Err(no_such_state(state));
        }
        game.continued = state & state::CONTINUED != 0;
        game.termination = marker_of(state, game.tag(b"Result")).ok_or_else(|| no_such_state(state))?;
        match (state & state::START, game.tag(b"FEN").is_some()) {
            (0, false) => game.start = Start::Standard,
            (1, true) => game.start_from_tags().map_err(|e| malformed(e.message()))?,
            (2, _) => game.start = Start::Unreadable,
            _ => return Err(no_such_state(state)),
        }
        Ok(())
    }

    /// Adds the main line of game `number` to `out`. `game` holds its tags.
    ///
    /// # Errors
    ///
    /// The errors of [`Codec::decode_line`].
    pub fn read_moves(&self, number: usize, game: &Game, out: &mut Vec<MoveWord>) -> Result<()> {
        let movetext = &self.movetext;
        let plies = |game: usize| movetext.plies[game] as usize;
        let plain = self.states[number] & state::PLAIN != 0;
        if plain || !movetext.codec.shares_runs() {
            let codec = if plain { runs::PLAIN } else { movetext.codec };
            return codec.decode_line(&game.start_position(), self.move_code(number), plies(number), out);
        }
        let run = movetext.run_of(number);
        let games = movetext.games_of(run);
        let read = movetext.read_run(run, || {
            let start = |other| if other == number { Ok(game.start_position()) } else { self.start(other) };
            games.clone().map(|other| Ok((start(other)?, plies(other)))).collect()
        })?;
        out.extend_from_slice(read.line(number - games.start));
        Ok(())
    }

    /// The position from which game `number` starts.
    fn start(&self, number: usize) -> Result<Chess> {
        let mut game = Game::new();
        if self.states[number] & state::START == 1 {
            self.read_tags(number, &NoNames, &mut game)?;
        }
        Ok(game.start_position())
    }

    /// Adds the main line of game `number` to `out`, without needing the game's tags unless it starts from a `FEN` tag.
    ///
    /// # Errors
    ///
    /// The errors of [`Codec::decode_line`] and of finding the start.
    pub fn read_line(&self, number: usize, out: &mut Vec<MoveWord>) -> Result<()> {
        let mut game = Game::new();
        if self.states[number] & state::START == 1 {
            self.read_tags(number, &NoNames, &mut game)?;
        }
        self.read_moves(number, &game, out)
    }

    /// The position from which game `number` starts; `None` for the usual one.
    ///
    /// # Errors
    ///
    /// As [`Block::read_tags`].
    pub fn read_start(&self, number: usize) -> Result<Option<shakmaty::Chess>> {
        let is_elsewhere = self.states[number] & state::START == 1;
        is_elsewhere.then(|| self.start(number)).transpose()
    }

    /// Fills `game` with all of game `number` of the block, after clearing it.
    ///
    /// # Errors
    ///
    /// Those of [`Block::read_tags`], [`Block::read_moves`] and [`annotations::decode`].
    pub fn read_game(&self, number: usize, names: &dyn NameSource, game: &mut Game) -> Result<()> {
        self.read_tags(number, names, game)?;
        let mut moves = std::mem::take(&mut game.moves);
        let done = self.read_moves(number, game, &mut moves);
        game.moves = moves;
        done?;
        if game.start == Start::Unreadable && !game.moves.is_empty() {
            return Err(malformed("moves from a start that cannot be read"));
        }
        let Notes { codec, tokens, texts, rests } = &self.notes;
        annotations::decode(tokens.of_game(number), texts.of_game(number), *codec, game)?;
        game.set_rest(rests.of_game(number));
        Ok(())
    }
}

/// Empty names, for callers that look at other tags.
struct NoNames;

impl NameSource for NoNames {
    fn name(&self, _: u32) -> Result<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(b""))
    }
}

pub(super) fn malformed(message: impl Into<String>) -> Error {
    Error::new(Code::SectionMalformed, message)
}

fn no_such_state(state: u32) -> Error {
    malformed(format!("the state {state} of a game contradicts its tags or does not exist"))
}

/// Reads a section that must be used up.
pub(super) fn whole<'a, T>(section: &'a [u8], read: impl FnOnce(&mut Cursor<'a>) -> Result<T>) -> Result<T> {
    let mut cursor = Cursor::new(section);
    let value = read(&mut cursor)?;
    cursor.finish()?;
    Ok(value)
}

pub(super) fn name_refs(section: &[u8], head: &BlockHead) -> Result<Vec<u32>> {
    let refs = whole(section, |cursor| {
        let count = cursor.varint_up_to(crate::limits::MAX_COLUMN_VALUES as u64, "the number of names of a block")?;
        cursor.column(count as usize)
    })?;
    // tags.8: a block uses names of its own or of blocks before it.
    let end = head.first_name + head.new_names as u64;
    match refs.iter().find(|id| u64::from(**id) >= end) {
        None => Ok(refs),
        Some(id) => Err(Error::new(Code::TagsMalformed, format!("a block uses name {id} of a later block"))),
    }
}

fn variation_codec(section: &SectionHead) -> Result<Codec> {
    let codec = Codec::from_param(section.param).map_err(|e| e.at(section.range.start))?;
    // annotations.5
    if codec.for_variations() != codec {
        return Err(malformed(format!("variations cannot be coded with {codec}")));
    }
    Ok(codec)
}

/// Where the code of every game ends (`container.12`).
pub(super) fn move_ends(codec: Codec, plies: &[u32], sizes: Option<Vec<u32>>, len: usize) -> Result<Vec<u32>> {
    let nominal = || plies.iter().map(|p| codec.nominal_size(*p)).collect::<Option<Vec<_>>>();
    let sizes = sizes.or_else(nominal).ok_or_else(|| malformed("the sizes of the games' moves are missing"))?;
    let ends = running_sums(&sizes, len)?;
    if ends.last().map_or(0, |end| *end as usize) != len {
        return Err(malformed("the moves of the games do not fill their section"));
    }
    Ok(ends)
}

/// The sections of a block, fetched and checked one by one.
pub(super) struct Sections<'a> {
    pub(super) head: &'a BlockHead,
    pub(super) fetch: &'a dyn Fetch,
    /// Made when it is first needed: it takes longer than looking at moves that are not compressed.
    decompressor: RefCell<Option<Decompressor>>,
}

impl<'a> Sections<'a> {
    fn new(head: &'a BlockHead, fetch: &'a dyn Fetch) -> Result<Sections<'a>> {
        Ok(Sections { head, fetch, decompressor: RefCell::new(None) })
    }

    pub(super) fn check(head: &'a BlockHead, fetch: &'a dyn Fetch) -> Result<Sections<'a>> {
        // container.7: an unknown kind below 64 must not be skipped, and goes before other faults.
        if let Some(unknown) = head.sections.iter().find(|s| s.kind < 64 && Kind::from_number(s.kind).is_none()) {
            let message = format!("a section of kind {} is not known to this reader", unknown.kind);
            return Err(Error::new(Code::UnsupportedSection, message));
        }
        let mut seen = [false; 64];
        for kind in head.sections.iter().map(|s| s.kind).filter(|k| *k < 64 && *k != Kind::TagValues as u64) {
            if std::mem::replace(&mut seen[kind as usize], true) {
                return Err(Error::new(Code::BlockMalformed, format!("two sections of kind {kind}")));
            }
        }
        Sections::new(head, fetch)
    }

    pub(super) fn stored(&self, section: &SectionHead) -> Result<Cow<'a, [u8]>> {
        let stored = self.fetch.fetch(section.range.clone())?;
        if crc32c(&stored) != section.crc {
            let message = format!("a section of kind {} is damaged (checksum)", section.kind);
            return Err(Error::new(Code::ChecksumSection, message).at(section.range.start));
        }
        Ok(stored)
    }

    pub(super) fn content(&self, section: &SectionHead) -> Result<Cow<'a, [u8]>> {
        let stored = self.stored(section)?;
        match section.compression {
            0 => Ok(stored),
            1 => {
                let mut decompressor = self.decompressor.borrow_mut();
                let decompressor = match &mut *decompressor {
                    Some(decompressor) => decompressor,
                    none => none.insert(Decompressor::new()?),
                };
                let content = decompressor.content(&stored, section.raw_len);
                content.map(Cow::Owned).map_err(|e| e.at(section.range.start))
            }
            other => {
                let message = format!("compression method {other} is not known");
                Err(Error::new(Code::UnsupportedEncoding, message).at(section.range.start))
            }
        }
    }

    pub(super) fn required(&self, kind: Kind) -> Result<(&'a SectionHead, Cow<'a, [u8]>)> {
        let section = self.head.sections.iter().find(|s| s.kind == kind as u64);
        let section = section.ok_or_else(|| malformed(format!("the section {kind:?} is missing")))?;
        Ok((section, self.content(section)?))
    }

    pub(super) fn parse<T>(&self, kind: Kind, read: impl FnOnce(&[u8]) -> Result<T>) -> Result<T> {
        let (section, content) = self.required(kind)?;
        read(&content).map_err(|e| in_section(e, section, kind))
    }

    pub(super) fn optional<T>(&self, kind: Kind, read: impl FnOnce(&[u8]) -> Result<T>) -> Result<Option<T>> {
        if self.head.sections.iter().any(|s| s.kind == kind as u64) {
            self.parse(kind, read).map(Some)
        } else {
            Ok(None)
        }
    }

    /// One column for every tag name (`tags.4`).
    fn columns(&self, shapes: &TagShapes, names: usize, lose: &mut Lose<'_>) -> Result<Vec<Column>> {
        let sections: Vec<_> = self.head.sections.iter().filter(|s| s.kind == Kind::TagValues as u64).collect();
        let mut columns = Vec::with_capacity(shapes.counts().len());
        if sections.len() != shapes.counts().len() {
            lose(Error::new(Code::TagsMalformed, "there is not one tag column for every tag name"))?;
        } else {
            for (section, count) in sections.iter().zip(shapes.counts()) {
                let column = self.column(section, *count as usize, names);
                columns.push(column.or_else(|e| lose(e).map(|()| Column::lost()))?);
            }
        }
        columns.resize_with(shapes.counts().len(), Column::lost);
        Ok(columns)
    }

    pub(super) fn column(&self, section: &SectionHead, count: usize, names: usize) -> Result<Column> {
        let encoding = Encoding::from_number(section.param).map_err(|e| e.at(section.range.start))?;
        let content = self.content(section)?;
        Column::parse(encoding, &content, count, names).map_err(|e| in_section(e, section, Kind::TagValues))
    }
}

/// Says in which section an error is. The offset is that of the section: inside, it may count decompressed bytes.
pub(super) fn in_section(e: Error, section: &SectionHead, kind: Kind) -> Error {
    let inside = e.offset().map_or(String::new(), |at| format!(", byte {at} of its content"));
    Error::new(e.code(), format!("section {kind:?}{inside}: {}", e.message())).at(section.range.start)
}
