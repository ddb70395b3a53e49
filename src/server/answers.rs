//! A cache of answers.

use std::{
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use axum::body::Bytes;
use lru::LruCache;
use plypack::explorer::Database;

/// Number of cached answers; each has some kilobytes.
const ANSWERS: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

/// Answers that took less time are not cached. Most positions are rare, and would push the frequent ones out.
const MIN_TIME: Duration = Duration::from_micros(500);

/// Longer requests are not cached.
const MAX_QUERY: usize = 512;

/// Answers by database and parameters, until the files change.
pub struct Answers {
    known: Mutex<Known>,
}

struct Known {
    /// The version of the files from which the answers come.
    version: u64,
    answers: LruCache<(Database, String), Bytes>,
}

impl Answers {
    pub fn new() -> Answers {
        Answers { known: Mutex::new(Known { version: 0, answers: LruCache::new(ANSWERS) }) }
    }

    /// Returns the cached answer from this version of the files.
    pub fn get(&self, version: u64, database: Database, query: &str) -> Option<Bytes> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.version != version {
            known.version = version;
            known.answers.clear();
        }
        known.answers.get(&(database, query.to_owned())).cloned()
    }

    /// Caches an answer from this version of the files, which took `time`.
    pub fn add(&self, version: u64, database: Database, query: &str, answer: Bytes, time: Duration) {
        if time < MIN_TIME || query.len() > MAX_QUERY {
            return;
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.version == version {
            known.answers.put((database, query.to_owned()), answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_millis(1);

    #[test]
    fn answers_that_took_time_are_cached_until_the_files_change() {
        let answers = Answers::new();
        assert_eq!(answers.get(1, Database::Lichess, "fen=a"), None);
        answers.add(1, Database::Lichess, "fen=a", Bytes::from("a"), LONG);
        answers.add(1, Database::Lichess, "fen=b", Bytes::from("b"), Duration::ZERO);
        answers.add(1, Database::Lichess, &"x".repeat(MAX_QUERY + 1), Bytes::from("c"), LONG);
        answers.add(0, Database::Lichess, "fen=d", Bytes::from("d"), LONG);
        assert_eq!(answers.get(1, Database::Lichess, "fen=a"), Some(Bytes::from("a")));
        assert_eq!(answers.get(1, Database::Masters, "fen=a"), None);
        assert_eq!(answers.get(1, Database::Lichess, "fen=b"), None);
        assert_eq!(answers.get(1, Database::Lichess, &"x".repeat(MAX_QUERY + 1)), None);
        assert_eq!(answers.get(1, Database::Lichess, "fen=d"), None);
        assert_eq!(answers.get(2, Database::Lichess, "fen=a"), None);
        assert_eq!(answers.get(1, Database::Lichess, "fen=a"), None);
    }
}
