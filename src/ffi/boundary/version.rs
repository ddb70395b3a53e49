//! Version numbers.

use std::ffi::{CStr, c_char};

use super::panics::guard_value;
use plypack::versions;

/// The version of the C interface: the major number of the library and the number in the soname, `libplypack.so.1`. Within one
/// version, libraries only add functions, numbers, and members at the end of structs that begin with their size.
pub const PLYPACK_ABI_VERSION: u32 = 1;

/// The version of the file format that this version writes: major times 256 plus minor. Files of drafts before 0.10 cannot be
/// opened.
pub const PLYPACK_FORMAT_VERSION: u32 = 10;

const _: () = assert!(PLYPACK_FORMAT_VERSION == versions::WRITE_VERSION as u32);

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => panic!("the version holds a NUL"),
};

/// Returns the version of the library at run time, for example "1.0.0"; `PLYPACK_VERSION` is the version of the header.
///
/// The text is NUL-terminated and lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_version() -> *const c_char {
    guard_value(c"".as_ptr(), || VERSION.as_ptr())
}

/// Returns `PLYPACK_ABI_VERSION` of the library at run time.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_abi_version() -> u32 {
    guard_value(0, || PLYPACK_ABI_VERSION)
}
