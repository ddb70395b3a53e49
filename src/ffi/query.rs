//! Queries: what is searched for, in which games, and how.

use std::ffi::{c_char, c_void};

use super::{
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    io::{Reports, threads},
    position::plypack_position,
    status::plypack_status,
    types::{plypack_corruption_callback, plypack_progress_callback},
};
use plypack::{
    Error, ErrorCode, Result, Termination,
    search::{DateRange, Material, Pattern, Query, SearchEvent, Target},
};

/// Conditions on texts: a player of either colour. Since 0.1.
pub const PLYPACK_FIELD_PLAYER: u32 = 0;
/// The player of the white pieces. Since 0.1.
pub const PLYPACK_FIELD_WHITE: u32 = 1;
/// The player of the black pieces. Since 0.1.
pub const PLYPACK_FIELD_BLACK: u32 = 2;
/// The event. Since 0.1.
pub const PLYPACK_FIELD_EVENT: u32 = 3;
/// The site. Since 0.1.
pub const PLYPACK_FIELD_SITE: u32 = 4;
/// The opening: `B90`, `B9`, `B20..B99`. Since 0.1.
pub const PLYPACK_FIELD_ECO: u32 = 5;
/// The result: `1-0`, `0-1`, `1/2-1/2` or `*`. Since 0.1.
pub const PLYPACK_FIELD_RESULT: u32 = 6;
/// Conditions on numbers: the date as year * 10000 + month * 100 + day. Unknown parts of a game's date are 0. Since 0.1.
pub const PLYPACK_FIELD_DATE: u32 = 16;
/// Every rating of the game; there must be one. Since 0.1.
pub const PLYPACK_FIELD_RATING: u32 = 17;
/// Plies of the main line. Since 0.1.
pub const PLYPACK_FIELD_PLIES: u32 = 18;

/// What is searched for, in which games, and how. A search copies it: it may be changed or freed right after. Several threads may
/// search with the same query at the same time. Since 0.1.
pub struct plypack_query {
    _opaque: [u8; 0],
}

impl Handle for plypack_query {
    type Value = CallbackQuery;
}

/// A query with the callbacks of its searches.
pub(super) struct CallbackQuery {
    pub(super) query: Query,
    reports: Reports,
}

// SAFETY: the callbacks may be called on every thread that searches, as the header says.
unsafe impl Send for CallbackQuery {}
// SAFETY: as above.
unsafe impl Sync for CallbackQuery {}

impl CallbackQuery {
    fn new() -> CallbackQuery {
        let reports = Reports { progress: None, corruption: None, issue: None, user: std::ptr::null_mut() };
        CallbackQuery { query: Query::default(), reports }
    }

    /// Passes the events of a search of so many games on to the callbacks.
    pub(super) fn observer(&self, games: u64) -> impl FnMut(SearchEvent) -> Result<()> {
        let reports = self.reports;
        move |event| match event {
            SearchEvent::Progress(done) => reports.progress(done, games),
            SearchEvent::Corruption(corruption) => reports.corruption(&corruption),
            _ => Ok(()),
        }
    }

    fn set_text(&mut self, field: u32, text: &[u8]) -> Result<()> {
        let text = str::from_utf8(text).map_err(|_| Error::new(ErrorCode::InvalidArgument, "`text` is not UTF-8"))?;
        let some = || Some(text.to_owned());
        match field {
            PLYPACK_FIELD_PLAYER => self.query.filter.player = some(),
            PLYPACK_FIELD_WHITE => self.query.filter.white = some(),
            PLYPACK_FIELD_BLACK => self.query.filter.black = some(),
            PLYPACK_FIELD_EVENT => self.query.filter.event = some(),
            PLYPACK_FIELD_SITE => self.query.filter.site = some(),
            PLYPACK_FIELD_ECO => self.query.filter.eco = Some(text.parse()?),
            PLYPACK_FIELD_RESULT => {
                let result = Termination::from_text(text.as_bytes());
                let unknown = || Error::new(ErrorCode::InvalidArgument, "`text` is not a result");
                self.query.filter.result = Some(result.ok_or_else(unknown)?);
            }
            _ => return Err(Error::new(ErrorCode::InvalidArgument, format!("field {field} has no text"))),
        }
        Ok(())
    }

    fn set_range(&mut self, field: u32, first: u32, last: u32) -> Result<()> {
        match field {
            PLYPACK_FIELD_DATE => self.query.filter.date = Some(DateRange { first, last }),
            PLYPACK_FIELD_RATING => self.query.filter.rating = Some((first, last)),
            PLYPACK_FIELD_PLIES => self.query.filter.plies = Some((first, last)),
            _ => return Err(Error::new(ErrorCode::InvalidArgument, format!("field {field} has no numbers"))),
        }
        Ok(())
    }
}

/// Makes a query for all games, without a target. The caller frees it. Any thread.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_new(
    query: *mut *mut plypack_query,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let query = handle::out(query, "query")?;
            query.put(handle::hold(CallbackQuery::new()));
            Ok(())
        })
    }
}

/// Frees a query; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_free(query: *mut plypack_query) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(query) }
}

/// Searches for a position: equal pieces, side to move, castling rights and legal en passant capture, by whatever moves.
///
/// Status: the common ones. Since 0.1.
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
            handle::get_mut(query, "query")?.query.target = Some(Target::Position(Box::new(position.now.to_chess())));
            Ok(())
        })
    }
}

/// Searches for pieces on squares, as in the first field of a FEN; digits are squares that do not matter.
///
/// Status: PLYPACK_ILLEGAL_POSITION for other text, PLYPACK_INVALID_ARGUMENT for text that is not UTF-8. Since 0.1.
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
            handle::get_mut(query, "query")?.query.target = Some(Target::Pattern(Pattern::from_text(text)?));
            Ok(())
        })
    }
}

/// Searches for exactly these pieces, on any squares, for either colour: `KRPKR`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other text. Since 0.1.
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
            handle::get_mut(query, "query")?.query.target = Some(Target::Material(Material::from_text(text)?));
            Ok(())
        })
    }
}

/// Searches only games with this text in one of the `PLYPACK_FIELD_` texts, in UTF-8. Names match when they contain it; ASCII upper
/// and lower case are the same.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field or a text that the field does not take. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_text(
    query: *mut plypack_query,
    field: u32,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let text = handle::text(text, text_len, "text")?;
            handle::get_mut(query, "query")?.set_text(field, text)
        })
    }
}

/// Searches only games with one of the `PLYPACK_FIELD_` numbers from `first` to `last`, both included.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_range(
    query: *mut plypack_query,
    field: u32,
    first: u32,
    last: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(query, "query")?.set_range(field, first, last)) }
}

/// Sets whether variations are searched too (not 0), in games whose main line does not match. Off by default.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_variations(
    query: *mut plypack_query,
    variations: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.query.variations = variations != 0;
            Ok(())
        })
    }
}

/// Sets whether a position index is used (not 0) where the file has one. On by default; the results are the same.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_index(
    query: *mut plypack_query,
    index: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.query.index = index != 0;
            Ok(())
        })
    }
}

/// Sets the number of threads that search (0: one for each core, the default). The results are the same.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_threads(
    query: *mut plypack_query,
    thread_count: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.query.threads = threads(thread_count);
            Ok(())
        })
    }
}

/// Sets after how many games `plypack_reader_find`, `plypack_reader_find_each` and `plypack_reader_list` stop. No limit by default.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_max_hits(
    query: *mut plypack_query,
    max_hits: u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.query.max_hits = max_hits;
            Ok(())
        })
    }
}

/// Sets the callbacks of searches: `progress` is called with the number of games done, `corruption` with games that cannot be searched.
/// Either may be NULL. A search calls them with `user`, on the thread of the function that searches.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_set_callbacks(
    query: *mut plypack_query,
    progress: plypack_progress_callback,
    corruption: plypack_corruption_callback,
    user: *mut c_void,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(query, "query")?.reports = Reports { progress, corruption, issue: None, user };
            Ok(())
        })
    }
}
