//! Deleting, replacing and restoring games, lists of edits, compaction, and renaming players.

use std::ffi::c_char;

use super::writer::plypack_writer;
use crate::{
    boundary::{
        error::plypack_error,
        guard::{guard, guard_free, guard_getter},
        handle::{self, Growing, Handle},
        io::{Reports, threads},
        status::plypack_status,
        types::plypack_callbacks,
    },
    games::game::plypack_game,
    readers::{reader::plypack_reader, state::plypack_state},
};
use plypack::{
    OutputFile, Reader, Result,
    edits::{EditKind, EditLog, LoggedEdit},
    files::{Compacted, compact, rename_player},
};

/// Deletes game `number`: a game of the file that `writer` appends to, or a game that `writer` added. Deleting a deleted game is
/// not an error. The other games keep their numbers, and this number is not reused. After `plypack_writer_finish`, reading the game
/// returns PLYPACK_NOT_FOUND. The game stays in the file, for `plypack_writer_restore`, until `plypack_file_compact` removes it.
///
/// `seen` is the state that the file had (`plypack_reader_state`) when the caller read the game or found its number. The call fails
/// with PLYPACK_CHANGED if another writer has edited this game since, or if the number now names another game because the file was
/// compacted, replaced or rewritten. The caller should then refresh the reader, look at the game again, and repeat the call. Edits
/// of other games, new games and earlier calls of this writer do not cause PLYPACK_CHANGED. If `seen` is NULL, the call edits the
/// game that has the number now. If `seen` is older than the current state, the first call that uses it reads all block headers.
///
/// Status: PLYPACK_OUT_OF_RANGE for a number that no game ever had; PLYPACK_CHANGED, after which the writer stays usable;
/// PLYPACK_INVALID_ARGUMENT for a state whose `reserved` is not 0; PLYPACK_IO; PLYPACK_WRONG_STATE if the writer is finished or
/// aborted, or an earlier write failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_delete(
    writer: *mut plypack_writer,
    number: u64,
    seen: *const plypack_state,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let seen = plypack_state::seen(seen)?;
            handle::get_mut(writer, "writer")?.writer()?.delete_game(number, seen)
        })
    }
}

/// Replaces game `number`, which may be deleted, with a copy of `game`. After `plypack_writer_finish` the number names this copy.
/// Checks every move. The old game stays in the file, for `plypack_writer_restore`, until `plypack_file_compact` removes it. `seen`
/// is as in `plypack_writer_delete`.
///
/// Status: as `plypack_writer_delete` and `plypack_writer_add`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_replace(
    writer: *mut plypack_writer,
    number: u64,
    game: *const plypack_game,
    seen: *const plypack_state,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let game = handle::get(game, "game")?;
            writer.writer()?.replace_game(number, game.game(), plypack_state::seen(seen)?)
        })
    }
}

/// Restores game `number` as it was first written, whether it was deleted or replaced since. `seen` is as in `plypack_writer_delete`.
///
/// Status: as `plypack_writer_delete`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_restore(
    writer: *mut plypack_writer,
    number: u64,
    seen: *const plypack_state,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let seen = plypack_state::seen(seen)?;
            handle::get_mut(writer, "writer")?.writer()?.restore_game(number, seen)
        })
    }
}

/// The kind of an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum plypack_edit_kind {
    /// No edit: the game is as it was first written.
    PLYPACK_EDIT_NONE = 0,
    /// The game was deleted.
    PLYPACK_EDIT_DELETED = 1,
    /// The game was restored as it was first written.
    PLYPACK_EDIT_RESTORED = 2,
    /// Another game replaced the game.
    PLYPACK_EDIT_REPLACED = 3,
}

use plypack_edit_kind::*;

/// Returns the current edit of game `number`: PLYPACK_EDIT_DELETED, PLYPACK_EDIT_REPLACED, or PLYPACK_EDIT_NONE. Returns
/// PLYPACK_EDIT_NONE also for a restored game and for a number that no game ever had. Does not read the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_edit(reader: *const plypack_reader, number: u64) -> plypack_edit_kind {
    // SAFETY: the rules of the module.
    unsafe {
        guard_getter(reader, PLYPACK_EDIT_NONE, |file| match &file.reader {
            reader if reader.is_deleted(number) => PLYPACK_EDIT_DELETED,
            reader if reader.is_replaced(number) => PLYPACK_EDIT_REPLACED,
            _ => PLYPACK_EDIT_NONE,
        })
    }
}

/// An edit of a file.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_edit {
    /// The number of the commit with the edit. Commits of all kinds are numbered from 0, the commit that created the file.
    pub append: u64,
    /// The number of the game.
    pub number: u64,
    /// The kind of the edit.
    pub kind: plypack_edit_kind,
}

impl From<&LoggedEdit> for plypack_edit {
    fn from(edit: &LoggedEdit) -> plypack_edit {
        let kind = match edit.kind {
            EditKind::Deleted => PLYPACK_EDIT_DELETED,
            EditKind::Restored => PLYPACK_EDIT_RESTORED,
            EditKind::Replaced => PLYPACK_EDIT_REPLACED,
        };
        plypack_edit { append: edit.append, number: edit.number, kind }
    }
}

/// Edits owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_edit_array {
    /// The first edit.
    pub data: *const plypack_edit,
    /// The number of edits.
    pub len: usize,
    /// 1 if the list is complete. 0 if an old footer is damaged: edits that later edits overrode can then be missing, but no game
    /// is lost.
    pub is_complete: u32,
}

/// The edits of a file, and whether they are complete.
pub struct EditsFound {
    edits: Vec<plypack_edit>,
    is_complete: bool,
}

impl EditsFound {
    fn of(log: &EditLog) -> Result<EditsFound> {
        Ok(EditsFound { edits: handle::collected(log.edits.iter().map(Into::into))?, is_complete: log.is_complete })
    }

    fn view(&self) -> plypack_edit_array {
        plypack_edit_array { data: self.edits.as_ptr(), len: self.edits.len(), is_complete: self.is_complete.into() }
    }
}

/// The edits of a file, sorted by commit and number. Several threads may read them at the same time.
pub struct plypack_edits {
    _opaque: [u8; 0],
}

impl Handle for plypack_edits {
    type Value = EditsFound;
}

/// Lists the edits of a file since it was created or compacted, sorted by commit and number. If one writer edits a game several
/// times, the list has only the last edit, or none if the edits leave the game unchanged. Reads a few hundred bytes of each block.
/// The caller frees the edits. The progress counts bytes of the file.
///
/// Status: PLYPACK_CANCELLED, PLYPACK_IO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_edits(
    reader: *const plypack_reader,
    callbacks: *const plypack_callbacks,
    edits: *mut *mut plypack_edits,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?.clone();
            let reports = Reports::of(callbacks)?;
            let edits = handle::out(edits, "edits")?;
            let log = reader.reader.edit_log(|done, total| reports.progress(done, total))?;
            edits.put(handle::hold(EditsFound::of(&log)?));
            Ok(())
        })
    }
}

const NO_EDITS: plypack_edit_array = plypack_edit_array { data: std::ptr::null(), len: 0, is_complete: 0 };

/// Returns all edits, valid until they are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_edits_view(edits: *const plypack_edits) -> plypack_edit_array {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(edits, NO_EDITS, EditsFound::view) }
}

/// Frees edits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_edits_free(edits: *mut plypack_edits) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(edits) }
}

/// Counts of a compaction.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_compacted {
    /// `sizeof(plypack_compacted)`, set by the caller.
    pub size: usize,
    /// Games in the new file: all games of the old one.
    pub games: u64,
    /// Deleted games that were removed.
    pub deleted: u64,
    /// Old versions of games that were removed.
    pub old_versions: u64,
    /// Games with new numbers: all games after the first deleted one.
    pub renumbered: u64,
    /// The old number of the first renumbered game; 0 if there is none.
    pub first_old: u64,
    /// The new number of this game; 0 if there is none. The games after it have the next numbers.
    pub first_new: u64,
    /// The size of the old file in bytes.
    pub bytes_before: u64,
    /// The size of the new file in bytes.
    pub bytes_after: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_compacted {
    const FIRST_SIZE: usize = size_of::<plypack_compacted>();
}

impl From<Compacted> for plypack_compacted {
    fn from(compacted: Compacted) -> plypack_compacted {
        plypack_compacted {
            size: size_of::<plypack_compacted>(),
            games: compacted.games,
            deleted: compacted.deleted,
            old_versions: compacted.old_versions,
            renumbered: compacted.new_numbers.end - compacted.new_numbers.start,
            first_old: compacted.old_numbers.start,
            first_new: compacted.new_numbers.start,
            bytes_before: compacted.bytes_before,
            bytes_after: compacted.bytes_after,
        }
    }
}

/// Copies the file at `path`, without deleted games and old versions of games, to a new file at `to`; if `to` is NULL, replaces
/// the file. The games after a deleted game get new numbers. Blocks without edits are copied; other blocks are encoded again with
/// their codec. If the old file has a position index, the new file has an index of all its blocks. The progress counts each game
/// once, or twice if the old file has an index.
///
/// The new file replaces the old one only when it is complete. On failure nothing is changed, with one exception: PLYPACK_IO whose
/// message says "the new file is complete and in its place, but its folder cannot be flushed". Then the games already have their
/// new numbers, `compacted` is not written, and if the computer crashes soon after, the complete old file may reappear. While the
/// call replaces a file, no other program can write to the file; its open readers keep reading the old file.
///
/// Status: as `plypack_reader_open` and `plypack_writer_create`; statuses of the classes malformed, limit and checksum for a game
/// that cannot be read, because a damaged file must be repaired first; PLYPACK_UNSUPPORTED_VERSION for a file of a newer version;
/// PLYPACK_INVALID_ARGUMENT if `to` is a pipe or device and the file has an index; PLYPACK_CANCELLED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_compact(
    path: *const c_char,
    to: *const c_char,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    compacted: *mut plypack_compacted,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let compacted = handle::sized_out(compacted, "compacted")?;
            let to = if to.is_null() { path } else { handle::path(to, "to")? };
            let reports = Reports::of(callbacks)?;
            // The new file is locked first, so that a file that is compacted in place does not change while it is read.
            let out = OutputFile::create(to)?;
            let reader = Reader::open(path)?;
            let done = compact(&reader, out, threads(thread_count), |done, total| reports.progress(done, total));
            compacted.put(done.map_err(|e| e.context(path.display()))?.into());
            Ok(())
        })
    }
}

/// Renames a player in all games of the file at `path`. `from` and `to` are values of the tags `White` and `Black` as they are
/// stored (`escaped` of `plypack_tag`); a name is replaced if it is equal to `from` byte for byte. Other tags with this value keep
/// it. Rewrites the file with all games, edits and the index, without reading moves; the games keep their numbers, and the file
/// keeps its id. `game_count` receives the number of games that changed. Deleted games and old versions get the new name, too, but
/// `game_count` excludes them. If no game has the name, and no game would have it after being restored, the file stays unchanged.
/// The progress counts each game twice. On failure nothing is changed, with the same exception as in `plypack_file_compact`.
///
/// Status: as `plypack_file_compact` with NULL for `to`; PLYPACK_INVALID_ARGUMENT for an empty name, for equal names, and for a new
/// name with a line end; PLYPACK_LIMIT_EXCEEDED for a new name that is too long for its blocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_rename_player(
    path: *const c_char,
    from: *const c_char,
    from_len: usize,
    to: *const c_char,
    to_len: usize,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    game_count: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let from = handle::text(from, from_len, "from")?;
            let to = handle::text(to, to_len, "to")?;
            let game_count = handle::out(game_count, "game_count")?;
            let reports = Reports::of(callbacks)?;
            let progress = |done, total| reports.progress(done, total);
            game_count.put(rename_player(path, from, to, threads(thread_count), progress)?);
            Ok(())
        })
    }
}
