//! The three version numbers.

use std::ffi::{CStr, c_char};

use super::panics::guard_value;
use plypack::versions;

/// The version of the C interface: the major number of the library and the number in the soname, `libplypack.so.1`. Within one
/// version, functions and numbers are only added and structs do not change.
pub const PLYPACK_ABI_VERSION: u32 = 1;

/// The version of the file format that this version writes: major times 256 plus minor. Files of the drafts before 0.10 are refused.
pub const PLYPACK_FORMAT_VERSION: u32 = 10;

const _: () = assert!(PLYPACK_FORMAT_VERSION == versions::WRITE_VERSION as u32);

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(text) => text,
    Err(_) => panic!("the version holds a NUL"),
};

/// Major times 10000 plus minor times 100 plus patch.
const fn number(text: &str) -> u32 {
    let (bytes, mut at, mut parts, mut part) = (text.as_bytes(), 0, 0, 0);
    while at < bytes.len() && (bytes[at] == b'.' || bytes[at].is_ascii_digit()) {
        if bytes[at] == b'.' {
            (parts, part) = ((parts + part) * 100, 0);
        } else {
            part = part * 10 + (bytes[at] - b'0') as u32;
        }
        at += 1;
    }
    parts + part
}

const NUMBER: u32 = number(env!("CARGO_PKG_VERSION"));

/// Returns the version of the library at run time, for example "1.0.0"; `PLYPACK_VERSION` is the version of the header.
///
/// The text is NUL-terminated and lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_version() -> *const c_char {
    guard_value(c"".as_ptr(), || VERSION.as_ptr())
}

/// Returns the version of the library at run time as a number: major times 10000 plus minor times 100 plus patch; `PLYPACK_VERSION_NUMBER`
/// is the version of the header.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_version_number() -> u32 {
    guard_value(0, || NUMBER)
}

/// `PLYPACK_ABI_VERSION` of the library at run time.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_abi_version() -> u32 {
    guard_value(0, || PLYPACK_ABI_VERSION)
}

/// `PLYPACK_FORMAT_VERSION` of the library at run time.
#[unsafe(no_mangle)]
pub extern "C" fn plypack_format_version() -> u32 {
    guard_value(0, || PLYPACK_FORMAT_VERSION)
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_of_versions() {
        assert_eq!(super::number("0.1.0"), 100);
        assert_eq!(super::number("12.34.56-beta.7"), 123_456);
    }
}
