//! The record of every game in an index (`index.6`).

use crate::{Result, Termination, coding::wire::Cursor};

/// Bytes of a record.
pub(super) const RECORD_LEN: usize = 4 // offset of the moves
    + 2 + 2 // ratings
    + 2; // year and result

/// Marks a game with a custom start, in the offset of its moves.
pub(super) const CUSTOM_START: u32 = 1 << 31;

/// The record of a game in an index (`index.6`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord {
    /// Where its moves start in the section; bit 31 is set unless it starts from the standard start.
    pub offset_and_start: u32,
    /// Ratings of White and Black; 0 for none.
    pub ratings: [u16; 2],
    /// The year times 4, plus the result: 0 other, 1 White wins, 2 draw, 3 Black wins.
    pub year_and_result: u16,
}

impl GameRecord {
    pub(super) fn new(
        offset_and_start: u32,
        ratings: [Option<u32>; 2],
        year: Option<u32>,
        result: Termination,
    ) -> GameRecord {
        let result = match result {
            Termination::Unknown | Termination::Absent => 0,
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
        };
        let ratings = ratings.map(|rating| rating.map_or(0, |rating| rating as u16));
        GameRecord { offset_and_start, ratings, year_and_result: (year.unwrap_or(0) << 2) as u16 | result }
    }

    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.offset_and_start.to_le_bytes());
        let rest = [self.ratings[0], self.ratings[1], self.year_and_result];
        rest.into_iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
    }

    pub(super) fn parse(bytes: &[u8]) -> Result<GameRecord> {
        let mut cursor = Cursor::new(bytes);
        let offset_and_start = cursor.u32()?;
        Ok(GameRecord { offset_and_start, ratings: [cursor.u16()?, cursor.u16()?], year_and_result: cursor.u16()? })
    }

    /// Where its moves start in the section.
    pub(super) fn offset(&self) -> u32 {
        self.offset_and_start & !CUSTOM_START
    }

    /// Whether it starts from the standard start.
    pub(crate) fn has_standard_start(&self) -> bool {
        self.offset_and_start & CUSTOM_START == 0
    }

    /// The result; one that is not known is [`Termination::Unknown`].
    pub(crate) fn result(&self) -> Termination {
        match self.year_and_result & 3 {
            1 => Termination::WhiteWins,
            2 => Termination::Draw,
            3 => Termination::BlackWins,
            _ => Termination::Unknown,
        }
    }

    /// The rating of White (0) or Black (1).
    pub(crate) fn rating(&self, side: usize) -> Option<u32> {
        Some(u32::from(self.ratings[side])).filter(|rating| *rating > 0)
    }

    /// The year.
    pub(crate) fn year(&self) -> Option<u32> {
        Some(u32::from(self.year_and_result >> 2)).filter(|year| *year > 0)
    }
}
