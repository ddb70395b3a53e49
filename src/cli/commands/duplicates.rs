//! `plypack duplicates`.

use std::io::{self, BufWriter, Write};

use plypack::{
    Options, Writer,
    search::{self, DuplicateKind, Hit, Query},
};
use serde_json::{Value, json};

use crate::{
    console::{
        interrupt,
        numbers::{Grouped, games},
        outcome::{Ended, Failure, Outcome, found_errors, note},
        progress::Progress,
    },
    input::{
        arguments::Threads,
        files::{FileArgs, Group},
        searching::FilterArgs,
    },
    output::{json_list, new_file},
    rows::{
        RowMaker,
        columns::Column,
        writer::{Format, Row, object},
    },
};

/// Finds games that occur more than once in plypack files.
///
/// Two games are duplicates if they have the same moves, players and date. With conditions, only games that meet all of them are compared.
///
/// Players: case, accents and further given names are ignored, and an initial equals its given name: "Carlsen, Magnus" is "Carlsen,M" and
/// "Magnus Carlsen". In names with digits or "_", as programs and server users have, every character counts.
///
/// Dates: the years are known and equal. An unknown month or day equals any other.
///
/// Results, rounds and times must agree if both games have them: round 3 agrees with 3.1. Other tags and annotations are ignored.
///
/// Games with fewer than 10 plies must also have the same event and site. Games without moves, without a year, or with an unknown player
/// are duplicates only if everything is equal: all tags, moves and annotations.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Also find games that are probably the same
    ///
    /// These games have the same players and year; one is the beginning of the other, or only their last 4 plies differ.
    #[arg(long)]
    near: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    threads: Threads,
    /// Print only the number of games with an earlier duplicate
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    rows: GroupArgs,
    /// Delete all games of each group except the first
    ///
    /// Look at the groups first: with --near, a group can have different games. The numbers of deleted games are not reused. `plypack edit FILE
    /// restore` restores games.
    #[arg(long)]
    delete: bool,
}

/// The format of groups.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
struct GroupArgs {
    /// Columns: group, game, file, plies, year, average-rating, or any tag
    ///
    /// `group` is the number of the group, from 0; `game` is the game number. Tags are named in any case: white, black, result, date,
    /// event, site, or any other.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "count")]
    columns: Vec<Column>,
    /// Maximum number of groups
    #[arg(long, value_name = "N", conflicts_with = "delete")]
    limit: Option<usize>,
    /// Print CSV: a line with the column names, then one game per line
    #[arg(long, conflicts_with = "count", group = "format")]
    csv: bool,
    /// Print a JSON array of groups: arrays of games with file and number, or the chosen columns
    #[arg(long, conflicts_with = "count", group = "format")]
    json: bool,
    /// Print JSON Lines: one game per line, with the number of its group
    #[arg(long, conflicts_with = "count", group = "format")]
    jsonl: bool,
}

impl GroupArgs {
    fn format(&self) -> Format {
        Format::of_flags(self.csv, self.json, self.jsonl)
    }
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut files = args.files.find();
    let mut query = Query::games(args.filter.condition());
    query.threads = args.threads.count();
    let kind = if args.near { DuplicateKind::Near } else { DuplicateKind::Exact };
    let mut rows = RowMaker::of_groups(&files, &args.rows.columns, args.rows.format());
    let mut group = files.all()?;
    if args.delete && !group.is_complete() {
        let message =
            "nothing was deleted: not all files could be opened, and the first game of a group may be in one of these";
        return Err(Failure::Data(message.to_owned()));
    }
    let mut found = search(&mut group, &query, kind)?;
    found.keep_first(args.rows.limit);
    // The reader of standard output can go away, so the deletion comes first.
    let deleted = if args.delete { delete_all(&group, &found) } else { Ok(()) };
    let printed = print(args.count, &args.rows, &mut group, &mut rows, &found);
    drop(group);
    found_errors(files.ended() == Ended::WithErrors);
    deleted.and(printed)?;
    Ok(files.ended())
}

/// Prints the number of games, or groups as JSON, or rows.
fn print(count: bool, args: &GroupArgs, group: &mut Group<'_>, rows: &mut RowMaker, found: &Groups) -> Outcome<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match args.format() {
        _ if count => writeln!(out, "{}", found.later().count())?,
        Format::Json if args.columns.is_empty() => {
            let place = |files: &mut Group<'_>, hit: &Hit| {
                Some(json!({ "file": files.path(hit.file).to_string_lossy(), "game": hit.game }))
            };
            print_json(&mut out, group, found, |files, _, hit| place(files, hit))?;
        }
        Format::Json => print_json(&mut out, group, found, |files, number, hit| {
            rows.begin_group(number);
            row_of(files, rows, hit).map(|row| object(&rows.names(), row))
        })?,
        format => {
            print_rows(&mut out, group, rows, found)?;
            if format == Format::Table {
                let later = games(found.later().count() as u64);
                writeln!(out, "{later} with an earlier duplicate (groups: {})", Grouped(found.ends.len() as u64))?;
            }
        }
    }
    Ok(out.flush()?)
}

/// Groups of games, one after another, with the end of each.
#[derive(Default)]
struct Groups {
    games: Vec<Hit>,
    ends: Vec<usize>,
}

impl Groups {
    fn iter(&self) -> impl Iterator<Item = &[Hit]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.games[start..*end])
    }

    /// Keeps only this many groups.
    fn keep_first(&mut self, limit: Option<usize>) {
        self.ends.truncate(limit.unwrap_or(usize::MAX));
        self.games.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Iterates over all games except the first of each group.
    fn later(&self) -> impl Iterator<Item = &Hit> {
        self.iter().flat_map(|group| &group[1..])
    }
}

fn search(group: &mut Group<'_>, query: &Query, kind: DuplicateKind) -> Outcome<Groups> {
    let mut found = Groups::default();
    let mut add = |group: &[Hit]| {
        found.games.extend_from_slice(group);
        found.ends.push(found.games.len());
        Ok(())
    };
    group.search(|readers, observer| search::duplicates(readers, query, kind, &mut add, observer))?;
    Ok(found)
}

/// Prints a row per game; in a table, an empty line follows each group.
fn print_rows(out: &mut impl Write, files: &mut Group<'_>, rows: &mut RowMaker, found: &Groups) -> Outcome<()> {
    let mut table = rows.writer(&mut *out);
    let progress = Progress::of_output("writing", found.games.len() as u64);
    for (group, number) in found.iter().zip(0..) {
        rows.begin_group(number);
        for hit in group {
            row_of(files, rows, hit).map_or(Ok(()), |row| table.add(row))?;
        }
        progress.set(found.ends[number as usize] as u64);
        table.add_gap()?;
    }
    table.end()
}

/// Returns the row of a game; `None` if the game cannot be read, which was reported.
fn row_of(files: &mut Group<'_>, rows: &mut RowMaker, hit: &Hit) -> Option<Row> {
    match rows.row(files.reader(hit.file), files.path(hit.file), *hit) {
        Ok((_, row)) => Some(row),
        Err(e) => {
            files.warn(hit.file, &e);
            None
        }
    }
}

/// Prints a list of groups. Each is a list of the values that `value` returns for its games; the number is the group's.
fn print_json(
    out: &mut impl Write,
    files: &mut Group<'_>,
    found: &Groups,
    mut value: impl FnMut(&mut Group<'_>, u64, &Hit) -> Option<Value>,
) -> Outcome<()> {
    write!(out, "[")?;
    for (number, group) in found.iter().enumerate() {
        let group: Vec<Value> = group.iter().filter_map(|hit| value(files, number as u64, hit)).collect();
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", json_list::compact(&Value::from(group)))?;
    }
    writeln!(out, "\n]")?;
    Ok(())
}

/// Deletes all games of each group except the first.
fn delete_all(group: &Group<'_>, found: &Groups) -> Outcome<()> {
    interrupt::catch_signals();
    (0..group.paths().count() as u32).try_for_each(|file| delete(group, file, found))
}

/// Deletes the later games of all groups in one file.
fn delete(group: &Group<'_>, file: u32, found: &Groups) -> Outcome<()> {
    interrupt::check()?;
    let path = group.path(file);
    let numbers: Vec<u64> = found.later().filter(|hit| hit.file == file).map(|hit| hit.game).collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let mut writer = Writer::append(path, Options::default())?;
    let unfinished = writer.rolled_back();
    new_file::refuse_changed(path, group.reader(file))?;
    numbers.iter().try_for_each(|number| writer.delete_game(*number, None))?;
    writer.finish().map_err(|e| e.context(path.display()))?;
    new_file::note_rollback(path, unfinished);
    note(format_args!("{}: {} deleted", path.display(), games(numbers.len() as u64)));
    Ok(())
}
