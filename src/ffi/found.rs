//! Results of searches, with what they lack.

use plypack::Result;

/// The result of a search.
pub struct Found<T> {
    pub(super) result: T,
    /// The number of games that the search left out because it could not read them.
    pub(super) corrupt: u64,
}

impl<T> Found<T> {
    /// Converts the result.
    pub(super) fn try_map<U>(self, convert: impl FnOnce(T) -> Result<U>) -> Result<Found<U>> {
        Ok(Found { result: convert(self.result)?, corrupt: self.corrupt })
    }
}
