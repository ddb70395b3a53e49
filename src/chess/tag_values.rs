//! Results, ratings and dates in the forms that people write in tags (`search.6`).

use super::game::Termination;
use crate::folding::text_of;

/// Returns the result that a `Result` tag's value means; `None` for a value without a meaning.
pub fn result(value: &[u8]) -> Option<Termination> {
    if let Some(marker) = Termination::from_text(value) {
        return Some(marker);
    }
    if value.len() > MAX_RESULT {
        return None;
    }
    let text = text_of(value);
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_ascii_whitespace()) {
        match letter {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '½' => plain.push_str("1/2"),
            _ => plain.push(letter),
        }
    }
    match plain.as_str() {
        "1-0" | "1:0" | "+/-" | "+:-" | "+--" => Some(Termination::WhiteWins),
        "0-1" | "0:1" | "-/+" | "-:+" | "--+" => Some(Termination::BlackWins),
        "1/2" | "1/2-1/2" | "1/2:1/2" | "0.5-0.5" | "0.5:0.5" | "=-=" | "=:=" | "=/=" => Some(Termination::Draw),
        "*" | "0-0" | "0:0" | "-/-" | "-:-" | "---" => Some(Termination::Unknown),
        _ => None,
    }
}

/// Maximum length of a result in bytes. Longer values have no meaning, so that reading is always fast.
const MAX_RESULT: usize = 32;

/// Returns the rating that a tag's value means, 1 to 9999.
pub fn rating(value: &[u8]) -> Option<u32> {
    let value = value.trim_ascii();
    let len = value.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, mark) = value.split_at(len);
    let is_mark = match mark {
        [] | [b'?'] => true,
        [b'P' | b'p', games @ ..] => games.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    number(digits).filter(|rating| is_mark && len <= 4 && *rating > 0)
}

/// Returns the date that a tag's value means, as year * 10000 + month * 100 + day, with 0 for an unknown month or day. `None` if the year
/// is unknown.
pub fn date(value: &[u8]) -> Option<u32> {
    let value = value.trim_ascii();
    let (first, rest) = leading_digits(value);
    let (year, month, day) = match first.len() {
        4 => {
            let (month, day) = month_and_day(rest);
            (number(first)?, month, day)
        }
        8 if rest.is_empty() => (number(&first[..4])?, number(&first[4..6]), number(&first[6..])),
        1 | 2 => year_last(number(first)?, rest)?,
        _ => return None,
    };
    let month = month.filter(|month| (1..=12).contains(month));
    let day = day.filter(|day| month.is_some() && (1..=31).contains(day));
    (year > 0).then_some(year * 10_000 + month.unwrap_or(0) * 100 + day.unwrap_or(0))
}

/// Returns the number by which a [`date`] is sorted: unknown months after December, unknown days after the last day.
pub fn date_order(date: u32) -> u32 {
    let month = if (date / 100).is_multiple_of(100) { 99_00 } else { 0 };
    let day = if date.is_multiple_of(100) { 99 } else { 0 };
    date + month + day
}

/// Returns the month and the day after a year, both after the same separator.
fn month_and_day(rest: &[u8]) -> (Option<u32>, Option<u32>) {
    let Some((separator, month, rest)) = part(rest) else { return (None, None) };
    let day = part(rest).filter(|(other, ..)| *other == separator);
    (Some(month), day.map(|(_, day, _)| day))
}

/// Returns year, month and day of a date that ends with the year. If both other numbers can be the month, month and day are unknown.
fn year_last(first: u32, rest: &[u8]) -> Option<(u32, Option<u32>, Option<u32>)> {
    let (separator, second, rest) = part(rest)?;
    let year = rest.split_first().filter(|(other, year)| **other == separator && year.len() == 4);
    let year = number(year?.1)?;
    Some(match (first, second) {
        (13.., _) => (year, Some(second), Some(first)),
        (_, 13..) => (year, Some(first), Some(second)),
        _ if first == second => (year, Some(first), Some(first)),
        _ => (year, None, None),
    })
}

/// Returns a separator, the one or two digits after it, and the rest, which does not begin with a digit.
fn part(text: &[u8]) -> Option<(u8, u32, &[u8])> {
    let (separator, rest) = text.split_first().filter(|(first, _)| b".-/".contains(first))?;
    let (digits, rest) = leading_digits(rest);
    Some((*separator, number(digits).filter(|_| digits.len() <= 2)?, rest))
}

pub(super) fn leading_digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|byte| byte.is_ascii_digit()).count())
}

/// Returns the number of the digits; `None` without digits, and for more than nine bytes.
pub(super) fn number(digits: &[u8]) -> Option<u32> {
    let is_number = (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    is_number.then(|| digits.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results() {
        for (texts, expected) in [
            (
                &["1-0", "1:0", "+/-", "+:-", "+--", " 1 - 0 ", "1\u{2013}0", "1\u{2212}0"][..],
                Some(Termination::WhiteWins),
            ),
            (&["0-1", "0:1", "-/+", "-:+", "--+", "\u{2212}/+"], Some(Termination::BlackWins)),
            (
                &["1/2-1/2", "1/2", "½", "½-½", "0.5-0.5", "0.5:0.5", "=-=", "1/2 : 1/2", "1/2–1/2"],
                Some(Termination::Draw),
            ),
            (&["*", "0-0", "0:0", "-/-", "---"], Some(Termination::Unknown)),
            (&["", "?", "1", "0.5", "1-0 FF", "1-1", "2-0", "draw", "1–", "- ", "+", "+-", "1/2-0"], None),
        ] {
            for text in texts {
                assert_eq!(result(text.as_bytes()), expected, "{text}");
            }
        }
        // Windows-1252: a half, and an en dash.
        assert_eq!(result(b"\xbd-\xbd"), Some(Termination::Draw));
        assert_eq!(result(b"1\x960"), Some(Termination::WhiteWins));
        assert_eq!(result(format!("1{}-0", " ".repeat(MAX_RESULT)).as_bytes()), None);
    }

    #[test]
    fn ratings() {
        for (text, number) in [
            ("2700", Some(2700)),
            (" 2500 ", Some(2500)),
            ("1200?", Some(1200)),
            ("2000P", Some(2000)),
            ("1450p12", Some(1450)),
            ("9999", Some(9999)),
            ("0012", Some(12)),
            ("0", None),
            ("", None),
            ("?", None),
            ("12345", None),
            ("1200??", None),
            ("2000PX", None),
            ("25oo", None),
            ("-2500", None),
            ("2500.5", None),
        ] {
            assert_eq!(rating(text.as_bytes()), number, "{text}");
        }
    }

    #[test]
    fn dates() {
        for (text, number) in [
            ("2020.01.31", Some(20_200_131)),
            ("2020.??.??", Some(20_200_000)),
            ("2020.03.??", Some(20_200_300)),
            ("2020.??.05", Some(20_200_000)),
            ("2020", Some(20_200_000)),
            ("2025-02-23", Some(20_250_223)),
            ("2025/2/3", Some(20_250_203)),
            ("2025.2-3", Some(20_250_200)),
            ("2025.13.05", Some(20_250_000)),
            ("2025.12.32", Some(20_251_200)),
            ("2025.12.311", Some(20_251_200)),
            ("1999.12.31.5", Some(19_991_231)),
            ("20250223", Some(20_250_223)),
            ("20251323", Some(20_250_000)),
            ("31.12.2020", Some(20_201_231)),
            ("12/31/2020", Some(20_201_231)),
            ("5-5-2020", Some(20_200_505)),
            ("05.06.2020", Some(20_200_000)),
            ("31.13.2020", Some(20_200_000)),
            (" 2001 ", Some(20_010_000)),
            ("2001 May", Some(20_010_000)),
            ("0000.00.00", None),
            ("????.??.??", None),
            ("", None),
            ("20", None),
            ("202", None),
            ("20201", None),
            ("202002231", None),
            ("20250223.", None),
            ("31.12.20", None),
            ("31.12-2020", None),
            ("31.12.2020 ?", None),
        ] {
            assert_eq!(date(text.as_bytes()), number, "{text}");
        }
    }
}
