//! `plypack list`, and the table of games that it shares with `find`.

use std::{
    io::{self, BufWriter, Write},
    path::PathBuf,
};

use plypack::{
    Game, Reader,
    search::{self, Query},
    unescape,
};
use serde_json::{Value, json};

use super::{
    outcome::{Failure, Outcome},
    searching::{FilterArgs, SearchedFile},
    show::printable,
};

/// Lists the games of a file: number, players, result, date, event. With conditions, only games that meet all of them.
#[derive(clap::Args)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    #[command(flatten)]
    filter: FilterArgs,
    /// Print only the number of games
    #[arg(long)]
    count: bool,
    /// Stop after so many games
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    max: u64,
    /// Read the file with system calls, without mapping it into memory: slower, but safe while other programs overwrite or cut it
    #[arg(long)]
    no_map: bool,
    /// As JSON: a list of games with their tags
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut file = SearchedFile::open(&args.file, !args.no_map)?;
    let mut query = Query::games(args.filter.condition());
    query.max_hits = args.max;
    let hits = file.search(|reader, observer| search::list(&[reader], &query, observer))?;
    let numbers: Vec<u64> = hits.iter().map(|hit| hit.game).collect();
    let mut out = BufWriter::new(io::stdout().lock());
    match (args.count, args.json) {
        (true, _) => writeln!(out, "{}", numbers.len())?,
        (false, true) => print_json(&mut out, &file.reader, &numbers)?,
        (false, false) => {
            let mut table = GameTable::new(&file.reader);
            numbers.iter().try_for_each(|number| table.print_row(&mut out, *number, None))?;
        }
    }
    out.flush()?;
    Ok(file.ended())
}

fn print_json(out: &mut impl Write, reader: &Reader, numbers: &[u64]) -> Outcome<()> {
    let mut game = Game::new();
    write!(out, "[")?;
    for (index, number) in numbers.iter().enumerate() {
        reader.read_tags(*number, &mut game)?;
        let tags: Vec<Value> =
            game.tags().filter_map(|tag| tag_json(&tag).transpose()).collect::<plypack::Result<_>>()?;
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", json!({ "game": number, "tags": tags }))?;
    }
    writeln!(out, "\n]")?;
    Ok(())
}

fn tag_json(tag: &plypack::Tag<'_>) -> plypack::Result<Option<Value>> {
    match tag {
        plypack::Tag::Pair(name, value) => {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Ok(Some(json!([text(name), text(&unescape(value)?)])))
        }
        plypack::Tag::Raw(_) => Ok(None),
    }
}

/// Prints games, one a line.
pub struct GameTable<'a> {
    reader: &'a Reader,
    game: Game,
}

impl<'a> GameTable<'a> {
    /// For the games of a file.
    pub fn new(reader: &'a Reader) -> GameTable<'a> {
        GameTable { reader, game: Game::new() }
    }

    /// Prints one game: its number, the ply of a hit, players, result, date and event.
    pub fn print_row(&mut self, out: &mut impl Write, number: u64, ply: Option<u32>) -> Outcome<()> {
        self.reader.read_tags(number, &mut self.game).map_err(Failure::from)?;
        let tag = |name: &[u8], width: usize| -> plypack::Result<String> {
            Ok(shorten(&printable(&unescape(self.game.tag(name).unwrap_or(b"?"))?), width))
        };
        let ply = ply.map_or(String::new(), |ply| format!("ply {ply:<4} "));
        let (white, black) = (tag(b"White", 24)?, tag(b"Black", 24)?);
        let (result, date, event) = (tag(b"Result", 7)?, tag(b"Date", 10)?, tag(b"Event", 40)?);
        writeln!(out, "{number:>9} {ply} {white:<24} {black:<24} {result:<7} {date:<10} {event}")?;
        Ok(())
    }
}

/// At most `width` characters, on one line.
fn shorten(text: &str, width: usize) -> String {
    let line = text.replace('\n', " ");
    match line.chars().count() > width {
        true => line.chars().take(width - 1).chain(['\u{2026}']).collect(),
        false => line,
    }
}
