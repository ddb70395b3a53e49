//! Writing files.

use std::ffi::{c_char, c_void};

use super::{
    options::{self, plypack_options},
    output::{Input, Output},
};
use crate::{
    boundary::{
        error::plypack_error,
        guard::{guard, guard_free, guard_getter},
        handle::{self, Handle},
        io::{CallbackSink, PgnReader, Reports, threads},
        status::plypack_status,
        types::{plypack_bytes, plypack_callbacks, plypack_imported, plypack_pgn_callback, plypack_write_callback},
    },
    games::game::plypack_game,
    readers::reader::plypack_reader,
};
use plypack::{Writer, io::Spool};

/// A file that is being written. Readers see no changes before `plypack_writer_finish`. `plypack_writer_abort` discards everything
/// that the writer wrote, and so does freeing the writer without either call.
pub struct plypack_writer {
    _opaque: [u8; 0],
}

impl Handle for plypack_writer {
    type Value = Output;
}

/// Creates a file at `path`. The caller finishes and frees the writer. The new file is first written as `.NAME.plypack-new` in
/// the same folder; the call removes a file of this name that a killed program left. `plypack_writer_finish` then replaces an
/// existing file in one step, and keeps its permissions. If `path` is a link, it replaces the target of the link. Until then the
/// existing file is unchanged and locked. A pipe or a device has no such file: the writer writes to it directly.
///
/// Status: PLYPACK_BUSY if this process is already writing to the file or creating a file at `path`; PLYPACK_LOCKED if another
/// process is; PLYPACK_INVALID_ARGUMENT for a path without a file name; PLYPACK_IO, also if no file can be created in the folder.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_create(
    path: *const c_char,
    options: *const plypack_options,
    writer: *mut *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = options::of_writer(options)?;
            let writer = handle::out(writer, "writer")?;
            let path = handle::path(path, "path")?;
            writer.put(handle::hold(Output::of(Writer::create(path, options.file)?, options.openings)?));
            Ok(())
        })
    }
}

/// Opens the file at `path` to append games. The caller finishes and frees the writer. Readers see the new games after
/// `plypack_writer_finish`. The options apply to the new games, which by default have the codec of the last games in the file. The
/// first write removes bytes that a killed writer left at the end of the file; `plypack_writer_rolled_back_bytes` counts them. A
/// writer that adds nothing leaves the file unchanged. `plypack_file_append_game` appends one game in one call.
///
/// Status: as `plypack_reader_open`; statuses of the classes malformed and checksum for a damaged file, which must be repaired
/// first; PLYPACK_UNSUPPORTED_VERSION for a file of a newer version; PLYPACK_BUSY and PLYPACK_LOCKED as from
/// `plypack_writer_create`; PLYPACK_IO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_append(
    path: *const c_char,
    options: *const plypack_options,
    writer: *mut *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = options::of_writer(options)?;
            let writer = handle::out(writer, "writer")?;
            let path = handle::path(path, "path")?;
            writer.put(handle::hold(Output::append(path, options)?));
            Ok(())
        })
    }
}

/// Creates a file in memory; see `plypack_writer_bytes`. The caller finishes and frees the writer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_create_memory(
    options: *const plypack_options,
    writer: *mut *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = options::of_writer(options)?;
            let writer = handle::out(writer, "writer")?;
            writer.put(handle::hold(Output::of(Writer::new(Vec::new(), options.file)?, options.openings)?));
            Ok(())
        })
    }
}

/// Creates a file that `plypack_writer_finish` passes to `write`, from its first byte to its last; no other function calls `write`.
/// Until then the file is in memory, or in a temporary file if it is larger than 1 MiB. The caller finishes and frees the writer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_create_callback(
    write: plypack_write_callback,
    write_user: *mut c_void,
    options: *const plypack_options,
    writer: *mut *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = options::of_writer(options)?;
            let writer = handle::out(writer, "writer")?;
            let write = handle::callback(write, "write")?;
            let spool = Spool::new(CallbackSink { write, user: write_user });
            writer.put(handle::hold(Output::of(Writer::new(spool, options.file)?, options.openings)?));
            Ok(())
        })
    }
}

/// Returns one past the highest game number: the number that the next added game gets. Counts deleted games and the games before an
/// append. Also valid after `plypack_writer_finish`. Returns 0 after `plypack_writer_abort`, and after every failure of
/// `plypack_writer_finish`, even if the games stay in the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_number_end(writer: *const plypack_writer) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(writer, 0, Output::number_end) }
}

/// Returns the number of bytes that `plypack_writer_append` found after the committed end of the file, because a killed writer left
/// them. The first write removes these bytes; they stay if nothing is written. Returns 0 for a writer that does not append, and
/// after `plypack_writer_finish` and `plypack_writer_abort`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_rolled_back_bytes(writer: *const plypack_writer) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(writer, 0, Output::rolled_back) }
}

/// Adds a game. Checks every move.
///
/// Status: PLYPACK_INVALID_GAME, PLYPACK_ILLEGAL_MOVE and PLYPACK_LIMIT_EXCEEDED for a game that cannot be stored, after which
/// other games can be added; PLYPACK_IO and PLYPACK_NO_MEMORY, after which no game can be added; PLYPACK_WRONG_STATE if the writer
/// is finished or aborted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add(
    writer: *mut plypack_writer,
    game: *const plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let game = handle::get(game, "game")?;
            writer.open()?.add(game.game())
        })
    }
}

/// Adds the games in `numbers` from `reader`, in that order: for example the hits of a search. The file becomes the same as with
/// `plypack_reader_read_game` and `plypack_writer_add` for each number. If both files have the same codec, other than `tight`, the
/// call takes half the time, because it copies moves without playing them; readers of the new file check that the moves are legal.
/// The progress counts games.
///
/// If the call fails or a callback stops it, exactly the games before that point are added; `plypack_writer_number_end` shows how
/// many.
///
/// Status: as `plypack_reader_read_game` and `plypack_writer_add`; PLYPACK_CANCELLED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_copy_games(
    writer: *mut plypack_writer,
    reader: *const plypack_reader,
    numbers: *const u64,
    number_count: usize,
    callbacks: *const plypack_callbacks,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let reader = handle::get(reader, "reader")?.clone();
            let numbers = handle::input(numbers, number_count, "numbers")?;
            writer.open()?.copy_games(&reader.reader, numbers, Reports::of(callbacks)?)
        })
    }
}

/// Makes imports (`plypack_writer_add_pgn`, `_add_pgn_file` and `_add_pgn_callback`) leave out exact duplicates, as
/// `plypack_query_duplicates` defines them. Imports then compare each game with the games of the file that the writer appends to
/// and with the games that are added after this call. They keep the first game, even if a later duplicate has more content;
/// `duplicates` of `plypack_imported` counts the others. `plypack_writer_add` still adds every game. Call this function before
/// adding games: imports do not compare games added earlier, or edits of this writer. A second call changes nothing.
///
/// The call reads all games of the file. It passes games that cannot be read to the corruption callback; these games are not
/// compared. The comparison takes up to 32 bytes of memory per game until the writer is freed. The progress counts games.
///
/// Status: as `plypack_reader_open`, for a file that is appended to; PLYPACK_CANCELLED; without a corruption callback, statuses of
/// the classes malformed, unsupported, limit and checksum for a corrupt game; PLYPACK_WRONG_STATE if the writer is finished or
/// aborted. After a failure, imports leave out no duplicates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_skip_duplicates(
    writer: *mut plypack_writer,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let reports = Reports::of(callbacks)?;
            writer.open()?.skip_duplicates(threads(thread_count), reports)
        })
    }
}

/// Sets the language of the piece letters in PGN that is added after this call, by its ISO 639-1 code (spec rule pgn.31): with
/// `de`, `Sf3` is a move. A new writer has `en`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a code that the rule does not list; PLYPACK_WRONG_STATE if the writer is finished or aborted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_set_language(
    writer: *mut plypack_writer,
    code: *const c_char,
    code_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            writer.open()?.set_language(handle::utf8(code, code_len, "code")?)
        })
    }
}

/// Adds all games of a PGN text. The text may be compressed with gzip, bzip2, xz or zstd, or be a zip archive, which the call
/// copies to a temporary file to add its PGN files. UTF-16 with a byte order mark is converted. Text that cannot be parsed is kept
/// verbatim in its game and passed to the issue callback. The file does not depend on `thread_count`.
///
/// If the call fails or a callback stops it, exactly the games before that point are added. An issue callback stops the import
/// before the game with the issue. A progress callback stops the import after the games that it reported. `imported` counts the
/// games that were added, also on failure, unless the status is PLYPACK_INVALID_ARGUMENT, PLYPACK_NULL_POINTER or
/// PLYPACK_WRONG_STATE.
///
/// Status: PLYPACK_CANCELLED; PLYPACK_UNSUPPORTED_ENCODING for input that is not PGN: another compression or archive, a database,
/// or text with NUL bytes; PLYPACK_IO for damaged compressed data, after adding the games before the damage; PLYPACK_NO_MEMORY;
/// PLYPACK_IO and PLYPACK_NO_MEMORY from writing, after which no game can be added; PLYPACK_WRONG_STATE if the writer is finished
/// or aborted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add_pgn(
    writer: *mut plypack_writer,
    text: *const c_char,
    text_len: usize,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    imported: *mut plypack_imported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let reports = Reports::of(callbacks)?;
            let imported = handle::sized_out(imported, "imported")?;
            let input = Input::text(handle::text(text, text_len, "text")?);
            writer.import(input, threads(thread_count), reports, imported)
        })
    }
}

/// Like `plypack_writer_add_pgn`, but reads the PGN file at `path`. If `path` ends in `.si4`, it names the index of a SCID 4
/// database, whose files `.sg4` and `.sn4` must be in the same folder; flags that users set in SCID become the tag `ScidFlags`.
///
/// Status: as `plypack_writer_add_pgn`; PLYPACK_IO for a file that cannot be opened; PLYPACK_UNSUPPORTED_ENCODING for a database
/// of another version of SCID. In both cases `imported` is not written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add_pgn_file(
    writer: *mut plypack_writer,
    path: *const c_char,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    imported: *mut plypack_imported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let reports = Reports::of(callbacks)?;
            let imported = handle::sized_out(imported, "imported")?;
            let input = Input::file(handle::path(path, "path")?)?;
            writer.import(input, threads(thread_count), reports, imported)
        })
    }
}

/// Like `plypack_writer_add_pgn`, but reads a PGN text that `read` supplies in pieces.
///
/// Status: as `plypack_writer_add_pgn`; PLYPACK_IO if `read` fails, after adding the games before the failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add_pgn_callback(
    writer: *mut plypack_writer,
    read: plypack_pgn_callback,
    read_user: *mut c_void,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    imported: *mut plypack_imported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut writer = handle::get_mut(writer, "writer")?;
            let reports = Reports::of(callbacks)?;
            let imported = handle::sized_out(imported, "imported")?;
            let input = Input::callback(PgnReader { read: handle::callback(read, "read")?, user: read_user });
            writer.import(input, threads(thread_count), reports, imported)
        })
    }
}

/// Completes the file: writes the remaining games and the footer, flushes the file to the storage device, and puts a created file
/// in the place of the old file. After this call, successful or not, only `plypack_writer_free` and the functions with a const
/// writer can be called.
///
/// A failure discards everything, as `plypack_writer_abort` does, with two exceptions. After PLYPACK_IO with one of these messages,
/// the new state stays, because readers may have seen it; if the computer crashes soon after, the complete old file may reappear:
///
/// - "what was added is in the file, but may be lost if the computer fails";
/// - "the new file is complete and in its place, but its folder cannot be flushed".
///
/// The call takes no callbacks: it encodes the games of at most three blocks, and then waits for the storage device, which no
/// callback could stop.
///
/// Status: PLYPACK_IO, also if the `write` callback of the writer fails. If another program has put a file with content at `path`
/// since the writer was created, that file stays: PLYPACK_IO, or PLYPACK_BUSY or PLYPACK_LOCKED if that file is being written.
/// PLYPACK_WRONG_STATE if the writer is finished or aborted, or an earlier write failed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_finish(
    writer: *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(writer, "writer")?.finish()) }
}

/// Discards everything that this writer wrote: a new file is not created, and a file opened for appending is left as it was. Can be
/// called after another call failed, but not after `plypack_writer_finish`. After this call, successful or not, the writer can only
/// be freed.
///
/// Status: PLYPACK_IO; PLYPACK_WRONG_STATE if the writer is finished or aborted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_abort(
    writer: *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(writer, "writer")?.take()?.abort()) }
}

/// Returns the complete file of a writer of `plypack_writer_create_memory`: a view that is valid until the writer is freed. Empty for
/// other writers, before `plypack_writer_finish`, and after its failure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_bytes(writer: *const plypack_writer) -> plypack_bytes {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(writer, (&[][..]).into(), |writer| writer.bytes().into()) }
}

/// Frees a writer. Aborts a writer that was neither finished nor aborted, as `plypack_writer_abort` does. If aborting fails, the
/// call does not report the failure, and the next writer to the file removes the remaining bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_free(writer: *mut plypack_writer) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(writer) }
}
