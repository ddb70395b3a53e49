//! A cache of the last run of games, for sequential readers.

use std::sync::{Arc, Mutex, PoisonError};

/// Holds what was read of one run.
#[derive(Debug)]
pub(crate) struct RunCache<T>(Mutex<Option<(usize, Arc<T>)>>);

impl<T> Default for RunCache<T> {
    fn default() -> RunCache<T> {
        RunCache(Mutex::new(None))
    }
}

impl<T> RunCache<T> {
    /// The cached value of the run with this number, if it is the last that was read.
    pub fn get(&self, run: usize) -> Option<Arc<T>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(number, _)| *number == run).map(|(_, value)| value.clone())
    }

    /// Caches what was read of a run.
    pub fn insert(&self, run: usize, value: T) -> Arc<T> {
        let value = Arc::new(value);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((run, value.clone()));
        value
    }
}
