//! An opening explorer that answers like the explorer of Lichess: the moves played next in a position, with filters, the games with the
//! highest ratings and the most recent games.
//!
//! Programs that use Lichess's explorer can use the same parameters and the same JSON here, without server and network. The package
//! `plypack-explorer` serves the answers over HTTP.
//!
//! ```
//! use plypack::{Codec, Reader, explorer::{self, Collection, Database, Request}, games_from_pgn, pack_games};
//!
//! # fn main() -> plypack::Result<()> {
//! let pgn = b"[White \"Anna\"]\n[WhiteElo \"2300\"]\n[Date \"2024.05.01\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n1. e4 c5 0-1\n";
//! let reader = Reader::from_bytes(pack_games(&games_from_pgn(pgn)?.0, Codec::Byte)?)?;
//! let games = Collection::open(&reader, &mut plypack::search::strict)?;
//!
//! let request = Request::read(Database::Lichess, "play=e2e4&moves=5")?;
//! let answer = explorer::explore(&[games], &request, &mut plypack::search::strict)?;
//! assert_eq!((answer.total.white, answer.total.black, answer.moves.len()), (1, 1, 2));
//! assert!(answer.to_json().starts_with("{\"white\":1,"));
//! # Ok(())
//! # }
//! ```

mod answer;
mod best;
mod collection;
mod explore;
mod filter;
mod get;
mod identity;
mod json;
mod lichess_id;
mod request;

pub use answer::{Answer, ExplorerGame, GameOfMove, MonthCounts, MoveAnswer, OpeningName, PlayerOfGame};
pub use collection::Collection;
pub use explore::explore;
pub use get::get;
pub use identity::{find_game, pgn_of};
pub use request::{Database, Mode, RATING_GROUPS, Request};
