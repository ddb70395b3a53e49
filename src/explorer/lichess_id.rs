//! Ids of games on Lichess.

use std::num::NonZeroU64;

/// Length of an id.
pub(super) const LEN: usize = 8;

/// The id of a game on Lichess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LichessId(NonZeroU64);

impl LichessId {
    /// Returns the id in the URL of a game on Lichess: `https://lichess.org/abcdefgh`, possibly with more text after the id.
    pub(super) fn in_site(site: &[u8]) -> Option<LichessId> {
        let (_, path) = std::str::from_utf8(site).ok()?.split_once("lichess.org/")?;
        let mut parts = path.as_bytes().split(|byte| !byte.is_ascii_alphanumeric());
        let id: [u8; LEN] = parts.next()?.try_into().ok()?;
        NonZeroU64::new(u64::from_be_bytes(id)).map(LichessId)
    }

    /// Returns the eight letters and digits.
    pub(super) fn text(self) -> String {
        self.0.get().to_be_bytes().map(char::from).iter().collect()
    }
}
