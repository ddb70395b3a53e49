//! All that a segment says, with every rule checked: for programs that look into an index. Searches read only what they need.

use super::{
    bits::{put_list, take_list},
    entry,
    parts::{GameRecord, View, malformed},
};
use crate::{Reader, Result, coding::wire::Cursor, search::Branch};

/// What the index says of a frequent position (`index.7`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryContents {
    /// The key of the position.
    pub key: u64,
    /// Plies of first arrival, rising, and for each the games, rising.
    pub groups: Vec<(u32, Vec<u32>)>,
    /// The moves that come next.
    pub branches: Vec<Branch>,
}

/// What a segment of the index says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// All games of the block.
    pub games: Vec<GameRecord>,
    /// Positions with an entry, by rising keys.
    pub entries: Vec<EntryContents>,
    /// For each bucket the games that have one of its positions, and others (`index.8`).
    pub buckets: Vec<Vec<u32>>,
}

/// Reads all that the index says of a block, from 0; `None` if it has no index.
///
/// # Errors
///
/// [`crate::ErrorCode::ChecksumSection`] for a damaged page; [`crate::ErrorCode::SectionMalformed`] and the errors of [`crate::coding::wire`] for
/// what breaks a rule of the chapter; errors of the source.
pub fn contents(reader: &Reader, block: usize) -> Result<Option<Contents>> {
    reader.segment(block).map(|view| of_view(&view)).transpose()
}

fn of_view(view: &View<'_>) -> Result<Contents> {
    let head = &view.segment.head;
    let entries: Vec<_> = (0..head.positions).map(|index| entry_at(view, index)).collect::<Result<_>>()?;
    if !entries.is_sorted_by(|a, b| a.key < b.key) {
        return Err(malformed("keys that do not rise"));
    }
    Ok(Contents {
        games: (0..head.games).map(|game| view.record(game)).collect::<Result<_>>()?,
        entries,
        buckets: (0..1 << head.bucket_bits).map(|bucket| bucket_at(view, bucket)).collect::<Result<_>>()?,
    })
}

/// An entry has one spelling (`index.7`, `index.9`).
fn entry_at(view: &View<'_>, index: usize) -> Result<EntryContents> {
    let entry = view.entry_at(index)?;
    let (groups, branches) = (entry.groups()?, entry.branches()?);
    let mut again = Vec::new();
    entry::put(&mut again, &groups, &branches, view.segment.head.games);
    if again != entry.bytes() || !groups.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(malformed("an entry breaks a rule"));
    }
    Ok(EntryContents { key: view.key_at(index)?, groups, branches })
}

/// A list has one spelling (`index.9`).
fn bucket_at(view: &View<'_>, bucket: usize) -> Result<Vec<u32>> {
    let (bytes, games) = (view.bucket_bytes(bucket)?, view.segment.head.games);
    let list = take_list(&mut Cursor::new(&bytes), games)?.numbers()?;
    let mut again = Vec::new();
    put_list(&mut again, &list, games);
    if again != *bytes {
        return Err(malformed("the list of a bucket breaks a rule"));
    }
    Ok(list)
}
