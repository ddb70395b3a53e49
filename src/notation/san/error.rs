//! Why a text is not read as SAN.

/// Why a text is no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SanError {
    /// Not SAN, however liberally it is read.
    NotSan,
    /// No legal move.
    IllegalMove,
    /// Several legal moves: the disambiguation is missing.
    AmbiguousMove,
}
