//! Merges small blocks at the end of a file with the games of an append (`container.17`), so that many small appends leave few blocks.

use std::sync::Arc;

use super::{Sink, Writer};
use crate::{
    Codec, Game, Reader, Result,
    container::{Block, BlockBuilder, BlockHeader, EncodedBlock, SegmentEntry},
    io::Source,
    limits,
};

/// Base of the size classes: two blocks are in one class if their numbers of games have equally many digits in this base.
const BASE: u64 = 4;

/// Minimum number of blocks that merge: the last one, and blocks of its size class or smaller before it. With appends of one game each,
/// block sizes follow the digits of the number of games in base 4, and each game is written once per digit.
const ALIKE: usize = 4;

/// The end of a file that is appended to.
pub(super) struct Tail {
    /// The file before the append.
    pub(super) reader: Reader,
    /// True if added blocks can merge with the last blocks of the file.
    pub(super) merges: bool,
    /// The block that was added last and may merge.
    pub(super) waiting: Option<EncodedBlock>,
}

/// Returns how many of the last blocks merge with a new block of `new` games. `games` has the number of games of each block, in file order.
fn absorbed(games: &[u64], new: u64) -> usize {
    let size = |games: u64| games.max(1).ilog(BASE);
    // The number of games, and the number of blocks that merge into one.
    let mut blocks: Vec<(u64, usize)> = games.iter().map(|games| (*games, 1)).chain([(new, 1)]).collect();
    loop {
        let last = blocks.last().map_or(0, |(games, _)| *games);
        let alike = blocks.iter().rev().take_while(|(games, _)| size(*games) <= size(last)).count();
        if alike < ALIKE {
            return blocks.last().map_or(0, |(_, count)| count - 1);
        }
        let joined = blocks.split_off(blocks.len() - alike);
        blocks.push(joined.into_iter().fold((0, 0), |(games, count), (more, blocks)| (games + more, count + blocks)));
    }
}

impl<S: Sink> Writer<S> {
    /// Writes the block that waits for the next one, if there is one.
    pub(super) fn put_waiting(&mut self) -> Result<()> {
        let waiting = self.tail.as_mut().and_then(|tail| tail.waiting.take());
        waiting.map_or(Ok(()), |block| self.put_now(&block))
    }

    /// Writes the last block, merged with small ones before it.
    pub(super) fn put_last(&mut self) -> Result<()> {
        let Some(Tail { reader, waiting: Some(block), .. }) = self.tail.take() else { return Ok(()) };
        let has_more = self.games != reader.number_end();
        let joined = if has_more { None } else { self.joined(&reader, &block)? };
        let Some((count, joined)) = joined else { return self.put_now(&block) };
        let kept = reader.blocks().len() - count;
        let merged = &reader.blocks()[kept..];
        self.footer.blocks.retain(|entry| entry.is_replacement || entry.range.start < merged[0].range.start);
        self.games = merged[0].first_game;
        self.footer.segments.retain(|segment| segment.first_block + segment.blocks <= kept as u64);
        self.put_now(&joined)
    }

    /// Returns the new block merged with the last blocks, and the number of these blocks. `None` if nothing merges.
    fn joined(&mut self, reader: &Reader, new: &EncodedBlock) -> Result<Option<(usize, EncodedBlock)>> {
        let (header, bytes) = parsed(new)?;
        let codec = header.codec()?;
        let blocks = reader.blocks();
        let mut games = Vec::new();
        let mut all_games = header.games as u64;
        let mut len = header.len;
        for (index, old) in blocks.iter().enumerate().rev() {
            all_games += old.games;
            len += old.range.end - old.range.start;
            let is_small = all_games <= BlockBuilder::max_games(codec) as u64 && len <= limits::STORED_BLOCK_LEN as u64;
            let has_codec =
                || reader.block_header(index).and_then(|header| header.codec()).is_ok_and(|old| old == codec);
            if !is_small || !has_codec() {
                break;
            }
            games.push(old.games);
        }
        games.reverse();
        let count = absorbed(&games, new.games() as u64);
        let kept = (blocks.len() - count) as u64;
        let is_split =
            |segment: &SegmentEntry| segment.first_block < kept && kept < segment.first_block + segment.blocks;
        if count == 0 || self.footer.segments.iter().any(is_split) {
            return Ok(None);
        }
        let mut builder = BlockBuilder::new(codec);
        for (index, old) in blocks.iter().enumerate().skip(kept as usize) {
            // A block that is damaged stays as it is.
            let Ok(block) = reader.load_block(index) else { return Ok(None) };
            if !add_all(&block, old.games, codec, &mut builder)? {
                return Ok(None);
            }
        }
        if !add_all(&Block::load(header, &bytes)?, new.games() as u64, codec, &mut builder)? {
            return Ok(None);
        }
        Ok(Some((count, builder.finish(&mut self.compressor)?)))
    }
}

/// Adds the games of a block as they were written; returns `false` if one is damaged or there is no room for it.
fn add_all(block: &Block, games: u64, codec: Codec, builder: &mut BlockBuilder) -> Result<bool> {
    let mut game = Game::new();
    for place in 0..games as usize {
        match block.read_game(place, &mut game) {
            Err(e) if e.is_temporary() => return Err(e),
            Err(_) => return Ok(false),
            Ok(()) if builder.is_full() || !builder.has_room_for(&game, codec) => return Ok(false),
            Ok(()) => builder.add_trusted(&game)?,
        }
    }
    Ok(true)
}

/// Returns the header and the bytes of a block that is not written yet.
pub(in crate::file) fn parsed(block: &EncodedBlock) -> Result<(BlockHeader, Arc<dyn Source>)> {
    let bytes = [&block.header(false, 0)?[..], block.sections()].concat();
    Ok((BlockHeader::parse(&bytes)?, Arc::new(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, pack_games, verify};

    /// Appends of one game leave blocks whose sizes follow the digits of the number of games.
    #[test]
    fn sizes_are_digits() {
        let mut games: Vec<u64> = Vec::new();
        let mut written = 0;
        for _ in 0..1000 {
            let count = absorbed(&games, 1);
            let joined = games.split_off(games.len() - count).iter().sum::<u64>() + 1;
            written += joined;
            games.push(joined);
        }
        assert_eq!(games, [256, 256, 256, 64, 64, 64, 16, 16, 4, 4]);
        assert!(written < 8 * 1000, "{written} games written");
        assert_eq!(absorbed(&[1, 50], 50), 0);
        assert_eq!(absorbed(&[300, 1, 1, 50], 50), 3);
        assert_eq!(absorbed(&[], 1), 0);
    }

    /// Games keep their numbers and edits.
    #[test]
    fn appended_games_become_one_block() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.plypack");
        let game = |number: usize| {
            let text = format!("[White \"{number}\"]\n\n1. e4 {{of game {number}}} *\n");
            crate::games_from_pgn(text.as_bytes()).unwrap().0.remove(0)
        };
        std::fs::write(&path, pack_games(&[game(0)], Codec::Byte).unwrap()).unwrap();
        let id = Reader::open(&path).unwrap().state().unwrap().file_id;
        for number in 1..70 {
            let mut writer = Writer::append(&path, Options::of(Codec::Byte)).unwrap();
            writer.add(&game(number)).unwrap();
            match number {
                9 => writer.delete_game(3, None).unwrap(),
                11 => writer.replace_game(5, &game(500), None).unwrap(),
                _ => {}
            }
            writer.finish().unwrap();
        }
        let reader = Reader::open(&path).unwrap();
        assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
        assert_eq!(reader.blocks().iter().map(|block| block.games).collect::<Vec<_>>(), [64, 4, 1, 1]);
        assert_eq!((reader.number_end(), reader.state().unwrap().file_id, reader.is_deleted(3)), (70, id, true));
        let mut found = Game::new();
        for number in (0..70).filter(|number| *number != 3) {
            reader.read_game(number, &mut found).unwrap();
            assert!(found == game(if number == 5 { 500 } else { number as usize }), "game {number}");
        }
        // Without header, records and the newest footer, recovery finds each game once.
        let mut lost = std::fs::read(&path).unwrap();
        lost[..1536].fill(0);
        let saved = Reader::salvage(Box::new(lost)).unwrap();
        assert_eq!((saved.number_end(), saved.deleted()), (70, 1));
    }
}
