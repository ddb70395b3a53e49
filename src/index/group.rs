//! Groups: consecutive games of a block, with the data of each game that an index has besides moves (`index.6`).

use std::ops::Range;

use super::bits::{malformed, take_bits, take_number};
use crate::{
    Error, ErrorCode, Position, Result, Termination,
    coding::{
        rice::{RiceReader, RiceWriter},
        wire::{Cursor, crc32c, put_varint},
    },
    limits, memory,
};

/// Start of the main line of a game (`index.6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameStart {
    /// At the standard start.
    Standard,
    /// At the position of its `FEN` tag.
    Fen,
    /// The game has no positions (`search.2`).
    None,
}

/// Values of a game in an index (`index.6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord {
    /// Start of the main line.
    pub start: GameStart,
    /// Plies of the main line.
    pub plies: u32,
    /// Size of the game's code in bytes; 0 if games of the block have no separate codes.
    pub size: u32,
    /// Ratings of White and Black; 0 if unknown.
    pub ratings: [u16; 2],
    /// The year; 0 if unknown.
    pub year: u16,
    /// 1 White wins, 2 draw, 3 Black wins, 0 other.
    pub result: u8,
}

impl GameRecord {
    /// Returns the number of a result.
    pub(super) fn result_number(result: Termination) -> u8 {
        match result {
            Termination::Unknown | Termination::Absent => 0,
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
        }
    }

    /// Returns the result; [`Termination::Unknown`] if it is not known.
    pub(crate) fn result(&self) -> Termination {
        match self.result {
            1 => Termination::WhiteWins,
            2 => Termination::Draw,
            3 => Termination::BlackWins,
            _ => Termination::Unknown,
        }
    }

    /// Returns the rating of White (0) or Black (1).
    pub(crate) fn rating(&self, side: usize) -> Option<u32> {
        Some(u32::from(self.ratings[side])).filter(|rating| *rating > 0)
    }

    /// The year.
    pub(crate) fn year(&self) -> Option<u32> {
        Some(u32::from(self.year)).filter(|year| *year > 0)
    }

    /// The columns of a group's record, in order.
    fn numbers(&self) -> [u32; COLUMNS] {
        let [white, black] = self.ratings.map(u32::from);
        let more = self.size.wrapping_sub(self.plies);
        [self.start as u32, self.plies, more, white, black, self.year.into(), self.result.into()]
    }

    fn of_numbers(numbers: [u32; COLUMNS]) -> Result<GameRecord> {
        let [start, plies, more, white, black, year, result] = numbers;
        let start = match start {
            0 => GameStart::Standard,
            1 => GameStart::Fen,
            2 => GameStart::None,
            _ => return Err(malformed("a start that does not exist")),
        };
        let short = |number: u32| u16::try_from(number).map_err(|_| malformed("a rating or a year"));
        let result = u8::try_from(result).ok().filter(|result| *result < 4);
        Ok(GameRecord {
            start,
            plies,
            size: plies.wrapping_add(more),
            ratings: [short(white)?, short(black)?],
            year: short(year)?,
            result: result.ok_or_else(|| malformed("a result that does not exist"))?,
        })
    }
}

/// The numbers of a game in a record.
const COLUMNS: usize = 7;

/// The record of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRecord {
    /// The bytes of the group's moves in the section `moves`.
    pub moves: Range<u64>,
    /// The checksum of these bytes.
    pub moves_crc: u32,
    /// The games.
    pub games: Vec<GameRecord>,
    /// The `FEN` tags of the games with [`GameStart::Fen`], in order.
    pub fens: Vec<Vec<u8>>,
}

impl GroupRecord {
    /// Appends the record.
    pub(super) fn put(&self, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        let mut bits = RiceWriter::default();
        for column in 0..COLUMNS {
            put_column(&mut bits, self.games.iter().map(|game| game.numbers()[column]));
        }
        let bits = bits.finish();
        let fens: usize = self.fens.iter().map(|fen| fen.len() + 10).sum();
        out.try_reserve(bits.len() + fens + 40)?;
        put_varint(out, self.moves.start);
        put_varint(out, self.moves.end - self.moves.start);
        out.extend_from_slice(&self.moves_crc.to_le_bytes());
        out.extend_from_slice(&bits);
        for fen in &self.fens {
            put_varint(out, fen.len() as u64);
            out.extend_from_slice(fen);
        }
        let crc = crc32c(&out[start..]);
        out.extend_from_slice(&crc.to_le_bytes());
        Ok(())
    }

    /// Reads a record of `games` games.
    pub(super) fn parse(bytes: &[u8], games: usize) -> Result<GroupRecord> {
        let content = checked(bytes, "the record of a group")?;
        let mut cursor = Cursor::new(content);
        let start = cursor.varint_up_to(limits::MAX_SECTION_LEN as u64, "an offset of moves")?;
        let len = cursor.varint_up_to(limits::MAX_SECTION_LEN as u64, "the length of moves")?;
        let moves_crc = cursor.u32()?;
        let rest = cursor.take_rest();
        let mut bits = RiceReader::new(rest);
        let mut numbers = memory::filled([0; COLUMNS], games)?;
        for column in 0..COLUMNS {
            take_column(&mut bits, numbers.iter_mut().map(|numbers| &mut numbers[column]))?;
        }
        // index.4
        let left_over = bits.position().next_multiple_of(8) - bits.position();
        if take_bits(&mut bits, left_over as u32)? != 0 {
            return Err(malformed("bits left over after the games of a group"));
        }
        let games = memory::all(numbers.into_iter().map(GameRecord::of_numbers))?;
        let mut cursor = Cursor::new(&rest[bits.position().div_ceil(8)..]);
        let fens = games.iter().filter(|game| game.start == GameStart::Fen).map(|_| {
            let len = cursor.varint_up_to(cursor.remaining() as u64, "the length of a FEN")?;
            memory::copied(cursor.take(len as usize)?)
        });
        let fens = memory::all(fens)?;
        cursor.finish()?;
        Ok(GroupRecord { moves: start..start + len, moves_crc, games, fens })
    }

    /// Reads the starts of the games.
    ///
    /// Errors: [`ErrorCode::NoMemory`].
    pub(crate) fn starts(&self) -> Result<GroupStarts<'_>> {
        let numbers = 0..self.games.len() as u32;
        let custom = numbers.filter(|game| self.games[*game as usize].start == GameStart::Fen);
        Ok(GroupStarts { custom: memory::collected(custom)?, fens: &self.fens })
    }

    /// Total plies of the games.
    pub(crate) fn plies(&self) -> u64 {
        self.games.iter().map(|game| u64::from(game.plies)).sum()
    }
}

/// Starts of the games of a group.
pub(crate) struct GroupStarts<'a> {
    /// The games with custom starts, in ascending order, and their `FEN` tags.
    custom: Vec<u32>,
    fens: &'a [Vec<u8>],
}

impl GroupStarts<'_> {
    /// Returns the start of a game; `None` for the standard one.
    ///
    /// Errors: from its `FEN` tag.
    pub(crate) fn of_game(&self, game: usize) -> Result<Option<Position>> {
        let number = self.custom.binary_search(&(game as u32)).ok();
        number.map(|number| Position::from_fen(&self.fens[number])).transpose()
    }
}

/// Appends numbers as their minimum, followed by the difference of each from the minimum.
fn put_column(bits: &mut RiceWriter, numbers: impl Iterator<Item = u32> + Clone) {
    let (min, max) = numbers.clone().fold((u32::MAX, 0), |(min, max), n| (n.min(min), n.max(max)));
    let width = u32::BITS - (max - min).leading_zeros();
    bits.put_number(min.into());
    bits.put_number(width.into());
    numbers.for_each(|number| bits.put_wide((number - min).into(), width));
}

fn take_column<'n>(bits: &mut RiceReader<'_>, numbers: impl Iterator<Item = &'n mut u32>) -> Result<()> {
    let min = take_number(bits, u32::MAX.into(), "the smallest number of a column")?;
    let width = take_number(bits, 32, "the width of a column")?;
    for number in numbers {
        let sum = min + take_bits(bits, width as u32)?;
        *number = u32::try_from(sum).map_err(|_| malformed("a number above 32 bits"))?;
    }
    Ok(())
}

/// Returns the content of a part that ends with its checksum.
pub(super) fn checked<'b>(bytes: &'b [u8], what: &str) -> Result<&'b [u8]> {
    let (content, crc) = bytes.split_last_chunk::<4>().ok_or_else(|| malformed("a part that is too short"))?;
    if crc32c(content) == u32::from_le_bytes(*crc) {
        Ok(content)
    } else {
        Err(Error::new(ErrorCode::ChecksumSection, format!("{what} in an index is corrupt (checksum)")))
    }
}
