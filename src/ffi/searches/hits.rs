//! Hits: the games that a search finds.

use std::ffi::c_void;

use crate::boundary::{
    found::Found,
    guard::{guard_free, guard_getter},
    handle::Handle,
};
use plypack::search::Hit;

/// A game with a position that matches.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_hit {
    /// The number of the game in its file, in the state of the reader during the search (`plypack_reader_state`).
    pub game: u64,
    /// The file: the index of its reader.
    pub file: u32,
    /// The number of plies from the start of the game to its first match.
    pub ply: u32,
}

impl From<&Hit> for plypack_hit {
    fn from(hit: &Hit) -> plypack_hit {
        plypack_hit { game: hit.game, file: hit.file, ply: hit.ply }
    }
}

/// Hits owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_hit_array {
    /// The first hit.
    pub data: *const plypack_hit,
    /// The number of hits.
    pub len: usize,
    /// The number of games that the search left out because it could not read them. Always 0 without a corruption callback and
    /// without PLYPACK_OPEN_ACCEPT_DAMAGE.
    pub corrupt: u64,
}

pub(crate) const NO_HITS: plypack_hit_array = plypack_hit_array { data: std::ptr::null(), len: 0, corrupt: 0 };

/// The games that a search found, in the order of the files and games. Several threads may read them at the same time.
pub struct plypack_hits {
    _opaque: [u8; 0],
}

impl Handle for plypack_hits {
    type Value = Found<Vec<plypack_hit>>;
}

/// Called with the next `count` hits, in the order of the files and games. `hits` is valid during the call.
pub type plypack_hit_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, hits: *const plypack_hit, count: usize) -> i32>;

pub(crate) fn view(hits: &[plypack_hit], corrupt: u64) -> plypack_hit_array {
    plypack_hit_array { data: hits.as_ptr(), len: hits.len(), corrupt }
}

/// Returns all hits, valid until they are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_hits_view(hits: *const plypack_hits) -> plypack_hit_array {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(hits, NO_HITS, |hits| view(&hits.result, hits.corrupt)) }
}

/// Frees hits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_hits_free(hits: *mut plypack_hits) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(hits) }
}
