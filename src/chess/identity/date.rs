//! Dates with parts that may be unknown.

/// The date of a `Date` tag. An unknown part agrees with any value.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PartialDate {
    /// 0 if unknown, like `month` and `day`.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

impl PartialDate {
    /// Reads `2020.03.15`, also with `-` or `/`. A part that is not a number of the right size, as in `2020.??.??`, is unknown.
    pub fn read(value: &[u8]) -> PartialDate {
        let mut parts = value.split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let mut next = |len: usize, max: u16| {
            let digits = parts.next().filter(|part| (1..=len).contains(&part.len()));
            let number = digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse::<u16>().ok());
            number.filter(|number| *number <= max).unwrap_or(0)
        };
        let year = next(4, 9999);
        let month = next(2, 12);
        let day = next(2, 31);
        PartialDate { year, month: month as u8, day: day as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_of_the_right_size_is_unknown() {
        for (text, year, month, day) in [
            ("2020.03.15", 2020, 3, 15),
            ("2020-03-15", 2020, 3, 15),
            ("2020/3/5", 2020, 3, 5),
            ("2020.??.15", 2020, 0, 15),
            ("2020", 2020, 0, 0),
            ("2020.13.32", 2020, 0, 0),
            ("????.??.??", 0, 0, 0),
            ("20200.03.15", 0, 3, 15),
            ("", 0, 0, 0),
            ("unknown", 0, 0, 0),
        ] {
            assert_eq!(PartialDate::read(text.as_bytes()), PartialDate { year, month, day }, "{text}");
        }
    }
}
