//! ECO codes and names of openings.
//!
//! The names are the names of <https://github.com/lichess-org/chess-openings> (public domain; CC0 as far as the work on it is protected): a
//! few thousand positions, each with its code in the Encyclopaedia of Position Openings. A game has the opening of its last position that is
//! in this table, by whatever moves it came there.
//!
//! ```
//! use plypack::{games_from_pgn, openings};
//!
//! let (games, _) = games_from_pgn(b"1. c4 e6 2. d4 Nf6 3. Nc3 Bb4 4. h4 *")?;
//! let found = openings::of_game(&games[0]).unwrap();
//! assert_eq!((found.opening.eco(), found.opening.name(), found.ply), ("E20", "Nimzo-Indian Defense", 6));
//! # Ok::<(), plypack::Error>(())
//! ```

mod table;
mod tagging;
#[cfg(test)]
mod tests;

use crate::{Game, PackedMove, Position, Start, board::Board, index::Key};
use table::table;
#[cfg(feature = "arrow")]
pub(crate) use tagging::NewTags;
pub use tagging::{ExistingTags, add_tags};

/// An opening of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    eco: &'static str,
    name: &'static str,
    moves: &'static str,
    plies: u32,
}

impl Opening {
    /// The code: `A00` to `E99`.
    pub fn eco(&self) -> &'static str {
        self.eco
    }

    /// The name in English: `Sicilian Defense: Najdorf Variation, English Attack`. Several positions may have the same one.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The moves that lead there in the table, in SAN, without numbers.
    pub fn moves(&self) -> &'static str {
        self.moves
    }

    /// Returns the number of these moves (plies).
    pub fn plies(&self) -> u32 {
        self.plies
    }
}

/// The opening of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classified {
    /// The opening.
    pub opening: &'static Opening,
    /// The plies after which the game has its position: from 1, and the last time within the length of the longest line of the table.
    pub ply: u32,
}

/// The opening of a game by its main line: `None` if no position of it has a name, or it does not begin at the standard start.
///
/// Only as many plies are looked at as the longest line of the table has, 36 today.
pub fn of_game(game: &Game) -> Option<Classified> {
    match &game.start {
        Start::Standard if !game.continued => of_line(None, &game.moves),
        Start::Fen(start) => of_line(Some(start), &game.moves),
        _ => None,
    }
}

/// The opening of these moves from `start`, the standard one if it is `None`; as [`of_game`].
pub(crate) fn of_line(start: Option<&Position>, moves: &[PackedMove]) -> Option<Classified> {
    let is_standard = start.is_none_or(|start| *start == Position::default());
    if is_standard { classify(moves) } else { None }
}

/// The opening of these moves from the standard start, as [`of_game`]. The moves are trusted to be legal: of others the answer is of no use.
pub fn classify(moves: &[PackedMove]) -> Option<Classified> {
    let table = table();
    let mut board = Board::<()>::default();
    let mut key = table.start.clone();
    let mut found = None;
    for (ply, m) in (1..).zip(&moves[..moves.len().min(table.max_plies)]) {
        let made = board.make_unchecked(*m);
        key.update(&board, made);
        if let Some(opening) = table.find(key.get(&board)) {
            found = Some(Classified { opening, ply });
        }
    }
    found
}

/// The opening of a position, if it has a name itself: the standard start has none.
pub fn of_position(position: &Position) -> Option<&'static Opening> {
    table().find(position.key())
}

/// The name of a code, `B90`: the name of its shortest line, of several the first in the alphabet. `None` for what is no code.
///
/// ```
/// assert_eq!(plypack::openings::name("B90"), Some("Sicilian Defense: Najdorf Variation"));
/// ```
pub fn name(eco: &str) -> Option<&'static str> {
    let of_code = all().iter().filter(|opening| opening.eco == eco);
    of_code.min_by_key(|opening| (opening.plies, opening.name)).map(Opening::name)
}

/// All openings of the table, in the order of the text of their moves.
pub fn all() -> &'static [Opening] {
    &table().openings
}

/// The key of the standard start.
fn start_key() -> Key {
    Key::new(&Position::default(), &Board::<()>::default())
}
