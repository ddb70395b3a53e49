//! Finding the first match of a game, for a target of any type.

use super::{
    first_match::{LineFinder, LineMatch},
    matcher::Matcher,
    prefilter::Prefilter,
    variations::{VariationMatch, first_in_variations},
};
use crate::{Game, Position, Result};

/// Finds the first match of a game. Makes one virtual call per game; only the loop over the plies is compiled for each type of matcher.
pub(crate) trait Finder: Sync {
    /// Returns the first match of a line, which is given as code of `byte`; `start` is `None` for the standard start.
    fn find(&self, start: Option<&Position>, code: &[u8]) -> Result<Option<LineMatch>>;

    /// Returns the first match in the variations of a game.
    fn find_in_variations(&self, game: &Game) -> Result<Option<VariationMatch>>;

    /// Returns whether no line from the standard start can match.
    fn is_unreachable(&self) -> bool;

    /// Returns the filter of games by their summaries.
    fn prefilter(&self) -> Prefilter;
}

/// The finder of a matcher.
pub(crate) struct MatchFinder<'a, M: Matcher> {
    matcher: &'a M,
    /// For lines from the standard start.
    standard: LineFinder<'a, M>,
}

impl<'a, M: Matcher> MatchFinder<'a, M> {
    pub(crate) fn new(matcher: &'a M) -> MatchFinder<'a, M> {
        MatchFinder { matcher, standard: LineFinder::new(matcher, &Position::default()) }
    }
}

impl<M: Matcher> Finder for MatchFinder<'_, M> {
    fn find(&self, start: Option<&Position>, code: &[u8]) -> Result<Option<LineMatch>> {
        match start {
            None => self.standard.find(code),
            Some(start) => LineFinder::new(self.matcher, start).find(code),
        }
    }

    fn find_in_variations(&self, game: &Game) -> Result<Option<VariationMatch>> {
        first_in_variations(&|board| self.matcher.matches(board), game)
    }

    fn is_unreachable(&self) -> bool {
        self.standard.is_unreachable()
    }

    fn prefilter(&self) -> Prefilter {
        Prefilter::new(self.matcher.required(), M::IS_EXACT)
    }
}
