//! The run of games that was read last, kept for readers that take its games one after another.

use std::sync::{Arc, Mutex, PoisonError};

use crate::Result;

/// Holds what was read of one run.
#[derive(Debug)]
pub(crate) struct LastRun<T>(Mutex<Option<(usize, Arc<T>)>>);

impl<T> Default for LastRun<T> {
    fn default() -> LastRun<T> {
        LastRun(Mutex::new(None))
    }
}

impl<T> LastRun<T> {
    /// What `read` makes of the run with this number, unless that is the last that was read.
    ///
    /// # Errors
    ///
    /// Those of `read`.
    pub fn get_or(&self, run: usize, read: impl FnOnce() -> Result<T>) -> Result<Arc<T>> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((last, value)) = &*lock()
            && *last == run
        {
            return Ok(value.clone());
        }
        let value = Arc::new(read()?);
        *lock() = Some((run, value.clone()));
        Ok(value)
    }
}
