//! `plypack list`.

use super::found::{self, GamesArgs};
use crate::{console::outcome::Outcome, rows::RowArgs};

/// Lists games by player, event, date and other tags.
///
/// Without conditions, all games are listed. With conditions, a game must meet all of them. With a position, pattern or material, a game
/// must also reach it, as for `plypack find`.
///
/// With several files, results name a game as FILE:NUMBER, which `plypack show` accepts.
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
