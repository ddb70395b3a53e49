//! Answers in the format of Lichess's explorer.

use std::{collections::BTreeMap, ops::Deref};

use super::{
    collection::Collection,
    json::{Object, object},
};
use crate::{Reader, Speed, Termination, folding::text_of, openings::Opening, search::ResultCounts};

/// The answer of an explorer: counts, moves and games of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// Counts of all games that pass the filters and have a result; `other` is always 0.
    pub total: ResultCounts,
    /// The moves played next, by descending number of games, then by UCI text.
    pub moves: Vec<MoveAnswer>,
    /// The most recent games, the latest first; `None` for masters.
    pub recent_games: Option<Vec<GameOfMove>>,
    /// The games with the highest ratings; `None` for players.
    pub top_games: Option<Vec<GameOfMove>>,
    /// The opening of the last position with a name on the path to the position.
    pub opening: Option<OpeningName>,
    /// 0 for players, because there is no queue.
    pub queue_position: Option<u32>,
    /// The games by month, if requested. Leaves out games of unknown month.
    pub history: Option<Vec<MonthCounts>>,
}

impl Answer {
    /// Returns the JSON that Lichess's explorer would send, in one line.
    pub fn to_json(&self) -> String {
        let mut text = String::new();
        object(&mut text, |answer| {
            write_counts(&self.total, answer);
            answer.list("moves", &self.moves, MoveAnswer::write);
            for (name, games) in [("recentGames", &self.recent_games), ("topGames", &self.top_games)] {
                if let Some(games) = games {
                    answer.list(name, games, GameOfMove::write);
                }
            }
            answer.object_or_null("opening", self.opening, OpeningName::write);
            if let Some(position) = self.queue_position {
                answer.number("queuePosition", position);
            }
            if let Some(history) = &self.history {
                answer.list("history", history, MonthCounts::write);
            }
        });
        text
    }
}

fn write_counts(counts: &ResultCounts, object: &mut Object<'_>) {
    object.count("white", counts.white);
    object.count("draws", counts.draws);
    object.count("black", counts.black);
}

/// A move played next.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveAnswer {
    /// In UCI; castling is written as king takes own rook.
    pub uci: String,
    /// In SAN.
    pub san: String,
    /// Average rating of the players who played the move, rounded; `None` if no rating is known, and for players.
    pub average_rating: Option<u32>,
    /// Average rating of the opponents, rounded; only for players.
    pub average_opponent_rating: Option<u32>,
    /// Performance rating by the table of FIDE; only for players.
    pub performance: Option<i32>,
    /// Results of the games.
    pub counts: ResultCounts,
    /// The game, if only one played the move.
    pub game: Option<ExplorerGame>,
    /// The opening of the position after the move.
    pub opening: Option<OpeningName>,
}

impl MoveAnswer {
    fn write(&self, object: &mut Object<'_>) {
        object.string("uci", &self.uci);
        object.string("san", &self.san);
        let ratings = [
            ("averageRating", self.average_rating.map(i64::from)),
            ("averageOpponentRating", self.average_opponent_rating.map(i64::from)),
            ("performance", self.performance.map(i64::from)),
        ];
        for (name, rating) in ratings {
            if let Some(rating) = rating {
                object.number(name, rating);
            }
        }
        write_counts(&self.counts, object);
        object.object_or_null("game", self.game.as_ref(), ExplorerGame::write);
        object.object_or_null("opening", self.opening, OpeningName::write);
    }
}

/// The code and name of an opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

impl OpeningName {
    fn write(self, object: &mut Object<'_>) {
        object.string("eco", self.eco);
        object.string("name", self.name);
    }
}

/// A game, and the move that it played in the position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOfMove {
    /// In UCI; castling is written as king takes own rook.
    pub uci: String,
    /// The game.
    pub game: ExplorerGame,
}

impl GameOfMove {
    fn write(&self, object: &mut Object<'_>) {
        object.string("uci", &self.uci);
        self.game.write(object);
    }
}

/// A game in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExplorerGame {
    /// The Lichess id, if the tag `Site` contains the URL of a game on Lichess; otherwise an id of this explorer, which begins with `_` and
    /// is valid until the files change.
    pub id: String,
    /// `white` or `black`; `None` for a draw.
    pub winner: Option<&'static str>,
    /// The class of the time control, if known; `None` for masters.
    pub speed: Option<&'static str>,
    /// `rated` or `casual`; `None` for masters.
    pub mode: Option<&'static str>,
    /// The player of the white pieces.
    pub white: PlayerOfGame,
    /// The player of the black pieces.
    pub black: PlayerOfGame,
    /// 0 if unknown.
    pub year: u32,
    /// `2024-05`; `None` if unknown.
    pub month: Option<String>,
}

impl ExplorerGame {
    fn write(&self, object: &mut Object<'_>) {
        object.string("id", &self.id);
        object.string_or_null("winner", self.winner);
        for (name, value) in [("speed", self.speed), ("mode", self.mode)] {
            if let Some(value) = value {
                object.string(name, value);
            }
        }
        for (name, player) in [("white", &self.white), ("black", &self.black)] {
            object.object_or_null(name, Some(player), PlayerOfGame::write);
        }
        object.number("year", self.year);
        object.string_or_null("month", self.month.as_deref());
    }

    pub(super) fn new<R: Deref<Target = Reader>>(
        id: String,
        games: &Collection<R>,
        game: u64,
        is_of_masters: bool,
    ) -> ExplorerGame {
        let row = games.row(game);
        let [white, black] = games.players(row).map(|name| text_of(name).into_owned());
        let [white_rating, black_rating] = row.ratings;
        let mode = if row.is_casual { "casual" } else { "rated" };
        ExplorerGame {
            id,
            winner: match row.result {
                Termination::WhiteWins => Some("white"),
                Termination::BlackWins => Some("black"),
                _ => None,
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerOfGame {
    /// The name as stored in the game.
    pub name: String,
    /// 0 if unknown.
    pub rating: u16,
}

impl PlayerOfGame {
    fn write(&self, object: &mut Object<'_>) {
        object.string("name", &self.name);
        object.number("rating", self.rating);
    }
}

/// Counts of the games of a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthCounts {
    /// `2024-05`.
    pub month: String,
    /// Results of the games.
    pub counts: ResultCounts,
}

impl MonthCounts {
    fn write(&self, object: &mut Object<'_>) {
        object.string("month", &self.month);
        write_counts(&self.counts, object);
    }

    /// Returns all months from the first to the last one with games.
    pub(super) fn all(months: &BTreeMap<u32, ResultCounts>) -> Vec<MonthCounts> {
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

/// Converts year * 100 + month to text; `None` if the month is unknown.
fn month(date: u32) -> Option<String> {
    (!date.is_multiple_of(100)).then(|| format!("{:04}-{:02}", date / 100, date % 100))
}

/// Returns the name of a class as in Lichess's JSON.
fn speed_name(speed: Speed) -> &'static str {
    if speed == Speed::UltraBullet { "ultraBullet" } else { speed.as_str() }
}
