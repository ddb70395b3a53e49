//! Adding, replacing and removing moves.

use super::{
    invalid,
    steps::{Steps, step},
};
use crate::{Game, PackedMove, Result, Token};

/// # Moves at any place
///
/// The place of a step of a [`Walker`](crate::Walker) is the number of steps so far, itself included; 0 is before the first step. The
/// methods return a place where the old one does not stay what it was, and leave the game as it was when they fail. All of them fail
/// with [`ErrorCode::OutOfRange`](crate::ErrorCode::OutOfRange) for a place after the end, with
/// [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) for a game whose start is unreadable or that is a continuation, and with
/// [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove) when a move would be illegal, one that follows too: no method drops moves
/// that are not legal any more.
///
/// ```
/// use plypack::{Game, Position, pgn};
///
/// let uci = |text: &str| Position::default().read_uci(text.as_bytes());
/// let mut game = Game::new();
/// let e4 = game.add_move_at(0, uci("e2e4")?)?;
/// let d4 = game.add_move_at(0, uci("d2d4")?)?;
/// game.add_note_at(e4, plypack::Token::Nag(1))?;
/// assert_eq!((e4, d4), (1, 3));
///
/// let mut text = Vec::new();
/// pgn::write_movetext(&game, &mut text)?;
/// assert_eq!(text, b"1. e4 $1 (1. d4)\n");
/// # Ok::<(), plypack::Error>(())
/// ```
impl Game {
    /// Plays a move after a place, as on a board: a move that already follows there, in the line or as the first of a variation, is
    /// found; at the end of its line the move is appended; else it begins a new variation, after those that there are. Returns the
    /// place of the move.
    ///
    /// # Errors
    ///
    /// Errors of all methods here; [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) at the end of a line with text that could not
    /// be parsed; [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded) for variations that are nested too deeply.
    pub fn add_move_at(&mut self, place: usize, m: PackedMove) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        steps.check_place(place)?;
        let next = steps.next_in_line(place);
        if !steps.is_move(next) {
            return self.insert_moves_at(place, &[m]);
        }
        if let Some(found) = find_alternative(&steps, next, m) {
            return Ok(found);
        }
        let begin = steps.next_in_line(next + 1);
        steps.insert(begin, [Token::Begin, step(&m), Token::End].into_iter())?;
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(begin + 2)
    }

    /// Inserts moves into the line after a place, behind the notes and variations that follow directly. What comes after them in the
    /// line must stay legal, so that at the end of a line any moves can be inserted, and elsewhere an even number. Returns the place of
    /// the first one.
    ///
    /// # Errors
    ///
    /// Errors of all methods here; [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) directly before text that could not be parsed.
    pub fn insert_moves_at(&mut self, place: usize, moves: &[PackedMove]) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        steps.check_place(place)?;
        let next = steps.next_in_line(place);
        steps.check_parsed(next)?;
        steps.insert(next, moves.iter().map(step))?;
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(next + 1)
    }

    /// Puts another move in the place of one. Notes, variations and the moves after it stay; these must stay legal: to replace them
    /// too, [remove](Game::remove_moves_at) them first.
    ///
    /// # Errors
    ///
    /// Errors of all methods here; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without a
    /// move.
    pub fn replace_move_at(&mut self, place: usize, m: PackedMove) -> Result<()> {
        let mut steps = Steps::of(self)?;
        let index = steps.move_at(place)?;
        steps.list[index] = step(&m);
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(())
    }

    /// Removes the move at a place and those after it in its line, `count` in all or up to the end of the line, with their notes and
    /// variations. With the end of a line goes its text that could not be parsed; a variation that would be left without moves is
    /// removed. Returns the place before: of the move that came before the first one, or of the start of the line.
    ///
    /// # Errors
    ///
    /// Errors of all methods here; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without a
    /// move and for a count of 0.
    pub fn remove_moves_at(&mut self, place: usize, count: usize) -> Result<usize> {
        let mut steps = Steps::of(self)?;
        let first = steps.move_at(place)?;
        if count == 0 {
            return Err(invalid("a count of 0 moves".to_owned()));
        }
        let mut end = first;
        for _ in 0..count {
            if !steps.is_move(end) {
                break;
            }
            end = steps.next_in_line(end + 1);
        }
        if !steps.is_move(end) {
            end = steps.line_end(end);
        }
        let before = steps.place_before(first);
        let is_whole_line = before > 0 && steps.list[before - 1] == Token::Begin && !steps.is_move(end);
        if is_whole_line {
            return self.remove_variation_at(place);
        }
        steps.remove(first..end);
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(before)
    }
}

/// The place of this move, if it is the next one or the first of one of its variations.
fn find_alternative(steps: &Steps<'_>, next: usize, m: PackedMove) -> Option<usize> {
    if steps.list[next] == step(&m) {
        return Some(next + 1);
    }
    let end = steps.next_in_line(next + 1);
    let mut at = next + 1;
    while at < end {
        if steps.list[at] != Token::Begin {
            at += 1;
            continue;
        }
        let first = steps.next_in_line(at + 1);
        if steps.list.get(first) == Some(&step(&m)) {
            return Some(first + 1);
        }
        at = steps.after_variation(at);
    }
    None
}
