//! Clock times and evaluations in the comments of main lines.

use crate::{Game, Result, Token, Walker};

/// What the comments of a main line say after each of its plies.
#[derive(Default)]
pub(super) struct CommentValues {
    /// The time that is left on the clock of the player who moved, in milliseconds.
    pub(super) clocks: Vec<Option<i32>>,
    /// The evaluation of the position after the ply, for White: in centipawns, or [`MATE`] less the moves to mate.
    pub(super) evaluations: Vec<Option<i16>>,
}

/// Mate in 0 for White; for Black it is the same number, negative. Other evaluations are nearer to 0 by a thousand at least.
const MATE: i16 = i16::MAX;
const MAX_CENTIPAWNS: f64 = 31_000.0;

impl CommentValues {
    /// Sets the values to those of a game: of each ply the last that a comment after it has.
    ///
    /// Errors: those of [`Walker`].
    pub(super) fn read(&mut self, game: &Game) -> Result<()> {
        self.clocks.clear();
        self.clocks.resize(game.moves.len(), None);
        self.evaluations.clear();
        self.evaluations.resize(game.moves.len(), None);
        for step in Walker::without_positions(game) {
            let step = step?;
            let (Token::Comment(text) | Token::LineComment(text), 0) = (step.token, step.depth) else { continue };
            let Some(ply) = step.ply.checked_sub(1) else { continue };
            if let Some(clock) = command(text, "[%clk ").and_then(milliseconds) {
                self.clocks[ply] = Some(clock);
            }
            if let Some(evaluation) = command(text, "[%eval ").and_then(centipawns) {
                self.evaluations[ply] = Some(evaluation);
            }
        }
        Ok(())
    }
}

/// What stands in a comment between `[%name ` and `]`.
fn command<'a>(comment: &'a [u8], name: &str) -> Option<&'a str> {
    let start = memchr::memmem::find(comment, name.as_bytes())? + name.len();
    let len = memchr::memchr(b']', &comment[start..])?;
    std::str::from_utf8(&comment[start..start + len]).ok().map(str::trim)
}

/// `1:02:03.4`, with or without hours and parts of a second.
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

/// `0.25`, `-1.5`, or `#-3` for mate; a depth after a comma does not count.
fn centipawns(text: &str) -> Option<i16> {
    let text = text.split(',').next()?.trim();
    if let Some(mate) = text.strip_prefix('#') {
        let (sign, moves) = mate.strip_prefix('-').map_or((1, mate), |moves| (-1, moves));
        let moves = number(moves.trim_start_matches('+'))?.min(900) as i16;
        return Some(sign * (MATE - moves));
    }
    let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let pawns: f64 = text.parse().ok().filter(|_| is_decimal)?;
    Some((pawns * 100.0).round().clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS) as i16)
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
            ("0.25", Some(25)),
            ("-1.5", Some(-150)),
            ("+0.07,23", Some(7)),
            ("#3", Some(32_764)),
            ("#-12", Some(-32_755)),
            ("#0", Some(32_767)),
            ("400", Some(31_000)),
            ("-400", Some(-31_000)),
            ("inf", None),
            ("1e3", None),
            ("", None),
        ];
        for (text, expected) in evaluations {
            assert_eq!(centipawns(text), expected, "{text}");
        }
    }
}
