//! Reading files.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use super::state::{plypack_refreshed, plypack_state};
use crate::{
    boundary::{
        error::plypack_error,
        found::Viewed,
        guard::{guard, guard_free, guard_getter},
        handle::{self, Handle},
        io::{Reports, threads},
        status::plypack_status,
        types::{plypack_callbacks, plypack_error_array, plypack_error_info},
    },
    games::game::plypack_game,
};
use plypack::{Error, ErrorCode, Info, Reader, Result, VerifyOptions, verify};

/// An open file. Functions with a `const` reader may run in several threads at the same time. Other programs may append to the
/// file, edit it and replace it while it is open (see `plypack_reader_open`); `plypack_reader_refresh` makes their changes visible.
///
/// A reader checks that moves are legal when it first reads them; later reads of the same moves skip the check and are faster.
pub struct plypack_reader {
    _opaque: [u8; 0],
}

impl Handle for plypack_reader {
    type Value = OpenFile;
}

/// The value of a reader handle. Calls with callbacks work on a clone, which is cheap. Even if a callback breaks the rules and
/// refreshes or frees the reader, the call keeps its data.
#[derive(Clone)]
pub(crate) struct OpenFile {
    /// Scans share it.
    pub(crate) reader: Arc<Reader>,
    accepts_damage: bool,
    checks_moves: bool,
    info: Arc<OnceLock<Info>>,
    errors: Arc<Viewed<Error, plypack_error_info>>,
}

impl OpenFile {
    /// Errors: PLYPACK_NO_MEMORY.
    pub(crate) fn new(reader: Reader, accepts_damage: bool, checks_moves: bool) -> Result<OpenFile> {
        let errors = Arc::new(Viewed::new(handle::collected(reader.errors().iter().cloned())?)?);
        Ok(OpenFile { reader: Arc::new(reader), accepts_damage, checks_moves, info: Arc::default(), errors })
    }

    /// Returns whether a call leaves out games that cannot be read, instead of failing.
    pub(crate) fn accepts_damage(&self) -> bool {
        self.accepts_damage
    }

    pub(crate) fn refresh(&mut self) -> Result<plypack_refreshed> {
        let Some(reader) = self.reader.refreshed()? else {
            return Ok(plypack_refreshed::PLYPACK_REFRESHED_SAME);
        };
        let refreshed = plypack_refreshed::from_states(self.reader.state(), reader.state());
        *self = OpenFile::new(reader, self.accepts_damage, self.checks_moves)?;
        Ok(refreshed)
    }

    /// Returns the summary of the file, which is computed once.
    pub(crate) fn info(&self) -> Result<&Info> {
        if let Some(info) = self.info.get() {
            return Ok(info);
        }
        let info = self.reader.info()?;
        Ok(self.info.get_or_init(|| info))
    }

    fn moves(&self, number: u64) -> Result<Vec<u16>> {
        let mut moves = Vec::new();
        self.reader.read_moves(number, &mut moves)?;
        // Reuses the memory of `moves`.
        Ok(moves.into_iter().map(|m| m.0).collect())
    }

    /// Returns the range of `count` games from `first` on.
    pub(crate) fn range(&self, first: u64, count: u64) -> Result<Range<u64>> {
        let games = self.reader.number_end();
        let end = first.checked_add(count).filter(|end| *end <= games);
        let end = end.ok_or_else(|| Error::new(ErrorCode::OutOfRange, format!("the file has only {games} games")))?;
        Ok(first..end)
    }

    /// Reports all corruption. Returns the number of corrupt games plus the number of errors in the structure.
    fn verify(&self, how: impl Into<VerifyOptions>, reports: Reports) -> Result<u64> {
        let found = verify(&self.reader, how, |done, total| reports.progress(done, total))?;
        found.errors.iter().try_for_each(|error| reports.file_damage(error, false))?;
        found.corruption.iter().try_for_each(|corruption| reports.corruption(corruption))?;
        found.unused.iter().try_for_each(|error| reports.file_damage(error, true))?;
        let games: u64 = found.corruption.iter().map(|corruption| corruption.games.end - corruption.games.start).sum();
        Ok(found.errors.len() as u64 + games)
    }
}

/// Returns one past the highest game number, the end of a loop from 0 over all games. Counts deleted games; reading a deleted game
/// fails with PLYPACK_NOT_FOUND.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_number_end(reader: *const plypack_reader) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(reader, 0, |file| file.reader.number_end()) }
}

/// Returns the number of games, without deleted games.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_game_count(reader: *const plypack_reader) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(reader, 0, |file| file.reader.game_count()) }
}

/// Sets the approximate size of the block cache in bytes; the default is 64 MiB. Reading a game of a cached block does not read the
/// file. If the cache is full, the reader evicts the least recently used blocks, but never the block used last. Threads share the
/// cache. Scans, verification and full exports leave it unchanged.
///
/// A block has up to 8192 games, or 16,384 with `PLYPACK_CODEC_TIGHT`. Without comments, a block of 8192 games takes 1 to 2 MB in
/// memory, so that 64 MiB hold about 40 blocks. Reading games in order needs one block. For random access, set the cache to the
/// size of the region accessed: about 200 bytes per game, or more with comments.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_set_cache(
    reader: *mut plypack_reader,
    bytes: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(reader, "reader")?.reader.set_cache(bytes);
            Ok(())
        })
    }
}

/// Reads game `number` into `game`, which is cleared first. On failure the game is empty. Loads the block of the game unless it is
/// cached: see `plypack_reader_set_cache` for random access to a large file.
///
/// Status: PLYPACK_OUT_OF_RANGE for a number that no game ever had; PLYPACK_NOT_FOUND for a deleted game; statuses of the classes
/// malformed, unsupported, limit and checksum for a corrupt block; PLYPACK_IO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_read_game(
    reader: *const plypack_reader,
    number: u64,
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let mut game = handle::get_mut(game, "game")?;
            let game = game.refill_from(reader.checks_moves);
            game.clear();
            reader.reader.read_game(number, game).inspect_err(|_| game.clear())
        })
    }
}

/// Reads the next game: the first game from `*number` on that is not deleted. Sets `*number` to the number of this game. Start
/// with 0, and add 1 before the next call. On failure `*number` is unchanged. Fills `game` as `plypack_reader_read_game` does.
///
/// Status: PLYPACK_OUT_OF_RANGE after the last game; otherwise as `plypack_reader_read_game`, with the number of a corrupt game in the
/// message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_next_game(
    reader: *const plypack_reader,
    number: *mut u64,
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let mut game = handle::get_mut(game, "game")?;
            let from = handle::input(number, 1, "number")?[0];
            let game = game.refill_from(reader.checks_moves);
            game.clear();
            let next = reader.reader.next_number(from).unwrap_or(reader.reader.number_end());
            reader.reader.read_game(next, game).inspect_err(|_| game.clear())?;
            handle::out(number, "number")?.put(next);
            Ok(())
        })
    }
}

/// Reads the tags, start and termination marker of game `number` into `game`, which is cleared first. This is faster than reading
/// the complete game. The result has no moves: writers, walks and functions that write texts fail for it with PLYPACK_INVALID_GAME.
/// On failure the game is empty.
///
/// Status: as `plypack_reader_read_game`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_read_tags(
    reader: *const plypack_reader,
    number: u64,
    game: *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let mut game = handle::get_mut(game, "game")?;
            let game = game.refill();
            game.clear();
            reader.reader.read_tags(number, game).inspect_err(|_| game.clear())
        })
    }
}

/// Writes the main line of game `number` as packed moves, and their number to `count`. Loads the block of the game unless it is
/// cached: see `plypack_reader_set_cache`. To read many games, `plypack_scan_next` is much faster.
///
/// Status: as `plypack_reader_read_game`; PLYPACK_BUFFER_TOO_SMALL, with the required number in `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_read_moves(
    reader: *const plypack_reader,
    number: u64,
    moves: *mut u16,
    capacity: usize,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let count = handle::out(count, "count")?;
            let buffer = handle::buffer(moves, capacity, "moves")?;
            buffer.put_counted(&reader.moves(number)?, count)
        })
    }
}

/// Writes the state that the file had when the reader was opened or last refreshed: see `plypack_state`.
///
/// Status: PLYPACK_NOT_FOUND for a file that could be opened only with PLYPACK_OPEN_ACCEPT_DAMAGE and has no commit record.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_state(
    reader: *const plypack_reader,
    state: *mut plypack_state,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let state = handle::out(state, "state")?;
            let missing = || Error::new(ErrorCode::NotFound, "the file has no commit record that could be read");
            state.put(reader.reader.state().ok_or_else(missing)?.into());
            Ok(())
        })
    }
}

/// Returns the errors in the structure of the file, valid until the reader is refreshed or freed. The list is empty unless the
/// file was opened with PLYPACK_OPEN_ACCEPT_DAMAGE and its structure is damaged. The list excludes corrupt games: reading a game,
/// or `plypack_reader_verify`, finds them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_errors(reader: *const plypack_reader) -> plypack_error_array {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(reader, plypack_error_array::NONE, |file| file.errors.array().into()) }
}

/// Also verifies the position index, which takes as long as building the index. `plypack_file_index` with PLYPACK_INDEX_AGAIN
/// rebuilds a wrong index.
pub const PLYPACK_VERIFY_INDEX: u32 = 32;

/// Verifies a file: reads every game and checks all checksums and the legality of all moves. Then passes each error to the
/// corruption callback, in this order:
///
/// 1. errors in the structure of the file (`count` is 0): the errors of `plypack_reader_errors`;
/// 2. corrupt games, in their order;
/// 3. games whose position index is wrong (`in_index` is 1; in step 2 it is 1 for games with a wrong summary);
/// 4. damage in unneeded bytes (`unused` is 1, `count` is 0), for example in a deleted game: the file is still valid.
///
/// `flags` is 0 or PLYPACK_VERIFY_INDEX. `corrupt` receives the number of errors of step 1 plus the sum of `count` in steps 2 and
/// 3. It is 0 for a valid file. A game with two corrupt parts counts twice. The progress counts bytes of the file. Callbacks may
/// read from the same reader.
///
/// Status: PLYPACK_INVALID_ARGUMENT for unknown flags; PLYPACK_CANCELLED; PLYPACK_IO. Corruption is not a failure of the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_verify(
    reader: *const plypack_reader,
    flags: u32,
    thread_count: u32,
    callbacks: *const plypack_callbacks,
    corrupt: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?.clone();
            let corrupt = handle::out(corrupt, "corrupt")?;
            let mut how = VerifyOptions::new(threads(thread_count));
            how.index = handle::flags(flags, PLYPACK_VERIFY_INDEX)? != 0;
            corrupt.put(reader.verify(how, Reports::of(callbacks)?)?);
            Ok(())
        })
    }
}

/// Closes a reader. Games, search results and scans that came from it stay valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_free(reader: *mut plypack_reader) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(reader) }
}
