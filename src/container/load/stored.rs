//! Games as a block stores them.

use super::Block;
use crate::{
    Codec, Game, PackedMove, Position, Result, Start,
    container::{SUMMARY_LEN, StoredGame, StoredSummaries, Summaries, section::malformed, summary},
};

impl Block {
    /// Returns whether blocks of `codec` store games as this block does, each game separately. If so, the result of
    /// [`Block::stored`] can be copied into them.
    pub fn stores_as(&self, codec: Codec) -> bool {
        self.codec() == codec && !codec.shares_runs() && self.annotations.are_as_with(codec)
    }

    /// Fills `tags` with tags and start of game `number`, and returns its moves and annotations as they are stored, for copying into a
    /// block that [stores games in the same way](Block::stores_as).
    ///
    /// # Errors
    ///
    /// The errors of [`Block::read_tags`], and an error for a code that does not decode.
    pub fn stored(&self, number: usize, tags: &mut Game) -> Result<StoredGame<'_>> {
        self.read_tags(number, tags)?;
        let plies = self.movetext.plies[number];
        if tags.start == Start::Unreadable && plies > 0 {
            // container.11
            return Err(malformed("moves from a start that cannot be read"));
        }
        let summary = if self.states.of_game(number).has_standard_start() {
            let mut moves = std::mem::take(&mut tags.moves);
            let summary = self.trusted_summary(number, &mut moves);
            moves.clear();
            tags.moves = moves;
            summary?
        } else {
            [0; SUMMARY_LEN]
        };
        let (tokens, texts, unparsed) = self.annotations.stored(number);
        Ok(StoredGame { plies, code: self.move_code(number), tokens, texts, unparsed, summary })
    }

    /// Recomputes the summaries of all games. A game whose moves cannot be read keeps its summary in `stored`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
    pub fn summaries(&self, stored: &StoredSummaries) -> Result<Summaries> {
        let mut summaries = Summaries::default();
        let mut moves = Vec::new();
        for number in 0..self.header.games {
            if !self.states.of_game(number).has_standard_start() {
                summaries.push(false, &[])?;
                continue;
            }
            match self.trusted_summary(number, &mut moves) {
                Err(e) if e.is_temporary() => return Err(e),
                made => summaries.push_row(made.unwrap_or_else(|_| stored.row(number)))?,
            }
        }
        Ok(summaries)
    }

    /// Returns the summary of a game from the standard start, without checking that its moves are legal; puts the moves into `moves`.
    fn trusted_summary(&self, number: usize, moves: &mut Vec<PackedMove>) -> Result<[u8; SUMMARY_LEN]> {
        moves.clear();
        if self.codec().shares_runs() {
            self.read_line(number, moves)?;
        } else {
            let plies = self.movetext.plies[number] as usize;
            self.codec().decode_trusted(&Position::default(), self.move_code(number), plies, moves)?;
        }
        Ok(summary(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ErrorCode,
        container::{BlockBuilder, BlockHeader, Compressor},
        games_from_pgn,
    };

    fn loaded(builder: BlockBuilder) -> Block {
        let block = builder.finish(&mut Compressor::new(1).unwrap()).unwrap();
        let bytes = [&block.header(false, 0).unwrap()[..], block.sections()].concat();
        Block::load(BlockHeader::parse(&bytes).unwrap(), &bytes).unwrap()
    }

    /// container.11: a game from an unreadable start has no moves.
    #[test]
    fn moves_from_an_unreadable_start_are_not_copied() {
        let mut builder = BlockBuilder::new(Codec::Byte);
        builder.add(&games_from_pgn(b"1. e4 e5 *").unwrap().0[0]).unwrap();
        let source = loaded(builder);
        let mut tags = Game::new();
        let stored = source.stored(0, &mut tags).unwrap();
        tags.start = Start::Unreadable;
        let mut builder = BlockBuilder::new(Codec::Byte);
        builder.add_stored(&stored, &tags).unwrap();
        builder.add_stored(&StoredGame { plies: 0, code: &[], ..stored }, &tags).unwrap();
        let block = loaded(builder);
        assert_eq!(block.stored(0, &mut tags).err().unwrap().code(), ErrorCode::SectionMalformed);
        assert_eq!(block.stored(1, &mut tags).unwrap().plies, 0);
    }
}
