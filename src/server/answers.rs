//! A cache of answers.

use std::{
    num::NonZeroUsize,
    sync::{Mutex, PoisonError},
};

use axum::body::Bytes;
use lru::LruCache;
use plypack::explorer::Database;

/// Number of cached answers; each has some kilobytes.
const ANSWERS: NonZeroUsize = NonZeroUsize::new(4096).unwrap();

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

    /// Caches an answer from this version of the files.
    pub fn add(&self, version: u64, database: Database, query: &str, answer: Bytes) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.version == version && query.len() <= MAX_QUERY {
            known.answers.put((database, query.to_owned()), answer);
        }
    }
}
