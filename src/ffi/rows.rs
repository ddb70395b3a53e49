//! Rows of games in columns of numbers.

use std::ffi::c_char;

use super::{
    error::plypack_error,
    found::Found,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Growing, Handle},
    hits::{NO_HITS, plypack_hit, plypack_hit_array, view},
    query::plypack_query,
    reader::plypack_reader,
    search::Search,
    status::plypack_status,
    types::{plypack_callbacks, plypack_text},
};
use plypack::{
    Result,
    search::{self, Rows, RowsOptions},
};

/// The columns and rows of a list that a program wants: `plypack_rows_options options = PLYPACK_ROWS_OPTIONS_INIT;` stands for all rows
/// without columns, in the order of files and games.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_rows_options {
    /// `sizeof(plypack_rows_options)`, set by the caller.
    pub size: usize,
    /// The names of the columns with commas between them, `columns_len` bytes: see `plypack_query_rows`.
    pub columns: *const c_char,
    /// The number of bytes of `columns`.
    pub columns_len: usize,
    /// The columns that rows are sorted by, as `columns`; descending after `-`. Rows that are equal in the first are sorted by the second,
    /// and so on.
    pub order: *const c_char,
    /// The number of bytes of `order`.
    pub order_len: usize,
    /// The number of rows to skip.
    pub first: u64,
    /// The maximum number of rows after these.
    pub count: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_rows_options {
    const FIRST_SIZE: usize = size_of::<plypack_rows_options>();
}

/// Numbers that belong to the library; as `plypack_text`.
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

/// Rows of a list of games. Several threads may read it at the same time.
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

/// Lists the games of `readers` that meet the conditions of `query` and, if it has a target, reach it: all or some rows of a table, in
/// columns of numbers. Without an order, reads the games of these rows alone; with one, the columns of the order for all games, too. The
/// caller frees the rows, which may outlive the readers. Readers, callbacks and corrupt games as with `plypack_query_find`; rows of games that are
/// corrupt are left out.
///
/// | column | numbers |
/// |---|---|
/// | `white`, `black`, `event`, `site`, `round`, `eco`; `tag=NAME` for any other tag | the number of the text (`plypack_rows_name`); 0 for an empty one, or without the tag. Sorted by the first 1,024 bytes, without case and accents, numbers in texts as numbers, those without a letter or digit last |
/// | `result` | `plypack_termination`: of the tag if it has a meaning, otherwise of the movetext |
/// | `speed` | the class of the time control: 1 ultrabullet, 2 bullet, 3 blitz, 4 rapid, 5 classical, 6 correspondence; 0 without one |
/// | `date`, `event-date` | year * 10000 + month * 100 + day; 0 for what is not known |
/// | `white-rating`, `black-rating`, `average-rating` | 0 if not known |
/// | `plies` | the plies of the main line |
/// | `comments`, `nags`, `variations` | how many the game has, in all lines |
/// | `material` | the pieces at the end of the main line: from bit 12 on White's, from bit 0 on Black's; each 4 bits for pawns, above them 2 bits each for knights, bishops, rooks and queens, 3 standing for three and more; 0 without positions |
/// | `home-pawns` | the pawns on their first squares at the end of the main line: White's a to h pawns in bits 0 to 7, Black's in bits 8 to 15; 0 without positions |
/// | `flags` | bit 0: another start than the standard one; bit 1: a pawn promotes in the main line; bit 2: to another piece than a queen; bit 3: text among the moves could not be read |
///
/// Rows whose value is not known come last, also in descending order. Columns from `comments` on take longer: whole games are read.
///
/// Status: as `plypack_query_find`, but a target is not needed; PLYPACK_INVALID_ARGUMENT for an unknown column.
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

/// Returns the games of the rows, and the number of games that were left out because they could not be read. Valid until the
/// rows are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_hits(rows: *const plypack_rows) -> plypack_hit_array {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, NO_HITS, |rows| view(&rows.result.hits, rows.corrupt)) }
}

/// Returns the number of rows of the whole list, before `first` and `count` of the options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_total(rows: *const plypack_rows) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, 0, |rows| rows.result.rows.total()) }
}

/// Returns the numbers of a column, one for each row, valid until the rows are freed; none for an index that no column has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_rows_column(rows: *const plypack_rows, index: usize) -> plypack_numbers {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(rows, NO_NUMBERS, |rows| rows.result.rows.column(index).map_or(NO_NUMBERS, Into::into)) }
}

/// Returns the text that has this number in columns of texts, as it is stored, valid until the rows are freed; empty for a number
/// that no row has. Equal texts have equal numbers in all columns and files.
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
