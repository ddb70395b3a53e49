//! Conditions of queries: the games that are searched.

use std::ffi::c_char;

use super::{error::plypack_error, guard::guard, handle, query::plypack_query, status::plypack_status};
use plypack::{
    Error, ErrorCode, Result,
    search::{Condition, NumberField, TextField, TextForm, result_from_text},
    text::nag_from_text,
};

// The numbers of a family have a second byte of their own, here and in the other modules: one in the place of another is refused.

/// Fields with a text: a player of either colour.
pub const PLYPACK_FIELD_PLAYER: u32 = 0x100;
/// The player of the white pieces.
pub const PLYPACK_FIELD_WHITE: u32 = 0x101;
/// The player of the black pieces.
pub const PLYPACK_FIELD_BLACK: u32 = 0x102;
/// The event.
pub const PLYPACK_FIELD_EVENT: u32 = 0x103;
/// The site.
pub const PLYPACK_FIELD_SITE: u32 = 0x104;
/// The opening: `B90`, `B9`, `B20..B99`.
pub const PLYPACK_FIELD_ECO: u32 = 0x105;
/// The result: `1-0`, `0-1`, `1/2-1/2` or `*`; or `white`, `black`, `draw`, `1/2`.
pub const PLYPACK_FIELD_RESULT: u32 = 0x106;
/// A comment, in the main line or in a variation.
pub const PLYPACK_FIELD_COMMENT: u32 = 0x107;
/// Fields with a number: the date as year * 10000 + month * 100 + day. Unknown parts of a game's date are 0.
pub const PLYPACK_FIELD_DATE: u32 = 0x110;
/// Every known rating of the game; there must be one.
pub const PLYPACK_FIELD_RATING: u32 = 0x111;
/// Plies of the main line.
pub const PLYPACK_FIELD_PLIES: u32 = 0x112;
/// The rating of the player of the white pieces.
pub const PLYPACK_FIELD_WHITE_RATING: u32 = 0x113;
/// The rating of the player of the black pieces.
pub const PLYPACK_FIELD_BLACK_RATING: u32 = 0x114;
/// The average of both ratings, rounded down; both must be known.
pub const PLYPACK_FIELD_AVERAGE_RATING: u32 = 0x115;
/// The rating of either player: one of the two.
pub const PLYPACK_FIELD_ANY_RATING: u32 = 0x116;

/// A text is a part of the value. Case and accents do not count: `duric` is in `Đurić, Stefan`.
pub const PLYPACK_TEXT_CONTAINS: u32 = 0x200;
/// A text is the whole value. Case and accents do not count.
pub const PLYPACK_TEXT_EQUALS: u32 = 0x201;
/// A text is a regular expression, which matches a part of the value, in the syntax of the Rust crate `regex`. Case and accents count,
/// unless the expression says otherwise: `(?i)^carlsen`.
pub const PLYPACK_TEXT_MATCHES: u32 = 0x202;

/// A game has a comment.
pub const PLYPACK_HAS_COMMENTS: u32 = 0x300;
/// A game has a variation.
pub const PLYPACK_HAS_VARIATIONS: u32 = 0x301;
/// A move of a game has a NAG.
pub const PLYPACK_HAS_NAGS: u32 = 0x302;

/// All conditions of a group hold; of none, always.
pub const PLYPACK_GROUP_ALL: u32 = 0x400;
/// At least one condition of a group holds; of none, never.
pub const PLYPACK_GROUP_ANY: u32 = 0x401;
/// No condition of a group holds.
pub const PLYPACK_GROUP_NONE: u32 = 0x402;

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

/// The form of texts with this number.
fn text_form(form: u32) -> Result<TextForm> {
    match form {
        PLYPACK_TEXT_CONTAINS => Ok(TextForm::Contains),
        PLYPACK_TEXT_EQUALS => Ok(TextForm::Equals),
        PLYPACK_TEXT_MATCHES => Ok(TextForm::Matches),
        _ => Err(invalid(format!("{form} is no form of texts"))),
    }
}

fn text_condition(field: u32, text: &[u8]) -> Result<Condition> {
    let utf8 = || str::from_utf8(text).map_err(|_| invalid("`text` is not UTF-8"));
    match field {
        PLYPACK_FIELD_ECO => Ok(Condition::Eco(utf8()?.parse()?)),
        PLYPACK_FIELD_RESULT => Ok(Condition::Result(result_from_text(utf8()?)?)),
        _ => form_condition(field, PLYPACK_TEXT_CONTAINS, text),
    }
}

fn form_condition(field: u32, form: u32, text: &[u8]) -> Result<Condition> {
    let (form, text) = (text_form(form)?, handle::copied(text)?);
    let condition = match field {
        PLYPACK_FIELD_COMMENT => Condition::comment(form, text),
        _ => match name_field(field) {
            Ok(field) => Condition::text_of(field, form, text),
            Err(_) => return Err(invalid(format!("field {field} has no text"))),
        },
    };
    condition.check().map(|()| condition)
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

/// What a group of conditions is as one condition.
fn group(kind: u32, conditions: Vec<Condition>) -> Condition {
    match kind {
        PLYPACK_GROUP_ALL => Condition::All(conditions),
        PLYPACK_GROUP_ANY => Condition::Any(conditions),
        _ => Condition::Not(Box::new(Condition::Any(conditions))),
    }
}

/// Adds a condition: a field, one of the `PLYPACK_FIELD_` texts, contains this text. A search finds games that meet all conditions of
/// its query, and there may be any number of them, several on one field too; groups combine them in other ways. Case and accents do
/// not count: `jorg` is in `Jörg`, in UTF-8 and Windows-1252. The opening and the result are not searched for a text: see their constants.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field or a text that the field does not take.
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

/// Adds a condition: a field, one of the `PLYPACK_FIELD_` texts but opening and result, has this text in a form, one of
/// `PLYPACK_TEXT_CONTAINS` and so on. Values are compared as the file has them: in PGN, a quotation mark in one is `\"`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field or form, and for a text that is not a regular expression where it should be, or
/// one that takes more than 4 MiB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_text_form(
    query: *mut plypack_query,
    field: u32,
    form: u32,
    text: *const c_char,
    text_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let condition = form_condition(field, form, handle::text(text, text_len, "text")?)?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: a player, of either colour, has this name in a form, one of `PLYPACK_TEXT_CONTAINS` and so on, and a rating that
/// lies between `first` and `last`, both included.
///
/// Status: as `plypack_query_add_text_form`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_rated_player(
    query: *mut plypack_query,
    form: u32,
    name: *const c_char,
    name_len: usize,
    first: u32,
    last: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let name = handle::text(name, name_len, "name")?;
            let condition = Condition::rated_player(text_form(form)?, name, first, last);
            condition.check()?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: one player has this name, and the opponent that one, both in a form, one of `PLYPACK_TEXT_CONTAINS` and so on.
///
/// Status: as `plypack_query_add_text_form`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_players(
    query: *mut plypack_query,
    form: u32,
    name: *const c_char,
    name_len: usize,
    opponent: *const c_char,
    opponent_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let name = handle::text(name, name_len, "name")?;
            let opponent = handle::text(opponent, opponent_len, "opponent")?;
            let form = text_form(form)?;
            let condition = Condition::players((form, name), (form, opponent));
            condition.check()?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: the game has something, one of `PLYPACK_HAS_COMMENTS` and so on.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_has(
    query: *mut plypack_query,
    what: u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let condition = match what {
                PLYPACK_HAS_COMMENTS => Condition::comment(TextForm::Contains, ""),
                PLYPACK_HAS_VARIATIONS => Condition::Variation,
                PLYPACK_HAS_NAGS => Condition::Nag(None),
                _ => return Err(invalid(format!("{what} is nothing that a game has"))),
            };
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Adds a condition: a move of the game, in the main line or in a variation, has this NAG: `$14`, `14`, or a symbol such as `+=`, `!?`
/// or `⩲`.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_nag(
    query: *mut plypack_query,
    nag: *const c_char,
    nag_len: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let nag = nag_from_text(handle::utf8(nag, nag_len, "nag")?);
            let nag = nag.ok_or_else(|| invalid("`nag` is neither a number nor a symbol"))?;
            handle::get_mut(query, "query")?.add(Condition::Nag(Some(nag)));
            Ok(())
        })
    }
}

/// Adds a condition: one of the `PLYPACK_FIELD_` numbers is known and lies between `first` and `last`, both included.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another field, for `first` above `last`, and for a date that is none, such as a year alone.
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

/// Adds a condition: the game has a tag, and the first of this name has this value, the whole of it; case and accents do not count in
/// values, but in names. The value is compared as the file has it: in PGN, a quotation mark in it is `\"`.
///
/// Status: the common ones.
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

/// Adds a condition: the game has a tag, and the first of this name has this value in a form, one of `PLYPACK_TEXT_CONTAINS` and so
/// on; every value contains the empty one. See `plypack_query_add_tag`.
///
/// Status: as `plypack_query_add_text_form`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_query_add_tag_form(
    query: *mut plypack_query,
    form: u32,
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
            let value = handle::copied(handle::text(value, value_len, "value")?)?;
            let condition = Condition::tag_of(name, text_form(form)?, value);
            condition.check()?;
            handle::get_mut(query, "query")?.add(condition);
            Ok(())
        })
    }
}

/// Begins a group of conditions, which is one condition of the group or query around it: `kind` is `PLYPACK_GROUP_ALL`,
/// `PLYPACK_GROUP_ANY` or `PLYPACK_GROUP_NONE`. Groups may be nested up to 30 deep.
///
/// Status: PLYPACK_INVALID_ARGUMENT for another kind, PLYPACK_LIMIT_EXCEEDED for too many groups within each other.
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

/// Ends the group that began last. A search needs all groups to have ended.
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
