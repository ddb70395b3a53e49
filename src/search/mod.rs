//! Searching a file by position, pattern or material, and by tags.
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
//! let hits = search::find(&reader, &query, &mut |_| Ok(()))?;
//! assert_eq!(hits.iter().map(|hit| (hit.game, hit.ply)).collect::<Vec<_>>(), [(0, 4), (1, 4)]);
//!
//! let orders = search::transpositions(&reader, &query, &mut |_| Ok(()))?;
//! assert_eq!(orders.len(), 2);
//! # Ok(())
//! # }
//! ```

mod block;
mod collect;
mod event;
mod exact_position;
mod filter;
mod find;
mod finder;
mod first_match;
mod indexed;
mod list;
mod matcher;
mod material;
mod move_orders;
mod pattern;
mod position_after;
mod prefilter;
mod query;
mod required_material;
mod run;
mod scanner;
mod selection;
mod tree;
mod variations;

pub use crate::chess::branch::Branch;
pub use event::{SearchEvent, SearchObserver};
pub use filter::{DateRange, EcoRange, Filter};
pub use find::{Hit, count, find, find_each};
pub use list::list;
pub use material::Material;
pub use move_orders::{MoveOrder, transpositions};
pub use pattern::Pattern;
pub use position_after::position_after;
pub use query::{Query, Target};
pub use tree::tree;
