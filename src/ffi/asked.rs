//! What the functions that search have in common.

use std::ffi::c_void;

use super::{
    handle,
    io::{Reports, threads},
    query::{Wanted, plypack_query},
    reader::plypack_reader,
    search::plypack_hit,
    types::{plypack_corruption_callback, plypack_progress_callback},
};
use plypack::{
    Reader, Result,
    search::{self, Query, SearchEvent, SearchObserver},
};

/// What every function that searches is asked.
pub(super) struct Asked<'a> {
    pub(super) reader: &'a Reader,
    pub(super) query: &'a Wanted,
    reports: Reports,
}

impl<'a> Asked<'a> {
    /// # Safety
    ///
    /// As [`handle::get`], for both handles; the callbacks may be called with `user`.
    pub(super) unsafe fn new(
        reader: *const plypack_reader,
        query: *const plypack_query,
        progress: plypack_progress_callback,
        corruption: plypack_corruption_callback,
        user: *mut c_void,
    ) -> Result<Asked<'a>> {
        // SAFETY: as promised by the caller.
        let (reader, query) = unsafe { (handle::get(reader, "reader")?, handle::get(query, "query")?) };
        Ok(Asked { reader: &reader.reader, query, reports: Reports { progress, corruption, issue: None, user } })
    }

    /// Runs a search on so many threads (0: one a core).
    pub(super) fn run<T>(
        &self,
        thread_count: u32,
        search: impl FnOnce(&Reader, &Query, &mut SearchObserver<'_>) -> Result<T>,
    ) -> Result<T> {
        search(self.reader, &self.query.query(threads(thread_count))?, &mut self.listener())
    }

    pub(super) fn listener(&self) -> impl FnMut(SearchEvent) -> Result<()> {
        let (reports, total) = (self.reports, self.reader.games());
        move |notice| match notice {
            SearchEvent::Progress(done) => reports.progress(done, total),
            SearchEvent::Corruption(corruption) => reports.corruption(&corruption),
            _ => Ok(()),
        }
    }

    /// The first hits, and how many there are.
    pub(super) fn find_into(&self, thread_count: u32, room: handle::Buffer<'_, plypack_hit>) -> Result<usize> {
        if room.len() == 0 {
            return self.run(thread_count, search::count).map(|count| count as usize);
        }
        let found = self.run(thread_count, search::find)?;
        let hits: Vec<plypack_hit> = found.iter().take(room.len()).map(Into::into).collect();
        room.put(&hits)?;
        Ok(found.len())
    }
}
