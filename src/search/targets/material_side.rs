//! The pieces that one side may have (`search.4`).

/// Pieces by role: pawns, knights, bishops, rooks, queens, kings.
pub(super) type Counts = [u8; 6];

/// More pieces than a board holds.
const ANY: u8 = 64;

/// The letters of the roles, in the order of [`Counts`], and the character for any role.
const LETTERS: &str = "PNBRQ.";

/// Numbers of pieces that a side may have in addition to its king: a range for each role, and a last range for pieces
/// of any role, both ends included. Each piece counts toward the range of its role or toward the last range.
#[derive(Debug, Clone, Default)]
pub(super) struct MaterialSide {
    min: [u8; 6],
    max: [u8; 6],
}

impl MaterialSide {
    /// Reads the pieces after the king: `RP2-4`. The error text is part of a sentence.
    pub(super) fn read(text: &str) -> Result<MaterialSide, String> {
        let mut side = MaterialSide::default();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let unknown = || format!("`{}` is not one of Q, R, B, N, P and `.`", letter.escape_debug());
            let role = LETTERS.find(letter).ok_or_else(unknown)?;
            let (end, (min, max)) = count(&rest[1..])?;
            rest = &rest[1 + end..];
            side.min[role] = (side.min[role] + min).min(ANY);
            side.max[role] = (side.max[role] + max).min(ANY);
        }
        if side.min_pieces() < ANY as i8 { Ok(side) } else { Err("it has more pieces than a board".to_owned()) }
    }

    /// Returns whether these pieces match.
    #[inline]
    pub(super) fn allows(&self, counts: &Counts) -> bool {
        let mut min_others = 0;
        let mut max_others = 0;
        for ((count, min), max) in counts.iter().zip(&self.min).zip(&self.max).take(5) {
            let Some(more) = count.checked_sub(*min) else { return false };
            min_others += count.saturating_sub(*max);
            max_others += more;
        }
        min_others <= self.max[5] && self.min[5] <= max_others
    }

    /// The fewest pawns.
    pub(super) fn min_pawns(&self) -> i8 {
        self.min[0] as i8
    }

    /// The fewest pieces, with the king.
    pub(super) fn min_pieces(&self) -> i8 {
        self.min.iter().fold(1, |sum: i8, min| sum.saturating_add(*min as i8))
    }

    /// The most pieces, with the king.
    pub(super) fn max_pieces(&self) -> i8 {
        self.max.iter().fold(1, |sum: i8, max| sum.saturating_add(*max as i8))
    }
}

/// Returns the length of the suffix of a piece, and the number of pieces that it allows.
fn count(text: &str) -> Result<(usize, (u8, u8)), String> {
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let too_large = || format!("`{}` is more than a board has squares", &text[..digits]);
        let number = if digits == 0 { Ok(None) } else { text[..digits].parse().map(Some).map_err(|_| too_large()) };
        number.and_then(|n| if n > Some(ANY) { Err(too_large()) } else { Ok(n) }).map(|n| (digits, n))
    };
    Ok(match (text.as_bytes().first(), number(text)?) {
        (Some(b'?'), _) => (1, (0, 1)),
        (Some(b'*'), _) => (1, (0, ANY)),
        (Some(b'+'), _) => (1, (1, ANY)),
        (_, (_, None)) => (0, (1, 1)),
        (_, (digits, Some(min))) => match text.as_bytes().get(digits) {
            Some(b'+') => (digits + 1, (min, ANY)),
            Some(b'-') => match number(&text[digits + 1..])? {
                (more, Some(max)) if min <= max => (digits + 1 + more, (min, max)),
                (more, _) => {
                    return Err(format!("`{}` is not a range of counts such as 2-4", &text[..digits + 1 + more]));
                }
            },
            _ => (digits, (min, min)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_allow_what_they_name() {
        let allows = |text: &str, pieces: &str| {
            let mut counts = Counts::default();
            pieces.chars().for_each(|letter| counts["PNBRQK".find(letter).unwrap()] += 1);
            MaterialSide::read(text).unwrap().allows(&counts)
        };
        for (text, yes, no) in [
            ("", &["K"][..], &["KP", "KQ"][..]),
            ("RP", &["KRP", "PKR"], &["KR", "KRPP", "KRRP"]),
            ("R?", &["K", "KR"], &["KRR", "KP"]),
            ("RP*", &["KR", "KRP", "KRPPPP"], &["K", "KRRP", "KRPN"]),
            ("P+", &["KP", "KPPP"], &["K", "KN"]),
            ("PP2-3", &["KPPP", "KPPPP"], &["KPP", "KPPPPP"]),
            ("P2+N", &["KPPN", "KPPPPN"], &["KPN", "KPP"]),
            ("R0Q", &["KQ"], &["KRQ"]),
            (".", &["KP", "KQ"], &["K", "KPP"]),
            ("R.2", &["KRRR", "KRNP"], &["KRR", "KNPP", "KRNPP"]),
            ("RP*.?", &["KR", "KRPP", "KRPPN", "KRR"], &["KRNN", "KN", "KRRN"]),
            (".*", &["K", "KQRRBBNNPPPPPPPP"], &[]),
            ("B2.+", &["KBBP", "KBBB"], &["KBB", "KBNP"]),
        ] {
            assert!(yes.iter().all(|pieces| allows(text, pieces)), "{text}");
            assert!(!no.iter().any(|pieces| allows(text, pieces)), "{text}");
        }
        for wrong in ["X", "P4-2", "P2-", "P65", "P999999999999", "2P", "*", "P??", "P40Q40", "RЖ"] {
            assert!(MaterialSide::read(wrong).is_err(), "{wrong}");
        }
    }
}
