//! Figures about a file.

use super::reader::{OpenFile, plypack_reader};
use crate::boundary::{error::plypack_error, guard::guard, handle, status::plypack_status};
use plypack::{Error, ErrorCode, Result};

/// The figures of `plypack_reader_info`. Later versions may add numbers.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum plypack_info {
    /// Games in the file, without deleted games.
    PLYPACK_INFO_GAMES = 0,
    /// Plies of all main lines.
    PLYPACK_INFO_PLIES = 1,
    /// Blocks.
    PLYPACK_INFO_BLOCKS = 2,
    /// The format version of the file: major times 256 plus minor.
    PLYPACK_INFO_FORMAT_VERSION = 3,
    /// The codecs of the main lines: bit `n` is set for codec `n`; 0 for a file without games.
    PLYPACK_INFO_CODECS = 4,
    /// Bytes of the file.
    PLYPACK_INFO_BYTES = 5,
    /// Bytes for the main lines.
    PLYPACK_INFO_BYTES_MOVES = 6,
    /// Bytes for tags, results and starts.
    PLYPACK_INFO_BYTES_GAMES = 7,
    /// Bytes for names.
    PLYPACK_INFO_BYTES_NAMES = 8,
    /// Bytes for variations, comments, NAGs and unparsed text.
    PLYPACK_INFO_BYTES_ANNOTATIONS = 9,
    /// Bytes for a position index.
    PLYPACK_INFO_BYTES_INDEX = 10,
    /// All other bytes.
    PLYPACK_INFO_BYTES_OTHER = 11,
    /// Deleted games. Their numbers are not reused.
    PLYPACK_INFO_DELETED = 12,
    /// Bytes of a running or interrupted append, usually 0. They are neither part of the file nor damage; the next append removes
    /// them.
    PLYPACK_INFO_BYTES_UNFINISHED = 13,
    /// 1 while a program writes to the file, else 0. Always 0 for files in memory or behind callbacks, and on systems without
    /// locks.
    PLYPACK_INFO_BEING_WRITTEN = 14,
    /// The profiles with which games were imported from PGN text: bit `n` is set for profile `n`; see spec/versions.md.
    PLYPACK_INFO_IMPORT_PROFILES = 15,
}

use plypack_info::*;

/// The fields, in the order of their numbers.
const FIELDS: [plypack_info; 16] = [
    PLYPACK_INFO_GAMES,
    PLYPACK_INFO_PLIES,
    PLYPACK_INFO_BLOCKS,
    PLYPACK_INFO_FORMAT_VERSION,
    PLYPACK_INFO_CODECS,
    PLYPACK_INFO_BYTES,
    PLYPACK_INFO_BYTES_MOVES,
    PLYPACK_INFO_BYTES_GAMES,
    PLYPACK_INFO_BYTES_NAMES,
    PLYPACK_INFO_BYTES_ANNOTATIONS,
    PLYPACK_INFO_BYTES_INDEX,
    PLYPACK_INFO_BYTES_OTHER,
    PLYPACK_INFO_DELETED,
    PLYPACK_INFO_BYTES_UNFINISHED,
    PLYPACK_INFO_BEING_WRITTEN,
    PLYPACK_INFO_IMPORT_PROFILES,
];

fn info_field(file: &OpenFile, field: u32) -> Result<u64> {
    let known = FIELDS.get(field as usize).copied();
    let field = known.ok_or_else(|| Error::new(ErrorCode::InvalidArgument, format!("there is no field {field}")))?;
    Ok(match field {
        PLYPACK_INFO_GAMES => file.reader.game_count(),
        PLYPACK_INFO_PLIES => file.reader.plies(),
        PLYPACK_INFO_BLOCKS => file.reader.blocks().len() as u64,
        PLYPACK_INFO_FORMAT_VERSION => file.reader.versions().write.into(),
        PLYPACK_INFO_CODECS => file.info()?.codecs.iter().map(|codec| 1 << codec.id()).sum(),
        PLYPACK_INFO_BYTES => file.reader.file_len(),
        PLYPACK_INFO_BYTES_MOVES => file.info()?.bytes.moves,
        PLYPACK_INFO_BYTES_GAMES => file.info()?.bytes.games,
        PLYPACK_INFO_BYTES_NAMES => file.info()?.bytes.names,
        PLYPACK_INFO_BYTES_ANNOTATIONS => file.info()?.bytes.annotations,
        PLYPACK_INFO_BYTES_INDEX => file.info()?.bytes.index,
        PLYPACK_INFO_BYTES_OTHER => file.info()?.bytes.other,
        PLYPACK_INFO_DELETED => file.reader.deleted(),
        PLYPACK_INFO_BYTES_UNFINISHED => file.reader.unfinished(),
        PLYPACK_INFO_BEING_WRITTEN => file.reader.is_being_written().into(),
        PLYPACK_INFO_IMPORT_PROFILES => file.reader.versions().import_profiles().map(|profile| 1 << profile).sum(),
    })
}

/// Writes a figure about the file: `field` is one of the `PLYPACK_INFO_` numbers. The first call after the file was opened or
/// refreshed reads the headers of all blocks.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other numbers; statuses of the classes malformed, unsupported, limit and checksum for a corrupt
/// block; PLYPACK_IO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_info(
    reader: *const plypack_reader,
    field: u32,
    value: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let reader = handle::get(reader, "reader")?;
            let value = handle::out(value, "value")?;
            value.put(info_field(reader, field)?);
            Ok(())
        })
    }
}
