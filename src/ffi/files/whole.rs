//! Functions that process a complete file.

use std::{ffi::c_char, path::Path};

use crate::{
    boundary::{
        error::plypack_error,
        guard::guard,
        handle::{self, Growing, SizedOut},
        io::{Reports, threads},
        status::plypack_status,
        types::{plypack_callbacks, plypack_exported},
    },
    games::game::plypack_game,
    readers::state::plypack_state,
    writers::options::{self, plypack_options},
};
use plypack::{
    Corruption, Error, ErrorCode, Options, OutputFile, Reader, Result, Writer,
    files::{Exported, IndexOptions, add_index, is_same_file, recode_into},
};

/// The common part of repair and recode: writes every game of a file to a new file.
struct Rewrite<'a> {
    to: &'a Path,
    options: Options,
    threads: usize,
    reports: Reports,
}

impl<'a> Rewrite<'a> {
    /// Takes the arguments of C. The new file must not be the old one.
    ///
    /// # Safety
    ///
    /// As [`handle::path`], [`options::chosen`] and [`Reports::of`].
    unsafe fn of(
        from: &Path,
        to: *const c_char,
        options: *const plypack_options,
        thread_count: u32,
        callbacks: *const plypack_callbacks,
    ) -> Result<Rewrite<'a>> {
        // SAFETY: as promised by the caller.
        let (to, options, reports) =
            unsafe { (handle::path(to, "to")?, options::chosen(options)?, Reports::of(callbacks)?) };
        if is_same_file(from, to) {
            return Err(Error::new(ErrorCode::InvalidArgument, "`to` is the same file as `from`"));
        }
        Ok(Rewrite { to, options, threads: threads(thread_count), reports })
    }

    fn run(&self, reader: &Reader, on_corruption: impl FnMut(&Corruption) -> Result<()>) -> Result<Exported> {
        let options = self.options.or_codec_of(reader)?;
        let file = OutputFile::create(self.to)?;
        // Output written to a pipe cannot be read again.
        let is_indexed = reader.had_index() && file.is_regular();
        let replaces = file.replaces();
        let games = reader.number_end();
        let total = if is_indexed { 2 * games } else { games };
        let progress = |done| self.reports.progress(done, total);
        let mut writer = Writer::new(file, options)?;
        let count = recode_into(reader, &mut writer, self.threads, on_corruption, progress)?;
        let is_damaged = count.corrupt > 0 || !reader.errors().is_empty();
        if is_damaged && count.games == 0 {
            return Err(Error::new(ErrorCode::NotFound, "no game can be read; `to` is not written"));
        }
        if is_damaged && replaces {
            return Err(would_be_less());
        }
        if is_indexed {
            let progress = |done: u64, all: u64| self.reports.progress(games + games * done / all.max(1), total);
            writer.add_index(self.threads, progress)?;
        }
        writer.finish().map(|_| count)
    }
}

/// Returns the error for a repair of a damaged file that would replace a file, which may be complete.
fn would_be_less() -> Error {
    let message = "the file at `from` is damaged and may have had other games: a file that is at `to` is not replaced by what can be \
                   read of it; remove that one, or choose another path";
    Error::new(ErrorCode::WrongState, message)
}

fn put(exported: SizedOut<plypack_exported>, count: Exported) {
    exported.put(count.into());
}

/// Repairs a file: writes all readable games of the file at `from` to a new file at `to`, which it creates as
/// `plypack_writer_create` does. `to` must be another file than `from`. A repair of a damaged file does not replace a file with
/// content at `to`: remove that file first, or choose another path. Passes lost games to the corruption callback. If the old file
/// has an index, the new file has an index of all its games. The new file does not depend on `thread_count`. The progress counts
/// each game once, or twice if the old file has an index. On failure `to` is unchanged, with the exceptions that
/// `plypack_writer_finish` lists.
///
/// Status: PLYPACK_INVALID_ARGUMENT if `from` and `to` are the same file; statuses of the class unsupported; PLYPACK_BUSY and
/// PLYPACK_LOCKED as from `plypack_writer_create`; statuses of `plypack_reader_open` if no block is found; PLYPACK_NOT_FOUND if no
/// game can be read; PLYPACK_WRONG_STATE if the file at `from` is damaged and a file with content is at `to`; PLYPACK_IO;
/// PLYPACK_CANCELLED. Corruption is not a failure of the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_repair(
    from: *const c_char,
    to: *const c_char,
    options: *const plypack_options,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    exported: *mut plypack_exported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let from = handle::path(from, "from")?;
            let exported = handle::sized_out(exported, "exported")?;
            let rewrite = Rewrite::of(from, to, options, thread_count, callbacks)?;
            let reader = Reader::salvage_file(from)?.rescanned()?;
            put(exported, rewrite.run(&reader, |corruption| rewrite.reports.corruption(corruption))?);
            Ok(())
        })
    }
}

/// Rewrites a damaged commit record of the file at `path`, and nothing else. This repairs a file for which `plypack_reader_open`
/// fails with PLYPACK_CHECKSUM_HEADER, if one of its two records is valid. `is_changed` receives 1 if a record was damaged,
/// otherwise 0.
///
/// Status: as `plypack_reader_open`; PLYPACK_CHECKSUM_HEADER also if both records are damaged, because such a file needs
/// `plypack_file_repair`; PLYPACK_BUSY, PLYPACK_LOCKED and PLYPACK_IO as from `plypack_writer_append`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_repair_records(
    path: *const c_char,
    is_changed: *mut u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let is_changed = handle::out(is_changed, "is_changed")?;
            is_changed.put(plypack::files::repair_records(path)?.into());
            Ok(())
        })
    }
}

/// Writes all games of an undamaged file to a new file, with another codec or level. All else is as in `plypack_file_repair`. The
/// first game that cannot be read ends the call with its error, unless `callbacks` has a corruption callback: then the call
/// passes such games to the callback and leaves them out.
///
/// Status: as `plypack_file_repair`; as `plypack_reader_open`; statuses of the classes malformed, limit and checksum for a game
/// that cannot be read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_recode(
    from: *const c_char,
    to: *const c_char,
    options: *const plypack_options,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    exported: *mut plypack_exported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let from = handle::path(from, "from")?;
            let exported = handle::sized_out(exported, "exported")?;
            let rewrite = Rewrite::of(from, to, options, thread_count, callbacks)?;
            let accepts_damage = rewrite.reports.corruption.is_some();
            let reader = if accepts_damage { Reader::salvage_file(from)? } else { Reader::open(from)? };
            put(exported, rewrite.run(&reader, |corruption| rewrite.reports.damage(corruption, false))?);
            Ok(())
        })
    }
}

/// Indexes all games again, including games that already have an index.
pub const PLYPACK_INDEX_AGAIN: u32 = 64;

/// Options of `plypack_file_index`: `plypack_index_options options = PLYPACK_INDEX_OPTIONS_INIT;` has the default values.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_index_options {
    /// `sizeof(plypack_index_options)`, set by the caller.
    pub size: usize,
    /// 0 or PLYPACK_INDEX_AGAIN.
    pub flags: u32,
    /// Must be 0; other numbers fail with PLYPACK_INVALID_ARGUMENT.
    pub reserved: u32,
    /// The memory for games and positions in bytes; 0 means 512 MB. Positions that do not fit go to a temporary file of at most 1.1
    /// GB in the folder of the file. Up to 150 MB of games always stay in memory. The index does not depend on this number.
    pub memory: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_index_options {
    const FIRST_SIZE: usize = size_of::<plypack_index_options>();
}

/// Returns the options that `options` points to; NULL stands for the defaults.
///
/// # Safety
///
/// As [`handle::sized_input`].
unsafe fn index_options(options: *const plypack_index_options, thread_count: u32) -> Result<IndexOptions> {
    let mut how = IndexOptions::new(threads(thread_count));
    if options.is_null() {
        return Ok(how);
    }
    // SAFETY: as promised by the caller.
    let given = unsafe { handle::sized_input(options, "options") }?;
    how.again = handle::flags(given.flags, PLYPACK_INDEX_AGAIN)? != 0;
    if given.reserved != 0 {
        return Err(Error::new(ErrorCode::InvalidArgument, "`options->reserved` is not 0"));
    }
    if given.memory != 0 {
        how.memory = given.memory;
    }
    Ok(how)
}

/// Adds a position index, which speeds up searches for positions, to the file at `path`, for all blocks without an index. Merges
/// small parts of an existing index, so that searches read few parts. If all blocks have an index, checks the index and rebuilds
/// damaged parts. `game_count` receives the number of games that the call indexed. On failure the file is unchanged. The progress
/// counts each game once, or twice if the call checks an existing index.
///
/// Status: as `plypack_writer_append`; PLYPACK_INVALID_ARGUMENT for unknown flags; statuses of the classes malformed and checksum
/// for a damaged file, which must be repaired first; PLYPACK_CANCELLED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_index(
    path: *const c_char,
    options: *const plypack_index_options,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    game_count: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let game_count = handle::out(game_count, "game_count")?;
            let how = index_options(options, thread_count)?;
            let reports = Reports::of(callbacks)?;
            game_count.put(add_index(path, how, |done, total| reports.progress(done, total))?.games);
            Ok(())
        })
    }
}

/// Appends one game to the file at `path`: `plypack_writer_append`, `plypack_writer_add` and `plypack_writer_finish` in one call.
/// `number` receives the number of the game. On success the game is on the storage device; on failure the file is unchanged.
///
/// Status: as the three functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_append_game(
    path: *const c_char,
    game: *const plypack_game,
    number: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let game = handle::get(game, "game")?;
            let number = handle::out(number, "number")?;
            number.put(Writer::append_one(path, game.game())?);
            Ok(())
        })
    }
}

/// Replaces game `number` of the file at `path`: `plypack_writer_append`, `plypack_writer_replace` and `plypack_writer_finish` in
/// one call. On success the change is on the storage device; on failure the file is unchanged.
///
/// Status: as the three functions.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_replace_game(
    path: *const c_char,
    number: u64,
    game: *const plypack_game,
    seen: *const plypack_state,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let game = handle::get(game, "game")?;
            Writer::replace_one(path, number, game.game(), plypack_state::seen(seen)?)
        })
    }
}
