//! Times and evaluations as text, and comments that hold them (`values.1` to `values.4`).

/// One more than the largest time, in tenths of a second (`values.1`).
pub(crate) const TIME_LIMIT: u32 = 1 << 27;
/// One more than the largest evaluation, in hundredths of a pawn or moves to mate (`values.2`).
pub(crate) const EVALUATION_LIMIT: i32 = 1 << 24;
/// Stands for a time in a template (`values.3`).
pub(crate) const TIME: u8 = 1;
/// Stands for an evaluation in a template, without a trailing zero.
pub(crate) const EVALUATION: u8 = 2;
/// Stands for an evaluation in a template, always with two decimals.
pub(crate) const LONG_EVALUATION: u8 = 3;
/// The maximum length of a template in bytes (`values.3`).
pub(crate) const MAX_TEMPLATE_LEN: usize = 255;

/// An engine's evaluation of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// White's advantage in hundredths of a pawn.
    Pawns(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}

/// The values of one game, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameValues {
    /// Times in tenths of a second.
    pub times: Vec<u32>,
    /// Evaluations.
    pub evaluations: Vec<Evaluation>,
}

impl GameValues {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.times.len() + self.evaluations.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Appends the text of a time: `h:mm:ss`, and tenths if there are any (`values.1`).
pub(crate) fn put_time(time: u32, out: &mut Vec<u8>) {
    let seconds = time / 10;
    let hours = seconds / 3600;
    let minutes = seconds / 60 % 60;
    out.extend_from_slice(format!("{hours}:{minutes:02}:{:02}", seconds % 60).as_bytes());
    if !time.is_multiple_of(10) {
        out.extend_from_slice(&[b'.', b'0' + (time % 10) as u8]);
    }
}

/// Returns the time that has exactly this text.
pub(crate) fn time_from(text: &[u8]) -> Option<u32> {
    let text_of = std::str::from_utf8(text).ok()?;
    let (whole, tenths) = text_of.split_once('.').unwrap_or((text_of, "0"));
    let mut parts = whole.split(':');
    let mut part = || parts.next()?.parse::<u32>().ok();
    let hours = part()?;
    let minutes = part()?;
    let seconds = part()?;
    let seconds = hours.checked_mul(3600)?.checked_add(minutes.checked_mul(60)?)?.checked_add(seconds)?;
    let time = seconds.checked_mul(10)?.checked_add(tenths.parse().ok()?)?;
    let mut formatted = Vec::with_capacity(text.len());
    put_time(time, &mut formatted);
    (formatted == text && time < TIME_LIMIT).then_some(time)
}

/// Appends the text of an evaluation: `-1.05`, `0.5`, `#3` (`values.2`). If `long` is set, it has two decimals.
pub(crate) fn put_evaluation(evaluation: Evaluation, long: bool, out: &mut Vec<u8>) {
    let text = match evaluation {
        Evaluation::Mate(moves) => format!("#{moves}"),
        Evaluation::Pawns(hundredths) => {
            let sign = if hundredths < 0 { "-" } else { "" };
            let size = hundredths.unsigned_abs();
            match (size / 100, size % 100) {
                (pawns, rest) if rest % 10 == 0 && !long => format!("{sign}{pawns}.{}", rest / 10),
                (pawns, rest) => format!("{sign}{pawns}.{rest:02}"),
            }
        }
    };
    out.extend_from_slice(text.as_bytes());
}

/// Returns the evaluation that has exactly this text, and whether it is long; if the text fits both forms, returns `long`.
pub(crate) fn evaluation_from(text: &[u8], long: bool) -> Option<(Evaluation, bool)> {
    let text_of = std::str::from_utf8(text).ok()?;
    let evaluation = match text_of.strip_prefix('#') {
        Some(moves) => Evaluation::Mate(moves.parse().ok()?),
        None => {
            let (pawns, decimals) = text_of.split_once('.')?;
            let size = pawns.trim_start_matches('-').parse::<i32>().ok()?.checked_mul(100)?;
            let unit = if decimals.len() == 1 { 10 } else { 1 };
            let size = size.checked_add(decimals.parse::<i32>().ok()?.checked_mul(unit)?)?;
            Evaluation::Pawns(if pawns.starts_with('-') { -size } else { size })
        }
    };
    let (Evaluation::Pawns(number) | Evaluation::Mate(number)) = evaluation;
    if number.unsigned_abs() >= EVALUATION_LIMIT as u32 {
        return None;
    }
    let gives_text = |long: &bool| {
        let mut formatted = Vec::with_capacity(text.len());
        put_evaluation(evaluation, *long, &mut formatted);
        formatted == text
    };
    let long = [long, !long].into_iter().find(gives_text)?;
    Some((evaluation, long))
}

/// Parses a comment that consists only of white space and the commands `[%clk ...]`, `[%emt ...]` and `[%eval ...]`: adds its
/// values to `values` and returns its template. Returns `None` and adds nothing for any other comment. `long` says whether the last
/// evaluation was long.
pub(crate) fn parse_comment(comment: &[u8], values: &mut GameValues, long: &mut bool) -> Option<Vec<u8>> {
    let mut template = Vec::new();
    let mut found = GameValues::default();
    let mut rest = comment;
    while let Some(at) = rest.iter().position(|byte| *byte == b'[') {
        let (space, command) = rest.split_at(at);
        let end = command.iter().position(|byte| *byte == b']')?;
        let (command, after) = command.split_at(end);
        let name_end = command.iter().position(|byte| is_space(&[*byte]))?;
        let (name, value) = command.split_at(name_end);
        if space.len() + name_end > MAX_TEMPLATE_LEN {
            return None;
        }
        template.extend_from_slice(space);
        template.extend_from_slice(&command[..=name_end]);
        match (name, &value[1..]) {
            (b"[%clk" | b"[%emt", text) => {
                found.times.push(time_from(text)?);
                template.push(TIME);
            }
            (b"[%eval", text) => {
                let evaluation;
                (evaluation, *long) = evaluation_from(text, *long)?;
                found.evaluations.push(evaluation);
                template.push(if *long { LONG_EVALUATION } else { EVALUATION });
            }
            _ => return None,
        }
        template.push(b']');
        (is_space(space) && template.len() <= MAX_TEMPLATE_LEN).then_some(())?;
        rest = &after[1..];
    }
    if template.len() + rest.len() > MAX_TEMPLATE_LEN {
        return None;
    }
    template.extend_from_slice(rest);
    if !is_space(rest) || found.is_empty() {
        return None;
    }
    values.times.append(&mut found.times);
    values.evaluations.append(&mut found.evaluations);
    Some(template)
}

fn is_space(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_one_text() {
        for (text, time) in [("0:00:00", 0), ("0:03:00", 1800), ("1:59:59.9", 71_999), ("3728:16:12.7", TIME_LIMIT - 1)]
        {
            assert_eq!(time_from(text.as_bytes()), Some(time), "{text}");
        }
        for text in [
            "00:03:00",
            "0:3:00",
            "0:03:00.0",
            "0:60:00",
            "0:00:61",
            "0:00:01.23",
            "3:00",
            "3728:16:12.8",
            "+1:00:00",
            "1:00:00:00",
            "",
            "?",
        ] {
            assert_eq!(time_from(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn evaluations_have_one_text() {
        use Evaluation::{Mate, Pawns};
        for (text, evaluation) in [
            ("0.0", Pawns(0)),
            ("-0.05", Pawns(-5)),
            ("-7.1", Pawns(-710)),
            ("12.34", Pawns(1234)),
            ("#0", Mate(0)),
            ("#-12", Mate(-12)),
        ] {
            assert_eq!(evaluation_from(text.as_bytes(), false), Some((evaluation, false)), "{text}");
        }
        for text in
            ["-0.00", "00.10", "+0.10", "1", "#", "#-0", "#+3", "--1.00", "167772.16", "#16777216", "0.17,20", ".50"]
        {
            assert_eq!(evaluation_from(text.as_bytes(), false), None, "{text}");
        }
    }

    #[test]
    fn evaluations_with_two_decimals_are_recognised_by_their_zeros() {
        for last in [false, true] {
            let is_long = |text: &[u8]| evaluation_from(text, last).unwrap().1;
            assert_eq!(
                [is_long(b"0.5"), is_long(b"0.50"), is_long(b"0.55"), is_long(b"#5")],
                [false, true, last, last]
            );
        }
    }

    #[test]
    fn comments_are_parsed() {
        let mut long = false;
        let mut values = GameValues::default();
        let template = parse_comment(b" [%eval -0.17] [%clk\n0:00:30] ", &mut values, &mut long).unwrap();
        assert_eq!(template, b" [%eval \x02] [%clk\n\x01] ");
        assert_eq!(values, GameValues { times: vec![300], evaluations: vec![Evaluation::Pawns(-17)] });
        for other in [
            &b""[..],
            b" ",
            b"good",
            b"[%clk 0:00:30] good",
            b"[%clk 0:00:30",
            b"[%clk]",
            b"[%csl Gd4][%clk 0:00:30]",
            b"[%clk 0:00:30][%clk x]",
            b"[%eval 0.17,20]",
        ] {
            assert_eq!(parse_comment(other, &mut values, &mut long), None, "{other:?}");
        }
        assert_eq!(values.len(), 2);
    }

    /// values.3: the limit counts the text before and after the value.
    #[test]
    fn long_templates_stay_text() {
        let clock = "[%clk 0:00:30]";
        let others = "[%clk ]".len() + 1;
        for spaces in [MAX_TEMPLATE_LEN - others, MAX_TEMPLATE_LEN - others + 1, 10 * MAX_TEMPLATE_LEN] {
            let space = " ".repeat(spaces);
            for comment in [format!("{space}{clock}"), format!("{clock}{space}")] {
                let template = parse_comment(comment.as_bytes(), &mut GameValues::default(), &mut false);
                let expected = (spaces + others == MAX_TEMPLATE_LEN).then_some(MAX_TEMPLATE_LEN);
                assert_eq!(template.map(|template| template.len()), expected, "{spaces} spaces");
            }
        }
    }
}
