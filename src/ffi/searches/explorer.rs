//! The opening explorer.

use std::{ffi::c_char, sync::Arc};

use super::run::observer;
use crate::{
    boundary::{
        error::plypack_error,
        guard::{guard, guard_free},
        handle::{self, Handle},
        io::Reports,
        status::plypack_status,
        types::plypack_callbacks,
    },
    readers::reader::{OpenFile, plypack_reader},
};
use plypack::{
    Reader, Result,
    explorer::{self, Collection},
    search::SearchEvent,
};

/// An explorer: answers requests like the opening explorer of Lichess. Several threads may use it at the same time.
pub struct plypack_explorer {
    _opaque: [u8; 0],
}

impl Handle for plypack_explorer {
    type Value = Files;
}

/// The files of an explorer.
#[derive(Clone)]
pub(crate) struct Files {
    files: Vec<OpenFile>,
    games: Arc<Vec<Collection<Arc<Reader>>>>,
}

impl Files {
    fn open(files: Vec<OpenFile>, reports: &Reports) -> Result<Files> {
        let mut corrupt = 0;
        let mut observer = observer(&files, reports, &mut corrupt);
        let mut games = Vec::new();
        let mut before = 0;
        for (number, file) in files.iter().enumerate() {
            games.push(Collection::open(Arc::clone(&file.reader), &mut |event| match event {
                SearchEvent::Progress(done) => observer(SearchEvent::Progress(before + done)),
                SearchEvent::Corruption(mut found) => {
                    found.file = number;
                    observer(SearchEvent::Corruption(found))
                }
                event => observer(event),
            })?);
            before += file.reader.number_end();
        }
        drop(observer);
        Ok(Files { games: Arc::new(games), files })
    }
}

/// Creates an explorer for the games of `readers`, which has `reader_count` elements, none of them NULL. The caller frees the
/// explorer. The call reads the players, ratings, dates, results and time controls of all games, and keeps the names and 28 bytes
/// per game in memory. The explorer has the games that the readers have now, and keeps them when a reader is refreshed or freed.
///
/// Passes corrupt games to the corruption callback, and leaves them out of all counts. Without this callback the call fails with
/// the error of the first corrupt game, unless its reader was opened with PLYPACK_OPEN_ACCEPT_DAMAGE.
///
/// Status: PLYPACK_CANCELLED; statuses of the classes malformed, unsupported, limit and checksum for corrupt games, PLYPACK_IO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_explorer_new(
    readers: *const *const plypack_reader,
    reader_count: usize,
    callbacks: *const plypack_callbacks,
    explorer: *mut *mut plypack_explorer,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let readers = handle::input(readers, reader_count, "readers")?;
            let reports = Reports::of(callbacks)?;
            let explorer = handle::out(explorer, "explorer")?;
            let open = |reader: &*const plypack_reader| handle::get(*reader, "readers[]").cloned();
            let files = readers.iter().map(open).collect::<Result<Vec<OpenFile>>>()?;
            explorer.put(handle::hold(Files::open(files, &reports)?));
            Ok(())
        })
    }
}

/// Answers a request to the opening explorer of Lichess. `address` is the path and query of its URL:
/// `/lichess?play=e2e4&speeds=blitz&ratings=2200,2500`, `/masters` and `/player` for JSON, or `/masters/pgn/ID` for PGN, where ID
/// is the id of a game in an earlier answer. An answer has a few kilobytes. The documentation of `plypack-explorer`, which gives
/// the same answers over HTTP, lists the parameters and the differences from Lichess.
///
/// The progress counts games. Requests scan the files if the files have no index; so does the first request for a player.
///
/// Status: PLYPACK_NOT_FOUND for another path or id; PLYPACK_INVALID_ARGUMENT, PLYPACK_ILLEGAL_POSITION, PLYPACK_ILLEGAL_MOVE and
/// PLYPACK_INVALID_MOVE_TEXT for invalid parameters; PLYPACK_BUFFER_TOO_SMALL; PLYPACK_CANCELLED; statuses for damage as from
/// `plypack_explorer_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_explorer_get(
    explorer: *const plypack_explorer,
    address: *const c_char,
    address_len: usize,
    callbacks: *const plypack_callbacks,
    text: *mut c_char,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let Files { files, games } = handle::get(explorer, "explorer")?.clone();
            let address = handle::utf8(address, address_len, "address")?;
            let reports = Reports::of(callbacks)?;
            let len = handle::out(len, "len")?;
            let buffer = handle::text_buffer(text, capacity, "text")?;
            let answer = explorer::get(&games, address, &mut observer(&files, &reports, &mut 0))?;
            buffer.put_text_counted(answer, len)
        })
    }
}

/// Frees an explorer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_explorer_free(explorer: *mut plypack_explorer) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(explorer) }
}
