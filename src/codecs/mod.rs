//! The registry of move codecs: every codec has an id, a name, a spec chapter, a module and a vector file of the same name.
//!
//! Spec chapter: `spec/codecs/README.md`.

pub mod byte;
pub mod coord16;

use std::{fmt, str::FromStr};

use shakmaty::Chess;

use crate::{Code, Error, MoveWord, Result};

/// A way to store the moves of a line that starts at a known position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum Codec {
    /// Origin, target and four kind bits: 16 bits, readable without a board. See [`coord16`].
    Coord16 = 1,
    /// Piece code and vector code: 8 bits, as Tarrasch V3 has them. See [`byte`].
    Byte = 3,
}

impl Codec {
    /// All codecs that are built in, in the order of their ids.
    pub const ALL: &'static [Codec] = &[Codec::Coord16, Codec::Byte];

    /// The number by which files name the codec.
    pub const fn id(self) -> u8 {
        self as u8
    }

    /// The name by which people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Codec::Coord16 => "coord16",
            Codec::Byte => "byte",
        }
    }

    /// The codec with this id.
    ///
    /// # Errors
    ///
    /// [`Code::UnsupportedCodec`] for any other number.
    pub fn from_id(id: u64) -> Result<Codec> {
        let known = Codec::ALL.iter().find(|c| u64::from(c.id()) == id);
        known.copied().ok_or_else(|| Error::new(Code::UnsupportedCodec, format!("move codec {id} is not known")))
    }

    /// The bytes that every ply takes unless a game says otherwise; `None` if sizes vary (`codecs.3`).
    pub const fn bytes_per_ply(self) -> Option<usize> {
        match self {
            Codec::Coord16 => Some(2),
            Codec::Byte => Some(1),
        }
    }

    /// The size of a game's code that is not written down; `None` if the codec has no fixed size (`codecs.3`).
    pub fn nominal_size(self, plies: u32) -> Option<u32> {
        plies.checked_mul(self.bytes_per_ply()? as u32)
    }

    /// The codec of the variations in a file whose main lines have this codec (`annotations.5`).
    pub const fn for_variations(self) -> Codec {
        match self {
            Codec::Coord16 => Codec::Coord16,
            _ => Codec::Byte,
        }
    }

    /// [`Codec::encode_line`] for moves that are known to be legal.
    ///
    /// # Errors
    ///
    /// [`Code::IllegalMove`] for moves that are not even possible; illegal ones may go unnoticed, and be refused by
    /// whoever reads them.
    pub fn encode_trusted(self, start: &Chess, moves: &[MoveWord], out: &mut Vec<u8>) -> Result<()> {
        match self {
            Codec::Coord16 => {
                out.extend(moves.iter().flat_map(|m| m.0.to_le_bytes()));
                Ok(())
            }
            Codec::Byte => byte::encode_trusted(start, moves, out),
        }
    }

    /// Appends the code of `moves`, played from `start`, to `out`.
    ///
    /// # Errors
    ///
    /// [`Code::IllegalMove`], with the number of the ply as offset, for a move that is not legal; `out` is then as before.
    pub fn encode_line(self, start: &Chess, moves: &[MoveWord], out: &mut Vec<u8>) -> Result<()> {
        let before = out.len();
        let done = match self {
            Codec::Coord16 => coord16::encode_line(start, moves, out),
            Codec::Byte => byte::encode_line(start, moves, out),
        };
        done.inspect_err(|_| out.truncate(before))
    }

    /// Reads exactly `plies` moves from `code`, which must hold nothing else, and appends them to `out`.
    /// Every move is checked to be legal.
    ///
    /// # Errors
    ///
    /// [`Code::MoveMalformed`] for a code that stands for no legal move, [`Code::Truncated`] when the code ends early,
    /// [`Code::TrailingBytes`] when bytes are left; the offset is the one in `code`. `out` is then as before.
    pub fn decode_line(self, start: &Chess, code: &[u8], plies: usize, out: &mut Vec<MoveWord>) -> Result<()> {
        let before = out.len();
        self.decode_prefix(start, code, plies, out)
            .and_then(|used| match code.len() - used {
                0 => Ok(()),
                left => {
                    Err(Error::new(Code::TrailingBytes, format!("{left} bytes after the last move")).at(used as u64))
                }
            })
            .inspect_err(|_| out.truncate(before))
    }

    /// Reads `plies` moves from the start of `code`, appends them to `out` and gives the number of bytes that they took.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`], but bytes may be left.
    pub fn decode_prefix(self, start: &Chess, code: &[u8], plies: usize, out: &mut Vec<MoveWord>) -> Result<usize> {
        let before = out.len();
        let done = match self {
            Codec::Coord16 => coord16::decode_line(start, code, plies, out),
            Codec::Byte => byte::decode_line(start, code, plies, out),
        };
        done.inspect_err(|_| out.truncate(before))
    }

    /// Reads moves from `code` until it ends and appends them to `out`: for callers that do not know the number of plies.
    ///
    /// # Errors
    ///
    /// As [`Codec::decode_line`].
    pub fn decode_all(self, start: &Chess, code: &[u8], out: &mut Vec<MoveWord>) -> Result<()> {
        let before = out.len();
        let done = match self {
            Codec::Coord16 => coord16::decode_all(start, code, out),
            Codec::Byte => byte::decode_all(start, code, out),
        };
        done.inspect_err(|_| out.truncate(before))
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Codec {
    type Err = Error;

    /// The codec with this name; [`Code::UnknownCodec`] for any other.
    fn from_str(name: &str) -> Result<Codec> {
        let known = Codec::ALL.iter().find(|c| c.name() == name);
        known.copied().ok_or_else(|| {
            let names: Vec<_> = Codec::ALL.iter().map(|c| c.name()).collect();
            Error::new(Code::UnknownCodec, format!("no codec is called `{name}`; there are {}", names.join(", ")))
        })
    }
}
