//! `plypack tree`.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
};

use plypack::{
    PackedMove, Result, positions,
    search::{self, Branch, Target},
    shakmaty::Chess,
    write_san,
};
use serde_json::{Value, json};

use super::{
    numbers::Grouped,
    outcome::Outcome,
    searching::{FilterArgs, PositionArgs, SearchArgs},
};

/// Shows the moves played next in a position, most frequent first, with games, results, White's score, the average rating of
/// the players who made them, and the last year. Of several files, the games of all.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let position = args.position.required()?;
    let query = args.search.query(Target::Position(Box::new(position.clone())), args.filter);
    let (mut files, mut trees) = (args.search.files.find().mapped(!args.search.no_map), Vec::new());
    while let Some(mut group) = files.next_group()? {
        trees.push(group.search(|readers, observer| search::tree(readers, &query, observer))?);
    }
    if trees.is_empty() {
        return Ok(files.ended());
    }
    let branches = search::merge_trees(trees);
    let moves: Vec<Move> =
        branches.iter().filter_map(|b| Move::new(b, &position).transpose()).collect::<Result<_>>()?;
    let text = match args.json {
        true => format!("{:#}\n", Value::from_iter(moves.iter().map(Move::to_json))),
        false => table(&moves, &branches),
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(files.ended())
}

/// A branch with its move as text.
struct Move<'a> {
    branch: &'a Branch,
    san: String,
    uci: String,
}

impl<'a> Move<'a> {
    /// `None` for games that end in the position.
    fn new(branch: &'a Branch, position: &Chess) -> Result<Option<Move<'a>>> {
        let Some(next) = branch.next_move else { return Ok(None) };
        let mut san = Vec::new();
        write_san(next, position, &mut san)?;
        let uci = uci(next, position);
        Ok(Some(Move { branch, san: String::from_utf8_lossy(&san).into_owned(), uci }))
    }

    fn to_json(&self) -> Value {
        let b = self.branch;
        json!({
            "san": self.san,
            "uci": self.uci,
            "games": b.games,
            "white": b.white,
            "draws": b.draws,
            "black": b.black,
            "other": b.other,
            "score": b.score(),
            "rating": b.rating(),
            "last_year": (b.last_year > 0).then_some(b.last_year),
        })
    }
}

fn uci(packed_move: PackedMove, position: &Chess) -> String {
    packed_move.to_uci(position, positions::uci_mode(position)).to_string()
}

fn table(moves: &[Move<'_>], branches: &[Branch]) -> String {
    let total: u64 = branches.iter().map(|b| b.games).sum();
    let mut text = format!("{} games\n", Grouped(total));
    if !moves.is_empty() {
        text.push_str("move         games       %     white     draws     black     other  score  rating  last\n");
    }
    for m in moves {
        let b = m.branch;
        let share = 100.0 * b.games as f64 / total as f64;
        let score = b.score().map_or("-".to_owned(), |score| format!("{:.1}", 100.0 * score));
        let rating = b.rating().map_or("-".to_owned(), |rating| rating.to_string());
        let year = if b.last_year > 0 { b.last_year.to_string() } else { "-".to_owned() };
        let _ = writeln!(
            text,
            "{:<8}{:>10}  {share:>6.2}{:>10}{:>10}{:>10}{:>10}{score:>7}{rating:>8}{year:>6}",
            m.san,
            Grouped(b.games),
            Grouped(b.white),
            Grouped(b.draws),
            Grouped(b.black),
            Grouped(b.other)
        );
    }
    if let Some(end) = branches.iter().find(|b| b.next_move.is_none()) {
        let _ = writeln!(text, "{:<8}{:>10}", "(end)", Grouped(end.games));
    }
    text
}
