//! ECO codes and names of openings.
//!
//! The names come from <https://github.com/lichess-org/chess-openings> (public domain; protected parts under CC0): a few thousand
//! positions, each with its code in the Encyclopaedia of Chess Openings. The opening of a game belongs to the game's last position in this
//! table, whatever moves led to it.
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

    /// The name in English: `Sicilian Defense: Najdorf Variation, English Attack`. Several positions can have the same name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The moves that lead to the position in the table, in SAN, without numbers.
    pub fn moves(&self) -> &'static str {
        self.moves
    }

    /// Returns the number of these moves in plies.
    pub fn plies(&self) -> u32 {
        self.plies
    }
}

/// The opening of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classified {
    /// The opening.
    pub opening: &'static Opening,
    /// Plies from the start to the position of the opening, at least 1. If the position occurs several times, this is the last occurrence
    /// within the length of the longest line of the table.
    pub ply: u32,
}

/// Returns the opening of a game by its main line; `None` if none of its positions has a name, or if it does not start from the standard
/// position.
///
/// Reads only as many plies as the longest line of the table has, currently 36.
pub fn of_game(game: &Game) -> Option<Classified> {
    match &game.start {
        Start::Standard if !game.continued => of_line(None, &game.moves),
        Start::Fen(start) => of_line(Some(start), &game.moves),
        _ => None,
    }
}

/// Like [`of_game`], but for moves from `start`, `None` for the standard start.
pub(crate) fn of_line(start: Option<&Position>, moves: &[PackedMove]) -> Option<Classified> {
    let is_standard = start.is_none_or(|start| *start == Position::default());
    if is_standard { classify(moves) } else { None }
}

/// Like [`of_game`], but for moves from the standard start. The moves must be legal: otherwise the result is meaningless.
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

/// Returns the opening of a position that is itself in the table; the standard start is not.
pub fn of_position(position: &Position) -> Option<&'static Opening> {
    table().find(position.key())
}

/// Returns the name of a code such as `B90`: the name of its shortest line; if several are equally short, the alphabetically first. `None`
/// for an unknown code.
///
/// ```
/// assert_eq!(plypack::openings::name("B90"), Some("Sicilian Defense: Najdorf Variation"));
/// ```
pub fn name(eco: &str) -> Option<&'static str> {
    let of_code = all().iter().filter(|opening| opening.eco == eco);
    of_code.min_by_key(|opening| (opening.plies, opening.name)).map(Opening::name)
}

/// Returns all openings of the table, sorted by the text of their moves.
pub fn all() -> &'static [Opening] {
    &table().openings
}

/// The key of the standard start.
fn start_key() -> Key {
    Key::new(&Position::default(), &Board::<()>::default())
}
