//! Scans of tables, read as streams of the Arrow C stream interface.

use std::{ffi::c_char, ops::Range};

use super::scan::plypack_scan;
use crate::{
    boundary::{
        arguments::opening_tags, error::plypack_error, guard::guard, handle, io::Reports, status::plypack_status,
        types::plypack_callbacks,
    },
    searches::query::plypack_query,
};

/// `struct ArrowArrayStream` of the Arrow C stream interface, which every implementation of Arrow declares.
pub struct ArrowArrayStream {
    _opaque: [u8; 0],
}

/// Games of a file: `count` games from `first` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct plypack_game_range {
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub count: u64,
}

impl From<Range<u64>> for plypack_game_range {
    fn from(games: Range<u64>) -> plypack_game_range {
        plypack_game_range { first: games.start, count: games.end - games.start }
    }
}

/// Sets the columns of a table and their order, as a list of names separated by commas: `white,black,moves`. spec/tables.md lists
/// the names. The default is all columns; fewer columns are faster, because the scan reads only their data. In PLYPACK_SCAN_GAMES,
/// a name that begins with A to Z is the tag of that name: `white,WhiteTitle`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for an unknown name and for an empty list; PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_columns(
    scan: *mut plypack_scan,
    names: *const c_char,
    names_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let names = handle::utf8(names, names_len, "names")?;
            handle::get_mut(scan, "scan")?.table_mut()?.set_columns(names)
        })
    }
}

/// Restricts a table to the games that meet the conditions of `query` and reach its target, if it has one. Copies the query;
/// ignores its number of threads and maximum number of hits. With a target, PLYPACK_SCAN_PLIES and PLYPACK_SCAN_TREE have only the
/// first matching position of each game: the rows of plies are the hits of `plypack_query_find`, and the rows of the tree have the
/// counts of `plypack_query_tree`.
///
/// Status: PLYPACK_WRONG_STATE for a scan of moves, and for a query with a group that has not ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_query(
    scan: *mut plypack_scan,
    query: *const plypack_query,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let query = handle::get(query, "query")?.query()?;
            handle::get_mut(scan, "scan")?.table_mut()?.set_query(query)
        })
    }
}

/// Restricts PLYPACK_SCAN_PLIES and PLYPACK_SCAN_TREE to all occurrences of positions with this key (`plypack_position_key`). The
/// column `position` has the same 64 bits as a signed number.
///
/// Status: PLYPACK_INVALID_ARGUMENT for PLYPACK_SCAN_GAMES; PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_position(
    scan: *mut plypack_scan,
    key: u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(scan, "scan")?.table_mut()?.set_position(key.cast_signed())) }
}

/// Restricts PLYPACK_SCAN_PLIES and PLYPACK_SCAN_TREE to positions after at most `max_ply` plies of their game.
///
/// Status: PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_max_ply(
    scan: *mut plypack_scan,
    max_ply: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(scan, "scan")?.table_mut()?.set_max_ply(max_ply)) }
}

/// Sets the tags `ECO` and `Opening` from the moves of each game, as `plypack_game_set_opening_tags` does, in all columns of
/// PLYPACK_SCAN_GAMES, `tags` and `pgn` included. `classify` is 0 (the default), 1 or 2 as in `plypack_options`. Conditions of
/// the query use the tags of the file. The other tables have no such columns. The scan reads the moves of games that may get
/// tags; a game whose moves cannot be read counts as corrupt.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers; PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_opening_tags(
    scan: *mut plypack_scan,
    classify: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let openings = opening_tags(classify, "classify")?;
            handle::get_mut(scan, "scan")?.table_mut()?.set_opening_tags(openings)
        })
    }
}

/// Sets the text of the column `file`, for tables of several files. Error messages of `get_next` begin with this text. The default
/// is null.
///
/// Status: PLYPACK_INVALID_ARGUMENT for text that is not UTF-8; PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_file(
    scan: *mut plypack_scan,
    file: *const c_char,
    file_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let file = handle::utf8(file, file_len, "file")?;
            handle::get_mut(scan, "scan")?.table_mut()?.set_file(file)
        })
    }
}

/// Sets the maximum number of rows in a batch, at least 1; the default is 65,536. Batches with long texts have fewer rows.
///
/// Status: PLYPACK_INVALID_ARGUMENT for 0; PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_set_batch_rows(
    scan: *mut plypack_scan,
    rows: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(scan, "scan")?.table_mut()?.set_batch_rows(rows)) }
}

/// Divides the games of a table into ranges for `plypack_scan_set_games` of other scans, on this machine or another. `ranges` has
/// space for `capacity` ranges; `range_count` receives their number. Each range consists of one or more complete blocks, of about
/// `target_bytes` bytes of the file in total. Leaves out blocks in which the index shows no match for the position of the query.
/// The ranges depend only on the file, its index, the settings of the scan and `target_bytes`.
///
/// Status: PLYPACK_BUFFER_TOO_SMALL, with the required number in `range_count`; PLYPACK_WRONG_STATE for a scan of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_partitions(
    scan: *const plypack_scan,
    target_bytes: u64,
    ranges: *mut plypack_game_range,
    capacity: usize,
    range_count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let scan = handle::get(scan, "scan")?;
            let count = handle::out(range_count, "range_count")?;
            let found = scan.table()?.partitions(target_bytes)?;
            let found: Vec<_> = found.into_iter().map(plypack_game_range::from).collect();
            handle::buffer(ranges, capacity, "ranges")?.put_counted(&found, count)
        })
    }
}

/// Creates a stream that reads the table as record batches, and writes it to `stream`. The caller must call its `release`, even
/// without reading the stream to its end. Each stream begins with the first game of the scan. Streams are independent of each
/// other, of the scan and of the reader, which may be changed and freed: each thread can read its own stream.
///
/// `get_next` decodes on the calling thread. The reader checks that moves are legal when it first reads them. `get_next` fails for a
/// game that cannot be read, and its next call continues after that game. With PLYPACK_OPEN_ACCEPT_DAMAGE it leaves such games out,
/// and `plypack_scan_corrupt_count` counts them. `get_next` fails with EIO, EINVAL or ENOMEM; `get_last_error` returns the message.
/// After ENOMEM, every further call fails with ENOMEM.
///
/// `get_next` calls the progress callback on the thread that calls `get_next`; the progress counts games of the scan. `callbacks`
/// is copied, and its other callbacks are not called. The progress callback must stay valid until the stream is released. If the
/// callback stops a `get_next`, the next `get_next` continues.
///
/// Status: PLYPACK_WRONG_STATE for a scan of moves; PLYPACK_INVALID_ARGUMENT and PLYPACK_LIMIT_EXCEEDED for a query that cannot be
/// searched; PLYPACK_INVALID_ARGUMENT for PLYPACK_SCAN_PLIES and PLYPACK_SCAN_TREE if the target is also searched in variations,
/// because their rows cover only main lines.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_scan_stream(
    scan: *const plypack_scan,
    callbacks: *const plypack_callbacks,
    stream: *mut ArrowArrayStream,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module; the struct is Arrow's.
    unsafe {
        guard(error, || {
            let scan = handle::get(scan, "scan")?;
            let reports = Reports::of(callbacks)?;
            let stream = handle::out(stream.cast(), "stream")?;
            stream.put(scan.table()?.stream(reports)?);
            Ok(())
        })
    }
}
