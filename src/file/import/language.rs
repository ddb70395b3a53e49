//! The language of piece letters, if the PGN cannot be English.

use super::super::feed::{Games, Item};
use crate::{
    Game, Result,
    pgn::{Batch, Importer, Language},
};

/// Number of games with moves that are inspected.
// pgn.31
const GAMES: usize = 1000;

/// Maximum number of games that are inspected, including games whose moves show no language.
const MAX_GAMES: usize = 10_000;

/// Finds the only language in which the first games can be read, if they cannot be English.
pub(super) struct LanguageGuess {
    left: usize,
    /// Number of games of any kind that are still inspected.
    max_left: usize,
    candidates: Vec<Language>,
    importer: Importer,
    game: Game,
}

impl LanguageGuess {
    pub fn new(language: Language) -> LanguageGuess {
        let left = if language == Language::ENGLISH { GAMES } else { 0 };
        let candidates = Language::others().collect();
        LanguageGuess { left, max_left: MAX_GAMES, candidates, importer: Importer::new(), game: Game::new() }
    }

    /// Inspects the next games. Skips databases, and sources that ended with an error.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    // pgn.31
    pub fn look_at(&mut self, item: &Item) -> Result<()> {
        item.batches.iter().try_for_each(|(_, games)| match games {
            Ok(Games::Pgn(batch)) => self.look_at_batch(batch),
            _ => Ok(()),
        })
    }

    fn look_at_batch(&mut self, batch: &Batch) -> Result<()> {
        for index in 0..batch.games.len() {
            if self.left == 0 || self.max_left == 0 || self.candidates.is_empty() {
                return Ok(());
            }
            self.max_left -= 1;
            let mut reads = |language| -> Result<bool> {
                self.importer.read_game_in(batch, index, language, &mut self.game, &mut Vec::new())?;
                Ok(self.game.unparsed().is_empty())
            };
            let in_english = reads(Language::ENGLISH)?;
            let mut readers = Vec::new();
            for language in &self.candidates {
                if reads(*language)? {
                    readers.push(*language);
                }
            }
            // A game without moves, or with only pawn moves, shows no language.
            if in_english && readers == self.candidates {
                continue;
            }
            self.left -= 1;
            self.candidates = if in_english { Vec::new() } else { readers };
        }
        Ok(())
    }

    /// Returns the language, after all games.
    pub fn found(&self) -> Option<Language> {
        let (first, others) = self.candidates.split_first()?;
        // Languages that differ only in the letter for pawns count as one, because this letter is hardly ever written.
        others.iter().all(|other| other.has_pieces_of(*first)).then_some(*first)
    }
}
