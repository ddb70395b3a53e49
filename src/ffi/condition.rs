//! Conditions of queries: the games that are searched.

use std::ffi::c_char;

use super::{error::plypack_error, guard::guard, handle, query::plypack_query, status::plypack_status};
use plypack::{
    Error, ErrorCode, Result, Termination,
    search::{Condition, NumberField, TextField},
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
            Ok(field) => Ok(Condition::text(field, handle::copied(text)?)),
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

/// What a group of conditions is as one condition.
fn group(kind: u32, conditions: Vec<Condition>) -> Condition {
    match kind {
        PLYPACK_GROUP_ALL => Condition::All(conditions),
        PLYPACK_GROUP_ANY => Condition::Any(conditions),
        _ => Condition::Not(Box::new(Condition::Any(conditions))),
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

/// Adds a condition: one of the `PLYPACK_FIELD_` numbers is known and lies between `first` and `last`, both included; none does if
/// `first` is the larger one.
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
            let name = handle::copied(handle::text(name, name_len, "name")?)?;
            let condition = Condition::tag(name, handle::copied(handle::text(value, value_len, "value")?)?);
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
    unsafe {
        guard(error, || {
            if kind > PLYPACK_GROUP_NONE {
                return Err(invalid(format!("{kind} is no kind of groups")));
            }
            handle::get_mut(query, "query")?.begin_group(kind)
        })
    }
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
    unsafe {
        guard(error, || {
            let mut query = handle::get_mut(query, "query")?;
            let (kind, conditions) = query.end_group()?;
            query.add(group(kind, conditions));
            Ok(())
        })
    }
}
