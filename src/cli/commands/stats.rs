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

/// Counts games: results, by year, opening and rating; how long they are; the most frequent openings and players. With conditions, only
/// games that meet all of them; with a position, those of them that reach it.
///
/// With --player, what that player plays: with either colour, first moves and openings, and by year. --beside adds another player, in
/// columns beside the first.
///
/// Columns: games, and how many of all these are; of these in percent those that White won, that were drawn, that Black won, and without
/// a known result; the score of White, in percent (of the games with a result: a win is 1, a draw is 1/2). Of players: their own wins,
/// draws, losses and score; the average rating of the opponents (of those who have one, in games with a result); and the performance
/// rating in these games, which is that average and the difference that FIDE's table 8.1.1 (Rating Regulations, B.02) gives for the
/// score: at most 800, for winning all.
///
/// Years and ratings are put together until they are no more rows than --limit. The rating of a game is the average of both players'.
/// The tag ECO tells openings apart, and get the name that most of their games have in the tag Opening. Lengths are in moves of both
/// sides, a last one of White alone counted as one; their mean and median count it as half a move, and are
/// rounded to tenths, halves up.
///
/// A player is one, however the name is written: case, accents, encoding, spaces, dots and the order of its parts do not matter (`Müller,
/// Jörg`, `JORG MULLER`, and `Mueller, Joerg` beside one of these). Initials (`Müller, J.`) are the player with the only full name in the
/// games that fits. The name in the table is the most frequent full spelling; of several, the first by its bytes.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: GamesArgs,
    /// With --player: another player beside that one, with the same conditions. Given several times: one of these names
    #[arg(long, value_name = "TEXT", requires = "player", help_heading = "Games")]
    beside: Vec<Text>,
    /// At most so many rows in a table: openings and players of most games, years and ratings in larger steps
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    limit: u64,
    /// As JSON. --limit is for openings and players; years are single, ratings in hundreds, lengths in plies
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Players in the table of players: all spellings of a name are one, or with `exact` each by itself
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
    /// The same spelling
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
