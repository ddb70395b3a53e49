//! The registry of move codecs: every codec has an id, a name, a spec chapter, a module and a vector file of the same name.
//!
//! Spec chapter: `spec/codecs/README.md`.

mod bits;
mod by_square;
pub mod byte;
mod coord16;
mod mgc;
mod order;
mod pgc;
pub(crate) mod ranked;
mod registry;
mod stream;
pub mod tight;

use std::{fmt, str::FromStr};

use shakmaty::Chess;

use crate::{Error, ErrorCode, PackedMove, Result};
use by_square::block_index::BlockIndex;
use by_square::coord12::Coord12;
use by_square::varlen::Varlen;
use by_square::{Strict, Trusted};

/// A way to store the moves of a line that starts at a known position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Codec {
    /// Origin, target and four kind bits: 16 bits, readable without a board. Chapter `coord16`.
    Coord16 = 1,
    /// Origin and target, underpromotions by a nearer rank: 12 bits. Chapter `coord12`.
    Coord12 = 2,
    /// Piece code and vector code: 8 bits, as Tarrasch V3 has them. See [`byte`].
    Byte = 3,
    /// Number in blocks of values, one for each man of the mover: 8 bits, after Sobczyk's BCGN. Chapter `block-index`.
    BlockIndex = 4,
    /// Number in the list of SAN texts: 8 bits, as in section 20 of the PGN standard. Chapter `pgc`.
    Pgc = 5,
    /// Number in a list that likely moves lead, in units of 4 bits, after Mallett (1994). Chapter `mgc`.
    Mgc = 6,
    /// Number of the man and number of its target, in just enough bits, after Sobczyk's BCGN. Chapter `varlen`.
    Varlen = 7,
    /// Number in the canonical list of legal moves, in just enough bits. Chapter `bits`.
    Bits = 8,
    /// The six likeliest moves in three bits, the others behind escapes. Chapter `rank-3bit`.
    Rank3Bit = 9,
    /// Rank among the legal moves in a Huffman code. Chapter `huffman`.
    Huffman = 10,
    /// Every legal move with a share of its own, arithmetic coding. Chapter `arith`.
    Arith = 11,
    /// As few bits as a learned model gives the move, for archives. See [`tight`].
    Tight = 12,
}

/// A line of moves from a known start.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// The position before the first move.
    pub start: &'a Chess,
    /// The moves.
    pub moves: &'a [PackedMove],
}

/// Lines that are to be decoded: for each the position at its start and the number of its plies.
#[derive(Clone, Copy)]
struct Lines<'a> {
    starts: &'a [(&'a Chess, usize)],
    /// Whether their code ends with the last line, and must be checked to.
    are_all: bool,
}

impl<'a> Lines<'a> {
    fn all(starts: &'a [(&'a Chess, usize)]) -> Lines<'a> {
        Lines { starts, are_all: true }
    }
}

impl Codec {
    /// All codecs that are built in, in the order of their ids.
    pub const ALL: &'static [Codec] = &[
        Codec::Coord16,
        Codec::Coord12,
        Codec::Byte,
        Codec::BlockIndex,
        Codec::Pgc,
        Codec::Mgc,
        Codec::Varlen,
        Codec::Bits,
        Codec::Rank3Bit,
        Codec::Huffman,
        Codec::Arith,
        Codec::Tight,
    ];

    /// The number by which files name the codec.
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The name by which people call it.
    pub const fn name(self) -> &'static str {
        self.facts().name
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

    /// The param of a section that holds moves in this codec: its id, and for [`tight`] also the model (`codecs.1`).
    pub fn param(self) -> u64 {
        match self {
            Codec::Tight => u64::from(self.id()) | u64::from(tight::model_checksum()) << 8,
            _ => self.id().into(),
        }
    }

    /// The codec of a section with this param.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedCodec`] for a codec that is not known, [`ErrorCode::UnsupportedModel`] for a model that is not known.
    pub fn from_param(param: u64) -> Result<Codec> {
        if param & 0xFF != u64::from(Codec::Tight.id()) {
            return Codec::from_id(param);
        }
        if param == Codec::Tight.param() {
            return Ok(Codec::Tight);
        }
        Err(Error::new(ErrorCode::UnsupportedModel, format!("the model {:08X} of `tight` is not known", param >> 8)))
    }

    /// [`Codec::encode_line`] for moves that are known to be legal.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] for moves that are not even possible; illegal ones may go unnoticed, and be refused by
    /// whoever reads them. `out` then holds a part of the line.
    pub fn encode_trusted(self, start: &Chess, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
        match self {
            Codec::Coord16 => {
                out.extend(moves.iter().flat_map(|m| m.0.to_le_bytes()));
                Ok(())
            }
            Codec::Byte => byte::encode_trusted(start, moves, out),
            Codec::Coord12 => by_square::encode_run::<Coord12, Trusted>(&[Line { start, moves }], out),
            Codec::BlockIndex => by_square::encode_run::<BlockIndex, Trusted>(&[Line { start, moves }], out),
            Codec::Varlen => by_square::encode_run::<Varlen, Trusted>(&[Line { start, moves }], out),
            _ => self.encode_run(&[Line { start, moves }], out),
        }
    }

    /// Appends the code of `moves`, played from `start`, to `out`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`], with the number of the ply as offset, for a move that is not legal, and for a null move if the
    /// codec has no code for it ([`Codec::is_self_delimiting`]); `out` is then as before.
    pub fn encode_line(self, start: &Chess, moves: &[PackedMove], out: &mut Vec<u8>) -> Result<()> {
        self.encode_run(&[Line { start, moves }], out)
    }

    /// Appends the code of lines that share a run to `out` (`codecs.4`).
    ///
    /// # Errors
    ///
    /// As [`Codec::encode_line`]; the offset is the ply in its line.
    pub fn encode_run(self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        let before = out.len();
        let one_by_one = |encode: EncodeLine, out: &mut Vec<u8>| {
            lines.iter().try_for_each(|line| encode(line.start, line.moves, out))
        };
        let done = match self {
            Codec::Coord16 => one_by_one(coord16::encode_line, out),
            Codec::Byte => one_by_one(byte::encode_line, out),
            Codec::Coord12 => one_by_one(by_square::encode_line::<Coord12>, out),
            Codec::BlockIndex => one_by_one(by_square::encode_line::<BlockIndex>, out),
            Codec::Varlen => by_square::encode_run::<Varlen, Strict>(lines, out),
            Codec::Pgc => stream::encode_run::<pgc::Pgc>(lines, out),
            Codec::Mgc => stream::encode_run::<mgc::Mgc>(lines, out),
            Codec::Bits => stream::encode_run::<bits::Bits>(lines, out),
            Codec::Rank3Bit => stream::encode_run::<ranked::rank_3bit::Rank3Bit>(lines, out),
            Codec::Huffman => stream::encode_run::<ranked::huffman::Huffman>(lines, out),
            Codec::Arith => stream::encode_run::<ranked::arith::Arith>(lines, out),
            Codec::Tight => tight::encode_run(lines, out),
        };
        done.inspect_err(|_| out.truncate(before))
    }

    /// Reads exactly `plies` moves from `code`, which must hold nothing else, and appends them to `out`.
    /// Every move is checked to be legal.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::MoveMalformed`] for a code that stands for no legal move, [`ErrorCode::Truncated`] when the code ends early,
    /// [`ErrorCode::TrailingBytes`] when bytes are left; the offset is the one in `code`. `out` is then as before.
    pub fn decode_line(self, start: &Chess, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<()> {
        self.decode_run(&[(start, plies)], code, out)
    }

    /// Reads the lines of a run from `code`, which must hold nothing else, and appends their moves to `out`, one line after
    /// another. For each line, `starts` has the position at its start and the number of its plies.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`].
    pub fn decode_run(self, starts: &[(&Chess, usize)], code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        let before = out.len();
        self.decode_first(starts, true, code, out).inspect_err(|_| out.truncate(before))
    }

    /// [`Codec::decode_line`] for code that plypack wrote itself and a checksum protects: moves need not be checked to be
    /// legal. Any bytes are safe: they give moves or an error.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`]; `out` may then hold a part of the line.
    pub fn decode_trusted(self, start: &Chess, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<()> {
        match self {
            Codec::Byte => byte::decode_trusted(start, code, plies, out),
            Codec::Coord12 => by_square::decode_run::<Coord12, Trusted>(Lines::all(&[(start, plies)]), code, out),
            Codec::BlockIndex => by_square::decode_run::<BlockIndex, Trusted>(Lines::all(&[(start, plies)]), code, out),
            Codec::Varlen => by_square::decode_run::<Varlen, Trusted>(Lines::all(&[(start, plies)]), code, out),
            _ => self.decode_line(start, code, plies, out).map(|()| code.len()),
        }
        .and_then(|used| all_used(code, used))
    }

    /// [`Codec::decode_run`] for the first lines of a run, with any code after them. On errors, `out` keeps what was read.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`].
    pub(crate) fn decode_first(
        self,
        starts: &[(&Chess, usize)],
        are_all: bool,
        code: &[u8],
        out: &mut Vec<PackedMove>,
    ) -> Result<()> {
        let used = self.read_run(Lines { starts, are_all }, code, out)?;
        if are_all { all_used(code, used) } else { Ok(()) }
    }

    /// Reads the lines of a run, and gives the number of bytes that they took.
    fn read_run(self, lines: Lines<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        let mut one_by_one = |decode: DecodeLine| {
            lines.starts.iter().try_fold(0, |used, (start, plies)| {
                let taken = decode(start, &code[used..], *plies, out);
                taken.map(|bytes| used + bytes).map_err(|e| e.rebase(used as u64))
            })
        };
        match self {
            Codec::Coord16 => one_by_one(coord16::decode_line),
            Codec::Byte => one_by_one(byte::decode_line),
            Codec::Coord12 => one_by_one(by_square::decode_line::<Coord12>),
            Codec::BlockIndex => one_by_one(by_square::decode_line::<BlockIndex>),
            Codec::Varlen => by_square::decode_run::<Varlen, Strict>(lines, code, out),
            Codec::Pgc => stream::decode_run::<pgc::Pgc>(lines, code, out),
            Codec::Mgc => stream::decode_run::<mgc::Mgc>(lines, code, out),
            Codec::Bits => stream::decode_run::<bits::Bits>(lines, code, out),
            Codec::Rank3Bit => stream::decode_run::<ranked::rank_3bit::Rank3Bit>(lines, code, out),
            Codec::Huffman => stream::decode_run::<ranked::huffman::Huffman>(lines, code, out),
            Codec::Arith => stream::decode_run::<ranked::arith::Arith>(lines, code, out),
            Codec::Tight => tight::decode_run(lines, code, out),
        }
    }

    /// Reads `plies` moves from the start of `code`, appends them to `out` and gives the number of bytes that they took.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`], but bytes may be left. [`ErrorCode::InvalidArgument`] for a codec that does not tell where a
    /// line ends ([`Codec::is_self_delimiting`]).
    pub fn decode_prefix(self, start: &Chess, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
        self.require_self_delimiting()?;
        let before = out.len();
        self.read_run(Lines::all(&[(start, plies)]), code, out).inspect_err(|_| out.truncate(before))
    }

    /// Reads moves from `code` until it ends and appends them to `out`: for callers that do not know the number of plies.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`]. [`ErrorCode::InvalidArgument`] for a codec that does not tell where a line ends
    /// ([`Codec::is_self_delimiting`]).
    pub fn decode_all(self, start: &Chess, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        self.require_self_delimiting()?;
        let before = out.len();
        let done = match self {
            Codec::Coord16 => coord16::decode_all(start, code, out),
            Codec::Byte => byte::decode_all(start, code, out),
            Codec::Coord12 => by_square::decode_all::<Coord12>(start, code, out),
            Codec::BlockIndex => by_square::decode_all::<BlockIndex>(start, code, out),
            Codec::Pgc => stream::decode_all::<pgc::Pgc>(start, code, out),
            Codec::Mgc => stream::decode_all::<mgc::Mgc>(start, code, out),
            Codec::Varlen | Codec::Bits | Codec::Rank3Bit | Codec::Huffman | Codec::Arith | Codec::Tight => {
                self.require_self_delimiting()
            }
        };
        done.inspect_err(|_| out.truncate(before))
    }
}

/// Whether code is left after the last move.
fn all_used(code: &[u8], used: usize) -> Result<()> {
    match code.len() - used {
        0 => Ok(()),
        left => {
            Err(Error::new(ErrorCode::TrailingBytes, format!("{left} bytes after the last move"))
                .with_offset(used as u64))
        }
    }
}

type EncodeLine = fn(&Chess, &[PackedMove], &mut Vec<u8>) -> Result<()>;
type DecodeLine = fn(&Chess, &[u8], usize, &mut Vec<PackedMove>) -> Result<usize>;

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Codec {
    type Err = Error;

    /// The codec with this name; [`ErrorCode::UnknownCodec`] for any other.
    fn from_str(name: &str) -> Result<Codec> {
        let known = Codec::ALL.iter().find(|c| c.name() == name);
        known.copied().ok_or_else(|| {
            let names: Vec<_> = Codec::ALL.iter().map(|c| c.name()).collect();
            Error::new(ErrorCode::UnknownCodec, format!("no codec is called `{name}`; there are {}", names.join(", ")))
        })
    }
}
