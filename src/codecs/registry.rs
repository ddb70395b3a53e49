//! The table of the codecs: one row per codec, with its properties and functions (`codecs.1` to `codecs.5`).

use std::marker::PhantomData;

use super::{
    Codec, bits,
    by_square::{
        self, SquareCoder,
        block_index::BlockIndex,
        byte_queens::{self, ByteQueens},
        coord_static::CoordStatic,
        coord12::Coord12,
        direction_target::DirectionTarget,
        enumeration::Enumeration,
        slots::{self, Slots},
        varlen::Varlen,
    },
    byte, coord16, mgc,
    move_codec::{Line, LineCodec, MoveCodec, RunStarts},
    pgc,
    ranked::{arith, huffman, rank_3bit},
    stream::StreamCodec,
    tight,
};
use crate::{
    Error, ErrorCode, PackedMove, Position, Result,
    board::{Bitboards, Board},
};

/// The part of the format to which a codec or a section belongs (`codecs.1`): the extension of the core that a program needs to read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Part {
    /// Every reader supports it.
    Core,
    /// For small files: `tight`, and clock times and evaluations stored as numbers.
    Archive,
    /// Line codecs, which no file has: for comparisons, and for programs that use such codes in memory (`codecs.8`).
    Lines,
}

/// The person or program that published the idea of a codec, and the year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Origin {
    /// The author, or the program.
    pub author: &'static str,
    /// The year; `None` if unknown.
    pub year: Option<u16>,
}

/// Data that a program needs to decode a codec, in addition to the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Needs {
    /// Nothing: the squares of the moves are in the code.
    Nothing,
    /// The board: the piece on each square.
    Board,
    /// The legal moves of every position.
    LegalMoves,
    /// The legal moves, and a model of which moves are played.
    Model,
}

impl Needs {
    /// The name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Needs::Nothing => "-",
            Needs::Board => "board",
            Needs::LegalMoves => "legal moves",
            Needs::Model => "model",
        }
    }
}

/// The row of a codec.
pub struct CodecInfo {
    pub codec: Codec,
    pub name: &'static str,
    part: Part,
    size: CodeSize,
    /// The minimum number of bits of a ply, if the code is self-delimiting (`codecs.5`); otherwise 0.
    min_bits: usize,
    /// The maximum number of bits of a ply.
    max_bits: usize,
    origin: Origin,
    needs: Needs,
    /// Function that returns whether a side is in fallback mode; `None` if the codec has no such mode.
    in_fallback: Option<InFallback>,
    pub functions: &'static dyn MoveCodec,
}

type InFallback = fn(&Bitboards, usize) -> bool;

/// Kinds of bounds on the size of a game's code in its block.
enum CodeSize {
    /// By games: bytes per ply, unless a game stores its own size (`codecs.3`).
    Bytes(u32),
    /// By runs of games: the number of plies after which a run ends (`codecs.4`).
    Runs(u32),
    /// No block uses the codec.
    OfLine,
}

use CodeSize::{Bytes, OfLine, Runs};
use Needs::{LegalMoves, Model, Nothing};
use Part::{Archive, Core, Lines};

/// Upper bound of the moves of a position, including the null move: 32 queens that reach 32 empty squares each, 8 pawns with 12 promotions.
const MAX_MOVES: usize = 32 * 32 + 8 * 12 + 1;

/// The maximum number of bits of a ply if the fallback mode of `byte` is the worst case.
const MAX_ORDINAL: usize = 8 * (MAX_MOVES / 255 + 1);

#[rustfmt::skip]
const TABLE: &[CodecInfo] = &[
    row(Codec::Coord16, "coord16", Core, Bytes(2), [16, 16], "CPW", 0, Nothing, &COORD16),
    #[cfg(feature = "line-codecs")]
    row(Codec::Coord12, "coord12", Lines, OfLine, [12, 12], "CPW", 0, Needs::Board, &by_square_lines::<Coord12>()),
    row(Codec::Byte, "byte", Core, Bytes(1), [8, MAX_ORDINAL], "Tarrasch", 2015, Needs::Board, &BYTE).with_fallback(byte_queens::is_byte_fallback),
    #[cfg(feature = "line-codecs")]
    row(Codec::BlockIndex, "block-index", Lines, OfLine, [8, 16], "Sobczyk (BCGN)", 2020, Needs::Board, &by_square_lines::<BlockIndex>()),
    #[cfg(feature = "line-codecs")]
    row(Codec::Pgc, "pgc", Lines, OfLine, [8, MAX_ORDINAL], "PGN standard", 1994, LegalMoves, &StreamCodec::<pgc::Pgc>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Mgc, "mgc", Lines, OfLine, [4, 4 * (MAX_MOVES / 15 + 1)], "Mallett", 1994, LegalMoves, &StreamCodec::<mgc::Mgc>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Varlen, "varlen", Lines, OfLine, [0, 1 + 11], "Sobczyk (BCGN)", 2020, Needs::Board, &SquareRuns::<Varlen>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Bits, "bits", Lines, OfLine, [0, 1 + 11], "common", 0, LegalMoves, &StreamCodec::<bits::Bits>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Rank3Bit, "rank-3bit", Lines, OfLine, [0, 3 + 11], "Tarrasch", 2015, Model, &StreamCodec::<rank_3bit::Rank3Bit>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Huffman, "huffman", Lines, OfLine, [0, 16 + 11], "Lichess", 2018, Model, &StreamCodec::<huffman::Huffman>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Arith, "arith", Lines, OfLine, [0, 24], "Chessbook", 2024, Model, &StreamCodec::<arith::Arith>::NEW),
    row(Codec::Tight, "tight", Archive, Runs(4096), [0, 32], "plypack", 2026, Model, &tight::Tight),
    #[cfg(feature = "line-codecs")]
    row(Codec::Slots, "slots", Lines, OfLine, [8, MAX_ORDINAL], "Tojot", 2015, Needs::Board, &by_square_lines::<Slots>()).with_fallback(slots::is_fallback),
    #[cfg(feature = "line-codecs")]
    row(Codec::ByteQueens, "byte-queens", Lines, OfLine, [8, MAX_ORDINAL], "LMSS", 2015, Needs::Board, &by_square_lines::<ByteQueens>()).with_fallback(byte_queens::is_fallback),
    #[cfg(feature = "line-codecs")]
    row(Codec::CoordStatic, "coord-static", Lines, OfLine, [0, 16], "Chessbook", 2024, Nothing, &SquareRuns::<CoordStatic<false>>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::CoordContext, "coord-context", Lines, OfLine, [0, 16], "Chessbook", 2024, Nothing, &SquareRuns::<CoordStatic<true>>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::DirectionTarget, "direction-target", Lines, OfLine, [10, 12], "CPW", 0, Needs::Board, &SquareRuns::<DirectionTarget<false>>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::DirectionStatic, "direction-static", Lines, OfLine, [0, 16], "CPW", 0, Needs::Board, &SquareRuns::<DirectionTarget<true>>::NEW),
    #[cfg(feature = "line-codecs")]
    row(Codec::Enumeration, "enumeration", Lines, OfLine, [16, 16], "CPW", 0, Nothing, &by_square_lines::<Enumeration>()),
];

/// Makes a row. The bits of a ply are the minimum and the maximum.
#[allow(clippy::too_many_arguments, reason = "the columns of the table")]
const fn row(
    codec: Codec,
    name: &'static str,
    part: Part,
    size: CodeSize,
    [min_bits, max_bits]: [usize; 2],
    author: &'static str,
    year: u16,
    needs: Needs,
    functions: &'static dyn MoveCodec,
) -> CodecInfo {
    let origin = Origin { author, year: if year == 0 { None } else { Some(year) } };
    CodecInfo { codec, name, part, size, min_bits, max_bits, origin, needs, in_fallback: None, functions }
}

impl CodecInfo {
    const fn with_fallback(self, in_fallback: InFallback) -> CodecInfo {
        CodecInfo { in_fallback: Some(in_fallback), ..self }
    }
}

/// Returns the names of codecs for a message.
pub fn names_of(codecs: &[Codec]) -> String {
    let names: Vec<_> = codecs.iter().map(|codec| codec.name()).collect();
    names.join(", ")
}

/// The codecs in the order of their ids.
pub const ALL: &[Codec] = &all();
/// The file codecs.
pub const IN_FILES: &[Codec] = &[Codec::Coord16, Codec::Byte, Codec::Tight];

const fn all() -> [Codec; TABLE.len()] {
    let mut all = [Codec::Coord16; TABLE.len()];
    let mut i = 0;
    while i < TABLE.len() {
        all[i] = TABLE[i].codec;
        i += 1;
    }
    all
}

/// The index of a codec's row.
const fn row_of(codec: Codec) -> usize {
    let mut row = 0;
    while TABLE[row].codec as u8 != codec as u8 {
        row += 1;
    }
    row
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

/// Returns a codec of [`by_square`] whose lines are whole bytes.
const fn by_square_lines<C: SquareCoder>() -> LineCodec {
    LineCodec {
        encode: |start, moves, out| by_square::encode_run::<C>(&[Line { start, moves }], true, out),
        encode_trusted: |start, moves, out| by_square::encode_run::<C>(&[Line { start, moves }], false, out),
        decode: |start, code, plies, out| {
            by_square::decode_run::<C>(RunStarts::whole(&[(start, plies)]), true, code, out)
        },
        decode_trusted: |start, code, plies, out| {
            by_square::decode_run::<C>(RunStarts::whole(&[(start, plies)]), false, code, out)
        },
        decode_all: by_square::decode_all::<C>,
    }
}

/// A codec of [`by_square`] whose codes are not whole bytes.
struct SquareRuns<C>(PhantomData<fn() -> C>);

impl<C> SquareRuns<C> {
    const NEW: SquareRuns<C> = SquareRuns(PhantomData);
}

impl<C: SquareCoder> MoveCodec for SquareRuns<C> {
    fn encode_run(&self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        by_square::encode_run::<C>(lines, true, out)
    }

    fn encode_trusted(&self, line: Line<'_>, out: &mut Vec<u8>) -> Result<()> {
        by_square::encode_run::<C>(&[line], false, out)
    }

    fn decode_run(&self, run: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        by_square::decode_run::<C>(run, true, code, out)
    }

    fn decode_trusted(&self, start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
        by_square::decode_run::<C>(RunStarts::whole(&[(start, plies)]), false, code, out)
    }

    fn decode_all(&self, start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        by_square::decode_all::<C>(start, code, out)
    }
}

impl Codec {
    /// The codec's row.
    pub(super) const fn info(self) -> &'static CodecInfo {
        &TABLE[row_of(self)]
    }

    /// Returns the number of bytes of a line's code unless the file stores another. `None` if the codec has no such size (`codecs.3`), or
    /// if the number is too large.
    #[inline]
    pub fn nominal_size(self, plies: u32) -> Option<u32> {
        match self.info().size {
            Bytes(each) => plies.checked_mul(each),
            Runs(_) | OfLine => None,
        }
    }

    /// Returns `true` if games of a block share runs, because their codes are not whole bytes (`codecs.4`).
    pub const fn shares_runs(self) -> bool {
        self.run_plies().is_some()
    }

    /// Returns the number of plies after which a run ends; `None` if games do not share runs.
    pub const fn run_plies(self) -> Option<u32> {
        match self.info().size {
            Runs(plies) => Some(plies),
            Bytes(_) | OfLine => None,
        }
    }

    /// Returns the part of the format to which the codec belongs: the extension of the core that a program needs to read its moves
    /// (`codecs.1`).
    pub const fn part(self) -> Part {
        self.info().part
    }

    /// Returns `true` if the codec is a line codec, which no file has (`codecs.8`).
    pub const fn is_line_codec(self) -> bool {
        matches!(self.info().part, Lines)
    }

    /// Checks that files can use the codec.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedCodec`] for a line codec ([`Codec::is_line_codec`]).
    pub fn check_in_files(self) -> Result<()> {
        if !self.is_line_codec() {
            return Ok(());
        }
        let message = format!("`{self}` is a line codec: a file has {}", names_of(Codec::IN_FILES));
        Err(Error::new(ErrorCode::UnsupportedCodec, message))
    }

    /// Returns who published the idea of the codec, and when.
    pub const fn origin(self) -> Origin {
        self.info().origin
    }

    /// Returns the data that decoding needs in addition to the code if the moves are known to be legal. (Checking moves always needs the
    /// board.)
    pub const fn needs(self) -> Needs {
        self.info().needs
    }

    /// Returns whether the side to move is in the fallback mode of the codec, which numbers the legal moves. `None` for a codec without
    /// such a mode.
    pub fn is_in_fallback(self, position: &Position) -> Option<bool> {
        let board = Board::<Bitboards>::new(position);
        self.is_board_in_fallback(&board)
    }

    pub(crate) fn is_board_in_fallback(self, board: &Board<Bitboards>) -> Option<bool> {
        self.info().in_fallback.map(|in_fallback| in_fallback(board.sets(), board.side()))
    }

    /// Returns `true` if a decoder can find the end of a line in its code, so that [`Codec::decode_all`] and [`Codec::decode_prefix`] work
    /// (`codecs.5`).
    pub const fn is_self_delimiting(self) -> bool {
        self.info().min_bits > 0
    }

    /// Returns the maximum number of bytes of the code of a line of `plies`, from any position; `None` if it does not fit a `usize`.
    pub fn max_bytes(self, plies: usize) -> Option<usize> {
        Some(plies.checked_mul(self.info().max_bits)?.div_ceil(8))
    }

    /// Returns the maximum number of plies in a code of `bytes`; `None` if the codec is not self-delimiting
    /// ([`Codec::is_self_delimiting`]).
    pub fn max_plies(self, bytes: usize) -> Option<usize> {
        (8_u128 * bytes as u128).checked_div(self.info().min_bits as u128)?.try_into().ok()
    }

    /// Returns the codec of the variations in a file whose main lines have this codec (`annotations.5`).
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
        let ids: Vec<u8> = Codec::ALL.iter().map(|codec| codec.id()).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 128, 129, 130, 131, 132, 133, 134]);
        assert_eq!(Codec::IN_FILES.iter().map(|codec| codec.id()).collect::<Vec<_>>(), [1, 3, 12]);
        for codec in Codec::ALL {
            assert_eq!(codec.info().codec, *codec);
            assert_eq!(Codec::from_id(codec.id().into()).unwrap(), *codec);
            assert_eq!(codec.is_line_codec(), !Codec::IN_FILES.contains(codec));
            assert_eq!(Codec::from_param(codec.param()).ok(), Some(*codec).filter(|codec| !codec.is_line_codec()));
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
                Lines => "lines",
            };
            let row = format!("| {} | `{codec}` | {part} |", codec.id());
            assert!(spec.contains(&row), "{row}");
        }
    }

    /// `codecs.5`: a codec that is not self-delimiting needs the number of plies.
    #[test]
    fn only_self_delimiting_codecs_decode_without_the_number_of_plies() {
        let start = Position::default();
        let mut moves = Vec::new();
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
