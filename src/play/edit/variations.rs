//! Adding, removing and promoting variations.

use std::ops::Range;

use super::{
    invalid,
    steps::{Steps, step},
    wrong_state,
};
use crate::{Game, PackedMove, Result, Token, memory};

/// # Variations at any place
///
/// Places and common errors are as under *Moves at any place*. The variation at a place is the innermost variation around it; a variation
/// contains its own begin and end.
impl Game {
    /// Adds a variation: `moves` replace the move at a place. It follows the move's existing variations. Returns the place of its first
    /// move.
    ///
    /// # Errors
    ///
    /// Errors of [`Game::add_move_at`]; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without a move, and
    /// if `moves` is empty.
    pub fn add_variation_at(&mut self, place: usize, moves: &[PackedMove]) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        let replaced = steps.move_at(place)?;
        if moves.is_empty() {
            return Err(invalid("a variation without moves".to_owned()));
        }
        let begin = steps.next_in_line(replaced + 1);
        let variation = [Token::Begin].into_iter().chain(moves.iter().map(step)).chain([Token::End]);
        steps.insert(begin, memory::collected(variation)?.into_iter())?;
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(begin + 2)
    }

    /// Removes the variation at a place, with its content. Returns the place of the move before the one that the variation replaced, or of
    /// the start of that line.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place in the
    /// main line.
    pub fn remove_variation_at(&mut self, place: usize) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        let variation = steps.variation_at(place)?;
        let before = steps.place_before(steps.replaced_by(&variation));
        steps.list.drain(variation);
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(before)
    }

    /// Promotes the variation at a place by one level: its moves replace the moves of the line around it, from the replaced move to the end
    /// of the line. The replaced moves become a variation. The other variations of the replaced move become variations of the first
    /// promoted move. Returns the new place of the step at `place`; for the begin or the end of the variation, the new place of its first
    /// move.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place in the
    /// main line; [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) for a variation without moves, and if unparsed text would enter
    /// or leave the main line.
    pub fn promote_variation_at(&mut self, place: usize) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        let variation = steps.variation_at(place)?;
        let place = promote(&mut steps, &variation, place)?;
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(place)
    }

    /// Promotes the variation at a place, and the variations around it, until it is the main line. Returns the new place, like
    /// [`Game::promote_variation_at`].
    ///
    /// # Errors
    ///
    /// As [`Game::promote_variation_at`].
    pub fn promote_to_main_line_at(&mut self, place: usize) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        let mut variation = Ok(steps.variation_at(place)?);
        let mut place = place;
        while let Ok(promoted) = variation {
            place = promote(&mut steps, &promoted, place)?;
            variation = steps.variation_at(place);
        }
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(place)
    }
}

/// Promotes a variation by one step. Returns the new place of the step at `place`; for a begin or an end, the place of the first move.
fn promote(steps: &mut Steps<'_>, variation: &Range<usize>, place: usize) -> Result<usize> {
    let order = promoted_order(steps, variation)?;
    let is_bracket = place == variation.start + 1 || place == variation.end;
    let index = if is_bracket { steps.next_in_line(variation.start + 1) } else { place - 1 };
    steps.list = memory::collected(order.iter().map(|index| steps.list[*index]))?;
    Ok(order.iter().position(|old| *old == index).map_or(place, |new| new + 1))
}

/// Returns the steps' old indices in the order after promoting a variation.
///
/// `M a (x) b (l V c w) d (y) N` becomes `l V c (x) (M a b d N) (y) w`: M and V are moves, N and w the rest of their lines, x and y other
/// variations, a to d notes, l the notes before V.
fn promoted_order(steps: &Steps<'_>, variation: &Range<usize>) -> Result<Vec<usize>> {
    let replaced = steps.replaced_by(variation);
    let siblings_end = steps.next_in_line(replaced + 1);
    let line_end = steps.line_end(replaced + 1);
    let end = variation.end - 1;
    let first = steps.next_in_line(variation.start + 1);
    if !steps.is_move(first) {
        return Err(wrong_state("the variation has no moves"));
    }
    if line_end == steps.list.len() {
        steps.check_parsed(line_end)?;
        steps.check_parsed(end - 1)?;
    }
    let rest = steps.next_in_line(first + 1);
    let (notes, before) = sort_out(steps, replaced + 1..variation.start)?;
    let (notes_after, after) = sort_out(steps, variation.end..siblings_end)?;
    let mut order: Vec<usize> = memory::with_capacity(steps.list.len())?;
    order.extend((0..replaced).chain(variation.start + 1..rest).chain(before));
    order.extend([variation.start, replaced]);
    order.extend(notes.into_iter().chain(notes_after).chain(siblings_end..line_end));
    order.push(end);
    order.extend(after.into_iter().chain(rest..end).chain(line_end..steps.list.len()));
    Ok(order)
}

/// The notes and the variations after a move.
fn sort_out(steps: &Steps<'_>, range: Range<usize>) -> Result<(Vec<usize>, Vec<usize>)> {
    let mut notes = memory::with_capacity(range.len())?;
    let mut variations = memory::with_capacity(range.len())?;
    let mut at = range.start;
    while at < range.end {
        if steps.list[at] == Token::Begin {
            let end = steps.after_variation(at);
            variations.extend(at..end);
            at = end;
        } else {
            notes.push(at);
            at += 1;
        }
    }
    Ok((notes, variations))
}
