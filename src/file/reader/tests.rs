use std::sync::{Arc, Mutex};

use super::{Reader, Source};
use crate::{
    Codec, ErrorCode, Game, Options, Result, Writer,
    coding::wire::crc32c,
    container::{BlockBuilder, BlockEntry, BlockHeader, Compressor, Footer},
    lock::lock,
    pack_games, verify,
    versions::Versions,
};

/// A file of one game, whose block has `in_header` games as its header says, and `listed` as the footer says.
fn file_with(in_header: u8, listed: u64) -> Vec<u8> {
    let mut file = pack_games(&[Game::new()], Codec::Byte).unwrap();
    let info = Reader::from_bytes(file.clone()).unwrap().blocks()[0].clone();
    let start = info.range.start as usize;
    let crc_at = start + BlockHeader::declared_len(&file[start..]).unwrap() - 4;
    file[start + 8] = in_header;
    let header_crc = crc32c(&file[start..crc_at]);
    file[crc_at..crc_at + 4].copy_from_slice(&header_crc.to_le_bytes());
    file.truncate(info.range.end as usize);
    let entry = BlockEntry { range: info.range, games: listed, plies: info.plies, is_replacement: false, header_crc };
    file.extend(Footer { blocks: vec![entry], ..Footer::empty(Versions::CURRENT) }.to_bytes().unwrap());
    file
}

/// container.6, container.13: what is listed without games is no list; a block without games is no block.
#[test]
fn a_block_without_games_is_malformed() {
    for (in_header, listed, code, games) in [
        (0, 0, ErrorCode::FooterMalformed, 0),
        (0, 1, ErrorCode::BlockMalformed, 1),
        (1, 0, ErrorCode::FooterMalformed, 1),
    ] {
        for reader in [
            Reader::from_bytes(file_with(in_header, listed)).unwrap(),
            Reader::salvage(Box::new(file_with(in_header, listed))).unwrap(),
        ] {
            let found = verify(&reader, 1, |_| Ok(())).unwrap();
            let errors: Vec<_> =
                reader.errors().iter().chain(found.iter().map(|corruption| &corruption.error)).collect();
            assert_eq!((errors[0].code(), reader.games()), (code, games), "{in_header}, {listed}: {errors:?}");
        }
    }
}

/// A file in memory that others can make longer.
#[derive(Clone, Default)]
struct Growing(Arc<Mutex<Vec<u8>>>);

impl Source for Growing {
    fn len(&self) -> Result<u64> {
        Ok(lock(&self.0).len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let start = offset as usize;
        buffer.copy_from_slice(&lock(&self.0)[start..start + buffer.len()]);
        Ok(())
    }
}

/// Files of one block and of two, of which the first is the start but for its footer.
fn growing_files() -> [Vec<u8>; 2] {
    let files = [1, 2].map(|blocks| {
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        for _ in 0..blocks {
            let mut builder = BlockBuilder::new(Codec::Byte);
            builder.add(&Game::new()).unwrap();
            writer.write_block(builder.finish(&mut Compressor::new(3).unwrap()).unwrap()).unwrap();
        }
        writer.finish().unwrap()
    });
    let first = Reader::from_bytes(files[0].clone()).unwrap().blocks()[0].range.end as usize;
    assert_eq!(files[0][..first], files[1][..first]);
    files
}

#[test]
fn a_refreshed_reader_has_more_games_and_knows_what_was_checked() {
    let [short, long] = growing_files();
    let file = Growing(Arc::new(Mutex::new(short)));
    let reader = Reader::from_source(Box::new(file.clone())).unwrap();
    reader.set_cache(7);
    reader.read_moves(0, &mut Vec::new()).unwrap();
    assert!(reader.refreshed().unwrap().is_none());
    *lock(&file.0) = long[..long.len() - 1].to_vec();
    assert_eq!(reader.refreshed().err().unwrap().code(), ErrorCode::FooterMissing);
    *lock(&file.0) = long;
    let later = reader.refreshed().unwrap().unwrap();
    assert_eq!((reader.games(), later.games(), later.cache.limit()), (1, 2, 7));
    assert_eq!([0, 1].map(|block| later.checked_games(block).count()), [1, 0]);
    let trusting = Reader::from_source(Box::new(file)).unwrap().with_trusted_moves();
    let later = trusting.passed_on_to(Reader::from_bytes(growing_files()[1].clone()).unwrap());
    assert!(later.checked_games(1).includes(0));
}

/// A file of one game, and the same after another game was appended to it.
fn appended_files() -> [Vec<u8>; 2] {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let first = pack_games(&[Game::new()], Codec::Byte).unwrap();
    std::fs::write(&path, &first).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.add(&Game::new()).unwrap();
    writer.finish().unwrap();
    [first, std::fs::read(&path).unwrap()]
}

/// container.16: what was appended is torn wherever it is cut, and is not reported as corruption.
#[test]
fn an_append_that_was_cut_is_torn() {
    let [first, whole] = appended_files();
    for len in first.len() + 1..whole.len() {
        let reader = Reader::from_bytes(whole[..len].to_vec()).unwrap();
        let torn = reader.unfinished().unwrap();
        assert_eq!((torn.start, torn.bytes), (first.len() as u64, (len - first.len()) as u64));
        assert!(torn.is_torn() && reader.errors().is_empty() && reader.games() == 1, "{len} bytes");
        assert_eq!(torn.error().code(), ErrorCode::FooterMissing);
    }
}

/// A footer that was whole is not taken for one that was never written, whichever byte of it is damaged: nothing may cut it off.
#[test]
fn a_damaged_footer_is_not_torn() {
    let [first, whole] = appended_files();
    let footer = Reader::from_bytes(whole.clone()).unwrap().blocks()[1].range.end as usize;
    for place in footer..whole.len() {
        for bit in [1, 0x80] {
            let mut damaged = whole.clone();
            damaged[place] ^= bit;
            let reader = Reader::from_bytes(damaged).unwrap();
            let rest = reader.unfinished().unwrap();
            assert!(!rest.is_torn() && rest.start == first.len() as u64, "byte {place}");
            assert_eq!((reader.errors().len(), reader.games(), rest.games), (1, 1, 1));
            assert!(reader.errors()[0].message().starts_with("the footer of the last append is corrupt"));
        }
    }
}

/// The end of a block that was never whole is its content, even if it looks like a footer.
#[test]
fn the_content_of_a_torn_block_is_no_footer() {
    let [first, whole] = appended_files();
    let block = first.len()..Reader::from_bytes(whole.clone()).unwrap().blocks()[1].range.end as usize;
    let footer = Footer::empty(Versions::CURRENT).to_bytes().unwrap();
    let header = BlockHeader::declared_len(&whole[block.start..]).unwrap();
    let mut file = whole[..block.start + header].to_vec();
    assert!(file.len() + footer.len() < block.end);
    file.extend(footer);
    let reader = Reader::from_bytes(file).unwrap();
    assert!(reader.unfinished().unwrap().is_torn() && reader.errors().is_empty());
}

#[test]
fn a_writer_is_seen_by_its_lock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    std::fs::write(&path, pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap();
    let readers = [Reader::open(&path).unwrap(), Reader::open_mapped(&path).unwrap()];
    let is_written = || [0, 1].map(|reader: usize| readers[reader].is_being_written());
    assert_eq!(is_written(), [false; 2]);
    let writer = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(is_written(), [true; 2]);
    drop(writer);
    assert_eq!(is_written(), [false; 2]);
}
