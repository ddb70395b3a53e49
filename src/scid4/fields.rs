//! Fields that are numbers in the index and text in PGN: dates, ratings, ECO codes, flags, results.

use crate::Termination;

/// Kinds of ratings, by their numbers.
pub(super) const RATING_KINDS: [&str; 7] = ["Elo", "Rating", "Rapid", "ICCF", "USCF", "DWZ", "ECF"];

/// The highest rating.
const MAX_RATING: u16 = 4000;

/// The highest year.
const MAX_YEAR: u32 = 2047;

/// The letters of the flags that users set, with their bits, in Scid's order of writing.
const FLAGS: [(u8, u32); 19] = [
    (b'D', 3),
    (b'W', 4),
    (b'B', 5),
    (b'M', 6),
    (b'E', 7),
    (b'N', 8),
    (b'P', 9),
    (b'T', 10),
    (b'K', 11),
    (b'Q', 12),
    (b'!', 13),
    (b'?', 14),
    (b'U', 15),
    (b'1', 16),
    (b'2', 17),
    (b'3', 18),
    (b'4', 19),
    (b'5', 20),
    (b'6', 21),
];

/// Number of codes per ECO code: the code itself, 26 letters, and four digits after each letter.
const SUBCODES: u32 = 131;

/// A date: 5 bits of the day, 4 of the month, 11 of the year; 0 is unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Date(pub u32);

impl Date {
    pub fn new(year: u32, month: u32, day: u32) -> Date {
        Date(year << 9 | month << 5 | day)
    }

    pub fn year(self) -> u32 {
        self.0 >> 9
    }

    /// Returns the date as in PGN.
    pub fn text(self) -> String {
        let part = |number: u32, width: usize| match number {
            0 => "?".repeat(width),
            number => format!("{number:0width$}"),
        };
        format!("{}.{}.{}", part(self.year(), 4), part(self.0 >> 5 & 15, 2), part(self.0 & 31, 2))
    }

    /// Returns the date of a text in exactly the form of [`Date::text`].
    pub fn exact(text: &[u8]) -> Option<Date> {
        Some(Date::near(text)).filter(|date| date.text().as_bytes() == text)
    }

    /// Reads the readable parts of a text as a date.
    pub fn near(text: &[u8]) -> Date {
        let mut parts = text.split(|byte| !byte.is_ascii_digit() && *byte != b'?');
        let mut part = |width: usize, max: u32| {
            let digits = parts.next().filter(|part| part.len() == width)?;
            std::str::from_utf8(digits).ok()?.parse().ok().filter(|number| *number <= max)
        };
        let year = part(4, MAX_YEAR).unwrap_or(0);
        let month = part(2, 12);
        let day = part(2, 31);
        Date::new(year, month.unwrap_or(0), day.unwrap_or(0))
    }

    /// Decodes the date of an event from 12 bits and the date of the game: its year is at most three years from the game's, or unknown.
    pub fn of_event(bits: u32, date: Date) -> Date {
        match bits >> 9 & 7 {
            0 => Date::default(),
            years => Date((years + date.year()).saturating_sub(4) << 9 | bits & 511),
        }
    }

    /// Returns this event date in 12 bits; `None` if they cannot hold it.
    pub fn event_bits(self, date: Date) -> Option<u32> {
        let years = (self.year() + 4).checked_sub(date.year()).filter(|years| (1..8).contains(years))?;
        let bits = years << 9 | self.0 & 511;
        (Date::of_event(bits, date) == self).then_some(bits)
    }
}

/// Returns a rating and its kind: 4 bits above 12.
pub(super) fn rating_bits(text: &[u8], kind: usize) -> Option<u16> {
    let number: u16 = std::str::from_utf8(text).ok()?.parse().ok()?;
    let is_exact = (1..=MAX_RATING).contains(&number) && number.to_string().as_bytes() == text;
    is_exact.then_some((kind as u16) << 12 | number)
}

/// Returns the name of the kind, and the rating; `None` if there is no rating.
pub(super) fn rating_of_bits(bits: u16) -> Option<(&'static str, String)> {
    let kind = RATING_KINDS.get(usize::from(bits >> 12)).unwrap_or(&RATING_KINDS[0]);
    (bits & 0xFFF != 0).then(|| (*kind, (bits & 0xFFF).to_string()))
}

/// Returns the text of an ECO code with Scid's suffix; `None` if there is no code.
pub(super) fn eco_text(code: u16) -> Option<String> {
    let code = u32::from(code).checked_sub(1)?;
    let main = code / SUBCODES;
    let sub = code % SUBCODES;
    let mut text = format!("{}{:02}", char::from(b'A' + (main / 100) as u8), main % 100);
    if let Some(sub) = sub.checked_sub(1) {
        text.push(char::from(b'a' + (sub / 5) as u8));
        text.extend(char::from_digit(sub % 5, 10).filter(|digit| *digit != '0'));
    }
    Some(text)
}

/// Returns the ECO code that a text begins with, or 0, and whether the code is the complete text.
pub(super) fn eco_code(text: &[u8]) -> (u16, bool) {
    let &[letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9', ref rest @ ..] = text else {
        return (0, false);
    };
    let main = u32::from(letter - b'A') * 100 + u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
    let (sub, is_all) = match rest {
        [] => (0, true),
        [letter @ b'a'..=b'z'] => (u32::from(letter - b'a') * 5 + 1, true),
        [letter @ b'a'..=b'z', digit @ b'1'..=b'4'] => {
            (u32::from(letter - b'a') * 5 + 1 + u32::from(digit - b'0'), true)
        }
        _ => (0, false),
    };
    ((main * SUBCODES + sub + 1) as u16, is_all)
}

/// Returns the letters of the flags that users set.
pub(super) fn flags_text(flags: u32) -> Vec<u8> {
    FLAGS.iter().filter(|(_, bit)| flags >> bit & 1 == 1).map(|(letter, _)| *letter).collect()
}

/// Returns the flags of a text in exactly the form of [`flags_text`].
pub(super) fn exact_flags(text: &[u8]) -> Option<u32> {
    let flags = FLAGS.iter().filter(|(letter, _)| text.contains(letter)).fold(0, |flags, (_, bit)| flags | 1 << bit);
    (flags_text(flags) == text && flags != 0).then_some(flags)
}

/// The result, by its number.
pub(super) fn result_of_bits(bits: u16) -> Termination {
    match bits {
        1 => Termination::WhiteWins,
        2 => Termination::BlackWins,
        3 => Termination::Draw,
        _ => Termination::Unknown,
    }
}

/// The number of a result.
pub(super) fn result_bits(result: Termination) -> u16 {
    match result {
        Termination::WhiteWins => 1,
        Termination::BlackWins => 2,
        Termination::Draw => 3,
        Termination::Unknown | Termination::Absent => 0,
    }
}

/// Returns a count of comments, variations or NAGs in four bits; exact up to ten.
pub(super) fn count_bits(count: usize) -> u16 {
    // The codes above ten stand for 15, 20, 30, 40 and 50: uses the nearest, or the higher of two.
    let above_ten = [13, 18, 25, 35, 45].iter().filter(|least| count >= **least).count();
    (count.min(10) + above_ten) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_are_exact_come_back() {
        for (text, near, is_exact) in [
            (&b"1992.08.31"[..], Date::new(1992, 8, 31), true),
            (b"????.??.??", Date::new(0, 0, 0), true),
            (b"2001.??.??", Date::new(2001, 0, 0), true),
            (b"2001", Date::new(2001, 0, 0), false),
            (b"2001-02-03", Date::new(2001, 2, 3), false),
            (b"3001.02.03", Date::new(0, 2, 3), false),
            (b"2001.13.03", Date::new(2001, 0, 3), false),
            (b"x", Date::new(0, 0, 0), false),
            (b"", Date::new(0, 0, 0), false),
        ] {
            assert_eq!((Date::near(text), Date::exact(text).is_some()), (near, is_exact), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn dates_of_events_are_near_those_of_games() {
        let date = Date::new(2000, 5, 6);
        for (event, held) in [
            (Date::new(1997, 1, 2), true),
            (Date::new(2003, 0, 0), true),
            (Date::new(1996, 1, 2), false),
            (Date::new(2004, 1, 2), false),
            (Date::new(0, 0, 0), false),
        ] {
            let bits = event.event_bits(date);
            assert_eq!(bits.map(|bits| Date::of_event(bits, date)), held.then_some(event), "{}", event.text());
        }
        assert_eq!(Date::new(2000, 1, 1).event_bits(Date::default()), None);
        // An absent event date can be encoded, also without a date.
        assert_eq!(Date::default().event_bits(Date::default()), Some(4 << 9));
    }

    #[test]
    fn eco_codes_have_letters_behind_them() {
        for (text, code, is_all) in [
            (&b"A00"[..], 1, true),
            (b"A00a", 2, true),
            (b"A00a4", 6, true),
            (b"A00z4", 131, true),
            (b"A01", 132, true),
            (b"E99z4", 65500, true),
            (b"B90/03", 131 * 190 + 1, false),
            (b"F00", 0, false),
            (b"?", 0, false),
        ] {
            assert_eq!(eco_code(text), (code, is_all), "{}", text.escape_ascii());
            assert_eq!(eco_text(code).is_some_and(|found| found.as_bytes() == text), is_all);
        }
        assert_eq!(eco_text(u16::MAX), Some("F00g3".to_owned()));
    }

    #[test]
    fn ratings_flags_and_results() {
        assert_eq!(rating_bits(b"2851", 0).and_then(rating_of_bits), Some(("Elo", "2851".to_owned())));
        assert_eq!(rating_bits(b"1500", 4).and_then(rating_of_bits), Some(("USCF", "1500".to_owned())));
        for other in [&b"0"[..], b"4001", b"02000", b"2000?", b""] {
            assert_eq!(rating_bits(other, 0), None);
        }
        assert_eq!(exact_flags(b"DW!6"), Some(1 << 3 | 1 << 4 | 1 << 13 | 1 << 21));
        assert_eq!((exact_flags(b"WD"), exact_flags(b""), exact_flags(b"X")), (None, None, None));
        assert!(Termination::ALL[1..].iter().all(|result| result_of_bits(result_bits(*result)) == *result));
    }
}
