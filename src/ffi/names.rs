//! Names of a field, with the number of games of each.

use super::{
    error::plypack_error,
    found::Found,
    game::out_of_range,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Handle},
    status::plypack_status,
    types::plypack_text,
};
use plypack::search::NameCount;

/// A name, and how many games have it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_name {
    /// The name, as it is stored.
    pub text: plypack_text,
    /// The number of games.
    pub games: u64,
}

/// Names with their numbers of games.
pub struct plypack_names {
    _opaque: [u8; 0],
}

impl Handle for plypack_names {
    type Value = Found<Vec<NameCount>>;
}

/// Frees names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_names_free(names: *mut plypack_names) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(names) }
}

/// Returns the number of names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_names_count(names: *const plypack_names) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(names, 0, |names| names.result.len()) }
}

/// Returns the number of games that the search left out because it could not read them; 0 for NULL. Other than 0 only if the corruption
/// callback or PLYPACK_OPEN_ACCEPT_DAMAGE accepted them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_names_corrupt_count(names: *const plypack_names) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(names, 0, |names| names.corrupt) }
}

/// Writes a name, from 0; its text is valid until the names are freed.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_names_at(
    names: *const plypack_names,
    index: usize,
    name: *mut plypack_name,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let names = &handle::get(names, "names")?.result;
            let name = handle::out(name, "name")?;
            let found = names.get(index).ok_or_else(|| out_of_range("name", index, names.len()))?;
            name.put(plypack_name { text: found.name.as_slice().into(), games: found.games });
            Ok(())
        })
    }
}
