//! Finding the blocks of a file: by its footers, or by walking its units when its end is torn or corrupt.

use std::{collections::BTreeMap, ops::Range};

use super::{
    Unfinished,
    walk::{Passed, Walk, listing_at_end},
};
use crate::file::source::{Source, read_range};
use crate::{
    Error, ErrorClass, ErrorCode, Result,
    container::{BlockEntry, Edit, HEADER_LEN, Header, Listing, MAGIC, SegmentEntry},
    memory,
    versions::Versions,
};

/// A block's range in the file and what is known of it without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockInfo {
    /// Its bytes in the file.
    pub range: Range<u64>,
    /// The number of its first game, as this reader counts. For a block of replacements, the number of its first replacement.
    pub first_game: u64,
    /// Games in it.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// The blocks of a file.
#[derive(Debug)]
pub struct Layout {
    /// Versions and features of the whole file.
    pub versions: Versions,
    /// The blocks in file order, then the blocks of replacements.
    pub blocks: Vec<BlockInfo>,
    /// How many of the blocks are no replacements.
    pub ordinary: usize,
    /// What became of games that are not as they were written, by number.
    pub edits: BTreeMap<u64, Edit>,
    /// The index segments that footers list; later ones last.
    pub segments: Vec<SegmentEntry>,
    /// Whether there are segments that no footer lists, because none is good.
    pub has_lost_segments: bool,
    /// The footers that list the blocks; none when blocks were found without one.
    pub listing: Option<Listing>,
    /// The length of the file.
    pub len: u64,
    /// Errors in header and footers. Empty for a file that was finished and is not corrupt there.
    pub errors: Vec<Error>,
    /// What was not finished at the end of the file.
    pub unfinished: Option<Unfinished>,
}

impl Layout {
    /// Finds the blocks (`container.15`, `container.16`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NotPlypack`], the `Unsupported...` codes, errors of the source. Corruption elsewhere is not
    /// returned as an error but listed in the result.
    pub fn find(source: &dyn Source) -> Result<Layout> {
        let len = source.len()?;
        let start = read_range(source, 0..len.min(HEADER_LEN as u64), len)?;
        let header = match Header::parse(&start) {
            Ok(header) => Ok(header),
            Err(e) if matches!(e.code(), ErrorCode::ChecksumHeader | ErrorCode::HeaderMalformed) => Err(e),
            Err(e) => return Err(e),
        };
        let at_end = listing_at_end(source, len);
        match at_end {
            Err(e) if e.is_temporary() => Err(e),
            Err(e) if e.code().class() == ErrorClass::Unsupported => {
                let is_content = !source.is_remote() && Walk::new(source, len).ends_inside_a_unit()?;
                if is_content { Layout::walk(source, len, header, not_a_unit(len)) } else { Err(e) }
            }
            Ok(listing) if source.is_remote() || Walk::new(source, len).reaches(&listing)? => {
                Layout::from_listing(listing, len).map(|layout| layout.with_errors(header.err()))
            }
            Ok(_) => Layout::walk(source, len, header, not_a_unit(len)),
            Err(e) => Layout::walk(source, len, header, e),
        }
    }

    fn from_listing(listing: Listing, len: u64) -> Result<Layout> {
        let (ordinary, replacements): (Vec<_>, Vec<_>) = listing.blocks().partition(|block| !block.is_replacement);
        let mut blocks = memory::with_capacity(ordinary.len() + replacements.len())?;
        push_blocks(&mut blocks, 0, &mut ordinary.iter().copied());
        push_blocks(&mut blocks, 0, &mut replacements.into_iter());
        Ok(Layout {
            versions: listing.newest().footer.versions,
            blocks,
            ordinary: ordinary.len(),
            edits: listing.edits(),
            segments: memory::collected(listing.segments().cloned())?,
            has_lost_segments: false,
            listing: Some(listing),
            len,
            errors: Vec::new(),
            unfinished: None,
        })
    }

    /// The blocks that were found without a footer.
    pub fn from_blocks(versions: Versions, found: &[BlockEntry], len: u64) -> Result<Layout> {
        let mut blocks = memory::with_capacity(found.len())?;
        push_blocks(&mut blocks, 0, &mut found.iter());
        Ok(Layout {
            versions,
            ordinary: blocks.len(),
            blocks,
            edits: BTreeMap::new(),
            segments: Vec::new(),
            has_lost_segments: false,
            listing: None,
            len,
            errors: Vec::new(),
            unfinished: None,
        })
    }

    /// Adds errors before the others.
    pub fn with_errors(mut self, errors: impl IntoIterator<Item = Error>) -> Layout {
        self.errors.splice(0..0, errors);
        self
    }

    /// Walks the units of a file that does not end with a good footer; `at_end` says why.
    fn walk(source: &dyn Source, len: u64, header: Result<Header>, at_end: Error) -> Result<Layout> {
        let mut walk = Walk::new(source, len);
        walk.run(HEADER_LEN as u64)?;
        let layout = match walk.last_good_footer()? {
            Some((listing, passed)) => Layout::before_unfinished(listing, &mut walk, &passed, &at_end)?,
            None => {
                let versions = header.as_ref().map_or(Versions::CURRENT, |header| header.versions);
                let layout = Layout::from_blocks(versions, &walk.blocks, len)?.with_errors(walk.errors);
                Layout { has_lost_segments: walk.has_segments, ..layout }
            }
        };
        let at_end = match layout.unfinished {
            Some(rest) if rest.is_torn() => None,
            Some(rest) => Some(rest.error()),
            None => Some(at_end),
        };
        Ok(layout.with_errors(header.err().into_iter().chain(at_end)))
    }

    /// The blocks up to the last good footer. What is wrong after it is part of what was not finished.
    fn before_unfinished(listing: Listing, walk: &mut Walk<'_>, passed: &Passed, at_end: &Error) -> Result<Layout> {
        let rest = passed.range.end..walk.len();
        let mut errors = walk.errors.drain(..passed.errors).collect::<Vec<_>>();
        if !errors.is_empty() && walk.up_to(passed.range.end).reaches(&listing)? {
            // As if the file ended there: nothing needs what is damaged. `verify_unused` finds it.
            errors.clear();
        }
        let unfinished = match rest.is_empty() {
            true => None,
            false => Some(Layout::unfinished_rest(walk, passed.blocks, rest, at_end)?),
        };
        Ok(Layout { unfinished, ..Layout::from_listing(listing, walk.len())?.with_errors(errors) })
    }

    /// What a walk found after the footer before which it had found so many blocks.
    fn unfinished_rest(walk: &Walk<'_>, blocks: usize, rest: Range<u64>, at_end: &Error) -> Result<Unfinished> {
        let after = &walk.blocks[blocks..];
        // What a whole footer lists was committed.
        let is_torn = !walk.has_refused_footer() && walk.is_as_if_killed(rest.clone())?;
        Ok(Unfinished {
            start: rest.start,
            bytes: rest.end - rest.start,
            blocks: after.len(),
            games: after.iter().map(|block| block.games).sum(),
            code: at_end.code(),
            at: at_end.offset().unwrap_or(rest.end),
            is_torn,
        })
    }

    /// All blocks that can be found, by header and footers or without them, also in what was not finished: for repair.
    ///
    /// # Errors
    ///
    /// Errors of the source, other than the end of the file.
    pub fn salvage(source: &dyn Source) -> Result<Layout> {
        match Layout::find(source) {
            Ok(layout) if layout.unfinished.is_some() => layout.with_unfinished(source),
            Err(e) if matches!(e.code(), ErrorCode::NotPlypack | ErrorCode::Truncated) => {
                Ok(Layout::scan(source, source.len()?)?.with_errors([e]))
            }
            found => found,
        }
    }

    fn with_unfinished(mut self, source: &dyn Source) -> Result<Layout> {
        let mut walk = Walk::new(source, self.len);
        walk.run(self.unfinished.map_or(self.len, |rest| rest.start))?;
        let mut blocks = memory::with_capacity(self.blocks.len() + walk.blocks.len())?;
        let replacements = self.blocks.split_off(self.ordinary);
        let first_game = self.games();
        blocks.append(&mut self.blocks);
        push_blocks(&mut blocks, first_game, &mut walk.blocks.iter());
        self.ordinary = blocks.len();
        blocks.extend(replacements);
        // The footers do not know what the unfinished blocks need (versions.10).
        Ok(Layout { blocks, listing: None, ..self })
    }

    /// All blocks that are found without any footer.
    ///
    /// # Errors
    ///
    /// Errors of the source, other than the end of the file.
    pub fn scan(source: &dyn Source, len: u64) -> Result<Layout> {
        let has_magic = len >= 8 && read_range(source, 0..8, len)? == MAGIC;
        let mut walk = Walk::new(source, len);
        walk.run(if has_magic { HEADER_LEN as u64 } else { 0 })?;
        let layout = Layout::from_blocks(Versions::CURRENT, &walk.blocks, len)?.with_errors(walk.errors);
        Ok(Layout { has_lost_segments: walk.has_segments, ..layout })
    }

    /// Where the last good footer ends: nothing after it belongs to the file. Without such a footer, the end of the file.
    pub fn end(&self) -> u64 {
        self.unfinished.map_or(self.len, |rest| rest.start)
    }

    /// Numbers of games: one more than the highest.
    pub fn games(&self) -> u64 {
        self.blocks[..self.ordinary].last().map_or(0, |b| b.first_game + b.games)
    }
}

fn push_blocks(blocks: &mut Vec<BlockInfo>, mut first_game: u64, entries: &mut dyn Iterator<Item = &BlockEntry>) {
    for entry in entries {
        blocks.push(BlockInfo {
            range: entry.range.clone(),
            first_game,
            games: entry.games,
            plies: entry.plies,
            header_crc: entry.header_crc,
        });
        first_game += entry.games;
    }
}

/// container.16: bytes that look like a footer, but are inside of a unit, or leave out blocks.
fn not_a_unit(len: u64) -> Error {
    let message = "the file does not end with a footer: the last bytes are the content of a block that was not finished, or do not \
                   list the blocks of the file";
    Error::new(ErrorCode::FooterMissing, message).with_offset(len)
}
