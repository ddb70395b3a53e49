//! What the newest footer of a file and the earlier ones that it names list together.

use std::{collections::BTreeMap, ops::Range};

use super::{BlockEntry, Edit, Footer, FooterRef, SegmentEntry, footer_body, footer_crc, malformed};
use crate::{Error, ErrorCode, Result, limits, memory, versions};

/// A footer, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacedFooter {
    /// Its bytes in the file, and its checksum.
    pub place: FooterRef,
    /// What it lists.
    pub footer: Footer,
}

/// The footers that hold for a file, oldest first; the last one is the newest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    footers: Vec<PlacedFooter>,
}

impl Listing {
    /// Reads the footer in `range` of the file, which takes `bytes`, and the earlier ones that it names; `read` gives bytes of the
    /// file.
    ///
    /// # Errors
    ///
    /// Those of [`Footer::parse`], also of an earlier footer, whose checksum must be the one that is named
    /// ([`ErrorCode::ChecksumFooter`]); [`ErrorCode::FooterMalformed`], [`ErrorCode::LimitExceeded`] for what the footers together
    /// contradict; those of `read`. Offsets count from the start of the file.
    pub fn read(range: Range<u64>, bytes: &[u8], read: &dyn Fn(Range<u64>) -> Result<Vec<u8>>) -> Result<Listing> {
        let newest = placed(range, bytes)?;
        let mut footers = memory::with_capacity(newest.footer.earlier.len() + 1)?;
        for earlier in &newest.footer.earlier {
            let found = placed(earlier.range.clone(), &read(earlier.range.clone())?)?;
            if found.place.crc != earlier.crc {
                let message = "an earlier footer is not the one that the footer names (checksum)";
                return Err(Error::new(ErrorCode::ChecksumFooter, message).with_offset(earlier.range.start));
            }
            footers.push(found);
        }
        footers.push(newest);
        let listing = Listing { footers };
        listing.check().map(|()| listing)
    }

    /// The newest footer.
    pub fn newest(&self) -> &PlacedFooter {
        self.footers.last().expect("a listing has a footer")
    }

    /// The footers, oldest first.
    pub fn footers(&self) -> &[PlacedFooter] {
        &self.footers
    }

    /// All blocks in file order.
    pub fn blocks(&self) -> impl Iterator<Item = &BlockEntry> {
        self.footers.iter().flat_map(|placed| &placed.footer.blocks)
    }

    /// All index segments, later ones last.
    pub fn segments(&self) -> impl Iterator<Item = &SegmentEntry> {
        self.footers.iter().flat_map(|placed| &placed.footer.segments)
    }

    /// container.14: what became of games; a later footer overrides an earlier one. Games that are as they were are not in it.
    pub fn edits(&self) -> BTreeMap<u64, Edit> {
        let mut edits = BTreeMap::new();
        for edit in self.footers.iter().flat_map(|placed| &placed.footer.edits) {
            match edit.edit {
                Edit::Restored => edits.remove(&edit.number),
                changed => edits.insert(edit.number, changed),
            };
        }
        edits
    }

    /// Where all units are that the footers list, and these footers, in file order. Places of a corrupt listing may overlap.
    pub fn places(&self) -> Result<Vec<Range<u64>>> {
        let blocks = self.blocks().map(|block| block.range.clone());
        let segments = self.segments().map(|segment| segment.range.clone());
        let footers = self.footers.iter().map(|placed| placed.place.range.clone());
        let mut places = memory::collected(blocks.chain(segments).chain(footers))?;
        places.sort_unstable_by_key(|place| place.start);
        Ok(places)
    }

    /// What must hold for all footers together (container.13, container.14, limits.1).
    fn check(&self) -> Result<()> {
        let at = self.newest().place.range.start;
        let (mut end, mut games, mut replacements, mut blocks) = (0, 0, 0, 0);
        for placed in &self.footers {
            let start = placed.place.range.start;
            for block in &placed.footer.blocks {
                if block.range.start < end {
                    return Err(malformed("blocks of several footers are not in file order", start));
                }
                end = block.range.end;
                *(if block.is_replacement { &mut replacements } else { &mut games }) += block.games;
                blocks += u64::from(!block.is_replacement);
            }
        }
        if games > limits::MAX_GAMES || replacements > limits::MAX_GAMES {
            let message = "more games than a file can have";
            return Err(Error::new(ErrorCode::LimitExceeded, message).with_offset(at));
        }
        if self.segments().any(|segment| segment.first_block + segment.blocks > blocks) {
            return Err(malformed("an index segment of a block that is not listed", at));
        }
        self.check_edits(games, replacements)
    }

    fn check_edits(&self, games: u64, replacements: u64) -> Result<()> {
        let at = self.newest().place.range.start;
        let mut edits = self.footers.iter().flat_map(|placed| &placed.footer.edits).peekable();
        let has_edits = replacements > 0 || edits.peek().is_some();
        if has_edits && self.newest().footer.versions.required & versions::EDITS == 0 {
            return Err(malformed("edits in a file whose features do not name them", at));
        }
        let is_wrong = |edit: Edit| matches!(edit, Edit::Replaced(replacement) if replacement >= replacements);
        if edits.any(|edit| edit.number >= games || is_wrong(edit.edit)) {
            return Err(malformed("an edit of a game, or by a replacement, that there is not", at));
        }
        let edits = self.edits();
        let mut used = memory::collected(edits.values().filter(|edit| matches!(edit, Edit::Replaced(_))))?;
        used.sort_unstable();
        match used.windows(2).any(|pair| pair[0] == pair[1]) {
            true => Err(malformed("two games have the same replacement", at)),
            false => Ok(()),
        }
    }
}

fn placed(range: Range<u64>, bytes: &[u8]) -> Result<PlacedFooter> {
    let start = range.start;
    footer_body(bytes).map_err(|e| e.shifted_by(start))?;
    let footer = Footer::parse(bytes, start).map_err(|e| e.shifted_by(start))?;
    Ok(PlacedFooter { place: FooterRef { range, crc: footer_crc(bytes) }, footer })
}
