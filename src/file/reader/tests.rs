use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use super::{Reader, Source};
use crate::{
    Codec, Error, ErrorCode, Game, Options, Result, Writer,
    coding::wire::crc32c,
    container::{
        BlockBuilder, BlockEntry, BlockHeader, Compressor, Footer, RECORD_LEN, RECORD_PLACES, Records, footer_crc,
    },
    games_from_pgn,
    lock::lock,
    pack_games,
    pgn::{write_game, write_movetext},
    verify,
};

/// A file of one game; `in_header` is the number of games in the block header, `listed` the number in the footer.
fn file_with(in_header: u8, listed: u64) -> Vec<u8> {
    let mut file = pack_games(&[Game::new()], Codec::Byte).unwrap();
    let info = Reader::from_bytes(file.clone()).unwrap().blocks()[0].clone();
    let start = info.range.start as usize;
    let crc_at = start + BlockHeader::declared_len(&file[start..]).unwrap() - 4;
    file[start + 8] = in_header;
    let header_crc = crc32c(&file[start..crc_at]);
    file[crc_at..crc_at + 4].copy_from_slice(&header_crc.to_le_bytes());
    let entry = BlockEntry { range: info.range, games: listed, plies: info.plies, is_replacement: false, header_crc };
    with_footer(file, &Footer { blocks: vec![entry], ..Footer::default() })
}

/// A file with another footer in force.
fn with_footer(mut file: Vec<u8>, footer: &Footer) -> Vec<u8> {
    let mut record = Records::parse(&file).unwrap().in_force;
    let bytes = footer.to_bytes().unwrap();
    file.truncate(record.footer_start as usize);
    file.extend_from_slice(&bytes);
    (record.footer_len, record.state.footer_crc) = (bytes.len() as u32, footer_crc(&bytes));
    for place in RECORD_PLACES {
        file[place as usize..][..RECORD_LEN].copy_from_slice(&record.to_bytes());
    }
    file
}

/// Writers reject a game of which only the tags were read.
#[test]
fn tags_alone_are_no_game() {
    let (games, _) = games_from_pgn(b"[White \"A\"]\n\n1. e4 {hm} e5 1-0\n").unwrap();
    let reader = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
    let mut game = Game::new();
    reader.read_tags(0, &mut game).unwrap();
    assert!(game.is_partial() && game.clone().is_partial());
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let results = [
        writer.add(&game),
        writer.add_trusted(&game),
        write_game(&game, &mut Vec::new()),
        write_movetext(&game, &mut Vec::new()),
    ];
    results.into_iter().for_each(|result| assert_eq!(result.unwrap_err().code(), ErrorCode::InvalidGame));
    reader.read_game(0, &mut game).unwrap();
    assert_eq!((game.is_partial(), &game), (false, &games[0]));
    writer.add(&game).unwrap();
}

/// container.6, container.13: no block has 0 games, in its header or in the footer.
#[test]
fn a_block_without_games_is_malformed() {
    for listed in [0, 1] {
        let opened = Reader::from_bytes(file_with(0, listed));
        let error = opened.and_then(|reader| reader.block_header(0)).unwrap_err();
        let expected = [ErrorCode::FooterMalformed, ErrorCode::BlockMalformed][listed as usize];
        assert_eq!(error.code(), expected, "{error}");
    }
    assert_eq!(Reader::from_bytes(file_with(1, 0)).err().unwrap().code(), ErrorCode::FooterMalformed);
    let saved = Reader::salvage(Box::new(file_with(1, 0))).unwrap();
    assert_eq!((saved.number_end(), saved.errors()[0].code()), (1, ErrorCode::FooterMalformed));
}

/// container.13: the entry in the footer has the number of games of the block.
#[test]
fn a_block_of_other_games_than_listed_is_malformed() {
    for (in_header, listed) in [(2, 1), (1, 2)] {
        let reader = Reader::from_bytes(file_with(in_header, listed)).unwrap();
        assert_eq!(reader.block_header(0).unwrap_err().code(), ErrorCode::BlockMalformed);
    }
    Reader::from_bytes(file_with(1, 1)).unwrap().block_header(0).unwrap();
}

/// A file in memory whose reads are slow.
struct Remote(Vec<u8>);

impl Source for Remote {
    fn len(&self) -> Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        let start = offset as usize;
        buffer.copy_from_slice(&self.0[start..start + buffer.len()]);
        Ok(())
    }

    fn is_remote(&self) -> bool {
        true
    }
}

/// A header that claims to end after its block is an error, with fast and with slow reads.
#[test]
fn a_header_ends_within_its_block() {
    let mut file = pack_games(&[Game::new()], Codec::Byte).unwrap();
    let block = Reader::from_bytes(file.clone()).unwrap().blocks()[0].range.clone();
    let start = block.start as usize;
    let declared = |file: &[u8]| BlockHeader::declared_len(&file[start..]).unwrap() as u64;
    let other_bytes = declared(&file) - u64::from(u32::from_le_bytes(*file[start + 4..].first_chunk().unwrap()));
    let too_long = (block.end - block.start + 1 - other_bytes) as u32;
    file[start + 4..start + 8].copy_from_slice(&too_long.to_le_bytes());
    assert_eq!(declared(&file), block.end - block.start + 1);
    for reader in [Reader::from_bytes(file.clone()), Reader::from_source(Box::new(Remote(file.clone())))] {
        assert_eq!(reader.unwrap().load_block(0).unwrap_err().code(), ErrorCode::Truncated);
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

/// Files of one block and of two blocks, with the same first block.
fn growing_files() -> [Vec<u8>; 2] {
    [1, 2].map(|blocks| {
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        for _ in 0..blocks {
            let mut builder = BlockBuilder::new(Codec::Byte);
            builder.add(&Game::new()).unwrap();
            writer.write_block(builder.finish(&mut Compressor::new(3).unwrap()).unwrap()).unwrap();
        }
        writer.finish().unwrap()
    })
}

#[test]
fn a_refreshed_reader_has_more_games_and_knows_what_was_checked() {
    let [short, long] = appended_files(&Game::new());
    let file = Growing(Arc::new(Mutex::new(short.clone())));
    let reader = Reader::from_source(Box::new(file.clone())).unwrap();
    reader.set_cache(7);
    reader.read_moves(0, &mut Vec::new()).unwrap();
    assert!(reader.refreshed().unwrap().is_none());
    *lock(&file.0) = [&short[..], &long[short.len()..long.len() - 1]].concat();
    assert!(reader.refreshed().unwrap().is_none(), "an append that is not finished is nothing new");
    *lock(&file.0) = long;
    let later = reader.refreshed().unwrap().unwrap();
    assert_eq!((reader.number_end(), later.number_end(), later.cache.limit()), (1, 2, 7));
    assert_eq!([0, 1].map(|block| later.checked_games(block).count()), [1, 0]);
    let trusting = Reader::from_source(Box::new(file)).unwrap().with_trusted_moves();
    let later = trusting.passed_on_to(Reader::from_bytes(growing_files()[1].clone()).unwrap());
    assert!(later.checked_games(1).includes(0));
}

/// A file of one game, and the same file after another game was appended.
fn appended_files(game: &Game) -> [Vec<u8>; 2] {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let first = pack_games(&[Game::new()], Codec::Byte).unwrap();
    std::fs::write(&path, &first).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.add(game).unwrap();
    writer.finish().unwrap();
    [first, std::fs::read(&path).unwrap()]
}

/// A file of one game in its own folder.
fn file_of_one_game() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    std::fs::write(&path, pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap();
    (folder, path)
}

/// Returns a writer that has written one of two blocks and no footer. It holds back the last block until the end.
fn begun_append(path: &std::path::Path) -> Writer<crate::OutputFile> {
    let mut writer = Writer::append(path, Options::default()).unwrap();
    for _ in 0..2 {
        let mut builder = BlockBuilder::new(Codec::Byte);
        builder.add(&Game::new()).unwrap();
        writer.write_block(builder.finish(&mut Compressor::new(3).unwrap()).unwrap()).unwrap();
    }
    writer
}

/// Readers of a file, mapped and not.
fn readers_of(path: &std::path::Path) -> [Reader; 2] {
    [Reader::open(path).unwrap(), Reader::open_mapped(path).unwrap()]
}

#[test]
fn a_writer_is_seen_by_its_lock() {
    let (_folder, path) = file_of_one_game();
    let before = readers_of(&path);
    assert_eq!(before.each_ref().map(Reader::is_being_written), [false; 2]);
    let writer = begun_append(&path);
    let during = readers_of(&path);
    for reader in before.iter().chain(&during) {
        assert!(reader.is_being_written());
        assert_eq!(reader.number_end(), 1);
    }
    assert!(during.iter().all(|reader| reader.unfinished() > 0));
    assert!(before.iter().all(|reader| reader.refreshed().unwrap().is_none()), "nothing is finished");
    writer.finish().unwrap();
    assert_eq!(before.each_ref().map(Reader::is_being_written), [false; 2]);
    for reader in before.iter().chain(&during) {
        let later = reader.refreshed().unwrap().unwrap();
        assert_eq!((later.number_end(), later.unfinished()), (3, 0));
    }
}

/// A writer truncates an unfinished append under readers, mapped or not, which do not notice.
#[test]
fn readers_do_not_need_what_is_unfinished() {
    let (_folder, path) = file_of_one_game();
    let end = std::fs::metadata(&path).unwrap().len();
    begun_append(&path).finish().unwrap();
    let committed = std::fs::metadata(&path).unwrap().len();
    let file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.set_len(committed + 100_000).unwrap();
    let readers = readers_of(&path);
    for reader in &readers {
        assert!(!reader.is_being_written());
        assert_eq!(reader.unfinished(), 100_000);
    }
    let [plain, mapped] = &readers;
    let map = mapped.source.in_memory().map(<[u8]>::len);
    assert!(map.is_none_or(|len| len as u64 == committed), "the map ends with what is committed");
    file.set_len(committed).unwrap();
    for reader in &readers {
        assert!(verify(reader, 1, |_, _| Ok(())).unwrap().is_valid());
        assert!(reader.refreshed().unwrap().is_none());
    }
    // If other programs truncate more, a reader that does not map the file reports an error.
    file.set_len(end).unwrap();
    assert_eq!(plain.load_block(1).err().unwrap().code(), ErrorCode::Truncated);
    assert_eq!(Reader::open(&path).err().unwrap().code(), ErrorCode::Truncated);
}

#[cfg(unix)]
#[test]
fn a_file_in_the_place_of_another_is_new() {
    let (folder, path) = file_of_one_game();
    let readers = readers_of(&path).map(Reader::with_trusted_moves);
    let other = folder.path().join("b");
    std::fs::write(&other, &growing_files()[1]).unwrap();
    std::fs::rename(&other, &path).unwrap();
    for reader in &readers {
        let later = reader.refreshed().unwrap().unwrap();
        assert_eq!((reader.number_end(), later.number_end(), later.is_trusted), (1, 2, true));
        assert!(later.refreshed().unwrap().is_none());
        assert!(verify(reader, 1, |_, _| Ok(())).unwrap().is_valid(), "the old file is still there for its reader");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(readers[0].refreshed().unwrap().is_none(), "a file that was removed was not replaced");
}

/// A file whose records a writer is changing during the first `whole_from` reads.
struct BeingCommitted {
    file: Vec<u8>,
    looks: AtomicUsize,
    whole_from: usize,
}

impl Source for BeingCommitted {
    fn len(&self) -> Result<u64> {
        Source::len(&self.file)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        self.file.read_at(offset, buffer)?;
        if offset == 0 && self.looks.fetch_add(1, Ordering::Relaxed) < self.whole_from {
            buffer[RECORD_PLACES[1] as usize] ^= 1;
        }
        Ok(())
    }
}

/// container.15: a record that a writer is changing is read again.
#[test]
fn records_are_looked_at_three_times() {
    let file = pack_games(&[Game::new()], Codec::Byte).unwrap();
    for (whole_from, is_open) in [(0, true), (2, true), (3, false)] {
        let source = BeingCommitted { file: file.clone(), looks: AtomicUsize::new(0), whole_from };
        let opened = Reader::from_source(Box::new(source));
        assert_eq!(opened.is_ok(), is_open);
        assert!(opened.is_ok_and(|reader| reader.number_end() == 1) || !is_open);
    }
}

/// A file that cannot be read any more.
struct Failing(Vec<u8>, Arc<AtomicBool>);

impl Source for Failing {
    fn len(&self) -> Result<u64> {
        Source::len(&self.0)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        if self.1.load(Ordering::Relaxed) {
            Err(Error::new(ErrorCode::Io, "the disk is gone"))
        } else {
            self.0.read_at(offset, buffer)
        }
    }
}

#[test]
fn the_last_codec_is_not_guessed() {
    let file = pack_games(&[Game::new()], Codec::Tight).unwrap();
    let fails = Arc::new(AtomicBool::new(false));
    let reader = Reader::from_source(Box::new(Failing(file, fails.clone()))).unwrap();
    assert_eq!(reader.last_codec().unwrap(), Some(Codec::Tight));
    fails.store(true, Ordering::Relaxed);
    assert_eq!(reader.last_codec().unwrap_err().code(), ErrorCode::Io);
}

/// A file without games has counts, too. If blocks have two codecs, both are named.
#[test]
fn what_a_file_is_in_few_words() {
    let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
    let (games, _) = games_from_pgn(b"1. e4 e5 *").unwrap();
    for (number, codec) in [Codec::Byte, Codec::Coord16].into_iter().enumerate() {
        let file = pack_games(&games[..number], Codec::Byte).unwrap();
        let reader = Reader::from_bytes(file).unwrap();
        let info = reader.info().unwrap();
        let expected = [("none", 0.0), ("byte", 8.0)][number];
        assert_eq!((info.codec_name().as_str(), info.bits_per_ply()), expected);
        assert!(!reader.had_index());
        let mut builder = BlockBuilder::new(codec);
        builder.add(&games[0]).unwrap();
        writer.write_block(builder.finish(&mut Compressor::new(3).unwrap()).unwrap()).unwrap();
    }
    let info = Reader::from_bytes(writer.finish().unwrap()).unwrap().info().unwrap();
    assert_eq!((info.codec_name().as_str(), info.bits_per_ply()), ("coord16+byte", 12.0));
}

/// Nothing is announced to a source with fast reads, so a failing source causes no error.
#[test]
fn tags_are_fetched_before_where_that_takes_long() {
    let file = pack_games(&[Game::new()], Codec::Byte).unwrap();
    let fails = Arc::new(AtomicBool::new(false));
    let reader = Reader::from_source(Box::new(Failing(file, fails.clone()))).unwrap();
    fails.store(true, Ordering::Relaxed);
    reader.prefetch_tags(0..1).unwrap();
    assert_eq!(reader.block_header(0).unwrap_err().code(), ErrorCode::Io);
}

/// container.16: if blocks are not where the footer lists them, the file is searched for blocks; the blocks found are
/// used if they hold more games.
#[test]
fn blocks_that_are_not_where_they_are_listed_are_found() {
    let [_, whole] = growing_files();
    let reader = Reader::from_bytes(whole.clone()).unwrap();
    let second = reader.blocks()[1].range.start as usize;
    assert!(reader.rescanned().unwrap().errors().is_empty());
    // In `moved`, the second block is one byte after its listed place; in `damaged`, its header is invalid.
    let mut moved = whole.clone();
    let end = Records::parse(&whole).unwrap().in_force.footer_start as usize;
    moved.copy_within(second..end - 1, second + 1);
    let mut damaged = whole;
    damaged[second] ^= 1;
    for (file, is_found) in [(moved, true), (damaged, false)] {
        let found = Reader::from_bytes(file).unwrap().rescanned().unwrap();
        assert_eq!(found.number_end(), 2);
        assert_eq!((found.block_header(1).is_ok(), found.errors().is_empty()), (is_found, !is_found));
    }
}

/// An old footer that breaks a rule harms no game, but the log is marked as incomplete.
#[test]
fn an_old_footer_that_breaks_a_rule() {
    let (_folder, path) = file_of_one_game();
    for _ in 0..2 {
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        writer.delete_game(0, None).unwrap();
        writer.finish().unwrap();
        let mut writer = Writer::append(&path, Options::default()).unwrap();
        writer.restore_game(0, None).unwrap();
        writer.finish().unwrap();
    }
    let mut file = std::fs::read(&path).unwrap();
    let log = |file: &[u8]| Reader::from_bytes(file.to_vec()).unwrap().edit_log(|_, _| Ok(())).unwrap();
    assert_eq!((log(&file).edits.len(), log(&file).is_complete), (4, true));
    // The footer of the first commit, which comes after the only block, says that it lists more blocks than it has bytes for.
    let block = Reader::from_bytes(file.clone()).unwrap().blocks()[0].range.clone();
    let footer =
        block.end as usize..block.end as usize + Footer::declared_len(&file[block.end as usize..]).unwrap() as usize;
    file[footer.start + 8] = 0x7F;
    let crc = crc32c(&file[footer.start..footer.end - 4]);
    file[footer.end - 4..footer.end].copy_from_slice(&crc.to_le_bytes());
    assert_eq!((log(&file).edits.len(), log(&file).is_complete), (4, false));
}
