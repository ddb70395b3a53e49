//! The moves of a group, read without its block (`index.10`).

use std::{borrow::Cow, ops::Range};

use shakmaty::Chess;

use super::{
    bits::malformed,
    directory::{CoveredBlock, MovesPlace},
    group::GroupRecord,
};
use crate::{
    Codec, Error, ErrorCode, PackedMove, Result, codecs::byte, coding::wire::crc32c, container::Fetch, limits, memory,
};

/// The main lines of a group.
pub(crate) struct GroupMoves<'a> {
    codec: Codec,
    record: &'a GroupRecord,
    bytes: Cow<'a, [u8]>,
    /// The moves of all games of a run.
    run: Option<Vec<PackedMove>>,
    /// Where the code of each game ends, or, of a run, its moves.
    ends: Vec<u64>,
}

impl<'a> GroupMoves<'a> {
    /// Where the moves of a group of `block` are in the file; `None` if they are only found by the block's header.
    ///
    /// Errors: [`ErrorCode::SectionMalformed`] for a place that no file has.
    pub(crate) fn range(block: &CoveredBlock, record: &GroupRecord) -> Result<Option<Range<u64>>> {
        let (MovesPlace::Games { offset, .. } | MovesPlace::Runs { offset, .. }) = block.moves else {
            return Ok(None);
        };
        let start = block.start.checked_add(offset).ok_or_else(|| malformed("an offset of moves"))?;
        Ok(Some(start + record.moves.start..start + record.moves.end))
    }

    /// Reads the moves of a group of `block`, which ends at `end` of the file; `None` if they are only found by the block's header.
    ///
    /// Errors: [`ErrorCode::ChecksumSection`], [`ErrorCode::UnsupportedCodec`], [`ErrorCode::SectionMalformed`] for moves outside of the
    /// block, those of decoding a run, and of `file`.
    pub(crate) fn load(
        block: &CoveredBlock,
        end: u64,
        record: &'a GroupRecord,
        file: &'a dyn Fetch,
    ) -> Result<Option<GroupMoves<'a>>> {
        let (MovesPlace::Games { param, .. } | MovesPlace::Runs { param, .. }) = block.moves else {
            return Ok(None);
        };
        let codec = Codec::from_param(param)?;
        let Some(range) = GroupMoves::range(block, record)? else { return Ok(None) };
        let start = range.start;
        if range.end > end {
            return Err(malformed("moves outside of their block").with_offset(start));
        }
        let bytes = file.fetch(range)?;
        if crc32c(&bytes) != record.moves_crc {
            let error = Error::new(ErrorCode::ChecksumSection, "the moves of a group are corrupt (checksum)");
            return Err(error.with_offset(start));
        }
        let run = match block.moves {
            MovesPlace::Runs { .. } => Some(run_moves(codec, record, &bytes)?),
            _ => None,
        };
        let (is_run, mut at) = (run.is_some(), 0);
        let ends = memory::collected(record.games.iter().map(|game| {
            at += u64::from(if is_run { game.plies } else { game.size });
            at
        }))?;
        Ok(Some(GroupMoves { codec, record, bytes, run, ends }))
    }

    /// The part of a game, of the codes or the moves of all games.
    fn part<'p, T>(&self, game: usize, all: &'p [T]) -> Result<&'p [T]> {
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        let part = all.get(start as usize..self.ends[game] as usize);
        part.ok_or_else(|| malformed("moves outside of their group"))
    }

    /// The main line of a game as code of `byte`; `moves` and `code` are working memory.
    pub(crate) fn byte_code<'c>(
        &'c self,
        game: usize,
        start: Option<&Chess>,
        code: &'c mut Vec<u8>,
    ) -> Result<Cow<'c, [u8]>> {
        let own = match &self.run {
            None if self.codec == Codec::Byte => return self.part(game, &self.bytes).map(Cow::Borrowed),
            None => Some(self.part(game, &self.bytes)?),
            Some(_) => None,
        };
        let standard = Chess::new();
        let (start, plies) = (start.unwrap_or(&standard), self.record.games[game].plies as usize);
        let mut decoded = Vec::new();
        let moves = match (&self.run, own) {
            (Some(run), _) => self.part(game, run)?,
            (None, own) => {
                self.codec.decode_trusted(start, own.unwrap_or_default(), plies, &mut decoded)?;
                &decoded
            }
        };
        code.clear();
        byte::encode_trusted(start, moves, code)?;
        Ok(Cow::Borrowed(code))
    }
}

fn run_moves(codec: Codec, record: &GroupRecord, code: &[u8]) -> Result<Vec<PackedMove>> {
    // limits.5: with runs a ply may take no bit.
    if record.games.iter().any(|game| game.plies as usize > limits::MAX_PLIES_IN_RUN) {
        return Err(malformed("a game of a run has more plies than it may"));
    }
    let group = record.starts()?;
    let starts = (0..record.games.len()).map(|game| Ok(group.of_game(game)?.unwrap_or_default()));
    let starts: Vec<Chess> = memory::all(starts)?;
    let starts = memory::collected(starts.iter().zip(&record.games).map(|(start, game)| (start, game.plies as usize)))?;
    let mut moves = Vec::new();
    codec.decode_run(&starts, code, &mut moves)?;
    Ok(moves)
}
