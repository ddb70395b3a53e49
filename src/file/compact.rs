//! A file without what its edits left behind: deleted games, old versions of games, old footers.

use std::{
    borrow::Cow,
    fs, io,
    ops::Range,
    path::{Path, PathBuf},
};

use super::{
    add_index::add_index,
    block_maker::BlockMaker,
    output::OutputFile,
    salvage::{blocks_in, salvage_block},
};
use crate::{
    Corruption, Error, ErrorCode, Options, Reader, Result, Sink, Writer,
    container::{Edit, EncodedBlock},
    memory, parallel,
};

/// What compacting a file did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compacted {
    /// Games in the new file: those that were in the old one.
    pub games: u64,
    /// Deleted games that are gone. Their numbers are those of other games now.
    pub deleted: u64,
    /// Old versions of games that are gone: what was replaced, and replacements in whose place there is something else.
    pub old_versions: u64,
    /// The old numbers of the games that have new ones: those after the first deleted game. Empty if each game has its old number.
    pub old_numbers: Range<u64>,
    /// The new numbers of these games, in the same order.
    pub new_numbers: Range<u64>,
    /// The length of the old file.
    pub bytes_before: u64,
    /// The length of the new one.
    pub bytes_after: u64,
}

/// Makes a file of the games of the file at `path`, without deleted games and old versions: in its place, or at `out`. The games
/// after a deleted one get new numbers. Blocks without edits are copied as they are; others are made anew with their codec, at its
/// default level. If the file has a position index, the new one has one of all its blocks.
///
/// The new file is made beside the one that it replaces, whose name it gets when it is complete and on the disk: until then nothing
/// is changed. Readers that have the old file open keep it, and see nothing of the new one. In a file that is compacted in place no
/// other writer can write meanwhile. `progress` is called with how much is done, in games, and with how much has to be: the index
/// counts as much as the games.
///
/// # Errors
///
/// Those of [`Writer::append`] and of reading the games: a corrupt file is not compacted, but repaired first; of [`Writer::create`],
/// for the new file; [`ErrorCode::InvalidArgument`] when `out` leads to something that is no regular file; errors of `progress`.
pub fn compact(
    path: impl AsRef<Path>,
    out: Option<&Path>,
    threads: usize,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<Compacted> {
    let path = path.as_ref();
    let target = target_of(out.unwrap_or(path))?;
    // The lock of a writer: nothing is appended to a file that is about to be replaced.
    let old = if target.exists() { Some(OutputFile::append(&target)?) } else { None };
    let reader = Reader::open(path)?;
    let new = New::beside(&target)?;
    let compacted = new.write(&reader, threads, &mut progress).map_err(|e| e.context(path.display()))?;
    drop(reader);
    new.replace(&target, old.is_some()).map_err(|e| e.context(target.display()))?;
    Ok(compacted)
}

/// The file that a path leads to, through links, or will.
fn target_of(path: &Path) -> Result<PathBuf> {
    let found = match path.canonicalize() {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(path.to_owned()),
        found => found.map_err(|e| Error::from(e).context(path.display()))?,
    };
    match found.is_file() {
        true => Ok(found),
        false => {
            let message = format!("{} is no regular file; a compacted file is made beside it first", path.display());
            Err(Error::new(ErrorCode::InvalidArgument, message))
        }
    }
}

/// The new file, until it has its name. It is removed when it does not get that far.
struct New(PathBuf);

impl New {
    fn beside(target: &Path) -> Result<New> {
        let name = target.file_name().ok_or_else(|| {
            Error::new(ErrorCode::InvalidArgument, format!("{} does not end with the name of a file", target.display()))
        })?;
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(".compact");
        Ok(New(target.with_file_name(hidden)))
    }

    fn write(
        &self,
        reader: &Reader,
        threads: usize,
        progress: &mut dyn FnMut(u64, u64) -> Result<()>,
    ) -> Result<Compacted> {
        let is_indexed = reader.indexed().0 > 0 || !reader.index_corruption().is_empty();
        let total = reader.games() * if is_indexed { 2 } else { 1 };
        let file = OutputFile::create(&self.0)?;
        drop(write_games(reader, file, threads, &mut |done| progress(done, total))?);
        if is_indexed {
            let games = reader.games();
            add_index(&self.0, threads, |done, all| progress(games + games * done / all.max(1), total))?;
        }
        let bytes_after = fs::metadata(&self.0)?.len();
        Ok(Compacted { bytes_after, ..counts(reader) })
    }

    /// Gives the file its name.
    fn replace(self, target: &Path, is_there: bool) -> Result<()> {
        if is_there {
            fs::set_permissions(&self.0, fs::metadata(target)?.permissions())?;
        }
        fs::rename(&self.0, target)?;
        sync_folder_of(target)
    }
}

impl Drop for New {
    fn drop(&mut self) {
        // It is not there if it was never made, or has its name.
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes a new name durable, where folders can be flushed.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(fs::File::open(folder)?.sync_all()?)
}

#[cfg(not(unix))]
fn sync_folder_of(_: &Path) -> Result<()> {
    Ok(())
}

/// All that is known before anything is written.
fn counts(reader: &Reader) -> Compacted {
    let (deleted, numbers) = (reader.deleted(), reader.games());
    let games = numbers - deleted;
    // The first deleted game, and the first after it that is not.
    let first = reader.edits(0..numbers).find(|(_, edit)| *edit == Edit::Deleted).map_or(numbers, |(number, _)| number);
    let next = (first..numbers).find(|number| !reader.is_deleted(*number)).unwrap_or(numbers);
    let (old_numbers, new_numbers) = if next < numbers { (next..numbers, first..games) } else { (0..0, 0..0) };
    // A replacement is read, so that what it replaced is not, or is not read itself.
    let (old_versions, bytes_before) = (reader.replacements(), reader.file_len());
    Compacted { games, deleted, old_versions, old_numbers, new_numbers, bytes_before, bytes_after: 0 }
}

/// Writes the games of `reader`, as they are now, into `sink` as a new file.
fn write_games<S: Sink>(
    reader: &Reader,
    sink: S,
    threads: usize,
    progress: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<S> {
    if let Some(e) = reader.errors().first() {
        return Err(refused(e));
    }
    reader.versions().check_writable()?;
    let mut writer = Writer::new(sink, Options::of(reader.last_codec().unwrap_or(Options::default().codec)))?;
    match write_blocks(reader, &mut writer, threads, progress) {
        Ok(()) => writer.finish_or_abort(),
        Err(e) => writer.abort().and(Err(e)),
    }
}

fn write_blocks<S: Sink>(
    reader: &Reader,
    writer: &mut Writer<S>,
    threads: usize,
    progress: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<()> {
    let mut blocks = blocks_in(reader, 0..reader.games());
    parallel::in_order(
        threads,
        || Ok(blocks.next()),
        |(index, games)| Ok((games.end, compacted(reader, index, games)?)),
        |(end, blocks)| {
            blocks.into_iter().try_for_each(|block| writer.write_block(block))?;
            progress(end)
        },
    )
}

/// The games of a block that are there.
fn compacted(reader: &Reader, index: usize, games: Range<u64>) -> Result<Vec<EncodedBlock>> {
    // The first game may continue the one before it, which is not there any more (container.11).
    let may_be_apart = games.start.checked_sub(1).is_some_and(|before| reader.edit(before).is_some());
    match reader.has_edits(index) || may_be_apart {
        true => made_anew(reader, index, games),
        false => Ok(vec![copied(reader, index)?]),
    }
}

fn copied(reader: &Reader, index: usize) -> Result<EncodedBlock> {
    reader.check_sections(index).map_err(|e| refused(&e))?;
    reader.with_block(index, |header, fetch| {
        let bytes = match fetch.fetch(0..header.len)? {
            Cow::Owned(bytes) => bytes,
            Cow::Borrowed(bytes) => memory::copied(bytes)?,
        };
        Ok(EncodedBlock::copied(bytes, header.clone()))
    })
}

fn made_anew(reader: &Reader, index: usize, games: Range<u64>) -> Result<Vec<EncodedBlock>> {
    let codec = reader.block_header(index).and_then(|header| header.codec()).map_err(|e| refused(&e))?;
    let mut maker = BlockMaker::new(Options::of(codec))?;
    // An error of the maker is none of the game.
    let mut added = Ok(());
    let found = salvage_block(reader, index, games, |game| {
        if added.is_ok() {
            added = maker.add(game).and_then(|()| maker.close_full());
        }
        Ok(())
    });
    match found.into_iter().next() {
        Some(Corruption { games, error, .. }) => Err(refused(&error).context(format!("game {}", games.start))),
        None => added.and_then(|()| maker.finish()),
    }
}

/// What cannot be read would be lost.
fn refused(e: &Error) -> Error {
    if e.is_temporary() {
        return e.clone();
    }
    let refused = Error::new(e.code(), format!("{}; a corrupt file is not compacted: repair it first", e.message()));
    e.offset().map_or(refused.clone(), |offset| refused.with_offset(offset))
}
