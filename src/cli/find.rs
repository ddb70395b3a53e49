//! `plypack find`.

use std::io::{self, BufWriter, Write as _};

use plypack::search::{self, Hit};
use serde_json::json;

use super::{
    list::GameTable,
    outcome::Outcome,
    searching::{FilterArgs, SearchArgs, SearchedFile, TargetArgs},
};

/// Finds the games that reach a position, by whatever moves; or a pattern, or material.
///
/// Positions are equal when pieces, side to move, castling rights and legal en passant captures are. A game is found once, at its
/// first match.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Print only the number of games
    #[arg(long)]
    count: bool,
    /// As JSON: a list of games and plies
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let query = args.search.query(args.target.get()?, args.filter);
    let mut file = SearchedFile::open(&args.search.file, !args.search.no_map)?;
    if args.count {
        let count = file.search(|reader, observer| search::count(&[reader], &query, observer))?;
        writeln!(io::stdout(), "{count}")?;
        return Ok(file.ended());
    }
    let hits = file.search(|reader, observer| search::find(&[reader], &query, observer))?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        print_json(&mut out, &hits)?;
    } else {
        let mut table = GameTable::new(&file.reader);
        hits.iter().try_for_each(|hit| table.print_row(&mut out, hit.game, Some(hit.ply)))?;
    }
    out.flush()?;
    Ok(file.ended())
}

/// One hit a line, so that large results can be read line by line.
fn print_json(out: &mut impl io::Write, hits: &[Hit]) -> io::Result<()> {
    write!(out, "[")?;
    for (number, hit) in hits.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", json!({ "game": hit.game, "ply": hit.ply }))?;
    }
    writeln!(out, "\n]")
}
