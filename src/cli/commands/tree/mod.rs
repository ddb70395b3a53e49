//! `plypack tree`.

mod plot;

use std::io::{BufWriter, Write};

use plypack::{
    PackedMove, Position, Result,
    openings::{self, Opening},
    search::{self, Branch, Continuation, Query, Target},
};
use serde_json::{Value, json};

use crate::{
    console::{
        numbers::{Grouped, games},
        outcome::Outcome,
        terminal::{Output, padded},
    },
    input::{
        files::Files,
        searching::{FilterArgs, PositionArgs, SearchArgs},
    },
    output::new_file::Picture,
    rows::{
        FormatArgs,
        columns::Cell,
        writer::{Format, Row, RowWriter, Shape},
    },
};
use plot::{Counts, Node, Tree};

/// Shows the moves played in a position, with their results.
///
/// The position is the standard start if none is given. The most frequent move comes first. Several files are counted together.
///
/// `games` is the number of games with the move, and `%` their share of all games in the position. `white` is the number of games that White
/// won, `draws` of draws, `black` of games that Black won, and `other` of games without a known result. `score` is White's score in
/// percent: a draw counts as half a win, and games without a known result do not count. `mover` is the score of the side that makes the
/// move. `rating` is the average rating of the players who made the move. `last` is the last year in which it was played.
///
/// The first line has the number of games, and the name of the position if it has one. --json, --jsonl and --csv have the names of the
/// positions after the moves.
///
/// With --depth, also shows the moves after these moves, in the games that reached the position and continued with exactly these moves.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    filter: FilterArgs,
    /// Number of successive plies (half-moves) to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=200), help_heading = "Output")]
    depth: u16,
    /// Minimum number of games with a move
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Output")]
    min_games: u64,
    /// Maximum number of moves in a position
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true, help_heading = "Output")]
    limit: usize,
    #[command(flatten)]
    formats: FormatArgs,
    #[command(flatten)]
    picture: Picture,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    args.picture.check()?;
    let position = args.position.or_start()?;
    let name = args.position.written();
    let query = args.search.query(Target::Position(Box::new(position.clone())), args.filter);
    let mut files = args.search.files.find().mapped(!args.search.no_map);
    let Some(found) = find(&mut files, &query, args.depth.into())? else { return Ok(files.ended()) };
    let shown = Shown { min_games: args.min_games, limit: args.limit };
    let lines = shown.lines(&found.lines, &position)?;
    let mut out = BufWriter::new(Output::new());
    match args.formats.format() {
        Format::Table | Format::Pgn => {
            write_header(&mut out, &found, &position)?;
            write_table(&mut out, &lines, &found, args.depth)?;
        }
        Format::Json => writeln!(out, "{:#}", Value::from_iter(lines.iter().map(|line| line.to_json(args.depth))))?,
        format => {
            let shapes = COLUMNS.iter().map(|_| Shape { width: 0, is_left: true, is_cut: false }).collect();
            let mut writer = RowWriter::new(&mut out, format, COLUMNS.map(str::to_owned).to_vec(), shapes);
            lines.iter().try_for_each(|line| match format {
                Format::Csv => writer.add(line.to_row()),
                _ => writer.add(Row::Json(line.to_json(args.depth))),
            })?;
            writer.end()?;
        }
    }
    out.flush()?;
    args.picture.write(|| draw(&lines, &found, name, args.depth))?;
    Ok(files.ended())
}

fn draw(lines: &[Line<'_>], found: &Found, position: String, depth: u16) -> String {
    let node = |line: &Line<'_>| Node {
        depth: line.moves.len(),
        san: line.san.clone(),
        line: line.sans.join(" "),
        counts: line.branch.into(),
    };
    let nodes: Vec<Node> = lines.iter().map(node).collect();
    plot::draw(&Tree { nodes: &nodes, games: found.games, ended: found.ended, depth: depth.into(), position })
}

/// Moves of the games of all files.
struct Found {
    lines: Vec<Continuation>,
    games: u64,
    /// Games that end in the position.
    ended: Counts,
}

/// Returns `None` if no file could be opened.
fn find(files: &mut Files, query: &Query, depth: usize) -> Outcome<Option<Found>> {
    let mut trees = Vec::new();
    let mut lists = Vec::new();
    while let Some(mut group) = files.next_group()? {
        trees.push(group.search(|readers, observer| search::tree(readers, query, observer))?);
        if depth > 1 {
            lists.push(group.search(|readers, observer| search::continuations(readers, query, depth, observer))?);
        }
    }
    if trees.is_empty() {
        return Ok(None);
    }
    let branches = search::merge_trees(trees);
    let ended = branches.iter().find(|branch| branch.next_move.is_none()).map(Counts::from).unwrap_or_default();
    let all = branches.iter().map(|branch| branch.games).sum();
    let lines = match depth {
        1 => branches.iter().filter_map(Continuation::of_branch).collect(),
        _ => search::merge_continuations(lists),
    };
    Ok(Some(Found { lines, games: all, ended }))
}

/// Limits of a printed tree.
struct Shown {
    min_games: u64,
    limit: usize,
}

impl Shown {
    /// Returns the lines with their moves as text, each line before its continuations.
    fn lines<'a>(&self, lines: &'a [Continuation], start: &Position) -> Result<Vec<Line<'a>>> {
        // The positions before the moves of the last line shown, and the number of lines of each length since their position.
        let mut before = vec![start.clone()];
        let mut counts = vec![0_usize];
        let mut shown = Vec::<Line<'_>>::new();
        for line in lines {
            let depth = line.moves.len();
            // The line's own position is known only if the line before its last move is shown.
            let is_known = depth <= before.len();
            before.truncate(depth);
            counts.resize(depth, 0);
            counts[depth - 1] += 1;
            if !is_known || line.branch.games < self.min_games || counts[depth - 1] > self.limit {
                continue;
            }
            let line = Line::new(line, &before[depth - 1], shown.last())?;
            let mut after = before[depth - 1].clone();
            after.play(line.packed_move())?;
            before.push(after);
            shown.push(line);
        }
        Ok(shown)
    }
}

/// A line with its moves as text.
struct Line<'a> {
    branch: &'a Branch,
    moves: &'a [PackedMove],
    san: String,
    uci: String,
    /// All moves, in SAN.
    sans: Vec<String>,
    /// The opening of the position after the line, if the position has a name.
    opening: Option<&'static Opening>,
    is_white: bool,
}

const COLUMNS: [&str; 14] = [
    "line",
    "move",
    "uci",
    "games",
    "white",
    "draws",
    "black",
    "other",
    "score",
    "score_mover",
    "rating",
    "last_year",
    "eco",
    "opening",
];

impl<'a> Line<'a> {
    /// `position` is the position before the last move, `last` the previous line shown.
    fn new(line: &'a Continuation, position: &Position, last: Option<&Line<'_>>) -> Result<Line<'a>> {
        let packed_move = line.moves[line.moves.len() - 1];
        let san = position.san(packed_move)?.to_string();
        let before = last.map_or(&[][..], |last| &last.sans[..line.moves.len() - 1]);
        let sans = before.iter().chain([&san]).cloned().collect();
        let uci = position.uci(packed_move)?.to_string();
        let mut after = position.clone();
        after.play(packed_move)?;
        let opening = opening_of(&after);
        let is_white = position.turn().is_white();
        Ok(Line { branch: &line.branch, moves: &line.moves, san, uci, sans, opening, is_white })
    }

    fn packed_move(&self) -> PackedMove {
        self.moves[self.moves.len() - 1]
    }

    fn to_json(&self, depth: u16) -> Value {
        let b = self.branch;
        let mut value = json!({
            "san": self.san,
            "uci": self.uci,
            "games": b.games,
            "white": b.white,
            "draws": b.draws,
            "black": b.black,
            "other": b.other,
            "score": b.score(),
            "score_mover": b.score_of(self.is_white),
            "rating": b.rating(),
            "last_year": (b.last_year > 0).then_some(b.last_year),
            "eco": self.opening.map(Opening::eco),
            "opening": self.opening.map(Opening::name),
        });
        if depth > 1 {
            value["line"] = json!(self.sans);
        }
        value
    }

    fn to_row(&self) -> Row {
        let b = self.branch;
        let score = |score: Option<f64>| score.map_or(Cell::Missing, |score| Cell::Text(format!("{score:.4}")));
        let number = |number: Option<u32>| number.map_or(Cell::Missing, |number| Cell::Number(number.into()));
        let mut cells =
            vec![Cell::Text(self.sans.join(" ")), Cell::Text(self.san.clone()), Cell::Text(self.uci.clone())];
        cells.extend([b.games, b.white, b.draws, b.black, b.other].map(Cell::Number));
        cells.extend([score(b.score()), score(b.score_of(self.is_white))]);
        cells.extend([number(b.rating()), number((b.last_year > 0).then_some(b.last_year))]);
        let text = |text: Option<&str>| text.map_or(Cell::Missing, |text| Cell::Text(text.to_owned()));
        cells.extend([text(self.opening.map(Opening::eco)), text(self.opening.map(Opening::name))]);
        Row::Cells(cells)
    }
}

/// Returns the opening of a position that has a name.
fn opening_of(position: &Position) -> Option<&'static Opening> {
    openings::of_position(position)
}

/// Writes the number of games that have the position, and its name.
fn write_header(out: &mut impl Write, found: &Found, position: &Position) -> Outcome<()> {
    let opening = opening_of(position).map(|opening| format!("  {} {}", opening.eco(), opening.name()));
    Ok(writeln!(out, "{}{}", games(found.games), opening.unwrap_or_default())?)
}

fn write_table(out: &mut impl Write, lines: &[Line<'_>], found: &Found, depth: u16) -> Outcome<()> {
    let indented = |line: &Line<'_>| format!("{:1$}{2}", "", 2 * (line.moves.len() - 1), line.san);
    let width =
        if depth == 1 { 8 } else { lines.iter().map(|line| indented(line).len() + 1).max().unwrap_or(0).max(8) };
    if !lines.is_empty() {
        let titles = "     games       %     white     draws     black     other  score  mover  rating  last";
        writeln!(out, "{}{titles}", padded("move", width))?;
    }
    for line in lines {
        let b = line.branch;
        let share = 100.0 * b.games as f64 / found.games as f64;
        let score = |score: Option<f64>| score.map_or("-".to_owned(), |score| format!("{:.1}", 100.0 * score));
        let white = score(b.score());
        let mover = score(b.score_of(line.is_white));
        let rating = b.rating().map_or("-".to_owned(), |rating| rating.to_string());
        let year = if b.last_year > 0 { b.last_year.to_string() } else { "-".to_owned() };
        writeln!(
            out,
            "{}{:>10}  {share:>6.2}{:>10}{:>10}{:>10}{:>10}{white:>7}{mover:>7}{rating:>8}{year:>6}",
            padded(&indented(line), width),
            Grouped(b.games),
            Grouped(b.white),
            Grouped(b.draws),
            Grouped(b.black),
            Grouped(b.other)
        )?;
    }
    if found.ended.games > 0 {
        writeln!(out, "{}{:>10}", padded("(end)", width), Grouped(found.ended.games))?;
    }
    Ok(())
}
