//! Encodings of a tag column, and the writer's choice of one.

use std::{borrow::Cow, collections::HashMap};

use super::names::DistinctStrings;
use crate::{
    Error, ErrorCode, Result, Termination,
    coding::wire::{Strings, put_column, put_varint},
    memory,
};

/// Ways to store the values of a tag (`tags.5`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Encoding {
    /// Every value as it is.
    Text = 0,
    /// The distinct values once, then their numbers.
    Dictionary = 1,
    /// Numbers of the block's names.
    Names = 2,
    /// Whole numbers 0 to 2^32 - 2.
    Number = 3,
    /// `YYYY.MM.DD`, with question marks for unknown parts.
    Date = 4,
    /// `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result = 5,
    /// `A00` to `E99`.
    Eco = 6,
    /// The position at the end of the main line (`tags.10`).
    Final = 7,
}

/// The builder's placeholder for a value that is the position at the end of the main line. No tag value contains a line feed
/// (`tags.1`).
pub const FINAL: &[u8] = b"\n";

/// The longest text of a final position, which is four fields of FEN: 71 bytes of pieces, a side, four rights and a square.
pub const MAX_FINAL_LEN: usize = 71 + " w".len() + " KQkq".len() + " e3".len();

/// Tags whose values are names: they recur in several columns.
const NAME_TAGS: [&[u8]; 4] = [b"White", b"Black", b"Event", b"Site"];

/// Tags for the start and the result of a game, and for searches: they must be readable without other sections and without moves.
const SELF_CONTAINED_TAGS: [&[u8]; 6] = [b"FEN", b"Result", b"Date", b"ECO", b"WhiteElo", b"BlackElo"];

/// Minimum number of values in a column for which the choice considers how many of them are distinct. In shorter columns, this number says
/// little.
const MIN_JUDGED_VALUES: usize = 64;

impl Encoding {
    const ALL: [Encoding; 8] = [
        Encoding::Text,
        Encoding::Dictionary,
        Encoding::Names,
        Encoding::Number,
        Encoding::Date,
        Encoding::Result,
        Encoding::Eco,
        Encoding::Final,
    ];

    /// Returns the encoding with this number.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedEncoding`] for any other number.
    pub fn from_number(number: u64) -> Result<Encoding> {
        Encoding::ALL
            .into_iter()
            .find(|e| *e as u64 == number)
            .ok_or_else(|| Error::new(ErrorCode::UnsupportedEncoding, format!("tag encoding {number} is not known")))
    }

    /// Returns whether the column of the tag `name` can have this encoding (`tags.5`).
    pub fn is_allowed_for(self, name: &[u8]) -> bool {
        !matches!(self, Encoding::Names | Encoding::Final) || !SELF_CONTAINED_TAGS.contains(&name)
    }

    /// Returns the encoding that a writer uses for a column. Any other allowed encoding would be valid too.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn choose(name: &[u8], values: &Strings) -> Result<Encoding> {
        let typed = [Encoding::Result, Encoding::Eco, Encoding::Date, Encoding::Number];
        if values.iter().any(|value| value == FINAL) {
            return Ok(Encoding::Final);
        }
        let name_tag = NAME_TAGS.contains(&name);
        if !name_tag && let Some(encoding) = typed.into_iter().find(|e| e.fits(values)) {
            return Ok(encoding);
        }
        // Sites of online games are URLs, all of them different.
        if name_tag && (values.len() < MIN_JUDGED_VALUES || name != b"Site") {
            return Ok(Encoding::Names);
        }
        if !mostly_repeated(values)? {
            return Ok(Encoding::Text);
        }
        Ok(if name_tag { Encoding::Names } else { Encoding::Dictionary })
    }

    /// Returns whether at least seven of eight values have the canonical form.
    fn fits(self, values: &Strings) -> bool {
        let most = values.len() / 8;
        values.iter().filter(|v| self.number(v).is_none()).nth(most).is_none()
    }

    /// Returns the number for a value of canonical form; `None` for other values and encodings.
    pub fn number(self, value: &[u8]) -> Option<u32> {
        match self {
            Encoding::Number => decimal(value),
            Encoding::Date => date_number(value),
            Encoding::Result => Termination::from_text(value).map(|t| t as u32),
            Encoding::Eco => eco_number(value),
            Encoding::Final => (value == FINAL).then_some(1),
            _ => None,
        }
    }

    /// Returns whether a number of a typed column is valid (`tags.7`).
    pub fn has_text(self, number: u32) -> bool {
        match self {
            Encoding::Number => number > 0,
            Encoding::Date => (1..=LAST_DATE).contains(&number),
            Encoding::Result => (1..=4).contains(&number),
            Encoding::Eco => (1..=500).contains(&number),
            Encoding::Final => number == 1,
            _ => false,
        }
    }

    /// Returns the value for a number of a typed column; `None` for invalid numbers. The inverse of `number`. For the final
    /// position, which is not known here, returns the builder's placeholder.
    pub fn text(self, number: u32) -> Option<Cow<'static, [u8]>> {
        if !self.has_text(number) {
            return None;
        }
        let mut text = Vec::new();
        match self {
            Encoding::Result => {
                let marker = Termination::ALL.get(number as usize)?;
                return Some(Cow::Borrowed(marker.as_str().as_bytes()));
            }
            Encoding::Final => return Some(Cow::Borrowed(FINAL)),
            typed => typed.put_text(number, &mut text),
        }
        Some(Cow::Owned(text))
    }

    /// Appends the text of a number that [has one](Encoding::has_text), for a column of numbers, dates or codes.
    pub(super) fn put_text(self, number: u32, text: &mut Vec<u8>) {
        match self {
            Encoding::Number => {
                let width = (number - 1).checked_ilog10().unwrap_or(0) as usize + 1;
                put_digits(text, number - 1, width);
            }
            Encoding::Date => put_date(text, number),
            _ => {
                text.push(b'A' + ((number - 1) / 100) as u8);
                put_digits(text, (number - 1) % 100, 2);
            }
        }
    }

    /// Returns the length of the text of a number of a typed column. For 0, which stands for a string, returns 0; for a final
    /// position, the length that `limits.8` counts.
    pub fn text_len(self, number: u32) -> usize {
        match self {
            _ if !self.has_text(number) => 0,
            Encoding::Number => (number - 1).checked_ilog10().unwrap_or(0) as usize + 1,
            Encoding::Date => "YYYY.MM.DD".len(),
            Encoding::Result => Termination::ALL.get(number as usize).map_or(0, |marker| marker.as_str().len()),
            Encoding::Final => MAX_FINAL_LEN,
            _ => "A00".len(),
        }
    }

    /// Returns the content of the section.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn encode(self, values: &Strings, names: &mut DistinctStrings) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        match self {
            Encoding::Text => values.put(&mut out)?,
            Encoding::Dictionary => put_dictionary(&mut out, values)?,
            Encoding::Names => {
                let numbers = memory::all(values.iter().map(|v| names.number(v)))?;
                put_column(&mut out, &numbers)?;
            }
            Encoding::Number | Encoding::Date | Encoding::Result | Encoding::Eco | Encoding::Final => {
                put_typed(&mut out, self, values)?;
            }
        }
        Ok(out)
    }
}

fn put_dictionary(out: &mut Vec<u8>, values: &Strings) -> Result<()> {
    let mut distinct = DistinctStrings::default();
    let numbers = memory::all(values.iter().map(|v| distinct.number(v)))?;
    put_varint(out, distinct.strings().len() as u64);
    distinct.strings().put(out)?;
    put_column(out, &numbers)
}

/// Appends a typed column. The number 0 stands for the next of the strings that follow the column (`tags.6`).
fn put_typed(out: &mut Vec<u8>, encoding: Encoding, values: &Strings) -> Result<()> {
    let mut others = Strings::default();
    let mut numbers = memory::with_capacity(values.len())?;
    for value in values.iter() {
        let number = encoding.number(value);
        if number.is_none() {
            others.push(value)?;
        }
        numbers.push(number.unwrap_or(0));
    }
    put_column(out, &numbers)?;
    others.put(out)
}

/// Returns whether at most half of the values are distinct.
fn mostly_repeated(values: &Strings) -> Result<bool> {
    let max = values.len() / 2;
    let mut seen = HashMap::new();
    let mut previous = None;
    for value in values.iter() {
        // Games of one event are adjacent.
        if previous.replace(value) == Some(value) {
            continue;
        }
        seen.try_reserve(1)?;
        seen.insert(value, ());
        if seen.len() > max {
            return Ok(false);
        }
    }
    Ok(!values.is_empty())
}

/// Parses a decimal number up to 2^32 - 2, without leading zeros. Returns the number plus 1.
fn decimal(value: &[u8]) -> Option<u32> {
    let canonical = matches!(value, [b'0'] | [b'1'..=b'9', ..]) && value.len() <= 10;
    let digits = value.iter().all(u8::is_ascii_digit);
    (canonical && digits).then(|| std::str::from_utf8(value).ok()?.parse::<u32>().ok()?.checked_add(1))?
}

/// Returns `1 + (year * 13 + month) * 32 + day`; unknown parts are 0, and a known year is stored as year + 1.
fn date_number(value: &[u8]) -> Option<u32> {
    let &[y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = value else {
        return None;
    };
    let year = date_part(&[y1, y2, y3, y4], 0..=9999)?.map_or(0, |year| year + 1);
    let month = date_part(&[m1, m2], 1..=12)?.unwrap_or(0);
    let day = date_part(&[d1, d2], 1..=31)?.unwrap_or(0);
    Some(1 + (year * 13 + month) * 32 + day)
}

/// Parses one part of a date: `None` if it is malformed, `Some(None)` if it is unknown (question marks).
fn date_part(digits: &[u8], range: std::ops::RangeInclusive<u32>) -> Option<Option<u32>> {
    if digits.iter().all(|d| *d == b'?') {
        return Some(None);
    }
    let number = digits.iter().try_fold(0, |n, d| d.is_ascii_digit().then(|| n * 10 + u32::from(d - b'0')))?;
    range.contains(&number).then_some(Some(number))
}

/// The number of the date 9999.12.31.
const LAST_DATE: u32 = 1 + (10_000 * 13 + 12) * 32 + 31;

fn put_date(text: &mut Vec<u8>, number: u32) {
    let packed = number - 1;
    let year = packed / 32 / 13;
    let month = packed / 32 % 13;
    let day = packed % 32;
    put_date_part(text, year.checked_sub(1), 4);
    text.push(b'.');
    put_date_part(text, (month > 0).then_some(month), 2);
    text.push(b'.');
    put_date_part(text, (day > 0).then_some(day), 2);
}

fn put_date_part(text: &mut Vec<u8>, part: Option<u32>, width: usize) {
    match part {
        Some(number) => put_digits(text, number, width),
        None => text.resize(text.len() + width, b'?'),
    }
}

fn put_digits(text: &mut Vec<u8>, number: u32, width: usize) {
    let start = text.len();
    text.resize(start + width, b'0');
    let mut rest = number;
    for digit in text[start..].iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
}

fn eco_number(value: &[u8]) -> Option<u32> {
    let &[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = value else {
        return None;
    };
    Some(1 + u32::from(letter - b'A') * 100 + u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn canonical_forms_and_others() {
        for (encoding, value, number) in [
            (Encoding::Number, "0", Some(1)),
            (Encoding::Number, "4294967294", Some(u32::MAX)),
            (Encoding::Number, "4294967295", None),
            (Encoding::Number, "007", None),
            (Encoding::Number, "", None),
            (Encoding::Number, "+1", None),
            (Encoding::Date, "????.??.??", Some(1)),
            (Encoding::Date, "2026.01.31", Some(1 + (2027 * 13 + 1) * 32 + 31)),
            (Encoding::Date, "2026.13.01", None),
            (Encoding::Date, "2026.1?.01", None),
            (Encoding::Date, "2026.00.01", None),
            (Encoding::Result, "1/2-1/2", Some(4)),
            (Encoding::Result, "", None),
            (Encoding::Eco, "A00", Some(1)),
            (Encoding::Eco, "E99", Some(500)),
            (Encoding::Eco, "F00", None),
        ] {
            assert_eq!(encoding.number(value.as_bytes()), number, "{value}");
        }
    }

    fn is_one_to_one(number: u32) {
        for encoding in Encoding::ALL {
            if let Some(text) = encoding.text(number) {
                assert_eq!(encoding.number(&text), Some(number));
            }
        }
    }

    /// Found by the test below: number 1 of [`Encoding::Final`] is the builder's placeholder, not an ECO code.
    #[test]
    fn the_placeholder_of_a_final_position_round_trips() {
        is_one_to_one(1);
        assert_eq!(Encoding::Final.text(1).as_deref(), Some(FINAL));
    }

    proptest! {
        #[test]
        fn numbers_and_texts_are_one_to_one(number in 0..5_000_000u32, big: u32) {
            [number, number % 600, big, LAST_DATE - number % 3].into_iter().for_each(is_one_to_one);
        }
    }
}
