//! `plypack duplicates`.

use std::{
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use plypack::{
    Options, Reader, Writer, is_same_file,
    search::{self, DuplicateKind, Hit, Query, SearchEvent},
};
use serde_json::{Value, json};

use super::{
    arguments::Threads,
    corruption,
    list::GameTable,
    numbers::{Grouped, games},
    outcome::{Ended, Failure, Outcome, warn},
    progress::Progress,
    searching::FilterArgs,
};

/// Finds games that are in files more than once: same moves, same players, same date. With conditions, only games that meet all of
/// them are compared.
///
/// Players are compared without case, accents and further given names, and given names with their initials: "Carlsen, Magnus" is
/// "Carlsen,M" and "Magnus Carlsen". Unknown parts of dates agree with all others. Of games without moves everything must be equal.
/// Results, other tags and annotations do not count.
#[derive(clap::Args)]
pub struct Args {
    /// The files
    #[arg(required = true, value_name = "FILE.plypack")]
    files: Vec<PathBuf>,
    /// Also games of the same players and year, if one is the beginning of the other or they differ in the last 4 plies alone
    #[arg(long)]
    near: bool,
    #[command(flatten)]
    filter: FilterArgs,
    #[command(flatten)]
    threads: Threads,
    /// Print only the number of games that have an earlier duplicate
    #[arg(long)]
    count: bool,
    /// As JSON: a list of groups, each a list of games
    #[arg(long, conflicts_with = "count")]
    json: bool,
    /// Delete all games of each group but the first: their numbers stay taken, and `plypack verify` and searches leave them out
    #[arg(long)]
    delete: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    refuse_same_files(&args.files)?;
    let mut files = Files::open(&args.files)?;
    let mut query = Query::games(args.filter.condition());
    query.threads = args.threads.count();
    let kind = if args.near { DuplicateKind::Near } else { DuplicateKind::Exact };
    let found = files.search(&query, kind)?;
    let mut out = BufWriter::new(io::stdout().lock());
    match (args.count, args.json) {
        (true, _) => writeln!(out, "{}", found.later().count())?,
        (false, true) => print_json(&mut out, &files, &found)?,
        (false, false) => print_groups(&mut out, &files, &found)?,
    }
    out.flush()?;
    let ended = Ended::with_errors(files.has_errors);
    drop(files);
    if args.delete {
        args.files.iter().enumerate().try_for_each(|(file, path)| delete(path, file, &found))?;
    }
    Ok(ended)
}

/// A file that is given twice would be a duplicate of itself.
fn refuse_same_files(files: &[PathBuf]) -> Outcome<()> {
    for (index, file) in files.iter().enumerate() {
        if let Some(other) = files[..index].iter().find(|other| is_same_file(other, file)) {
            let message = format!("{} and {} are the same file", other.display(), file.display());
            return Err(Failure::Usage(message));
        }
    }
    Ok(())
}

/// The open files.
struct Files<'a> {
    paths: &'a [PathBuf],
    readers: Vec<Reader>,
    has_errors: bool,
}

/// Groups of games, one after another, and where each ends.
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

    /// All games but the first of each group.
    fn later(&self) -> impl Iterator<Item = &Hit> {
        self.iter().flat_map(|group| &group[1..])
    }
}

impl Files<'_> {
    fn open(paths: &[PathBuf]) -> Outcome<Files<'_>> {
        let readers = paths.iter().map(Reader::open_mapped).collect::<plypack::Result<Vec<Reader>>>()?;
        let mut has_errors = false;
        for (path, reader) in paths.iter().zip(&readers) {
            has_errors |= corruption::warn_of_errors(path, reader);
        }
        Ok(Files { paths, readers, has_errors })
    }

    fn search(&mut self, query: &Query, kind: DuplicateKind) -> Outcome<Groups> {
        let readers: Vec<&Reader> = self.readers.iter().collect();
        let progress = Progress::games(readers.iter().map(|reader| reader.games()).sum());
        let (paths, has_errors) = (self.paths, &mut self.has_errors);
        let mut observer = |event: SearchEvent| {
            match event {
                SearchEvent::Progress(done) => progress.set(done),
                SearchEvent::Corruption(found) => {
                    *has_errors = true;
                    progress.warn(corruption::Message(&paths[found.file], &found.corruption));
                }
                _ => {}
            }
            Ok(())
        };
        let mut found = Groups::default();
        let mut add = |group: &[Hit]| {
            found.games.extend_from_slice(group);
            found.ends.push(found.games.len());
            Ok(())
        };
        search::duplicates(&readers, query, kind, &mut add, &mut observer)?;
        Ok(found)
    }
}

/// A line for each game, with its file if there are several, and an empty line after each group.
fn print_groups(out: &mut impl Write, files: &Files<'_>, found: &Groups) -> Outcome<()> {
    let mut tables: Vec<GameTable<'_>> = files.readers.iter().map(GameTable::new).collect();
    for group in found.iter() {
        for hit in group {
            if let [_, _, ..] = files.paths {
                write!(out, "{}: ", files.paths[hit.file as usize].display())?;
            }
            tables[hit.file as usize].print_row(out, hit.game, None)?;
        }
        writeln!(out)?;
    }
    let later = found.later().count() as u64;
    writeln!(out, "{} with an earlier duplicate (groups: {})", games(later), Grouped(found.ends.len() as u64))?;
    Ok(())
}

fn print_json(out: &mut impl Write, files: &Files<'_>, found: &Groups) -> Outcome<()> {
    write!(out, "[")?;
    for (index, group) in found.iter().enumerate() {
        let game = |hit: &Hit| json!({ "file": files.paths[hit.file as usize].to_string_lossy(), "game": hit.game });
        let group: Vec<Value> = group.iter().map(game).collect();
        let comma = if index == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", Value::from(group))?;
    }
    writeln!(out, "\n]")?;
    Ok(())
}

/// Deletes the later games of all groups that are in one file.
fn delete(path: &Path, file: usize, found: &Groups) -> Outcome<()> {
    let numbers: Vec<u64> = found.later().filter(|hit| hit.file as usize == file).map(|hit| hit.game).collect();
    if numbers.is_empty() {
        return Ok(());
    }
    let mut writer = Writer::append(path, Options::default())?;
    numbers.iter().try_for_each(|number| writer.delete_game(*number))?;
    writer.finish().map_err(|e| e.context(path.display()))?;
    warn(format_args!("{}: {} deleted", path.display(), games(numbers.len() as u64)));
    Ok(())
}
