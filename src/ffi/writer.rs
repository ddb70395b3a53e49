//! Writing files.

use std::{
    ffi::{c_char, c_void},
    io::{Cursor, Read},
    path::Path,
};

use super::{
    any_writer::{AnyWriter, Keep},
    error::plypack_error,
    game::plypack_game,
    guard::{guard, guard_free},
    handle::{self, Handle},
    io::{CallbackSink, Reports, threads},
    options::plypack_options,
    status::plypack_status,
    types::{plypack_bytes, plypack_imported, plypack_issue_callback, plypack_write_callback},
};
use plypack::{Error, ErrorCode, ImportEvent, PgnSource, Result, Writer, open_file};

/// A file that is being written. It is not valid before `plypack_writer_finish`. Not for several threads at the same time.
/// Since 0.1.
pub struct plypack_writer {
    _opaque: [u8; 0],
}

impl Handle for plypack_writer {
    type Value = Output;
}

/// What a writer handle holds.
pub(super) enum Output {
    /// Games can be added.
    Open(Box<dyn AnyWriter>),
    /// The file is complete; the bytes of one in memory.
    Finished(Vec<u8>),
    /// Finishing failed.
    Broken,
}

impl Output {
    fn hold<S: Keep + 'static>(writer: Writer<S>) -> *mut plypack_writer {
        handle::hold(Output::Open(Box::new(writer)))
    }

    fn writer(&mut self) -> Result<&mut dyn AnyWriter> {
        match self {
            Output::Open(writer) => Ok(&mut **writer),
            Output::Finished(_) | Output::Broken => Err(finished()),
        }
    }

    fn games(&self) -> Result<u64> {
        match self {
            Output::Open(writer) => Ok(writer.games()),
            Output::Finished(_) | Output::Broken => Err(finished()),
        }
    }

    fn finish(&mut self) -> Result<()> {
        match std::mem::replace(self, Output::Broken) {
            Output::Open(writer) => *self = Output::Finished(writer.finish()?),
            other => {
                *self = other;
                return Err(finished());
            }
        }
        Ok(())
    }

    fn bytes(&self) -> Result<plypack_bytes> {
        match self {
            Output::Finished(bytes) => Ok(bytes.as_slice().into()),
            _ => Err(Error::new(ErrorCode::WrongState, "the file is not finished")),
        }
    }

    /// Adds the games of one PGN source.
    fn import(&mut self, source: PgnSource, threads: usize, reports: Reports) -> Result<plypack_imported> {
        let (mut issues, mut broken) = (0, None);
        let done = self.writer()?.import(source, threads, &mut |event| match event {
            ImportEvent::Issue { game, issue, .. } => {
                issues += 1;
                reports.issue(game, issue)
            }
            ImportEvent::Broken { error, .. } => {
                let copy = Error::new(error.code(), error.message());
                broken =
                    Some(error.offset().map_or(copy, |at| Error::new(error.code(), error.message()).with_offset(at)));
                Ok(())
            }
            ImportEvent::Progress(_) => Ok(()),
        })?;
        match broken {
            Some(error) => Err(error),
            None => Ok(plypack_imported {
                games: done.games,
                plies: done.plies,
                issues,
                games_with_issues: done.games_with_issues,
            }),
        }
    }
}

fn finished() -> Error {
    Error::new(ErrorCode::WrongState, "the file is finished; nothing can be added")
}

fn source(name: &str, reader: impl Read + Send + 'static) -> PgnSource {
    PgnSource { name: name.to_owned(), reader: Box::new(reader) }
}

fn file_source(path: &Path) -> Result<PgnSource> {
    Ok(source(&path.to_string_lossy(), open_file(path)?))
}

/// Creates a file at `path`, or truncates one that exists. NULL for `options` stands for the defaults. The caller finishes and
/// frees the writer. Any thread.
///
/// Status: PLYPACK_LOCKED when another process writes to the file, PLYPACK_IO. Since 0.1.
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
            let options = handle::get_optional(options, "options")?.copied().unwrap_or_default();
            let writer = handle::out(writer, "writer")?;
            let path = handle::path(path, "path")?;
            writer.put(Output::hold(Writer::create(path, options)?));
            Ok(())
        })
    }
}

/// Opens the file at `path` to append games. NULL for `options` stands for the defaults. They apply to the new games; the
/// codec may be another one than before. The caller finishes and frees the writer. Any thread.
///
/// Status: those of `plypack_reader_open`; those of the classes malformed and checksum for a file with a torn or corrupt end, which
/// must be repaired first; PLYPACK_UNSUPPORTED_VERSION for a file of a newer version; PLYPACK_LOCKED. Since 0.1.
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
            let options = handle::get_optional(options, "options")?.copied().unwrap_or_default();
            let writer = handle::out(writer, "writer")?;
            let path = handle::path(path, "path")?;
            writer.put(Output::hold(Writer::append(path, options)?));
            Ok(())
        })
    }
}

/// Creates a file in memory; see `plypack_writer_bytes`. NULL for `options` stands for the defaults. The caller finishes and
/// frees the writer. Any thread.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_create_memory(
    options: *const plypack_options,
    writer: *mut *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = handle::get_optional(options, "options")?.copied().unwrap_or_default();
            let writer = handle::out(writer, "writer")?;
            writer.put(Output::hold(Writer::new(Vec::new(), options)?));
            Ok(())
        })
    }
}

/// Creates a file that is written through a callback, from its first byte to its last. NULL for `options` stands for the
/// defaults. `user` is passed to the callback and may be NULL; it is called until the writer is finished. The caller finishes
/// and frees the writer.
///
/// Status: PLYPACK_IO from `write`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_create_callback(
    write: plypack_write_callback,
    user: *mut c_void,
    options: *const plypack_options,
    writer: *mut *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let options = handle::get_optional(options, "options")?.copied().unwrap_or_default();
            let writer = handle::out(writer, "writer")?;
            let write = handle::callback(write, "write")?;
            writer.put(Output::hold(Writer::new(CallbackSink { write, user }, options)?));
            Ok(())
        })
    }
}

/// The number of games in the file, those before an append included.
///
/// Status: PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_game_count(
    writer: *const plypack_writer,
    count: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (writer, count) = (handle::get(writer, "writer")?, handle::out(count, "count")?);
            count.put(writer.games()?);
            Ok(())
        })
    }
}

/// Adds a game. Every move is checked.
///
/// Status: PLYPACK_INVALID_GAME, PLYPACK_ILLEGAL_MOVE and PLYPACK_LIMIT_EXCEEDED for a game that cannot be stored, after which
/// the next one can be added; PLYPACK_IO, after which none can; PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add(
    writer: *mut plypack_writer,
    game: *const plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (mut writer, game) = (handle::get_mut(writer, "writer")?, handle::get(game, "game")?);
            writer.writer()?.add(game.game())
        })
    }
}

/// Adds all games of a PGN text, plain or compressed with zstd. The text is copied. Uses `thread_count` threads (0: one per
/// core); the file does not depend on their number. What cannot be parsed is kept verbatim and passed to `issue`, which may be
/// NULL, with `user`. On failure the games before the failure are added.
///
/// Status: PLYPACK_CANCELLED; PLYPACK_IO; PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add_pgn(
    writer: *mut plypack_writer,
    text: *const c_char,
    text_len: usize,
    thread_count: u32,
    issue: plypack_issue_callback,
    user: *mut c_void,
    imported: *mut plypack_imported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (mut writer, imported) = (handle::get_mut(writer, "writer")?, handle::out(imported, "imported")?);
            let source = source("text", Cursor::new(handle::text(text, text_len, "text")?.to_vec()));
            let reports = Reports { progress: None, corruption: None, issue, user };
            imported.put(writer.import(source, threads(thread_count), reports)?);
            Ok(())
        })
    }
}

/// Adds all games of the PGN file at `path`, plain or compressed with zstd. Uses `thread_count` threads (0: one per core); the
/// file does not depend on their number. What cannot be parsed is kept verbatim and passed to `issue`, which may be NULL, with
/// `user`. On failure the games before the failure are added.
///
/// Status: PLYPACK_CANCELLED; PLYPACK_IO; PLYPACK_WRONG_STATE when the file is finished. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_add_pgn_file(
    writer: *mut plypack_writer,
    path: *const c_char,
    thread_count: u32,
    issue: plypack_issue_callback,
    user: *mut c_void,
    imported: *mut plypack_imported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (mut writer, imported) = (handle::get_mut(writer, "writer")?, handle::out(imported, "imported")?);
            let source = file_source(handle::path(path, "path")?)?;
            let reports = Reports { progress: None, corruption: None, issue, user };
            imported.put(writer.import(source, threads(thread_count), reports)?);
            Ok(())
        })
    }
}

/// Completes the file: writes the remaining games and the footer, and flushes it to the storage device. After that, also after
/// a failure, the writer can only be freed, or be used with `plypack_writer_bytes`.
///
/// Status: PLYPACK_IO; PLYPACK_WRONG_STATE when it is finished, or an earlier write failed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_finish(
    writer: *mut plypack_writer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(writer, "writer")?.finish()) }
}

/// The complete file that was written to memory: a view that is valid until the writer is freed; empty for other files.
///
/// Status: PLYPACK_WRONG_STATE before `plypack_writer_finish`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_bytes(
    writer: *const plypack_writer,
    bytes: *mut plypack_bytes,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (writer, bytes) = (handle::get(writer, "writer")?, handle::out(bytes, "bytes")?);
            bytes.put(writer.bytes()?);
            Ok(())
        })
    }
}

/// Frees a writer; NULL is allowed. A file that was not finished keeps what was written so far without a footer: to readers
/// its end is torn. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_writer_free(writer: *mut plypack_writer) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(writer) }
}
