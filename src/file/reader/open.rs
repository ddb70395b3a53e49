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
    ErrorCode, Result,
    container::{BlockEntry, CheckedBlocks},
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
    /// A file whose end is torn is opened too, with what was committed before; see [`Reader::unfinished`]. So is one whose end is
    /// corrupt, with the blocks that can be found; see [`Reader::errors`].
    ///
    /// # Errors
    ///
    /// [`NotPlypack`](crate::ErrorCode::NotPlypack), [`Truncated`](crate::ErrorCode::Truncated) for less than a header, the
    /// `Unsupported...` codes, [`Io`](crate::ErrorCode::Io).
    pub fn open(path: impl AsRef<Path>) -> Result<Reader> {
        Reader::open_path(path.as_ref(), false)
    }

    /// Opens a file and maps it into memory: the fastest way to search it. Only what is finished is mapped: up to the end of the last
    /// good footer, which no writer of this format changes or cuts off ([`Reader::unfinished`]), even when it is interrupted.
    ///
    /// While the reader is open, no other program may make the file shorter or write over it in place, as `cp` does: this program
    /// would be killed by the operating system (SIGBUS), or read wrong bytes. Replacing it by another file under its name is safe.
    /// Where that cannot be promised, [`Reader::open`] reads without a map, and reports such a change as an error.
    ///
    /// A file is read as by [`Reader::open`] if it cannot be mapped or is on a network file system (NFS, SMB, FUSE, 9p and others),
    /// and on systems that do not tell, such as Windows.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`].
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
        Reader::from_shared(source.into(), false)
    }

    /// Opens whatever blocks can be found, even if the file does not start as a plypack file: for repair.
    ///
    /// # Errors
    ///
    /// The errors of the source.
    pub fn salvage(source: Box<dyn Source>) -> Result<Reader> {
        let layout = Layout::salvage(&*source)?;
        let had_writer = layout.unfinished.is_some() && source.is_being_written();
        Reader { had_writer, ..Reader::with_layout(source.into(), layout)? }.or_rescanned()
    }

    /// As [`Reader::salvage`], of the file at a path: so [`Reader::is_being_written`] tells whether a writer is at work, which has not
    /// finished yet what is read here.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorCode::Io) with the path in the message.
    pub fn salvage_file(path: impl AsRef<Path>) -> Result<Reader> {
        let open = || Reader::salvage(Box::new(OpenedFile::open(path.as_ref())?));
        open().map_err(|e: crate::Error| e.context(path.as_ref().display()))
    }

    /// Reads these blocks of a file that has no footer yet.
    pub(crate) fn of_blocks(source: Box<dyn Source>, versions: Versions, blocks: &[BlockEntry]) -> Result<Reader> {
        let layout = Layout::from_blocks(versions, blocks, source.len()?)?;
        Reader::with_layout(source.into(), layout)
    }

    fn from_shared(original: Arc<dyn Source>, maps: bool) -> Result<Reader> {
        let Found { source, layout, had_writer } = find(&original)?;
        // Without a good footer nothing says where the file ends.
        let is_listed = maps && layout.listing.is_some();
        let map = is_listed.then(|| original.mapped(layout.end())).flatten();
        let source = map.map_or(source, Arc::from);
        Ok(Reader { source, maps, had_writer, ..Reader::with_layout(original, layout)? })
    }

    fn with_layout(original: Arc<dyn Source>, layout: Layout) -> Result<Reader> {
        let checked_moves = memory::collected(layout.blocks.iter().map(|_| AtomicBool::new(false)))?;
        let checked_games = CheckedBlocks::none(layout.blocks.len())?;
        let (cache, index) = (BlockCache::new(DEFAULT_CACHE), OnceLock::new());
        Ok(Reader {
            source: original.clone(),
            original,
            maps: false,
            had_writer: false,
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

    /// The file as it is now, with the games, edits and index that were added since it was opened; `None` if there is nothing new.
    /// An append that is not finished is nothing new. The new reader has the same settings, and knows which moves this one has checked.
    ///
    /// A file that another one was put in the place of, as a compaction does, is new: a reader that was opened by a path goes
    /// on with what the path leads to. This reader keeps the old file.
    ///
    /// # Errors
    ///
    /// As [`Reader::open`]. The first of its [`Reader::errors`], if the end is corrupt now and was not when the file was opened.
    pub fn refreshed(&self) -> Result<Option<Reader>> {
        let renewed = self.original.renewed()?.map(Arc::from);
        let is_other = renewed.is_some();
        let original = renewed.unwrap_or_else(|| self.original.clone());
        if !is_other && original.len()? == self.layout.end() {
            return Ok(None);
        }
        let reader = Reader::from_shared(original, self.maps)?;
        if let Some(error) = reader.errors().first().filter(|_| self.errors().is_empty()) {
            return Err(error.clone());
        }
        match is_other {
            true => Ok(Some(self.settings_passed_on_to(reader))),
            false if reader.layout.end() == self.layout.end() => Ok(None),
            false => Ok(Some(self.passed_on_to(reader))),
        }
    }

    fn settings_passed_on_to(&self, reader: Reader) -> Reader {
        reader.set_cache(self.cache.limit());
        if self.is_trusted { reader.with_trusted_moves() } else { reader }
    }

    /// A reader of the longer file, with what this one is set to and has found out.
    pub(super) fn passed_on_to(&self, reader: Reader) -> Reader {
        let reader = self.settings_passed_on_to(reader);
        let both = self.blocks().iter().zip(reader.blocks()).enumerate();
        for (block, _) in both.filter(|(_, (old, new))| !self.is_trusted && old == new) {
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

/// What was found at the end of a file.
struct Found {
    /// The source, with the last bytes in memory if reading takes long.
    source: Arc<dyn Source>,
    layout: Layout,
    /// Whether a writer was at work.
    had_writer: bool,
}

/// How often the end of a file is looked at that others change meanwhile.
const MAX_LOOKS: usize = 10;

/// Finds the blocks of a file to which others may be writing. What a footer lists never changes (`container.15`), but after the last
/// one bytes may come and go while they are looked at: until it is still, an end that seems not to be whole is looked at again.
fn find(original: &Arc<dyn Source>) -> Result<Found> {
    let mut looks = 1;
    loop {
        let len = original.len()?;
        let source = source::with_tail(original.clone())?;
        let layout = Layout::find(&*source);
        let is_whole = layout.as_ref().is_ok_and(|layout| layout.unfinished.is_none() && layout.errors.is_empty());
        let had_writer = !is_whole && original.is_being_written();
        // A file that was cut while it was read may have grown to the same length again: appends of the same games do.
        let was_cut = layout.as_ref().is_err_and(|e| e.code() == ErrorCode::Truncated);
        let is_known = is_whole || (had_writer && layout.is_ok()) || (original.len()? == len && !was_cut);
        if is_known || looks == MAX_LOOKS {
            // Where there are no locks, a writer is known by what it adds.
            return Ok(Found { source, layout: layout?, had_writer: had_writer || !is_known });
        }
        looks += 1;
    }
}
