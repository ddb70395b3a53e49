//! Commands in comments: clock times and evaluations, `[%clk 0:03:00]` and `[%eval 0.25]`.

/// An evaluation of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// From White's view, in hundredths of a pawn: -31,000 to 31,000.
    Centipawns(i16),
    /// White mates in this many moves, at most 900.
    WhiteMates(u16),
    /// Black mates in this many moves.
    BlackMates(u16),
}

const MAX_CENTIPAWNS: f64 = 31_000.0;
const MAX_MOVES: i64 = 900;

impl Evaluation {
    /// Returns the evaluation in a comment: `[%eval 0.25]`, `[%eval -1.5,20]` with a depth, `[%eval #-3]` for a mate by Black. `None` if it
    /// has none.
    ///
    /// ```
    /// use plypack::text::Evaluation;
    ///
    /// assert_eq!(Evaluation::of_comment(b"[%eval -1.5,20] hm"), Some(Evaluation::Centipawns(-150)));
    /// ```
    pub fn of_comment(comment: &[u8]) -> Option<Evaluation> {
        command(comment, "[%eval ").and_then(evaluation)
    }
}

/// Returns the clock time in a comment, `[%clk 1:02:03.4]`, in milliseconds. `None` if it has none.
pub fn clock_of_comment(comment: &[u8]) -> Option<i32> {
    command(comment, "[%clk ").and_then(milliseconds)
}

/// Returns the text in a comment between `[%name ` and `]`.
fn command<'a>(comment: &'a [u8], name: &str) -> Option<&'a str> {
    let start = memchr::memmem::find(comment, name.as_bytes())? + name.len();
    let len = memchr::memchr(b']', &comment[start..])?;
    std::str::from_utf8(&comment[start..start + len]).ok().map(str::trim)
}

/// Reads `1:02:03.4`; hours and the fraction of a second are optional.
fn milliseconds(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let parts = whole.split(':').map(number).collect::<Option<Vec<_>>>()?;
    let seconds = match parts[..] {
        [hours, minutes, seconds] => {
            hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(seconds)?
        }
        [minutes, seconds] => minutes.checked_mul(60)?.checked_add(seconds)?,
        _ => return None,
    };
    let thousandths = number(&format!("{:0<3.3}", fraction))?;
    i32::try_from(seconds.checked_mul(1000)?.checked_add(thousandths)?).ok()
}

fn number(text: &str) -> Option<i64> {
    let is_number = !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// Reads `0.25`, `-1.5`, or `#-3` for mate; ignores a depth after a comma.
fn evaluation(text: &str) -> Option<Evaluation> {
    let text = text.split(',').next()?.trim();
    if let Some(mate) = text.strip_prefix('#') {
        let moves = number(mate.strip_prefix('-').unwrap_or(mate).trim_start_matches('+'))?.min(MAX_MOVES) as u16;
        return Some(if mate.starts_with('-') { Evaluation::BlackMates(moves) } else { Evaluation::WhiteMates(moves) });
    }
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let pawns: f64 = text.parse().ok().filter(|_| is_decimal)?;
    Some(Evaluation::Centipawns((pawns * 100.0).round().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_milliseconds() {
        let times = [
            ("0:03:00", Some(180_000)),
            ("1:02:03.4", Some(3_723_400)),
            ("0:59.05", Some(59_050)),
            ("0:00:00.1234", Some(123)),
            ("99999:00:00", None),
            ("3", None),
            ("0:0x:00", None),
            ("", None),
        ];
        for (text, expected) in times {
            assert_eq!(milliseconds(text), expected, "{text}");
        }
    }

    #[test]
    fn evaluations_are_centipawns_or_moves_to_mate() {
        let evaluations = [
            ("0.25", Some(Evaluation::Centipawns(25))),
            ("-1.5", Some(Evaluation::Centipawns(-150))),
            ("+0.07,23", Some(Evaluation::Centipawns(7))),
            ("#3", Some(Evaluation::WhiteMates(3))),
            ("#-12", Some(Evaluation::BlackMates(12))),
            ("#0", Some(Evaluation::WhiteMates(0))),
            ("#99999", Some(Evaluation::WhiteMates(900))),
            ("400", Some(Evaluation::Centipawns(31_000))),
            ("-400", Some(Evaluation::Centipawns(-31_000))),
            ("inf", None),
            ("1e3", None),
            ("", None),
        ];
        for (text, expected) in evaluations {
            assert_eq!(evaluation(text), expected, "{text}");
        }
    }
}
