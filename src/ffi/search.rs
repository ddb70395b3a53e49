//! Searching files.

use std::ffi::{c_char, c_void};

use super::{
    asked::Asked,
    error::plypack_error,
    game::out_of_range,
    guard::{guard, guard_free},
    handle::{self, Handle},
    io::{Reports, callback_result, threads},
    query::plypack_query,
    reader::plypack_reader,
    status::plypack_status,
    types::{plypack_corruption_callback, plypack_moves, plypack_progress_callback},
};
use plypack::{
    PackedMove, Reader, add_index,
    search::{self, Branch, Hit},
};

/// A game that gets to what is searched for. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_hit {
    /// The number of the game.
    pub game: u64,
    /// Plies from the start of the game to its first arrival.
    pub ply: u32,
}

impl From<&Hit> for plypack_hit {
    fn from(hit: &Hit) -> plypack_hit {
        plypack_hit { game: hit.game, ply: hit.ply }
    }
}

/// Gets the next `count` hits, in the order of the games. Gives 0, or anything else to stop with `PLYPACK_CANCELLED`. `hits` is
/// valid during the call. Called on the thread of the function that was given it. Since 0.1.
pub type plypack_hit_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, hits: *const plypack_hit, count: usize) -> i32>;

/// A move that was played next, and what became of the games. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_branch {
    /// The move word; `PLYPACK_NULL_MOVE` for a null move, and if `ends` is 1.
    pub word: u16,
    /// 1 if this counts the games that end in the position.
    pub ends: u16,
    /// The last year in which it was played; 0 if no year is known.
    pub last_year: u32,
    /// Games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a known result.
    pub other: u64,
    /// The sum of the ratings of the players who made the move.
    pub rating_sum: u64,
    /// How many of them have a known rating.
    pub rated: u64,
}

impl From<&Branch> for plypack_branch {
    fn from(b: &Branch) -> plypack_branch {
        plypack_branch {
            word: b.word.unwrap_or(PackedMove::NULL).0,
            ends: b.word.is_none().into(),
            last_year: b.last_year,
            games: b.games,
            white: b.white,
            draws: b.draws,
            black: b.black,
            other: b.other,
            rating_sum: b.rating_sum,
            rated: b.rated,
        }
    }
}

/// What was played next in a position. All its functions but `plypack_tree_free` may run in several threads at the same time.
/// Since 0.1.
pub struct plypack_tree {
    _opaque: [u8; 0],
}

impl Handle for plypack_tree {
    type Value = Vec<Branch>;
}

/// The move orders that lead to a position. All its functions but `plypack_orders_free` may run in several threads at the same
/// time. Since 0.1.
pub struct plypack_orders {
    _opaque: [u8; 0],
}

impl Handle for plypack_orders {
    type Value = Vec<search::Order>;
}

/// Opens the file at `path` as `plypack_reader_open` does, but has the operating system show it as memory: the fastest way to
/// search it. While the reader is open, no program may make the file shorter or write over it: this program would be stopped by
/// the operating system, or see wrong bytes. Adding games does no harm.
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

/// Finds the games that get to what `query` says, using `thread_count` threads (0: one a core). `hit` gets them in order, in
/// portions. Games that cannot be searched are passed to `corruption`; `progress` hears how many games are done. Both may be NULL.
///
/// Status: PLYPACK_WRONG_STATE for a query that does not say what to search for, PLYPACK_CANCELLED. Corruption is not a failure of
/// the call. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_find(
    reader: *const plypack_reader,
    query: *const plypack_query,
    thread_count: u32,
    hit: plypack_hit_callback,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let asked = Asked::new(reader, query, progress, corruption, user)?;
            let hit = handle::callback(hit, "hit")?;
            let each = |hits: &[Hit]| {
                let hits: Vec<plypack_hit> = hits.iter().map(Into::into).collect();
                callback_result(hit(user, hits.as_ptr(), hits.len()))
            };
            asked.run(thread_count, |reader, query, listener| search::find_each(reader, query, each, listener))
        })
    }
}

/// As `plypack_reader_find`, but writes the first hits, `capacity` at most, to `hits`. `count` is how many there are in all; with a
/// capacity of 0 they are only counted, which is faster where the file has an index.
///
/// Status: as `plypack_reader_find`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_find_hits(
    reader: *const plypack_reader,
    query: *const plypack_query,
    thread_count: u32,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    hits: *mut plypack_hit,
    capacity: usize,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let asked = Asked::new(reader, query, progress, corruption, user)?;
            let (room, count) = (handle::buffer(hits, capacity, "hits")?, handle::out(count, "count")?);
            count.put(asked.find_into(thread_count, room)?);
            Ok(())
        })
    }
}

/// Writes the numbers of the first games that meet the conditions of `query`, `capacity` at most, to `games`; what the query
/// searches for does not matter. `count` is how many there are in all. `progress` and `damage` may be NULL.
///
/// Status: PLYPACK_CANCELLED. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_list(
    reader: *const plypack_reader,
    query: *const plypack_query,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    games: *mut u64,
    capacity: usize,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let asked = Asked::new(reader, query, progress, corruption, user)?;
            let (room, count) = (handle::buffer(games, capacity, "games")?, handle::out(count, "count")?);
            let (mut listed, mut total) = (Vec::new(), 0);
            let each = |game| {
                total += 1;
                if total <= room.len() {
                    listed.push(game);
                }
                Ok(true)
            };
            search::list(asked.reader, asked.query.filter(), each, &mut asked.listener())?;
            room.put(&listed)?;
            count.put(total);
            Ok(())
        })
    }
}

/// Counts what was played next in the position that `query` says: the moves of most games first. Threads and callbacks as
/// `plypack_reader_find`. The caller frees the tree, which may outlive the reader.
///
/// Status: PLYPACK_INVALID_ARGUMENT for a query that searches for something else than a position, PLYPACK_WRONG_STATE,
/// PLYPACK_CANCELLED. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_tree(
    reader: *const plypack_reader,
    query: *const plypack_query,
    thread_count: u32,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    tree: *mut *mut plypack_tree,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let asked = Asked::new(reader, query, progress, corruption, user)?;
            let tree = handle::out(tree, "tree")?;
            tree.put(handle::hold(asked.run(thread_count, search::tree)?));
            Ok(())
        })
    }
}

/// Frees a tree; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_free(tree: *mut plypack_tree) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(tree) }
}

/// The number of branches.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_branch_count(
    tree: *const plypack_tree,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (tree, count) = (handle::get(tree, "tree")?, handle::out(count, "count")?);
            count.put(tree.len());
            Ok(())
        })
    }
}

/// A branch, from 0.
///
/// Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_branch(
    tree: *const plypack_tree,
    index: usize,
    branch: *mut plypack_branch,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (tree, branch) = (handle::get(tree, "tree")?, handle::out(branch, "branch")?);
            branch.put(tree.get(index).ok_or_else(|| out_of_range("branch", index, tree.len()))?.into());
            Ok(())
        })
    }
}

/// Finds the distinct move orders by which games get to what `query` says: those of most games first. Threads and callbacks as
/// `plypack_reader_find`. The caller frees the orders, which may outlive the reader.
///
/// Status: as `plypack_reader_find`. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_transpositions(
    reader: *const plypack_reader,
    query: *const plypack_query,
    thread_count: u32,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    orders: *mut *mut plypack_orders,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let asked = Asked::new(reader, query, progress, corruption, user)?;
            let orders = handle::out(orders, "orders")?;
            orders.put(handle::hold(asked.run(thread_count, search::transpositions)?));
            Ok(())
        })
    }
}

/// Frees move orders; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_free(orders: *mut plypack_orders) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(orders) }
}

/// The number of move orders.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_count(
    orders: *const plypack_orders,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (orders, count) = (handle::get(orders, "orders")?, handle::out(count, "count")?);
            count.put(orders.len());
            Ok(())
        })
    }
}

/// A move order, from 0: its moves from the start of the game, valid until the orders are freed, and how many games came so.
///
/// Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_at(
    orders: *const plypack_orders,
    index: usize,
    moves: *mut plypack_moves,
    games: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (orders, moves) = (handle::get(orders, "orders")?, handle::out(moves, "moves")?);
            let games = handle::out(games, "games")?;
            let order = orders.get(index).ok_or_else(|| out_of_range("move order", index, orders.len()))?;
            moves.put(order.moves.as_slice().into());
            games.put(order.games);
            Ok(())
        })
    }
}

/// Adds a position index to the file at `path` for the games that have none, using `thread_count` threads (0: one a core);
/// `games` is how many these are. What is in the file stays as it is; readers that are open do not see the index. `progress` may
/// be NULL. Any thread.
///
/// Status: as `plypack_writer_append`; statuses of the classes malformed and checksum for a damaged block; PLYPACK_CANCELLED.
/// Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_file_index(
    path: *const c_char,
    thread_count: u32,
    progress: plypack_progress_callback,
    user: *mut c_void,
    games: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (path, games) = (handle::path(path, "path")?, handle::out(games, "games")?);
            let reports = Reports { progress, corruption: None, issue: None, user };
            let total = Reader::open(path)?.games();
            games.put(add_index(path, threads(thread_count), |done| reports.progress(done, total))?.games);
            Ok(())
        })
    }
}
