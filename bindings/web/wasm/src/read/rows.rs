//! Rows of lists: some tags of games.

use std::{cell::RefCell, collections::HashMap, rc::Rc};

use plypack::{Reader, Result, blocks::BlockTags, openings, text::unescape};
use serde::Serialize;

/// The tags of a row, in the order of the constants.
const TAGS: [&[u8]; 11] =
    [b"White", b"Black", b"WhiteElo", b"BlackElo", b"Event", b"Site", b"Round", b"Date", b"ECO", b"Result", b"Opening"];

/// Indices of [`TAGS`].
pub mod tag {
    pub const WHITE: usize = 0;
    pub const BLACK: usize = 1;
    pub const WHITE_ELO: usize = 2;
    pub const BLACK_ELO: usize = 3;
    pub const EVENT: usize = 4;
    pub const SITE: usize = 5;
    pub const ROUND: usize = 6;
    pub const DATE: usize = 7;
    pub const ECO: usize = 8;
    pub const RESULT: usize = 9;
    pub const OPENING: usize = 10;
}

/// A game in a list: `Row` of `module/types.ts`.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    game: u32,
    white: String,
    black: String,
    white_elo: Option<u32>,
    black_elo: Option<u32>,
    event: String,
    site: String,
    round: String,
    date: String,
    eco: String,
    /// The tag `Opening`; if it is missing, the name of the ECO code.
    opening: String,
    result: String,
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Number of blocks whose tags are cached; a block of 8,192 games takes less than 1 MB.
const MAX_BLOCKS: usize = 64;

/// The tags of the most recently used blocks.
#[derive(Default)]
pub struct RowCache {
    blocks: RefCell<HashMap<usize, (u64, Rc<BlockTags>)>>,
    clock: RefCell<u64>,
}

impl RowCache {
    /// The tags of a block.
    pub fn block(&self, reader: &Reader, block: usize) -> Result<Rc<BlockTags>> {
        let now = self.clock.replace_with(|clock| *clock + 1);
        if let Some((used, tags)) = self.blocks.borrow_mut().get_mut(&block) {
            *used = now;
            return Ok(tags.clone());
        }
        reader.prefetch_tags(block..block + 1)?;
        let tags = Rc::new(reader.read_block_tags(block, &TAGS)?);
        let mut blocks = self.blocks.borrow_mut();
        if blocks.len() >= MAX_BLOCKS {
            let oldest = blocks.iter().min_by_key(|(_, (used, _))| *used).map(|(block, _)| *block);
            oldest.and_then(|block| blocks.remove(&block));
        }
        blocks.insert(block, (now, tags.clone()));
        Ok(tags)
    }

    /// Returns the rows of games. The row of a game that cannot be read has the error; bytes that are not loaded yet are an error.
    pub fn rows(&self, reader: &Reader, games: &[u32]) -> Result<Vec<Row>> {
        games
            .iter()
            .map(|game| match self.row(reader, *game) {
                Err(e) if e.code() == plypack::ErrorCode::Io => Err(e),
                Err(e) => Ok(Row { game: *game, error: Some(e.to_string()), ..Row::default() }),
                row => row,
            })
            .collect()
    }

    fn row(&self, reader: &Reader, game: u32) -> Result<Row> {
        let (block, place) = reader.place_of(game.into())?;
        let tags = self.block(reader, block)?;
        let text = |tag: usize| text_of(&tags, tag, place);
        let rating = |tag: usize| text(tag).map(|text| text.trim().parse().ok().filter(|rating| *rating > 0));
        let eco = text(tag::ECO)?;
        let opening = match text(tag::OPENING)? {
            tag if matches!(&tag[..], "" | "?") => openings::name(&eco).unwrap_or_default().to_owned(),
            tag => tag,
        };
        Ok(Row {
            game,
            white: text(tag::WHITE)?,
            black: text(tag::BLACK)?,
            white_elo: rating(tag::WHITE_ELO)?,
            black_elo: rating(tag::BLACK_ELO)?,
            event: text(tag::EVENT)?,
            site: text(tag::SITE)?,
            round: text(tag::ROUND)?,
            date: text(tag::DATE)?,
            eco,
            opening,
            result: tags.result(tag::RESULT, place)?.as_str().to_owned(),
            plies: Some(tags.plies(place)),
            error: None,
        })
    }
}

/// The value of a tag as text; empty without the tag.
pub fn text_of(tags: &BlockTags, tag: usize, place: usize) -> Result<String> {
    let Some(value) = tags.value(tag, place)? else { return Ok(String::new()) };
    shown(&value)
}

/// A value without escapes, as text.
pub fn shown(value: &[u8]) -> Result<String> {
    Ok(plypack::text::text_of(&unescape(value)?).into_owned())
}
