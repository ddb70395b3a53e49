use super::Reader;
use crate::{
    Codec, ErrorCode, Game,
    coding::wire::crc32c,
    container::{BlockEntry, BlockHeader, Footer},
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
    let entry =
        BlockEntry { range: info.range, games: listed, plies: info.plies, new_names: info.new_names, header_crc };
    file.extend(Footer { versions: Versions::CURRENT, blocks: vec![entry] }.to_bytes().unwrap());
    file
}

/// container.6, container.11
#[test]
fn a_block_without_games_is_malformed() {
    for (in_header, listed, at) in [(0, 0, 40), (0, 1, 40), (1, 0, 32)] {
        for reader in [
            Reader::from_bytes(file_with(in_header, listed)).unwrap(),
            Reader::salvage(Box::new(file_with(in_header, listed))).unwrap(),
        ] {
            let found = verify(&reader, 1, |_| Ok(())).unwrap();
            let errors: Vec<_> =
                reader.errors().iter().chain(found.iter().map(|corruption| &corruption.error)).collect();
            assert_eq!(
                (errors[0].code(), errors[0].offset()),
                (ErrorCode::BlockMalformed, Some(at)),
                "{in_header}, {listed}"
            );
        }
    }
}

#[test]
fn a_block_that_is_listed_without_games_is_found() {
    let reader = Reader::from_bytes(file_with(1, 0)).unwrap();
    assert_eq!((reader.games(), reader.errors().len()), (1, 1));
    reader.read_game(0, &mut Game::new()).unwrap();
}
