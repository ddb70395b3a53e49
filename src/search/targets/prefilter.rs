//! The prefilter: skips games whose summaries rule out a match (`search.11`).

use super::required_material::RequiredMaterial;
use crate::{
    Result,
    container::{DEPARTURE_PLANES, HOME_PAWNS, pawn_number},
    memory,
};

/// The summaries that a game with a match can have.
pub(crate) struct Prefilter {
    /// The possible bytes of every plane; planes after the last are not tested.
    departures: Vec<[bool; 256]>,
    pieces: [bool; 256],
}

impl Prefilter {
    /// Creates the filter for targets with this required material. If `exact` is set, all pawns that are not required
    /// on their home squares have left them.
    pub(super) fn new(required: &RequiredMaterial, exact: bool) -> Prefilter {
        let at_home = required.home_pawns();
        let departed: Vec<u8> = (0..64)
            .map(|square| 1u64 << square)
            .filter(|bit| HOME_PAWNS & !at_home & bit != 0)
            .map(pawn_number)
            .collect();
        let planes = if exact { departed.len().div_ceil(2).min(DEPARTURE_PLANES) } else { 0 };
        let departures = (0..planes).map(|plane| possible_pairs(&departed, departed.len() - 2 * plane)).collect();
        let can_match = |nibble: usize, side| (nibble as i8) < required.max_pieces(side);
        let pieces = std::array::from_fn(|byte| can_match(byte & 15, 0) && can_match(byte >> 4, 1));
        Prefilter { departures, pieces }
    }

    /// Returns the games of a block that may match, judged by the summaries of the block.
    pub(crate) fn candidates(&self, summaries: &[u8], games: usize) -> Result<Vec<u32>> {
        let plane = |number: usize| &summaries[number * games..][..games];
        let pieces = plane(DEPARTURE_PLANES);
        let mut candidates: Vec<u32> = memory::with_capacity(games)?;
        match self.departures.first() {
            Some(first) => {
                let pairs = (0u32..).zip(plane(0).iter().zip(pieces));
                let may_match =
                    |(_, (pair, pieces)): &(u32, (&u8, &u8))| first[**pair as usize] & self.pieces[**pieces as usize];
                candidates.extend(pairs.filter(may_match).map(|p| p.0));
            }
            None => {
                let games = (0u32..).zip(pieces);
                candidates.extend(games.filter(|(_, pieces)| self.pieces[**pieces as usize]).map(|p| p.0));
            }
        }
        for (number, possible) in self.departures.iter().enumerate().skip(1) {
            let plane = plane(number);
            candidates.retain(|game| possible[plane[*game as usize] as usize]);
        }
        Ok(candidates)
    }
}

/// Returns, for each byte, whether its two pawns are different and both in `departed`. If only one pawn is left to test (`left` is 1),
/// tests only the first pawn of the byte.
fn possible_pairs(departed: &[u8], left: usize) -> [bool; 256] {
    std::array::from_fn(|byte| {
        let first = byte as u8 & 15;
        let second = byte as u8 >> 4;
        departed.contains(&first) && (left == 1 || first != second && departed.contains(&second))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        container::Summaries,
        games_from_pgn,
        search::{
            position_after,
            targets::{exact_position::ExactPosition, matcher::Matcher},
        },
    };

    #[test]
    fn games_that_may_match_are_candidates() {
        let lines = ["e4 e5 d4 d5 Nf3", "d4 d5 e4 e5", "e4 e5 d4", "e4 e5 d4 c5", "Nf3", "e4 e5 d4 d5 exd5"];
        let mut summaries = Summaries::default();
        for line in lines {
            let (games, _) = games_from_pgn(line.as_bytes()).unwrap();
            summaries.push(true, &games[0].moves).unwrap();
        }
        let planes = summaries.planes().unwrap();
        let position = ExactPosition::new(&position_after(b"e4 e5 d4 d5").unwrap());
        assert_eq!(Prefilter::new(position.required(), true).candidates(&planes, lines.len()).unwrap(), [0, 1, 5]);
        assert_eq!(Prefilter::new(position.required(), false).candidates(&planes, lines.len()).unwrap().len(), 6);
    }
}
