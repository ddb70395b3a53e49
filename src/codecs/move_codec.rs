//! The functions of every codec of the registry: [`MoveCodec`], and [`LineCodec`] for codecs that code each line by itself.

use crate::{Error, ErrorCode, PackedMove, Position, Result};

/// A line of moves from a known start.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    /// The position before the first move.
    pub start: &'a Position,
    /// The moves.
    pub moves: &'a [PackedMove],
}

/// The lines of a run to decode: the start position and the number of plies of each.
#[derive(Clone, Copy)]
pub struct RunStarts<'a> {
    pub starts: &'a [(&'a Position, usize)],
    /// True if the code must end with the last of these lines; this is checked.
    pub is_whole: bool,
}

impl<'a> RunStarts<'a> {
    /// All lines of a run.
    pub fn whole(starts: &'a [(&'a Position, usize)]) -> RunStarts<'a> {
        RunStarts { starts, is_whole: true }
    }
}

/// The functions of a codec, called once per line or run, never per ply.
pub trait MoveCodec: Sync {
    /// See [`crate::Codec::encode_run`]. On errors, `out` may hold part of the code.
    fn encode_run(&self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()>;

    /// See [`crate::Codec::encode_trusted`].
    fn encode_trusted(&self, line: Line<'_>, out: &mut Vec<u8>) -> Result<()> {
        self.encode_run(&[line], out)
    }

    /// Decodes the lines of a run, checks every move, and returns the number of bytes of their code, or the length of `code` if the run
    /// continues. On errors, `out` may hold part of the moves.
    fn decode_run(&self, run: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize>;

    /// See [`crate::Codec::decode_trusted`]. Returns the number of bytes of the code.
    fn decode_trusted(&self, start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
        self.decode_run(RunStarts::whole(&[(start, plies)]), code, out)
    }

    /// See [`crate::Codec::decode_all`]. Only self-delimiting codecs have it (`codecs.5`).
    fn decode_all(&self, _start: &Position, _code: &[u8], _out: &mut Vec<PackedMove>) -> Result<()> {
        Err(Error::new(ErrorCode::InvalidArgument, "the codec is not self-delimiting"))
    }

    /// For a codec with a model, the checksum of the model, which files name in addition to the codec's id (`codecs.1`).
    fn model_checksum(&self) -> Option<u32> {
        None
    }
}

pub type EncodeLine = fn(&Position, &[PackedMove], &mut Vec<u8>) -> Result<()>;
pub type DecodeLine = fn(&Position, &[u8], usize, &mut Vec<PackedMove>) -> Result<usize>;
pub type DecodeAll = fn(&Position, &[u8], &mut Vec<PackedMove>) -> Result<()>;

/// A codec that codes each line by itself, in whole bytes (`codecs.3`).
pub struct LineCodec {
    pub encode: EncodeLine,
    pub encode_trusted: EncodeLine,
    pub decode: DecodeLine,
    pub decode_trusted: DecodeLine,
    pub decode_all: DecodeAll,
}

impl MoveCodec for LineCodec {
    fn encode_run(&self, lines: &[Line<'_>], out: &mut Vec<u8>) -> Result<()> {
        lines.iter().try_for_each(|line| (self.encode)(line.start, line.moves, out))
    }

    fn encode_trusted(&self, line: Line<'_>, out: &mut Vec<u8>) -> Result<()> {
        (self.encode_trusted)(line.start, line.moves, out)
    }

    fn decode_run(&self, run: RunStarts<'_>, code: &[u8], out: &mut Vec<PackedMove>) -> Result<usize> {
        run.starts.iter().try_fold(0, |used, (start, plies)| {
            let length = (self.decode)(start, &code[used..], *plies, out).map_err(|e| e.shifted_by(used as u64))?;
            Ok(used + length)
        })
    }

    fn decode_trusted(&self, start: &Position, code: &[u8], plies: usize, out: &mut Vec<PackedMove>) -> Result<usize> {
        (self.decode_trusted)(start, code, plies, out)
    }

    fn decode_all(&self, start: &Position, code: &[u8], out: &mut Vec<PackedMove>) -> Result<()> {
        (self.decode_all)(start, code, out)
    }
}
