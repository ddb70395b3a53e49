//! Counts of the names in a field, as stored in games: for completing user input.

use std::{
    cell::{Cell, RefCell},
    cmp::Reverse,
    collections::HashMap,
    rc::Rc,
};

use crate::{
    Corruption, Error, Reader, Result,
    coding::wire::Strings,
    container::{BlockHeader, Fetch, TagTable},
    file::reader::Replacements,
    memory,
    search::{
        conditions::{
            condition::TextField, name_marks::marked_names, text_form::TextForm, text_match::TextMatch, values::Values,
        },
        evaluation::{
            event::SearchObserver,
            files::{FileBlock, Files},
            plan::Plans,
            selection::{Selected, Selection},
        },
        query::Query,
    },
};

/// The names that [`names`] lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameFilter {
    /// The field that contains the name.
    pub field: TextField,
    /// A text that the name contains, compared as a [`Condition`](crate::search::Condition) compares it. The empty text lists all names.
    pub text: Vec<u8>,
    /// If true, the name must begin with the text, not only contain it.
    pub begins: bool,
}

/// A name as stored in games, and the number of games that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameCount {
    /// The name.
    pub name: Vec<u8>,
    /// The number of games. A game counts once even if both players have the name.
    pub games: u64,
}

/// Lists the names in a field of the games that meet the condition of `query`, for completing user input. Names are sorted by descending
/// number of games, then by their bytes. Returns at most [`Query::max_hits`] names.
///
/// Each spelling of a player's name is listed separately, with the games that have this spelling.
/// [`Statistics::players`](crate::search::Statistics::players) counts all spellings of a player together:
///
/// ```
/// use plypack::{Codec, Reader, games_from_pgn, pack_games, search::{self, NameFilter, Query, TextField}};
///
/// let text = "[White \"Müller, Jörg\"]\n\n1. e4 *\n\n[White \"Mueller, Joerg\"]\n\n1. d4 *\n";
/// let reader = Reader::from_bytes(pack_games(&games_from_pgn(text.as_bytes())?.0, Codec::Byte)?)?;
/// let filter = NameFilter { field: TextField::Player, text: b"mueller".to_vec(), begins: true };
/// let names = search::names(&[&reader], &Query::default(), &filter, &mut search::strict)?;
/// let names: Vec<_> = names.iter().map(|name| (String::from_utf8_lossy(&name.name), name.games)).collect();
/// assert_eq!(names, [("Mueller, Joerg".into(), 1), ("Müller, Jörg".into(), 1)]);
///
/// let statistics = search::statistics(&[&reader], &Query::default(), &[], &mut search::strict)?;
/// assert_eq!(statistics.players()?[0].score.games(), 2);
/// # Ok::<(), plypack::Error>(())
/// ```
///
/// # Errors
///
/// As [`list`](crate::search::list).
pub fn names(
    readers: &[&Reader],
    query: &Query,
    filter: &NameFilter,
    observer: &mut SearchObserver<'_>,
) -> Result<Vec<NameCount>> {
    let mut files = Files::new(readers, query, observer);
    let text = match (filter.field.is_name(), filter.begins) {
        (true, true) => TextMatch::name_begins(&filter.text)?,
        (true, false) => TextMatch::name(TextForm::Contains, &filter.text)?,
        (false, true) => TextMatch::begins(&filter.text)?,
        (false, false) => TextMatch::new(TextForm::Contains, &filter.text)?,
    };
    let plans = Plans::new(&query.condition)?;
    let selections = files.selections(&plans);
    let counts = memory::all(selections.iter().map(|selection| NamesOfFile::new(selection, &text, filter.field)))?;
    let mut games: HashMap<Vec<u8>, u64> = HashMap::new();
    let work = |at: FileBlock| counts[at.file].of_block(at.block);
    files.for_each_block(query.threads.max(1), &work, &mut |files, at, (found, corruption)| {
        games.try_reserve(found.len())?;
        found.into_iter().for_each(|NameCount { name, games: count }| *games.entry(name).or_default() += count);
        corruption.into_iter().try_for_each(|corruption| files.report(at.file, corruption))
    })?;
    most_frequent(games, query.max_hits)
}

fn most_frequent(games: HashMap<Vec<u8>, u64>, max: u64) -> Result<Vec<NameCount>> {
    let mut found = memory::collected(games.into_iter().map(|(name, games)| NameCount { name, games }))?;
    found.sort_unstable_by(|a, b| (Reverse(a.games), &a.name).cmp(&(Reverse(b.games), &b.name)));
    found.truncate(usize::try_from(max).unwrap_or(usize::MAX));
    Ok(found)
}

/// Counts the names of one file.
struct NamesOfFile<'a> {
    selection: &'a Selection<'a>,
    text: &'a TextMatch,
    tags: &'static [&'static [u8]],
    /// The blocks of replacements, each with the first block in which it replaces a game.
    replacements: Vec<(usize, Replacements)>,
}

impl<'a> NamesOfFile<'a> {
    fn new(selection: &'a Selection<'a>, text: &'a TextMatch, field: TextField) -> Result<NamesOfFile<'a>> {
        Ok(NamesOfFile { selection, text, tags: field.tags(), replacements: selection.replacement_blocks()? })
    }

    /// Returns the names of a block, including names in replacements of its games, and the games whose names cannot be read.
    fn of_block(&self, block: usize) -> (Vec<NameCount>, Vec<Corruption>) {
        let reader = self.selection.reader;
        let selection = self.selection;
        let count =
            |header: &BlockHeader, fetch: &dyn Fetch, selected: &Selected| self.of_games(header, fetch, selected);
        let written = selection.with_games(block, None, count);
        let info = reader.block_info(block);
        let lost = |e| vec![Corruption::partial(info.first_game..info.first_game + info.games, e)];
        let (mut found, mut corruption) = written.map_or_else(|e| (Vec::new(), lost(e)), |found| (found, Vec::new()));
        // A block of replacements is read once, together with the first block in which it replaces a game: the counts
        // are sums, so it does not matter to which block its names are added.
        for (_, replacements) in self.replacements.iter().filter(|(first, _)| *first == block) {
            match selection.with_games(replacements.block, Some(replacements), count) {
                Ok(names) => found.extend(names),
                Err(e) => corruption.extend(replacements.lost(&e)),
            }
        }
        (found, corruption)
    }

    fn of_games(&self, header: &BlockHeader, fetch: &dyn Fetch, selected: &Selected) -> Result<Vec<NameCount>> {
        let table = TagTable::load(header, fetch)?;
        let counter = Counter::default();
        let names = self.ids_of_names(table.names()?, &counter)?;
        let read = |value: &[u8]| self.text.matches(value).then(|| counter.id(value)).flatten();
        let mut columns = Vec::new();
        for tag in self.tags {
            let values = Values::new(table.column(tag)?.map(Rc::new), &read);
            columns.push(values.with_names(names.iter().copied())?);
        }
        for game in selected.games(header.games) {
            let mut before = None;
            counter.reserve(columns.len())?;
            for column in &mut columns {
                let id = column.of_game(game)?.filter(|id| before != Some(*id));
                id.inspect(|id| counter.count(*id));
                before = before.or(id);
            }
        }
        counter.finish()
    }

    /// Returns the numbers in `counter` of the matching names of the block.
    fn ids_of_names(&self, names: &Strings, counter: &Counter) -> Result<Vec<Option<u32>>> {
        let Some(marks) = marked_names(names, self.text)? else { return memory::filled(None, names.len()) };
        counter.reserve(marks.iter().filter(|mark| **mark).count())?;
        let names = names.iter().zip(marks);
        memory::collected(names.map(|(name, mark)| mark.then(|| counter.id(name)).flatten()))
    }
}

/// Counts games by name.
#[derive(Default)]
struct Counter {
    ids: RefCell<HashMap<Vec<u8>, u32>>,
    games: RefCell<Vec<Cell<u64>>>,
    /// The error of a name that could not be added.
    error: Cell<Option<Error>>,
}

impl Counter {
    /// Reserves space for `names` more names.
    fn reserve(&self, names: usize) -> Result<()> {
        self.ids.borrow_mut().try_reserve(names)?;
        Ok(self.games.borrow_mut().try_reserve(names)?)
    }

    /// The number of a name; `None` if memory is short. [`Counter::finish`] then returns the error.
    fn id(&self, name: &[u8]) -> Option<u32> {
        if let Some(id) = self.ids.borrow().get(name) {
            return Some(*id);
        }
        let name = memory::copied(name).map_err(|error| self.error.set(Some(error))).ok()?;
        let mut games = self.games.borrow_mut();
        games.push(Cell::new(0));
        let id = games.len() as u32 - 1;
        self.ids.borrow_mut().insert(name, id);
        Some(id)
    }

    fn count(&self, id: u32) {
        self.games.borrow()[id as usize].update(|games| games + 1);
    }

    fn finish(self) -> Result<Vec<NameCount>> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let games = self.games.into_inner();
        let counts = self.ids.into_inner().into_iter().map(|(name, id)| (name, games[id as usize].get()));
        memory::collected(counts.filter(|(_, games)| *games > 0).map(|(name, games)| NameCount { name, games }))
    }
}
