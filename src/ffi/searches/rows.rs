//! Rows of games in columns of numbers.

use std::ffi::c_char;

use super::{
    hits::{NO_HITS, plypack_hit, plypack_hit_array, view},
    query::plypack_query,
    run::Search,
};
use crate::{
    boundary::{
        error::plypack_error,
        found::Found,
        guard::{guard, guard_free, guard_getter},
        handle::{self, Growing, Handle},
        status::plypack_status,
        types::{plypack_callbacks, plypack_text},
    },
    readers::reader::plypack_reader,
};
use plypack::{
    Result,
    search::{self, Rows, RowsOptions},
};

/// Columns, order and part of a list: `plypack_rows_options options = PLYPACK_ROWS_OPTIONS_INIT;` stands for all rows without columns,
/// in the order of files and games.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_rows_options {
    /// `sizeof(plypack_rows_options)`, set by the caller.
    pub size: usize,
    /// The names of the columns, separated by commas, in `columns_len` bytes: see `plypack_query_rows`.
    pub columns: *const c_char,
    /// The number of bytes of `columns`.
    pub columns_len: usize,
    /// The columns by which rows are sorted, written as in `columns`; `-` before a name means descending. The second column sorts rows
    /// that are equal in the first, and so on; equal rows stay in the order of files and games.
    pub order: *const c_char,
    /// The number of bytes of `order`.
    pub order_len: usize,
    /// The number of rows to skip.
    pub first: u64,
    /// The maximum number of rows after the skipped rows.
    pub count: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_rows_options {
    const FIRST_SIZE: usize = size_of::<plypack_rows_options>();
}

/// Numbers owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_numbers {
    /// The first number.
    pub data: *const u32,
    /// The number of elements.
    pub len: usize,
}

const NO_NUMBERS: plypack_numbers = plypack_numbers { data: std::ptr::null(), len: 0 };

impl From<&[u32]> for plypack_numbers {
    fn from(numbers: &[u32]) -> plypack_numbers {
        plypack_numbers { data: numbers.as_ptr(), len: numbers.len() }
    }
}

/// Rows of a list of games. Several threads may read them at the same time.
pub struct plypack_rows {
    _opaque: [u8; 0],
}

/// Rows, and their games as C reads them.
pub struct HeldRows {
    rows: Rows,
    hits: Vec<plypack_hit>,
}

impl Handle for plypack_rows {
    type Value = Found<HeldRows>;
}

impl HeldRows {
    fn new(rows: Rows) -> Result<HeldRows> {
        Ok(HeldRows { hits: handle::collected(rows.hits().iter().map(Into::into))?, rows })
    }
}

/// Lists the games of `readers` that meet the conditions of `query` and reach its target, if it has one: all rows of the list, or
/// the rows that `options` selects, in columns of numbers. The caller frees the rows, which may outlive the readers. Without an
/// order, the call reads only the games of these rows; with an order, it also reads the columns of the order for all games. It
/// handles readers, callbacks and corrupt games like `plypack_query_find`; the list has no rows for corrupt games. It ignores the
/// maximum number of hits.
///
/// | column | numbers |
/// |---|---|
/// | `white`, `black`, `event`, `site`, `round`, `eco`; `tag=NAME` for any other tag | the number of the text (`plypack_rows_name`); 0 for an empty text, or without the tag. Rows are sorted by the first 1,024 bytes of the text, ignoring case and accents; numbers within texts are compared as numbers, and texts without a letter or digit come last |
/// | `result` | `plypack_termination` of the tag if the tag is valid, otherwise of the movetext |
/// | `speed` | the class of the time control: 1 ultrabullet, 2 bullet, 3 blitz, 4 rapid, 5 classical, 6 correspondence; 0 without one |
/// | `date`, `event-date` | year * 10000 + month * 100 + day; an unknown part is 0 |
/// | `white-rating`, `black-rating`, `average-rating` | 0 if not known |
/// | `plies` | the number of plies of the main line |
/// | `comments`, `nags`, `variations` | their number in all lines of the game |
/// | `material` | the pieces at the end of the main line: White's in bits 12 to 23, Black's in bits 0 to 11. From the lowest bit: 4 bits for the number of pawns, then 2 bits each for knights, bishops, rooks and queens, where 3 is three or more. 0 without positions |
/// | `home-pawns` | the pawns on their first squares at the end of the main line: White's a to h pawns in bits 0 to 7, Black's in bits 8 to 15; 0 without positions |
/// | `flags` | bit 0: the start is not the standard one; bit 1: a pawn promotes in the main line; bit 2: a pawn promotes there to a piece other than a queen; bit 3: a part of the movetext could not be parsed |
///
/// Rows with an unknown value come last, even in descending order. Columns from `comments` on take longer, because the call reads
/// complete games.
///
/// Status: as `plypack_query_find`, but a query without a target is valid; PLYPACK_INVALID_ARGUMENT for an unknown column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_rows(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    options: *const plypack_rows_options,
    callbacks: *const plypack_callbacks,
    rows: *mut *mut plypack_rows,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let rows = handle::out(rows, "rows")?;
            let options = rows_options(options)?;
            let found = search.run(|readers, query, observer| search::rows(readers, query, &options, observer))?;
            rows.put(handle::hold(found.try_map(HeldRows::new)?));
            Ok(())
        })
    }
}

/// # Safety
///
/// As [`handle::sized_input`] and [`handle::utf8`].
unsafe fn rows_options(options: *const plypack_rows_options) -> Result<RowsOptions> {
    // SAFETY: as promised by the caller.
    unsafe {
        let given = handle::sized_input(options, "options")?;
        let columns = handle::utf8(given.columns, given.columns_len, "options.columns")?;
        let order = handle::utf8(given.order, given.order_len, "options.order")?;
        let mut options = RowsOptions::from_text(columns, order)?;
        options.first = given.first;
        options.count = given.count;
        Ok(options)
    }
}

/// Returns the games of the rows, and the number of games left out because they could not be read. Valid until the rows are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_hits(rows: *const plypack_rows) -> plypack_hit_array {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, NO_HITS, |rows| view(&rows.result.hits, rows.corrupt)) }
}

/// Returns the number of rows of the complete list, regardless of `first` and `count` in the options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_total(rows: *const plypack_rows) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, 0, |rows| rows.result.rows.total()) }
}

/// Returns the numbers of a column, one for each row, valid until the rows are freed; empty if there is no column with this index.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_column(rows: *const plypack_rows, index: usize) -> plypack_numbers {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, NO_NUMBERS, |rows| rows.result.rows.column(index).map_or(NO_NUMBERS, Into::into)) }
}

/// Returns the text that has this number in columns of texts, as it is stored, valid until the rows are freed; empty if no row has
/// this number. Equal texts have equal numbers in all columns and files.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_name(rows: *const plypack_rows, number: u32) -> plypack_text {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, (&[][..]).into(), |rows| rows.result.rows.name(number).unwrap_or_default().into()) }
}

/// Frees rows.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_free(rows: *mut plypack_rows) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(rows) }
}
