//! The moves of a group, read without its block (`index.10`).

use std::{borrow::Cow, ops::Range};

use super::{
    bits::malformed,
    directory::{CoveredBlock, MovesPlace},
    group::GroupRecord,
};
use crate::{
    Codec, Error, ErrorCode, PackedMove, Position, Result, codecs::byte, coding::wire::crc32c, container::Fetch,
    limits, memory,
};

/// The main lines of a group.
pub(crate) struct GroupMoves<'a> {
    codec: Codec,
    record: &'a GroupRecord,
    bytes: Cow<'a, [u8]>,
    /// The moves of all games of a run.
    run: Option<Vec<PackedMove>>,
    /// Ends of the codes of the games or, in a run, ends of their moves.
    ends: Vec<u64>,
}

impl<'a> GroupMoves<'a> {
    /// Returns the range in the file of the moves of a group of `block`. `None` if the moves can be found only with the
    /// block's header.
    ///
    /// Errors: [`ErrorCode::SectionMalformed`] if no file can have this range.
    pub(crate) fn range(block: &CoveredBlock, record: &GroupRecord) -> Result<Option<Range<u64>>> {
        let (MovesPlace::Games { offset, .. } | MovesPlace::Runs { offset, .. }) = block.moves else {
            return Ok(None);
        };
        let start = block.start.checked_add(offset).ok_or_else(|| malformed("an offset of moves"))?;
        Ok(Some(start + record.moves.start..start + record.moves.end))
    }

    /// Reads the moves of a group of `block`. `end` is the file offset at which the block ends. `None` if the moves can
    /// be found only with the block's header.
    ///
    /// Errors: [`ErrorCode::ChecksumSection`]; [`ErrorCode::UnsupportedCodec`]; [`ErrorCode::SectionMalformed`] for moves outside of the
    /// block; errors from decoding a run and from `file`.
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
        let is_run = run.is_some();
        let mut at = 0;
        let ends = memory::collected(record.games.iter().map(|game| {
            at += u64::from(if is_run { game.plies } else { game.size });
            at
        }))?;
        Ok(Some(GroupMoves { codec, record, bytes, run, ends }))
    }

    /// Returns the part of `all`, the codes or moves of all games, that belongs to a game.
    fn part<'p, T>(&self, game: usize, all: &'p [T]) -> Result<&'p [T]> {
        let start = if game == 0 { 0 } else { self.ends[game - 1] };
        let part = all.get(start as usize..self.ends[game] as usize);
        part.ok_or_else(|| malformed("moves outside of their group"))
    }

    /// Returns the main line of a game as code of `byte`; `moves` and `code` are buffers.
    pub(crate) fn byte_code<'c>(
        &'c self,
        game: usize,
        start: Option<&Position>,
        code: &'c mut Vec<u8>,
    ) -> Result<Cow<'c, [u8]>> {
        let own = match &self.run {
            None if self.codec == Codec::Byte => return self.part(game, &self.bytes).map(Cow::Borrowed),
            None => Some(self.part(game, &self.bytes)?),
            Some(_) => None,
        };
        let standard = Position::default();
        let start = start.unwrap_or(&standard);
        let plies = self.record.games[game].plies as usize;
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
    // limits.5: in a run, a ply can take no bits, so the bytes do not limit the plies.
    if record.games.iter().any(|game| game.plies as usize > limits::MAX_PLIES_IN_RUN) {
        return Err(malformed("a game of a run has more plies than it may"));
    }
    let group = record.starts()?;
    let starts = (0..record.games.len()).map(|game| Ok(group.of_game(game)?.unwrap_or_default()));
    let starts: Vec<Position> = memory::all(starts)?;
    let starts = memory::collected(starts.iter().zip(&record.games).map(|(start, game)| (start, game.plies as usize)))?;
    let mut moves = Vec::new();
    codec.decode_run(&starts, code, &mut moves)?;
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::{
        super::group::{GameRecord, GameStart},
        *,
    };

    fn game(plies: u32, size: u32) -> GameRecord {
        GameRecord { start: GameStart::Standard, plies, size, ratings: [0; 2], year: 0, result: 0 }
    }

    /// A group whose moves are bytes 3 to 6 of a file, in a block that starts at byte 1.
    fn group(sizes: [u32; 2]) -> (CoveredBlock, GroupRecord) {
        let moves = MovesPlace::Games { param: Codec::Byte.param(), offset: 2 };
        let block = CoveredBlock { start: 1, crc: 0, games: 2, moves, groups: 0..1, numbers: 0..2 };
        let games = sizes.map(|size| game(size, size)).to_vec();
        (block, GroupRecord { moves: 0..4, moves_crc: crc32c(&[3, 4, 5, 6]), games, fens: Vec::new() })
    }

    #[test]
    fn moves_end_within_their_block() {
        let (block, record) = group([3, 1]);
        let file: Vec<u8> = (0..9).collect();
        let moves = GroupMoves::load(&block, 7, &record, &file).unwrap().unwrap();
        let mut code = Vec::new();
        assert_eq!(&*moves.byte_code(0, None, &mut code).unwrap(), [3, 4, 5]);
        assert_eq!(&*moves.byte_code(1, None, &mut code).unwrap(), [6]);
        let error = GroupMoves::load(&block, 6, &record, &file).err().unwrap();
        assert_eq!((error.code(), error.offset()), (ErrorCode::SectionMalformed, Some(3)));
    }

    #[test]
    fn codes_end_within_their_group() {
        let file: Vec<u8> = (0..9).collect();
        for sizes in [[3, 2], [3, u32::MAX]] {
            let (block, record) = group(sizes);
            let moves = GroupMoves::load(&block, 7, &record, &file).unwrap().unwrap();
            let mut code = Vec::new();
            assert!(moves.byte_code(0, None, &mut code).is_ok());
            assert!(moves.byte_code(1, None, &mut code).is_err());
        }
    }

    /// The bytes of a run do not limit its plies: `tight` decodes any number of plies from no bytes.
    #[test]
    fn plies_of_a_run_have_a_bound() {
        let (_, mut record) = group([0, 0]);
        for (plies, is_good) in [(limits::MAX_PLIES_IN_RUN, true), (limits::MAX_PLIES_IN_RUN + 1, false)] {
            record.games = vec![game(plies as u32, 0)];
            assert_eq!(run_moves(Codec::Tight, &record, &[]).is_ok(), is_good, "{plies}");
        }
    }
}
