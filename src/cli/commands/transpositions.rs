//! `plypack transpositions`.

use std::io::BufWriter;

use plypack::{
    Position,
    search::{self, MoveOrder},
    text::write_san_line,
};
use serde_json::json;

use crate::{
    console::{numbers::Grouped, outcome::Outcome, terminal::Output},
    input::searching::{FilterArgs, SearchArgs, TargetArgs},
    rows::{
        FormatArgs,
        columns::Cell,
        writer::{Format, Row, RowWriter, Shape},
    },
};

/// Shows the move orders that reach a position.
///
/// The most frequent move order comes first. Several files are counted together.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Maximum number of move orders
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true, help_heading = "Output")]
    limit: usize,
    #[command(flatten)]
    formats: FormatArgs,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let query = args.search.query(args.target.get()?, args.filter);
    let mut files = args.search.files.find().mapped(!args.search.no_map);
    let mut lists = Vec::new();
    while let Some(mut group) = files.next_group()? {
        lists.push(group.search(|readers, observer| search::transpositions(readers, &query, observer))?);
    }
    if lists.is_empty() {
        return Ok(files.ended());
    }
    let format = args.formats.format();
    let shape = |width, is_left| Shape { width, is_left, is_cut: false };
    let names = ["games", "moves", "from"].map(str::to_owned).to_vec();
    let shapes = vec![shape(10, false), shape(0, true), shape(0, true)];
    let mut writer = RowWriter::new(BufWriter::new(Output::new()), format, names, shapes);
    for order in search::merge_orders(lists).iter().take(args.limit) {
        writer.add(row(order, format)?)?;
    }
    writer.end()?;
    Ok(files.ended())
}

fn row(order: &MoveOrder, format: Format) -> plypack::Result<Row> {
    let san = san(order)?;
    Ok(match format {
        Format::Json | Format::JsonLines => {
            let mut value = json!({ "moves": order.uci, "san": san, "games": order.games });
            if let Some(fen) = &order.start {
                value["fen"] = json!(fen);
            }
            Row::Json(value)
        }
        Format::Csv => {
            let start = order.start.clone().map_or(Cell::Missing, Cell::Text);
            Row::Cells(vec![Cell::Number(order.games), Cell::Text(san), start])
        }
        Format::Table | Format::Pgn => {
            let start = order.start.clone().unwrap_or_default();
            Row::Cells(vec![Cell::Text(Grouped(order.games).to_string()), Cell::Text(san), Cell::Text(start)])
        }
    })
}

/// Returns the moves in SAN.
fn san(order: &MoveOrder) -> plypack::Result<String> {
    let start =
        order.start.as_ref().map_or_else(|| Ok(Position::default()), |fen| Position::from_fen(fen.as_bytes()))?;
    let mut san = Vec::new();
    write_san_line(&start, &order.moves, &mut san)?;
    Ok(String::from_utf8_lossy(&san).into_owned())
}
