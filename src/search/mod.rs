//! Searching files by position, pattern or material, and by conditions on their games.
//!
//! Spec chapter: `spec/search.md`.
//!
//! ```
//! use plypack::{Codec, Reader, games_from_pgn, pack_games, search::{self, Query}};
//!
//! # fn main() -> plypack::Result<()> {
//! let (games, _) = games_from_pgn(b"1. d4 d5 2. c4 e6 *\n\n1. c4 e6 2. d4 d5 *\n\n1. e4 *\n")?;
//! let reader = Reader::from_bytes(pack_games(&games, Codec::Byte)?)?;
//!
//! let query = Query::position(&search::position_after(b"d4 d5 c4 e6")?);
//! let hits = search::find(&[&reader], &query, &mut search::strict)?;
//! assert_eq!(hits.iter().map(|hit| (hit.game, hit.ply)).collect::<Vec<_>>(), [(0, 4), (1, 4)]);
//!
//! let orders = search::transpositions(&[&reader], &query, &mut search::strict)?;
//! assert_eq!(orders.len(), 2);
//! # Ok(())
//! # }
//! ```

mod conditions;
mod evaluation;
mod query;
mod results;
mod targets;

pub use crate::chess::branch::Branch;
pub use conditions::{
    condition::{Condition, NumberField, TextField},
    ranges::{DateRange, EcoRange, NumberRange, result_from_text},
    text_form::TextForm,
};
pub use evaluation::event::{SearchCorruption, SearchEvent, SearchObserver, strict};
#[cfg(feature = "arrow")]
pub(crate) use evaluation::index::position_of_key::position_of_key;
pub use query::{Query, Target};
#[cfg(feature = "arrow")]
pub(crate) use results::select::{select, selects_all};
pub use results::{
    duplicates::{DuplicateKind, duplicates},
    find::{count, find, find_each},
    hit::Hit,
    list::list,
    move_orders::{MoveOrder, merge_orders, transpositions},
    names::{NameCount, NameFilter, names},
    rows::{RowColumn, RowOrder, Rows, RowsOptions, rows},
    statistics::{
        ColorCounts, LongestGame, OpeningCounts, PlayerCounts, PlayerName, PlayerScore, Repertoire, ResultCounts,
        Statistics, statistics,
    },
    trees::{
        continuations::{Continuation, continuations, merge_continuations},
        played_next::played_next,
        tree::{merge_trees, tree},
    },
};
#[cfg(feature = "explorer")]
pub(crate) use targets::position_after::after_move;
pub use targets::{
    material::Material, partial_position::PartialPosition, pattern::Pattern, position_after::position_after,
};
