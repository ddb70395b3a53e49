//! Hits: the games that a search finds.

use std::ffi::c_void;

use super::{
    error::plypack_error,
    guard::{guard, guard_free},
    handle::{self, Handle},
    status::plypack_status,
};
use plypack::search::Hit;

/// A game with a position that matches. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_hit {
    /// The number of the game.
    pub game: u64,
    /// Plies from the start of the game to its first match.
    pub ply: u32,
}

impl From<&Hit> for plypack_hit {
    fn from(hit: &Hit) -> plypack_hit {
        plypack_hit { game: hit.game, ply: hit.ply }
    }
}

/// Hits that belong to the library; as `plypack_text`. Since 0.1.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_hit_array {
    /// The first hit.
    pub data: *const plypack_hit,
    /// The number of hits.
    pub len: usize,
}

/// The games that a search finds, in order. Several threads may read it at the same time. Since 0.1.
pub struct plypack_hits {
    _opaque: [u8; 0],
}

impl Handle for plypack_hits {
    type Value = Vec<plypack_hit>;
}

/// Called with the next `count` hits, in the order of the games. Returns 0, or anything else to stop with `PLYPACK_CANCELLED`. `hits`
/// is valid during the call. Called on the thread of the function that searches. Since 0.1.
pub type plypack_hit_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, hits: *const plypack_hit, count: usize) -> i32>;

/// All hits, valid until they are freed.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_hits_view(
    hits: *const plypack_hits,
    view: *mut plypack_hit_array,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (hits, view) = (handle::get(hits, "hits")?, handle::out(view, "view")?);
            view.put(plypack_hit_array { data: hits.as_ptr(), len: hits.len() });
            Ok(())
        })
    }
}

/// Frees hits; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_hits_free(hits: *mut plypack_hits) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(hits) }
}
