//! The answers, in the shape of Lichess's explorer.

use std::{collections::BTreeMap, ops::Deref};

use serde::Serialize;

use super::collection::{Collection, Outcome};
use crate::{Reader, Speed, chess::branch::Branch, folding::text_of, openings::Opening};

/// What an explorer says of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Answer {
    /// All games that count.
    #[serde(flatten)]
    pub total: Counts,
    /// The moves played next, the most played first, then in the order of their UCI text.
    pub moves: Vec<MoveAnswer>,
    /// The last games, the latest first; `None` for masters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recent_games: Option<Vec<GameOfMove>>,
    /// The games of the highest ratings; `None` for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_games: Option<Vec<GameOfMove>>,
    /// The opening of the last position on the way here that has a name.
    pub opening: Option<OpeningName>,
    /// 0 for players: nobody waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue_position: Option<u32>,
    /// The games by month, if they were asked for. Games without a month count in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<Vec<MonthCounts>>,
}

impl Answer {
    /// The JSON that Lichess's explorer would send, in one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Games by their results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
}

impl Counts {
    pub(super) fn of(branch: &Branch) -> Counts {
        Counts { white: branch.white, draws: branch.draws, black: branch.black }
    }

    pub(super) fn add(&mut self, branch: &Branch) {
        self.white += branch.white;
        self.draws += branch.draws;
        self.black += branch.black;
    }

    pub(super) fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::White => self.white += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Black => self.black += 1,
        }
    }
}

/// A move played next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MoveAnswer {
    /// In UCI; castling as king takes own rook.
    pub uci: String,
    /// In SAN.
    pub san: String,
    /// The average rating of those who played it, rounded; `None` if none is known, and for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_rating: Option<u32>,
    /// The average rating of the opponents, rounded; for players alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub average_opponent_rating: Option<u32>,
    /// The performance rating, by the table of FIDE; for players alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub performance: Option<i32>,
    /// The games.
    #[serde(flatten)]
    pub counts: Counts,
    /// The game, if it is the only one.
    pub game: Option<ExplorerGame>,
    /// The opening of the position after the move.
    pub opening: Option<OpeningName>,
}

/// The code and name of an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OpeningName {
    /// `B90`.
    pub eco: &'static str,
    /// `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

impl From<&'static Opening> for OpeningName {
    fn from(opening: &'static Opening) -> OpeningName {
        OpeningName { eco: opening.eco(), name: opening.name() }
    }
}

/// A game, and the move that it played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameOfMove {
    /// In UCI; castling as king takes own rook.
    pub uci: String,
    /// The game.
    #[serde(flatten)]
    pub game: ExplorerGame,
}

/// A game as lists show it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExplorerGame {
    /// The id at Lichess, if the tag `Site` has the address of a game there; otherwise one of this explorer's own, which begins with `_` and
    /// holds as long as the files stay the same.
    pub id: String,
    /// `white` or `black`; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The class of the time control, if it is known; `None` for masters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed: Option<&'static str>,
    /// `rated` or `casual`; `None` for masters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<&'static str>,
    /// The player of the white pieces.
    pub white: PlayerOfGame,
    /// The player of the black pieces.
    pub black: PlayerOfGame,
    /// 0 if it is not known.
    pub year: u32,
    /// `2024-05`; `None` if it is not known.
    pub month: Option<String>,
}

impl ExplorerGame {
    pub(super) fn new<R: Deref<Target = Reader>>(
        id: String,
        games: &Collection<R>,
        game: u64,
        is_of_masters: bool,
    ) -> ExplorerGame {
        let row = games.row(game).copied().unwrap_or_default();
        let [white, black] = games.players(&row).map(|name| text_of(name).into_owned());
        let [white_rating, black_rating] = row.ratings;
        let mode = if row.is_casual { "casual" } else { "rated" };
        ExplorerGame {
            id,
            winner: match row.result {
                Some(Outcome::White) => Some("white"),
                Some(Outcome::Black) => Some("black"),
                Some(Outcome::Draw) | None => None,
            },
            speed: row.speed.filter(|_| !is_of_masters).map(speed_name),
            mode: (!is_of_masters).then_some(mode),
            white: PlayerOfGame { name: white, rating: white_rating },
            black: PlayerOfGame { name: black, rating: black_rating },
            year: row.date / 10_000,
            month: month(row.date / 100),
        }
    }
}

/// A player of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlayerOfGame {
    /// The name as it is stored.
    pub name: String,
    /// 0 if it is not known.
    pub rating: u16,
}

/// The games of a month.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MonthCounts {
    /// `2024-05`.
    pub month: String,
    /// The games.
    #[serde(flatten)]
    pub counts: Counts,
}

impl MonthCounts {
    /// All months from the first to the last that have games.
    pub(super) fn all(months: &BTreeMap<u32, Counts>) -> Vec<MonthCounts> {
        let mut all = Vec::new();
        let mut next = months.keys().next().copied();
        let last = months.keys().next_back().copied();
        while let Some(at) = next.filter(|at| Some(*at) <= last) {
            let counts = months.get(&at).copied().unwrap_or_default();
            all.extend(month(at).map(|month| MonthCounts { month, counts }));
            next = Some(if at % 100 == 12 { at + 89 } else { at + 1 });
        }
        all
    }
}

/// A month of year * 100 + month, as text.
fn month(date: u32) -> Option<String> {
    (!date.is_multiple_of(100)).then(|| format!("{:04}-{:02}", date / 100, date % 100))
}

/// The name of a class, as Lichess writes it in JSON.
fn speed_name(speed: Speed) -> &'static str {
    if speed == Speed::UltraBullet { "ultraBullet" } else { speed.as_str() }
}
