//! The games of a block as code of the codec `byte`, whatever codec the block has.

use shakmaty::Chess;

use super::record::CUSTOM_START;
use crate::{
    Codec, Result,
    container::{Block, BlockHeader, BlockOutline, BlockScan, Fetch, LineCodes},
    memory,
};

/// A game of the block: its start, and its moves as code of `byte`.
pub(super) struct GameLine {
    /// `None` for the standard start.
    pub(super) start: Option<Chess>,
    pub(super) code: Vec<u8>,
    /// The field of the same name of a [`super::GameRecord`].
    pub(super) offset_and_start: u32,
}

impl GameLine {
    /// Whether the game has positions: one without them keeps its offset only.
    pub(super) fn has_positions(&self) -> bool {
        self.start.is_some() || self.offset_and_start & CUSTOM_START == 0
    }
}

/// The games of a block.
pub(super) struct BlockLines {
    /// `None` for games without positions.
    pub(super) games: Vec<Option<GameLine>>,
    /// Bytes of the block's moves, if the games are found in them by offset; else 0.
    pub(super) moves_len: u32,
}

impl BlockLines {
    /// Reads the games.
    pub(super) fn load(header: &BlockHeader, fetch: &dyn Fetch) -> Result<BlockLines> {
        match header.codec()? {
            Codec::Byte => stored_lines(header, fetch),
            _ => decoded_lines(header, fetch),
        }
    }
}

fn stored_lines(header: &BlockHeader, fetch: &dyn Fetch) -> Result<BlockLines> {
    let scan = BlockScan::new(header, fetch)?;
    let (outline, lines) = (BlockOutline::load(&scan)?, LineCodes::load(&scan, false)?);
    let has_custom_starts = (0..header.games).any(|game| outline.has_custom_start(game));
    let block = has_custom_starts.then(|| Block::load(header.clone(), fetch)).transpose()?;
    let line = |game| {
        let offset = lines.start(game) as u32;
        let code = || memory::copied(lines.code(game));
        Ok(match &block {
            _ if outline.has_standard_start(game) => GameLine { start: None, code: code()?, offset_and_start: offset },
            Some(block) if outline.has_custom_start(game) => {
                GameLine { start: block.read_start(game)?, code: code()?, offset_and_start: offset | CUSTOM_START }
            }
            // Keeps its offset, where the code of the game before it ends.
            _ => GameLine { start: None, code: Vec::new(), offset_and_start: offset | CUSTOM_START },
        })
    };
    let games = memory::all((0..header.games).map(|game| line(game).map(Some)))?;
    Ok(BlockLines { games, moves_len: lines.len() as u32 })
}

fn decoded_lines(header: &BlockHeader, fetch: &dyn Fetch) -> Result<BlockLines> {
    let block = Block::load(header.clone(), fetch)?;
    let outline = BlockOutline::load(&BlockScan::new(header, fetch)?)?;
    let mut moves = Vec::new();
    let mut line = |game| {
        let is_standard = outline.has_standard_start(game);
        if !is_standard && !outline.has_custom_start(game) {
            return Ok(None);
        }
        let mut code = Vec::new();
        let start = block.read_byte_code(game, &mut moves, &mut code)?;
        Ok(Some(GameLine { start, code, offset_and_start: if is_standard { 0 } else { CUSTOM_START } }))
    };
    let games = memory::all((0..header.games).map(&mut line))?;
    Ok(BlockLines { games, moves_len: 0 })
}
