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
