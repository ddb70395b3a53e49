//! Names of a field, with the number of games of each.

use crate::boundary::{
    found::{Found, Viewed},
    guard::{guard_free, guard_getter},
    handle::Handle,
    types::plypack_text,
};
use plypack::search::NameCount;

/// A name as it is written, and the number of games that have it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_name {
    /// The name, as it is stored.
    pub text: plypack_text,
    /// The number of games.
    pub games: u64,
}

impl From<&NameCount> for plypack_name {
    fn from(count: &NameCount) -> plypack_name {
        plypack_name { text: count.name.as_slice().into(), games: count.games }
    }
}

/// Names owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_name_array {
    /// The first name.
    pub data: *const plypack_name,
    /// The number of names.
    pub len: usize,
    /// The number of games that the search left out because it could not read them.
    pub corrupt: u64,
}

/// Names with their numbers of games. Several threads may read them at the same time.
pub struct plypack_names {
    _opaque: [u8; 0],
}

impl Handle for plypack_names {
    type Value = Found<Viewed<NameCount, plypack_name>>;
}

/// Frees names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_names_free(names: *mut plypack_names) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(names) }
}

const NO_NAMES: plypack_name_array = plypack_name_array { data: std::ptr::null(), len: 0, corrupt: 0 };

/// Returns all names, the most frequent first. The names with their texts are valid until they are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_names_view(names: *const plypack_names) -> plypack_name_array {
    // SAFETY: the rules of the module.
    unsafe {
        guard_getter(names, NO_NAMES, |names| {
            let array = names.result.array();
            plypack_name_array { data: array.as_ptr(), len: array.len(), corrupt: names.corrupt }
        })
    }
}
