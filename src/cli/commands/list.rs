//! `plypack list`.

use super::found::{self, GamesArgs};
use crate::{console::outcome::Outcome, rows::RowArgs};

/// Lists the games of files: number, players, result, date, event. With conditions, only games that meet all of them; with a position
/// as well, those of them that reach it, as `find` does. In several files, a game is named by its file and its number there:
/// FILE:NUMBER.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: GamesArgs,
    /// Print only the number of games
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    rows: RowArgs,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let target = args.games.target.get_if_given()?;
    found::print(args.games.search(target), &args.rows, args.count)
}
