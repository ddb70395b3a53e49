//! Callbacks of C as sources, sinks and reports.

use std::{
    ffi::c_void,
    io::{self, Read, Write},
};

use super::{
    handle,
    types::{
        plypack_callbacks, plypack_corruption, plypack_corruption_callback, plypack_issue, plypack_issue_callback,
        plypack_progress_callback,
    },
};
use plypack::{Corruption, Error, ErrorCode, Result, io::Source, pgn};

/// A `plypack_write_callback` that is not NULL.
pub(crate) type WriteFn = unsafe extern "C" fn(*mut c_void, *const u8, usize) -> i32;
/// A `plypack_size_callback` that is not NULL.
pub(crate) type SizeFn = unsafe extern "C" fn(*mut c_void, *mut u64) -> i32;
/// A `plypack_read_callback` that is not NULL.
pub(crate) type ReadFn = unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> i32;

/// A `plypack_pgn_callback` that is not NULL.
pub(crate) type PgnFn = unsafe extern "C" fn(*mut c_void, *mut u8, usize, *mut usize) -> i32;

/// Reads a PGN text through a callback. Its creator promises that the callback can be called with `user`, from another thread.
pub(crate) struct PgnReader {
    pub(crate) read: PgnFn,
    pub(crate) user: *mut c_void,
}

// SAFETY: the callback is used by one thread at a time, as the header says.
unsafe impl Send for PgnReader {}

impl Read for PgnReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut len = 0;
        // SAFETY: as promised where the reader was made; the buffer and `len` are valid during the call.
        match unsafe { (self.read)(self.user, buffer.as_mut_ptr(), buffer.len(), &mut len) } {
            0 if len <= buffer.len() => Ok(len),
            0 => Err(io::Error::other(format!("the read callback gave {len} bytes for a buffer of {}", buffer.len()))),
            other => Err(io::Error::other(format!("the read callback returned {other}"))),
        }
    }
}

/// Writes through a callback. Its creator promises that the callback can be called with `user`.
pub(crate) struct CallbackSink {
    pub(crate) write: WriteFn,
    pub(crate) user: *mut c_void,
}

// SAFETY: the callback is used by one thread at a time, which may change, as the header says.
unsafe impl Send for CallbackSink {}
// SAFETY: as above; a shared sink does nothing.
unsafe impl Sync for CallbackSink {}

impl Write for CallbackSink {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        // SAFETY: as promised where the sink was made; the data is valid during the call.
        match unsafe { (self.write)(self.user, data.as_ptr(), data.len()) } {
            0 => Ok(data.len()),
            other => Err(io::Error::other(format!("the write callback returned {other}"))),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads through callbacks. Its creator promises that they can be called with `user`, from several threads.
pub(crate) struct CallbackSource {
    pub(crate) size: SizeFn,
    pub(crate) read: ReadFn,
    pub(crate) user: *mut c_void,
    /// True if every read takes long.
    pub(crate) is_remote: bool,
}

// SAFETY: as promised where the source was made.
unsafe impl Send for CallbackSource {}
// SAFETY: as above.
unsafe impl Sync for CallbackSource {}

impl Source for CallbackSource {
    fn len(&self) -> Result<u64> {
        let mut size = 0;
        // SAFETY: as promised where the source was made; `size` is valid during the call.
        match unsafe { (self.size)(self.user, &mut size) } {
            0 => Ok(size),
            other => Err(Error::new(ErrorCode::Io, format!("the size callback returned {other}"))),
        }
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        // SAFETY: as promised where the source was made; the buffer is valid during the call.
        match unsafe { (self.read)(self.user, offset, buffer.as_mut_ptr(), buffer.len()) } {
            0 => Ok(()),
            other => Err(Error::new(ErrorCode::Io, format!("the read callback returned {other}")).with_offset(offset)),
        }
    }

    fn is_remote(&self) -> bool {
        self.is_remote
    }
}

/// Bytes of the caller. Its creator promises that the bytes do not change while this lives.
pub(crate) struct BorrowedBytes {
    data: *const u8,
    len: usize,
}

// SAFETY: as promised where the source was made, nobody changes the bytes.
unsafe impl Send for BorrowedBytes {}
// SAFETY: as above.
unsafe impl Sync for BorrowedBytes {}

impl BorrowedBytes {
    pub(crate) fn new(data: &[u8]) -> BorrowedBytes {
        BorrowedBytes { data: data.as_ptr(), len: data.len() }
    }

    fn bytes(&self) -> &[u8] {
        // SAFETY: they came from a slice, and outlive this as promised.
        unsafe { std::slice::from_raw_parts(self.data, self.len) }
    }
}

impl Source for BorrowedBytes {
    fn len(&self) -> Result<u64> {
        Ok(self.len as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let start = usize::try_from(offset).ok();
        let bytes = start.and_then(|start| self.bytes().get(start..)).and_then(|bytes| bytes.get(..buffer.len()));
        let missing = || Error::new(ErrorCode::Truncated, "the file ends before this data").with_offset(offset);
        buffer.copy_from_slice(bytes.ok_or_else(missing)?);
        Ok(())
    }

    fn in_memory(&self) -> Option<&[u8]> {
        Some(self.bytes())
    }
}

/// Returns the result of a callback that returned `code`.
pub(crate) fn callback_result(code: i32) -> Result<()> {
    match code {
        0 => Ok(()),
        _ => Err(Error::new(ErrorCode::Cancelled, "a callback stopped the work")),
    }
}

/// Optional callbacks and their `user` pointer. Its creator promises that the callbacks can be called with it.
#[derive(Clone, Copy)]
pub(crate) struct Reports {
    pub(crate) progress: plypack_progress_callback,
    pub(crate) corruption: plypack_corruption_callback,
    pub(crate) issue: plypack_issue_callback,
    pub(crate) user: *mut c_void,
}

impl Reports {
    /// No callbacks.
    pub(crate) const NONE: Reports =
        Reports { progress: None, corruption: None, issue: None, user: std::ptr::null_mut() };

    /// Takes the callbacks of a caller; NULL stands for none.
    ///
    /// # Safety
    ///
    /// `callbacks` is NULL, or points to a struct with its size in `size`. While the result is in use, its callbacks can be called
    /// with its `user`.
    pub(crate) unsafe fn of(callbacks: *const plypack_callbacks) -> Result<Reports> {
        if callbacks.is_null() {
            return Ok(Reports::NONE);
        }
        // SAFETY: as promised by the caller.
        let callbacks = unsafe { handle::sized_input(callbacks, "callbacks") }?;
        let plypack_callbacks { size: _, user, progress, corruption, issue } = *callbacks;
        Ok(Reports { progress, corruption, issue, user })
    }

    pub(crate) fn progress(&self, done: u64, total: u64) -> Result<()> {
        // SAFETY: as promised where the reports were made.
        self.progress.map_or(Ok(()), |call| callback_result(unsafe { call(self.user, done, total) }))
    }

    pub(crate) fn corruption(&self, corruption: &Corruption) -> Result<()> {
        self.corruption_of_file(0, corruption)
    }

    /// Like [`Reports::corruption`], but for a search of several files.
    pub(crate) fn corruption_of_file(&self, file: usize, corruption: &Corruption) -> Result<()> {
        self.pass(&plypack_corruption { file: file as u32, ..corruption.into() })
    }

    fn pass(&self, corruption: &plypack_corruption) -> Result<()> {
        // SAFETY: as promised where the reports were made; the value is valid during the call.
        self.corruption.map_or(Ok(()), |call| callback_result(unsafe { call(self.user, corruption) }))
    }

    /// Passes damage that affects no game to the callback: an error in the structure of the file, or in unneeded bytes.
    pub(crate) fn file_damage(&self, error: &Error, is_unused: bool) -> Result<()> {
        let corruption = plypack_corruption {
            first: 0,
            count: 0,
            partly: 0,
            error: error.into(),
            file: 0,
            in_index: 0,
            unused: is_unused.into(),
        };
        self.pass(&corruption)
    }

    /// Passes damage to the callback. Without a callback, the damage is an error unless it is `accepted`.
    pub(crate) fn damage(&self, corruption: &Corruption, accepted: bool) -> Result<()> {
        if accepted || self.corruption.is_some() {
            self.corruption(corruption)
        } else {
            Err(corruption.error.clone().context(games_of(corruption)))
        }
    }

    pub(crate) fn issue(&self, game: u64, issue: &pgn::Issue) -> Result<()> {
        let issue = plypack_issue {
            game,
            line: issue.line,
            offset: issue.offset,
            reason: issue.reason.as_str().as_bytes().into(),
            text: issue.text.as_bytes().into(),
        };
        // SAFETY: as promised where the reports were made; the issue is valid during the call.
        self.issue.map_or(Ok(()), |call| callback_result(unsafe { call(self.user, &issue) }))
    }
}

/// Returns `game 7` or `games 7 to 9`.
fn games_of(corruption: &Corruption) -> String {
    let first = corruption.games.start;
    let last = corruption.games.end - 1;
    if first == last { format!("game {first}") } else { format!("games {first} to {last}") }
}

/// Returns the number of threads to use; 0 stands for one per core.
pub(crate) fn threads(count: u32) -> usize {
    match count {
        0 => plypack::default_threads(),
        n => n.min(256) as usize,
    }
}
