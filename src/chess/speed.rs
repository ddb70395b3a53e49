//! Classes of time controls (`search.15`).

use super::tag_values::{leading_digits, number};
use crate::folding::fold;

/// The class of a time control with the names of Lichess, by the time that a player has for 40 moves. Shorter classes compare as less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet = 1,
    /// 30 seconds to less than 3 minutes.
    Bullet = 2,
    /// 3 to less than 8 minutes.
    Blitz = 3,
    /// 8 to less than 25 minutes.
    Rapid = 4,
    /// 25 minutes to less than 6 hours.
    Classical = 5,
    /// 6 hours or more, such as games with days for a move.
    Correspondence = 6,
}

/// Number of moves in the estimate of a time control.
const MOVES: u64 = 40;

/// The first estimate above each class, in seconds.
const ENDS: [(Speed, u64); 5] = [
    (Speed::UltraBullet, 30),
    (Speed::Bullet, 180),
    (Speed::Blitz, 480),
    (Speed::Rapid, 1500),
    (Speed::Classical, 21_600),
];

impl Speed {
    /// All classes, shortest first.
    pub const ALL: [Speed; 6] =
        [Speed::UltraBullet, Speed::Bullet, Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Correspondence];

    /// Returns the name: `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`.
    pub fn as_str(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultrabullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
        }
    }

    /// Returns the class of a game whose tags `TimeControl` and `Event` have these values, which can be empty. `None` if the time control
    /// has no class. The event is used only for the time control `-`: the game is a correspondence game if the event says so.
    ///
    /// ```
    /// use plypack::Speed;
    ///
    /// assert_eq!(Speed::of_tags(b"180+2", b""), Some(Speed::Blitz));
    /// assert_eq!(Speed::of_tags(b"40/7200:3600", b""), Some(Speed::Classical));
    /// assert_eq!(Speed::of_tags(b"-", b"Rated Correspondence game"), Some(Speed::Correspondence));
    /// assert_eq!(Speed::of_tags(b"?", b"Rated Blitz game"), None);
    /// ```
    pub fn of_tags(time_control: &[u8], event: &[u8]) -> Option<Speed> {
        if has_no_control(time_control) { Speed::of_event(event) } else { Speed::of_time_control(time_control) }
    }

    /// Returns the class of a time control that has one without its event.
    pub(crate) fn of_time_control(value: &[u8]) -> Option<Speed> {
        let estimate = estimate(value.trim_ascii()).filter(|estimate| *estimate > 0)?;
        let shorter = ENDS.iter().find(|(_, end)| estimate < end * 1000);
        Some(shorter.map_or(Speed::Correspondence, |(speed, _)| *speed))
    }

    /// Returns the class of a game without a time control.
    pub(crate) fn of_event(event: &[u8]) -> Option<Speed> {
        fold(event).contains("correspondence").then_some(Speed::Correspondence)
    }
}

/// Returns `true` if the value says that there is no time control.
pub(crate) fn has_no_control(value: &[u8]) -> bool {
    value.trim_ascii() == b"-"
}

/// A part of a time control.
struct Period {
    /// Moves until the next period; `None` for all remaining moves.
    moves: Option<u64>,
    /// Thousandths of a second.
    time: u64,
    /// Thousandths of a second for each move.
    increment: u64,
}

/// Returns the time that a player has for 40 moves, in thousandths of a second. The last period repeats.
fn estimate(value: &[u8]) -> Option<u64> {
    let mut left = MOVES;
    let mut sum = 0;
    let mut add = |period: &Period| {
        if left > 0 {
            let moves = period.moves.map_or(left, |moves| moves.min(left));
            sum += period.time + moves * period.increment;
            left -= moves;
        }
        left
    };
    let mut last = None;
    for text in value.split(|byte| *byte == b':') {
        let period = Period::read(text)?;
        add(&period);
        last = Some(period);
    }
    let last = last?;
    while add(&last) > 0 {}
    Some(sum)
}

impl Period {
    /// Reads `600`, `600+5`, `40/9000`, `40/5400+30` or `*180`.
    fn read(text: &[u8]) -> Option<Period> {
        if let Some(time) = text.strip_prefix(b"*") {
            return Some(Period { moves: None, time: thousandths(time)?, increment: 0 });
        }
        let (moves, time) = match split_once(text, b'/') {
            Some((moves, time)) => (Some(number(moves).filter(|moves| *moves > 0)?), time),
            None => (None, text),
        };
        let (time, increment) = split_once(time, b'+').unwrap_or((time, b"0"));
        Some(Period { moves: moves.map(u64::from), time: thousandths(time)?, increment: thousandths(increment)? })
    }
}

/// Reads seconds, with up to three digits after a point.
fn thousandths(text: &[u8]) -> Option<u64> {
    let (whole, fraction) = leading_digits(text);
    let thousandths = match fraction {
        [] => 0,
        [b'.', digits @ ..] if digits.len() <= 3 => number(digits)? * 10u32.pow(3 - digits.len() as u32),
        _ => return None,
    };
    Some(u64::from(number(whole)?) * 1000 + u64::from(thousandths))
}

fn split_once(text: &[u8], at: u8) -> Option<(&[u8], &[u8])> {
    let index = text.iter().position(|byte| *byte == at)?;
    Some((&text[..index], &text[index + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates() {
        for (text, seconds) in [
            ("300", Some(300.0)),
            ("4500+60", Some(6900.0)),
            ("0+1", Some(40.0)),
            ("10+0.1", Some(14.0)),
            ("2.5+0.025", Some(3.5)),
            ("1.05", Some(1.05)),
            ("*180", Some(180.0)),
            ("40/9000", Some(9000.0)),
            ("60/9000", Some(9000.0)),
            ("20/600", Some(1200.0)),
            ("30/600", Some(1200.0)),
            ("39/600+1", Some(1240.0)),
            ("40/7200:3600", Some(7200.0)),
            ("40/5400+30:1800+30", Some(6600.0)),
            ("30/300+1:60+2", Some(410.0)),
            ("10/10:10/20:10/30", Some(90.0)),
            ("300:60", Some(300.0)),
            ("1/86400", Some(3_456_000.0)),
            ("999999999+999999999", Some(40_999_999_959.0)),
            ("0", Some(0.0)),
            ("", None),
            ("?", None),
            ("-", None),
            ("5 min", None),
            ("300+", None),
            ("+5", None),
            ("300+5+5", None),
            ("40/", None),
            ("/300", None),
            ("0/300", None),
            ("40/20/300", None),
            ("40/*300", None),
            ("*", None),
            ("*300+5", None),
            ("300:", None),
            (":300", None),
            ("40/300:?", None),
            ("1.", None),
            ("1.0000", None),
            (".5", None),
            ("1.2.3", None),
            ("-300", None),
            ("1000000000", None),
            ("40.5/300", None),
        ] {
            assert_eq!(estimate(text.as_bytes()).map(|found| found as f64 / 1000.0), seconds, "{text}");
        }
    }

    #[test]
    fn classes_begin_and_end_at_their_limits() {
        let names: Vec<_> = Speed::ALL.into_iter().map(Speed::as_str).collect();
        assert_eq!(names, ["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"]);
        for (first, last, speed) in [
            ("0.001", "29.999", Speed::UltraBullet),
            ("30", "179", Speed::Bullet),
            ("180", "479", Speed::Blitz),
            ("480", "1499", Speed::Rapid),
            ("1500", "21599", Speed::Classical),
            ("21600", "999999999", Speed::Correspondence),
        ] {
            for text in [first, last] {
                assert_eq!(Speed::of_tags(text.as_bytes(), b"Correspondence"), Some(speed), "{text}");
            }
        }
        assert_eq!(Speed::of_tags(b" 60\t", b""), Some(Speed::Bullet));
        assert_eq!(Speed::of_tags(b"0+0", b"Correspondence"), None);
        assert_eq!(Speed::of_tags(b" - ", "CORRESPONDÉNCE Cup".as_bytes()), Some(Speed::Correspondence));
        assert_eq!([Speed::of_tags(b"-", b"Rated Blitz game"), Speed::of_tags(b"", b"Correspondence")], [None; 2]);
    }
}
