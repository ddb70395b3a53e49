//! Tags of all games of a block, read without their moves: for lists of games.

use std::{borrow::Cow, ops::Range};

use super::Reader;
use crate::{
    Result, Termination,
    container::{BlockHeader, SectionKind, TagColumns, plies},
    memory,
};

/// Some tags of the games of a block, and how long these are. Of each tag the first value counts.
#[derive(Debug)]
pub struct BlockTags {
    tags: TagColumns,
    plies: Vec<u32>,
}

/// Bytes from the start of a block that are fetched for its header: few are longer.
const HEADER_BYTES: u64 = 512;

/// Sections that are this near to each other are fetched as one.
const MAX_GAP: u64 = 4 << 10;

impl Reader {
    /// Reads tags of the games of a block, without the moves. `names` are the names of the tags, such as `b"White"`; a block is one that
    /// [`Reader::place_of`] names.
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
    /// As [`Reader::block`].
    pub fn read_block_tags(&self, block: usize, names: &[&[u8]]) -> Result<BlockTags> {
        self.with_block(block, |header, fetch| {
            Ok(BlockTags { tags: TagColumns::load(header, fetch, names)?, plies: plies(header, fetch)? })
        })
    }

    /// Says to a source of which every read takes long ([`Source::is_remote`](crate::io::Source::is_remote)) that all but moves, annotations
    /// and summaries of these blocks is read next ([`Source::prefetch`](crate::io::Source::prefetch)): the headers, and then what tags,
    /// searches by tags and [`Reader::read_block_tags`] need.
    ///
    /// # Errors
    ///
    /// Errors of the source, and of [`Reader::block_header`].
    pub fn prefetch_tags(&self, blocks: Range<usize>) -> Result<()> {
        // The headers would be read for nothing.
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

    /// Says to the source that all of these blocks is read next.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn prefetch_blocks(&self, blocks: Range<usize>) -> Result<()> {
        self.source.prefetch(&memory::collected(self.layout.blocks[blocks].iter().map(|block| block.range.clone()))?)
    }
}

/// Adds where the sections are that lists of games need.
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
        match ranges.last_mut().filter(|last| last.end <= range.start && range.start - last.end <= MAX_GAP) {
            Some(last) => last.end = range.end,
            None => memory::push(ranges, range)?,
        }
    }
    Ok(())
}

impl BlockTags {
    /// The value of a tag, by its index in the names that were asked for, of the game at this place of the block; `None` if the game
    /// does not have it. Escapes of PGN are still in it. Empty for a tag that is the FEN of the final position (`tags.10`), which only
    /// the moves tell.
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

    /// The result of a game (`search.6`), when the tag with this index is `Result`.
    ///
    /// # Errors
    ///
    /// As [`BlockTags::value`].
    pub fn result(&self, tag: usize, place: usize) -> Result<Termination> {
        self.tags.result(tag, place)
    }

    /// The plies of the main line of the game at this place.
    ///
    /// # Panics
    ///
    /// If there is no such game.
    pub fn plies(&self, place: usize) -> u32 {
        self.plies[place]
    }

    /// The games of the block.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns whether it has none; blocks always have some.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }
}
