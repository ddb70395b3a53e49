//! Reading the parts of each game that the columns of a scan need, and no others.

use std::{borrow::Cow, collections::VecDeque, sync::Arc};

use super::columns::Column;
use crate::{
    Codec, Error, Game, PackedMove, Position, Reader, Result, Termination,
    container::{Block, TagColumns, plies},
    openings::{self, Classified, ExistingTags, NewTags},
};

/// The parts of a game that columns need.
#[derive(Debug, Clone, Default)]
pub(super) struct Needs {
    /// The first values of the tags with these names.
    pub(super) tags: Vec<Cow<'static, [u8]>>,
    pub(super) plies: bool,
    pub(super) start: bool,
    pub(super) moves: bool,
    /// The main line, as code of `byte`.
    pub(super) code: bool,
    pub(super) all_tags: bool,
    /// The comments. Few games may have any.
    pub(super) comments: bool,
    /// The complete game.
    pub(super) game: bool,
    pub(super) openings: Option<OpeningTags>,
}

/// Replacing the tags `ECO` and `Opening` by the opening of the moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpeningTags {
    existing: ExistingTags,
    /// Index of the tag `ECO` in [`Needs::tags`].
    eco: usize,
    /// Index of the tag `Opening`.
    opening: usize,
}

impl Needs {
    pub(super) fn of<'a>(columns: impl Iterator<Item = (&'a str, Column)>) -> Needs {
        let mut needs = Needs::default();
        for (name, column) in columns {
            for tag in column.tags(name).into_iter().flatten() {
                needs.add_tag(tag);
            }
            match column {
                Column::PlyCount => needs.plies = true,
                Column::StartFen => needs.start = true,
                Column::Moves => needs.moves = true,
                Column::Code => needs.code = true,
                Column::Tags => needs.all_tags = true,
                Column::Clocks(_) | Column::Evaluations => needs.comments = true,
                Column::Clock | Column::Evaluation => needs.comments = true,
                Column::Pgn => needs.game = true,
                _ => {}
            }
        }
        needs
    }

    fn add_tag(&mut self, tag: Cow<'static, [u8]>) -> usize {
        let known = self.tags.iter().position(|known| *known == tag);
        known.unwrap_or_else(|| {
            self.tags.push(tag);
            self.tags.len() - 1
        })
    }

    /// Adds openings found by the moves, if a column uses one of these tags.
    pub(super) fn add_openings(&mut self, existing: ExistingTags) {
        let has_tag = self.tags.iter().any(|tag| matches!(&tag[..], b"ECO" | b"Opening"));
        if has_tag || self.all_tags || self.game {
            let eco = self.add_tag(Cow::Borrowed(b"ECO"));
            let opening = self.add_tag(Cow::Borrowed(b"Opening"));
            self.openings = Some(OpeningTags { existing, eco, opening });
        }
    }

    fn block(&self) -> bool {
        let has_opening = self.openings.is_some();
        self.start || self.moves || self.code || self.all_tags || self.comments || self.game || has_opening
    }
}

/// Parts of a block that were read.
pub(super) struct BlockRead {
    tags: Option<TagColumns>,
    plies: Vec<u32>,
    block: Option<Block>,
}

impl BlockRead {
    fn load(reader: &Reader, index: usize, needs: &Needs) -> Result<BlockRead> {
        let (tags, plies) = reader.with_block(index, |header, fetch| {
            let names: Vec<&[u8]> = needs.tags.iter().map(|name| &name[..]).collect();
            let tags = (!names.is_empty()).then(|| TagColumns::load(header, fetch, &names)).transpose()?;
            // A complete block contains them.
            let has_plies = needs.block() || !needs.plies;
            Ok((tags, if has_plies { Vec::new() } else { plies(header, fetch)? }))
        })?;
        let block = needs.block().then(|| reader.load_block(index)).transpose()?;
        Ok(BlockRead { tags, plies, block })
    }

    /// The plies of every game, if needed.
    fn plies(&self) -> &[u32] {
        self.block.as_ref().map_or(&self.plies, Block::plies)
    }
}

/// The needed parts of a game.
pub(super) struct GameRead<'a> {
    tags: TagsRead<'a>,
    pub(super) plies: u32,
    /// `None` for the standard start.
    pub(super) start: Option<&'a Position>,
    pub(super) moves: &'a [PackedMove],
    pub(super) code: &'a [u8],
    pub(super) game: &'a Game,
    /// True if the game has positions (`search.2`). Only set if its code is needed.
    pub(super) has_positions: bool,
}

impl<'a> GameRead<'a> {
    /// Returns the [needed tags](Needs::tags).
    pub(super) fn tags(&self) -> TagsRead<'a> {
        self.tags
    }
}

/// Some tags of a game.
#[derive(Clone, Copy)]
pub(super) struct TagsRead<'a> {
    tags: Option<&'a TagColumns>,
    /// Place of the game in its block.
    place: usize,
    /// New values found by the moves, with the indices of their tags.
    new: [(usize, Option<&'static str>); 2],
}

impl<'a> TagsRead<'a> {
    /// Returns the value of a tag by its index in [`Needs::tags`]; if it is not in memory, builds it in `text`.
    pub(super) fn value<'t>(self, index: usize, text: &'t mut Vec<u8>) -> Result<Option<&'t [u8]>>
    where
        'a: 't,
    {
        match self.new.into_iter().find_map(|(tag, value)| value.filter(|_| tag == index)) {
            Some(value) => Ok(Some(value.as_bytes())),
            None => self.tags.map_or(Ok(None), |tags| tags.value_in(index, self.place, text)),
        }
    }

    /// Returns the same tags with new values.
    fn with_new(self, at: OpeningTags, new: NewTags) -> TagsRead<'a> {
        TagsRead { new: [(at.eco, new.eco), (at.opening, new.opening)], ..self }
    }

    /// Returns the date (`search.6`); `local` and `utc` are the indices of the tags `Date` and `UTCDate`.
    pub(super) fn date(self, local: usize, utc: usize) -> Result<Option<u32>> {
        self.tags.map_or(Ok(None), |tags| tags.date(local, utc, self.place))
    }

    /// Returns the result (`search.6`); `index` is the index of the tag `Result`.
    pub(super) fn result(self, index: usize) -> Result<Termination> {
        self.tags.map_or(Ok(Termination::default()), |tags| tags.result(index, self.place))
    }
}

/// Number of blocks that are kept. Replacements are in separate blocks; with these and the current block in memory, no block is read twice
/// in a row.
const BLOCKS_KEPT: usize = 4;

/// Reads the games of a scan.
pub(super) struct GamesRead {
    reader: Arc<Reader>,
    needs: Needs,
    /// The most recently used blocks, or the errors of reading them.
    blocks: VecDeque<(usize, Result<BlockRead>)>,
    start: Option<Position>,
    moves: Vec<PackedMove>,
    code: Vec<u8>,
    game: Game,
}

impl GamesRead {
    pub(super) fn new(reader: Arc<Reader>, needs: Needs) -> GamesRead {
        let blocks = VecDeque::new();
        let start = None;
        GamesRead { reader, needs, blocks, start, moves: Vec::new(), code: Vec::new(), game: Game::new() }
    }

    /// Reads game `number`.
    ///
    /// Errors: as [`Reader::read_game`].
    pub(super) fn read(&mut self, number: u64) -> Result<GameRead<'_>> {
        let (index, place) = self.reader.place_of(number)?;
        self.load(index)?;
        let GamesRead { needs, blocks, start, moves, code, game, .. } = self;
        let (_, read) = blocks.back().expect("a block was loaded");
        let read = read.as_ref().map_err(Error::clone)?;
        *start = None;
        moves.clear();
        code.clear();
        let mut in_place = None;
        let mut tags = TagsRead { tags: read.tags.as_ref(), place, new: [(0, None); 2] };
        if let Some(block) = &read.block {
            let mut read = || -> Result<()> {
                if needs.code {
                    in_place = read_code(block, place, start, moves, code)?;
                } else if needs.moves {
                    *start = block.read_line(place, moves)?;
                } else if needs.start {
                    *start = block.read_start(place)?;
                }
                if needs.moves && moves.is_empty() {
                    *start = block.read_line(place, moves)?;
                }
                game.clear();
                if needs.game || needs.comments && block.has_annotations(place) {
                    block.read_game(place, game)?;
                } else if needs.all_tags {
                    block.read_tags(place, game)?;
                }
                if let Some(openings) = needs.openings {
                    let new = new_tags(openings, block, tags, start, moves)?;
                    tags = tags.with_new(openings, new);
                    if needs.game || needs.all_tags {
                        new.set(game)?;
                    }
                }
                Ok(())
            };
            read()?;
        }
        Ok(GameRead {
            tags,
            plies: read.plies().get(place).copied().unwrap_or_default(),
            start: start.as_ref(),
            moves,
            code: in_place.unwrap_or(code),
            game,
            has_positions: read.block.as_ref().is_some_and(|block| block.has_positions(place)),
        })
    }

    /// Makes a block the most recently used one.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`] for the list of blocks; errors of the block are stored in the list.
    fn load(&mut self, index: usize) -> Result<()> {
        if self.blocks.back().is_some_and(|(kept, _)| *kept == index) {
            return Ok(());
        }
        self.blocks.try_reserve(1)?;
        let kept = self.blocks.iter().position(|(kept, _)| *kept == index);
        let block = match kept.and_then(|place| self.blocks.remove(place)) {
            Some(block) => block,
            None => {
                if self.blocks.len() >= BLOCKS_KEPT || self.reader.replacements() == 0 {
                    self.blocks.pop_front();
                }
                (index, BlockRead::load(&self.reader, index, &self.needs))
            }
        };
        self.blocks.push_back(block);
        Ok(())
    }
}

/// Returns the opening tags of a game that has `tags`, by its moves. Reads its main line if it is needed and was not read.
///
/// Errors: as [`Block::read_line`].
fn new_tags(
    openings: OpeningTags,
    block: &Block,
    tags: TagsRead<'_>,
    start: &mut Option<Position>,
    moves: &mut Vec<PackedMove>,
) -> Result<NewTags> {
    let mut text = Vec::new();
    let mut other_text = Vec::new();
    let eco = tags.value(openings.eco, &mut text)?;
    let opening = tags.value(openings.opening, &mut other_text)?;
    let find = || -> Result<Option<Classified>> {
        if !block.has_positions(tags.place) {
            return Ok(None);
        }
        if moves.is_empty() {
            *start = block.read_line(tags.place, moves)?;
        }
        Ok(openings::of_line(start.as_ref(), moves))
    };
    openings.existing.new_tags(eco, opening, find)
}

/// Returns the main line of a game as code of `byte`: the bytes in the block if it has that codec, otherwise built in `code`. Moves that
/// were not checked before are checked here, so that the code is always legal.
fn read_code<'b>(
    block: &'b Block,
    place: usize,
    start: &mut Option<Position>,
    moves: &mut Vec<PackedMove>,
    code: &mut Vec<u8>,
) -> Result<Option<&'b [u8]>> {
    if block.codec() != Codec::Byte {
        *start = block.read_byte_code(place, moves, code)?;
        return Ok(None);
    }
    *start = if block.checked().includes(place) { block.read_start(place)? } else { block.read_line(place, moves)? };
    Ok(Some(block.move_code(place)))
}
