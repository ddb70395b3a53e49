//! `plypack find`.

use std::io::{self, BufWriter, Write as _};

use plypack::search::{self, Hit, Query};
use serde_json::{Value, json};

use super::{
    files::{Files, Group},
    json_list::JsonList,
    list::GameTable,
    outcome::Outcome,
    searching::{FilterArgs, SearchArgs, TargetArgs},
};

/// Finds the games that reach a position, by whatever moves; or a pattern, or material.
///
/// Positions are equal when pieces, side to move, castling rights and legal en passant captures are. A game is found once, at its
/// first match. In several files, a game is named by its file and its number there: FILE:NUMBER.
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
    /// As JSON: a list of games and plies, with the file where there are several
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let query = args.search.query(args.target.get()?, args.filter);
    let mut files = args.search.files.find().mapped(!args.search.no_map);
    if args.count {
        return print_count(&mut files, &query);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut list, mut table) = (JsonList::default(), GameTable::new(&files));
    while let Some(mut group) = files.next_group()? {
        let hits = group.search(|readers, observer| search::find(readers, &query, observer))?;
        match args.json {
            true => hits.iter().try_for_each(|hit| list.add(&mut out, &to_json(hit, &group)))?,
            false => hits.iter().try_for_each(|hit| table.print_row(&mut out, &mut group, *hit, true))?,
        }
    }
    if args.json && files.any_open() {
        list.end(&mut out)?;
    }
    out.flush()?;
    Ok(files.ended())
}

fn print_count(files: &mut Files, query: &Query) -> Outcome {
    let mut count = 0;
    while let Some(mut group) = files.next_group()? {
        count += group.search(|readers, observer| search::count(readers, query, observer))?;
    }
    if files.any_open() {
        writeln!(io::stdout(), "{count}")?;
    }
    Ok(files.ended())
}

fn to_json(hit: &Hit, group: &Group<'_>) -> Value {
    let mut value = json!({ "game": hit.game, "ply": hit.ply });
    group.add_file(hit.file, &mut value);
    value
}
