//! `plypack find`.

use super::found::{self, GamesArgs};
use crate::{console::outcome::Outcome, rows::RowArgs};

/// Finds games by position, pattern or material.
///
/// A position is found by any move order. Positions are equal if they have the same pieces on the same squares, side to move, castling
/// rights and legal en passant capture. A game is found once, at its first match.
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
    let target = args.games.target.get()?;
    found::print(args.games.search(Some(target)), &args.rows, args.count)
}
