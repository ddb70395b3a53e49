//! Dates of which parts may be unknown.

/// The date of a `Date` tag. Parts that are unknown agree with all others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PartialDate {
    /// 0 if unknown, as the others.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl PartialDate {
    /// Reads `2020.03.15`, also with `-` or `/`; what is no number of the right size, as in `2020.??.??`, is unknown.
    pub fn read(value: &[u8]) -> PartialDate {
        let mut parts = value.split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let mut next = |len: usize, max: u16| {
            let digits = parts.next().filter(|part| (1..=len).contains(&part.len()));
            let number = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u16>().ok());
            number.filter(|number| *number <= max).unwrap_or(0)
        };
        let (year, month, day) = (next(4, 9999), next(2, 12), next(2, 31));
        PartialDate { year, month: month as u8, day: day as u8 }
    }

    /// Whether no part that is known in both differs.
    pub fn agrees(self, other: PartialDate) -> bool {
        self.agrees_in_year(other) && agree(self.month, other.month) && agree(self.day, other.day)
    }

    /// Whether the years are equal, or one is unknown.
    pub fn agrees_in_year(self, other: PartialDate) -> bool {
        agree(self.year, other.year)
    }

    /// What is known from both.
    pub fn merged(self, other: PartialDate) -> PartialDate {
        PartialDate {
            year: self.year.max(other.year),
            month: self.month.max(other.month),
            day: self.day.max(other.day),
        }
    }
}

fn agree<T: Copy + Default + PartialEq>(a: T, b: T) -> bool {
    a == b || a == T::default() || b == T::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_agree_where_both_are_known() {
        let agree = |a: &str, b: &str| {
            let (a, b) = (PartialDate::read(a.as_bytes()), PartialDate::read(b.as_bytes()));
            assert_eq!(a.agrees(b), b.agrees(a));
            a.agrees(b)
        };
        for (a, b, expected) in [
            ("2020.03.15", "2020.03.15", true),
            ("2020.03.15", "2020.03.16", false),
            ("2020.03.15", "2020.03.??", true),
            ("2020.03.15", "2020-03-15", true),
            ("2020.03.??", "2020.04.??", false),
            ("2020.??.15", "2020.03.15", true),
            ("2020", "2020.03.15", true),
            ("????.??.??", "1999.01.01", true),
            ("", "1999.01.01", true),
            ("?", "unknown", true),
            ("2020.??.??", "2021.??.??", false),
            ("2020.13.01", "2020.12.01", true),
        ] {
            assert_eq!(agree(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn merged_dates_know_what_either_knows() {
        let read = |text: &str| PartialDate::read(text.as_bytes());
        assert_eq!(read("2020.??.15").merged(read("2020.03.??")), read("2020.03.15"));
        assert_eq!(read("????.??.??").merged(read("2020.03.??")), read("2020.03.??"));
    }
}
