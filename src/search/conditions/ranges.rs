//! Ranges of dates, openings and numbers in conditions (`search.5`, `search.9`).

use std::str::FromStr;

use crate::{Error, ErrorCode, Result, Speed, Termination};

/// A range of dates, both ends included, as year * 10000 + month * 100 + day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    first: u32,
    last: u32,
}

/// A range of opening codes, both ends included. Only the first three bytes of a code are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EcoRange {
    first: [u8; 3],
    last: [u8; 3],
}

impl EcoRange {
    pub(crate) fn contains(&self, code: [u8; 3]) -> bool {
        (self.first..=self.last).contains(&code)
    }
}

impl FromStr for DateRange {
    type Err = Error;

    /// Reads `2020`, `2020.03`, `2020.03.15` or `2020-03-15`, or two of these with `..` between them; one of the two can be missing. Years
    /// have four digits. `2013-2015` are the years 2013 to 2015.
    fn from_str(text: &str) -> Result<DateRange> {
        DateRange::read("", text)
    }
}

impl DateRange {
    /// The first date; month and day can be 0.
    pub fn first(self) -> u32 {
        self.first
    }

    /// The last date, never before the first; month and day can be 99.
    pub fn last(self) -> u32 {
        self.last
    }

    /// Reads the range of a condition. Error messages name the condition.
    pub(super) fn read(condition: &str, text: &str) -> Result<DateRange> {
        let (first, last) = halves(text, |half| half.len() == 4);
        let first = if first.is_empty() { Some(0) } else { date(first, 0) };
        let last = if last.is_empty() { Some(u32::MAX) } else { date(last, 99) };
        let range = first.zip(last).filter(|_| !matches!(text, "" | ".."));
        let (first, last) = range.ok_or_else(|| {
            refuse(text, "is not a date or a range of dates; write 2020, 2020.03, 2020-03-15 or 2019..2020.06, with years of four digits")
        })?;
        if first > last { Err(backwards(condition, text)) } else { Ok(DateRange { first, last }) }
    }
}

/// Returns the error for a range that ends before it begins; the name of the condition can be empty.
fn backwards(condition: &str, text: &str) -> Error {
    let equals = if condition.is_empty() { "" } else { "=" };
    refuse(&format!("{condition}{equals}{text}"), "ends before it begins; write the lower end first")
}

fn refuse(text: &str, why: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, format!("`{}` {why}", text.escape_debug()))
}

/// Splits a range into its ends. `-` separates them like `..`, if `is_end` accepts both. Text that is not a range has two equal ends.
fn halves(text: &str, is_end: impl Fn(&str) -> bool) -> (&str, &str) {
    let dashed = || text.split_once('-').filter(|(first, last)| is_end(first) && is_end(last));
    text.split_once("..").or_else(dashed).unwrap_or((text, text))
}

fn date(text: &str, missing: u32) -> Option<u32> {
    let mut parts = text.split(['.', '-']);
    let number = |part: Option<&str>, digits: [usize; 2], max: u32| match part {
        None => Some(missing),
        Some(part) if digits.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()) => {
            part.parse().ok().filter(|number| *number <= max)
        }
        Some(_) => None,
    };
    let year = number(Some(parts.next()?), [4, 4], 9999)?;
    let month = number(parts.next(), [1, 2], 12)?;
    let day = number(parts.next(), [1, 2], 31)?;
    parts.next().is_none().then_some(year * 10_000 + month * 100 + day)
}

impl FromStr for EcoRange {
    type Err = Error;

    /// Reads `B90`, `B9`, `B`, or two of these with `..` or `-` between them.
    fn from_str(text: &str) -> Result<EcoRange> {
        EcoRange::read("", text)
    }
}

impl EcoRange {
    /// Reads the range of a condition. Error messages name the condition.
    pub(super) fn read(condition: &str, text: &str) -> Result<EcoRange> {
        let (first, last) = halves(text, |half| !half.is_empty());
        let range = eco(first, 0).zip(eco(last, 0xFF));
        let (first, last) = range.ok_or_else(|| {
            refuse(
                text,
                "is not an opening code or a range of them; write B90, B9 or B20..B99, with a letter from A to E",
            )
        })?;
        if first > last { Err(backwards(condition, text)) } else { Ok(EcoRange { first, last }) }
    }
}

fn eco(text: &str, missing: u8) -> Option<[u8; 3]> {
    let mut code = [missing; 3];
    code.get_mut(..text.len()).filter(|part| !part.is_empty())?.copy_from_slice(text.as_bytes());
    code[0].make_ascii_uppercase();
    let has_digits = text.bytes().skip(1).all(|b| b.is_ascii_digit());
    (has_digits && code[0].is_ascii_uppercase() && code[0] <= b'E').then_some(code)
}

/// A range of numbers, both ends included: ratings, plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberRange {
    first: u32,
    last: u32,
}

impl FromStr for NumberRange {
    type Err = Error;

    /// Reads `2600`, `2600..`, `..2600`, `2400..2600` or `2400-2600`.
    fn from_str(text: &str) -> Result<NumberRange> {
        NumberRange::read("", text)
    }
}

impl NumberRange {
    /// The lowest number.
    pub fn first(self) -> u32 {
        self.first
    }

    /// The highest number, never below the first.
    pub fn last(self) -> u32 {
        self.last
    }

    /// Reads the range of a condition. Error messages name the condition.
    pub(super) fn read(condition: &str, text: &str) -> Result<NumberRange> {
        let (first, last) = halves(text, |half| !half.is_empty());
        let number = |text: &str, missing| match text {
            "" => Some(missing),
            text => text.parse::<u32>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit())),
        };
        let range = number(first, 0).zip(number(last, u32::MAX)).filter(|_| !matches!(text, "" | ".."));
        let (first, last) = range
            .ok_or_else(|| refuse(text, "is not a number or a range of numbers; write 2600, 2600.. or 2400..2600"))?;
        if first > last { Err(backwards(condition, text)) } else { Ok(NumberRange { first, last }) }
    }
}

/// Reads a result as people write it: `1-0`, `0-1`, `1/2-1/2` and `*` as in PGN; `1/2`, `½`, `½-½`, `0.5-0.5`, `draw`, `white`, `black`,
/// and `unknown`.
///
/// # Errors
///
/// [`ErrorCode::InvalidArgument`] for other text.
pub fn result_from_text(text: &str) -> Result<Termination> {
    match text.to_ascii_lowercase().as_str() {
        "1-0" | "1:0" | "white" => Ok(Termination::WhiteWins),
        "0-1" | "0:1" | "black" => Ok(Termination::BlackWins),
        "1/2-1/2" | "1/2" | "½-½" | "½" | "0.5-0.5" | "draw" => Ok(Termination::Draw),
        "*" | "unknown" => Ok(Termination::Unknown),
        _ => Err(refuse(text, "is not a result; write 1-0, 0-1, 1/2-1/2 or *, or white, black or draw")),
    }
}

/// Reads classes of time controls, separated by commas: `blitz,rapid`.
///
/// # Errors
///
/// [`ErrorCode::InvalidArgument`] for other text.
pub(super) fn speeds_from_text(text: &str) -> Result<Vec<Speed>> {
    let known = |name: &str| Speed::ALL.into_iter().find(|speed| speed.as_str().eq_ignore_ascii_case(name.trim()));
    let speeds = text.split(',').map(|name| {
        known(name).ok_or_else(|| {
            let names = "ultrabullet, bullet, blitz, rapid, classical, correspondence";
            refuse(name, &format!("is not a class of time controls; write one of {names}, or several with commas"))
        })
    });
    speeds.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_people_write_them() {
        let range = |text: &str| text.parse::<DateRange>().map(|range| (range.first, range.last)).ok();
        for (text, dates) in [
            ("2020", Some((20_200_000, 20_209_999))),
            ("2020.3", Some((20_200_300, 20_200_399))),
            ("2020-03-15", Some((20_200_315, 20_200_315))),
            ("2020-03", Some((20_200_300, 20_200_399))),
            ("2013-2015", Some((20_130_000, 20_159_999))),
            ("2019-12-30..2020", Some((20_191_230, 20_209_999))),
            ("..1999", Some((0, 19_999_999))),
            ("2020..", Some((20_200_000, u32::MAX))),
        ] {
            assert_eq!(range(text), dates, "{text}");
        }
        for wrong in
            ["", "..", "20-03", "20", "2020.13", "2013-15", "2020.03.15.1", "15.03.2020", "2020-2021-2022", "x"]
        {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn openings_numbers_and_results_are_read_as_people_write_them() {
        let eco = |text: &str| text.parse::<EcoRange>().ok();
        assert_eq!(eco("B90-B99"), eco("b90..b99"));
        assert!(eco("B9").unwrap().contains(*b"B95") && !eco("B9").unwrap().contains(*b"C00"));
        for wrong in ["", "B99..B90", "F00", "B900", "Sicilian", "90", "B..A", "-"] {
            assert_eq!(eco(wrong), None, "{wrong}");
        }
        let numbers = |text: &str| text.parse::<NumberRange>().map(|range| (range.first, range.last)).ok();
        assert_eq!(numbers("2600-2700"), Some((2600, 2700)));
        assert_eq!(numbers("2600.."), Some((2600, u32::MAX)));
        assert_eq!(numbers("..40"), Some((0, 40)));
        assert_eq!(numbers("40"), Some((40, 40)));
        for wrong in ["", "..", "2700-2600", "2600-", "-2600", "high", "+5", "1..2..3"] {
            assert_eq!(numbers(wrong), None, "{wrong}");
        }
        for (text, result) in [
            ("1/2", Termination::Draw),
            ("½-½", Termination::Draw),
            ("Draw", Termination::Draw),
            ("1/2-1/2", Termination::Draw),
            ("white", Termination::WhiteWins),
            ("0-1", Termination::BlackWins),
            ("*", Termination::Unknown),
        ] {
            assert_eq!(result_from_text(text).unwrap(), result, "{text}");
        }
        assert!(result_from_text("won").is_err() && result_from_text("").is_err());
        assert_eq!(speeds_from_text("Blitz, rapid").unwrap(), [Speed::Blitz, Speed::Rapid]);
        assert!(["", "fast", "blitz,", "blitz rapid"].into_iter().all(|text| speeds_from_text(text).is_err()));
    }
}
