//! `plypack find`.

use std::io::{self, BufWriter, Write as _};

use plypack::search::{self, Hit};
use serde_json::json;

use super::{
    list::Lines,
    outcome::Outcome,
    searching::{Games, How, Searched, Wanted},
};

/// Finds the games that reach a position, by whatever moves; or a part of a board, or material.
///
/// Positions are the same when men, side to move, castling rights and legal en passant captures are. A game is found once,
/// where it gets there first.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    games: Games,
    /// Print only how many games there are
    #[arg(long)]
    count: bool,
    /// As JSON: a list of games and plies
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let query = args.how.query(args.wanted.goal()?, args.games);
    let mut file = Searched::open(&args.how.file)?;
    if args.count {
        let count = file.search(|reader, notice| search::count(reader, &query, notice))?;
        writeln!(io::stdout(), "{count}")?;
        return Ok(file.ended());
    }
    let hits = file.search(|reader, notice| search::find(reader, &query, notice))?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        print_json(&mut out, &hits)?;
    } else {
        let mut lines = Lines::new(&file.reader);
        hits.iter().try_for_each(|hit| lines.print(&mut out, hit.game, Some(hit.ply)))?;
    }
    out.flush()?;
    Ok(file.ended())
}

/// One hit a line, so that large answers can be read line by line.
fn print_json(out: &mut impl io::Write, hits: &[Hit]) -> io::Result<()> {
    write!(out, "[")?;
    for (number, hit) in hits.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", json!({ "game": hit.game, "ply": hit.ply }))?;
    }
    writeln!(out, "\n]")
}
