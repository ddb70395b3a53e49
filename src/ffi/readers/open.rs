//! Opening files for reading: flags, and the handling of damage.

use std::{
    ffi::{c_char, c_void},
    path::Path,
};

use super::{
    reader::{OpenFile, plypack_reader},
    state::plypack_refreshed,
};
use crate::boundary::{
    error::plypack_error,
    guard::guard,
    handle,
    io::{BorrowedBytes, CallbackSource},
    status::plypack_status,
    types::{plypack_read_callback, plypack_size_callback},
};
use plypack::{Error, ErrorCode, Reader, Result, io::Source};

/// Reads the file with system calls instead of mapping it into memory. This is slower, but if a program shortens or overwrites the
/// file, the result is an error, not a crash. The library never maps files on network file systems (NFS, SMB, FUSE, 9p and others),
/// on Windows, and on systems that do not report the kind of file system.
pub const PLYPACK_OPEN_UNMAPPED: u32 = 1;
/// Accepts damage. If the header, a commit record or the footer is damaged, or the end of the file is missing, opens the file with
/// the games that recovery finds. Calls that read many games leave out corrupt games; without this flag they fail, unless they have
/// a corruption callback.
pub const PLYPACK_OPEN_ACCEPT_DAMAGE: u32 = 2;
/// Reads a file in memory without copying it. The bytes must stay unchanged until the reader and its scans are freed and the
/// streams of its scans are released.
pub const PLYPACK_OPEN_BORROWED: u32 = 4;
/// Reads faster, because it skips the check that moves are legal. A crafted file can then have illegal moves. Functions that play
/// such a move fail with `PLYPACK_ILLEGAL_MOVE`; memory errors cannot happen. `plypack_reader_verify` checks all moves even with
/// this flag.
pub const PLYPACK_OPEN_TRUSTED: u32 = 8;
/// For read callbacks that take long, for example over a network. Opening reads the last 64 KiB of the file at once and keeps them:
/// opening most files then takes two reads, and reading a block takes one.
pub const PLYPACK_OPEN_REMOTE: u32 = 16;

/// The options with which a reader is opened.
pub(crate) struct OpenFlags(u32);

impl OpenFlags {
    fn new(flags: u32, allowed: u32) -> Result<OpenFlags> {
        handle::flags(flags, allowed).map(OpenFlags)
    }

    fn has(&self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    fn file(&self, path: &Path) -> Result<OpenFile> {
        let is_unmapped = self.has(PLYPACK_OPEN_UNMAPPED);
        let open = if self.accepts_damage() {
            if is_unmapped { Reader::salvage_file(path) } else { Reader::salvage_mapped(path) }
        } else if is_unmapped {
            Reader::open(path)
        } else {
            Reader::open_mapped(path)
        };
        self.handle(open)
    }

    fn source(&self, source: Box<dyn Source>) -> Result<OpenFile> {
        self.handle(if self.accepts_damage() { Reader::salvage(source) } else { Reader::from_source(source) })
    }

    fn accepts_damage(&self) -> bool {
        self.has(PLYPACK_OPEN_ACCEPT_DAMAGE)
    }

    fn handle(&self, opened: Result<Reader>) -> Result<OpenFile> {
        let reader = opened.map_err(|e| if self.accepts_damage() { e } else { with_advice(e) })?;
        let checks_moves = !self.has(PLYPACK_OPEN_TRUSTED);
        let reader = if checks_moves { reader } else { reader.with_trusted_moves() };
        OpenFile::new(reader, self.accepts_damage(), checks_moves)
    }
}

/// Returns the error for a damaged file, with advice.
fn with_advice(error: Error) -> Error {
    let has_nothing = error.code() == ErrorCode::Truncated && error.offset() == Some(0);
    if has_nothing || !error.is_damage() {
        return error;
    }
    error.advised("open it with PLYPACK_OPEN_ACCEPT_DAMAGE to read what is left, or save that with plypack_file_repair")
}

const ANYWHERE: u32 = PLYPACK_OPEN_ACCEPT_DAMAGE | PLYPACK_OPEN_TRUSTED;

/// Opens the file at `path`; `flags` is 0 or a sum of PLYPACK_OPEN_UNMAPPED, PLYPACK_OPEN_ACCEPT_DAMAGE and PLYPACK_OPEN_TRUSTED. The
/// caller frees the reader.
///
/// The call maps the file into memory, which makes searches much faster. While the file is open, no program may shorten it or
/// overwrite it in place: the operating system would kill the reading program (SIGBUS), or the program would read wrong bytes.
/// Functions of this library never do this, even if they are interrupted. Appending to the file, editing it, and replacing it with
/// another file are safe.
///
/// The reader has the committed games and edits, even while another program adds games.
///
/// Status: PLYPACK_INVALID_ARGUMENT for other flags, PLYPACK_NOT_PLYPACK, PLYPACK_UNSUPPORTED_VERSION, PLYPACK_UNSUPPORTED_FEATURE,
/// PLYPACK_IO. For a damaged file PLYPACK_TRUNCATED (its end is missing), PLYPACK_CHECKSUM_HEADER, PLYPACK_HEADER_MALFORMED,
/// PLYPACK_FOOTER_MISSING, PLYPACK_CHECKSUM_FOOTER, PLYPACK_FOOTER_MALFORMED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open(
    path: *const c_char,
    flags: u32,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let path = handle::path(path, "path")?;
            let reader = handle::out(reader, "reader")?;
            let flags = OpenFlags::new(flags, ANYWHERE | PLYPACK_OPEN_UNMAPPED)?;
            reader.put(handle::hold(flags.file(path)?));
            Ok(())
        })
    }
}

/// Like `plypack_reader_open`, but opens a file in memory, which the call copies unless PLYPACK_OPEN_BORROWED is set; `flags` is 0
/// or a sum of PLYPACK_OPEN_BORROWED, PLYPACK_OPEN_ACCEPT_DAMAGE and PLYPACK_OPEN_TRUSTED.
///
/// Status: as `plypack_reader_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open_memory(
    data: *const u8,
    data_len: usize,
    flags: u32,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let data = handle::input(data, data_len, "data")?;
            let reader = handle::out(reader, "reader")?;
            let flags = OpenFlags::new(flags, ANYWHERE | PLYPACK_OPEN_BORROWED)?;
            let source: Box<dyn Source> = if flags.has(PLYPACK_OPEN_BORROWED) {
                Box::new(BorrowedBytes::new(data))
            } else {
                Box::new(handle::copied(data)?)
            };
            reader.put(handle::hold(flags.source(source)?));
            Ok(())
        })
    }
}

/// Like `plypack_reader_open`, but reads the file through callbacks. The library calls them until the reader and its scans are
/// freed and the streams of its scans are released. `flags` is 0 or a sum of PLYPACK_OPEN_ACCEPT_DAMAGE, PLYPACK_OPEN_TRUSTED and
/// PLYPACK_OPEN_REMOTE.
///
/// Status: as `plypack_reader_open`; PLYPACK_IO if a callback fails, from this call and from every other call that reads the file.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_open_callbacks(
    size: plypack_size_callback,
    read: plypack_read_callback,
    user: *mut c_void,
    flags: u32,
    reader: *mut *mut plypack_reader,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let size = handle::callback(size, "size")?;
            let read = handle::callback(read, "read")?;
            let reader = handle::out(reader, "reader")?;
            let flags = OpenFlags::new(flags, ANYWHERE | PLYPACK_OPEN_REMOTE)?;
            let is_remote = flags.has(PLYPACK_OPEN_REMOTE);
            reader.put(handle::hold(flags.source(Box::new(CallbackSource { size, read, user, is_remote }))?));
            Ok(())
        })
    }
}

/// Updates the reader to the current state of the file, with all committed games, edits and index parts. `refreshed` receives
/// whether numbers still name the same games. Existing scans and results keep the old state. An unfinished append changes nothing.
/// On failure the reader is unchanged.
///
/// If another file has replaced the file, for example after a compaction, a reader that was opened by path switches to the new
/// file; on Windows it keeps the old file.
///
/// The call takes no callbacks: it reads only the commit records and a footer, which takes milliseconds for ten million games.
///
/// Status: as `plypack_reader_open`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_reader_refresh(
    reader: *mut plypack_reader,
    refreshed: *mut plypack_refreshed,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let mut reader = handle::get_mut(reader, "reader")?;
            let refreshed = handle::out(refreshed, "refreshed")?;
            refreshed.put(reader.refresh()?);
            Ok(())
        })
    }
}
