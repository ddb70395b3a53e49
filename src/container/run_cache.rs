//! A cache of the last run of games, for sequential readers.

use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// Holds the result of reading one run.
#[derive(Debug)]
pub(crate) struct RunCache<T>(Mutex<Option<(usize, Arc<T>)>>);

impl<T> Default for RunCache<T> {
    fn default() -> RunCache<T> {
        RunCache(Mutex::new(None))
    }
}

impl<T> RunCache<T> {
    /// Returns the cached value of the run with this number, if it was the last one read.
    pub fn get(&self, run: usize) -> Option<Arc<T>> {
        let last = lock(&self.0);
        last.as_ref().filter(|(number, _)| *number == run).map(|(_, value)| value.clone())
    }

    /// Caches the result of reading a run.
    pub fn insert(&self, run: usize, value: T) -> Arc<T> {
        let value = Arc::new(value);
        *lock(&self.0) = Some((run, value.clone()));
        value
    }
}
