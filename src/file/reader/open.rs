//! Opening files.

use std::{
    path::Path,
    sync::{Arc, OnceLock, atomic::AtomicBool},
};

use super::{
    Layout, Reader,
    cache::{BlockCache, DEFAULT_CACHE},
};
use crate::{
    Result,
    container::{BlockEntry, CheckedBlocks},
    file::{
        source::{self, Source, open_file},
        system::map::{OpenedFile, map},
    },
    memory,
    versions::Versions,
};

impl Reader {
    /// Opens a file.
    ///
    /// A file whose end is torn is opened too, with what was committed before; see [`Reader::unfinished`]. So is one whose end is
    /// corrupt, with the blocks that can be found; see [`Reader::errors`].
    ///
    /// # Errors
    ///
    /// [`NotPlypack`](crate::ErrorCode::NotPlypack), [`Truncated`](crate::ErrorCode::Truncated) for less than a header, the
    /// `Unsupported...` codes, [`Io`](crate::ErrorCode::Io).
    pub fn open(path: impl AsRef<Path>) -> Result<Reader> {
        let path = path.as_ref();
        Reader::from_source(Box::new(OpenedFile(open_file(path)?))).map_err(|e| e.context(path.display()))
    }

    /// Opens a file and maps it into memory: the fastest way to search it. A file that cannot be mapped is read as by
    /// [`Reader::open`].
    ///
    /// While the reader is open, no program may make the file shorter or write over it: this program would be killed by the
    /// operating system, or read wrong bytes. Appending games is safe.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn open_mapped(path: impl AsRef<Path>) -> Result<Reader> {
        let path = path.as_ref();
        let file = open_file(path)?;
        Reader::from_source(map(file)).map_err(|e| e.context(path.display()))
    }

    /// Reads a file in memory.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Reader> {
        Reader::from_source(Box::new(bytes))
    }

    /// Reads a file from any source.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`], and the errors of the source.
    pub fn from_source(source: Box<dyn Source>) -> Result<Reader> {
        Reader::from_shared(source.into())
    }

    /// Opens whatever blocks can be found, even if the file does not start as a plypack file: for repair.
    ///
    /// # Errors
    ///
    /// The errors of the source.
    pub fn salvage(source: Box<dyn Source>) -> Result<Reader> {
        let layout = Layout::salvage(&*source)?;
        Reader::with_layout(source.into(), layout)?.or_rescanned()
    }

    /// Reads these blocks of a file that has no footer yet.
    pub(crate) fn of_blocks(source: Box<dyn Source>, versions: Versions, blocks: &[BlockEntry]) -> Result<Reader> {
        let layout = Layout::from_blocks(versions, blocks, source.len()?)?;
        Reader::with_layout(source.into(), layout)
    }

    fn from_shared(source: Arc<dyn Source>) -> Result<Reader> {
        let tailed = source::with_tail(source.clone())?;
        let layout = Layout::find(&*tailed)?;
        Ok(Reader { source: tailed, ..Reader::with_layout(source, layout)? })
    }

    fn with_layout(original: Arc<dyn Source>, layout: Layout) -> Result<Reader> {
        let checked_moves = memory::collected(layout.blocks.iter().map(|_| AtomicBool::new(false)))?;
        let checked_games = CheckedBlocks::none(layout.blocks.len())?;
        let (cache, index) = (BlockCache::new(DEFAULT_CACHE), OnceLock::new());
        Ok(Reader {
            source: original.clone(),
            original,
            layout,
            cache,
            index,
            checked_moves,
            checked_games,
            is_trusted: false,
        })
    }

    /// The same file, whose moves are not checked to be legal, because the caller vouches for them: they are decoded faster. If
    /// they are illegal after all, wrong moves are read, or an error is found; nothing worse. [`crate::verify`] checks them anyway.
    pub fn with_trusted_moves(self) -> Reader {
        Reader { checked_games: self.checked_games.trusted(), is_trusted: true, ..self }
    }

    /// Sets how many bytes of blocks stay in memory, about; 64 MiB if it is never set, which are about 40 blocks: a block of 8192
    /// games takes 1 to 2 MB, or more with comments. When there are more, the block goes that was not used for longest; the one that
    /// was used last stays in any case. Threads share the blocks.
    ///
    /// Reading games in their order needs one block. A program that jumps about in more of the file than fits, or goes round it again
    /// and again, reads a block for nearly every game: it sets as much as the part of the file that it jumps about in. Scans,
    /// [`verify`](crate::verify) and [`export`](crate::export) leave the blocks as they are.
    pub fn set_cache(&self, bytes: usize) {
        self.cache.set_limit(bytes);
    }

    /// The file as it is now, with games and index that were appended since it was opened; `None` if it is as long as it was. The
    /// new reader has the same settings, and knows which moves this one has checked.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`]. The first of its [`Reader::errors`] if the end is torn and was not when the file was opened: another
    /// program may just be appending.
    pub fn refreshed(&self) -> Result<Option<Reader>> {
        let source = self.original.renewed()?.map_or_else(|| self.original.clone(), Arc::from);
        if source.len()? == self.file_len() {
            return Ok(None);
        }
        let reader = Reader::from_shared(source)?;
        if let Some(error) = reader.errors().first().filter(|_| self.errors().is_empty()) {
            return Err(error.clone());
        }
        Ok(Some(self.passed_on_to(reader)))
    }

    /// A reader of the longer file, with what this one is set to and has found out.
    pub(super) fn passed_on_to(&self, reader: Reader) -> Reader {
        reader.set_cache(self.cache.limit());
        if self.is_trusted {
            return reader.with_trusted_moves();
        }
        let both = self.blocks().iter().zip(reader.blocks());
        for (block, _) in both.enumerate().filter(|(_, (old, new))| old == new) {
            reader.checked_games(block).add_first(self.checked_games(block).count());
        }
        reader
    }

    /// When a footer lists other blocks than there are (bytes were added or lost before it), the file is scanned;
    /// the blocks found so are used if they hold more games.
    fn or_rescanned(self) -> Result<Reader> {
        let headers = (0..self.all_blocks().len()).map(|index| self.block_header(index));
        let Some(e) = headers.filter_map(Result::err).next().filter(|_| self.errors().is_empty()) else {
            return Ok(self);
        };
        // A scan knows nothing of edits: replacements are games like others to it.
        let listed = (0..self.all_blocks().len()).filter(|index| self.block_header(*index).is_ok());
        let listed: u64 = listed.map(|index| self.all_blocks()[index].games).sum();
        let scanned = Layout::scan(&*self.source, self.layout.len)?.with_errors([e]);
        if scanned.games() > listed { Reader::with_layout(self.source, scanned) } else { Ok(self) }
    }
}
