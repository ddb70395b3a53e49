//! Answers by URL.

use std::ops::Deref;

use super::{
    collection::Collection,
    explore::explore,
    identity::pgn_of,
    request::{Database, Request},
};
use crate::{Error, ErrorCode, Reader, Result, search::SearchObserver};

/// Answers a request given as the path and query of a URL. Returns JSON for `/lichess?play=e2e4`, `/masters` and `/player`, with the
/// parameters of [`Request::read`]; returns PGN for `/masters/pgn/ID`, where `ID` is the id of a game in an answer.
///
/// # Errors
///
/// [`ErrorCode::NotFound`] for any other path; errors of [`Request::read`], [`explore`] and [`pgn_of`].
pub fn get<R: Deref<Target = Reader>>(
    files: &[Collection<R>],
    address: &str,
    observer: &mut SearchObserver<'_>,
) -> Result<Vec<u8>> {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    if let Some(database) = Database::of_path(path) {
        return Ok(explore(files, &Request::read(database, query)?, observer)?.to_json().into_bytes());
    }
    let id = ["/masters/pgn/", "/master/pgn/"].iter().find_map(|before| path.strip_prefix(before));
    match id {
        Some(id) => pgn_of(files, id.trim_end_matches(".pgn")),
        None => {
            let message = format!("{path}: ask /lichess, /masters, /player or /masters/pgn/ID");
            Err(Error::new(ErrorCode::NotFound, message))
        }
    }
}
