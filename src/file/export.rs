//! Games out of a plypack file: as PGN text, checked, or saved into a new file.

use std::{borrow::Cow, cell::RefCell, io::Write, ops::Range};

use crate::{
    Error, Game, Options, Reader, Result, Sink, Writer,
    container::{
        Block, BlockBuilder, Compressor, EncodedBlock,
        tags::{NameSource, no_final_position},
    },
    limits, parallel, pgn,
};

/// Games that could not be read, or not wholly.
#[derive(Debug)]
pub struct Corruption {
    /// The numbers of the games.
    pub games: Range<u64>,
    /// What is wrong, with the offset in the file where it is known.
    pub error: Error,
    /// Whether the games are there, with some part missing; otherwise they are lost.
    pub partly: bool,
}

/// Counts of an export.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Exported {
    /// Games written.
    pub games: u64,
    /// Games that are lost or not whole.
    pub damaged: u64,
}

/// Writes the games in `range` as PGN text, using `threads` threads beside the calling one.
///
/// What cannot be read is told to `damaged` and left out; a game whose names are lost is written with `?` in their place.
///
/// # Errors
///
/// Errors of `out` and of `damaged`.
pub fn export(
    reader: &Reader,
    range: Range<u64>,
    threads: usize,
    out: &mut dyn Write,
    mut damaged: impl FnMut(&Corruption) -> Result<()>,
) -> Result<Exported> {
    let first = range.start;
    let mut blocks = blocks_in(reader, range);
    let mut count = Exported::default();
    let text_of = |(index, games): (usize, Range<u64>)| {
        let mut text = Vec::new();
        let mut writer = if games.start == first { pgn::Writer::new() } else { pgn::Writer::resume() };
        let mut written = 0;
        let found = salvage_block(reader, index, games, |game| {
            writer.write_game(game, &mut text)?;
            written += 1;
            Ok(())
        });
        Ok((text, written, found))
    };
    parallel::in_order(
        threads,
        || Ok(blocks.next()),
        text_of,
        |(text, written, found)| {
            out.write_all(&text)?;
            count.games += written;
            for damage in found {
                count.damaged += damage.games.end - damage.games.start;
                damaged(&damage)?;
            }
            Ok(())
        },
    )?;
    if count.games > 0 {
        out.write_all(b"\n")?;
    }
    Ok(count)
}

/// The blocks that hold games of `range`, with the games in each.
fn blocks_in(reader: &Reader, range: Range<u64>) -> impl Iterator<Item = (usize, Range<u64>)> + '_ {
    reader.blocks().iter().enumerate().filter_map(move |(index, block)| {
        let games = block.first_game.max(range.start)..(block.first_game + block.games).min(range.end);
        (games.start < games.end).then_some((index, games))
    })
}

/// Hands on every game of a block that can be read, and gives what is damaged.
fn salvage_block(
    reader: &Reader,
    index: usize,
    games: Range<u64>,
    mut take: impl FnMut(&Game) -> Result<()>,
) -> Vec<Corruption> {
    let mut found = Vec::new();
    let block = match reader.salvage_block(index) {
        Ok((block, faults)) => {
            found.extend(faults.into_iter().map(|error| Corruption { games: games.clone(), error, partly: true }));
            block
        }
        Err(error) => return vec![Corruption { games, error, partly: false }],
    };
    let part = reader.blocks()[index].part;
    let names = LenientNames { reader, block: &block, part, lost: RefCell::new(None) };
    let first = reader.blocks()[index].first_game;
    let mut game = Game::new();
    for number in games {
        let one = number..number + 1;
        let read = block.read_game((number - first) as usize, &names, &mut game).and_then(|()| take(&game));
        if let Some(error) = names.lost.take() {
            found.push(Corruption { games: one.clone(), error, partly: read.is_ok() });
        }
        if let Err(error) = read {
            found.push(Corruption { games: one, error, partly: false });
        }
    }
    found
}

/// Gives `?` for a name that is lost, and remembers why.
struct LenientNames<'a> {
    reader: &'a Reader,
    block: &'a Block,
    part: usize,
    lost: RefCell<Option<Error>>,
}

impl NameSource for LenientNames<'_> {
    fn name(&self, number: u32) -> Result<Cow<'_, [u8]>> {
        let id = self.block.name_refs()[number as usize];
        match self.reader.name_in(self.part, id) {
            Ok(name) => Ok(Cow::Owned(name)),
            Err(e) => {
                self.lost.borrow_mut().get_or_insert(e);
                Ok(Cow::Borrowed(b"?"))
            }
        }
    }

    fn final_position(&self) -> Result<Cow<'_, [u8]>> {
        self.lost.borrow_mut().get_or_insert_with(no_final_position);
        Ok(Cow::Borrowed(b"?"))
    }
}

/// Reads every game of a file, with all checksums and the legality of all moves, using `threads` threads.
///
/// Gives what is damaged, in the order of the file; damage of the frame is in [`Reader::errors`]. `progress` hears the
/// number of games that were read so far.
///
/// # Errors
///
/// Errors of `progress`.
pub fn verify(reader: &Reader, threads: usize, mut progress: impl FnMut(u64) -> Result<()>) -> Result<Vec<Corruption>> {
    let mut blocks = blocks_in(reader, 0..reader.games());
    let mut damage = Vec::new();
    let check = |(index, games): (usize, Range<u64>)| {
        let unreadable = reader.check_sections(index).err();
        let mut found: Vec<_> =
            unreadable.into_iter().map(|error| Corruption { games: games.clone(), error, partly: true }).collect();
        found.extend(salvage_block(reader, index, games.clone(), |_| Ok(())));
        Ok((games.end, merged(found)))
    };
    parallel::in_order(
        threads,
        || Ok(blocks.next()),
        check,
        |(end, found)| {
            damage.extend(found);
            progress(end)
        },
    )?;
    Ok(damage)
}

/// Joins what neighbouring games have in common, so that one lost name does not fill a page.
fn merged(found: Vec<Corruption>) -> Vec<Corruption> {
    let mut merged: Vec<Corruption> = Vec::new();
    for damage in found {
        let same = |last: &&mut Corruption| {
            last.partly == damage.partly
                && last.error.code() == damage.error.code()
                && last.error.offset() == damage.error.offset()
                && (last.games.end == damage.games.start || last.games == damage.games)
        };
        match merged.last_mut().filter(same) {
            Some(last) => last.games.end = damage.games.end,
            None => merged.push(damage),
        }
    }
    merged
}

/// Writes all games that can be saved from `reader` into `sink` as a new file: [`recode`] on one thread.
///
/// # Errors
///
/// Errors of the sink and of `damaged`.
pub fn repair<S: Sink>(
    reader: &Reader,
    sink: S,
    options: Options,
    damaged: impl FnMut(&Corruption) -> Result<()>,
) -> Result<(S, Exported)> {
    recode(reader, sink, options, 1, damaged, |_| Ok(()))
}

/// Writes all games that can be read from `reader` into `sink` as a new file, stored as `options` say, using `threads`
/// threads beside the calling one. Small neighbouring blocks become one; the file does not depend on the number of threads.
///
/// What cannot be read is told to `damaged`; `progress` hears the number of games that are done.
///
/// # Errors
///
/// Errors of the sink, of `damaged` and of `progress`.
pub fn recode<S: Sink>(
    reader: &Reader,
    sink: S,
    options: Options,
    threads: usize,
    mut damaged: impl FnMut(&Corruption) -> Result<()>,
    mut progress: impl FnMut(u64) -> Result<()>,
) -> Result<(S, Exported)> {
    let mut writer = Writer::new(sink, options)?;
    let mut count = Exported::default();
    let mut runs = runs_of_blocks(reader).into_iter();
    parallel::in_order(
        threads,
        || Ok(runs.next()),
        |run| recode_run(reader, run, options),
        |recoded| {
            for block in recoded.blocks {
                count.games += block.games() as u64;
                writer.write_block(block)?;
            }
            for damage in recoded.found {
                count.damaged += damage.games.end - damage.games.start;
                damaged(&damage)?;
            }
            progress(recoded.end)
        },
    )?;
    Ok((writer.finish()?, count))
}

/// Blocks, with the games in each.
type Run = Vec<(usize, Range<u64>)>;

/// Neighbouring blocks that together are not larger than a writer makes a block.
fn runs_of_blocks(reader: &Reader) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let (mut games, mut bytes) = (0, 0);
    for (index, range) in blocks_in(reader, 0..reader.games()) {
        let block = &reader.blocks()[index];
        (games, bytes) = (games + block.games, bytes + block.range.end - block.range.start);
        let fits = games <= limits::MAX_GAMES_PER_BLOCK as u64 && bytes <= limits::BLOCK_LEN as u64;
        match runs.last_mut().filter(|_| fits) {
            Some(run) => run.push((index, range)),
            None => {
                (games, bytes) = (block.games, block.range.end - block.range.start);
                runs.push(vec![(index, range)]);
            }
        }
    }
    runs
}

/// What became of a run of blocks.
struct Recoded {
    blocks: Vec<EncodedBlock>,
    found: Vec<Corruption>,
    /// The number of the game after the last one.
    end: u64,
}

fn recode_run(reader: &Reader, run: Run, options: Options) -> Result<Recoded> {
    let mut compressor = Compressor::new(options.level)?;
    let mut builder = BlockBuilder::new(options.codec);
    let mut recoded = Recoded { blocks: Vec::new(), found: Vec::new(), end: 0 };
    for (index, games) in run {
        recoded.end = games.end;
        let mut failed = None;
        let mut add = |game: &Game| -> Result<()> {
            builder.add_trusted(game)?;
            if builder.is_full() {
                let full = std::mem::replace(&mut builder, BlockBuilder::new(options.codec));
                recoded.blocks.push(full.finish(&mut compressor)?);
            }
            Ok(())
        };
        let found = salvage_block(reader, index, games, |game| {
            if failed.is_none() {
                failed = add(game).err();
            }
            Ok(())
        });
        failed.map_or(Ok(()), Err)?;
        recoded.found.extend(found);
    }
    if builder.games() > 0 {
        recoded.blocks.push(builder.finish(&mut compressor)?);
    }
    Ok(recoded)
}
