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

mod block;
mod block_filter;
mod branches;
mod collect;
mod condition;
mod condition_text;
mod continuations;
mod duplicates;
mod event;
mod exact_position;
mod files;
mod find;
mod finder;
mod first_match;
mod group_lines;
mod hit;
mod indexed;
mod last_year;
mod list;
mod lookup;
mod matcher;
mod material;
mod material_side;
mod move_orders;
mod name_marks;
mod name_match;
mod names;
mod partial_position;
mod pattern;
mod plan;
mod played_next;
mod position_after;
#[cfg(feature = "arrow")]
mod position_of_key;
mod prefilter;
mod query;
mod ranges;
mod required_material;
mod rows;
mod run;
mod scanner;
#[cfg(feature = "arrow")]
mod select;
mod selection;
mod statistics;
mod text_form;
mod text_match;
mod tree;
mod values;
mod variations;
mod verified_entry;

pub use crate::chess::branch::Branch;
pub use condition::{Condition, NumberField, TextField};
pub use continuations::{Continuation, continuations, merge_continuations};
pub use duplicates::{DuplicateKind, duplicates};
pub use event::{SearchCorruption, SearchEvent, SearchObserver, strict};
pub use find::{count, find, find_each};
pub use hit::Hit;
pub use list::list;
pub use material::Material;
pub use move_orders::{MoveOrder, merge_orders, transpositions};
pub use names::{NameCount, NameFilter, names};
pub use partial_position::PartialPosition;
pub use pattern::Pattern;
pub use played_next::played_next;
#[cfg(feature = "explorer")]
pub(crate) use position_after::after_move;
pub use position_after::position_after;
#[cfg(feature = "arrow")]
pub(crate) use position_of_key::position_of_key;
pub use query::{Query, Target};
pub use ranges::{DateRange, EcoRange, NumberRange, result_from_text};
pub use rows::{RowColumn, RowOrder, Rows, RowsOptions, rows};
#[cfg(feature = "arrow")]
pub(crate) use select::{select, selects_all};
pub use statistics::{
    ColorCounts, LongestGame, OpeningCounts, PlayerCounts, PlayerName, PlayerScore, Repertoire, ResultCounts,
    Statistics, statistics,
};
pub use text_form::TextForm;
pub use tree::{merge_trees, tree};
