//! Ranges of dates and of openings, as conditions name them (`search.5`).

use std::str::FromStr;

use crate::{Error, ErrorCode, Result};

/// Dates, the first and the last included, as year * 10000 + month * 100 + day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    /// The first date; month and day may be 0.
    pub first: u32,
    /// The last date; month and day may be 99.
    pub last: u32,
}

/// Opening codes, the first and the last included; only their first three bytes count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl EcoRange {
    pub(super) fn contains(&self, code: [u8; 3]) -> bool {
        (self.first..=self.last).contains(&code)
    }
}

impl FromStr for DateRange {
    type Err = Error;

    /// `2020`, `2020.03`, `2020.03.15`, or two of these with `..` between them; one of the two may be missing.
    fn from_str(text: &str) -> Result<DateRange> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let first = if first.is_empty() { Some(0) } else { date(first, 0) };
        let last = if last.is_empty() { Some(u32::MAX) } else { date(last, 99) };
        let range = first.zip(last).map(|(first, last)| DateRange { first, last });
        range.ok_or_else(|| {
            let message = format!(
                "`{}` is not a date or a range of dates (2020, 2020.03, 2019..2020.06.15)",
                text.escape_debug()
            );
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }
}

fn date(text: &str, missing: u32) -> Option<u32> {
    let mut parts = text.split(['.', '-']);
    let number = |part: Option<&str>, max: u32| match part {
        None => Some(missing),
        Some(part) if part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()) => {
            part.parse().ok().filter(|number| *number <= max)
        }
        Some(_) => None,
    };
    let year = number(Some(parts.next()?), 9999)?;
    let month = number(parts.next(), 12)?;
    let day = number(parts.next(), 31)?;
    parts.next().is_none().then_some(year * 10_000 + month * 100 + day)
}

impl FromStr for EcoRange {
    type Err = Error;

    /// `B90`, `B9`, `B`, or two of these with `..` between them.
    fn from_str(text: &str) -> Result<EcoRange> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let range = eco(first, 0).zip(eco(last, 0xFF)).map(|(first, last)| EcoRange { first, last });
        range.ok_or_else(|| {
            let message =
                format!("`{}` is not an opening code or a range of them (B90, B9, B20..B99)", text.escape_debug());
            Error::new(ErrorCode::InvalidArgument, message)
        })
    }
}

fn eco(text: &str, missing: u8) -> Option<[u8; 3]> {
    let mut code = [missing; 3];
    code.get_mut(..text.len()).filter(|part| !part.is_empty())?.copy_from_slice(text.as_bytes());
    code[0].make_ascii_uppercase();
    Some(code)
}
