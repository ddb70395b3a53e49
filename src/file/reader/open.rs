//! Opening files.

use std::{
    path::Path,
    sync::{Arc, OnceLock, atomic::AtomicBool},
};

use super::{
    Layout, Reader,
    cache::{BlockCache, DEFAULT_CACHE},
    layout::Opening,
};
use crate::{
    ErrorClass, Result,
    container::{BlockEntry, CheckedBlocks, HEADER_LEN, RECORD_LEN, RECORD_PLACES, UNITS_START},
    file::{
        source::{self, Source},
        system::map::OpenedFile,
    },
    memory,
    versions::Versions,
};

impl Reader {
    /// Opens a file.
    ///
    /// The reader sees the file as of the last commit, even while a writer is appending. Damage of header, commit records and footer
    /// is an error here; [`Reader::salvage_file`] then reads the rest. Damage of blocks is found when they are read.
    ///
    /// # Errors
    ///
    /// [`NotPlypack`](crate::ErrorCode::NotPlypack); [`Truncated`](crate::ErrorCode::Truncated) for a file that has lost its end;
    /// [`ChecksumHeader`](crate::ErrorCode::ChecksumHeader), [`HeaderMalformed`](crate::ErrorCode::HeaderMalformed),
    /// [`FooterMissing`](crate::ErrorCode::FooterMissing), [`ChecksumFooter`](crate::ErrorCode::ChecksumFooter),
    /// [`FooterMalformed`](crate::ErrorCode::FooterMalformed) for other damage; the `Unsupported...` codes; [`Io`](crate::ErrorCode::Io).
    pub fn open(path: impl AsRef<Path>) -> Result<Reader> {
        Reader::open_path(path.as_ref(), false)
    }

    /// Opens a file and maps it into memory: the fastest way to search it. Only committed bytes are mapped; no writer of this format
    /// changes or truncates them, even when it is interrupted.
    ///
    /// While the reader is open, no other program may make the file shorter or overwrite it in place, as `cp` does: the operating
    /// system would kill this program (SIGBUS), or it would read wrong bytes. Renaming another file over it is safe. If you cannot
    /// guarantee that, use [`Reader::open`], which does not map the file and reports such a change as an error.
    ///
    /// Reads the file like [`Reader::open`] if it cannot be mapped or is on a network file system (NFS, SMB, FUSE, 9p and others),
    /// and on systems that do not report whether it is, such as Windows.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::open`].
    pub fn open_mapped(path: impl AsRef<Path>) -> Result<Reader> {
        Reader::open_path(path.as_ref(), true)
    }

    fn open_path(path: &Path, maps: bool) -> Result<Reader> {
        let file = OpenedFile::open(path)?;
        Reader::from_shared(Arc::new(file), maps).map_err(|e| e.context(path.display()))
    }

    /// Reads a file in memory.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Reader> {
        Reader::from_source(Box::new(bytes))
    }

    /// Reads a file from any source.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::open`] and of the source.
    pub fn from_source(source: Box<dyn Source>) -> Result<Reader> {
        Reader::from_shared(source.into(), false)
    }

    /// Opens a file that may be damaged. If [`Reader::open`] would open it, the result is the same; otherwise it has everything that can
    /// be recovered (`container.16`), and [`Reader::errors`] says why.
    ///
    /// # Errors
    ///
    /// The `Unsupported...` codes and errors of the source. If no block can be recovered, the error of [`Reader::open`].
    pub fn salvage(source: Box<dyn Source>) -> Result<Reader> {
        Reader::salvage_shared(source.into(), false)
    }

    /// Like [`Reader::salvage`], for the file at a path, which is read as by [`Reader::open`].
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::salvage`], and [`Io`](crate::ErrorCode::Io) with the path in the message.
    pub fn salvage_file(path: impl AsRef<Path>) -> Result<Reader> {
        Reader::salvage_path(path.as_ref(), false)
    }

    /// Like [`Reader::salvage_file`], but maps the file as [`Reader::open_mapped`] does.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::salvage_file`].
    pub fn salvage_mapped(path: impl AsRef<Path>) -> Result<Reader> {
        Reader::salvage_path(path.as_ref(), true)
    }

    fn salvage_path(path: &Path, maps: bool) -> Result<Reader> {
        let file = OpenedFile::open(path)?;
        Reader::salvage_shared(Arc::new(file), maps).map_err(|e| e.context(path.display()))
    }

    fn salvage_shared(original: Arc<dyn Source>, maps: bool) -> Result<Reader> {
        match Reader::from_shared(original.clone(), maps) {
            Err(e) if !e.is_temporary() && e.code().class() != ErrorClass::Unsupported => {
                let layout = Layout::recover(&*original, e.clone())?;
                if layout.blocks.is_empty() { Err(e) } else { Reader::with_layout(original, layout) }
            }
            opened => opened,
        }
    }

    /// Reads these blocks of a file that has no footer yet.
    pub(crate) fn of_blocks(source: Box<dyn Source>, versions: Versions, blocks: &[BlockEntry]) -> Result<Reader> {
        let layout = Layout::from_blocks(versions, &mut blocks.iter(), source.len()?)?;
        Reader::with_layout(source.into(), layout)
    }

    fn from_shared(original: Arc<dyn Source>, maps: bool) -> Result<Reader> {
        let (source, layout) = find(&original)?;
        let map = maps.then(|| original.mapped(layout.end())).flatten();
        let source = map.map_or(source, Arc::from);
        Ok(Reader { source, maps, ..Reader::with_layout(original, layout)? })
    }

    fn with_layout(original: Arc<dyn Source>, layout: Layout) -> Result<Reader> {
        let checked_moves = memory::collected(layout.blocks.iter().map(|_| AtomicBool::new(false)))?;
        let checked_games = CheckedBlocks::none(layout.blocks.len())?;
        let cache = BlockCache::new(DEFAULT_CACHE);
        let index = OnceLock::new();
        Ok(Reader {
            source: original.clone(),
            original,
            maps: false,
            layout,
            cache,
            index,
            checked_moves,
            checked_games,
            is_trusted: false,
        })
    }

    /// Returns the same file, whose moves are not checked because the caller trusts them to be legal: decoding is faster. If they
    /// are illegal, the results are wrong moves or errors, but no memory errors. [`crate::verify`] checks them anyway.
    pub fn with_trusted_moves(self) -> Reader {
        Reader { checked_games: self.checked_games.trusted(), is_trusted: true, ..self }
    }

    /// Sets the approximate size of the block cache in bytes; the default is 64 MiB, about 40 blocks. A block of 8192 games takes 1
    /// to 2 MB, or more with comments. When the cache is full, the reader evicts the least recently used blocks, but never the last
    /// one used. Threads share the cache.
    ///
    /// Sequential reading needs one block in the cache. For random access, or repeated passes over a region, set the cache to the size
    /// of that region: if it does not fit, nearly every game requires reading a block. Scans, [`verify`](crate::verify) and
    /// [`export`](crate::export) leave the cache unchanged.
    pub fn set_cache(&self, bytes: usize) {
        self.cache.set_limit(bytes);
    }

    /// Returns the file as it is now, with the games, edits and index that were committed since it was opened; `None` if its
    /// [`State`](crate::State) is the same. The new reader has the same settings, and knows which moves this one has checked.
    ///
    /// A file that was replaced by another, for example by a compaction, counts as new: a reader opened by a path continues with
    /// the file that is at the path now. This reader keeps the old file.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::open`].
    pub fn refreshed(&self) -> Result<Option<Reader>> {
        let renewed = self.original.renewed()?.map(Arc::from);
        let is_other = renewed.is_some();
        let original = renewed.unwrap_or_else(|| self.original.clone());
        if !is_other && self.state() == Some(Opening::read(&*original)?.records().in_force.state) {
            return Ok(None);
        }
        let reader = Reader::from_shared(original, self.maps)?;
        let has_same_numbers = self.state().map(|state| state.file_id) == reader.state().map(|state| state.file_id);
        let is_longer = !is_other && has_same_numbers;
        Ok(Some(if is_longer { self.passed_on_to(reader) } else { self.settings_passed_on_to(reader) }))
    }

    fn settings_passed_on_to(&self, reader: Reader) -> Reader {
        reader.set_cache(self.cache.limit());
        if self.is_trusted { reader.with_trusted_moves() } else { reader }
    }

    /// Returns `reader`, a reader of the longer file, with the settings of this reader and the record of moves that it
    /// has checked.
    pub(super) fn passed_on_to(&self, reader: Reader) -> Reader {
        let reader = self.settings_passed_on_to(reader);
        let both = self.blocks().iter().zip(reader.blocks()).enumerate();
        for (block, _) in both.filter(|(_, (old, new))| !self.is_trusted && old == new) {
            reader.checked_games(block).add_first(self.checked_games(block).count());
        }
        reader
    }

    /// Returns the same file, after searching it for blocks if some are not where the footer lists them, for example because bytes
    /// were inserted or lost before them. If the blocks found hold more games, they are used, and [`Reader::errors`] says so. For
    /// programs that repair files.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn rescanned(self) -> Result<Reader> {
        let headers = (0..self.all_blocks().len()).map(|index| self.block_header(index));
        let Some(e) = headers.filter_map(Result::err).next() else {
            return Ok(self);
        };
        let listed = (0..self.blocks().len()).filter(|index| self.block_header(*index).is_ok());
        let listed: u64 = listed.map(|index| self.blocks()[index].games).sum();
        let errors = self.errors().iter().cloned().chain([e]);
        let scanned = Layout::scan(&*self.source, self.versions(), self.layout.end())?.with_errors(errors);
        if scanned.number_end() > listed { Reader::with_layout(self.original, scanned) } else { Ok(self) }
    }
}

/// Finds the blocks of a file. If reads are slow, the source that is returned keeps the bytes read first in memory.
fn find(original: &Arc<dyn Source>) -> Result<(Arc<dyn Source>, Layout)> {
    let opening = Opening::read(&**original)?;
    let source = source::with_tail(original.clone(), opening.records().in_force.end())?;
    let layout = Layout::open(&*source, opening)?;
    Ok((source, layout))
}

/// Returns whether the bytes between header, records and units are 0, for [`verify`](crate::verify) (`container.3`).
pub(super) fn has_zeros_between(start: &[u8]) -> bool {
    let [a, b] = RECORD_PLACES.map(|place| place as usize);
    [HEADER_LEN..a, a + RECORD_LEN..b, b + RECORD_LEN..UNITS_START as usize]
        .into_iter()
        .all(|gap| start.get(gap).is_some_and(|gap| gap.iter().all(|byte| *byte == 0)))
}
