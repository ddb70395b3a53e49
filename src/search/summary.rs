//! Summaries of games: what rules most of them out without a look at their moves (`search.8`).

use super::budget::Needs;
use crate::PackedMove;

/// Bytes that a game takes in the section `summaries`.
pub const SUMMARY_LEN: usize = DEPARTURE_PLANES // the first departures of home pawns, two in a byte
    + 1; // men at the end

const DEPARTURE_PLANES: usize = 4;

/// Blocks with fewer games have no summaries: they are searched fast enough. Not a rule of the format.
const FEWEST_GAMES: usize = 256;

/// Ranks 2 and 7.
const HOME_PAWNS: u64 = 0xFF << 8 | 0xFF << 48;

/// The summaries of the games of a block that is being built.
#[derive(Debug, Default)]
pub struct Summaries {
    rows: Vec<[u8; SUMMARY_LEN]>,
}

impl Summaries {
    /// Adds a game. One that does not start from the usual position has a summary of zeros, which nobody looks at.
    pub fn push(&mut self, starts_usually: bool, moves: &[PackedMove]) {
        self.rows.push(if starts_usually { summary(moves) } else { [0; SUMMARY_LEN] });
    }

    /// The content of the section; `None` for a block that needs none.
    pub fn to_section(&self) -> Option<Vec<u8>> {
        (self.rows.len() >= FEWEST_GAMES).then(|| {
            let planes = (0..SUMMARY_LEN).flat_map(|plane| self.rows.iter().map(move |row| row[plane]));
            planes.collect()
        })
    }
}

/// What a summary says of a game with these legal moves from the usual position (`search.8`).
pub fn summary(moves: &[PackedMove]) -> [u8; SUMMARY_LEN] {
    let (mut at_home, mut men) = (HOME_PAWNS, [15u8; 2]);
    let (mut departures, mut departed) = ([0u8; 16], 0);
    for (ply, word) in moves.iter().enumerate() {
        let gone = at_home & (1 << word.from() | 1 << word.to());
        // The null move has the squares 0 and 0, where no pawn has its home.
        if gone != 0 {
            departures[departed] = pawn_number(gone);
            departed += 1;
            at_home &= !gone;
        }
        // moves.1: kinds 4, 5, 12 to 15 are captures.
        let is_capture = word.flags() & 4 != 0;
        men[1 - ply % 2] -= u8::from(is_capture);
    }
    // The last departure again marks the end.
    let last = departures[departed.saturating_sub(1)];
    departures[departed..].fill(last);
    let mut row = [0; SUMMARY_LEN];
    for (byte, pair) in row.iter_mut().zip(departures.chunks(2)) {
        *byte = pair[0] | pair[1] << 4;
    }
    row[DEPARTURE_PLANES] = men[0] | men[1] << 4;
    row
}

/// White's pawns on the files a to h are 0 to 7, Black's 8 to 15.
fn pawn_number(square: u64) -> u8 {
    let square = square.trailing_zeros() as u8;
    square & 7 | (square & 32) >> 2
}

/// Which summaries a game can have that gets to some position.
pub(super) struct Sieve {
    /// For every plane the bytes that are possible; the planes behind the last are not looked at.
    departures: Vec<[bool; 256]>,
    men: [bool; 256],
}

impl Sieve {
    /// For an exact position, whose home pawns are all that stand at home; or for anything that has at least these men.
    pub(super) fn new(needs: &Needs, exact: bool) -> Sieve {
        let standing = needs.home_pawns();
        let departed: Vec<u8> = (0..64)
            .map(|square| 1u64 << square)
            .filter(|bit| HOME_PAWNS & !standing & bit != 0)
            .map(pawn_number)
            .collect();
        let planes = if exact { departed.len().div_ceil(2).min(DEPARTURE_PLANES) } else { 0 };
        let departures = (0..planes).map(|plane| possible_pairs(&departed, departed.len() - 2 * plane)).collect();
        let few = |nibble: usize, side| (nibble as i8) < needs.most_men(side);
        Sieve { departures, men: std::array::from_fn(|byte| few(byte & 15, 0) && few(byte >> 4, 1)) }
    }

    /// The games that may get there, among those that `summaries` are of.
    pub(super) fn pass(&self, summaries: &[u8], games: usize) -> Vec<u32> {
        let plane = |number: usize| &summaries[number * games..][..games];
        let ends = plane(DEPARTURE_PLANES);
        let mut passed: Vec<u32> = match self.departures.first() {
            Some(first) => {
                let pairs = (0u32..).zip(plane(0).iter().zip(ends));
                pairs
                    .filter(|(_, (pair, end))| first[**pair as usize] & self.men[**end as usize])
                    .map(|p| p.0)
                    .collect()
            }
            None => (0u32..).zip(ends).filter(|(_, end)| self.men[**end as usize]).map(|p| p.0).collect(),
        };
        for (number, possible) in self.departures.iter().enumerate().skip(1) {
            let plane = plane(number);
            passed.retain(|game| possible[plane[*game as usize] as usize]);
        }
        passed
    }
}

/// Pairs of departures that are both among `departed` and differ. Of the last pair only the first counts if `left` is 1.
fn possible_pairs(departed: &[u8], left: usize) -> [bool; 256] {
    std::array::from_fn(|byte| {
        let (first, second) = (byte as u8 & 15, byte as u8 >> 4);
        departed.contains(&first) && (left == 1 || first != second && departed.contains(&second))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{position_after, target::Target};
    use super::*;
    use crate::games_from_pgn;

    #[test]
    fn pawns_leave_in_order() {
        let (games, _) = games_from_pgn(b"1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. d4 Qxa2 *").unwrap();
        let row = summary(&games[0].moves);
        // e2, d7, d2, a2, and a2 again to the end.
        assert_eq!(row, [0xB4, 0x03, 0, 0, 0xED]);
        assert_eq!(summary(&[]), [0, 0, 0, 0, 0xFF]);
    }

    #[test]
    fn what_can_get_there_passes() {
        let lines = ["e4 e5 d4 d5 Nf3", "d4 d5 e4 e5", "e4 e5 d4", "e4 e5 d4 c5", "Nf3", "e4 e5 d4 d5 exd5"];
        let mut summaries = Summaries::default();
        for line in lines {
            let (games, _) = games_from_pgn(line.as_bytes()).unwrap();
            summaries.push(true, &games[0].moves);
        }
        let planes: Vec<u8> =
            (0..SUMMARY_LEN).flat_map(|plane| summaries.rows.iter().map(move |row| row[plane])).collect();
        let target = Target::new(&position_after(b"e4 e5 d4 d5").unwrap());
        assert_eq!(Sieve::new(&target.needs, true).pass(&planes, lines.len()), [0, 1, 5]);
        assert_eq!(Sieve::new(&target.needs, false).pass(&planes, lines.len()).len(), 6);
    }
}
