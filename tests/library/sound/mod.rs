//! Every operation preserves the games that `verify` calls valid: a file can be unpacked, packed again, recoded and
//! repaired without loss. Damage to bytes that nothing needs is reported separately.

mod replacements;
mod saved;
mod texts;
mod unused;

use std::ops::Range;

use plypack::{
    Codec, Corruption, Error, Game, Options, Reader, Writer, export,
    files::recode,
    internals::container::{BlockBuilder, BlockHeader, Compressor},
    verify,
};

/// A reader of a file in memory, which may be damaged.
pub fn open(file: &[u8]) -> Reader {
    Reader::salvage(Box::new(file.to_vec())).unwrap()
}

/// The corrupt games that `verify` finds.
pub fn check(reader: &Reader) -> Vec<Corruption> {
    verify(reader, 1, |_, _| Ok(())).unwrap().corruption
}

/// The damage to unused parts that `verify` finds.
pub fn unused_damage(reader: &Reader) -> Vec<Error> {
    verify(reader, 1, |_, _| Ok(())).unwrap().unused
}

/// The games that are not deleted, in order.
pub fn games_of(reader: &Reader) -> Vec<Game> {
    let numbers = (0..reader.number_end()).filter(|number| !reader.is_deleted(*number));
    let read = |number| {
        let mut game = Game::new();
        reader.read_game(number, &mut game).unwrap();
        game
    };
    numbers.map(read).collect()
}

/// The text of a file, and the reports of corruption.
pub fn unpacked(reader: &Reader) -> (Vec<u8>, Vec<Corruption>) {
    let mut text = Vec::new();
    let mut found = Vec::new();
    let on_corruption = |corruption: &Corruption| {
        found.push(corruption.clone());
        Ok(())
    };
    let count = export(reader, 0..reader.number_end(), 1, &mut text, on_corruption, |_| Ok(())).unwrap();
    assert_eq!(count.games + count.lost, reader.game_count());
    assert!(count.corrupt >= count.lost + count.incomplete);
    (text, found)
}

/// The file in another codec, and the number of corrupt games.
pub fn recoded(reader: &Reader, codec: Codec) -> (Vec<u8>, u64) {
    let (file, count) =
        recode(reader, Vec::new(), Options::of(codec).with_level(1), 1, |_| Ok(()), |_| Ok(())).unwrap();
    assert_eq!(count.games + count.lost, reader.game_count());
    (file, count.corrupt)
}

/// Returns the offsets of blocks after an offset.
pub fn blocks_after(file: &[u8], offset: u64) -> Vec<Range<u64>> {
    let starts = file.windows(4).enumerate().filter(|(at, bytes)| *bytes == b"PLYB" && *at as u64 >= offset);
    let block = |at: usize| {
        let header = BlockHeader::parse(&file[at..]).ok()?;
        Some(at as u64..at as u64 + header.len)
    };
    starts.filter_map(|(at, _)| block(at)).collect()
}

/// A file with the games in blocks of this size.
pub fn in_blocks(games: &[Game], size: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1)).unwrap();
    for part in games.chunks(size) {
        let mut builder = BlockBuilder::new(Codec::Byte);
        part.iter().for_each(|game| builder.add(game).unwrap());
        writer.write_block(builder.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
    }
    writer.finish().unwrap()
}
