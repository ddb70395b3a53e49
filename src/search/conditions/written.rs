//! Conditions as people write them: for command lines, forms and URLs.

use super::{
    condition::{Condition, NumberField, TextField},
    ranges::{DateRange, EcoRange, NumberRange, result_from_text, speeds_from_text},
    text_form::TextForm,
};
use crate::{
    Error, ErrorCode, Result,
    text::{escape, nag_from_text},
};

impl TextForm {
    /// Reads `TEXT` (the value contains it), `=TEXT` (the value equals it), or `/REGEX/` and `/REGEX/i` (the value matches it; `i` ignores
    /// case).
    pub fn read(text: &str) -> (TextForm, String) {
        let inner = |end| text.strip_prefix('/')?.strip_suffix(end).filter(|inner: &&str| !inner.is_empty());
        if let Some(regex) = inner("/") {
            return (TextForm::Matches, regex.to_owned());
        }
        if let Some(regex) = inner("/i") {
            return (TextForm::Matches, format!("(?i){regex}"));
        }
        match text.strip_prefix('=') {
            Some(whole) => (TextForm::Equals, whole.to_owned()),
            None => (TextForm::Contains, text.to_owned()),
        }
    }

    /// Like [`TextForm::read`], but escapes quotation marks and backslashes as in tags.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn read_for_tags(text: &str) -> Result<(TextForm, Vec<u8>)> {
        let (form, text) = TextForm::read(text);
        Ok(match form {
            TextForm::Matches => (form, text.into()),
            _ => (form, escape(text.as_bytes())?.into_owned()),
        })
    }
}

impl Condition {
    /// Reads a condition from its name and value, as in the options of the command `plypack`: `player` and `carlsen`, `date` and
    /// `1985..1990`, `not` and `result=draw`. The other names are `white`, `black`, `event`, `site`, `rating`, `any-rating`,
    /// `average-rating`, `white-rating`, `black-rating`, `plies`, `result`, `speed`, `eco`, `tag`, `comment`, `nag` and `has`.
    ///
    /// ```
    /// use plypack::search::Condition;
    ///
    /// let condition = Condition::from_text("eco", "B90..B99")?.and(Condition::from_text("not", "result=draw")?);
    /// assert!(Condition::from_text("eco", "Z").is_err());
    /// # Ok::<(), plypack::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] and [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded); the message says what to write
    /// instead.
    pub fn from_text(name: &str, value: &str) -> Result<Condition> {
        let text = |field| TextForm::read_for_tags(value).map(|(form, text)| Condition::text_of(field, form, text));
        let range =
            |field| NumberRange::read(name, value).map(|range| Condition::range(field, range.first(), range.last()));
        let condition = match name {
            "player" => text(TextField::Player),
            "white" => text(TextField::White),
            "black" => text(TextField::Black),
            "event" => text(TextField::Event),
            "site" => text(TextField::Site),
            "date" => DateRange::read(name, value).map(Condition::date),
            "result" => result_from_text(value).map(Condition::Result),
            "speed" => {
                speeds_from_text(value).map(|speeds| Condition::any(speeds.into_iter().map(Condition::Speed).collect()))
            }
            "eco" => EcoRange::read(name, value).map(Condition::Eco),
            "tag" => tag(value),
            "comment" => {
                let (form, text) = TextForm::read(value);
                Ok(Condition::comment(form, text))
            }
            "nag" => nag(value),
            "has" => has(value),
            "not" => opposite(value),
            _ => match NumberField::of_name(name) {
                Some(field) => range(field),
                None => Err(refused(format!("`{name}` is no condition; there are: {NAMES}, not"))),
            },
        }?;
        condition.check()?;
        Ok(condition)
    }
}

/// The names of conditions that `not` accepts.
const NAMES: &str = "player, white, black, event, site, date, rating, any-rating, average-rating, white-rating, black-rating, \
    plies, result, speed, eco, tag, comment, nag, has";

fn refused(why: String) -> Error {
    Error::new(ErrorCode::InvalidArgument, why)
}

/// `NAME=VALUE`.
fn opposite(text: &str) -> Result<Condition> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| refused("write an option and its value: result=draw".to_owned()))?;
    let name = name.trim_start_matches('-');
    if name == "not" || !NAMES.split(", ").any(|known| known == name) {
        return Err(refused(format!("`{name}` has no opposite; these options have: {NAMES}")));
    }
    Ok(Condition::Not(Box::new(Condition::from_text(name, value)?)))
}

/// `Name=VALUE`, `Name~TEXT`, or `Name`.
fn tag(text: &str) -> Result<Condition> {
    let Some(at) = text.find(['=', '~']) else {
        return Ok(Condition::tag_of(text, TextForm::Contains, ""));
    };
    let name = &text[..at];
    let value = &text[at + 1..];
    if text[at..].starts_with('=') {
        return Ok(Condition::tag(name, escape(value.as_bytes())?));
    }
    let (form, value) = TextForm::read_for_tags(value)?;
    Ok(Condition::tag_of(name, form, value))
}

fn nag(text: &str) -> Result<Condition> {
    let unknown = || {
        refused(format!(
            "`{text}` is not a NAG; write $14 or what stands for it: !, ?, !?, ?!, !!, ??, =, +=, =+, +/-, -/+, +-, -+"
        ))
    };
    nag_from_text(text).map(|nag| Condition::Nag(Some(nag))).ok_or_else(unknown)
}

fn has(text: &str) -> Result<Condition> {
    match text {
        "comments" => Ok(Condition::comment(TextForm::Contains, "")),
        "variations" => Ok(Condition::Variation),
        "nags" => Ok(Condition::Nag(None)),
        _ => Err(refused(format!("`{text}` is not comments, variations or nags"))),
    }
}
