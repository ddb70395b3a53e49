//! Reading files.

use std::{
    ffi::{c_char, c_void},
    sync::OnceLock,
};

use super::{
    error::plypack_error,
    game::{out_of_range, plypack_game},
    guard::{guard, guard_free},
    handle::{self, Handle},
    io::{CallbackSink, CallbackSource, Reports, threads},
    status::plypack_status,
    types::{
        plypack_corruption_callback, plypack_error_info, plypack_exported, plypack_progress_callback,
        plypack_read_callback, plypack_size_callback, plypack_write_callback,
    },
};
use plypack::{Error, ErrorCode, Info, Reader, Result, Source, export, verify};

/// An open file. All its functions but `plypack_reader_free` may run in several threads at the same time. The file must not
/// be changed meanwhile, except by appending games, which an open reader does not see. Since 0.1.
pub struct plypack_reader {
    _opaque: [u8; 0],
}

impl Handle for plypack_reader {
    type Value = OpenFile;
}

/// What a reader handle holds.
pub(super) struct OpenFile {
    pub(super) reader: Reader,
    info: OnceLock<Info>,
}

/// A handle for a reader.
pub(super) fn hold(reader: Reader) -> *mut plypack_reader {
    handle::hold(OpenFile::new(reader))
}

impl OpenFile {
    fn new(reader: Reader) -> OpenFile {
        OpenFile { reader, info: OnceLock::new() }
    }

    fn from_source(source: Box<dyn Source>) -> Result<OpenFile> {
        Reader::from_source(source).map(OpenFile::new)
    }

    /// The summary of the file, made once.
    pub(super) fn info(&self) -> Result<&Info> {
        if let Some(info) = self.info.get() {
            return Ok(info);
        }
        let info = self.reader.info()?;
        Ok(self.info.get_or_init(|| info))
    }

    fn moves(&self, number: u64) -> Result<Vec<u16>> {
        let mut moves = Vec::new();
        self.reader.read_moves(number, &mut moves)?;
        Ok(moves.iter().map(|m| m.0).collect())
    }

    fn plies_of(&self, number: u64) -> Result<usize> {
        let index = self.reader.block_of(number)?;
        let within = number - self.reader.blocks()[index].first_game;
        Ok(self.reader.block(index)?.plies()[within as usize] as usize)
    }

    fn export(
        &self,
        first: u64,
        count: u64,
        threads: usize,
        sink: &mut CallbackSink,
        reports: Reports,
    ) -> Result<plypack_exported> {
        let games = self.reader.games();
        let end = first.checked_add(count).filter(|end| *end <= games);
        let end = end.ok_or_else(|| Error::new(ErrorCode::OutOfRange, format!("the file has only {games} games")))?;
        let done = export(&self.reader, first..end, threads, sink, |corruption| reports.corruption(corruption))?;
        Ok(plypack_exported::new(done.games, done.corrupt))
    }

    fn verify(&self, threads: usize, reports: Reports) -> Result<u64> {
        let total = self.reader.games();
        let found = verify(&self.reader, threads, |done| reports.progress(done, total))?;
        found.iter().try_for_each(|corruption| reports.corruption(corruption))?;
        Ok(found.iter().map(|corruption| corruption.games.end - corruption.games.start).sum())
    }

    fn error(&self, index: usize) -> Result<plypack_error_info> {
        let errors = self.reader.errors();
        errors.get(index).map(Into::into).ok_or_else(|| out_of_range("error", index, errors.len()))
    }
}

/// Opens the file at `path`. A file whose end is torn or corrupt is opened too, with the games that are found; see
/// `plypack_reader_error_count`. The caller frees the reader. Any thread.
///
/// Status: PLYPACK_NOT_PLYPACK, PLYPACK_TRUNCATED for less than a header, PLYPACK_HEADER_MALFORMED,
/// PLYPACK_CHECKSUM_HEADER, PLYPACK_UNSUPPORTED_VERSION, PLYPACK_UNSUPPORTED_FEATURE, PLYPACK_IO. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open(
    path: *const c_char,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (path, reader) = (handle::path(path, "path")?, handle::out(reader, "reader")?);
            reader.put(handle::hold(OpenFile::new(Reader::open(path)?)));
            Ok(())
        })
    }
}

/// As `plypack_reader_open`, for a file in memory. The bytes are copied.
///
/// Status: as `plypack_reader_open`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open_memory(
    data: *const u8,
    len: usize,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (data, reader) = (handle::input(data, len, "data")?, handle::out(reader, "reader")?);
            reader.put(handle::hold(OpenFile::from_source(Box::new(handle::copied(data)?))?));
            Ok(())
        })
    }
}

/// As `plypack_reader_open`, for a file that is read through callbacks until the reader is freed. `user` is passed to them and
/// may be NULL.
///
/// Status: as `plypack_reader_open`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open_callbacks(
    size: plypack_size_callback,
    read: plypack_read_callback,
    user: *mut c_void,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (size, read) = (handle::callback(size, "size")?, handle::callback(read, "read")?);
            let reader = handle::out(reader, "reader")?;
            reader.put(handle::hold(OpenFile::from_source(Box::new(CallbackSource { size, read, user }))?));
            Ok(())
        })
    }
}

/// The number of games. Games are numbered from 0.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_game_count(
    reader: *const plypack_reader,
    count: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, count) = (handle::get(reader, "reader")?, handle::out(count, "count")?);
            count.put(reader.reader.games());
            Ok(())
        })
    }
}

/// Reads game `number` into `game`, which is cleared first. On failure the game is empty.
///
/// Status: PLYPACK_OUT_OF_RANGE; statuses of the classes malformed, unsupported, limit and checksum for a corrupt
/// block; PLYPACK_IO. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_read_game(
    reader: *const plypack_reader,
    number: u64,
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, mut game) = (handle::get(reader, "reader")?, handle::get_mut(game, "game")?);
            let game = game.refill();
            game.clear();
            reader.reader.read_game(number, game).inspect_err(|_| game.clear())
        })
    }
}

/// Reads tags, start and termination of game `number` into `game`, which is cleared first: faster than the whole game, which
/// then has no moves. On failure the game is empty.
///
/// Status: PLYPACK_OUT_OF_RANGE; statuses of the classes malformed, unsupported, limit and checksum for a corrupt
/// block; PLYPACK_IO. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_read_tags(
    reader: *const plypack_reader,
    number: u64,
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, mut game) = (handle::get(reader, "reader")?, handle::get_mut(game, "game")?);
            let game = game.refill();
            game.clear();
            reader.reader.read_tags(number, game).inspect_err(|_| game.clear())
        })
    }
}

/// The plies of the main line of game `number`: the capacity that `plypack_reader_read_moves` needs.
///
/// Status: PLYPACK_OUT_OF_RANGE; statuses of the classes malformed, unsupported, limit and checksum for a corrupt
/// block; PLYPACK_IO. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_ply_count(
    reader: *const plypack_reader,
    number: u64,
    plies: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, plies) = (handle::get(reader, "reader")?, handle::out(plies, "plies")?);
            plies.put(reader.plies_of(number)?);
            Ok(())
        })
    }
}

/// Writes the main line of game `number` as packed moves, without reading the rest of the game.
///
/// Status: PLYPACK_OUT_OF_RANGE, PLYPACK_BUFFER_TOO_SMALL; statuses of the classes malformed, unsupported, limit and checksum for a corrupt
/// block; PLYPACK_IO. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_read_moves(
    reader: *const plypack_reader,
    number: u64,
    moves: *mut u16,
    capacity: usize,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, count) = (handle::get(reader, "reader")?, handle::out(count, "count")?);
            let buffer = handle::buffer(moves, capacity, "moves")?;
            let moves = reader.moves(number)?;
            buffer.put(&moves)?;
            count.put(moves.len());
            Ok(())
        })
    }
}

/// The number of errors in the structure of the file: 0 unless its end is torn or corrupt. Corruption of games is found when
/// they are read, or with `plypack_reader_verify`.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_error_count(
    reader: *const plypack_reader,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, count) = (handle::get(reader, "reader")?, handle::out(count, "count")?);
            count.put(reader.reader.errors().len());
            Ok(())
        })
    }
}

/// An error in the structure of the file, from 0. Its text is valid until the reader is freed.
///
/// Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_error(
    reader: *const plypack_reader,
    index: usize,
    info: *mut plypack_error_info,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, info) = (handle::get(reader, "reader")?, handle::out(info, "info")?);
            info.put(reader.error(index)?);
            Ok(())
        })
    }
}

/// Reads every game and checks all checksums and the legality of all moves, on `thread_count` threads (0: one per core). Then
/// calls `corruption` for each corrupt range, in the order of the file; `corrupt` is the sum of their counts; ranges may
/// overlap. Callbacks may be NULL, and may read from the same reader.
///
/// Status: PLYPACK_CANCELLED. Corruption is not a failure of the call. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_verify(
    reader: *const plypack_reader,
    thread_count: u32,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    corrupt: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, corrupt) = (handle::get(reader, "reader")?, handle::out(corrupt, "corrupt")?);
            let reports = Reports { progress, corruption, issue: None, user };
            corrupt.put(reader.verify(threads(thread_count), reports)?);
            Ok(())
        })
    }
}

/// Writes `count` games from `first` on as PGN text to `write`, using `thread_count` threads (0: one per core). Games that
/// cannot be read are left out and passed to `corruption`, which may be NULL. Both callbacks get `user`.
///
/// Status: PLYPACK_OUT_OF_RANGE, PLYPACK_CANCELLED, PLYPACK_IO from `write`. Corruption is not a failure of the call. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_export_pgn(
    reader: *const plypack_reader,
    first: u64,
    count: u64,
    thread_count: u32,
    write: plypack_write_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    exported: *mut plypack_exported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (reader, exported) = (handle::get(reader, "reader")?, handle::sized_out(exported, "exported")?);
            let mut sink = CallbackSink { write: handle::callback(write, "write")?, user };
            let reports = Reports { progress: None, corruption, issue: None, user };
            exported.put(reader.export(first, count, threads(thread_count), &mut sink, reports)?);
            Ok(())
        })
    }
}

/// Closes a reader; NULL is allowed. Games that were read stay valid. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_free(reader: *mut plypack_reader) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(reader) }
}
