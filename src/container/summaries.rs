//! Summaries of games: a few bytes from which a search can rule out most games without reading their moves (`search.11`).

use super::{BlockHeader, Fetch, SectionKind, sections::Sections};
use crate::{PackedMove, Result, memory};

/// Bytes per game in the section `summaries`.
pub const SUMMARY_LEN: usize = DEPARTURE_PLANES // the first departures of home pawns, two in a byte
    + 1; // pieces at the end, without the kings

/// Bytes of a summary that hold departures; each is a plane of the section.
pub(crate) const DEPARTURE_PLANES: usize = 4;

/// Blocks with fewer games have no summaries, because searching them is fast enough. Not a rule of the format.
const MIN_GAMES: usize = 256;

/// Ranks 2 and 7.
pub(crate) const HOME_PAWNS: u64 = 0xFF << 8 | 0xFF << 48;

/// The summaries of the games of a block that is being built.
#[derive(Debug, Default)]
pub struct Summaries {
    rows: Vec<[u8; SUMMARY_LEN]>,
}

impl Summaries {
    /// Adds a game. A game without the standard start has a summary of zeros, which no reader uses.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn push(&mut self, standard_start: bool, moves: &[PackedMove]) -> Result<()> {
        memory::push(&mut self.rows, if standard_start { summary(moves) } else { [0; SUMMARY_LEN] })
    }

    /// Adds an existing summary of a game.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn push_row(&mut self, row: [u8; SUMMARY_LEN]) -> Result<()> {
        memory::push(&mut self.rows, row)
    }

    /// Returns the content of the section; `None` for a block that needs none.
    ///
    /// # Errors
    ///
    /// [`NoMemory`](crate::ErrorCode::NoMemory).
    pub fn to_section(&self) -> Result<Option<Vec<u8>>> {
        (self.rows.len() >= MIN_GAMES).then(|| self.planes()).transpose()
    }

    /// Returns the first byte of every game, then the second byte of every game, and so on.
    pub(crate) fn planes(&self) -> Result<Vec<u8>> {
        let mut planes = memory::with_capacity(SUMMARY_LEN * self.rows.len())?;
        planes.extend((0..SUMMARY_LEN).flat_map(|plane| self.rows.iter().map(move |row| row[plane])));
        Ok(planes)
    }
}

/// The summaries in a block, for comparison with its games.
#[derive(Debug)]
pub struct StoredSummaries {
    planes: Vec<u8>,
    games: usize,
    /// Offset of the section in the block, in bytes.
    pub offset: u64,
}

impl StoredSummaries {
    /// Reads the section `summaries` of a block; `None` if searches do not use it because it is missing, damaged, or of another length.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory), and temporary errors of `fetch`.
    pub fn load(header: &BlockHeader, fetch: &dyn Fetch) -> Result<Option<StoredSummaries>> {
        let Some(section) = header.section(SectionKind::Summaries) else { return Ok(None) };
        match Sections::new(header, fetch).content(section) {
            Ok(content) if content.len() == header.games * SUMMARY_LEN => {
                let planes = memory::copied(&content)?;
                Ok(Some(StoredSummaries { planes, games: header.games, offset: section.range.start }))
            }
            Err(e) if e.is_temporary() => Err(e),
            _ => Ok(None),
        }
    }

    /// Returns the content of the section.
    pub fn planes(&self) -> &[u8] {
        &self.planes
    }

    /// Returns the summary of a game of the block.
    pub fn row(&self, game: usize) -> [u8; SUMMARY_LEN] {
        std::array::from_fn(|plane| self.planes[plane * self.games + game])
    }
}

/// Returns the summary of a game with these legal moves from the standard start (`search.11`).
pub fn summary(moves: &[PackedMove]) -> [u8; SUMMARY_LEN] {
    let mut at_home = HOME_PAWNS;
    let mut pieces = [15u8; 2];
    let mut departures = [0u8; 16];
    let mut departed = 0;
    for (ply, packed_move) in moves.iter().enumerate() {
        let leaving = at_home & (1 << packed_move.from() | 1 << packed_move.to());
        // The null move goes from square 0 to square 0, which is no pawn's home square.
        if leaving != 0 {
            departures[departed] = pawn_number(leaving);
            departed += 1;
            at_home &= !leaving;
        }
        // moves.1: flags 4, 5, 12 to 15 are captures.
        let is_capture = packed_move.flags() & 4 != 0;
        pieces[1 - ply % 2] -= u8::from(is_capture);
    }
    // Repeating the last departure marks the end.
    let last = departures[departed.saturating_sub(1)];
    departures[departed..].fill(last);
    let mut row = [0; SUMMARY_LEN];
    for (byte, pair) in row.iter_mut().zip(departures.chunks(2)) {
        *byte = pair[0] | pair[1] << 4;
    }
    row[DEPARTURE_PLANES] = pieces[0] | pieces[1] << 4;
    row
}

/// Pawns of White on the files a to h are 0 to 7, pawns of Black 8 to 15.
pub(crate) fn pawn_number(square: u64) -> u8 {
    let square = square.trailing_zeros() as u8;
    square & 7 | (square & 32) >> 2
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::{
        Error, ErrorCode,
        container::{EncodedBlock, Section},
        games_from_pgn,
    };

    #[test]
    fn departures_in_order() {
        let (games, _) = games_from_pgn(b"1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Qxa2 *").unwrap();
        let row = summary(&games[0].moves);
        // e2, d7, d2, a2, then a2 again to mark the end.
        assert_eq!(row, [0xB4, 0x03, 0, 0, 0xED]);
        assert_eq!(summary(&[]), [0, 0, 0, 0, 0xFF]);
    }

    /// A block in memory, or one whose bytes cannot be read now.
    struct Bytes(Result<Vec<u8>>);

    impl Fetch for Bytes {
        fn fetch(&self, range: std::ops::Range<u64>) -> Result<Cow<'_, [u8]>> {
            self.0.as_ref().map_err(Error::clone)?.fetch(range)
        }
    }

    #[test]
    fn summaries_that_are_damaged_or_too_short_are_none() {
        let block = |len: usize| {
            let section = Section::stored(SectionKind::Summaries, 0, vec![1; len]).unwrap();
            let block = EncodedBlock::new(2, 0, &[section]).unwrap();
            [block.header(false, 0).unwrap(), block.sections().to_vec()].concat()
        };
        let load = |len: usize, bytes: Result<Vec<u8>>| {
            let header = BlockHeader::parse(&block(len)).unwrap();
            let loaded = StoredSummaries::load(&header, &Bytes(bytes)).map_err(|e| e.code());
            loaded.map(|summaries| summaries.map(|summaries| summaries.row(1)))
        };
        let len = 2 * SUMMARY_LEN;
        assert_eq!(load(len, Ok(block(len))), Ok(Some([1; SUMMARY_LEN])));
        let mut damaged = block(len);
        *damaged.last_mut().unwrap() ^= 1;
        assert_eq!(load(len, Ok(damaged)), Ok(None));
        for other in [len - 1, len + 1] {
            assert_eq!(load(other, Ok(block(other))), Ok(None));
        }
        for code in [ErrorCode::Io, ErrorCode::NoMemory] {
            assert_eq!(load(len, Err(Error::new(code, "not now"))), Err(code));
        }
        assert_eq!(load(len, Err(Error::new(ErrorCode::Truncated, "it ends"))), Ok(None));
    }
}
