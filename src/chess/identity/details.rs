//! Details of a game that may be unknown. A known detail that differs distinguishes games.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Game, PartialDate, PlayerName, value_of};
use crate::{Result, Termination, chess::tag_values, folding::fold};

/// One field per detail, in the order in which [`KnownGames`](super::KnownGames) sorts games; 0 if unknown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Details {
    /// Set only for near duplicates: for exact duplicates the key contains it.
    pub(super) year: u16,
    pub(super) values: [u32; DETAILS],
}

/// Number of details.
pub(super) const DETAILS: usize = 10;

/// Number of bits of each detail.
pub(super) const BITS: [u32; DETAILS] = [4, 5, 17, 16, 12, 2, NAME_BITS, NAME_BITS, NAME_BITS, NAME_BITS];

const NAME_BITS: u32 = 20;

const MONTH: usize = 0;
const DAY: usize = 1;
const TIME: usize = 2;
const ROUND: usize = 3;
const ROUND_PART: usize = 4;
const RESULT: usize = 5;
/// The surname and the given name of White, then of Black.
const NAMES: usize = 6;

/// Tags for the time at which a game began; the first known one is used.
const TIME_TAGS: [&[u8]; 3] = [b"UTCTime", b"Time", b"StartTime"];

impl Details {
    /// Returns the parts of the names that are not in the key.
    pub(super) fn of_names(players: &[PlayerName; 2]) -> Details {
        let mut details = Details::default();
        let names = players.iter().flat_map(|player| [&player.full_surname, &player.given]);
        for (value, name) in details.values[NAMES..].iter_mut().zip(names) {
            *value = name.as_ref().map_or(0, |name| hash_from(1, 1 << NAME_BITS, name));
        }
        details
    }

    /// Adds the time of the game without the year, and the result.
    pub(super) fn add_time(&mut self, game: &Game, date: PartialDate) -> Result<()> {
        (self.values[MONTH], self.values[DAY]) = (date.month.into(), date.day.into());
        for tag in TIME_TAGS {
            if self.values[TIME] == 0 {
                self.values[TIME] = time(&folded(game, tag)?);
            }
        }
        (self.values[ROUND], self.values[ROUND_PART]) = round(&folded(game, b"Round")?);
        self.values[RESULT] = result(game);
        Ok(())
    }

    pub(super) fn add_year(&mut self, date: PartialDate) {
        self.year = date.year;
    }

    /// Returns `true` if no detail known for both games differs.
    pub(super) fn agree(&self, other: &Details) -> bool {
        let year = agree(self.year.into(), other.year.into());
        year && self.values.iter().zip(&other.values).all(|(value, other)| agree(*value, *other))
    }

    /// Adds the known details of another game that agrees.
    pub(super) fn merge(&mut self, other: &Details) {
        self.year = self.year.max(other.year);
        self.values.iter_mut().zip(&other.values).for_each(|(value, other)| *value = (*value).max(*other));
    }
}

pub(super) fn agree(a: u32, b: u32) -> bool {
    a == b || a == 0 || b == 0
}

/// Returns a number from `first` to below `end`. It is the same in every run, and so is the order of games that depends on it.
fn hash_from(first: u32, end: u32, text: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    first + (hasher.finish() % u64::from(end - first)) as u32
}

/// Maximum number of bytes that are compared; of a longer round or time, its beginning.
const MAX_VALUE: usize = 1 << 10;

fn folded(game: &Game, tag: &[u8]) -> Result<String> {
    let value = value_of(game, tag)?;
    Ok(fold(&value[..value.len().min(MAX_VALUE)]))
}

fn says_nothing(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}

/// Reads `20:15` or `20:15:07` as seconds of the day; returns a hash of any other text.
fn time(text: &str) -> u32 {
    const DAY_SECONDS: u32 = 24 * 60 * 60;
    if says_nothing(text) {
        return 0;
    }
    let mut seconds = 0;
    let mut parts = text.trim().split(':');
    for (factor, max) in [(3600, 23), (60, 59), (1, 59)] {
        let part = parts.next().unwrap_or("0");
        match part.parse::<u32>() {
            Ok(part) if part <= max => seconds += part * factor,
            _ => return hash_from(DAY_SECONDS + 1, 1 << BITS[TIME], text),
        }
    }
    seconds + 1
}

/// `3.1`, `3(1)` and `3` are round 3, with part 1 or an unknown part. A text with another beginning, such as `final`, is compared
/// completely.
fn round(text: &str) -> (u32, u32) {
    let text = text.trim();
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (round, part) = if digits == 0 { (text, "") } else { text.split_at(digits) };
    let part = part.trim_matches(|letter: char| !letter.is_alphanumeric());
    (round_number(round, BITS[ROUND]), round_number(part, BITS[ROUND_PART]))
}

/// Maps numbers to the lower half of the given bits, and other texts and large numbers to hashes in the upper half.
fn round_number(text: &str, bits: u32) -> u32 {
    let half = 1 << (bits - 1);
    match text.parse::<u32>() {
        _ if says_nothing(text) => 0,
        Ok(number) if number + 1 < half => number + 1,
        _ => hash_from(half, 1 << bits, text),
    }
}

/// Uses the tag `Result` if it has a result, else the termination marker.
fn result(game: &Game) -> u32 {
    let by_tag = game.tag(b"Result").and_then(tag_values::result).filter(|result| *result != Termination::Unknown);
    match by_tag.unwrap_or(game.termination) {
        Termination::WhiteWins => 1,
        Termination::BlackWins => 2,
        Termination::Draw => 3,
        Termination::Absent | Termination::Unknown => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_their_bits() {
        assert_eq!(BITS.iter().sum::<u32>(), 136);
        for text in ["0", "00", "32766", "32767", "99999999999", "final", "3.2", "3.final", "1.2047", "1.2048"] {
            let (round, part) = round(text);
            assert!(round > 0 && round < 1 << BITS[ROUND] && part < 1 << BITS[ROUND_PART], "{text}");
        }
        for text in ["00:00:00", "23:59:59", "8:15 pm", "24:00", "1:2:3:4"] {
            assert!((1..1 << BITS[TIME]).contains(&time(text)), "{text}");
        }
    }

    #[test]
    fn rounds_have_parts() {
        for text in ["3.1", "3(1)", "3 (1)", "03.01", " 3.1 "] {
            assert_eq!(round(text), (4, 2), "{text}");
        }
        assert_eq!(
            [round("3"), round("3.?"), round("?"), round("-"), round("")],
            [(4, 0), (4, 0), (0, 0), (0, 0), (0, 0)]
        );
        assert_ne!(round("final"), round("semifinal"));
        assert_ne!(round("3.1.1"), round("3.1.2"));
        assert_eq!(round("final").1, 0);
    }

    #[test]
    fn times_are_seconds() {
        assert_eq!([time("00:00:00"), time("20:15"), time("20:15:00"), time("20:15:07")], [1, 72901, 72901, 72908]);
        assert_eq!([time("??:??:??"), time("")], [0, 0]);
        assert_ne!(time("8:15 pm"), time("8:20 pm"));
    }
}
