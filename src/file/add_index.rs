//! Adding the index to a file.

use std::path::Path;

use crate::index::{Contents, build_segment};
use crate::{Error, Options, OutputFile, Reader, Result, Writer, parallel};

/// What was added to a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IndexAdded {
    /// Blocks that have an index now and had none before.
    pub blocks: usize,
    /// Blocks that had one.
    pub blocks_before: usize,
    /// Games of the blocks that have it now.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Bytes of the index that was added.
    pub bytes: u64,
}

/// Adds the index for all blocks that have none, at the end of the file; the content of the file is not changed. `progress` is
/// called with the numbers of games that are done and that have no index yet.
///
/// # Errors
///
/// The errors of [`Writer::append`] and of reading the blocks: a corrupt file is not indexed. Errors of `progress`.
/// When it fails or is stopped, the file is as it was before; only when that fails, too, it ends like one whose writer was
/// interrupted (`container.15`).
pub fn add_index(
    path: impl AsRef<Path>,
    threads: usize,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<IndexAdded> {
    let path = path.as_ref();
    let named = |e: Error| e.context(path.display());
    let mut writer = Writer::append(path, Options::default())?;
    let reader = Reader::open(path)?;
    let missing: Vec<usize> = (0..reader.blocks().len()).filter(|block| reader.segment(*block).is_none()).collect();
    let blocks_before = reader.blocks().len() - missing.len();
    if missing.is_empty() {
        return Ok(IndexAdded { blocks_before, ..IndexAdded::default() });
    }
    match add_segments(&reader, missing, threads, &mut writer, &mut progress) {
        Ok(added) => writer.finish().map(|_| IndexAdded { blocks_before, ..added }).map_err(named),
        Err(e) => writer.abort().and(Err(e)).map_err(named),
    }
}

fn add_segments(
    reader: &Reader,
    blocks: Vec<usize>,
    threads: usize,
    writer: &mut Writer<OutputFile>,
    progress: &mut impl FnMut(u64, u64) -> Result<()>,
) -> Result<IndexAdded> {
    let mut added = IndexAdded::default();
    let total = blocks.iter().map(|block| reader.blocks()[*block].games).sum();
    let mut blocks = blocks.into_iter();
    parallel::in_order(
        threads,
        || Ok(blocks.next()),
        |block| {
            let start = reader.blocks()[block].range.start;
            Ok((block, reader.with_block(block, |header, fetch| build_segment(start, header, fetch))?))
        },
        |(block, segment)| {
            writer.write_segment(&segment, block as u64, 1)?;
            added.blocks += 1;
            added.games += reader.blocks()[block].games;
            added.plies += reader.blocks()[block].plies;
            added.bytes += segment.len() as u64;
            progress(added.games, total)
        },
    )?;
    Ok(added)
}

/// The content of the index for a block; `None` if it has no index.
///
/// # Errors
///
/// [`crate::ErrorCode::ChecksumSection`] for a corrupt page; [`crate::ErrorCode::SectionMalformed`] for what breaks a rule of
/// the index; errors of the source.
pub fn index_contents(reader: &Reader, block: usize) -> Result<Option<Contents>> {
    reader.segment(block).map(|view| Contents::read(&view)).transpose()
}
