//! Arguments that several commands share.

use std::ops::Range;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use plypack::{Codec, Options, default_threads, files::IndexOptions, pgn::Language};

/// `--threads`.
#[derive(clap::Args)]
pub struct Threads {
    /// Number of threads; the result does not depend on it [default: one per core]
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Returns the number of threads to use.
    pub fn count(&self) -> usize {
        self.threads.map_or_else(default_threads, usize::from)
    }
}

/// `--memory`.
#[derive(clap::Args)]
pub struct Memory {
    /// Memory for games and positions, such as 2G or 512M [default: 512M]
    ///
    /// K, M and G are KiB, MiB and GiB; a number alone is in bytes. The minimum is 1M. Positions that do not fit are stored in a temporary
    /// file of at most 1.1 GB in the folder of the plypack file. The result does not depend on it.
    #[arg(long = "memory", value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
}

impl Memory {
    /// Returns the number of bytes to use.
    pub fn bytes(&self) -> u64 {
        self.memory.unwrap_or(IndexOptions::MEMORY)
    }
}

/// Parses a number of bytes, at least 1 MiB.
fn size(text: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.iter().find(|(unit, _)| text.to_ascii_uppercase().ends_with(*unit));
    let digits = if unit.is_some() { &text[..text.len() - 1] } else { text };
    let bytes = digits.parse().ok().and_then(|number: u64| number.checked_mul(1 << unit.map_or(0, |(_, bits)| *bits)));
    match bytes {
        Some(bytes) if bytes >= 1 << 20 => Ok(bytes),
        Some(_) => Err("must be at least 1M".to_owned()),
        None => Err(format!("`{text}` is not a size such as 2G or 512M")),
    }
}

/// `--unique`.
#[derive(clap::Args)]
pub struct Unique {
    /// Skip games that have an earlier duplicate
    ///
    /// A duplicate is a game in the inputs, or for `append` in the file, that `plypack duplicates` finds without --near. Games without moves, without a
    /// year, or with an unknown player are skipped only if they are exact copies. The command reports the number of skipped games.
    #[arg(long)]
    pub unique: bool,
}

/// `--language`.
#[derive(clap::Args)]
pub struct PieceLetters {
    /// Language of the piece letters in PGN, such as `de` for `Sf3` [default: en]
    #[arg(long, value_name = "CODE", value_parser = language(), default_value = "en", hide_default_value = true)]
    pub language: Language,
}

fn language() -> impl TypedValueParser<Value = Language> {
    let unknown = || "is not a known language".to_owned();
    PossibleValuesParser::new(Language::codes()).try_map(move |code| Language::from_code(&code).ok_or_else(unknown))
}

/// `--level`.
#[derive(clap::Args)]
pub struct Level {
    /// zstd level for tags, names and annotations, 1 to 22 [default: 9; 19 with tight]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i32).range(1..=22))]
    level: Option<i32>,
}

impl Level {
    /// Returns the options for games with this codec, or with the default codec.
    pub fn options(&self, codec: impl Into<Option<Codec>>) -> Options {
        let options = codec.into().map_or_else(Options::default, Options::of);
        self.level.map_or(options, |level| options.with_level(level))
    }
}

/// Parses the name of a file codec; the help lists the names. For a line codec, the error gives the reason for the refusal.
pub fn codec() -> impl TypedValueParser<Value = Codec> {
    let value = |codec: &Codec| PossibleValue::new(codec.name()).hide(codec.is_line_codec());
    PossibleValuesParser::new(Codec::ALL.iter().map(value)).try_map(|name| {
        let codec = name.parse::<Codec>()?;
        codec.check_in_files().map(|()| codec)
    })
}

/// Parses the name of any codec.
pub fn any_codec() -> impl TypedValueParser<Value = Codec> {
    let names = Codec::ALL.iter().map(|codec| codec.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Codec>())
}

/// `A..B`, `A..`, `..B` or `A`: games from A to before B.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRange {
    first: u64,
    end: Option<u64>,
}

impl GameRange {
    /// All games.
    pub const ALL: GameRange = GameRange { first: 0, end: None };

    /// One game.
    pub fn of(number: u64) -> GameRange {
        GameRange { first: number, end: number.checked_add(1) }
    }

    /// The first game of the range.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns `true` if the game is in the range.
    pub fn has(&self, number: u64) -> bool {
        number >= self.first && self.end.is_none_or(|end| number < end)
    }

    /// The number after the last game of the range, if it has an end.
    pub fn end(&self) -> Option<u64> {
        self.end
    }

    /// Returns the games of the range in a file of `games` games; `None` if the range starts after the file's end.
    pub fn within(&self, games: u64) -> Option<Range<u64>> {
        let end = self.end.unwrap_or(games).min(games);
        (self.first <= end).then_some(self.first..end)
    }
}

impl std::str::FromStr for GameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<GameRange, String> {
        let number = |text: &str| text.parse::<u64>().map_err(|_| format!("`{text}` is not a game number"));
        let Some((first, end)) = text.split_once("..") else {
            return number(text).map(GameRange::of);
        };
        let first = if first.is_empty() { 0 } else { number(first)? };
        let end = if end.is_empty() { None } else { Some(number(end)?) };
        match end {
            Some(end) if end < first => Err("the range ends before it begins".to_owned()),
            _ => Ok(GameRange { first, end }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory() {
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("512m"), Ok(512 << 20));
        assert_eq!(size("1024K"), Ok(1 << 20));
        assert_eq!(size("1048577"), Ok((1 << 20) + 1));
        for wrong in ["", "G", "1", "1023K", "-1G", "1.5G", "99999999999999G", "2GB", "\u{a0}G", "G\u{a0}"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_of_games() {
        let range = |text: &str, games| text.parse::<GameRange>().unwrap().within(games);
        assert_eq!(range("2..5", 10), Some(2..5));
        assert_eq!(range("2..", 10), Some(2..10));
        assert_eq!(range("..5", 3), Some(0..3));
        assert_eq!(range("..", 3), Some(0..3));
        assert_eq!(range("7", 10), Some(7..8));
        assert_eq!(range("7", 7), Some(7..7));
        assert_eq!(range("8..9", 7), None);
        for wrong in ["", "x", "3..2", "1...4", "-1", "1..x"] {
            assert!(wrong.parse::<GameRange>().is_err(), "{wrong}");
        }
    }
}
