//! Renames a player in all games of a file.

use std::{path::Path, sync::Arc};

use super::{
    compact::{check_sections, copied, make_summaries},
    output::OutputFile,
    sink::Sink,
    system::{Native, System},
    writer::{Encoding, parsed},
};
use crate::{
    Error, ErrorCode, Options, Reader, Result, Tag, Writer,
    chess::tag_section,
    container::{Block, Compressor, EncodedBlock, TagTable},
    index::MovedBlock,
    memory, parallel,
};

/// Renames a player in all games of the file at `path`, and returns the number of games that changed. `from` and `to` are values of the
/// tags `White` and `Black` as they are stored, with escapes of PGN ([`escape`](crate::text::escape)); a name is replaced if it is
/// equal to `from` byte for byte. Other tags with this value keep it.
///
/// Rewrites the file without reading moves: copies blocks without the player, and in other blocks everything except the names.
/// Games keep their numbers, edits and index; the file keeps its id. Deleted games and old versions of replaced games are renamed,
/// too, but not counted. If no game has the name, and none would have it after being restored, the file stays untouched.
///
/// ```no_run
/// # fn main() -> plypack::Result<()> {
/// let games = plypack::files::rename_player("games.plypack", b"Kortchnoi, V", b"Korchnoi, Viktor", 4, |_, _| Ok(()))?;
/// println!("{games} games changed");
/// # Ok(())
/// # }
/// ```
///
/// Readers that have the old file open keep reading it. `progress` gets the games done and the total: each game counts when it is
/// searched, and when it is written. On failure the file is as it was, with the exception described at
/// [`compact`](super::compact::compact).
///
/// # Errors
///
/// [`InvalidArgument`](ErrorCode::InvalidArgument) for an empty name, two equal names, or a new name with a line end;
/// [`LimitExceeded`](ErrorCode::LimitExceeded) for a new name that is too long for its blocks; the errors of
/// [`compact`](super::compact::compact).
pub fn rename_player(
    path: impl AsRef<Path>,
    from: &[u8],
    to: &[u8],
    threads: usize,
    progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<u64> {
    rename_player_by(Arc::new(Native), path.as_ref(), from, to, threads, progress)
}

fn rename_player_by(
    system: Arc<dyn System>,
    path: &Path,
    from: &[u8],
    to: &[u8],
    threads: usize,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<u64> {
    check_names(from, to)?;
    let mut out = OutputFile::create_by(system, path)?;
    let reader = Reader::open(path)?;
    reader.versions().check_writable()?;
    let mut renaming = Renaming { reader: &reader, from, to, threads, progress: &mut progress };
    let found = renaming.find();
    match found {
        Ok(found) if !found.is_stored => out.abort().map(|()| 0).map_err(Error::from),
        Ok(found) => renaming.write(out, &found.blocks).map(|()| found.games),
        Err(e) => out.abort().map_err(Error::from).and(Err(e)),
    }
    .map_err(|e| e.context(path.display()))
}

fn check_names(from: &[u8], to: &[u8]) -> Result<()> {
    let message = if from.is_empty() || to.is_empty() {
        "the name of a player is empty"
    } else if from == to {
        "the old and the new name of the player are equal"
    } else if !tag_section::fits(Tag::Pair(b"White", to)) {
        "the name of a player has a line end"
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorCode::InvalidArgument, message))
}

/// The blocks and games in which a player occurs.
struct Found {
    /// A mark for each block; blocks of replacements come last.
    blocks: Vec<bool>,
    /// Games that are not deleted or replaced.
    games: u64,
    /// True if a game has the name, or would have it after being restored.
    is_stored: bool,
}

struct Renaming<'a> {
    reader: &'a Reader,
    from: &'a [u8],
    to: &'a [u8],
    threads: usize,
    progress: &'a mut dyn FnMut(u64, u64) -> Result<()>,
}

impl Renaming<'_> {
    fn find(&mut self) -> Result<Found> {
        let reader = self.reader;
        let from = self.from;
        let replacements = memory::collected(reader.replacement_blocks())?;
        let find =
            |index| reader.with_block(index, |header, fetch| TagTable::load(header, fetch)?.games_of_player(from));
        let mut found = Found { blocks: memory::with_capacity(reader.all_blocks().len())?, games: 0, is_stored: false };
        let total = self.total();
        let mut done = 0;
        let mut blocks = 0..reader.all_blocks().len();
        parallel::in_order(
            self.threads,
            || Ok(blocks.next()),
            |index| Ok((index, find(index)?)),
            |(index, places)| {
                let info = reader.block_info(index);
                let is_game = |place: &&usize| {
                    if index < reader.blocks().len() {
                        reader.edit(info.first_game + **place as u64).is_none()
                    } else {
                        replacements.iter().any(|of| of.block == index && of.number_of(**place).is_some())
                    }
                };
                let games = places.iter().filter(is_game).count() as u64;
                found.games += games;
                found.is_stored |= games > 0 || (index < reader.blocks().len() && !places.is_empty());
                found.blocks.push(!places.is_empty());
                done += info.games;
                (self.progress)(done, total)
            },
        )?;
        Ok(found)
    }

    /// Writes all blocks; `marks` says which of them contain the player.
    fn write(&mut self, out: OutputFile, marks: &[bool]) -> Result<()> {
        let mut writer = Writer::new(out, Options::default().or_codec_of(self.reader)?)?;
        writer.versions_mut().add_profiles(self.reader.versions());
        let committed = self.reader.committed().expect("a file that was opened");
        writer.takes_over(self.reader.state(), true);
        writer.takes_edits(&committed.footer, self.reader.versions());
        match self.write_blocks(&mut writer, marks).and_then(|()| self.write_index(&mut writer)) {
            Ok(()) => writer.finish().map(drop),
            Err(e) => writer.abort().and(Err(e)),
        }
    }

    fn write_blocks(&mut self, writer: &mut Writer<OutputFile>, marks: &[bool]) -> Result<()> {
        let reader = self.reader;
        let from = self.from;
        let to = self.to;
        let mut done = self.games();
        let total = self.total();
        let mut blocks = 0..marks.len();
        parallel::in_order(
            self.threads,
            || Ok(blocks.next()),
            |index| Ok((index, if marks[index] { renamed(reader, index, from, to)? } else { copied(reader, index)? })),
            |(index, block)| {
                writer.write_copied(block, index >= reader.blocks().len())?;
                done += reader.block_info(index).games;
                (self.progress)(done, total)
            },
        )
    }

    /// Writes the segments of the index, which name their blocks; rebuilds the index if a segment is damaged.
    fn write_index(&mut self, writer: &mut Writer<OutputFile>) -> Result<()> {
        if !self.reader.index_corruption().is_empty() {
            let total = self.total();
            return writer.add_index(self.threads, |_, _| (self.progress)(total, total)).map(drop);
        }
        if self.reader.segments()?.is_empty() {
            return Ok(());
        }
        let written = writer.written()?;
        for found in self.reader.segments()? {
            let moved = memory::all(found.blocks.clone().map(|index| {
                let start = written.block_info(index).range.start;
                written.block_header(index).map(|header| MovedBlock { start, header })
            }))?;
            writer.write_segment(found.blocks.start as u64, found.blocks.len() as u64, |write| {
                found.segment.write_moved(&moved, self.reader.file(), write)
            })?;
        }
        Ok(())
    }

    /// Returns the number of games in all blocks, including replacements.
    fn games(&self) -> u64 {
        self.reader.all_blocks().iter().map(|block| block.games).sum()
    }

    fn total(&self) -> u64 {
        2 * self.games()
    }
}

fn renamed(reader: &Reader, index: usize, from: &[u8], to: &[u8]) -> Result<EncodedBlock> {
    check_sections(reader, index)?;
    let mut block = reader.with_block(index, |header, fetch| {
        let mut compressor = Compressor::new(Encoding::of(header.codec()?).level)?;
        TagTable::load(header, fetch)?.renamed(from, to, &mut compressor)
    })?;
    make_summaries(reader, index, &mut block)?;
    // Readers limit the total length of names: in a small block, a long name may be too much.
    let (header, bytes) = parsed(&block)?;
    Block::load(header, &bytes).map_err(|e| Error::new(e.code(), e.message()).context("with the new name"))?;
    Ok(block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, files::add_index, games_from_pgn, pack_games, verify};

    #[test]
    fn a_damaged_index_is_made_anew() {
        let games = games_from_pgn(b"[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n").unwrap().0;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        std::fs::write(&path, pack_games(&games, Codec::Byte).unwrap()).unwrap();
        add_index(&path, 1, |_, _| Ok(())).unwrap();
        let end = Reader::open(&path).unwrap().segments().unwrap()[0].segment.range.end;
        let mut file = std::fs::read(&path).unwrap();
        file[end as usize - 1] ^= 1;
        std::fs::write(&path, file).unwrap();
        assert!(!Reader::open(&path).unwrap().index_corruption().is_empty());
        assert_eq!(rename_player(&path, b"A", b"B", 1, |_, _| Ok(())).unwrap(), 1);
        let reader = Reader::open(&path).unwrap();
        assert!(verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
        assert_eq!(reader.indexed().0, 1);
    }
}
