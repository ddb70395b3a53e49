//! Games that occur more than once.

mod candidates;
mod groups;

use candidates::{Candidate, read_candidates};
use groups::group;

use super::hit::Hit;
use crate::{
    Corruption, Game, Reader, Result,
    chess::identity::{Identifier, Identity, are_near},
    file::each_game::each_game,
    memory,
    search::{
        evaluation::{
            event::SearchObserver,
            files::{FileBlock, Files},
            plan::Plans,
            selection::Selection,
        },
        query::Query,
    },
};

/// Kind of duplicates; [`duplicates`] has the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DuplicateKind {
    /// The same moves by the same players on the same day, as far as the date is known; if little is known, only identical copies.
    Exact,
    /// Exact duplicates, and games that may be the same game with an end that is lost or written differently.
    Near,
}

impl DuplicateKind {
    fn identity(self, identifier: &Identifier, game: &Game) -> Result<Option<Identity>> {
        match self {
            DuplicateKind::Exact => identifier.exact(game),
            DuplicateKind::Near => identifier.near(game),
        }
    }
}

/// A game that may have duplicates, in 24 bytes.
#[derive(Clone, Copy)]
struct Entry {
    /// Equal for games that may be duplicates: first the key of the identity, later the place of the first of the games.
    key: u64,
    game: u64,
    file: u32,
    plies: u32,
}

impl Entry {
    /// The file and number of the game as one number, in the order of both; a game number has 40 bits (`limits.1`).
    fn place(&self) -> u64 {
        u64::from(self.file) << 40 | self.game
    }

    fn order(&self) -> (u64, u64) {
        (self.key, self.place())
    }
}

/// The key of games that have no duplicates.
const SINGLE: u64 = u64::MAX;

/// Passes groups of games that are duplicates of each other to `on_group`, as hits at ply 0. Groups are sorted by their first games, and
/// the games of a group by file and number. Compares only games that meet the condition of `query`; its target is ignored. No game is in
/// two groups.
///
/// Two games are **exact duplicates** if
///
/// - their main lines and their unparsed text are equal, and they start from the same position, however the `FEN` is written;
/// - both players are the same: their surnames are equal, and their first given names are equal, or one is the initial of the other. Case,
///   accents, dots, hyphens, apostrophes, further given names and particles (`van`, `de`) are ignored, so `Carlsen, Magnus`, `CARLSEN,M.`,
///   `M. Carlsen` and `Magnus Carlsen` are the same. Without a comma, the surname is the part before initials at the end, otherwise the
///   last word (the surname of `Carlsen Magnus` is Magnus). A surname without a given name is not the same as a surname with one. In names
///   of programs and server users, which have digits, underscores, or a hyphen in a single word, only case and accents are ignored: `a-b1`
///   is neither `ab1` nor `a_b1`;
/// - they were played in the same year, and no part of the date that is known for both differs: `2020.??.??` agrees with `2020.03.15`;
/// - the result (`1-0`, `0-1`, `1/2-1/2`), the round and the time (`UTCTime`, else `Time`, else `StartTime`) do not differ where they are
///   known for both. Round `3` agrees with `3.1`, which differs from `3.2`.
///
/// Because the same few moves are played again and again, games of fewer than 10 plies must also have equal events and sites, ignoring case
/// and accents. Games about which less is known can agree in all this and still be different: games without moves, without a year, or with
/// a player of unknown name (`?`, `NN`, `unknown`, `anonymous`). They are duplicates only if everything is equal: all tags, moves,
/// variations, comments and other annotations.
///
/// Two games are **near duplicates** if they are exact duplicates, or if all of these hold:
///
/// - the players are the same and known, and the starts are equal;
/// - the years agree, or one is unknown;
/// - the main lines are equal; or they share at least 8 plies, and one is the beginning of the other; or they share at least 8 plies, and
///   differ only in the last 4 plies or fewer.
///
/// Near duplicates can well be different games.
///
/// All other tags are ignored, and so are annotations unless too little is known about the games. A game that was cut at the size limit
/// (`limits.4`) and its continuations are duplicates of no game.
///
/// These relations are not transitive (`2020.03.15` and `2020.03.16` both agree with `2020.??.??`): in the order of files and games, each
/// game joins the first group in which it agrees with every game.
///
/// Memory: 24 bytes per game, plus up to 100 MB for the games being compared; near duplicates take more if the main lines of one group of
/// candidates (same players, same first 8 plies) need more. All games are read once, and games with candidates a second
/// time. Within a group of candidates for near duplicates, the time grows with the square of the number of games that
/// do not agree. For exact duplicates, each game is compared with at most 1,000 others. So some duplicates can be
/// missed among games that agree in everything except rounds or times, if some of these games lack the round or time.
///
/// ```
/// use plypack::{Codec, Reader, games_from_pgn, pack_games, search::{self, Condition, DuplicateKind, Query}};
///
/// let moves = "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Bf5 5. Ng3 Bg6 *";
/// let game = |white| format!("[White \"{white}\"]\n[Black \"Anand\"]\n[Date \"2013.11.10\"]\n\n{moves}\n\n");
/// let text = game("Carlsen, Magnus") + &game("Topalov, V") + &game("Carlsen,M");
/// let reader = Reader::from_bytes(pack_games(&games_from_pgn(text.as_bytes())?.0, Codec::Byte)?)?;
/// let mut groups = Vec::new();
/// let mut add = |group: &[search::Hit]| {
///     groups.push(group.iter().map(|hit| hit.game).collect::<Vec<_>>());
///     Ok(())
/// };
/// let query = Query::games(Condition::default());
/// search::duplicates(&[&reader], &query, DuplicateKind::Exact, &mut add, &mut search::strict)?;
/// assert_eq!(groups, [[0, 2]]);
/// # Ok::<(), plypack::Error>(())
/// ```
///
/// # Errors
///
/// As [`list`](crate::search::list), and errors of `on_group`. `observer` gets games that cannot be read; they are not duplicates.
pub fn duplicates(
    readers: &[&Reader],
    query: &Query,
    kind: DuplicateKind,
    on_group: &mut dyn FnMut(&[Hit]) -> Result<()>,
    observer: &mut SearchObserver<'_>,
) -> Result<()> {
    let identifier = Identifier::default();
    let rule = |game: &Game| kind.identity(&identifier, game);
    let games = readers.iter().map(|reader| reader.game_count()).sum::<u64>() as usize;
    let mut entries = all_entries(&mut Files::new(readers, query, observer), games, query, &rule)?;
    entries.sort_unstable_by_key(Entry::order);
    let candidates = keep_shared(&mut entries);
    let mut rest = &mut entries[..candidates];
    while !rest.is_empty() {
        let (batch, others) = rest.split_at_mut(batch_len(rest));
        let read = read_candidates(readers, batch, kind, query.threads, &rule)?;
        group(batch, &read, kind)?;
        rest = others;
    }
    entries.truncate(candidates);
    entries.retain(|entry| entry.key != SINGLE);
    entries.sort_unstable_by_key(Entry::order);
    pass_on(&entries, on_group)
}

/// Returns the identity by which duplicates of a game are found.
type Rule<'a> = &'a (dyn Fn(&Game) -> Result<Option<Identity>> + Sync);

/// Returns an entry for every game that may have duplicates; there are `games` games in total.
fn all_entries(files: &mut Files<'_, '_>, games: usize, query: &Query, rule: Rule<'_>) -> Result<Vec<Entry>> {
    let plans = Plans::new(&query.condition)?;
    let selections = files.selections(&plans);
    let mut entries: Vec<Entry> = Vec::new();
    if plans.is_all() {
        // Reserved at once: a growing vector can briefly exist twice.
        entries.try_reserve_exact(games)?;
    }
    let work = |at: FileBlock| entries_of_block(&selections[at.file], at, rule);
    files.for_each_block(query.threads.max(1), &work, &mut |files, at, found| {
        let (found, corrupt) = found?;
        // Grows by a sixteenth; the vector itself would double.
        if entries.capacity() - entries.len() < found.len() {
            entries.try_reserve_exact(found.len() + entries.len() / 16)?;
        }
        entries.extend_from_slice(&found);
        corrupt.into_iter().try_for_each(|corruption| files.report(at.file, corruption))
    })?;
    Ok(entries)
}

fn entries_of_block(selection: &Selection<'_>, at: FileBlock, rule: Rule<'_>) -> Result<(Vec<Entry>, Vec<Corruption>)> {
    let (numbers, mut corrupt) = selected(selection, at.block)?;
    let mut entries = Vec::new();
    corrupt.extend(each_game(selection.reader, at.block, numbers, &mut |game, read| {
        let Some(identity) = rule(read)? else { return Ok(()) };
        let plies = u32::try_from(read.moves.len()).unwrap_or(u32::MAX);
        memory::push(&mut entries, Entry { key: identity.key, game, file: at.file as u32, plies })
    })?);
    Ok((entries, corrupt))
}

/// The numbers of the games of a block that meet the condition, and the games that cannot be tested.
fn selected(selection: &Selection<'_>, block: usize) -> Result<(Vec<u64>, Vec<Corruption>)> {
    let info = selection.reader.block_info(block);
    let first = info.first_game;
    let games = info.games;
    if selection.is_all() {
        return Ok((memory::collected(first..first + games)?, Vec::new()));
    }
    let (mut numbers, mut corrupt) = selection.replaced(block);
    match selection.reader.with_block(block, |header, fetch| selection.games(block, header, fetch)) {
        Ok(passed) => {
            let passed = passed.iter().flat_map(|passed| passed.games(games as usize));
            numbers.extend(passed.map(|game| first + game as u64));
        }
        Err(error) => corrupt.push(Corruption::partial(first..first + games, error)),
    }
    numbers.sort_unstable();
    Ok((numbers, corrupt))
}

/// Moves the entries with shared keys to the front, and returns their number. Sets their keys to the place of the first entry with the same
/// key, and sorts them by it, so that games that are read together are close together.
fn keep_shared(entries: &mut [Entry]) -> usize {
    let mut kept = 0;
    let mut next = 0;
    while next < entries.len() {
        let start = next;
        let key = entries[next].key;
        next += entries[start..].iter().take_while(|entry| entry.key == key).count();
        if next - start > 1 {
            let first = entries[start].place();
            entries.copy_within(start..next, kept);
            entries[kept..kept + next - start].iter_mut().for_each(|entry| entry.key = first);
            kept += next - start;
        }
    }
    entries[..kept].sort_unstable_by_key(Entry::order);
    kept
}

/// Games, and plies of their main lines, that are read at a time: 10 MB and 32 MB.
const BATCH: (usize, u64) = (1 << 17, 1 << 24);

/// Returns the number of entries to read at a time: complete groups, at least one.
fn batch_len(entries: &[Entry]) -> usize {
    let mut len = 0;
    let mut plies = 0;
    for group in entries.chunk_by(|a, b| a.key == b.key) {
        plies += group.iter().map(|entry| u64::from(entry.plies)).sum::<u64>();
        if len > 0 && (len + group.len() > BATCH.0 || plies > BATCH.1) {
            break;
        }
        len += group.len();
    }
    len
}

fn pass_on(entries: &[Entry], on_group: &mut dyn FnMut(&[Hit]) -> Result<()>) -> Result<()> {
    entries.chunk_by(|a, b| a.key == b.key).try_for_each(|group| {
        let hits = group.iter().map(|entry| Hit { file: entry.file, game: entry.game, ply: 0 });
        on_group(&memory::collected(hits)?)
    })
}
