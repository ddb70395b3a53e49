//! Results of searches with the number of games left out, and the arrays that C reads.

use super::handle;
use plypack::Result;

/// The result of a search.
pub struct Found<T> {
    pub(crate) result: T,
    /// The number of games that the search left out because it could not read them.
    pub(crate) corrupt: u64,
}

impl<T> Found<T> {
    /// Converts the result.
    pub(crate) fn try_map<U>(self, convert: impl FnOnce(T) -> Result<U>) -> Result<Found<U>> {
        Ok(Found { result: convert(self.result)?, corrupt: self.corrupt })
    }
}

/// An array of C structs, and the values that they point into.
pub struct Viewed<T, C> {
    array: Vec<C>,
    _values: Vec<T>,
}

// SAFETY: the pointers of the array point into the values, which nobody changes.
unsafe impl<T: Send, C> Send for Viewed<T, C> {}
// SAFETY: as above.
unsafe impl<T: Sync, C> Sync for Viewed<T, C> {}

impl<T, C: for<'a> From<&'a T>> Viewed<T, C> {
    /// Errors: PLYPACK_NO_MEMORY.
    pub(crate) fn new(values: Vec<T>) -> Result<Viewed<T, C>> {
        Ok(Viewed { array: handle::collected(values.iter().map(C::from))?, _values: values })
    }
}

impl<T, C> Viewed<T, C> {
    pub(crate) fn array(&self) -> &[C] {
        &self.array
    }
}
