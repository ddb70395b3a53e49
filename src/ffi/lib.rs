//! The C interface: what `include/plypack.h` declares. Rust programs use the rest of the crate instead.
//!
//! The only part of the crate with `unsafe`. One file holds the functions of one C type; `guard` runs the body of each, `panics`
//! catches panics, `handle` holds all conversions of pointers. The conventions are in `include/README.md`; the header is made
//! from the files here.
//!
//! What every export relies on, and every C caller has to keep: a pointer is NULL, which is checked, or points to what the
//! header says for as long as it says; a handle comes from this library and was not freed; no handle is changed by one
//! thread while another uses it; callbacks return normally.
#![allow(unsafe_code, reason = "the boundary to C")]
#![allow(non_camel_case_types, reason = "types have the same name as in C")]
#![allow(
    clippy::missing_safety_doc,
    reason = "an export's contract is its whole comment and the module's; it is C prose"
)]
#![allow(clippy::too_many_arguments, reason = "C has no slices, closures or results")]

mod any_writer;
mod codec;
mod condition;
mod edits;
mod error;
mod explorer;
mod export;
mod files;
mod found;
mod game;
mod game_build;
mod game_edit;
mod game_tags;
mod game_text;
mod guard;
mod handle;
mod held;
mod hits;
mod info;
mod io;
mod moves;
mod names;
mod open;
mod options;
mod orders;
mod output;
mod panics;
mod paths;
mod position;
mod position_state;
mod query;
mod reader;
mod rows;
mod scan;
mod scan_table;
mod search;
mod state;
mod status;
#[cfg_attr(not(feature = "arrow"), path = "no_tables.rs")]
mod table_of_scan;
mod tree;
mod types;
mod version;
mod walk;
mod writer;

#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../fuzz/worst/c.rs"]
mod worst;

pub use codec::*;
pub use condition::*;
pub use edits::*;
pub use error::*;
pub use export::*;
pub use files::*;
pub use game::*;
pub use game_build::*;
pub use game_edit::*;
pub use game_tags::*;
pub use game_text::*;
pub use hits::*;
pub use info::*;
pub use moves::*;
pub use names::*;
pub use open::*;
pub use options::*;
pub use orders::*;
pub use paths::*;
pub use position::*;
pub use position_state::*;
pub use query::*;
pub use reader::*;
pub use scan::*;
pub use search::*;
pub use status::*;
pub use tree::*;
pub use types::*;
pub use version::*;
pub use walk::*;
pub use writer::*;
