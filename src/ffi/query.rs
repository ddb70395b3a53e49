//! Queries: what is searched for, in which games, and how.

use std::ffi::c_char;

use super::{
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    io::threads,
    position::plypack_position,
    status::plypack_status,
};
use plypack::{
    Error, ErrorCode, Result, Termination,
    search::{Condition, Material, NumberField, Pattern, Query, Target, TextField},
};

/// Fields with a text: a player of either colour. Since 0.1.
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
/// Fields with a number: the date as year * 10000 + month * 100 + day. Unknown parts of a game's date are 0. Since 0.1.
pub const PLYPACK_FIELD_DATE: u32 = 16;
/// Every known rating of the game; there must be one. Since 0.1.
pub const PLYPACK_FIELD_RATING: u32 = 17;
/// Plies of the main line. Since 0.1.
pub const PLYPACK_FIELD_PLIES: u32 = 18;
/// The rating of the player of the white pieces. Since 0.1.
pub const PLYPACK_FIELD_WHITE_RATING: u32 = 19;
/// The rating of the player of the black pieces. Since 0.1.
pub const PLYPACK_FIELD_BLACK_RATING: u32 = 20;
/// The average of both ratings, rounded down; both must be known. Since 0.1.
pub const PLYPACK_FIELD_AVERAGE_RATING: u32 = 21;

/// All conditions of a group hold; of none, always. Since 0.1.
pub const PLYPACK_GROUP_ALL: u32 = 0;
/// At least one condition of a group holds; of none, never. Since 0.1.
pub const PLYPACK_GROUP_ANY: u32 = 1;
/// No condition of a group holds. Since 0.1.
pub const PLYPACK_GROUP_NONE: u32 = 2;

/// What is searched for, in which games, and how. Several threads may search with the same query at the same time. Since 0.1.
pub struct plypack_query {
    _opaque: [u8; 0],
}

impl Handle for plypack_query {
    type Value = OpenQuery;
}

/// A query, and the groups of conditions that have begun, each with its kind and its conditions.
#[derive(Default)]
pub(super) struct OpenQuery {
    query: Query,
    groups: Vec<(u32, Vec<Condition>)>,
}

impl OpenQuery {
    /// The query, complete.
    pub(super) fn query(&self) -> Result<&Query> {
        match self.groups.len() {
            0 => Ok(&self.query),
            open => {
                let message = format!("the query has {open} groups of conditions that have not ended");
                Err(Error::new(ErrorCode::WrongState, message))
            }
        }
    }

    fn add(&mut self, condition: Condition) {
        match self.groups.last_mut() {
            Some((_, conditions)) => conditions.push(condition),
            None => self.query.condition = std::mem::take(&mut self.query.condition).and(condition),
        }
    }

    fn begin_group(&mut self, kind: u32) -> Result<()> {
        if kind > PLYPACK_GROUP_NONE {
            return Err(invalid(format!("{kind} is no kind of groups")));
        }
        if self.groups.len() >= MAX_OPEN_GROUPS {
            let message = format!("groups of conditions are nested more than {MAX_OPEN_GROUPS} deep");
            return Err(Error::new(ErrorCode::LimitExceeded, message));
        }
        self.groups.push((kind, Vec::new()));
        Ok(())
    }

    fn end_group(&mut self) -> Result<()> {
        let none = || Error::new(ErrorCode::WrongState, "no group of conditions has begun");
        let (kind, conditions) = self.groups.pop().ok_or_else(none)?;
        self.add(match kind {
            PLYPACK_GROUP_ALL => Condition::All(conditions),
            PLYPACK_GROUP_ANY => Condition::Any(conditions),
            _ => Condition::Not(Box::new(Condition::Any(conditions))),
        });
        Ok(())
    }
}

/// Deep enough for people, and within the limit of the library, where [`PLYPACK_GROUP_NONE`] counts twice.
const MAX_OPEN_GROUPS: usize = 30;

fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::InvalidArgument, message.into())
}

/// The field of names with this number.
pub(super) fn name_field(field: u32) -> Result<TextField> {
    match field {
        PLYPACK_FIELD_PLAYER => Ok(TextField::Player),
        PLYPACK_FIELD_WHITE => Ok(TextField::White),
        PLYPACK_FIELD_BLACK => Ok(TextField::Black),
        PLYPACK_FIELD_EVENT => Ok(TextField::Event),
        PLYPACK_FIELD_SITE => Ok(TextField::Site),
        _ => Err(invalid(format!("field {field} has no names"))),
    }
}

fn text_condition(field: u32, text: &[u8]) -> Result<Condition> {
    let utf8 = || str::from_utf8(text).map_err(|_| invalid("`text` is not UTF-8"));
    match field {
        PLYPACK_FIELD_ECO => Ok(Condition::Eco(utf8()?.parse()?)),
        PLYPACK_FIELD_RESULT => {
            let unknown = || invalid("`text` is not a result: 1-0, 0-1, 1/2-1/2 or *");
            Termination::from_text(text).map(Condition::Result).ok_or_else(unknown)
        }
        _ => match name_field(field) {
            Ok(field) => Ok(Condition::text(field, text)),
            Err(_) => Err(invalid(format!("field {field} has no text"))),
        },
    }
}

fn range_condition(field: u32, first: u32, last: u32) -> Result<Condition> {
    let field = match field {
        PLYPACK_FIELD_DATE => NumberField::Date,
        PLYPACK_FIELD_RATING => NumberField::Rating,
        PLYPACK_FIELD_PLIES => NumberField::Plies,
        PLYPACK_FIELD_WHITE_RATING => NumberField::WhiteRating,
        PLYPACK_FIELD_BLACK_RATING => NumberField::BlackRating,
        PLYPACK_FIELD_AVERAGE_RATING => NumberField::AverageRating,
        _ => return Err(invalid(format!("field {field} has no numbers"))),
    };
    Ok(Condition::range(field, first, last))
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
            query.put(handle::hold(OpenQuery::default()));
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
            handle::get_mut(query, "query")?.query.target = Some(Target::Position(Box::new(position.now.clone())));
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

/// Adds a condition: a field, one of the `PLYPACK_FIELD_` texts, contains this text. A search finds games that meet all conditions of
/// its query, and there may be any number of them, several on one field too; groups combine them in other ways. ASCII upper and lower
/// case are the same. The opening and the result are not searched for a text: see their constants.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field or a text that the field does not take. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_text(
    query: *mut plypack_query,
    field: u32,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let condition = text_condition(field, handle::text(text, text_len, "text")?)?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: one of the `PLYPACK_FIELD_` numbers is known and lies between `first` and `last`, both included.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_range(
    query: *mut plypack_query,
    field: u32,
    first: u32,
    last: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let condition = range_condition(field, first, last)?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: the game has a tag, and the first of this name has exactly this value; ASCII upper and lower case are the same
/// in values, not in names. The value is compared as the file has it: in PGN, a quotation mark in it is `\"`.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_tag(
    query: *mut plypack_query,
    name: *const c_char,
    name_len: usize,
    value: *const c_char,
    value_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let name = handle::text(name, name_len, "name")?;
            let condition = Condition::tag(name, handle::text(value, value_len, "value")?);
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Begins a group of conditions, which is one condition of the group or query around it: `kind` is `PLYPACK_GROUP_ALL`,
/// `PLYPACK_GROUP_ANY` or `PLYPACK_GROUP_NONE`. Groups may be nested up to 30 deep.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another kind, PLYPACK_LIMIT_EXCEEDED for too many groups within each other. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_begin_group(
    query: *mut plypack_query,
    kind: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(query, "query")?.begin_group(kind)) }
}

/// Ends the group that began last. A search needs all groups to have ended.
///
/// Status: PLYPACK_WRONG_STATE if no group has begun. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_end_group(
    query: *mut plypack_query,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe { guard(error, || handle::get_mut(query, "query")?.end_group()) }
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

/// Sets after how many games `plypack_query_find`, `plypack_query_find_each` and `plypack_query_list` stop, and how many names
/// `plypack_query_names` gives. No limit by default.
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
