//! Requests with the parameters of Lichess's explorer.

use crate::{
    Color, Error, ErrorCode, Position, Result, Speed,
    openings::{self, Opening},
};

/// The database that a request names. All databases answer from the same games, but differ in filters and listed games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Database {
    /// `/masters`: filters by year; lists the games with the highest ratings.
    Masters,
    /// `/lichess`: filters by month, speed and rating group; lists the games with the highest ratings and the most recent ones.
    Lichess,
    /// `/player`: the games of one player with one color; filters by month, speed and mode; lists the most recent games.
    Player,
}

impl Database {
    /// Returns the database of a path without its query: `/masters`, `/lichess`, `/player`, and the older paths `/master` and `/personal`.
    pub fn of_path(path: &str) -> Option<Database> {
        match path.trim_matches('/') {
            "masters" | "master" => Some(Database::Masters),
            "lichess" => Some(Database::Lichess),
            "player" | "personal" => Some(Database::Player),
            _ => None,
        }
    }
}

/// Rated or casual games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The game was rated, or its event does not say.
    Rated,
    /// The event says that the game was casual: `Casual Blitz game`.
    Casual,
}

/// A request to an explorer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Request {
    /// The database.
    pub database: Database,
    /// The position.
    pub position: Position,
    /// The opening of the last position with a name on the path to the position.
    pub opening: Option<&'static Opening>,
    /// The classes of time controls; empty for all games, including games without a class.
    pub speeds: Vec<Speed>,
    /// The rating groups, each one of [`RATING_GROUPS`]; empty for all games, including games without ratings. The average of both ratings
    /// decides the group.
    pub ratings: Vec<u16>,
    /// The first and last date as year * 10000 + month * 100 + day; `None` for all games, including games without a date.
    pub dates: Option<(u32, u32)>,
    /// The name and the color of the player, for [`Database::Player`].
    pub player: Option<(String, Color)>,
    /// The modes; empty for both.
    pub modes: Vec<Mode>,
    /// The maximum number of moves in the answer.
    pub moves: usize,
    /// The maximum number of games with the highest ratings.
    pub top_games: usize,
    /// The maximum number of most recent games.
    pub recent_games: usize,
    /// True to include the counts by month.
    pub history: bool,
}

/// The rating groups, each given by its lowest average rating.
pub const RATING_GROUPS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// Returns the group of an average rating.
pub(super) fn rating_group(average: u16) -> u16 {
    RATING_GROUPS.into_iter().rev().find(|lowest| *lowest <= average).unwrap_or(0)
}

/// Default number of moves in an answer.
const MOVES: usize = 12;

impl Request {
    /// Requests a position without filters, and with as many moves and games as Lichess lists.
    pub fn new(database: Database, position: Position) -> Request {
        let (top_games, recent_games) = max_games(database);
        Request {
            database,
            opening: openings::of_position(&position),
            position,
            speeds: Vec::new(),
            ratings: Vec::new(),
            dates: None,
            player: None,
            modes: Vec::new(),
            moves: if database == Database::Player { usize::MAX } else { MOVES },
            top_games,
            recent_games,
            history: false,
        }
    }

    /// Reads the query of a URL, the part after `?`: `fen=…&play=e2e4,e7e5&speeds=blitz,rapid&ratings=2200,2500`.
    ///
    /// | parameter | meaning |
    /// |---|---|
    /// | `fen`, `play` | a position (the standard start by default), and moves in UCI from there |
    /// | `variant` | `standard`, `chess`, `fromPosition` or `chess960`; all give the same answers |
    /// | `since`, `until` | the first and last year or month, `2020` or `2020-05` |
    /// | `speeds` | classes of time controls; not for `masters` |
    /// | `ratings` | rating groups; only for `lichess` |
    /// | `player`, `color`, `modes` | only for `player` |
    /// | `moves`, `topGames`, `recentGames` | number of moves and games; at most 15 games for `masters`, 4 and 4 for `lichess`, 8 for `player` |
    /// | `history` | `true` for counts by month; only for `lichess` |
    ///
    /// The values of a list are separated by commas, or the parameter is repeated, also as `speeds[]`. Other parameters are ignored, as on
    /// Lichess.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`], [`ErrorCode::IllegalMove`], [`ErrorCode::InvalidMoveText`]; [`ErrorCode::InvalidArgument`] for a
    /// value that is not valid for its parameter, for another variant, and for a request to `player` without player or color.
    pub fn read(database: Database, query: &str) -> Result<Request> {
        let mut parameters = Parameters::default();
        for (name, value) in form_urlencoded::parse(query.trim_start_matches('?').as_bytes()) {
            parameters.add(name.trim_end_matches("[]"), &value)?;
        }
        parameters.request(database)
    }
}

/// Returns the maximum numbers of games with the highest ratings and of most recent games.
fn max_games(database: Database) -> (usize, usize) {
    match database {
        Database::Masters => (15, 0),
        Database::Lichess => (4, 4),
        Database::Player => (0, 8),
    }
}

/// Parameters before they are parsed.
#[derive(Default)]
struct Parameters {
    fen: String,
    play: Vec<String>,
    speeds: Vec<Speed>,
    ratings: Vec<u16>,
    since: Option<u32>,
    until: Option<u32>,
    player: Option<String>,
    color: Option<Color>,
    modes: Vec<Mode>,
    moves: Option<usize>,
    top_games: Option<usize>,
    recent_games: Option<usize>,
    history: bool,
}

impl Parameters {
    fn add(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong = |what: &str| refuse(format!("{name}={value}: {what}"));
        let number = || value.parse::<usize>().map_err(|_| wrong("write a number"));
        let parts = || value.split(',').map(str::trim).filter(|part| !part.is_empty());
        match name {
            "variant" if matches!(value, "" | "standard" | "chess" | "fromPosition" | "chess960") => {}
            "variant" => return Err(wrong("only standard chess and chess960 are stored")),
            "fen" => self.fen = value.replace('_', " "),
            "play" => self.play.extend(parts().map(str::to_owned)),
            "since" => self.since = date(value, 0).ok_or_else(|| wrong("write a year or a month, 2020 or 2020-05"))?,
            "until" => self.until = date(value, 99).ok_or_else(|| wrong("write a year or a month, 2020 or 2020-05"))?,
            "speeds" => {
                for part in parts() {
                    let speed = Speed::ALL.into_iter().find(|speed| speed.as_str().eq_ignore_ascii_case(part));
                    self.speeds.push(speed.ok_or_else(|| {
                        wrong("write ultraBullet, bullet, blitz, rapid, classical or correspondence")
                    })?);
                }
            }
            "ratings" => {
                for part in parts() {
                    let rating = part.parse().map_err(|_| wrong("write groups of ratings, 1600 or 2500"))?;
                    self.ratings.push(rating_group(rating));
                }
            }
            "modes" => {
                for part in parts() {
                    self.modes.push(match part {
                        "rated" => Mode::Rated,
                        "casual" => Mode::Casual,
                        _ => return Err(wrong("write rated or casual")),
                    });
                }
            }
            "player" => self.player = Some(value.to_owned()).filter(|name| !name.trim().is_empty()),
            "color" => {
                self.color = Some(match value {
                    "white" => Color::White,
                    "black" => Color::Black,
                    _ => return Err(wrong("write white or black")),
                });
            }
            "moves" => self.moves = Some(number()?),
            "topGames" => self.top_games = Some(number()?),
            "recentGames" => self.recent_games = Some(number()?),
            "history" => self.history = matches!(value, "true" | "1"),
            _ => {}
        }
        Ok(())
    }

    fn request(self, database: Database) -> Result<Request> {
        let start =
            if self.fen.trim().is_empty() { Position::default() } else { Position::from_fen(self.fen.as_bytes())? };
        let mut request = Request::new(database, start);
        for (ply, text) in (1..).zip(&self.play) {
            let position = &mut request.position;
            let played = position.read_uci(text.as_bytes()).and_then(|next| position.play(next));
            played.map_err(|error| error.context(format!("play: move {ply} ({text})")))?;
            request.opening = openings::of_position(position).or(request.opening);
        }
        request.dates = match (self.since, self.until) {
            (None, None) => None,
            (since, until) => Some((since.unwrap_or(0).max(1), until.unwrap_or(u32::MAX))),
        };
        if database == Database::Player {
            let player =
                self.player.ok_or_else(|| refuse("player= is missing: write the name of a player".to_owned()))?;
            let color = self.color.ok_or_else(|| refuse("color= is missing: write white or black".to_owned()))?;
            request.player = Some((player, color));
            request.modes = self.modes;
        }
        if database != Database::Masters {
            request.speeds = self.speeds;
        }
        if database == Database::Lichess {
            request.ratings = self.ratings;
        }
        request.history = self.history && database == Database::Lichess;
        request.moves = self.moves.unwrap_or(request.moves);
        request.top_games = self.top_games.unwrap_or(usize::MAX).min(request.top_games);
        request.recent_games = self.recent_games.unwrap_or(usize::MAX).min(request.recent_games);
        Ok(request)
    }
}

/// Reads a year or a month as a date; empty text means no date.
fn date(text: &str, missing: u32) -> Option<Option<u32>> {
    if text.is_empty() {
        return Some(None);
    }
    let (year, month) = text.split_once('-').map_or((text, None), |(year, month)| (year, Some(month)));
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let year = number(year).filter(|year| *year <= 9999)?;
    let month = match month {
        None => missing,
        Some(month) => number(month).filter(|month| (1..=12).contains(month))?,
    };
    Some(Some(year * 10_000 + month * 100 + missing))
}

fn refuse(message: String) -> Error {
    Error::new(ErrorCode::InvalidArgument, message)
}
