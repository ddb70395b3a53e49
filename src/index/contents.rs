//! The whole content of a segment, with every rule checked: for programs that examine an index. Searches read only what they need.

use super::{
    entry,
    game_list::{put_list, take_list},
    record::GameRecord,
    view::{SegmentView, malformed},
};
use crate::{Result, chess::branch::Branch, coding::wire::Cursor};

/// The entry of a frequent position (`index.7`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryContents {
    /// The key of the position.
    pub key: u64,
    /// Plies of first occurrence, and for each the games; both in ascending order.
    pub groups: Vec<(u32, Vec<u32>)>,
    /// The moves played next.
    pub branches: Vec<Branch>,
}

/// The content of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// All games of the block.
    pub games: Vec<GameRecord>,
    /// Positions with an entry, by ascending keys.
    pub entries: Vec<EntryContents>,
    /// For each bucket the games that have one of its positions, and others (`index.8`).
    pub buckets: Vec<Vec<u32>>,
}

impl Contents {
    /// Reads a segment.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorCode::ChecksumSection`] for a corrupt page; [`crate::ErrorCode::SectionMalformed`] and the errors of
    /// [`crate::coding::wire`] for what breaks a rule of the chapter; errors of the file.
    pub(crate) fn read(view: &SegmentView<'_>) -> Result<Contents> {
        let entries: Vec<_> = (0..view.positions()).map(|index| entry_at(view, index)).collect::<Result<_>>()?;
        if !entries.is_sorted_by(|a, b| a.key < b.key) {
            return Err(malformed("keys that are not in ascending order"));
        }
        Ok(Contents {
            games: (0..view.games()).map(|game| view.record(game)).collect::<Result<_>>()?,
            entries,
            buckets: (0..view.buckets()).map(|bucket| bucket_at(view, bucket)).collect::<Result<_>>()?,
        })
    }
}

/// An entry has one encoding (`index.7`, `index.9`).
fn entry_at(view: &SegmentView<'_>, index: usize) -> Result<EntryContents> {
    let entry = view.entry_at(index)?;
    let (groups, branches) = (entry.groups()?, entry.branches()?);
    let mut encoded = Vec::new();
    entry::put(&mut encoded, &groups, &branches, view.games())?;
    if encoded != entry.bytes() || !groups.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(malformed("an entry breaks a rule"));
    }
    Ok(EntryContents { key: view.key_at(index)?, groups, branches })
}

/// A list has one encoding (`index.9`).
fn bucket_at(view: &SegmentView<'_>, bucket: usize) -> Result<Vec<u32>> {
    let (bytes, games) = (view.bucket_bytes(bucket)?, view.games());
    let list = take_list(&mut Cursor::new(&bytes), games)?.numbers()?;
    let mut encoded = Vec::new();
    put_list(&mut encoded, &list, games)?;
    if encoded != *bytes {
        return Err(malformed("the list of a bucket breaks a rule"));
    }
    Ok(list)
}
