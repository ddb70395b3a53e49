//! Move codecs, without any file.

use std::ffi::{CStr, c_char};

use super::position::plypack_position;
use crate::boundary::{
    error::plypack_error,
    guard::{guard, guard_value},
    handle,
    status::plypack_status,
};
use plypack::{Codec, Error, ErrorCode, PackedMove, Result};

/// The codec with 16 bits per ply: spec/codecs/coord16.md. Files can use the codecs with a `PLYPACK_CODEC_` constant. Line codecs
/// such as "huffman" have numbers, too (`plypack_codec_from_name`), but files cannot use them; spec/codecs/README.md lists them.
pub const PLYPACK_CODEC_COORD16: u32 = 1;
/// The codec with 8 bits per ply: spec/codecs/byte.md.
pub const PLYPACK_CODEC_BYTE: u32 = 3;
/// The codec with a learned model, for archives: spec/codecs/tight.md.
pub const PLYPACK_CODEC_TIGHT: u32 = 12;

const _: () = assert!(PLYPACK_CODEC_COORD16 == Codec::Coord16.id() as u32);
const _: () = assert!(PLYPACK_CODEC_BYTE == Codec::Byte.id() as u32);
const _: () = assert!(PLYPACK_CODEC_TIGHT == Codec::Tight.id() as u32);

/// The names for C; a test keeps them equal to the names of the codecs.
const NAMES: [(Codec, &CStr); 19] = [
    (Codec::Coord16, c"coord16"),
    (Codec::Coord12, c"coord12"),
    (Codec::Byte, c"byte"),
    (Codec::BlockIndex, c"block-index"),
    (Codec::Pgc, c"pgc"),
    (Codec::Mgc, c"mgc"),
    (Codec::Varlen, c"varlen"),
    (Codec::Bits, c"bits"),
    (Codec::Rank3Bit, c"rank-3bit"),
    (Codec::Huffman, c"huffman"),
    (Codec::Arith, c"arith"),
    (Codec::Tight, c"tight"),
    (Codec::Slots, c"slots"),
    (Codec::ByteQueens, c"byte-queens"),
    (Codec::CoordStatic, c"coord-static"),
    (Codec::CoordContext, c"coord-context"),
    (Codec::DirectionTarget, c"direction-target"),
    (Codec::DirectionStatic, c"direction-static"),
    (Codec::Enumeration, c"enumeration"),
];

/// Returns the codec with this number.
pub(crate) fn codec_of(id: u32) -> Result<Codec> {
    Codec::from_id(id.into()).map_err(|e| Error::new(ErrorCode::UnknownCodec, e.message()))
}

fn too_long() -> Error {
    Error::new(ErrorCode::InvalidArgument, "that many plies do not fit into memory")
}

pub(crate) fn packed(moves: &[u16]) -> Result<Vec<PackedMove>> {
    let mut packed = Vec::new();
    packed.try_reserve_exact(moves.len())?;
    packed.extend(moves.iter().copied().map(PackedMove));
    Ok(packed)
}

fn unpacked(moves: &[PackedMove]) -> Result<Vec<u16>> {
    let mut unpacked = Vec::new();
    unpacked.try_reserve_exact(moves.len())?;
    unpacked.extend(moves.iter().map(|m| m.0));
    Ok(unpacked)
}

/// Returns the name of a codec, for example "byte"; NULL if no codec has this number. All codecs have numbers below 256: to list
/// them, call this function for each number. The text is NUL-terminated and lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_codec_name(codec: u32) -> *const c_char {
    guard_value(std::ptr::null(), || {
        NAMES.iter().find(|row| u32::from(row.0.id()) == codec).map_or(std::ptr::null(), |row| row.1.as_ptr())
    })
}

/// Writes the number of the codec with this name.
///
/// Status: PLYPACK_UNKNOWN_CODEC.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_codec_from_name(
    name: *const c_char,
    name_len: usize,
    codec: *mut u32,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let name = handle::text(name, name_len, "name")?;
            let codec = handle::out(codec, "codec")?;
            codec.put(String::from_utf8_lossy(name).parse::<Codec>()?.id().into());
            Ok(())
        })
    }
}

/// Writes the maximum number of bytes that the code of `plies` moves from any position takes. Most games need fewer: with
/// `PLYPACK_CODEC_BYTE`, one byte per ply unless a side has three pieces of a kind.
///
/// Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_INVALID_ARGUMENT if that many bytes do not fit into memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_codec_encode_bound(
    codec: u32,
    plies: usize,
    bytes: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let bytes = handle::out(bytes, "bytes")?;
            bytes.put(codec_of(codec)?.max_bytes(plies).ok_or_else(too_long)?);
            Ok(())
        })
    }
}

/// Encodes `count` moves, played from `start`, into `code`. `start` stays unchanged. `len` receives the number of bytes. A
/// capacity of `plypack_codec_encode_bound` suffices. A move that is encoded alone, from the position before it, has the same
/// code as within its line, except with `PLYPACK_CODEC_TIGHT` and the line codec coord-context.
///
/// Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_ILLEGAL_MOVE with the ply as offset; PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_codec_encode(
    codec: u32,
    start: *const plypack_position,
    moves: *const u16,
    count: usize,
    code: *mut u8,
    capacity: usize,
    len: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let start = handle::get(start, "start")?;
            let len = handle::out(len, "len")?;
            let moves = handle::input(moves, count, "moves")?;
            let buffer = handle::buffer(code, capacity, "code")?;
            let mut bytes = Vec::new();
            codec_of(codec)?.encode_line(&start.now, &packed(moves)?, &mut bytes)?;
            buffer.put_counted(&bytes, len)
        })
    }
}

/// Decodes exactly `plies` packed moves, played from `start`, into `moves`. `moves` has space for `capacity` moves. The code must
/// end with the last move. Checks that every move is legal.
///
/// Status: PLYPACK_UNKNOWN_CODEC; PLYPACK_MOVE_MALFORMED, PLYPACK_TRUNCATED and PLYPACK_TRAILING_BYTES with the byte offset in
/// the code; PLYPACK_BUFFER_TOO_SMALL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_codec_decode(
    codec: u32,
    start: *const plypack_position,
    code: *const u8,
    code_len: usize,
    plies: usize,
    moves: *mut u16,
    capacity: usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let start = handle::get(start, "start")?;
            let code = handle::input(code, code_len, "code")?;
            let buffer = handle::buffer(moves, capacity, "moves")?;
            let mut decoded = Vec::new();
            codec_of(codec)?.decode_line(&start.now, code, plies, &mut decoded)?;
            buffer.put(&unpacked(&decoded)?)
        })
    }
}

/// Like `plypack_codec_decode`, but bytes can follow the last move. `used` receives the number of bytes that the moves take. To
/// decode a single move, set `plies` to 1.
///
/// Status: as `plypack_codec_decode`, but never PLYPACK_TRAILING_BYTES; PLYPACK_INVALID_ARGUMENT for a codec that is not
/// self-delimiting, such as PLYPACK_CODEC_TIGHT (spec rule codecs.5 lists the self-delimiting codecs).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_codec_decode_prefix(
    codec: u32,
    start: *const plypack_position,
    code: *const u8,
    code_len: usize,
    plies: usize,
    moves: *mut u16,
    capacity: usize,
    used: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let start = handle::get(start, "start")?;
            let code = handle::input(code, code_len, "code")?;
            let buffer = handle::buffer(moves, capacity, "moves")?;
            let used = handle::out(used, "used")?;
            let mut decoded = Vec::new();
            let bytes = codec_of(codec)?.decode_prefix(&start.now, code, plies, &mut decoded)?;
            buffer.put(&unpacked(&decoded)?)?;
            used.put(bytes);
            Ok(())
        })
    }
}

/// Like `plypack_codec_decode`, but decodes moves until the code ends. `count` receives the number of moves. A capacity of `2 *
/// code_len` suffices.
///
/// Status: as `plypack_codec_decode`; PLYPACK_INVALID_ARGUMENT for a codec that is not self-delimiting, as for
/// `plypack_codec_decode_prefix`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_codec_decode_all(
    codec: u32,
    start: *const plypack_position,
    code: *const u8,
    code_len: usize,
    moves: *mut u16,
    capacity: usize,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let start = handle::get(start, "start")?;
            let code = handle::input(code, code_len, "code")?;
            let buffer = handle::buffer(moves, capacity, "moves")?;
            let count = handle::out(count, "count")?;
            let mut decoded = Vec::new();
            codec_of(codec)?.decode_all(&start.now, code, &mut decoded)?;
            buffer.put_counted(&unpacked(&decoded)?, count)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_codecs() {
        let names: Vec<_> = Codec::ALL.iter().map(|codec| (*codec, codec.name())).collect();
        assert_eq!(NAMES.map(|(codec, name)| (codec, name.to_str().unwrap())).to_vec(), names);
    }

    /// The capacity that the header documents for `plypack_codec_decode_all` suffices.
    #[test]
    fn a_byte_has_two_moves_at_most() {
        for codec in Codec::ALL.iter().filter(|codec| codec.is_self_delimiting()) {
            assert!(codec.max_plies(100).unwrap() <= 200, "{codec}");
        }
    }
}
