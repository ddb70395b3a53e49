//! Clock times and evaluations in the comments of main lines.

use crate::{
    Game, Result, Token, Walker,
    text::{Evaluation, clock_of_comment},
};

/// Values in the comments of a main line, after each ply.
#[derive(Default)]
pub(super) struct CommentValues {
    /// Remaining clock time of the player who moved, in milliseconds.
    pub(super) clocks: Vec<Option<i32>>,
    /// Evaluation of the position after the ply, from White's side: in centipawns, or [`MATE`] minus the number of moves to mate.
    pub(super) evaluations: Vec<Option<i16>>,
}

/// Mate in 0 for White; negative for Black. All other evaluations are at least 1,000 closer to 0.
const MATE: i16 = i16::MAX;

impl CommentValues {
    /// Reads the values of a game: for each ply, the last value in a comment after it.
    ///
    /// Errors: as [`Walker`], [`crate::ErrorCode::NoMemory`].
    pub(super) fn read(&mut self, game: &Game) -> Result<()> {
        let plies = game.moves.len();
        self.clocks.clear();
        self.clocks.try_reserve(plies)?;
        self.clocks.resize(plies, None);
        self.evaluations.clear();
        self.evaluations.try_reserve(plies)?;
        self.evaluations.resize(plies, None);
        // No values to read. The moves of such a game may not have been read, only its tags.
        if game.tokens().len() == 0 {
            return Ok(());
        }
        for step in Walker::without_positions(game) {
            let step = step?;
            let (Token::Comment(text) | Token::LineComment(text), 0) = (step.token, step.depth) else { continue };
            let Some(ply) = step.ply.checked_sub(1) else { continue };
            if let Some(clock) = clock_of_comment(text) {
                self.clocks[ply] = Some(clock);
            }
            if let Some(evaluation) = Evaluation::of_comment(text) {
                self.evaluations[ply] = Some(number_of(evaluation));
            }
        }
        Ok(())
    }
}

fn number_of(evaluation: Evaluation) -> i16 {
    match evaluation {
        Evaluation::Centipawns(centipawns) => centipawns,
        Evaluation::WhiteMates(moves) => MATE - moves as i16,
        Evaluation::BlackMates(moves) => moves as i16 - MATE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, Reader, games_from_pgn, pack_games};

    #[test]
    fn tags_alone_have_no_comments() {
        let (games, _) = games_from_pgn(b"[White \"A\"]\n\n1. e4 *\n").unwrap();
        let reader = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
        let mut game = Game::new();
        reader.read_tags(0, &mut game).unwrap();
        let mut values = CommentValues { clocks: vec![Some(1)], evaluations: vec![Some(1)] };
        values.read(&game).unwrap();
        assert!(values.clocks.is_empty() && values.evaluations.is_empty());
    }

    #[test]
    fn mates_are_beyond_all_other_evaluations() {
        let evaluations = [
            (Evaluation::Centipawns(-31_000), -31_000),
            (Evaluation::WhiteMates(3), 32_764),
            (Evaluation::BlackMates(12), -32_755),
            (Evaluation::WhiteMates(0), 32_767),
        ];
        for (evaluation, expected) in evaluations {
            assert_eq!(number_of(evaluation), expected, "{evaluation:?}");
        }
    }
}
