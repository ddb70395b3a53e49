//! Adding, replacing and removing moves.

use super::{
    invalid,
    steps::{Steps, step},
};
use crate::{Game, PackedMove, Result, Token};

/// # Moves at any place
///
/// The place of a step of a [`Walker`](crate::Walker) is the number of steps up to and including it; 0 is before the first step. Methods
/// that change a place return the new one. A method that fails leaves the game unchanged. No method drops moves that have become illegal.
///
/// Common errors of all methods:
///
/// - [`ErrorCode::OutOfRange`](crate::ErrorCode::OutOfRange) for a place after the end;
/// - [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) for a game whose start is unreadable, and for a continuation;
/// - [`ErrorCode::IllegalMove`](crate::ErrorCode::IllegalMove) if a new or a later move would be illegal.
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
    /// Plays a move after a place, as on a board, and returns the place of the move. If the move already follows there, in the line or as
    /// the first move of a variation, nothing is added. At the end of its line the move is appended; elsewhere it begins a new variation,
    /// after the existing ones.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) at the end of a line with
    /// unparsed text; [`ErrorCode::LimitExceeded`](crate::ErrorCode::LimitExceeded) for variations that are nested too deeply.
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

    /// Inserts moves into the line after a place, behind the notes and variations that follow directly, and returns the place of the first
    /// inserted move. The later moves of the line must stay legal: any number of moves can be inserted at the end of a line, elsewhere only
    /// an even number.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::WrongState`](crate::ErrorCode::WrongState) directly before unparsed text.
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

    /// Replaces the move at a place. Its notes and variations and the later moves stay; the later moves must stay legal. To replace them
    /// too, [remove](Game::remove_moves_at) them first.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without
    /// a move.
    pub fn replace_move_at(&mut self, place: usize, m: PackedMove) -> Result<()> {
        let mut steps = Steps::of(self)?;
        let index = steps.move_at(place)?;
        steps.list[index] = step(&m);
        let changed = steps.into_game(self)?;
        *self = changed;
        Ok(())
    }

    /// Removes the move at a place and the moves after it in its line, `count` in total or up to the end of the line, with their notes and
    /// variations. If the end of the line is removed, its unparsed text is removed too. A variation that would have no moves left is
    /// removed. Returns the place of the move before the first removed one, or of the start of the line.
    ///
    /// # Errors
    ///
    /// The common errors under *Moves at any place*; [`ErrorCode::InvalidArgument`](crate::ErrorCode::InvalidArgument) for a place without
    /// a move and for a count of 0.
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

/// Returns the place of the move `m` if it is the next move, or the first move of one of the next move's variations.
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
