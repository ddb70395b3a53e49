//! Searches, and the index that makes them fast.

use std::ffi::{c_char, c_void};

use super::{
    condition::name_field,
    hits::{plypack_hit, plypack_hit_callback, plypack_hits},
    names::plypack_names,
    orders::plypack_orders,
    query::plypack_query,
    tree::{TreeLine, plypack_tree},
};
use crate::{
    boundary::{
        error::plypack_error,
        found::{Found, Viewed},
        guard::guard,
        handle,
        io::{Reports, callback_result},
        status::plypack_status,
        types::plypack_callbacks,
    },
    readers::reader::{OpenFile, plypack_reader},
};
use plypack::{
    Error, ErrorCode, Reader, Result,
    search::{self, DuplicateKind, Hit, NameFilter, Query, SearchEvent, SearchObserver},
};

/// The files, the query and the callbacks of a search, as C passes them.
#[derive(Clone, Copy)]
pub(crate) struct Search {
    pub(crate) query: *const plypack_query,
    pub(crate) readers: *const *const plypack_reader,
    pub(crate) reader_count: usize,
    pub(crate) callbacks: *const plypack_callbacks,
}

impl Search {
    /// Runs a search.
    ///
    /// # Safety
    ///
    /// As [`handle::get`] for all handles, [`handle::input`] for the array, [`Reports::of`] for the callbacks.
    pub(crate) unsafe fn run<T>(
        self,
        search: impl FnOnce(&[&Reader], &Query, &mut SearchObserver<'_>) -> Result<T>,
    ) -> Result<Found<T>> {
        // SAFETY: as promised by the caller.
        let (query, handles, reports) = unsafe {
            let query = handle::get(self.query, "query")?.query()?;
            (query, handle::input(self.readers, self.reader_count, "readers")?, Reports::of(self.callbacks)?)
        };
        // SAFETY: as promised by the caller.
        let open = |handle: &*const plypack_reader| unsafe { handle::get(*handle, "readers[]").cloned() };
        let files = handles.iter().map(open).collect::<Result<Vec<OpenFile>>>()?;
        let readers: Vec<&Reader> = files.iter().map(|file| -> &Reader { &file.reader }).collect();
        let mut corrupt = 0;
        let result = search(&readers, &query, &mut observer(&files, &reports, &mut corrupt))?;
        Ok(Found { result, corrupt })
    }
}

/// Passes the events of a search of files to the callbacks. Damage ends the search unless there is a callback for it or the file's reader
/// accepts damage. Adds the damaged games to `corrupt`.
pub(crate) fn observer(
    files: &[OpenFile],
    reports: &Reports,
    corrupt: &mut u64,
) -> impl FnMut(SearchEvent) -> Result<()> {
    let games = files.iter().map(|file| file.reader.number_end()).sum();
    move |event| match event {
        SearchEvent::Progress(done) => reports.progress(done, games),
        SearchEvent::Corruption(found) if reports.corruption.is_some() || files[found.file].accepts_damage() => {
            *corrupt += found.corruption.games.end - found.corruption.games.start;
            reports.corruption_of_file(found.file, &found.corruption)
        }
        event => search::strict(event),
    }
}

/// The hits of a search, as C reads them.
fn held_hits(found: Found<Vec<Hit>>) -> Result<*mut plypack_hits> {
    let found = found.try_map(|hits| handle::collected(hits.iter().map(Into::into)))?;
    Ok(handle::hold(found))
}

/// Finds the games of `readers` that match `query`, in the order of the files and games. `readers` has `reader_count` elements,
/// none of them NULL. The caller frees the hits, which may outlive the readers.
///
/// Leaves out corrupt games that cannot be searched, and passes them to the corruption callback; `corrupt` in the result of
/// `plypack_hits_view` is their number. Without this callback the search fails with the error of the first such game, unless its
/// reader was opened with PLYPACK_OPEN_ACCEPT_DAMAGE. The progress counts the games of all readers.
///
/// Status: PLYPACK_WRONG_STATE for a query without a target or with a group that has not ended; PLYPACK_CANCELLED; statuses of
/// the classes malformed, unsupported, limit and checksum for a corrupt game; PLYPACK_IO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_find(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    callbacks: *const plypack_callbacks,
    hits: *mut *mut plypack_hits,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let hits = handle::out(hits, "hits")?;
            hits.put(held_hits(search.run(search::find)?)?);
            Ok(())
        })
    }
}

/// Like `plypack_query_find`, but passes the hits to `hit`, in order, several at a time, while the search runs. `corrupt` receives
/// the number of games left out because they could not be read.
///
/// Status: as `plypack_query_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_find_each(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    hit: plypack_hit_callback,
    hit_user: *mut c_void,
    callbacks: *const plypack_callbacks,
    corrupt: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let hit = handle::callback(hit, "hit")?;
            let each = |hits: &[Hit]| {
                let hits: Vec<plypack_hit> = handle::collected(hits.iter().map(Into::into))?;
                callback_result(hit(hit_user, hits.as_ptr(), hits.len()))
            };
            let corrupt = handle::out(corrupt, "corrupt")?;
            let found = search.run(|readers, query, observer| search::find_each(readers, query, each, observer))?;
            corrupt.put(found.corrupt);
            Ok(())
        })
    }
}

/// Counts the games that match `query`, which is faster than finding them if the files have an index. `corrupt` receives the number
/// of games left out because they could not be read. Ignores the maximum number of hits.
///
/// Status: as `plypack_query_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_count(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    callbacks: *const plypack_callbacks,
    count: *mut u64,
    corrupt: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let count = handle::out(count, "count")?;
            let corrupt = handle::out(corrupt, "corrupt")?;
            let found = search.run(search::count)?;
            count.put(found.result);
            corrupt.put(found.corrupt);
            Ok(())
        })
    }
}

/// Lists the games that meet the conditions of `query`, as hits at ply 0. Ignores the target. The caller frees the hits, which may
/// outlive the readers.
///
/// Status: as `plypack_query_find`, but a query without a target is valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_list(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    callbacks: *const plypack_callbacks,
    hits: *mut *mut plypack_hits,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let hits = handle::out(hits, "hits")?;
            hits.put(held_hits(search.run(search::list)?)?);
            Ok(())
        })
    }
}

/// Counts the moves played next in the position of `query`, the most played first. In each game only the first match counts. Games
/// that end in the position form a separate branch, the last one (`ends` of `plypack_branch`). The caller frees the tree, which may
/// outlive the readers.
///
/// Status: as `plypack_query_find`; PLYPACK_INVALID_ARGUMENT if the target is not a position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_tree(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    callbacks: *const plypack_callbacks,
    tree: *mut *mut plypack_tree,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let tree = handle::out(tree, "tree")?;
            let lines = search.run(search::tree)?.try_map(|branches| TreeLine::of_branches(&branches))?;
            tree.put(handle::hold(lines.try_map(Viewed::new)?));
            Ok(())
        })
    }
}

/// Counts the lines of 1 to `depth` plies that games played from the position of `query` on, as a tree: a branch for each line,
/// with its moves and the games that played them. Each line is followed by its continuations, the most played first. In each game
/// only the first match counts. Games that end in the position are ignored. Reads the moves of all matching games, even with an
/// index. The caller frees the tree, which may outlive the readers.
///
/// Status: as `plypack_query_tree`; PLYPACK_INVALID_ARGUMENT for depth 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_continuations(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    depth: u32,
    callbacks: *const plypack_callbacks,
    tree: *mut *mut plypack_tree,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let tree = handle::out(tree, "tree")?;
            if depth == 0 {
                return Err(Error::new(ErrorCode::InvalidArgument, "lines have a depth of 1 ply or more, not 0"));
            }
            let lines = search
                .run(|readers, query, observer| search::continuations(readers, query, depth as usize, observer))?;
            let lines = lines.try_map(|lines| handle::collected(lines.into_iter().map(TreeLine::from)))?;
            tree.put(handle::hold(lines.try_map(Viewed::new)?));
            Ok(())
        })
    }
}

/// Finds the distinct move orders up to the first match of each game, the most frequent first. The caller frees the orders,
/// which may outlive the readers.
///
/// Status: as `plypack_query_find`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_transpositions(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    callbacks: *const plypack_callbacks,
    orders: *mut *mut plypack_orders,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let orders = handle::out(orders, "orders")?;
            orders.put(handle::hold(search.run(search::transpositions)?.try_map(Viewed::new)?));
            Ok(())
        })
    }
}

/// Lists the names in a field with their numbers of games, for example to complete user input. `field` is `PLYPACK_FIELD_PLAYER`
/// (each game counts once per name), `_WHITE`, `_BLACK`, `_EVENT` or `_SITE`. The names begin with `text` if `begins` is not 0,
/// otherwise they contain it, compared as in the conditions of `plypack_query_add`. An empty text lists all names. The numbers
/// count the games that meet the conditions of `query`, whose target is ignored. The most frequent names come first, at most as
/// many as `plypack_query_set_max_hits` sets. The caller frees the names, which may outlive the readers.
///
/// Names are listed as they are written: each spelling of a player is a separate name, with the games that have this spelling. To
/// count the games of a player under all spellings, use the command `plypack stats`.
///
/// Status: as `plypack_query_list`; PLYPACK_INVALID_ARGUMENT for another field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_names(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    field: u32,
    text: *const c_char,
    text_len: usize,
    begins: u32,
    callbacks: *const plypack_callbacks,
    names: *mut *mut plypack_names,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let field = name_field(field)?;
            let text = handle::copied(handle::text(text, text_len, "text")?)?;
            let filter = NameFilter { field, text, begins: begins != 0 };
            let names = handle::out(names, "names")?;
            let found = search.run(|readers, query, observer| search::names(readers, query, &filter, observer))?;
            names.put(handle::hold(found.try_map(Viewed::new)?));
            Ok(())
        })
    }
}

/// Finds groups of games that are duplicates of each other, among the games that meet the conditions of `query`. Ignores the
/// target. Calls `group` for one group after another, in the order of their first games; the games of a group are hits at ply 0, in
/// the order of the files and games. If `readers` has a file twice, each game of the file occurs twice. `corrupt` receives the
/// number of games left out because they could not be read.
///
/// Two games are exact duplicates if all of these hold:
///
/// - Main lines, starts, players and years are the same, and unparsed texts are equal.
/// - Months, days, results, rounds and times are equal where both games have them.
/// - If they have fewer than 10 plies, event and site are the same, too.
/// - If they have no moves or no year, or a player is unknown, all tags, moves and annotations are equal.
///
/// Players are the same if their surnames are equal and their first given names are equal or one of them is the initial of the
/// other; case, accents and further given names are ignored. `Carlsen, Magnus` is the same player as `Carlsen,M` and
/// `Magnus Carlsen`. In names with digits or `_` every character must be equal.
///
/// `kind` is PLYPACK_DUPLICATES_EXACT or PLYPACK_DUPLICATES_NEAR. PLYPACK_DUPLICATES_NEAR also finds two games if all of these
/// hold:
///
/// - Players and starts are the same, and the players are known.
/// - The years are the same, or one is unknown.
/// - The main lines are equal, or share at least the first 8 plies. In the second case, one is the beginning of the other, or only
///   the last 4 plies differ.
///
/// A game that was cut at the size limit, and its continuations, are never duplicates.
///
/// Status: as `plypack_query_list`; PLYPACK_INVALID_ARGUMENT for another `kind`; PLYPACK_CANCELLED if `group` stops the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_duplicates(
    query: *const plypack_query,
    readers: *const *const plypack_reader,
    reader_count: usize,
    kind: u32,
    group: plypack_hit_callback,
    group_user: *mut c_void,
    callbacks: *const plypack_callbacks,
    corrupt: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let search = Search { query, readers, reader_count, callbacks };
            let kind = duplicate_kind(kind)?;
            let group = handle::callback(group, "group")?;
            let mut each = |games: &[Hit]| {
                let games: Vec<plypack_hit> = handle::collected(games.iter().map(Into::into))?;
                callback_result(group(group_user, games.as_ptr(), games.len()))
            };
            let corrupt = handle::out(corrupt, "corrupt")?;
            let found =
                search.run(|readers, query, observer| search::duplicates(readers, query, kind, &mut each, observer))?;
            corrupt.put(found.corrupt);
            Ok(())
        })
    }
}

/// Exact duplicates, for `plypack_query_duplicates`.
pub const PLYPACK_DUPLICATES_EXACT: u32 = 0x500;
/// Exact and near duplicates, for `plypack_query_duplicates`.
pub const PLYPACK_DUPLICATES_NEAR: u32 = 0x501;

fn duplicate_kind(kind: u32) -> Result<DuplicateKind> {
    match kind {
        PLYPACK_DUPLICATES_EXACT => Ok(DuplicateKind::Exact),
        PLYPACK_DUPLICATES_NEAR => Ok(DuplicateKind::Near),
        _ => Err(Error::new(ErrorCode::InvalidArgument, format!("`kind` {kind} is neither exact (0) nor near (1)"))),
    }
}
