//! `plypack list`, and the table of games that it shares with `find`.

use std::io::{self, BufWriter, Write};

use plypack::{
    Game, Reader,
    search::{self, Hit, Query},
    unescape,
};
use serde_json::{Value, json};

use super::{
    files::{FileArgs, Files, Group, Labels},
    json_list::JsonList,
    outcome::Outcome,
    searching::FilterArgs,
    show::printable,
};

/// Lists the games of files: number, players, result, date, event. With conditions, only games that meet all of them. In several
/// files, a game is named by its file and its number there: FILE:NUMBER.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: FileArgs,
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
    /// As JSON: a list of games with their tags, and the file where there are several
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut files = args.files.find().mapped(!args.no_map);
    let mut query = Query::games(args.filter.condition());
    query.max_hits = args.max;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut list, mut table, mut count) = (JsonList::default(), GameTable::new(&files), 0);
    while let Some(mut group) = files.next_group()? {
        let hits = group.search(|readers, observer| search::list(readers, &query, observer))?;
        count += hits.len() as u64;
        query.max_hits = args.max - count;
        match (args.count, args.json) {
            (true, _) => {}
            (false, true) => hits.iter().try_for_each(|hit| print_json(&mut out, &mut list, &mut group, *hit))?,
            (false, false) => hits.iter().try_for_each(|hit| table.print_row(&mut out, &mut group, *hit, false))?,
        }
        if query.max_hits == 0 {
            break;
        }
    }
    match (args.count, args.json) {
        _ if !files.any_open() => {}
        (true, _) => writeln!(out, "{count}")?,
        (false, true) => list.end(&mut out)?,
        (false, false) => {}
    }
    out.flush()?;
    Ok(files.ended())
}

fn print_json(out: &mut impl Write, list: &mut JsonList, group: &mut Group<'_>, hit: Hit) -> Outcome<()> {
    let mut game = Game::new();
    let tags = group.reader(hit.file).read_tags(hit.game, &mut game).and_then(|()| {
        game.tags().filter_map(|tag| tag_json(&tag).transpose()).collect::<plypack::Result<Vec<Value>>>()
    });
    match tags {
        Ok(tags) => {
            let mut value = json!({ "game": hit.game, "tags": tags });
            group.add_file(hit.file, &mut value);
            list.add(out, &value)?;
        }
        Err(e) => group.warn(hit.file, &e),
    }
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
pub struct GameTable {
    labels: Labels,
    game: Game,
}

impl GameTable {
    /// For the games of files.
    pub fn new(files: &Files) -> GameTable {
        GameTable { labels: files.labels(), game: Game::new() }
    }

    /// Prints one game: its number, the ply of a hit if that is wanted, players, result, date and event. One that cannot be read is
    /// reported.
    pub fn print_row(&mut self, out: &mut impl Write, group: &mut Group<'_>, hit: Hit, with_ply: bool) -> Outcome<()> {
        match self.columns(group.reader(hit.file), hit.game) {
            Ok(columns) => {
                let ply = if with_ply { format!("ply {:<4} ", hit.ply) } else { String::new() };
                writeln!(out, "{} {ply} {columns}", self.labels.of(group.path(hit.file), hit.game))?;
            }
            Err(e) => group.warn(hit.file, &e),
        }
        Ok(())
    }

    fn columns(&mut self, reader: &Reader, number: u64) -> plypack::Result<String> {
        reader.read_tags(number, &mut self.game)?;
        let tag = |name: &[u8], width: usize| -> plypack::Result<String> {
            Ok(shorten(&printable(&unescape(self.game.tag(name).unwrap_or(b"?"))?), width))
        };
        let (white, black) = (tag(b"White", 24)?, tag(b"Black", 24)?);
        let (result, date, event) = (tag(b"Result", 7)?, tag(b"Date", 10)?, tag(b"Event", 40)?);
        Ok(format!("{white:<24} {black:<24} {result:<7} {date:<10} {event}"))
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
