//! The registry of move codecs: every codec has an id, a name, a spec chapter, a module and a vector file of the same name.
//!
//! Spec chapter: `spec/codecs/README.md`.

mod bits;
pub(crate) mod by_square;
pub mod byte;
mod coord16;
mod errors;
mod mgc;
mod move_codec;
mod order;
mod pgc;
pub(crate) mod ranked;
mod registry;
mod stream;
pub mod tight;

use std::{fmt, str::FromStr};

use crate::{Error, ErrorCode, PackedMove, Position, Result};
use move_codec::{MoveCodec, RunStarts};

pub use by_square::enumeration;
pub use move_codec::Line;
pub use registry::{Needs, Origin, Part};

/// A code for the moves of a line whose start position is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Codec {
    /// From square, to square and four flag bits: 16 bits, readable without a board. Chapter `coord16`.
    Coord16 = 1,
    /// From and to squares, underpromotions by another rank: 12 bits. Chapter `coord12`.
    #[cfg(feature = "line-codecs")]
    Coord12 = 2,
    /// Piece code and vector code: 8 bits, as in Tarrasch V3. See [`byte`].
    Byte = 3,
    /// Number in blocks of values, one block per piece of the side to move: 8 bits, after Sobczyk's BCGN. Chapter `block-index`.
    #[cfg(feature = "line-codecs")]
    BlockIndex = 4,
    /// Number in the sorted list of SAN texts: 8 bits, as in section 20 of the PGN standard. Chapter `pgc`.
    #[cfg(feature = "line-codecs")]
    Pgc = 5,
    /// Number in a list sorted by a static move ordering, 4 bits with an escape code, after Mallett (1994). Chapter `mgc`.
    #[cfg(feature = "line-codecs")]
    Mgc = 6,
    /// Number of the piece and number of its to square, in the fewest bits, after Sobczyk's BCGN. Chapter `varlen`.
    #[cfg(feature = "line-codecs")]
    Varlen = 7,
    /// Number in the canonical list of legal moves, in the fewest bits. Chapter `bits`.
    #[cfg(feature = "line-codecs")]
    Bits = 8,
    /// The six likeliest moves in three bits, the others behind escape codes. Chapter `rank-3bit`.
    #[cfg(feature = "line-codecs")]
    Rank3Bit = 9,
    /// Rank among the legal moves in a Huffman code. Chapter `huffman`.
    #[cfg(feature = "line-codecs")]
    Huffman = 10,
    /// Arithmetic coding with a separate frequency for every legal move. Chapter `arith`.
    #[cfg(feature = "line-codecs")]
    Arith = 11,
    /// Arithmetic coding with the probabilities of a neural network, for archives. See [`tight`].
    Tight = 12,
    /// Codes for kinds of moves rather than pieces: 8 bits, after Tojot (2015). Chapter `slots`.
    #[cfg(feature = "line-codecs")]
    Slots = 128,
    /// The bytes of [`Codec::Byte`], and other bytes for sides with two to four queens, after LMSS (2015). Chapter `byte-queens`.
    #[cfg(feature = "line-codecs")]
    ByteQueens = 129,
    /// A static prefix code for from and to squares, without a board, after Chessbook. Chapter `coord-static`.
    #[cfg(feature = "line-codecs")]
    CoordStatic = 130,
    /// Like `CoordStatic`, but with a table for each class of previous moves. Chapter `coord-static`.
    #[cfg(feature = "line-codecs")]
    CoordContext = 131,
    /// To square and direction: 10 bits, after the Chess Programming Wiki. Chapter `direction-target`.
    #[cfg(feature = "line-codecs")]
    DirectionTarget = 132,
    /// Like `DirectionTarget`, but in a static prefix code. Chapter `direction-target`.
    #[cfg(feature = "line-codecs")]
    DirectionStatic = 133,
    /// A number below 65,536 by piece, from, to, captured and promoted piece, after the Chess Programming Wiki: 16 bits.
    /// See [`enumeration`].
    #[cfg(feature = "line-codecs")]
    Enumeration = 134,
}

impl Codec {
    /// All codecs, in the order of their ids.
    pub const ALL: &'static [Codec] = registry::ALL;

    /// The file codecs, in the order of their ids. All other codecs are line codecs (`codecs.8`).
    pub const IN_FILES: &'static [Codec] = registry::IN_FILES;

    /// The id of a file codec in files.
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The name of the codec, as on the command line.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// The codec with this id.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedCodec`] for any other number.
    pub fn from_id(id: u64) -> Result<Codec> {
        let known = Codec::ALL.iter().find(|c| u64::from(c.id()) == id);
        known.copied().ok_or_else(|| Error::new(ErrorCode::UnsupportedCodec, format!("move codec {id} is not known")))
    }

    /// Returns the param of a section that holds moves in this codec: its id, and for [`tight`] also the model (`codecs.1`).
    pub fn param(self) -> u64 {
        u64::from(self.id()) | u64::from(self.model_checksum().unwrap_or(0)) << 8
    }

    /// The codec of a section with this param.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedCodec`] for an unknown codec and for a codec that [no file can have](Codec::check_in_files),
    /// [`ErrorCode::UnsupportedModel`] for an unknown model.
    pub fn from_param(param: u64) -> Result<Codec> {
        match Codec::from_id(param & 0xFF) {
            Ok(codec) if param == codec.param() => codec.check_in_files().map(|()| codec),
            Ok(codec) if codec.model_checksum().is_some() => {
                let message = format!("the model {:08X} of `{codec}` is not known", param >> 8);
                Err(Error::new(ErrorCode::UnsupportedModel, message))
            }
            _ => Codec::from_id(param),
        }
    }

    /// Reserves space for the code of this many moves: the codecs themselves do not check for space.
    fn reserve_code(self, plies: usize, out: &mut Vec<u8>) -> Result<()> {
        Ok(out.try_reserve(self.max_bytes(plies).unwrap_or(usize::MAX))?)
    }

    fn functions(self) -> &'static dyn MoveCodec {
        self.info().functions
    }

    fn model_checksum(self) -> Option<u32> {
        self.functions().model_checksum()
    }

    /// Like [`Codec::encode_line`], but for moves that are known to be legal.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for some illegal moves; others go unnoticed, and decoders reject them. `out` may then hold part of the
    /// code.
    pub fn encode_trusted(self, start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
        self.reserve_code(moves.len(), out)?;
        self.functions().encode_trusted(Line { start, moves }, out)
    }

    /// Appends the code of `moves`, played from `start`, to `out`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for an illegal move, with the number of the ply as offset; `out` is then unchanged.
    pub fn encode_line(self, start: &Position, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
        self.encode_run(&[Line { start, moves }], out)
    }

    /// Appends the code of lines that share a run to `out` (`codecs.4`).
    ///
    /// # Errors
    ///
    /// Errors of [`Codec::encode_line`]; the offset is the number of the ply in its line.
    pub fn encode_run(self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        let before = out.len();
        self.reserve_code(lines.iter().map(|line| line.moves.len()).sum(), out)?;
        self.functions().encode_run(lines, out).inspect_err(|_| out.truncate(before))
    }

    /// Decodes exactly `plies` moves from `code`, which must hold nothing else, and appends them to `out`. Checks that every move is legal.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MoveMalformed`] for a code that is not a legal move, [`ErrorCode::Truncated`] if the code ends early,
    /// [`ErrorCode::TrailingBytes`] if bytes remain; the offset counts from the start of `code`. `out` is then unchanged.
    pub fn decode_line(self, start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<()> {
        self.decode_run(&[(start, plies)], code, out)
    }

    /// Decodes the lines of a run from `code`, which must hold nothing else, and appends their moves to `out`, line by line.
    /// `starts` has the start position and the number of plies of each line.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`].
    pub fn decode_run(self, starts: &[(&Position, usize)], code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        let before = out.len();
        self.decode_first(starts, true, code, out).inspect_err(|_| out.truncate(before))
    }

    /// Like [`Codec::decode_line`], but for code that plypack wrote and a checksum protects, so that moves need not be checked to be legal.
    /// Any bytes are safe: the result is moves or an error.
    ///
    /// # Errors
    ///
    /// Errors of [`Codec::decode_line`]; `out` may then hold part of the line.
    pub fn decode_trusted(self, start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<()> {
        reserve_moves(plies, code, out)?;
        all_used(code, self.functions().decode_trusted(start, code, plies, out)?)
    }

    /// Like [`Codec::decode_run`], but for the first lines of a run; `is_whole` is true if the run has no others. On errors, `out` keeps
    /// the moves decoded before.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`].
    pub(crate) fn decode_first(
        self,
        starts: &[(&Position, usize)],
        is_whole: bool,
        code: &[u8],
        out: &mut Vec<PackedMove>,
    ) -> Result<()> {
        reserve_moves(starts.iter().fold(0, |sum, (_, plies)| sum.saturating_add(*plies)), code, out)?;
        let used = self.functions().decode_run(RunStarts { starts, is_whole }, code, out)?;
        if is_whole { all_used(code, used) } else { Ok(()) }
    }

    /// Decodes `plies` moves from the start of `code`, appends them to `out` and returns the number of bytes of their code.
    ///
    /// # Errors
    ///
    /// Errors of [`Codec::decode_line`], except that bytes may remain. [`ErrorCode::InvalidArgument`] for a codec that is not
    /// self-delimiting ([`Codec::is_self_delimiting`]).
    pub fn decode_prefix(
        self,
        start: &Position,
        code: &[u8],
        plies: usize,
        out: &mut Vec<PackedMove>,
    ) -> Result<usize> {
        self.require_self_delimiting()?;
        let before = out.len();
        let starts = [(start, plies)];
        reserve_moves(plies, code, out)?;
        let decoded = self.functions().decode_run(RunStarts::whole(&starts), code, out);
        decoded.inspect_err(|_| out.truncate(before))
    }

    /// Decodes moves from `code` until it ends and appends them to `out`: for callers that do not know the number of plies.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`]. [`ErrorCode::InvalidArgument`] for a codec that is not self-delimiting
    /// ([`Codec::is_self_delimiting`]).
    pub fn decode_all(self, start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        self.require_self_delimiting()?;
        let before = out.len();
        out.try_reserve(self.max_plies(code.len()).unwrap_or(usize::MAX))?;
        self.functions().decode_all(start, code, out).inspect_err(|_| out.truncate(before))
    }
}

/// Reserves space for the moves of a code: the codecs themselves do not check for space. The decoder reports more plies than a code of this
/// size can hold (`limits.5`).
fn reserve_moves(plies: usize, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
    Ok(out.try_reserve(plies.min((1 << 20) + 64 * code.len()))?)
}

/// Checks that no code follows the last move.
fn all_used(code: &[u8], used: usize) -> Result<()> {
    match code.len() - used {
        0 => Ok(()),
        left => {
            Err(Error::new(ErrorCode::TrailingBytes, format!("{left} bytes after the last move"))
                .with_offset(used as u64))
        }
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Codec {
    type Err = Error;

    /// Returns the codec with this name; [`ErrorCode::UnknownCodec`] for any other name.
    fn from_str(name: &str) -> Result<Codec> {
        let known = Codec::ALL.iter().find(|c| c.name() == name);
        known.copied().ok_or_else(|| {
            let message = format!("no codec is called `{name}`; there are {}", registry::names_of(Codec::ALL));
            Error::new(ErrorCode::UnknownCodec, message)
        })
    }
}
