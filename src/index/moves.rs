//! The moves of a group, read without its block (`index.10`).

use std::borrow::Cow;

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
}

impl<'a> GroupMoves<'a> {
    /// Reads the moves of a group of `block`; `None` if they are only found by the block's header.
    ///
    /// Errors: [`ErrorCode::ChecksumSection`], [`ErrorCode::UnsupportedCodec`], those of decoding a run, and of `file`.
    pub(crate) fn load(
        block: &CoveredBlock,
        record: &'a GroupRecord,
        file: &'a dyn Fetch,
    ) -> Result<Option<GroupMoves<'a>>> {
        let (MovesPlace::Games { param, offset } | MovesPlace::Runs { param, offset }) = block.moves else {
            return Ok(None);
        };
        let codec = Codec::from_param(param)?;
        let start = block.start.checked_add(offset).ok_or_else(|| malformed("an offset of moves"))?;
        let bytes = file.fetch(start + record.moves.start..start + record.moves.end)?;
        if crc32c(&bytes) != record.moves_crc {
            let error = Error::new(ErrorCode::ChecksumSection, "the moves of a group are corrupt (checksum)");
            return Err(error.with_offset(start + record.moves.start));
        }
        let run = match block.moves {
            MovesPlace::Runs { .. } => Some(run_moves(codec, record, &bytes)?),
            _ => None,
        };
        Ok(Some(GroupMoves { codec, record, bytes, run }))
    }

    /// The main line of a game as code of `byte`; `moves` and `code` are working memory.
    pub(crate) fn byte_code<'c>(
        &'c self,
        game: usize,
        start: Option<&Chess>,
        code: &'c mut Vec<u8>,
    ) -> Result<Cow<'c, [u8]>> {
        let own = match &self.run {
            None if self.codec == Codec::Byte => return self.record.code(game, &self.bytes).map(Cow::Borrowed),
            None => Some(self.record.code(game, &self.bytes)?),
            Some(_) => None,
        };
        let standard = Chess::new();
        let (start, plies) = (start.unwrap_or(&standard), self.record.games[game].plies as usize);
        let mut decoded = Vec::new();
        let moves = match (&self.run, own) {
            (Some(run), _) => line_of(self.record, game, run)?,
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
    let starts = (0..record.games.len()).map(|game| Ok(record.start(game)?.unwrap_or_default()));
    let starts: Vec<Chess> = memory::all(starts)?;
    let starts = memory::collected(starts.iter().zip(&record.games).map(|(start, game)| (start, game.plies as usize)))?;
    let mut moves = Vec::new();
    codec.decode_run(&starts, code, &mut moves)?;
    Ok(moves)
}

/// The moves of a game, of those of all games of its group.
fn line_of<'m>(record: &GroupRecord, game: usize, moves: &'m [PackedMove]) -> Result<&'m [PackedMove]> {
    let start: usize = record.games[..game].iter().map(|game| game.plies as usize).sum();
    let end = start + record.games[game].plies as usize;
    moves.get(start..end).ok_or_else(|| malformed("a game outside of its run"))
}
