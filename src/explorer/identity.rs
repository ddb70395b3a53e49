//! Ids of games.

use std::ops::Deref;

use super::{
    collection::{Collection, unless_it_may_pass},
    lichess_id::LEN,
};
use crate::{
    Error, ErrorCode, Game, Reader, Result,
    pgn::write_game,
    search::{self, Condition, Query, TextField, TextForm},
};

/// The first character of this explorer's own ids. It is followed by the number of the game, counted over all files.
const OWN: char = '_';

/// The digits of the number.
const DIGITS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A game of one of the files. In lists, of two games that are otherwise equal, the later one comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: usize,
    pub(super) game: u64,
}

/// Returns the id of a game.
pub(super) fn of<R: Deref<Target = Reader>>(files: &[Collection<R>], place: Place) -> Result<String> {
    if let Some(id) = files[place.file].lichess_id(place.game)? {
        return Ok(id.text());
    }
    let before: u64 = files[..place.file].iter().map(|games| games.reader().number_end()).sum();
    let mut left = before + place.game;
    let mut digits = Vec::new();
    while digits.len() < LEN - 1 || left > 0 {
        digits.push(char::from(DIGITS[(left % DIGITS.len() as u64) as usize]));
        left /= DIGITS.len() as u64;
    }
    Ok(std::iter::once(OWN).chain(digits.into_iter().rev()).collect())
}

/// Finds the game with an id from an answer. Returns its file and number.
///
/// # Errors
///
/// [`ErrorCode::NotFound`] if there is no such game; errors of searching.
pub fn find_game<R: Deref<Target = Reader>>(files: &[Collection<R>], id: &str) -> Result<(usize, u64)> {
    let missing = || Error::new(ErrorCode::NotFound, format!("no game has the id {id}"));
    if let Some(digits) = id.strip_prefix(OWN) {
        let mut number = number(digits).ok_or_else(missing)?;
        for (file, games) in files.iter().enumerate() {
            let end = games.reader().number_end();
            if number < end {
                return Ok((file, number));
            }
            number -= end;
        }
        return Err(missing());
    }
    if id.len() != LEN || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(missing());
    }
    let condition = Condition::text_of(TextField::Site, TextForm::Contains, format!("lichess.org/{id}"));
    for (file, games) in files.iter().enumerate() {
        for hit in search::list(&[games.reader()], &Query::games(condition.clone()), &mut unless_it_may_pass)? {
            // Searches ignore case, but ids do not.
            if of(files, Place { file, game: hit.game })? == id {
                return Ok((file, hit.game));
            }
        }
    }
    Err(missing())
}

/// Returns the PGN of the game with an id from an answer.
///
/// # Errors
///
/// As [`find_game`], and errors of reading the game.
pub fn pgn_of<R: Deref<Target = Reader>>(files: &[Collection<R>], id: &str) -> Result<Vec<u8>> {
    let (file, number) = find_game(files, id)?;
    let mut game = Game::new();
    files[file].reader().read_game(number, &mut game)?;
    let mut pgn = Vec::new();
    write_game(&game, &mut pgn)?;
    Ok(pgn)
}

fn number(digits: &str) -> Option<u64> {
    let digits = Some(digits).filter(|digits| digits.len() >= LEN - 1)?;
    digits.bytes().try_fold(0u64, |number, byte| {
        let digit = DIGITS.iter().position(|digit| *digit == byte)?;
        number.checked_mul(DIGITS.len() as u64)?.checked_add(digit as u64)
    })
}
