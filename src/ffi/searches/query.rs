//! Queries: the target of a search, the conditions on games, and the settings.

use std::{ffi::c_char, sync::Arc};

use crate::{
    boundary::{
        error::plypack_error,
        guard::{guard, guard_free},
        handle::{self, Handle},
        io::threads,
        status::plypack_status,
    },
    positions::position::plypack_position,
};
use plypack::{
    Error, ErrorCode, Result,
    search::{Condition, Material, Pattern, Query, Target},
};

/// A search: its target, the conditions on games, and its limits. Several threads may search with the same query at the same time.
pub struct plypack_query {
    _opaque: [u8; 0],
}

impl Handle for plypack_query {
    type Value = OpenQuery;
}

/// A query, and the open groups of conditions, each with its kind and its conditions.
#[derive(Default)]
pub(crate) struct OpenQuery {
    /// Searches share the query and do not copy its texts.
    query: Arc<Query>,
    groups: Vec<(u32, Vec<Condition>)>,
}

impl OpenQuery {
    /// Returns the complete query.
    pub(crate) fn query(&self) -> Result<Arc<Query>> {
        match self.groups.len() {
            0 => Ok(self.query.clone()),
            open => {
                let message = format!("the query has {open} groups of conditions that have not ended");
                Err(Error::new(ErrorCode::WrongState, message))
            }
        }
    }

    /// Returns the query, to be changed. A running search keeps the unchanged query.
    fn edit(&mut self) -> &mut Query {
        Arc::make_mut(&mut self.query)
    }

    pub(crate) fn add(&mut self, condition: Condition) {
        match self.groups.last_mut() {
            Some((_, conditions)) => conditions.push(condition),
            None => {
                let all = &mut self.edit().condition;
                *all = std::mem::take(all).and(condition);
            }
        }
    }

    pub(crate) fn begin_group(&mut self, kind: u32) -> Result<()> {
        if self.groups.len() >= MAX_OPEN_GROUPS {
            let message = format!("groups of conditions are nested more than {MAX_OPEN_GROUPS} deep");
            return Err(Error::new(ErrorCode::LimitExceeded, message));
        }
        self.groups.push((kind, Vec::new()));
        Ok(())
    }

    /// Ends the group that began last; returns its kind and its conditions.
    pub(crate) fn end_group(&mut self) -> Result<(u32, Vec<Condition>)> {
        self.groups.pop().ok_or_else(|| Error::new(ErrorCode::WrongState, "no group of conditions has begun"))
    }
}

/// Deep enough for people, and within the limit of the library, which counts a `PLYPACK_GROUP_NONE` as two levels.
const MAX_OPEN_GROUPS: usize = 30;

/// Creates a query for all games, without a target. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_new(
    query: *mut *mut plypack_query,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let query = handle::out(query, "query")?;
            query.put(handle::hold(OpenQuery::default()));
            Ok(())
        })
    }
}

/// Frees a query.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_free(query: *mut plypack_query) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(query) }
}

/// Sets the target of the query to a copy of a position, and replaces an earlier target. A game matches if it reaches the position
/// by any moves: the same pieces, side to move, castling rights and legal en passant captures.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_position(
    query: *mut plypack_query,
    position: *const plypack_position,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let position = handle::get(position, "position")?;
            handle::get_mut(query, "query")?.edit().target = Some(Target::Position(Box::new(position.now.clone())));
            Ok(())
        })
    }
}

/// Sets the target of the query to the position of a FEN, and replaces an earlier target. The FEN may end after any field: a
/// missing side to move, castling rights or en passant square matches anything. `plypack_query_tree` needs the first four fields.
///
/// Status: PLYPACK_ILLEGAL_POSITION for text that is not a FEN, and for boards that cannot be played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_fen(
    query: *mut plypack_query,
    fen: *const c_char,
    fen_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let target = Target::from_fen(handle::text(fen, fen_len, "fen")?)?;
            handle::get_mut(query, "query")?.edit().target = Some(target);
            Ok(())
        })
    }
}

/// Sets the target of the query to pieces on squares, and replaces an earlier target. The pattern is written as the first field
/// of a FEN, with these differences: a digit stands for this number of squares with any content, `.` for one such square, `?` for
/// any piece, `_` for an empty square, and `[NBp_]` for one of the pieces in the brackets or an empty square. `*`, at most once
/// in a rank, stands for the remaining squares of the rank, with any content.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other text, and for a pattern that no board can hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_pattern(
    query: *mut plypack_query,
    pattern: *const c_char,
    pattern_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let text = handle::utf8(pattern, pattern_len, "pattern")?;
            handle::get_mut(query, "query")?.edit().target = Some(Target::Pattern(Pattern::from_text(text)?));
            Ok(())
        })
    }
}

/// Sets the target of the query to pieces on any squares, and replaces an earlier target: `KRPKR` or `KRPvKR`. Either color can
/// have the first pieces. After a piece, `?` means none or one, `*` any number, `+` one or more, `3` three, `2-4` two to four and
/// `2+` two or more; `.` is a piece of any kind but a king: `KRP2-4vKRP*`, `KB.?vK.*`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_material(
    query: *mut plypack_query,
    material: *const c_char,
    material_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let text = handle::utf8(material, material_len, "material")?;
            handle::get_mut(query, "query")?.edit().target = Some(Target::Material(Material::from_text(text)?));
            Ok(())
        })
    }
}

/// If `variations` is not 0, searches also search the variations of games whose main line does not match. Off by default.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_variations(
    query: *mut plypack_query,
    variations: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.edit().variations = variations != 0;
            Ok(())
        })
    }
}

/// If `index` is not 0, searches use the position index of a file that has one. On by default; the results do not depend on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_index(
    query: *mut plypack_query,
    index: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.edit().index = index != 0;
            Ok(())
        })
    }
}

/// Sets the number of threads of a search; 0, the default, means one per core. The results do not depend on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_threads(
    query: *mut plypack_query,
    thread_count: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.edit().threads = threads(thread_count);
            Ok(())
        })
    }
}

/// Sets the maximum number of games that `plypack_query_find`, `plypack_query_find_each` and `plypack_query_list` return, and of
/// names that `plypack_query_names` returns; with 0 they return none. By default there is no limit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_max_hits(
    query: *mut plypack_query,
    max_hits: u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.edit().max_hits = max_hits;
            Ok(())
        })
    }
}
