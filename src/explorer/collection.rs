//! The games of one file, with the columns for filters and lists.

use std::{
    ops::Deref,
    sync::{Arc, Mutex, OnceLock},
};

use super::lichess_id::LichessId;
use crate::{
    Color, Reader, Result, Speed, Termination,
    folding::fold,
    lock::lock,
    memory,
    search::{self, Condition, Query, Rows, RowsOptions, SearchEvent, SearchObserver, TextField, TextForm},
};

/// The data behind an explorer: a reader, and columns for filters and lists (28 bytes per game, plus the names).
///
/// `R` is an `Arc<Reader>`, a `&Reader` or another pointer to a reader. Can be used on several threads at once.
#[derive(Debug, Clone)]
pub struct Collection<R> {
    reader: R,
    games: Arc<Games>,
}

/// The columns of all games for filters and lists.
#[derive(Debug)]
struct Games {
    /// Rows by game number.
    rows: Vec<Row>,
    names: Names,
    /// For each block, the Lichess ids of its games, when they have been read; empty if no game has one.
    ids: Vec<OnceLock<Vec<Option<LichessId>>>>,
    /// The games of recently requested players, the most recent last.
    of_players: Mutex<Vec<OfPlayer>>,
}

/// The columns of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// Numbers of White's and Black's name.
    players: [u32; 2],
    /// The date as year * 10000 + month * 100 + day; unknown parts are 0.
    pub(super) date: u32,
    /// White's and Black's rating; 0 if unknown.
    pub(super) ratings: [u16; 2],
    /// Games without a result are never counted.
    pub(super) result: Termination,
    /// `None` if the time control has no class.
    pub(super) speed: Option<Speed>,
    /// True if the event says that the game was casual.
    pub(super) is_casual: bool,
}

/// The row of a deleted or corrupt game.
const NONE: Row =
    Row { players: [0; 2], date: 0, ratings: [0; 2], result: Termination::Absent, speed: None, is_casual: false };

/// The games that a player played with the pieces of a color.
#[derive(Debug)]
struct OfPlayer {
    player: String,
    color: Color,
    games: Arc<Vec<bool>>,
}

/// Maximum number of players in the cache; each takes one byte per game.
const PLAYERS: usize = 16;

/// The columns of [`Row`].
const COLUMNS: &str = "white,black,date,white-rating,black-rating,result,speed,event";

impl<R: Deref<Target = Reader>> Collection<R> {
    /// Reads the columns of all games of a file: 0.3 s for a million games.
    ///
    /// # Errors
    ///
    /// Errors of reading. `observer` gets corrupt games and decides whether to fail; otherwise they are not counted.
    pub fn open(reader: R, observer: &mut SearchObserver<'_>) -> Result<Collection<R>> {
        let options = RowsOptions::from_text(COLUMNS, "")?;
        let rows = search::rows(&[&reader], &Query::default(), &options, observer)?;
        Ok(Collection { games: Arc::new(Games::new(&rows, &reader)?), reader })
    }

    /// The reader.
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    pub(super) fn row(&self, game: u64) -> &Row {
        self.games.rows.get(game as usize).unwrap_or(&NONE)
    }

    /// Returns the Lichess id of a game; `None` if its tag `Site` has none. Keeps the ids of all games of the same block: an answer lists
    /// games of many blocks, which do not fit into the cache of the reader.
    pub(super) fn lichess_id(&self, game: u64) -> Result<Option<LichessId>> {
        let (block, place) = self.reader.place_of(game)?;
        let ids = &self.games.ids[block];
        let of_block = match ids.get() {
            Some(known) => known,
            None => {
                let read = self.read_ids(block)?;
                ids.get_or_init(|| read)
            }
        };
        Ok(of_block.get(place).copied().flatten())
    }

    fn read_ids(&self, block: usize) -> Result<Vec<Option<LichessId>>> {
        self.reader.prefetch_tags(block..block + 1)?;
        let sites = self.reader.read_block_tags(block, &[b"Site"])?;
        let id = |place| Ok(sites.value(0, place)?.as_deref().and_then(LichessId::in_site));
        let ids = memory::all((0..self.reader.block_info(block).games as usize).map(id))?;
        Ok(if ids.iter().any(Option::is_some) { ids } else { Vec::new() })
    }

    /// Returns White's and Black's name, as stored in the game.
    pub(super) fn players(&self, row: &Row) -> [&[u8]; 2] {
        row.players.map(|number| self.games.names.get(number))
    }

    /// Returns, for each game number, whether the player had this color. The player is everyone whose complete name matches, in either
    /// order and without accents (`search.16`). If nobody matches, it is everyone whose name contains `player`.
    pub(super) fn games_of(&self, player: &str, color: Color) -> Result<Arc<Vec<bool>>> {
        let mut remembered = lock(&self.games.of_players);
        if let Some(at) = remembered.iter().position(|known| known.player == player && known.color == color) {
            let known = remembered.remove(at);
            let games = Arc::clone(&known.games);
            remembered.push(known);
            return Ok(games);
        }
        drop(remembered);
        let mut found = self.find_games_of(player, color, TextForm::Equals)?;
        if !found.contains(&true) && !self.is_known(player)? {
            found = self.find_games_of(player, color, TextForm::Contains)?;
        }
        let games = Arc::new(found);
        let mut remembered = lock(&self.games.of_players);
        if remembered.len() == PLAYERS {
            remembered.remove(0);
        }
        memory::push(&mut remembered, OfPlayer { player: player.to_owned(), color, games: Arc::clone(&games) })?;
        Ok(games)
    }

    fn find_games_of(&self, player: &str, color: Color, form: TextForm) -> Result<Vec<bool>> {
        let field = if color == Color::White { TextField::White } else { TextField::Black };
        let mut marks = memory::filled(false, self.games.rows.len())?;
        for hit in self.games_with(Condition::text_of(field, form, player), u64::MAX)? {
            marks[hit.game as usize] = true;
        }
        Ok(marks)
    }

    /// Returns whether a player of either color has this complete name.
    fn is_known(&self, player: &str) -> Result<bool> {
        let condition = Condition::text_of(TextField::Player, TextForm::Equals, player);
        Ok(!self.games_with(condition, 1)?.is_empty())
    }

    fn games_with(&self, condition: Condition, max_hits: u64) -> Result<Vec<search::Hit>> {
        let query = Query { max_hits, ..Query::games(condition) };
        search::list(&[&self.reader], &query, &mut unless_it_may_pass)
    }
}

/// The observer for searches by tags. Ignores corrupt games, because opening the file reported them.
///
/// Errors: errors that are not about the content of the file.
pub(super) fn unless_it_may_pass(event: SearchEvent) -> Result<()> {
    match event {
        SearchEvent::Corruption(found) if found.corruption.error.may_pass() => Err(found.corruption.error),
        _ => Ok(()),
    }
}

impl Games {
    fn new(rows: &Rows, reader: &Reader) -> Result<Games> {
        let mut games = memory::filled(NONE, reader.number_end() as usize)?;
        let column = |index: usize| rows.column(index).unwrap_or_default();
        let casual = memory::collected((0..rows.names() as u32).map(|number| is_casual(rows.name(number))))?;
        for (row, hit) in rows.hits().iter().enumerate() {
            let value = |index: usize| column(index)[row];
            games[hit.game as usize] = Row {
                players: [value(0), value(1)],
                date: value(2),
                ratings: [value(3) as u16, value(4) as u16],
                result: Termination::ALL.into_iter().find(|result| *result as u32 == value(5)).unwrap_or(NONE.result),
                speed: Speed::ALL.into_iter().find(|speed| *speed as u32 == value(6)),
                is_casual: casual[value(7) as usize],
            };
        }
        let ids = memory::collected(reader.all_blocks().iter().map(|_| OnceLock::new()))?;
        Ok(Games { rows: games, names: Names::new(rows, column(0), column(1))?, ids, of_players: Mutex::default() })
    }
}

/// Returns whether the event names a casual game, as Lichess writes it.
fn is_casual(event: Option<&[u8]>) -> bool {
    event.is_some_and(|event| fold(event).starts_with("casual "))
}

/// Numbered names, stored one after another.
#[derive(Debug)]
struct Names {
    bytes: Vec<u8>,
    /// The end of each name.
    ends: Vec<usize>,
}

impl Names {
    /// Collects the texts of `rows` that these columns use; other texts become empty.
    fn new(rows: &Rows, white: &[u32], black: &[u32]) -> Result<Names> {
        let mut is_used = memory::filled(false, rows.names())?;
        white.iter().chain(black).for_each(|number| is_used[*number as usize] = true);
        let mut names = Names { bytes: Vec::new(), ends: memory::with_capacity(rows.names())? };
        for (number, is_used) in (0..).zip(is_used) {
            if is_used {
                memory::append(&mut names.bytes, rows.name(number).unwrap_or_default())?;
            }
            names.ends.push(names.bytes.len());
        }
        Ok(names)
    }

    fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }
}
