//! Writes all games of a file into a new file, with a codec that the caller chooses.

use super::{
    block_maker::BlockMaker,
    salvage::{Batch, Exported, Salvage, Salvaged, batches, follows},
    writer::Encoding,
};
use crate::{
    Corruption, Game, Options, Reader, Result, Writer,
    container::{BlockBuilder, EncodedBlock},
    io::Sink,
    limits, parallel,
};

/// Writes all games that can be read from `reader` into `sink` as a new file, stored as `options` say, using `threads` worker threads
/// in addition to the caller. The default codec is the codec of the last games of the old file. Joins small neighboring blocks; the
/// file does not depend on the number of threads.
///
/// Passes to `on_corruption` all games that cannot be read. Also passes two kinds of games that no importer or writer
/// makes: games with a tag that no line of PGN can hold, after changing the tag; and games that are too large for a
/// writer's block, after reducing them to text. `progress` gets the number of games done. The new file has no index,
/// even if `reader` [had one](Reader::had_index): to add one, use [`recode_into`] and [`Writer::add_index`]. On
/// failure, everything written is discarded, as by [`Writer::abort`].
///
/// # Errors
///
/// Errors of the sink, of `on_corruption` and of `progress`; [`NoMemory`](crate::ErrorCode::NoMemory).
pub fn recode<S: Sink>(
    reader: &Reader,
    sink: S,
    options: Options,
    threads: usize,
    on_corruption: impl FnMut(&Corruption) -> Result<()>,
    progress: impl FnMut(u64) -> Result<()>,
) -> Result<(S, Exported)> {
    let mut writer = Writer::new(sink, options.or_codec_of(reader)?)?;
    match recode_into(reader, &mut writer, threads, on_corruption, progress) {
        Ok(count) => Ok((writer.finish()?, count)),
        Err(e) => writer.abort().and(Err(e)),
    }
}

/// Like [`recode`], but appends to an open writer, with the writer's options. Before finishing the file, the caller can check what was
/// lost and add an index:
///
/// ```no_run
/// use plypack::{Options, OutputFile, Reader, Writer, files::recode_into};
///
/// # fn main() -> plypack::Result<()> {
/// let reader = Reader::open("old.plypack")?;
/// let out = OutputFile::create("new.plypack")?;
/// let has_index = reader.had_index() && out.is_regular();
/// let replaces = out.replaces();
/// let mut writer = Writer::new(out, Options::default())?;
/// let count = recode_into(&reader, &mut writer, 4, |_| Ok(()), |_| Ok(()))?;
/// if replaces && (count.corrupt > 0 || !reader.errors().is_empty()) {
///     // A file with fewer games does not take the place of one that may be whole.
///     return writer.abort();
/// }
/// if has_index {
///     writer.add_index(4, |_, _| Ok(()))?;
/// }
/// writer.finish()?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The errors of [`recode`]. After an error, the writer may have only a part of the games: call [`Writer::abort`].
pub fn recode_into<S: Sink>(
    reader: &Reader,
    writer: &mut Writer<S>,
    threads: usize,
    mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
    mut progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    let encoding = writer.encoding();
    writer.versions_mut().add_profiles(reader.versions());
    // The first game of the new file stays a continuation if it was one and nothing was written before it.
    let mut count = Exported::default();
    let mut may_continue = writer.number_end() == 0;
    writer.takes_over(reader.state().filter(|_| reader.deleted() > 0), false);
    let mut batches = batches(reader, |_| Ok(encoding.codec), limits::BLOCK_LEN as u64)?.into_iter();
    parallel::in_order(
        threads,
        || Ok(batches.next()),
        |batch| recode_batch(reader, batch, encoding, true),
        |mut recoded| {
            if recoded.read.continues && !may_continue {
                recoded = recode_batch(reader, recoded.batch, encoding, false)?;
            }
            for block in recoded.blocks {
                count.games += block.games() as u64;
                writer.write_block(block)?;
            }
            may_continue = recoded.read.may_continue;
            count.report(recoded.read.found, &mut on_corruption)?;
            progress(recoded.batch.last().map_or(0, |(_, games)| games.end))
        },
    )?;
    let has_same_numbers = count.lost == 0 && reader.deleted() == 0 && writer.number_end() == reader.number_end();
    writer.takes_over(reader.state().filter(|_| has_same_numbers), true);
    Ok(count)
}

/// The games of a batch in new blocks.
struct Recoded {
    batch: Batch,
    blocks: Vec<EncodedBlock>,
    read: Salvaged,
}

/// Encodes the games of a batch in new blocks. `may_continue` says whether the first game may continue the game before
/// it.
fn recode_batch(reader: &Reader, batch: Batch, encoding: Encoding, may_continue: bool) -> Result<Recoded> {
    let mut maker = BlockMaker::new(encoding)?;
    // An error of the maker ends the batch. It is not the game's fault, so it is kept here instead of being reported
    // for the game.
    let mut made = Ok(());
    let on_game = |game: &Game| {
        game.check()?;
        BlockBuilder::check_size(game)?;
        if made.is_ok() {
            made = maker.make_room(game);
        }
        if made.is_ok() {
            maker.put(game)?;
            made = maker.close_full();
        }
        Ok(())
    };
    let first = batch.first().map(|(_, games)| games.start);
    let first = first.filter(|first| may_continue && follows(reader, *first));
    let mut salvage = Salvage::new(reader, first, on_game);
    batch.iter().for_each(|(index, games)| salvage.block(*index, games.clone()));
    let read = salvage.end();
    made?;
    Ok(Recoded { batch, blocks: maker.finish()?, read })
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Error, Result, Write},
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering::Relaxed},
        },
    };

    use super::*;
    use crate::{Codec, ErrorCode, Game, container::Compressor, games_from_pgn, pack_games};

    /// A disk that is full when the footer is to be made durable; counts the calls of `sync` and of `abort`.
    #[derive(Clone, Default)]
    struct FullAtTheEnd(Arc<[AtomicU32; 2]>);

    impl Write for FullAtTheEnd {
        fn write(&mut self, bytes: &[u8]) -> Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    impl Sink for FullAtTheEnd {
        fn rewrite(&mut self, _: u64, _: &[u8]) -> Result<()> {
            Ok(())
        }

        fn sync(&mut self) -> Result<()> {
            self.0[0].fetch_add(1, Relaxed);
            Err(Error::other("full"))
        }

        fn abort(&mut self) -> Result<()> {
            self.0[1].fetch_add(1, Relaxed);
            Ok(())
        }
    }

    #[test]
    fn what_cannot_be_finished_is_taken_back() {
        let reader = Reader::from_bytes(pack_games(&[Game::new()], Codec::Byte).unwrap()).unwrap();
        let sink = FullAtTheEnd::default();
        let options = Options::default();
        let failed = recode(&reader, sink.clone(), options, 1, |_| Ok(()), |_| Ok(())).map(|_| ()).unwrap_err();
        assert_eq!(failed.code(), ErrorCode::Io);
        assert_eq!((sink.0[0].load(Relaxed), sink.0[1].load(Relaxed)), (1, 1));
    }

    /// Returns a file with one block for each slice of games.
    fn in_blocks(codec: Codec, blocks: &[&[Game]]) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), Options::of(codec)).unwrap();
        for games in blocks {
            let mut builder = BlockBuilder::new(codec);
            games.iter().for_each(|game| builder.add_trusted(game).unwrap());
            writer.write_block(builder.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
        }
        writer.finish().unwrap()
    }

    /// container.11: a continuation follows its own game. If that game is lost with the batch before, the continuation
    /// becomes a game by itself.
    #[test]
    fn a_continuation_of_a_lost_game_is_a_game() {
        let mut part = Game::new();
        part.continued = true;
        part.set_unparsed(b"more").unwrap();
        let game = games_from_pgn(b"1. e4 e5 *").unwrap().0.remove(0);
        let first = vec![game; BlockBuilder::max_games(Codec::Byte)];
        let whole = in_blocks(Codec::Byte, &[&first, &[part, Game::new()]]);
        let start = Reader::from_bytes(whole.clone()).unwrap().blocks()[0].range.start as usize;
        for is_lost in [false, true] {
            let mut file = whole.clone();
            file[start + 9] ^= u8::from(is_lost);
            let reader = Reader::from_bytes(file).unwrap();
            let (file, count) =
                recode(&reader, Vec::new(), Options::of(Codec::Byte), 1, |_| Ok(()), |_| Ok(())).unwrap();
            assert_eq!(count.lost, if is_lost { first.len() as u64 } else { 0 });
            let recoded = Reader::from_bytes(file).unwrap();
            let mut read = Game::new();
            recoded.read_game(recoded.number_end() - 2, &mut read).unwrap();
            assert_eq!((read.continued, read.unparsed()), (!is_lost, &b"more"[..]));
        }
    }
}
