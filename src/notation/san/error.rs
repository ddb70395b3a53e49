//! The reasons for which text is not read as SAN.

/// The reason for which a text is not a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SanError {
    /// Not SAN, even in a liberal reading.
    NotSan,
    /// No legal move matches.
    IllegalMove,
    /// Several legal moves match: the disambiguation is missing.
    AmbiguousMove,
}
