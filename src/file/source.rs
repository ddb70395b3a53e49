//! Sources of the bytes of a file.

use std::{borrow::Cow, fs::File, ops::Range, path::Path, sync::Arc};

use crate::{Error, ErrorCode, Result, container::Fetch, memory};

/// Random access to the bytes of a plypack file. Several threads can read at the same time.
#[allow(clippy::len_without_is_empty, reason = "a plypack file is never empty")]
pub trait Source: Send + Sync {
    /// Returns the number of bytes.
    ///
    /// # Errors
    ///
    /// Errors of the operating system or of a callback.
    fn len(&self) -> Result<u64>;

    /// Fills `buffer` with the bytes at `offset`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Truncated`] if the file ends before that; errors of the operating system or of a callback.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()>;

    /// Announces all bytes that will be read next, so that a source on a network can fetch them at once. Some may be in memory
    /// already. Does nothing by default.
    ///
    /// # Errors
    ///
    /// The errors of [`Source::read_at`].
    fn prefetch(&self, _ranges: &[Range<u64>]) -> Result<()> {
        Ok(())
    }

    /// Returns the file that replaced this one; `None` if this file, which may have grown, is still current.
    ///
    /// # Errors
    ///
    /// Errors of the operating system.
    fn renewed(&self) -> Result<Option<Box<dyn Source>>> {
        Ok(None)
    }

    /// Returns whether reads are slow, as over a network. Then blocks that are needed completely are read at once, and so are the
    /// last 64 KiB when a file is opened, which contain the footer and the directory of the index.
    fn is_remote(&self) -> bool {
        false
    }

    /// Returns whether a writer holds the file's lock now. `false` if that cannot be found out, as for a [`File`] that the caller
    /// passed: taking a lock would disturb the locks of its owner.
    fn is_being_written(&self) -> bool {
        false
    }

    /// Returns the first `len` bytes, mapped into memory; `None` if that is not possible or not safe.
    fn mapped(&self, _len: u64) -> Option<Box<dyn Source>> {
        None
    }

    /// Returns all bytes if they are in memory: they are then read in place.
    fn in_memory(&self) -> Option<&[u8]> {
        None
    }
}

impl Source for Vec<u8> {
    fn len(&self) -> Result<u64> {
        Ok(Vec::len(self) as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        copy_at(self, offset, buffer)
    }

    fn in_memory(&self) -> Option<&[u8]> {
        Some(self)
    }
}

/// Fills `buffer` with the bytes at `offset` of `bytes`.
pub(super) fn copy_at(bytes: &[u8], offset: u64, buffer: &mut [u8]) -> Result<()> {
    let start = usize::try_from(offset).ok().filter(|start| *start <= bytes.len());
    let bytes = start.and_then(|start| bytes[start..].get(..buffer.len()));
    buffer.copy_from_slice(bytes.ok_or_else(|| cut_short(offset))?);
    Ok(())
}

impl Source for File {
    fn len(&self) -> Result<u64> {
        Ok(self.metadata()?.len())
    }

    #[cfg(unix)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, buffer, offset).map_err(|e| io_error(e, offset))
    }

    #[cfg(windows)]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let mut done = 0;
        while done < buffer.len() {
            match std::os::windows::fs::FileExt::seek_read(self, &mut buffer[done..], offset + done as u64) {
                Ok(0) => return Err(cut_short(offset)),
                Ok(n) => done += n,
                Err(e) => return Err(io_error(e, offset)),
            }
        }
        Ok(())
    }

    /// Fails if the standard library cannot read at an offset, as in a browser, where files have other sources.
    #[cfg(not(any(unix, windows)))]
    fn read_at(&self, offset: u64, _: &mut [u8]) -> Result<()> {
        Err(io_error(std::io::ErrorKind::Unsupported.into(), offset))
    }
}

/// Bytes at the end of a file that are read at once when it is opened: footer and directory of the index.
const TAIL_LEN: u64 = 64 << 10;

/// A source whose last bytes are in memory: opening a file then takes few requests, which matters over a network.
struct WithTail {
    source: Arc<dyn Source>,
    /// Start of the tail.
    start: u64,
    tail: Vec<u8>,
}

/// Returns the same source; if it is remote, with its last bytes before `end` in memory.
///
/// # Errors
///
/// [`ErrorCode::NoMemory`]. A tail that cannot be read now is read when it is needed.
pub(crate) fn with_tail(source: Arc<dyn Source>, end: u64) -> Result<Arc<dyn Source>> {
    if !source.is_remote() || source.in_memory().is_some() {
        return Ok(source);
    }
    let start = end.saturating_sub(TAIL_LEN);
    let tail = match read_range(&*source, start..end, end) {
        Err(e) if e.is_no_memory() => return Err(e),
        tail => tail.unwrap_or_default(),
    };
    Ok(Arc::new(WithTail { source, start, tail }))
}

impl Source for WithTail {
    fn len(&self) -> Result<u64> {
        self.source.len()
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn is_being_written(&self) -> bool {
        self.source.is_being_written()
    }

    fn prefetch(&self, ranges: &[Range<u64>]) -> Result<()> {
        let is_missing = |range: &&Range<u64>| range.start < self.start;
        let missing: Vec<_> = ranges.iter().filter(is_missing).cloned().collect();
        if missing.is_empty() { Ok(()) } else { self.source.prefetch(&missing) }
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let start = offset.checked_sub(self.start).and_then(|start| usize::try_from(start).ok());
        let end = start.and_then(|start| start.checked_add(buffer.len()));
        match start.zip(end).and_then(|(start, end)| self.tail.get(start..end)) {
            Some(bytes) => buffer.copy_from_slice(bytes),
            None => self.source.read_at(offset, buffer)?,
        }
        Ok(())
    }
}

fn cut_short(offset: u64) -> Error {
    Error::new(ErrorCode::Truncated, "the file ends before this data").with_offset(offset)
}

#[allow(dead_code, reason = "used on some platforms only")]
fn io_error(e: std::io::Error, offset: u64) -> Error {
    if e.kind() == std::io::ErrorKind::UnexpectedEof { cut_short(offset) } else { Error::from(e).with_offset(offset) }
}

/// Opens a file for reading.
///
/// # Errors
///
/// [`ErrorCode::Io`] with the path in the message.
pub fn open_file(path: &Path) -> Result<File> {
    let file = File::open(path).map_err(|e| Error::from(e).context(path.display()))?;
    if file.metadata()?.is_dir() {
        return Err(Error::new(ErrorCode::Io, format!("{}: is a folder", path.display())));
    }
    Ok(file)
}

/// Longer reads are compared with the length of the file before memory is allocated; shorter ones fail if the file ends.
const LONG_READ: u64 = 64 << 10;

/// Returns the bytes `range` of a source: borrowed if they are in memory.
pub(crate) fn bytes_of(source: &dyn Source, range: Range<u64>) -> Result<Cow<'_, [u8]>> {
    let Some(all) = source.in_memory() else {
        let is_long = range.end.saturating_sub(range.start) > LONG_READ;
        let len = if is_long { source.len()? } else { range.end };
        return read_range(source, range, len).map(Cow::Owned);
    };
    let bounds = usize::try_from(range.start).ok().zip(usize::try_from(range.end).ok());
    let bytes = bounds.and_then(|(start, end)| all.get(start..end));
    bytes.map(Cow::Borrowed).ok_or_else(|| cut_short(range.start))
}

/// Returns the bytes `range` of a source, copied.
pub fn read_range(source: &dyn Source, range: Range<u64>, len: u64) -> Result<Vec<u8>> {
    // Checked before any allocation: a range is never larger than the file.
    if range.end > len || range.start > range.end {
        return Err(cut_short(range.start));
    }
    let mut buffer = memory::filled(0, (range.end - range.start) as usize)?;
    source.read_at(range.start, &mut buffer)?;
    Ok(buffer)
}

/// Bytes counted from the start of the file.
impl Fetch for Arc<dyn Source> {
    fn fetch(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>> {
        bytes_of(&**self, range)
    }

    fn prefetch(&self, ranges: &[Range<u64>]) -> Result<()> {
        (**self).prefetch(ranges)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::lock::lock;

    /// A file with slow reads, and the ranges of it that were announced.
    struct Remote {
        bytes: Vec<u8>,
        is_in_memory: bool,
        announced: Arc<Mutex<Vec<Range<u64>>>>,
    }

    impl Source for Remote {
        fn len(&self) -> Result<u64> {
            Source::len(&self.bytes)
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
            self.bytes.read_at(offset, buffer)
        }

        fn prefetch(&self, ranges: &[Range<u64>]) -> Result<()> {
            lock(&self.announced).extend_from_slice(ranges);
            Ok(())
        }

        fn is_remote(&self) -> bool {
            true
        }

        fn in_memory(&self) -> Option<&[u8]> {
            self.is_in_memory.then_some(&self.bytes)
        }
    }

    /// The end of a remote file is read once, so announcements leave it out.
    #[test]
    fn the_tail_of_a_remote_file_is_in_memory() {
        let len = TAIL_LEN + 100;
        for is_in_memory in [false, true] {
            let announced = Arc::<Mutex<Vec<Range<u64>>>>::default();
            let remote = Remote { bytes: vec![7; len as usize], is_in_memory, announced: announced.clone() };
            let source = with_tail(Arc::new(remote), len).unwrap();
            assert_eq!(source.in_memory().is_some(), is_in_memory);
            let ranges = [10..20, 99..200, 100..200, len - 1..len];
            source.prefetch(&ranges).unwrap();
            source.prefetch(&ranges[2..]).unwrap();
            let expected = if is_in_memory { [&ranges[..], &ranges[2..]].concat() } else { ranges[..2].to_vec() };
            assert_eq!(*lock(&announced), expected);
            for range in ranges {
                assert_eq!(*bytes_of(&*source, range.clone()).unwrap(), vec![7; (range.end - range.start) as usize]);
            }
        }
    }

    #[test]
    fn bytes_that_are_not_there() {
        let bytes = vec![0; 9];
        for range in [8..10, Range { start: 5, end: 4 }, 10..11] {
            let error = read_range(&bytes, range.clone(), 9).unwrap_err();
            assert_eq!((error.code(), error.offset()), (ErrorCode::Truncated, Some(range.start)));
        }
        assert_eq!(read_range(&bytes, 9..9, 9).unwrap(), b"");
    }

    #[test]
    fn a_folder_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(open_file(folder.path()).unwrap_err().code(), ErrorCode::Io);
        #[cfg(unix)]
        {
            let error = File::open(folder.path()).unwrap().read_at(7, &mut [0]).unwrap_err();
            assert_eq!((error.code(), error.offset()), (ErrorCode::Io, Some(7)));
        }
    }
}
