//! What can be read of a corrupt file, as a new file.

use super::{recode::recode, salvage::Exported};
use crate::{Corruption, Options, Reader, Result, Sink};

/// Writes all games that can be read from `reader` into `sink` as a new file: [`recode`] on one thread.
///
/// # Errors
///
/// Errors of the sink and of `on_corruption`.
pub fn repair<S: Sink>(
    reader: &Reader,
    sink: S,
    options: Options,
    on_corruption: impl FnMut(&Corruption) -> Result<()>,
) -> Result<(S, Exported)> {
    recode(reader, sink, options, 1, on_corruption, |_| Ok(()))
}
