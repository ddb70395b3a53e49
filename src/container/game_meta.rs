//! Results, ratings and dates of the games of a block, as numbers (`search.6`).

use std::borrow::Cow;

use shakmaty::Color;

use super::{BlockHeader, Fetch, TagColumns};
use crate::{Result, Termination};

/// The tags that are read, in the order of [`GameMeta::load`].
const TAGS: [&[u8]; 4] = [b"Result", b"WhiteElo", b"BlackElo", b"Date"];

/// Results, ratings and dates of the games of a block.
pub struct GameMeta {
    tags: TagColumns,
}

impl GameMeta {
    /// Reads the tags.
    ///
    /// # Errors
    ///
    /// As [`super::Block::load`].
    pub fn load(header: &BlockHeader, fetch: &dyn Fetch) -> Result<GameMeta> {
        TagColumns::load(header, fetch, &TAGS).map(|tags| GameMeta { tags })
    }

    /// A value. One that cannot be read has no meaning here.
    fn value(&self, tag: usize, game: usize) -> Option<Cow<'_, [u8]>> {
        self.tags.value(tag, game).ok().flatten()
    }

    /// The result: that of the tag, else the termination marker.
    pub fn result(&self, game: usize) -> Termination {
        self.tags.result(0, game).unwrap_or_else(|_| self.tags.termination(game, None))
    }

    /// The rating of a player, if it is known.
    pub fn rating(&self, game: usize, color: Color) -> Option<u32> {
        self.value(color.fold_wb(1, 2), game).and_then(|value| rating(&value))
    }

    /// The date as year * 10000 + month * 100 + day, with 0 for what is not known; `None` without year.
    pub fn date(&self, game: usize) -> Option<u32> {
        self.value(3, game).and_then(|value| date(&value))
    }

    /// The year, if it is known.
    pub fn year(&self, game: usize) -> Option<u32> {
        self.date(game).map(|date| date / 10_000)
    }
}

/// The rating in a tag (`search.6`): a decimal number from 1 to 9999.
pub fn rating(value: &[u8]) -> Option<u32> {
    digits(value).filter(|_| value.len() <= 4).filter(|rating| *rating > 0)
}

/// The date in a tag as year * 10000 + month * 100 + day (`search.6`): a year of four digits, then month and day if they are known.
pub fn date(value: &[u8]) -> Option<u32> {
    let year = digits(value.get(..4)?)?;
    let part = |at: usize| {
        let (dot, number) = value.get(at..at + 3)?.split_first()?;
        if *dot == b'.' { digits(number) } else { None }
    };
    let month = part(4);
    let day = month.and(part(7));
    Some(year * 10_000 + month.unwrap_or(0) * 100 + day.unwrap_or(0))
}

fn digits(text: &[u8]) -> Option<u32> {
    let all = !text.is_empty() && text.len() <= 9 && text.iter().all(u8::is_ascii_digit);
    all.then(|| text.iter().fold(0, |n, digit| n * 10 + u32::from(digit - b'0')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_and_dates() {
        for (text, number) in [("2700", Some(2700)), ("0", None), ("", None), ("12345", None), ("2700?", None)] {
            assert_eq!(rating(text.as_bytes()), number, "{text}");
        }
        for (text, number) in [
            ("2020.01.31", Some(20_200_131)),
            ("2020.??.??", Some(20_200_000)),
            ("2020.03.??", Some(20_200_300)),
            ("2020", Some(20_200_000)),
            ("????.??.??", None),
            ("20", None),
        ] {
            assert_eq!(date(text.as_bytes()), number, "{text}");
        }
    }
}
