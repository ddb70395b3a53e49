//! What is searched for.

use std::ffi::c_char;

use super::{
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    position::plypack_position,
    status::plypack_status,
};
use plypack::{
    Error, ErrorCode, Result, Termination,
    search::{DateRange, Filter, Goal, Material, Pattern, Query},
};

/// Conditions on texts: a player of either colour. Since 0.1.
pub const PLYPACK_FIELD_PLAYER: u32 = 0;
/// The player of the white men. Since 0.1.
pub const PLYPACK_FIELD_WHITE: u32 = 1;
/// The player of the black men. Since 0.1.
pub const PLYPACK_FIELD_BLACK: u32 = 2;
/// The event. Since 0.1.
pub const PLYPACK_FIELD_EVENT: u32 = 3;
/// The site. Since 0.1.
pub const PLYPACK_FIELD_SITE: u32 = 4;
/// The opening: `B90`, `B9`, `B20..B99`. Since 0.1.
pub const PLYPACK_FIELD_ECO: u32 = 5;
/// The result: `1-0`, `0-1`, `1/2-1/2` or `*`. Since 0.1.
pub const PLYPACK_FIELD_RESULT: u32 = 6;
/// Conditions on numbers: the date as year * 10000 + month * 100 + day. What a game does not know of its date is 0. Since 0.1.
pub const PLYPACK_FIELD_DATE: u32 = 16;
/// Every rating that the game gives; it must give one. Since 0.1.
pub const PLYPACK_FIELD_RATING: u32 = 17;
/// Plies of the main line. Since 0.1.
pub const PLYPACK_FIELD_PLIES: u32 = 18;

/// What is searched for, and in which games. A search copies it: it may be changed or freed right after. Since 0.1.
pub struct plypack_query {
    _opaque: [u8; 0],
}

impl Handle for plypack_query {
    type Value = Wanted;
}

/// What a query handle holds.
#[derive(Clone, Default)]
pub(super) struct Wanted {
    goal: Option<Goal>,
    filter: Filter,
    variations: bool,
    without_index: bool,
}

impl Wanted {
    /// The query for a search on so many threads.
    pub(super) fn query(&self, threads: usize) -> Result<Query> {
        let missing = || Error::new(ErrorCode::WrongState, "the query does not say what to search for");
        let mut query = Query::new(self.goal.clone().ok_or_else(missing)?);
        query.filter = self.filter.clone();
        (query.variations, query.index, query.threads) = (self.variations, !self.without_index, threads);
        Ok(query)
    }

    /// The conditions on games.
    pub(super) fn filter(&self) -> &Filter {
        &self.filter
    }

    fn set_text(&mut self, field: u32, text: &[u8]) -> Result<()> {
        let text = str::from_utf8(text).map_err(|_| Error::new(ErrorCode::InvalidArgument, "`text` is not UTF-8"))?;
        let some = || Some(text.to_owned());
        match field {
            PLYPACK_FIELD_PLAYER => self.filter.player = some(),
            PLYPACK_FIELD_WHITE => self.filter.white = some(),
            PLYPACK_FIELD_BLACK => self.filter.black = some(),
            PLYPACK_FIELD_EVENT => self.filter.event = some(),
            PLYPACK_FIELD_SITE => self.filter.site = some(),
            PLYPACK_FIELD_ECO => self.filter.eco = Some(text.parse()?),
            PLYPACK_FIELD_RESULT => {
                let result = Termination::from_text(text.as_bytes());
                let unknown = || Error::new(ErrorCode::InvalidArgument, "`text` is not a result");
                self.filter.result = Some(result.ok_or_else(unknown)?);
            }
            _ => return Err(Error::new(ErrorCode::InvalidArgument, format!("field {field} has no text"))),
        }
        Ok(())
    }

    fn set_range(&mut self, field: u32, first: u32, last: u32) -> Result<()> {
        match field {
            PLYPACK_FIELD_DATE => self.filter.date = Some(DateRange { first, last }),
            PLYPACK_FIELD_RATING => self.filter.rating = Some((first, last)),
            PLYPACK_FIELD_PLIES => self.filter.plies = Some((first, last)),
            _ => return Err(Error::new(ErrorCode::InvalidArgument, format!("field {field} has no numbers"))),
        }
        Ok(())
    }
}

/// Makes a query that says nothing yet. The caller frees it. Any thread.
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
            query.put(handle::hold(Wanted::default()));
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

/// Searches for a position: equal men, side to move, castling rights and legal en passant capture, by whatever moves.
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
            handle::get_mut(query, "query")?.goal = Some(Goal::Position(Box::new(position.now.clone())));
            Ok(())
        })
    }
}

/// Searches for men on squares, as in the first field of a FEN; digits are squares that do not matter.
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
            handle::get_mut(query, "query")?.goal = Some(Goal::Pattern(Pattern::from_text(text)?));
            Ok(())
        })
    }
}

/// Searches for exactly these men, on any squares, for either colour: `KRPKR`.
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
            handle::get_mut(query, "query")?.goal = Some(Goal::Material(Material::from_text(text)?));
            Ok(())
        })
    }
}

/// Looks only at games with this text in one of the `PLYPACK_FIELD_` texts, in UTF-8. Names match when they contain it; capital
/// and small letters of ASCII are the same.
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

/// Looks only at games with one of the `PLYPACK_FIELD_` numbers from `first` to `last`, both included.
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

/// Sets whether variations are looked at too (not 0), in games whose main line does not get there. Off at first.
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
            handle::get_mut(query, "query")?.variations = variations != 0;
            Ok(())
        })
    }
}

/// Sets whether a position index is used (not 0) where the file has one. On at first; the answers are the same.
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
            handle::get_mut(query, "query")?.without_index = index == 0;
            Ok(())
        })
    }
}
