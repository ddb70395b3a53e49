//! Searching a file: by position, part of a board or material, and by tags.
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

mod aim;
mod arrival;
mod budget;
mod facts;
mod filter;
mod indexed;
mod list;
mod material;
mod orders;
mod pattern;
mod query;
mod run;
mod summary;
mod target;
mod text;
mod tree;
mod variations;

pub(crate) use facts::Facts;
pub use filter::{DateRange, EcoRange, Filter};
pub use list::list;
pub use material::Material;
pub use orders::{Order, transpositions};
pub use pattern::Pattern;
pub use query::{Goal, Query};
pub use run::{Hit, SearchEvent, SearchObserver, count, find, find_each};
pub use summary::summary;
pub(crate) use summary::{SUMMARY_LEN, Summaries};
pub use text::position_after;
pub use tree::{Branch, tree};
