//! Conditions of queries: the games that are searched.

use std::ffi::c_char;

use super::query::plypack_query;
use crate::boundary::{arguments::invalid, error::plypack_error, guard::guard, handle, status::plypack_status};
use plypack::{
    Result,
    search::{Condition, NumberField, TextField},
    text::text_of,
};

// Each family of constants has its own second byte, here and in the other modules, so that a constant of another family is
// rejected.

/// The players of both colors. `plypack_query_names` takes the fields with names, from PLYPACK_FIELD_PLAYER to PLYPACK_FIELD_SITE.
pub const PLYPACK_FIELD_PLAYER: u32 = 0x100;
/// The player of the white pieces.
pub const PLYPACK_FIELD_WHITE: u32 = 0x101;
/// The player of the black pieces.
pub const PLYPACK_FIELD_BLACK: u32 = 0x102;
/// The event.
pub const PLYPACK_FIELD_EVENT: u32 = 0x103;
/// The site.
pub const PLYPACK_FIELD_SITE: u32 = 0x104;
/// The date as year * 10000 + month * 100 + day; an unknown part is 0. `plypack_query_add_range` takes the fields with numbers,
/// from PLYPACK_FIELD_DATE to PLYPACK_FIELD_ANY_RATING.
pub const PLYPACK_FIELD_DATE: u32 = 0x110;
/// All known ratings of the game. A game without a known rating does not match.
pub const PLYPACK_FIELD_RATING: u32 = 0x111;
/// Plies of the main line.
pub const PLYPACK_FIELD_PLIES: u32 = 0x112;
/// The rating of the player of the white pieces.
pub const PLYPACK_FIELD_WHITE_RATING: u32 = 0x113;
/// The rating of the player of the black pieces.
pub const PLYPACK_FIELD_BLACK_RATING: u32 = 0x114;
/// The average of both ratings, rounded down; both must be known.
pub const PLYPACK_FIELD_AVERAGE_RATING: u32 = 0x115;
/// At least one of the two ratings.
pub const PLYPACK_FIELD_ANY_RATING: u32 = 0x116;

/// All conditions of a group hold; an empty group is true.
pub const PLYPACK_GROUP_ALL: u32 = 0x400;
/// At least one condition of a group holds; an empty group is false.
pub const PLYPACK_GROUP_ANY: u32 = 0x401;
/// No condition of a group holds.
pub const PLYPACK_GROUP_NONE: u32 = 0x402;

/// Returns the field of names with this number.
pub(crate) fn name_field(field: u32) -> Result<TextField> {
    match field {
        PLYPACK_FIELD_PLAYER => Ok(TextField::Player),
        PLYPACK_FIELD_WHITE => Ok(TextField::White),
        PLYPACK_FIELD_BLACK => Ok(TextField::Black),
        PLYPACK_FIELD_EVENT => Ok(TextField::Event),
        PLYPACK_FIELD_SITE => Ok(TextField::Site),
        _ => Err(invalid(format!("field {field} has no names"))),
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
        PLYPACK_FIELD_ANY_RATING => NumberField::AnyRating,
        _ => return Err(invalid(format!("field {field} has no numbers"))),
    };
    let condition = Condition::range(field, first, last);
    condition.check()?;
    Ok(condition)
}

/// Returns a group of conditions as one condition.
fn group(kind: u32, conditions: Vec<Condition>) -> Condition {
    match kind {
        PLYPACK_GROUP_ALL => Condition::All(conditions),
        PLYPACK_GROUP_ANY => Condition::Any(conditions),
        _ => Condition::Not(Box::new(Condition::Any(conditions))),
    }
}

/// Adds a condition by its name and value, which are the same as in the options of the command `plypack` and in the fields of its
/// web viewer. A search finds games that meet all conditions of its query. A query can have several conditions with the same name;
/// groups combine conditions in other ways.
///
/// | name | value |
/// |---|---|
/// | `player` (of either color), `white`, `black`, `event`, `site` | a text: see below |
/// | `date` | `2020`, `2020.03`, `2020-03-15`, `2018..2020`, `2020.06..`, `..1999` |
/// | `rating` (all known ratings), `any-rating`, `average-rating`, `white-rating`, `black-rating` | `2600`, `2600..`, `..2600`, `2400..2600` |
/// | `plies` of the main line | `40..`, `20..60` |
/// | `result` | `1-0`, `0-1`, `1/2-1/2` or `*`; or `white`, `black`, `draw` |
/// | `speed`, the class of the time control | `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical`, `correspondence`; several: `blitz,rapid` |
/// | `eco` | `B90`, `B9`, `B20..B99` |
/// | `tag` | `Name=VALUE`, the whole value; `Name~TEXT`, a text; `Name`, any value |
/// | `comment` | a text |
/// | `nag` | `$14`, `14`, or a symbol such as `+=`, `!?` or `⩲` |
/// | `has` | `comments`, `variations` or `nags` |
/// | `not` | the opposite of another condition: `result=draw` |
///
/// A text such as `carlsen` matches a part of the value in the game, and `=Carlsen, Magnus` the complete value. Case and accents
/// are ignored: `duric` matches `Đurić`. Names of players also match in the other order and with `ae`, `oe` and `ue` for umlauts:
/// `Joerg Mueller` finds `Müller, Jörg` (spec rule search.16). `/^Carl/` is a regular expression in the syntax of the Rust crate
/// `regex` and matches a part of the value; `/^carl/i` ignores case. A value that is not UTF-8 is read as Windows-1252. Ranges
/// include both bounds.
///
/// To find a player with a rating, or against an opponent, use a group for each color: any of (all of (`white=carlsen`,
/// `white-rating=2800..`), all of (`black=carlsen`, `black-rating=2800..`)).
///
/// Status: PLYPACK_INVALID_ARGUMENT for an unknown name; for a value that the condition does not accept, with a message that lists
/// the accepted values; for a range that ends before it begins; for a regular expression that is invalid or needs more than 4 MiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add(
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
            let name = handle::utf8(name, name_len, "name")?;
            let value = text_of(handle::text(value, value_len, "value")?);
            let condition = Condition::from_text(name, &value)?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: the number in `field`, one of the `PLYPACK_FIELD_` constants, is known and lies between `first` and `last`,
/// both included; UINT32_MAX is an open end. `plypack_query_add` takes ranges as text; this function takes numbers, and dates with
/// unknown parts.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field, for `first` above `last`, and for a number that is not a date, such as only
/// a year.
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

/// Begins a group of conditions; the group is one condition of the group or query around it. `kind` is `PLYPACK_GROUP_ALL`,
/// `PLYPACK_GROUP_ANY` or `PLYPACK_GROUP_NONE`. Groups may be nested up to 30 deep.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another kind; PLYPACK_LIMIT_EXCEEDED for groups nested deeper.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_begin_group(
    query: *mut plypack_query,
    kind: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            if !(PLYPACK_GROUP_ALL..=PLYPACK_GROUP_NONE).contains(&kind) {
                return Err(invalid(format!("{kind} is no kind of groups")));
            }
            handle::get_mut(query, "query")?.begin_group(kind)
        })
    }
}

/// Ends the group that began last. All groups must have ended before a search.
///
/// Status: PLYPACK_WRONG_STATE if no group has begun.
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
