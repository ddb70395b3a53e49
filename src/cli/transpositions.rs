//! `plypack transpositions`.

use std::io::{self, BufWriter, Write as _};

use plypack::search::{self, MoveOrder};
use serde_json::{Value, json};

use super::{
    numbers::Grouped,
    outcome::Outcome,
    searching::{FilterArgs, SearchArgs, TargetArgs},
};

/// Shows the distinct move orders by which games reach a position, most frequent first. Of several files, those of all games.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let query = args.search.query(args.target.get()?, args.filter);
    let (mut files, mut lists) = (args.search.files.find().mapped(!args.search.no_map), Vec::new());
    while let Some(mut group) = files.next_group()? {
        lists.push(group.search(|readers, observer| search::transpositions(readers, &query, observer))?);
    }
    if lists.is_empty() {
        return Ok(files.ended());
    }
    let orders = search::merge_orders(lists);
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
    Ok(files.ended())
}

fn to_json(order: &MoveOrder) -> Value {
    match &order.start {
        None => json!({ "moves": order.uci, "games": order.games }),
        Some(fen) => json!({ "moves": order.uci, "games": order.games, "fen": fen }),
    }
}
