//! The steps of a game as a list, with methods that find and change places.
//!
//! A place is also an index of the list: the index of the step that follows the place.

use std::ops::Range;

use super::{invalid, wrong_state};
use crate::{Error, ErrorCode, Game, GameBuilder, PackedMove, Result, Start, Token, Walker, memory};

/// The steps of a walk through a game.
pub(super) struct Steps<'a> {
    pub(super) list: Vec<Token<'a>>,
    /// The main line ends with unparsed text.
    has_unparsed: bool,
}

impl<'a> Steps<'a> {
    pub(super) fn of(game: &'a Game) -> Result<Steps<'a>> {
        if game.start == Start::Unreadable || game.continued {
            return Err(wrong_state("the movetext of the game was not parsed"));
        }
        let list = memory::all(Walker::without_positions(game).map(|step| step.map(|s| s.token)))?;
        Ok(Steps { list, has_unparsed: !game.unparsed().is_empty() })
    }

    /// Returns the game with these steps.
    pub(super) fn into_game(self, old: &Game) -> Result<Game> {
        let mut game = Game::new();
        for tag in old.tags() {
            game.push_tag_line(tag)?;
        }
        game.start = old.start.clone();
        let mut builder = GameBuilder::from(game);
        self.list.iter().try_for_each(|step| builder.add_step(*step))?;
        let mut game = builder.finish()?;
        game.termination = old.termination;
        if self.has_unparsed {
            game.set_unparsed(old.unparsed())?;
        }
        Ok(game)
    }

    pub(super) fn check_place(&self, place: usize) -> Result<()> {
        if place > self.list.len() {
            let message = format!("there is no place {place}; the game has {} steps", self.list.len());
            return Err(Error::new(ErrorCode::OutOfRange, message));
        }
        Ok(())
    }

    /// The index of the step at a place.
    pub(super) fn step_at(&self, place: usize) -> Result<usize> {
        self.check_place(place)?;
        place.checked_sub(1).ok_or_else(|| invalid("no step is at place 0".to_owned()))
    }

    /// The index of the move at a place.
    pub(super) fn move_at(&self, place: usize) -> Result<usize> {
        let index = self.step_at(place)?;
        if self.is_move(index) { Ok(index) } else { Err(invalid(format!("what is at place {place} is not a move"))) }
    }

    pub(super) fn is_move(&self, index: usize) -> bool {
        matches!(self.list.get(index), Some(Token::Move(_)))
    }

    /// After the variation that begins at `begin`.
    pub(super) fn after_variation(&self, begin: usize) -> usize {
        let mut depth = 0;
        for (index, step) in self.list.iter().enumerate().skip(begin) {
            depth += i32::from(*step == Token::Begin) - i32::from(*step == Token::End);
            if depth == 0 {
                return index + 1;
            }
        }
        self.list.len()
    }

    /// The begin of the variation that ends at `end`.
    fn begin_of(&self, end: usize) -> usize {
        let mut depth = 0;
        for (index, step) in self.list.iter().enumerate().take(end + 1).rev() {
            depth += i32::from(*step == Token::End) - i32::from(*step == Token::Begin);
            if depth == 0 {
                return index;
            }
        }
        0
    }

    /// Returns the next move of the line, its unparsed text or its end; skips notes and variations.
    pub(super) fn next_in_line(&self, mut place: usize) -> usize {
        loop {
            match self.list.get(place) {
                None | Some(Token::Move(_) | Token::Raw(_) | Token::End) => return place,
                Some(Token::Begin) => place = self.after_variation(place),
                Some(_) => place += 1,
            }
        }
    }

    /// The end of the line.
    pub(super) fn line_end(&self, place: usize) -> usize {
        let mut at = self.next_in_line(place);
        while matches!(self.list.get(at), Some(Token::Move(_) | Token::Raw(_))) {
            at = self.next_in_line(at + 1);
        }
        at
    }

    /// Returns the place of the last move of the line before `place`; if there is none, the start of the line: its begin, or 0.
    pub(super) fn place_before(&self, mut place: usize) -> usize {
        while let Some(index) = place.checked_sub(1) {
            match self.list[index] {
                Token::Move(_) | Token::Begin => return place,
                Token::End => place = self.begin_of(index),
                _ => place = index,
            }
        }
        0
    }

    /// Returns the innermost variation around a place, from its begin to just after its end.
    pub(super) fn variation_at(&self, place: usize) -> Result<Range<usize>> {
        self.check_place(place)?;
        let is_end = place > 0 && self.list[place - 1] == Token::End;
        let mut at = place - usize::from(is_end);
        loop {
            at = self.place_before(at);
            match at.checked_sub(1) {
                None => return Err(invalid(format!("place {place} is in the main line, not in a variation"))),
                Some(begin) if self.list[begin] == Token::Begin => return Ok(begin..self.after_variation(begin)),
                Some(_) => at -= 1,
            }
        }
    }

    /// The index of the move that a variation replaces.
    pub(super) fn replaced_by(&self, variation: &Range<usize>) -> usize {
        self.place_before(variation.start).saturating_sub(1)
    }

    /// Checks that no unparsed text ends a line.
    pub(super) fn check_parsed(&self, end: usize) -> Result<()> {
        let is_unparsed = match self.list.get(end) {
            None => self.has_unparsed,
            Some(step) => matches!(step, Token::Raw(_)),
        };
        if is_unparsed {
            return Err(wrong_state("the line ends with text that could not be parsed"));
        }
        Ok(())
    }

    pub(super) fn insert(&mut self, place: usize, steps: impl ExactSizeIterator<Item = Token<'a>>) -> Result<()> {
        self.list.try_reserve(steps.len())?;
        self.list.splice(place..place, steps);
        Ok(())
    }

    /// Removes steps. If the end of the main line is removed, the unparsed text behind it is removed too.
    pub(super) fn remove(&mut self, range: Range<usize>) {
        self.has_unparsed &= range.end < self.list.len();
        self.list.drain(range);
    }
}

/// A move as a step.
pub(super) fn step<'a>(m: &PackedMove) -> Token<'a> {
    Token::Move(*m)
}
