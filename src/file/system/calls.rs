//! System calls that the standard library lacks.

#[cfg(target_vendor = "apple")]
use libc::{fstatfs, statfs};
#[cfg(any(target_os = "linux", target_os = "android"))]
use libc::{fstatfs64 as fstatfs, statfs64 as statfs};
use std::{fs::File, io, mem::MaybeUninit, os::fd::AsRawFd};

/// Returns the description of the file system that holds a file.
#[allow(unsafe_code, reason = "the standard library has no fstatfs")]
pub fn file_system(file: &File) -> io::Result<statfs> {
    let mut system = MaybeUninit::uninit();
    // SAFETY: the descriptor is open while `file` is borrowed; the call writes one `statfs`, for which `system` has the memory.
    if unsafe { fstatfs(file.as_raw_fd(), system.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call succeeded, and so wrote it.
    Ok(unsafe { system.assume_init() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_file_system_is_that_of_the_file() {
        let magic = |path| file_system(&File::open(path).unwrap()).unwrap().f_type;
        assert_eq!(magic("/proc/self/status"), libc::PROC_SUPER_MAGIC);
        assert_ne!(magic(env!("CARGO_MANIFEST_DIR")), libc::PROC_SUPER_MAGIC);
    }

    #[cfg(target_vendor = "apple")]
    #[test]
    fn the_file_system_is_that_of_the_file() {
        let flags = |path| file_system(&File::open(path).unwrap()).unwrap().f_flags;
        assert_ne!(flags("/") & libc::MNT_ROOTFS as u32, 0);
        assert_eq!(flags("/dev/null") & libc::MNT_ROOTFS as u32, 0);
    }
}
