//! Repair: a new file of the games that can be read, or rewriting a damaged commit record in the same file.

use std::{path::Path, sync::Arc};

use super::{
    output::OutputFile,
    reader::Layout,
    recode::recode,
    salvage::Exported,
    source::{Source, read_range},
    system::{Native, System},
};
use crate::{
    Corruption, Error, ErrorCode, Options, Reader, Result,
    container::{Header, RECORD_PLACES, Records, UNITS_START},
    io::Sink,
};

/// Rewrites a damaged commit record (`container.15`) without rewriting the games. The new record names the last valid footer after the end
/// of the other record, or equals the other record. Returns whether a record was damaged; otherwise writes nothing.
///
/// # Errors
///
/// [`ErrorCode::ChecksumHeader`] and other errors of [`Reader::open`] if both records or the file header are damaged: such a file needs
/// [`repair`]. [`ErrorCode::Busy`] and [`ErrorCode::Locked`] as from [`Writer::append`](crate::Writer::append); errors of the operating
/// system, with the path in the message.
pub fn repair_records(path: impl AsRef<Path>) -> Result<bool> {
    repair_records_by(Arc::new(Native), path.as_ref())
}

pub(super) fn repair_records_by(system: Arc<dyn System>, path: &Path) -> Result<bool> {
    let repair = || {
        let mut file = OutputFile::append(system, path)?;
        let source = file.reading()?;
        let len = Source::len(&source)?;
        let start = read_range(&source, 0..len.min(UNITS_START), len)?;
        Header::parse(&start)?;
        let damage = match Records::parse(&start) {
            Ok(_) => return Ok(false),
            Err(e) if e.code() == ErrorCode::ChecksumHeader => e,
            Err(e) => return Err(e),
        };
        let known = Records::salvage(&start).ok_or(damage)?;
        known.in_force.versions.check_writable()?;
        let lost = Layout::lost_record(&source, &known.in_force)?;
        file.restore_record(RECORD_PLACES[1 - known.place], &lost.to_bytes())?;
        file.commit()?;
        Reader::open(path).map(|_| true)
    };
    repair().map_err(|e: Error| e.context(path.display()))
}

/// Writes all games that can be read from `reader` into `sink` as a new file: [`recode`] on one thread.
///
/// # Errors
///
/// Errors of the sink and of `on_corruption`.
pub fn repair<S: Sink>(
    reader: &Reader,
    sink: S,
    options: Options,
    on_corruption: impl FnMut(&Corruption) -> Result<()>,
) -> Result<(S, Exported)> {
    recode(reader, sink, options, 1, on_corruption, |_| Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, Game, Writer, pack_games};

    /// Whichever record is damaged, the repaired file has the games of the last commit and can be appended to.
    #[test]
    fn a_damaged_record_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.plypack");
        std::fs::write(&path, pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap();
        for commit in 1..5u64 {
            let whole = std::fs::read(&path).unwrap();
            for place in RECORD_PLACES {
                let mut damaged = whole.clone();
                damaged[place as usize + 9] ^= 1;
                std::fs::write(&path, &damaged).unwrap();
                assert_eq!(Reader::open(&path).err().unwrap().code(), ErrorCode::ChecksumHeader);
                assert!(repair_records(&path).unwrap());
                let reader = Reader::open(&path).unwrap();
                assert_eq!(
                    (reader.number_end(), reader.state().unwrap().sequence),
                    (commit, commit),
                    "record at {place}"
                );
                assert!(!repair_records(&path).unwrap());
            }
            std::fs::write(&path, &whole).unwrap();
            let mut writer = Writer::append(&path, Options::default()).unwrap();
            writer.add(&Game::new()).unwrap();
            writer.finish().unwrap();
        }
        let whole = std::fs::read(&path).unwrap();
        for len in [100, 600] {
            std::fs::write(&path, &whole[..len]).unwrap();
            assert_eq!(repair_records(&path).unwrap_err().code(), ErrorCode::Truncated, "{len} bytes");
        }
        std::fs::write(&path, &whole).unwrap();
        let mut both = std::fs::read(&path).unwrap();
        RECORD_PLACES.into_iter().for_each(|place| both[place as usize] ^= 1);
        std::fs::write(&path, &both).unwrap();
        assert_eq!(repair_records(&path).unwrap_err().code(), ErrorCode::ChecksumHeader);
        assert_eq!(std::fs::read(&path).unwrap(), both);
    }

    /// container.15: a footer is used only if it keeps the rules and its blocks are where it lists them. Edits keep
    /// their required feature.
    #[test]
    fn the_last_good_footer_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.plypack");
        std::fs::write(&path, pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap();
        for _ in 0..3 {
            let mut writer = Writer::append(&path, Options::default()).unwrap().without_merging();
            writer.add(&Game::new()).unwrap();
            writer.finish().unwrap();
        }
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        writer.delete_game(0, None).unwrap();
        writer.finish().unwrap();
        let whole = std::fs::read(&path).unwrap();
        let records = Records::parse(&whole).unwrap();
        let footer = records.in_force.footer();
        let damaged_record = |mut file: Vec<u8>| {
            file[RECORD_PLACES[records.place] as usize + 9] ^= 1;
            file
        };
        let repaired = |file: Vec<u8>| {
            std::fs::write(&path, damaged_record(file)).unwrap();
            assert!(repair_records(&path).unwrap());
            let reader = Reader::open(&path).unwrap();
            (reader.number_end(), reader.deleted(), reader.state().unwrap().sequence)
        };
        assert_eq!(repaired(whole.clone()), (4, 1, 5));
        // The footer has a correct checksum, but claims more blocks than it has bytes for.
        let mut malformed = whole.clone();
        malformed[footer.start as usize + 8] = 0x7F;
        let end = footer.end as usize;
        let crc = crate::coding::wire::crc32c(&malformed[footer.start as usize..end - 4]);
        malformed[end - 4..end].copy_from_slice(&crc.to_le_bytes());
        assert_eq!(repaired(malformed), (4, 0, 4));
        // A block is not where it is listed: another header is there.
        let last = Reader::from_bytes(whole.clone()).unwrap().blocks()[3].range.clone();
        let header_len = crate::container::BlockHeader::declared_len(&whole[last.start as usize..]).unwrap();
        let mut moved = whole;
        let header = last.start as usize..last.start as usize + header_len;
        moved[header.start + 8 + 3] ^= 1;
        let crc = crate::coding::wire::crc32c(&moved[header.start..header.end - 4]);
        moved[header.end - 4..header.end].copy_from_slice(&crc.to_le_bytes());
        assert_eq!(repaired(moved), (4, 0, 4));
    }
}
