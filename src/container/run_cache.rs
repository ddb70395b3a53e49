//! The run of games that was read last, kept for readers that take its games one after another.

use std::sync::{Arc, Mutex, PoisonError};

/// Holds what was read of one run.
#[derive(Debug)]
pub(crate) struct LastRun<T>(Mutex<Option<(usize, Arc<T>)>>);

impl<T> Default for LastRun<T> {
    fn default() -> LastRun<T> {
        LastRun(Mutex::new(None))
    }
}

impl<T> LastRun<T> {
    /// What is known of the run with this number, if it is the last that was read.
    pub fn of(&self, run: usize) -> Option<Arc<T>> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.as_ref().filter(|(number, _)| *number == run).map(|(_, value)| value.clone())
    }

    /// Keeps what was read of a run.
    pub fn keep(&self, run: usize, value: T) -> Arc<T> {
        let value = Arc::new(value);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((run, value.clone()));
        value
    }

    /// What `read` makes of the run with this number, unless that is the last that was read.
    pub fn get_or(&self, run: usize, read: impl FnOnce() -> T) -> Arc<T> {
        self.of(run).unwrap_or_else(|| self.keep(run, read()))
    }
}
