//! Games of a file as PGN text.

use std::ffi::c_void;

use super::{
    error::plypack_error,
    guard::guard,
    handle,
    io::{CallbackSink, Reports, threads},
    reader::{OpenFile, plypack_reader},
    status::plypack_status,
    types::{plypack_callbacks, plypack_exported, plypack_write_callback},
};
use plypack::{Result, export};

impl OpenFile {
    fn export(
        &self,
        (first, count): (u64, u64),
        threads: usize,
        sink: &mut CallbackSink,
        reports: Reports,
    ) -> Result<plypack_exported> {
        let games = self.range(first, count)?;
        let accepted = self.accepts_damage();
        let on_corruption = |corruption: &_| reports.damage(corruption, accepted);
        let progress = |done| reports.progress(done, count);
        let done = export(&self.reader, games, threads, sink, on_corruption, progress)?;
        Ok(done.into())
    }

    fn export_games(
        &self,
        numbers: &[u64],
        threads: usize,
        sink: &mut CallbackSink,
        reports: Reports,
    ) -> Result<plypack_exported> {
        let total = numbers.len() as u64;
        let accepted = self.accepts_damage();
        let on_corruption = |corruption: &_| reports.damage(corruption, accepted);
        let progress = |done| reports.progress(done, total);
        let done = export(&self.reader, numbers, threads, sink, on_corruption, progress)?;
        Ok(done.into())
    }
}

/// Writes games `first` to `first + count - 1` as PGN text through `write`, in pieces and in order. Leaves out deleted games. Passes
/// games that cannot be read to the corruption callback and leaves them out; in games that can be read in part, `?` stands for the
/// missing parts. The progress counts games.
///
/// Status: PLYPACK_OUT_OF_RANGE when `first + count` is above `plypack_reader_number_end`; PLYPACK_CANCELLED; PLYPACK_IO, also
/// from `write`. Without a corruption callback and PLYPACK_OPEN_ACCEPT_DAMAGE, statuses of the classes malformed, unsupported,
/// limit and checksum for a corrupt game, after the games before it were written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_export_pgn(
    reader: *const plypack_reader,
    first: u64,
    count: u64,
    thread_count: u32,
    write: plypack_write_callback,
    write_user: *mut c_void,
    callbacks: *const plypack_callbacks,
    exported: *mut plypack_exported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?.clone();
            let exported = handle::sized_out(exported, "exported")?;
            let mut sink = CallbackSink { write: handle::callback(write, "write")?, user: write_user };
            let reports = Reports::of(callbacks)?;
            exported.put(reader.export((first, count), threads(thread_count), &mut sink, reports)?);
            Ok(())
        })
    }
}

/// As `plypack_reader_export_pgn`, for the games with these numbers, in the order of `numbers`: for example the hits of a search.
///
/// Status: as `plypack_reader_export_pgn`, but PLYPACK_OUT_OF_RANGE for a number that no game ever had and PLYPACK_NOT_FOUND for
/// the number of a deleted game, before anything is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_export_games(
    reader: *const plypack_reader,
    numbers: *const u64,
    number_count: usize,
    thread_count: u32,
    write: plypack_write_callback,
    write_user: *mut c_void,
    callbacks: *const plypack_callbacks,
    exported: *mut plypack_exported,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?.clone();
            let exported = handle::sized_out(exported, "exported")?;
            let numbers = handle::input(numbers, number_count, "numbers")?;
            let mut sink = CallbackSink { write: handle::callback(write, "write")?, user: write_user };
            let reports = Reports::of(callbacks)?;
            exported.put(reader.export_games(numbers, threads(thread_count), &mut sink, reports)?);
            Ok(())
        })
    }
}
