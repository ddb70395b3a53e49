//! The C interface that `include/plypack.h` declares. Rust programs use the crate `plypack` instead.
//!
//! Each C type has a file with its functions. `guard` runs the body of each function, `panics` catches panics, and `handle` has all
//! conversions of pointers. `include/README.md` describes the conventions. The header is generated from the files here.
//!
//! Every export relies on these rules, which C callers must keep ("the rules of the module"):
//!
//! - A pointer is NULL, which is checked, or points to the object that the header describes, for as long as the header says.
//! - A handle comes from this library and was not freed.
//! - No thread changes a handle while another thread uses it.
//! - Callbacks return normally.
#![allow(unsafe_code, reason = "the boundary to C")]
#![allow(non_camel_case_types, reason = "types have the same name as in C")]
#![allow(
    clippy::missing_safety_doc,
    reason = "an export's contract is its whole comment and the module's; it is C prose"
)]
#![allow(clippy::too_many_arguments, reason = "C has no slices, closures or results")]

mod boundary;
mod files;
mod games;
mod positions;
mod readers;
mod scans;
mod searches;
mod writers;

#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../fuzz/worst/c.rs"]
mod worst;

pub use boundary::{error::*, status::*, types::*, version::*};
pub use files::{paths::*, whole::*};
pub use games::{build::*, edit::*, game::*, tags::*, text::*, walk::*};
pub use positions::{codec::*, moves::*, position::*, state::*};
pub use readers::{export::*, info::*, open::*, reader::*};
pub use scans::scan::*;
pub use searches::{condition::*, hits::*, names::*, orders::*, query::*, run::*, tree::*};
pub use writers::{edits::*, options::*, writer::*};
