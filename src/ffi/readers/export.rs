//! Exporting the games of a file as PGN text.

use std::ffi::c_void;

use super::reader::{OpenFile, plypack_reader};
use crate::boundary::{
    arguments::{invalid, opening_tags},
    error::plypack_error,
    guard::guard,
    handle::{self, Growing},
    io::{CallbackSink, Reports, threads},
    status::plypack_status,
    types::{plypack_callbacks, plypack_exported, plypack_write_callback},
};
use plypack::{ExportOptions, GameNumbers, Result, export, openings::ExistingTags};

/// Options of `plypack_reader_export_pgn` and `_export_games`: `plypack_export_options options = PLYPACK_EXPORT_OPTIONS_INIT;` has the
/// default values.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_export_options {
    /// `sizeof(plypack_export_options)`, set by the caller.
    pub size: usize,
    /// The opening tags of the exported games: 0, 1 or 2 as for `classify` in `plypack_options`. The file stays unchanged.
    pub classify: u32,
    /// Must be 0; other numbers fail with PLYPACK_INVALID_ARGUMENT.
    pub reserved: u32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_export_options {
    const FIRST_SIZE: usize = size_of::<plypack_export_options>();
}

/// Returns the options that `options` points to; NULL stands for the defaults.
///
/// # Safety
///
/// As [`handle::sized_input`].
unsafe fn export_options(options: *const plypack_export_options, thread_count: u32) -> Result<ExportOptions<'static>> {
    let mut how = ExportOptions::new(threads(thread_count));
    if options.is_null() {
        return Ok(how);
    }
    // SAFETY: as promised by the caller.
    let given = unsafe { handle::sized_input(options, "options") }?;
    if given.reserved != 0 {
        return Err(invalid("`options->reserved` is not 0"));
    }
    how.edit = opening_tags(given.classify, "options->classify")?.map(ExistingTags::edit);
    Ok(how)
}

impl OpenFile {
    /// Exports games; `count` includes deleted games.
    fn export<'a>(
        &self,
        games: impl Into<GameNumbers<'a>>,
        count: u64,
        how: ExportOptions<'_>,
        sink: &mut CallbackSink,
        reports: Reports,
    ) -> Result<plypack_exported> {
        let accepted = self.accepts_damage();
        let on_corruption = |corruption: &_| reports.damage(corruption, accepted);
        let progress = |done| reports.progress(done, count);
        Ok(export(&self.reader, games, how, sink, on_corruption, progress)?.into())
    }
}

/// Passes games `first` to `first + count - 1` as PGN text to `write`, in pieces and in order. Leaves out deleted games. Passes
/// games that cannot be read to the corruption callback and leaves them out; in games that can be read only in part, `?` stands for
/// the missing parts. The progress counts games.
///
/// Status: PLYPACK_OUT_OF_RANGE if `first + count` is above `plypack_reader_number_end`; PLYPACK_CANCELLED; PLYPACK_IO, also if
/// `write` fails; statuses of the classes malformed, unsupported, limit and checksum for a corrupt game, after writing the games
/// before it, if there is neither a corruption callback nor PLYPACK_OPEN_ACCEPT_DAMAGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_export_pgn(
    reader: *const plypack_reader,
    first: u64,
    count: u64,
    options: *const plypack_export_options,
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
            let how = export_options(options, thread_count)?;
            let mut sink = CallbackSink { write: handle::callback(write, "write")?, user: write_user };
            let reports = Reports::of(callbacks)?;
            exported.put(reader.export(reader.range(first, count)?, count, how, &mut sink, reports)?);
            Ok(())
        })
    }
}

/// Like `plypack_reader_export_pgn`, but exports the games in `numbers`, in that order: for example the hits of a search.
///
/// Status: as `plypack_reader_export_pgn`, but PLYPACK_OUT_OF_RANGE for a number that no game ever had and PLYPACK_NOT_FOUND for
/// the number of a deleted game, before anything is written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_export_games(
    reader: *const plypack_reader,
    numbers: *const u64,
    number_count: usize,
    options: *const plypack_export_options,
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
            let how = export_options(options, thread_count)?;
            let mut sink = CallbackSink { write: handle::callback(write, "write")?, user: write_user };
            let reports = Reports::of(callbacks)?;
            exported.put(reader.export(numbers, numbers.len() as u64, how, &mut sink, reports)?);
            Ok(())
        })
    }
}
