//! Adding, changing and removing comments and NAGs.

use super::{invalid, steps::Steps};
use crate::{Game, Result, Token};

/// # Comments and NAGs at any place
///
/// Places and common errors are as under *Moves at any place*.
impl Game {
    /// Adds a comment or a NAG after a place, behind the NAGs that directly follow it, and returns its place. At place 0 it comes before
    /// the first move of the game; at the begin of a variation, before the first move of the variation.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for another token,
    /// and for text that such a comment cannot hold; [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) after the unparsed text of a
    /// variation.
    pub fn add_note_at(&mut self, place: usize, note: Token<'_>) -> Result<usize> {
        check_note(note)?;
        let mut steps = Steps::of(self)?;
        steps.check_place(place)?;
        let nags = steps.list[place..].iter().take_while(|step| matches!(step, Token::Nag(_))).count();
        steps.insert(place + nags, [note].into_iter())?;
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(place + nags + 1)
    }

    /// Replaces the comment or NAG at a place.
    ///
    /// # Errors
    ///
    /// As [`Game::add_note_at`], and [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without a
    /// comment or NAG.
    pub fn set_note_at(&mut self, place: usize, note: Token<'_>) -> Result<()> {
        check_note(note)?;
        let mut steps = Steps::of(self)?;
        let index = note_at(&steps, place)?;
        steps.list[index] = note;
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(())
    }

    /// Removes the comment or NAG at a place. The places of all later steps decrease by one.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without
    /// a comment or NAG.
    pub fn remove_note_at(&mut self, place: usize) -> Result<()> {
        let mut steps = Steps::of(self)?;
        let index = note_at(&steps, place)?;
        steps.list.remove(index);
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(())
    }
}

fn is_note(token: Token<'_>) -> bool {
    matches!(token, Token::Nag(_) | Token::Comment(_) | Token::LineComment(_) | Token::Escape(_))
}

fn check_note(token: Token<'_>) -> Result<()> {
    if is_note(token) { Ok(()) } else { Err(invalid("neither a comment nor a NAG".to_owned())) }
}

/// Returns the index of the note at a place.
fn note_at(steps: &Steps<'_>, place: usize) -> Result<usize> {
    let index = steps.step_at(place)?;
    if is_note(steps.list[index]) {
        Ok(index)
    } else {
        Err(invalid(format!("what is at place {place} is neither a comment nor a NAG")))
    }
}
