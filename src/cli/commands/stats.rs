//! `plypack stats`.

use std::{
    io::{BufWriter, Write as _},
    path::PathBuf,
};

use plypack::search::Statistics;

use super::found::{GamesArgs, Search};
use crate::{
    console::{outcome::Outcome, terminal::Output},
    input::{conditions::Text, files::shown},
    output::{json_list, new_file::Picture},
    stats::{
        counted::{Counted, count},
        json, plot, tables, text,
    },
};

/// Counts games by result, year, rating, length, opening and player.
///
/// With conditions, only games that meet all of them are counted. With a position, pattern or material, only games that reach it are
/// counted. With --player, the tables show the repertoire of a player: results, first moves and openings with each color, and results by
/// year. --beside adds another player in further columns.
///
/// `games` is the number of games, and `%` their share of all games counted, or, in tables of one color, of the player's games with this
/// color. `white`, `draws`, `black` and `other` are percentages of the
/// games in the row: games that White won, draws, games that Black won, and games without a known result. `score` is White's score in
/// percent: a draw counts as half a win, and games without a known result do not count.
///
/// In tables of players, `wins`, `draws`, `losses` and `score` are the player's. `opponents` is the average rating of the opponents with a
/// rating, in games with a result. `performance` is the performance rating in these games: `opponents` plus the difference for the score in
/// table 8.1.1 of the FIDE Rating Regulations (B.02), at most 800.
///
/// The rating of a game is the average of both ratings. Years and ratings are grouped in steps that give at most --limit rows. Openings are
/// grouped by the tag ECO, and have the name of the most frequent tag Opening. Lengths are in moves of both sides. A last move of White
/// alone counts as one move, but as half a move in mean and median, which are rounded to tenths, halves up.
///
/// All spellings of a name are one player: case, accents, encoding, spaces, dots and the order of its parts are ignored. `Müller, Jörg` is
/// `JORG MULLER`; if one of these is in the games, `Mueller, Joerg` is the same player, too. A name with initials (`Müller, J.`) is the
/// player with the full name if only one full name in the games fits. The table has the most frequent full spelling; of equally frequent
/// ones, the first in byte order.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: GamesArgs,
    /// Second player, next to --player and with the same conditions
    ///
    /// Given several times, all names are one player.
    #[arg(long, value_name = "TEXT", requires = "player", help_heading = "Games")]
    beside: Vec<Text>,
    /// Maximum number of rows in a table
    ///
    /// Tables of openings and players have the most frequent ones. Tables of years and ratings have larger steps.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    limit: u64,
    /// Print JSON
    ///
    /// Years are single years, ratings are in steps of 100, and lengths are in plies. --limit applies only to openings and players.
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Spellings that count as one player
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Names::Any, help_heading = "Output")]
    names: Names,
    #[command(flatten)]
    picture: Picture,
}

/// Names that count as one player.
#[derive(clap::ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// All spellings of a name
    Any,
    /// Only equal spellings
    Exact,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    args.picture.check()?;
    let target = args.games.target.get_if_given()?;
    let filter = args.games.filter.clone();
    let Search { mut files, query } = args.games.search(target);
    let mut all = vec![Counted::new(query.clone(), filter.player())];
    if !args.beside.is_empty() {
        let mut query = query;
        query.condition = filter.of_player(args.beside.clone()).condition();
        all.push(Counted::new(query, &args.beside));
    }
    let paths = count(&mut files, &mut all)?;
    if paths.is_empty() {
        return Ok(files.ended());
    }
    let mut out = BufWriter::new(Output::new());
    let limit = usize::try_from(args.limit).unwrap_or(usize::MAX);
    let found = &all[0].found;
    let players = if args.names == Names::Exact { found.spellings() } else { found.players() }?;
    let tables = tables::tables(&all, &players, limit)?;
    if args.json {
        writeln!(out, "{}", json_list::pretty(&json::value(&all, &players, &paths, limit)?))?;
    } else {
        let longest = longest(found, &paths, files.are_several());
        text::write(&mut out, &all, players.len() as u64, &tables, &longest)?;
    }
    out.flush()?;
    args.picture.write(|| plot::draw(&all, &tables))?;
    Ok(files.ended())
}

/// Returns the name of the longest game, in the form that `show` accepts.
fn longest(found: &Statistics, paths: &[PathBuf], are_several: bool) -> String {
    match found.longest {
        None => String::new(),
        Some(longest) if are_several => format!("{}:{}", shown(&paths[longest.file as usize]), longest.game),
        Some(longest) => format!("game {}", longest.game),
    }
}
