//! Finds the index segments that are in use.

use std::collections::BTreeMap;

use super::SegmentEntry;
use crate::{Result, memory};

/// Returns the segments that are in use, in their order: no later segment covers any of their blocks (`container.13`).
///
/// # Errors
///
/// [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn segments_that_count(segments: &[SegmentEntry]) -> Result<Vec<SegmentEntry>> {
    // The blocks that later segments cover, as disjoint ranges: maps starts to ends.
    let mut covered = BTreeMap::new();
    let mut counting = Vec::new();
    for segment in segments.iter().rev() {
        let mut start = segment.first_block;
        let mut end = segment.first_block + segment.blocks;
        let mut is_apart = true;
        while let Some((other, other_end)) = last_before(&covered, end).filter(|(_, other_end)| *other_end > start) {
            covered.remove(&other);
            start = start.min(other);
            end = end.max(other_end);
            is_apart = false;
        }
        covered.insert(start, end);
        if is_apart {
            memory::push(&mut counting, segment.clone())?;
        }
    }
    counting.reverse();
    Ok(counting)
}

/// Returns the last range that starts before `end`; `ranges` maps starts to ends.
fn last_before(ranges: &BTreeMap<u64, u64>, end: u64) -> Option<(u64, u64)> {
    ranges.range(..end).next_back().map(|(start, end)| (*start, *end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn segment(first_block: u64, blocks: u64) -> SegmentEntry {
        SegmentEntry { range: 0..1, first_block, blocks, header_crc: 0 }
    }

    proptest! {
        /// Compares the result with the wording of the rule: no later segment covers a block of a segment that is in
        /// use.
        #[test]
        fn segments_count_that_no_later_one_covers(ranges in prop::collection::vec((0..40u64, 1..9u64), 0..12)) {
            let segments: Vec<_> = ranges.into_iter().map(|(first, blocks)| segment(first, blocks)).collect();
            let blocks = |s: &SegmentEntry| s.first_block..s.first_block + s.blocks;
            let shares = |a: &SegmentEntry, b: &SegmentEntry| blocks(a).any(|block| blocks(b).contains(&block));
            let counts = |n: &usize| !segments[n + 1..].iter().any(|later| shares(later, &segments[*n]));
            let expected: Vec<_> = (0..segments.len()).filter(counts).map(|n| segments[n].clone()).collect();
            prop_assert_eq!(segments_that_count(&segments).unwrap(), expected);
        }
    }
}
