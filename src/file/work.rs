//! Progress of work that is counted in bytes.

use crate::Result;

/// Progress of a call: the bytes done, and a total that is known from the start.
pub(crate) struct Work<'a> {
    done: u64,
    total: u64,
    progress: &'a mut dyn FnMut(u64, u64) -> Result<()>,
}

impl<'a> Work<'a> {
    pub(crate) fn new(total: u64, progress: &'a mut dyn FnMut(u64, u64) -> Result<()>) -> Work<'a> {
        Work { done: 0, total, progress }
    }

    /// Reports that a part of `bytes` bytes is done.
    ///
    /// Errors: errors of the progress.
    pub(crate) fn add(&mut self, bytes: u64) -> Result<()> {
        self.done += bytes;
        (self.progress)(self.done, self.total)
    }

    /// Reports the first `bytes` bytes of a part; [`Work::add`] later reports the complete part.
    ///
    /// Errors: errors of the progress.
    pub(crate) fn within(&mut self, bytes: u64) -> Result<()> {
        (self.progress)(self.done + bytes, self.total)
    }
}
