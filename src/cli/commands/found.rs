//! Games that a search finds, as rows or as PGN: the shared parts of `find`, `list` and `unpack`.

use std::io::{self, BufWriter, Write};

use plypack::{
    Game, Reader,
    search::{self, Hit, Query, SearchObserver, Target},
};

use crate::{
    console::{outcome::Outcome, progress::Progress, terminal::Output},
    input::{
        classify::Classify,
        files::{Files, Group},
        searching::{FilterArgs, SearchArgs, TargetArgs},
    },
    output::pgn::PgnOutput,
    rows::{
        OrderArgs, RowArgs,
        columns::Column,
        sorting::{Key, Keys},
        writer::Format,
    },
};

/// The choice of games and files.
#[derive(clap::Args)]
pub struct GamesArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub filter: FilterArgs,
}

/// The files and the search in them.
pub struct Search {
    pub files: Files,
    pub query: Query,
}

impl GamesArgs {
    /// Returns a search for `target`, or without it for all games that meet the conditions.
    pub fn search(self, target: Option<Target>) -> Search {
        let files = self.search.files.find().mapped(!self.search.no_map);
        Search { files, query: self.search.query(target, self.filter) }
    }
}

/// Returns the games of these files that match.
pub fn hits(group: &mut Group<'_>, query: &Query) -> Outcome<Vec<Hit>> {
    let (find, _) = searches(query);
    group.search(|readers, observer| find(readers, query, observer))
}

/// Like [`hits`], but returns only the first games in the order if the columns of the files show which these are.
fn first_hits(group: &mut Group<'_>, query: &Query, order: &OrderArgs) -> Outcome<Vec<Hit>> {
    match order.first_rows() {
        Some(options) => {
            group.search(|readers, observer| Ok(search::rows(readers, query, &options, observer)?.hits().to_vec()))
        }
        None => hits(group, query),
    }
}

type SearchFor<T> = fn(&[&Reader], &Query, &mut SearchObserver<'_>) -> plypack::Result<T>;

/// Returns the functions that find and count the games: with a target by position, otherwise only by the conditions.
fn searches(query: &Query) -> (SearchFor<Vec<Hit>>, SearchFor<u64>) {
    match query.target {
        Some(_) => (search::find, search::count),
        None => (search::list, |readers, query, observer| Ok(search::list(readers, query, observer)?.len() as u64)),
    }
}

/// Prints the games found, or only their number if `count`.
pub fn print(search: Search, rows: &RowArgs, count: bool) -> Outcome {
    let Search { mut files, query } = search;
    if count {
        return print_count(files, query, rows.order.limit());
    }
    if rows.format() == Format::Pgn {
        let how = rows.classify.options(query.threads);
        let mut pgn = PgnOutput::new(Output::new(), how).for_reader();
        let order = Order { by: &rows.order, classify: rows.classify };
        for_each_group(&mut files, query, order, |group, hits| pgn.hits(group, hits))?;
        pgn.end()?;
        return Ok(files.ended());
    }
    print_rows(files, query, rows)
}

fn print_count(mut files: Files, mut query: Query, limit: u64) -> Outcome {
    let mut count = 0;
    while count < limit
        && let Some(mut group) = files.next_group()?
    {
        query.max_hits = limit - count;
        let (_, number) = searches(&query);
        count += group.search(|readers, observer| number(readers, &query, observer))?;
    }
    if files.any_open() {
        writeln!(io::stdout(), "{}", count.min(limit))?;
    }
    Ok(files.ended())
}

fn print_rows(mut files: Files, mut query: Query, rows: &RowArgs) -> Outcome {
    let mut maker = rows.maker(&files, query.target.is_some());
    let mut sorter = rows.order.sorter();
    let mut writer = maker.writer(BufWriter::new(Output::new()));
    let mut left = rows.order.limit();
    while left > 0
        && let Some(mut group) = files.next_group()?
    {
        query.max_hits = if sorter.is_some() { u64::MAX } else { left };
        let hits = first_hits(&mut group, &query, &rows.order)?;
        let progress = Progress::of_output("writing", hits.len() as u64);
        for (done, hit) in hits.into_iter().enumerate() {
            if done.is_multiple_of(1024) {
                progress.set(done as u64);
            }
            match (maker.row(group.reader(hit.file), group.path(hit.file), hit), &mut sorter) {
                (Ok((keys, row)), Some(sorter)) => sorter.add(keys, row),
                (Ok((_, row)), None) => {
                    left -= 1;
                    writer.add(row)?;
                }
                (Err(e), _) => group.warn(hit.file, &e),
            }
        }
    }
    if let Some(sorter) = sorter {
        sorter.sorted()?.try_for_each(|row| writer.add(row))?;
    }
    if files.any_open() {
        writer.end()?;
    }
    Ok(files.ended())
}

/// The order of the games, and the opening tags added for it.
#[derive(Clone, Copy)]
pub struct Order<'a> {
    pub by: &'a OrderArgs,
    pub classify: Classify,
}

/// Passes the matching games to `each` in the chosen order: for a group of files at a time, or for all files if the games are sorted.
pub fn for_each_group(
    files: &mut Files,
    mut query: Query,
    order: Order<'_>,
    mut each: impl FnMut(&mut Group<'_>, &[Hit]) -> Outcome<()>,
) -> Outcome<()> {
    let mut left = order.by.limit();
    if order.by.sorter::<Hit>().is_some() {
        let mut group = files.all()?;
        let sorted = sorted_hits(&mut group, &query, order)?;
        return each(&mut group, &sorted);
    }
    while left > 0
        && let Some(mut group) = files.next_group()?
    {
        query.max_hits = left;
        let hits = hits(&mut group, &query)?;
        left -= hits.len() as u64;
        each(&mut group, &hits)?;
    }
    Ok(())
}

fn sorted_hits(group: &mut Group<'_>, query: &Query, order: Order<'_>) -> Outcome<Vec<Hit>> {
    let Some(mut sorter) = order.by.sorter() else { return Ok(Vec::new()) };
    let mut keys =
        KeysOfGames { columns: order.by.keys(), classify: order.classify, game: Game::new(), keys: Keys::default() };
    for hit in first_hits(group, query, order.by)? {
        match keys.of(group, hit) {
            Ok(keys) => sorter.add(keys, hit),
            Err(e) => group.warn(hit.file, &e),
        }
    }
    Ok(sorter.sorted()?.collect())
}

/// Makes the sort keys of games.
struct KeysOfGames {
    columns: Vec<Column>,
    classify: Classify,
    game: Game,
    keys: Keys,
}

impl KeysOfGames {
    /// Errors if the game cannot be read.
    fn of(&mut self, group: &Group<'_>, hit: Hit) -> plypack::Result<Vec<Key>> {
        let reader = group.reader(hit.file);
        self.classify.read_tags(reader, hit.game, &mut self.game)?;
        let path = group.path(hit.file).display().to_string();
        let cell = |column: &Column| column.sort_cell(reader, &path, hit, &self.game);
        self.columns.iter().map(|column| Ok(self.keys.key(cell(column)?))).collect()
    }
}
