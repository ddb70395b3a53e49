//! All games of a file into a new file, coded as the caller chooses.

use std::ops::Range;

use super::{
    block_maker::BlockMaker,
    salvage::{Exported, blocks_in, salvage_block},
};
use crate::{
    Corruption, Game, Options, Reader, Result, Sink, Writer,
    container::{BlockBuilder, EncodedBlock},
    limits, memory, parallel,
};

/// Writes all games that can be read from `reader` into `sink` as a new file, stored as `options` say, using `threads`
/// threads beside the calling one. Small neighbouring blocks become one; the file does not depend on the number of threads.
///
/// What cannot be read is passed to `on_corruption`, and so is a game that is too large to be written; `progress` is called with the
/// number of games that are done. When it fails or is stopped, what was written is taken back as by [`Writer::abort`].
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
    let mut writer = Writer::new(sink, options)?;
    match write_games(reader, &mut writer, threads, on_corruption, progress) {
        Ok(count) => Ok((writer.finish()?, count)),
        Err(e) => writer.abort().and(Err(e)),
    }
}

fn write_games<S: Sink>(
    reader: &Reader,
    writer: &mut Writer<S>,
    threads: usize,
    mut on_corruption: impl FnMut(&Corruption) -> Result<()>,
    mut progress: impl FnMut(u64) -> Result<()>,
) -> Result<Exported> {
    let options = writer.options();
    let mut count = Exported::default();
    let mut batches = batches(reader, BlockBuilder::max_games(options.codec) as u64)?.into_iter();
    parallel::in_order(
        threads,
        || Ok(batches.next()),
        |batch| recode_batch(reader, batch, options),
        |recoded| {
            for block in recoded.blocks {
                count.games += block.games() as u64;
                writer.write_block(block)?;
            }
            count.report(recoded.found, &mut on_corruption)?;
            progress(recoded.end)
        },
    )?;
    Ok(count)
}

/// Neighbouring blocks, with the games in each.
type Batch = Vec<(usize, Range<u64>)>;

/// All blocks in batches of at most so many games, and not larger than a writer makes a block.
fn batches(reader: &Reader, max_games: u64) -> Result<Vec<Batch>> {
    let mut batches: Vec<Batch> = Vec::new();
    let (mut games, mut bytes) = (0, 0);
    for (index, range) in blocks_in(reader, 0..reader.games()) {
        let block = &reader.blocks()[index];
        let len = block.range.end - block.range.start;
        (games, bytes) = (games + block.games, bytes + len);
        let fits = games <= max_games && bytes <= limits::BLOCK_LEN as u64;
        match batches.last_mut().filter(|_| fits) {
            Some(batch) => memory::push(batch, (index, range))?,
            None => {
                (games, bytes) = (block.games, len);
                memory::push(&mut batches, vec![(index, range)])?;
            }
        }
    }
    Ok(batches)
}

/// The games of a batch in new blocks.
struct Recoded {
    blocks: Vec<EncodedBlock>,
    found: Vec<Corruption>,
    /// The number of the game after the last one.
    end: u64,
}

fn recode_batch(reader: &Reader, batch: Batch, options: Options) -> Result<Recoded> {
    let mut maker = BlockMaker::new(options)?;
    let (mut found, mut end) = (Vec::new(), 0);
    for (index, games) in batch {
        end = games.end;
        // An error of the writer ends the batch: it is no corruption of the game.
        let mut written = Ok(());
        found.extend(salvage_block(reader, index, games, |game| {
            // limits.9: a game that no block of this writer can hold is lost, as one that cannot be read.
            BlockBuilder::check_size(game)?;
            if written.is_ok() {
                written = add(&mut maker, game);
            }
            Ok(())
        }));
        written?;
    }
    Ok(Recoded { blocks: maker.finish()?, found, end })
}

fn add(maker: &mut BlockMaker, game: &Game) -> Result<()> {
    maker.add(game)?;
    maker.close_full()
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
    use crate::{Codec, ErrorCode, Game, pack_games};

    /// A disk that is full when the footer is to be kept: the calls of `sync` and of `abort`.
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
        fn sync(&mut self) -> Result<()> {
            if self.0[0].fetch_add(1, Relaxed) == 0 { Ok(()) } else { Err(Error::other("full")) }
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
        assert_eq!((sink.0[0].load(Relaxed), sink.0[1].load(Relaxed)), (2, 1));
    }
}
