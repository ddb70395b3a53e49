//! Games, plies and positions as Arrow tables, for columnar engines: DuckDB, Polars, pandas, Spark.
//!
//! `spec/tables.md` lists the columns with their types, units and nulls. A [`TableScan`] selects columns and games; its
//! [streams](TableScan::stream) return record batches. Only the data that the columns need is read and decoded.
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//! use plypack::{Codec, Reader, games_from_pgn, pack_games, tables::{Table, TableScan}};
//!
//! let (games, _) = games_from_pgn(b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4 *\n")?;
//! let reader = Arc::new(Reader::from_bytes(pack_games(&games, Codec::Byte)?)?);
//! let scan = TableScan::new(reader, Table::Games).with_columns(&["white", "ply_count"])?;
//! let batches = scan.stream()?.collect::<Result<Vec<_>, _>>().unwrap();
//! assert_eq!((batches.len(), batches[0].num_rows(), batches[0].num_columns()), (1, 1, 2));
//! # Ok::<(), plypack::Error>(())
//! ```

mod builders;
mod columns;
mod comment_values;
mod games;
mod games_read;
mod line;
mod partitions;
mod plies;
mod progress;
mod rows;
mod scan;
mod selected;
mod settings;
mod stream;
mod tree;

pub use arrow_array;
pub use arrow_schema;
pub use columns::Table;
pub use progress::StreamProgress;
pub use scan::TableScan;
pub use stream::TableStream;
