//! `plypack find`.

use super::found::{self, GamesArgs};
use crate::{console::outcome::Outcome, rows::RowArgs};

/// Finds the games that reach a position, by whatever moves; or a pattern, or material.
///
/// Positions are equal when pieces, side to move, castling rights and legal en passant captures are. A game is found once, at its
/// first match. In several files, a game is named by its file and its number there: FILE:NUMBER.
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
    let target = args.games.target.get()?;
    found::print(args.games.search(Some(target)), &args.rows, args.count)
}
