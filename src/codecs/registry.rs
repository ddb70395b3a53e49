//! What the registry says of each codec: sizes, runs, what a code tells (`codecs.1` to `codecs.5`).

use super::Codec;
use crate::{Error, ErrorCode, Result};

/// What the registry says of a codec (`codecs.1`).
pub struct Facts {
    pub name: &'static str,
    sizes: Sizes,
    /// The fewest bits of a ply, if the code shows where a line ends and null moves have codes (`codecs.5`); otherwise 0.
    least_bits: usize,
    /// The most bits of a ply.
    most_bits: usize,
}

/// How the codes of a block's games are told apart.
#[derive(Clone, Copy)]
enum Sizes {
    /// By games: so many half bytes a ply, unless a game says otherwise (`codecs.3`).
    Nibbles(u32),
    /// By runs of games, which end after so many plies (`codecs.4`).
    Runs(u32),
}

/// No board has more moves, the null move counted: 32 queens that reach 32 empty squares each, 8 pawns with 12 promotions.
const MAX_MOVES: usize = 32 * 32 + 8 * 12 + 1;

impl Codec {
    pub(super) const fn facts(self) -> Facts {
        let (name, sizes, least_bits, most_bits) = match self {
            Codec::Coord16 => ("coord16", Sizes::Nibbles(4), 16, 16),
            Codec::Coord12 => ("coord12", Sizes::Nibbles(3), 12, 12),
            Codec::Byte => ("byte", Sizes::Nibbles(2), 8, 8 * (MAX_MOVES / 255 + 1)),
            Codec::BlockIndex => ("block-index", Sizes::Nibbles(2), 8, 16),
            Codec::Pgc => ("pgc", Sizes::Nibbles(2), 8, 8 * (MAX_MOVES / 255 + 1)),
            Codec::Mgc => ("mgc", Sizes::Runs(8192), 4, 4 * (MAX_MOVES / 15 + 1)),
            Codec::Varlen => ("varlen", Sizes::Runs(8192), 0, 11),
            Codec::Bits => ("bits", Sizes::Runs(8192), 0, 11),
            Codec::Rank3Bit => ("rank-3bit", Sizes::Runs(4096), 0, 3 + 11),
            Codec::Huffman => ("huffman", Sizes::Runs(4096), 0, 16 + 11),
            Codec::Arith => ("arith", Sizes::Runs(4096), 0, 24),
            Codec::Tight => ("tight", Sizes::Runs(4096), 0, 32),
        };
        Facts { name, sizes, least_bits, most_bits }
    }

    /// The bytes of a line's code unless it says otherwise; `None` if the codec has no such size (`codecs.3`), or the number
    /// is too large.
    pub fn nominal_size(self, plies: u32) -> Option<u32> {
        match self.facts().sizes {
            Sizes::Nibbles(each) => plies.checked_mul(each).map(|nibbles| nibbles.div_ceil(2)),
            Sizes::Runs(_) => None,
        }
    }

    /// Whether games of a block share runs, because their codes are not whole bytes (`codecs.4`).
    pub const fn shares_runs(self) -> bool {
        self.run_plies().is_some()
    }

    /// The plies after which a run ends; `None` if games do not share runs.
    pub const fn run_plies(self) -> Option<u32> {
        match self.facts().sizes {
            Sizes::Nibbles(_) => None,
            Sizes::Runs(plies) => Some(plies),
        }
    }

    /// Whether a code shows where its line ends, so that [`Codec::decode_all`] and [`Codec::decode_prefix`] work, and null
    /// moves have a code (`codecs.5`).
    pub const fn is_self_delimiting(self) -> bool {
        self.facts().least_bits > 0
    }

    /// The most bytes that the code of a line of `plies` takes, from any position; `None` if no memory holds so many.
    pub fn max_bytes(self, plies: usize) -> Option<usize> {
        Some(plies.checked_mul(self.facts().most_bits)?.div_ceil(8))
    }

    /// The most plies that a code of `bytes` can hold; `None` if the code does not tell where a line ends
    /// ([`Codec::is_self_delimiting`]).
    pub fn max_plies(self, bytes: usize) -> Option<usize> {
        (8_u128 * bytes as u128).checked_div(self.facts().least_bits as u128)?.try_into().ok()
    }

    /// The codec of the variations in a file whose main lines have this codec (`annotations.5`).
    pub const fn for_variations(self) -> Codec {
        match self {
            Codec::Coord16 => Codec::Coord16,
            _ => Codec::Byte,
        }
    }

    /// Refuses a codec that does not tell where a line ends.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] unless [`Codec::is_self_delimiting`].
    pub fn require_self_delimiting(self) -> Result<()> {
        if self.is_self_delimiting() {
            return Ok(());
        }
        let message = format!("the code of `{self}` does not tell where a line ends: the number of plies is needed");
        Err(Error::new(ErrorCode::InvalidArgument, message))
    }
}
