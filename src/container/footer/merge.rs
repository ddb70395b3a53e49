//! Which footers a writer merges with its own, so that few are read to open a file and little is written again.

use std::collections::BTreeMap;

use super::{Edit, Footer, GameEdit, Listing, MAX_EARLIER, PlacedFooter, SegmentEntry};
use crate::{Result, memory};

/// The footers of a file that a writer continues, oldest first.
///
/// A footer names earlier ones instead of repeating what they list. The newest of them are merged into it: as long as one lists less
/// than `ratio` times what the new one lists so far. The ratio is the smallest whose seventh power is not below the number of
/// all entries; so every footer that stays lists at least `ratio` times as much as the one after it, and no more than seven can.
/// An entry is written again only when its footer grows by one part in `ratio` or more.
#[derive(Debug, Default)]
pub struct FooterChain(Vec<PlacedFooter>);

impl FooterChain {
    /// The footers of a file that games are appended to.
    pub fn of(listing: &Listing) -> Result<FooterChain> {
        memory::collected(listing.footers().iter().cloned()).map(FooterChain)
    }

    /// Adds a footer that was written. It takes the place of those that were merged into it.
    pub fn push(&mut self, written: PlacedFooter) {
        self.0.truncate(written.footer.earlier.len());
        self.0.push(written);
    }

    /// The footer to write: `new` with what is merged into it, and with references to the others. `new` names no earlier one.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn footer(&self, new: Footer) -> Result<Footer> {
        let kept = self.kept(weight(&new));
        let mut merged = self.0[kept..].iter().map(|placed| &placed.footer).chain([&new]);
        let mut footer = Footer::empty(new.versions);
        for part in merged.clone() {
            footer.blocks.try_reserve(part.blocks.len())?;
            footer.segments.try_reserve(part.segments.len())?;
            footer.blocks.extend_from_slice(&part.blocks);
            footer.segments.extend_from_slice(&part.segments);
        }
        footer.segments = segments_that_count(&footer.segments)?;
        footer.edits = merged_edits(&mut merged, kept == 0)?;
        footer.earlier = memory::collected(self.0[..kept].iter().map(|placed| placed.place.clone()))?;
        Ok(footer)
    }

    /// How many of the oldest footers stay, if a new one lists so much.
    fn kept(&self, new: u64) -> usize {
        let ratio = ratio(self.0.iter().map(|placed| weight(&placed.footer)).sum::<u64>() + new);
        let (mut kept, mut merged) = (self.0.len(), new);
        while let Some(last) = kept.checked_sub(1) {
            let listed = weight(&self.0[last].footer);
            if kept <= MAX_EARLIER && listed >= ratio * merged {
                break;
            }
            (kept, merged) = (last, merged + listed);
        }
        kept
    }
}

/// What is written again when a footer is merged: its entries. An empty one counts, too. An index segment counts as many as the blocks
/// that it covers: next to it, a list of these blocks is nothing, and a file is opened faster by one footer.
fn weight(footer: &Footer) -> u64 {
    let covered: u64 = footer.segments.iter().map(|segment| segment.blocks).sum();
    ((footer.blocks.len() + footer.edits.len()) as u64 + covered).max(1)
}

/// The segments of which no later one covers a block (`container.13`), in their order.
///
/// # Errors
///
/// [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn segments_that_count(segments: &[SegmentEntry]) -> Result<Vec<SegmentEntry>> {
    // The blocks that later segments cover, as ranges that do not touch each other's blocks: starts, and ends.
    let (mut covered, mut counting) = (BTreeMap::new(), Vec::new());
    for segment in segments.iter().rev() {
        let (mut start, mut end) = (segment.first_block, segment.first_block + segment.blocks);
        let mut is_apart = true;
        while let Some((other, other_end)) = last_before(&covered, end).filter(|(_, other_end)| *other_end > start) {
            covered.remove(&other);
            (start, end, is_apart) = (start.min(other), end.max(other_end), false);
        }
        covered.insert(start, end);
        if is_apart {
            memory::push(&mut counting, segment.clone())?;
        }
    }
    counting.reverse();
    Ok(counting)
}

/// Of ranges by their starts, the last one that starts before `end`.
fn last_before(ranges: &BTreeMap<u64, u64>, end: u64) -> Option<(u64, u64)> {
    ranges.range(..end).next_back().map(|(start, end)| (*start, *end))
}

/// The smallest number from 2 whose seventh power is not below `entries`.
fn ratio(entries: u64) -> u64 {
    (2..).find(|ratio: &u64| ratio.saturating_pow(MAX_EARLIER as u32) >= entries).unwrap_or(u64::MAX)
}

/// The edits of some footers as one list; without older footers, games that are as they were need none.
fn merged_edits(footers: &mut dyn Iterator<Item = &Footer>, has_all: bool) -> Result<Vec<GameEdit>> {
    let mut edits = BTreeMap::new();
    for edit in footers.flat_map(|footer| &footer.edits) {
        edits.insert(edit.number, edit.edit);
    }
    let needed = edits.into_iter().filter(|(_, edit)| !has_all || *edit != Edit::Restored);
    memory::collected(needed.map(|(number, edit)| GameEdit { number, edit }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn segment((first_block, blocks): (u64, u64)) -> SegmentEntry {
        SegmentEntry { range: 0..1, first_block, blocks, header_crc: 0 }
    }

    proptest! {
        /// As the rule has it: no later one covers a block of one that counts.
        #[test]
        fn segments_count_that_no_later_one_covers(ranges in prop::collection::vec((0..40u64, 1..9u64), 0..12)) {
            let segments: Vec<_> = ranges.into_iter().map(segment).collect();
            let blocks = |s: &SegmentEntry| s.first_block..s.first_block + s.blocks;
            let shares = |a: &SegmentEntry, b: &SegmentEntry| blocks(a).any(|block| blocks(b).contains(&block));
            let counts = |n: &usize| !segments[n + 1..].iter().any(|later| shares(later, &segments[*n]));
            let expected: Vec<_> = (0..segments.len()).filter(counts).map(|n| segments[n].clone()).collect();
            prop_assert_eq!(segments_that_count(&segments).unwrap(), expected);
        }
    }
}
