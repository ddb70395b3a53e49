//! `plypack transpositions`.

use std::io::{self, BufWriter, Write as _};

use plypack::search::{self, Order};
use serde_json::{Value, json};

use super::{
    outcome::Outcome,
    pack::Grouped,
    searching::{Games, How, Searched, Wanted},
};

/// Shows the distinct move orders by which games get to a position, most frequent first.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    how: How,
    #[command(flatten)]
    wanted: Wanted,
    #[command(flatten)]
    games: Games,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let query = args.how.query(args.wanted.goal()?, args.games);
    let mut file = Searched::open(&args.how.file)?;
    let orders = file.search(|reader, notice| search::transpositions(reader, &query, notice))?;
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        writeln!(out, "{:#}", Value::from_iter(orders.iter().map(to_json)))?;
    } else {
        for order in &orders {
            let start = order.start.as_ref().map_or(String::new(), |fen| format!("  from {fen}"));
            writeln!(out, "{:>10}  {}{start}", Grouped(order.games), order.uci)?;
        }
    }
    out.flush()?;
    Ok(file.ended())
}

fn to_json(order: &Order) -> Value {
    match &order.start {
        None => json!({ "moves": order.uci, "games": order.games }),
        Some(fen) => json!({ "moves": order.uci, "games": order.games, "fen": fen }),
    }
}
