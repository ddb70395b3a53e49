//! Tags of all games of a block, read without the moves, for lists of games.

use std::{borrow::Cow, ops::Range};

use super::Reader;
use crate::{
    Result, Termination,
    container::{BlockHeader, SectionKind, TagColumns, plies},
    memory,
};

/// Some tags of the games of a block, and the lengths of the games. If a game has several tags of a name, only the first is included.
#[derive(Debug)]
pub struct BlockTags {
    tags: TagColumns,
    plies: Vec<u32>,
}

/// Bytes from the start of a block that are fetched for its header; few headers are longer.
const HEADER_BYTES: u64 = 512;

/// Sections whose gap is at most this long are fetched as one.
const MAX_GAP: u64 = 4 << 10;

impl Reader {
    /// Reads tags of all games in a block, without the moves. `block` is a block number from [`Reader::place_of`]; `names` are tag names
    /// such as `b"White"`.
    ///
    /// ```
    /// use plypack::{Codec, Reader, games_from_pgn, pack_games};
    ///
    /// let (games, _) = games_from_pgn(b"[White \"Anand\"]\n\n1. e4 *\n\n[White \"Carlsen\"]\n\n1. d4 d5 *\n")?;
    /// let reader = Reader::from_bytes(pack_games(&games, Codec::Byte)?)?;
    /// let (block, place) = reader.place_of(1)?;
    /// let tags = reader.read_block_tags(block, &[b"White"])?;
    /// assert_eq!((tags.value(0, place)?.as_deref(), tags.plies(place)), (Some(&b"Carlsen"[..]), 2));
    /// # Ok::<(), plypack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::block`].
    pub fn read_block_tags(&self, block: usize, names: &[&[u8]]) -> Result<BlockTags> {
        self.with_block(block, |header, fetch| {
            Ok(BlockTags { tags: TagColumns::load(header, fetch, names)?, plies: plies(header, fetch)? })
        })
    }

    /// For a source with slow reads ([`Source::is_remote`](crate::io::Source::is_remote)), announces reads of these blocks
    /// ([`Source::prefetch`](crate::io::Source::prefetch)): of the headers, then of everything except moves, annotations and summaries.
    /// Searches by tags and [`Reader::read_block_tags`] need these parts.
    ///
    /// # Errors
    ///
    /// Errors of the source, and of [`Reader::block_header`].
    pub fn prefetch_tags(&self, blocks: Range<usize>) -> Result<()> {
        // Other sources have no use for announcements, so reading the headers for them would cost time for nothing.
        if !self.is_remote() {
            return Ok(());
        }
        let of_blocks = &self.layout.blocks[blocks.clone()];
        let starts =
            of_blocks.iter().map(|block| block.range.start..block.range.end.min(block.range.start + HEADER_BYTES));
        self.source.prefetch(&memory::collected(starts)?)?;
        let mut ranges = Vec::new();
        for (index, block) in blocks.zip(of_blocks) {
            add_sections(&self.block_header(index)?, block.range.start, &mut ranges)?;
        }
        self.source.prefetch(&ranges)
    }

    /// Announces to the source that these blocks will be read completely.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn prefetch_blocks(&self, blocks: Range<usize>) -> Result<()> {
        self.source.prefetch(&memory::collected(self.layout.blocks[blocks].iter().map(|block| block.range.clone()))?)
    }
}

/// Adds the places of the sections that lists of games need.
fn add_sections(header: &BlockHeader, start: u64, ranges: &mut Vec<Range<u64>>) -> Result<()> {
    const OTHERS: [SectionKind; 6] = [
        SectionKind::Moves,
        SectionKind::MoveSizes,
        SectionKind::Annotations,
        SectionKind::CommentText,
        SectionKind::UnparsedText,
        SectionKind::Summaries,
    ];
    for section in &header.sections {
        if OTHERS.iter().any(|kind| *kind as u64 == section.kind) {
            continue;
        }
        let range = start + section.range.start..start + section.range.end;
        let is_near = |last: &&mut Range<u64>| range.start.checked_sub(last.end).is_some_and(|gap| gap <= MAX_GAP);
        match ranges.last_mut().filter(is_near) {
            Some(last) => last.end = range.end,
            None => memory::push(ranges, range)?,
        }
    }
    Ok(())
}

impl BlockTags {
    /// Returns the value of a tag, by its index in the requested names, for the game at this place of the block; `None` if the game
    /// does not have the tag. PGN escapes are not resolved. Empty for a tag that is the FEN of the final position (`tags.10`), because
    /// only the moves give it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::TagsMalformed`](crate::ErrorCode::TagsMalformed).
    ///
    /// # Panics
    ///
    /// If there is no such tag or game.
    pub fn value(&self, tag: usize, place: usize) -> Result<Option<Cow<'_, [u8]>>> {
        self.tags.value(tag, place)
    }

    /// Returns the result of a game (`search.6`). `tag` must be the index of the tag `Result`.
    ///
    /// # Errors
    ///
    /// Like [`BlockTags::value`].
    pub fn result(&self, tag: usize, place: usize) -> Result<Termination> {
        self.tags.result(tag, place)
    }

    /// Returns the plies of the main line of the game at this place.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn plies(&self, place: usize) -> u32 {
        self.plies[place]
    }

    /// Returns the number of games in the block.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns whether it has no games; blocks always have some.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }
}
