//! Requests, by the parameters of Lichess's explorer.

use crate::{
    Color, Error, ErrorCode, Position, Result, Speed,
    openings::{self, Opening},
};

/// The database that a request names. All answer from the same games: they differ in filters, and in what they list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Database {
    /// `/masters`: years, and the games of the highest ratings.
    Masters,
    /// `/lichess`: months, speeds and groups of ratings, games of the highest ratings and of late.
    Lichess,
    /// `/player`: the games of one player with the pieces of one color, months, speeds and modes, and games of late.
    Player,
}

impl Database {
    /// The database of a path, also of older ones: `/masters`, `/master`, `/lichess`, `/player`, `/personal`, without what follows `?`.
    pub fn of_path(path: &str) -> Option<Database> {
        match path.trim_matches('/') {
            "masters" | "master" => Some(Database::Masters),
            "lichess" => Some(Database::Lichess),
            "player" | "personal" => Some(Database::Player),
            _ => None,
        }
    }
}

/// Games that counted for ratings, or did not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The game counted, or its event does not say.
    Rated,
    /// The event says that the game did not count: `Casual Blitz game`.
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
    /// The last position on the way there that has a name.
    pub opening: Option<&'static Opening>,
    /// The classes of time controls; none for all games, also those without one.
    pub speeds: Vec<Speed>,
    /// The groups of ratings, each one of [`RATING_GROUPS`]; none for all games, also those without ratings. The average of both
    /// players counts.
    pub ratings: Vec<u16>,
    /// The first and last date as year * 10000 + month * 100 + day; `None` for all games, also those without a date.
    pub dates: Option<(u32, u32)>,
    /// The player of [`Database::Player`], and the color.
    pub player: Option<(String, Color)>,
    /// The modes; none for both.
    pub modes: Vec<Mode>,
    /// The maximum number of moves in the answer.
    pub moves: usize,
    /// The maximum number of games of the highest ratings.
    pub top_games: usize,
    /// The maximum number of games of late.
    pub recent_games: usize,
    /// The answer has the games by months.
    pub history: bool,
}

/// The groups of ratings, each by its lowest average rating.
pub const RATING_GROUPS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// The group of an average rating.
pub(super) fn rating_group(average: u16) -> u16 {
    RATING_GROUPS.into_iter().rev().find(|lowest| *lowest <= average).unwrap_or(0)
}

/// Moves that are listed where a request does not say.
const MOVES: usize = 12;

impl Request {
    /// Asks for a position without any filter, and as many moves and games as Lichess lists.
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

    /// Reads the part of an address behind `?`: `fen=…&play=e2e4,e7e5&speeds=blitz,rapid&ratings=2200,2500`.
    ///
    /// | parameter | meaning |
    /// |---|---|
    /// | `fen`, `play` | a position, the standard start by default, and moves in UCI from there |
    /// | `variant` | `standard`, `chess`, `fromPosition` or `chess960`; these answer alike |
    /// | `since`, `until` | the first and last year or month, `2020` or `2020-05` |
    /// | `speeds` | classes, not of `masters` |
    /// | `ratings` | groups of ratings, of `lichess` alone |
    /// | `player`, `color`, `modes` | of `player` alone |
    /// | `moves`, `topGames`, `recentGames` | how many are listed; 15 games of `masters`, 4 and 4 of `lichess`, 8 of `player` at most |
    /// | `history` | `true` for counts by month, of `lichess` alone |
    ///
    /// A list has commas between its parts, or its parameter is repeated, also as `speeds[]`. Others are ignored, as Lichess does.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`], [`ErrorCode::IllegalMove`], [`ErrorCode::InvalidMoveText`]; [`ErrorCode::InvalidArgument`] for a
    /// value that is none of its parameter, another variant, and a player's request without player or color.
    pub fn read(database: Database, query: &str) -> Result<Request> {
        let mut parameters = Parameters::default();
        for (name, value) in form_urlencoded::parse(query.trim_start_matches('?').as_bytes()) {
            parameters.add(name.trim_end_matches("[]"), &value)?;
        }
        parameters.request(database)
    }
}

/// The games of the highest ratings and of late that are listed at most.
fn max_games(database: Database) -> (usize, usize) {
    match database {
        Database::Masters => (15, 0),
        Database::Lichess => (4, 4),
        Database::Player => (0, 8),
    }
}

/// Parameters as they are written.
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

/// A year or a month as a date; empty for none.
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
