//! The table of the codecs: one row for each, with its properties and functions (`codecs.1` to `codecs.5`).

use shakmaty::Chess;

use super::{
    Codec, bits,
    by_square::{self, SquareCoder, Strict, Trusted, block_index::BlockIndex, coord12::Coord12, varlen::Varlen},
    byte, coord16, mgc,
    move_codec::{Line, LineCodec, MoveCodec, RunStarts},
    pgc,
    ranked::{arith, huffman, rank_3bit},
    stream::StreamCodec,
    tight,
};
use crate::{Error, ErrorCode, PackedMove, Result};

/// The part of the format to which a codec or a section belongs (`codecs.1`): what a program needs beyond the core to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Part {
    /// What every reader has.
    Core,
    /// What small files need: `tight`, and clock times and evaluations stored as numbers.
    Archive,
    /// All other codecs.
    Annex,
}

/// The row of a codec.
pub struct CodecInfo {
    pub codec: Codec,
    pub name: &'static str,
    part: Part,
    size: CodeSize,
    /// The minimum bits of a ply, if the code is self-delimiting (`codecs.5`); otherwise 0.
    min_bits: usize,
    /// The maximum bits of a ply.
    max_bits: usize,
    pub functions: &'static dyn MoveCodec,
}

/// How the code of a game is found in its block.
enum CodeSize {
    /// By games: so many half bytes a ply, unless a game has a size of its own (`codecs.3`).
    HalfBytes(u32),
    /// By runs of games, which end after so many plies (`codecs.4`).
    Runs(u32),
}

use CodeSize::{HalfBytes, Runs};
use Part::{Annex, Archive, Core};

/// No position has more moves, the null move counted: 32 queens that reach 32 empty squares each, 8 pawns with 12
/// promotions.
const MAX_MOVES: usize = 32 * 32 + 8 * 12 + 1;

#[rustfmt::skip]
const TABLE: &[CodecInfo] = &[
    row(Codec::Coord16, "coord16", Core, HalfBytes(4), [16, 16], &COORD16),
    row(Codec::Coord12, "coord12", Annex, HalfBytes(3), [12, 12], &by_square_lines::<Coord12>()),
    row(Codec::Byte, "byte", Core, HalfBytes(2), [8, 8 * (MAX_MOVES / 255 + 1)], &BYTE),
    row(Codec::BlockIndex, "block-index", Annex, HalfBytes(2), [8, 16], &by_square_lines::<BlockIndex>()),
    row(Codec::Pgc, "pgc", Annex, HalfBytes(2), [8, 8 * (MAX_MOVES / 255 + 1)], &StreamCodec::<pgc::Pgc>::NEW),
    row(Codec::Mgc, "mgc", Annex, Runs(8192), [4, 4 * (MAX_MOVES / 15 + 1)], &StreamCodec::<mgc::Mgc>::NEW),
    row(Codec::Varlen, "varlen", Annex, Runs(8192), [0, 1 + 11], &VarlenRuns),
    row(Codec::Bits, "bits", Annex, Runs(8192), [0, 1 + 11], &StreamCodec::<bits::Bits>::NEW),
    row(Codec::Rank3Bit, "rank-3bit", Annex, Runs(4096), [0, 3 + 11], &StreamCodec::<rank_3bit::Rank3Bit>::NEW),
    row(Codec::Huffman, "huffman", Annex, Runs(4096), [0, 16 + 11], &StreamCodec::<huffman::Huffman>::NEW),
    row(Codec::Arith, "arith", Annex, Runs(4096), [0, 24], &StreamCodec::<arith::Arith>::NEW),
    row(Codec::Tight, "tight", Archive, Runs(4096), [0, 32], &tight::Tight),
];

/// A row; the bits of a ply are minimum and maximum.
const fn row(
    codec: Codec,
    name: &'static str,
    part: Part,
    size: CodeSize,
    [min_bits, max_bits]: [usize; 2],
    functions: &'static dyn MoveCodec,
) -> CodecInfo {
    CodecInfo { codec, name, part, size, min_bits, max_bits, functions }
}

/// The codecs in the order of their ids.
pub const ALL: &[Codec] = &all();

const fn all() -> [Codec; TABLE.len()] {
    let mut all = [Codec::Coord16; TABLE.len()];
    let mut i = 0;
    while i < TABLE.len() {
        all[i] = TABLE[i].codec;
        // [`Codec::info`] relies on it.
        assert!(all[i] as usize == i + 1, "the ids are 1, 2, 3, ...");
        i += 1;
    }
    all
}

const COORD16: LineCodec = LineCodec {
    encode: coord16::encode_line,
    encode_trusted: |_, moves, out| {
        out.extend(moves.iter().flat_map(|m| m.0.to_le_bytes()));
        Ok(())
    },
    decode: coord16::decode_line,
    decode_trusted: coord16::decode_line,
    decode_all: coord16::decode_all,
};

const BYTE: LineCodec = LineCodec {
    encode: byte::encode_line,
    encode_trusted: byte::encode_trusted,
    decode: byte::decode_line,
    decode_trusted: byte::decode_trusted,
    decode_all: byte::decode_all,
};

/// A codec of [`by_square`] whose lines are whole bytes.
const fn by_square_lines<C: SquareCoder>() -> LineCodec {
    LineCodec {
        encode: by_square::encode_line::<C>,
        encode_trusted: |start, moves, out| by_square::encode_run::<C, Trusted>(&[Line { start, moves }], out),
        decode: by_square::decode_line::<C>,
        decode_trusted: |start, code, plies, out| {
            by_square::decode_run::<C, Trusted>(RunStarts::whole(&[(start, plies)]), code, out)
        },
        decode_all: by_square::decode_all::<C>,
    }
}

/// `varlen`, the codec of [`by_square`] whose lines share runs.
struct VarlenRuns;

impl MoveCodec for VarlenRuns {
    fn encode_run(&self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        by_square::encode_run::<Varlen, Strict>(lines, out)
    }

    fn encode_trusted(&self, line: Line<'_>, out: &mut Vec<u8>) -> Result<()> {
        by_square::encode_run::<Varlen, Trusted>(&[line], out)
    }

    fn decode_run(&self, run: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        by_square::decode_run::<Varlen, Strict>(run, code, out)
    }

    fn decode_trusted(&self, start: &Chess, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
        by_square::decode_run::<Varlen, Trusted>(RunStarts::whole(&[(start, plies)]), code, out)
    }
}

impl Codec {
    /// The codec's row.
    pub(super) const fn info(self) -> &'static CodecInfo {
        &TABLE[self as usize - 1]
    }

    /// The number of bytes of a line's code unless the file gives another; `None` if the codec has no such size (`codecs.3`),
    /// or the number is too large.
    pub fn nominal_size(self, plies: u32) -> Option<u32> {
        match self.info().size {
            HalfBytes(each) => plies.checked_mul(each).map(|half_bytes| half_bytes.div_ceil(2)),
            Runs(_) => None,
        }
    }

    /// Whether games of a block share runs, because their codes are not whole bytes (`codecs.4`).
    pub const fn shares_runs(self) -> bool {
        self.run_plies().is_some()
    }

    /// The plies after which a run ends; `None` if games do not share runs.
    pub const fn run_plies(self) -> Option<u32> {
        match self.info().size {
            HalfBytes(_) => None,
            Runs(plies) => Some(plies),
        }
    }

    /// The part of the format to which the codec belongs: what a program needs beyond the core to read its moves (`codecs.1`).
    pub const fn part(self) -> Part {
        self.info().part
    }

    /// Whether the end of a line can be found in its code, so that [`Codec::decode_all`] and [`Codec::decode_prefix`] work
    /// (`codecs.5`).
    pub const fn is_self_delimiting(self) -> bool {
        self.info().min_bits > 0
    }

    /// The maximum number of bytes of the code of a line of `plies`, from any position; `None` if it does not fit a `usize`.
    pub fn max_bytes(self, plies: usize) -> Option<usize> {
        Some(plies.checked_mul(self.info().max_bits)?.div_ceil(8))
    }

    /// The maximum number of plies in a code of `bytes`; `None` if the codec is not self-delimiting
    /// ([`Codec::is_self_delimiting`]).
    pub fn max_plies(self, bytes: usize) -> Option<usize> {
        (8_u128 * bytes as u128).checked_div(self.info().min_bits as u128)?.try_into().ok()
    }

    /// The codec of the variations in a file whose main lines have this codec (`annotations.5`).
    pub const fn for_variations(self) -> Codec {
        match self {
            Codec::Coord16 => Codec::Coord16,
            _ => Codec::Byte,
        }
    }

    /// Checks that the codec is self-delimiting.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] unless [`Codec::is_self_delimiting`].
    pub fn require_self_delimiting(self) -> Result<()> {
        if self.is_self_delimiting() {
            return Ok(());
        }
        let message = format!("the codec `{self}` is not self-delimiting: the number of plies is needed");
        Err(Error::new(ErrorCode::InvalidArgument, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_the_order_of_the_ids() {
        for (i, codec) in Codec::ALL.iter().enumerate() {
            assert_eq!(usize::from(codec.id()), i + 1);
            assert_eq!(codec.info().codec, *codec);
            assert_eq!(Codec::from_id(i as u64 + 1).unwrap(), *codec);
            assert_eq!(codec.name().parse::<Codec>().unwrap(), *codec);
        }
    }

    /// `codecs.1`
    #[test]
    fn parts_are_those_of_the_registry_in_the_spec() {
        let spec = include_str!("../../spec/codecs/README.md");
        for codec in Codec::ALL {
            let part = match codec.part() {
                Core => "core",
                Archive => "archive",
                Annex => "annex",
            };
            let row = format!("| {} | `{codec}` | {part} |", codec.id());
            assert!(spec.contains(&row), "{row}");
        }
    }

    /// `codecs.5`: a codec that is not self-delimiting needs the number of plies.
    #[test]
    fn only_self_delimiting_codecs_decode_without_the_number_of_plies() {
        let (start, mut moves) = (Chess::default(), Vec::new());
        for codec in Codec::ALL {
            let all = codec.decode_all(&start, &[], &mut moves);
            let prefix = codec.decode_prefix(&start, &[], 0, &mut moves);
            assert_eq!((all.is_ok(), prefix.is_ok()), (codec.is_self_delimiting(), codec.is_self_delimiting()));
            for error in [all.err(), prefix.err()].into_iter().flatten() {
                assert_eq!(error.code(), ErrorCode::InvalidArgument);
            }
        }
    }
}
