//! Searching files.

use std::ffi::{c_char, c_void};

use super::{
    error::plypack_error,
    guard::guard,
    handle,
    hits::{plypack_hit, plypack_hit_callback, plypack_hits},
    io::callback_result,
    orders::plypack_orders,
    query::{CallbackQuery, plypack_query},
    reader::plypack_reader,
    status::plypack_status,
    tree::plypack_tree,
};
use plypack::{
    Reader, Result,
    search::{self, Hit, Query, SearchObserver},
};

/// Runs a search with the callbacks of its query.
///
/// # Safety
///
/// As [`handle::get`], for both handles; the callbacks of the query may be called.
unsafe fn search<T>(
    reader: *const plypack_reader,
    query: *const plypack_query,
    search: impl FnOnce(&Reader, &Query, &mut SearchObserver<'_>) -> Result<T>,
) -> Result<T> {
    // SAFETY: as promised by the caller.
    let (reader, query): (_, &CallbackQuery) =
        unsafe { (handle::get(reader, "reader")?, handle::get(query, "query")?) };
    let reader = &reader.reader;
    search(reader, &query.query, &mut query.observer(reader.games()))
}

/// Opens the file at `path` as `plypack_reader_open` does, mapped into memory: the fastest way to search it. While the reader is
/// open, no program may shorten or overwrite the file: the operating system would end this program, or it would read wrong bytes.
/// Adding games does no harm.
///
/// Status: as `plypack_reader_open`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open_mapped(
    path: *const c_char,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (path, reader) = (handle::path(path, "path")?, handle::out(reader, "reader")?);
            reader.put(super::reader::hold(Reader::open_mapped(path)?));
            Ok(())
        })
    }
}

/// Finds the games that match `query`. The caller frees the hits, which may outlive the reader.
///
/// Status: PLYPACK_WRONG_STATE for a query without a target, PLYPACK_CANCELLED. Corruption is passed to the callback of the query,
/// and is no failure. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_find(
    reader: *const plypack_reader,
    query: *const plypack_query,
    hits: *mut *mut plypack_hits,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let hits = handle::out(hits, "hits")?;
            let found = search(reader, query, search::find)?;
            hits.put(handle::hold(found.iter().map(Into::into).collect()));
            Ok(())
        })
    }
}

/// As `plypack_reader_find`, but calls `hit` with the hits while the search runs, in order, several at a time.
///
/// Status: as `plypack_reader_find`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_find_each(
    reader: *const plypack_reader,
    query: *const plypack_query,
    hit: plypack_hit_callback,
    user: *mut c_void,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let hit = handle::callback(hit, "hit")?;
            let each = |hits: &[Hit]| {
                let hits: Vec<plypack_hit> = hits.iter().map(Into::into).collect();
                callback_result(hit(user, hits.as_ptr(), hits.len()))
            };
            search(reader, query, |reader, query, observer| search::find_each(reader, query, each, observer))
        })
    }
}

/// Counts the games that match `query`: faster than finding them where the file has an index.
///
/// Status: as `plypack_reader_find`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_count_hits(
    reader: *const plypack_reader,
    query: *const plypack_query,
    count: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let count = handle::out(count, "count")?;
            count.put(search(reader, query, search::count)?);
            Ok(())
        })
    }
}

/// The games that meet the conditions of `query`, as hits at ply 0; its target does not matter. The caller frees the hits, which
/// may outlive the reader.
///
/// Status: PLYPACK_CANCELLED. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_list(
    reader: *const plypack_reader,
    query: *const plypack_query,
    hits: *mut *mut plypack_hits,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let hits = handle::out(hits, "hits")?;
            let games = search(reader, query, search::list)?;
            hits.put(handle::hold(games.into_iter().map(|game| plypack_hit { game, ply: 0 }).collect()));
            Ok(())
        })
    }
}

/// Counts the moves played next in the position of `query`: those of most games first. The caller frees the tree, which may outlive
/// the reader.
///
/// Status: as `plypack_reader_find`, and PLYPACK_INVALID_ARGUMENT for another target than a position. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_tree(
    reader: *const plypack_reader,
    query: *const plypack_query,
    tree: *mut *mut plypack_tree,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let tree = handle::out(tree, "tree")?;
            tree.put(handle::hold(search(reader, query, search::tree)?));
            Ok(())
        })
    }
}

/// Finds the distinct move orders up to the first match of each game: those of most games first. The caller frees the orders, which
/// may outlive the reader.
///
/// Status: as `plypack_reader_find`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_transpositions(
    reader: *const plypack_reader,
    query: *const plypack_query,
    orders: *mut *mut plypack_orders,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let orders = handle::out(orders, "orders")?;
            orders.put(handle::hold(search(reader, query, search::transpositions)?));
            Ok(())
        })
    }
}
