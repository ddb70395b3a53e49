//! Counts of games by result, and scores of players.

use std::ops::AddAssign;

use crate::Termination;

/// Counts of games by result.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a known result.
    pub other: u64,
}

impl ResultCounts {
    /// All games.
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.other
    }

    /// White's score, from 0 to 1; `None` if no game has a known result.
    pub fn score(&self) -> Option<f64> {
        score(self.white, self.draws, self.black)
    }

    /// Counts a game.
    pub(crate) fn count(&mut self, result: Termination) {
        match result {
            Termination::WhiteWins => self.white += 1,
            Termination::Draw => self.draws += 1,
            Termination::BlackWins => self.black += 1,
            Termination::Unknown | Termination::Absent => self.other += 1,
        }
    }
}

/// Counts of a player's games, by the result for that player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerScore {
    /// Games that the player won.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that the player lost.
    pub losses: u64,
    /// Games without a known result.
    pub other: u64,
    /// Games with a known result against an opponent whose rating is known.
    pub rated: u64,
    /// Sum of these opponents' ratings.
    pub opponents: u64,
    /// The half points that the player scored in these games: 2 for a win, 1 for a draw.
    pub half_points: u64,
}

impl PlayerScore {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses + self.other
    }

    /// The player's score, from 0 to 1; `None` if no game has a known result.
    pub fn score(&self) -> Option<f64> {
        score(self.wins, self.draws, self.losses)
    }

    /// Average rating of the opponents with known ratings, in games with a known result; rounded.
    pub fn average_opponent(&self) -> Option<u32> {
        (self.rated > 0).then(|| ((self.opponents + self.rated / 2) / self.rated) as u32)
    }

    /// Performance rating in the games with a known result against opponents with known ratings: their average rating plus the rating
    /// difference at which the score is expected, by the table of the FIDE Rating Regulations (Handbook B.02, table 8.1.1; its use for
    /// performance: B.01, 1.4.9). The score is first rounded to a percentage. The difference is at most 800 points, which is the result of
    /// winning or losing every game. The number means little if there are few games.
    pub fn performance(&self) -> Option<i32> {
        let average = self.average_opponent()? as i32;
        let percent = (100 * self.half_points + self.rated) / (2 * self.rated);
        Some(average + rating_difference(percent as usize))
    }

    /// Counts a game with this result; `is_white` says whether the player had the white pieces.
    pub(crate) fn count(&mut self, result: Termination, is_white: bool, opponent: Option<u32>) {
        let half_points = match (result, is_white) {
            (Termination::WhiteWins, true) | (Termination::BlackWins, false) => 2,
            (Termination::Draw, _) => 1,
            (Termination::WhiteWins, false) | (Termination::BlackWins, true) => 0,
            (Termination::Unknown | Termination::Absent, _) => {
                self.other += 1;
                return;
            }
        };
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
        if let Some(rating) = opponent {
            self.rated += 1;
            self.opponents += u64::from(rating);
            self.half_points += half_points as u64;
        }
    }
}

/// Counts that can be added up.
pub trait Counts: Default {
    /// Adds the counts of `other`.
    fn add(&mut self, other: &Self);

    /// Returns the number of counted games.
    fn all_games(&self) -> u64;
}

impl Counts for ResultCounts {
    fn add(&mut self, other: &ResultCounts) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.other += other.other;
    }

    fn all_games(&self) -> u64 {
        self.games()
    }
}

impl Counts for PlayerScore {
    fn add(&mut self, other: &PlayerScore) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.other += other.other;
        self.rated += other.rated;
        self.opponents += other.opponents;
        self.half_points += other.half_points;
    }

    fn all_games(&self) -> u64 {
        self.games()
    }
}

impl AddAssign for ResultCounts {
    fn add_assign(&mut self, other: ResultCounts) {
        self.add(&other);
    }
}

impl AddAssign for PlayerScore {
    fn add_assign(&mut self, other: PlayerScore) {
        self.add(&other);
    }
}

fn score(wins: u64, draws: u64, losses: u64) -> Option<f64> {
    let known = wins + draws + losses;
    (known > 0).then(|| (wins as f64 + draws as f64 / 2.0) / known as f64)
}

/// Rating differences for scores of 50 to 100 percent (FIDE Handbook B.02, table 8.1.1).
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
];

/// Returns the rating difference at which a player is expected to score this percentage.
fn rating_difference(percent: usize) -> i32 {
    match percent.checked_sub(50) {
        Some(above) => DIFFERENCES[above],
        None => -DIFFERENCES[50 - percent],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performance_is_that_of_fide() {
        let score = |rated, opponents, half_points| {
            PlayerScore { rated, opponents, half_points, ..PlayerScore::default() }.performance()
        };
        assert_eq!(score(0, 0, 0), None);
        assert_eq!(score(1, 2400, 2), Some(3200));
        assert_eq!(score(1, 2400, 0), Some(1600));
        assert_eq!(score(2, 4801, 2), Some(2401));
        // 5.5 of 9 are 61 percent, 3.5 of 9 are 39.
        assert_eq!((score(9, 9 * 2500, 11), score(9, 9 * 2500, 7)), (Some(2580), Some(2420)));
        // 2 of 3 are 67 percent; 1 of 8 are 12.5, rounded up.
        assert_eq!((score(3, 3 * 2000, 4), score(8, 8 * 2000, 2)), (Some(2125), Some(2000 - 322)));
        assert!(DIFFERENCES.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
