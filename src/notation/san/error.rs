//! Why a text is not read as SAN.

/// Why a text does not stand for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SanError {
    /// Not SAN, however liberally it is read.
    NotSan,
    /// No legal move.
    IllegalMove,
    /// Several legal moves: the disambiguation is missing.
    AmbiguousMove,
}
