//! Files that are in the way of a new one.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::*;

/// A file that was left under the name of a new one, and the answers of the system about it.
#[derive(Debug, Default)]
struct Left {
    /// The error of opening it.
    open: Option<io::ErrorKind>,
    /// True if another file replaces it right after it is first opened.
    is_replaced: AtomicBool,
    has_no_locks: bool,
}

impl System for Left {
    fn open(&self, path: &Path) -> io::Result<File> {
        match self.open {
            Some(io::ErrorKind::NotFound) => fs::remove_file(path).and(Err(io::ErrorKind::NotFound.into())),
            Some(kind) => Err(kind.into()),
            None => {
                let file = Native.open(path)?;
                if self.is_replaced.swap(false, Relaxed) {
                    fs::remove_file(path)?;
                    fs::write(path, "of another writer that was killed")?;
                }
                Ok(file)
            }
        }
    }

    fn try_lock(&self, file: &File) -> io::Result<bool> {
        if self.has_no_locks { Err(io::ErrorKind::Unsupported.into()) } else { Native.try_lock(file) }
    }
}

/// Leftovers are removed only when no other program writes to them; otherwise the new file has the next name.
#[test]
fn what_may_be_of_others_stays() {
    let refused = |open| Left { open: Some(open), ..Left::default() };
    for (system, stays) in [
        (refused(io::ErrorKind::PermissionDenied), Ok(true)),
        (Left { has_no_locks: true, ..Left::default() }, Ok(true)),
        (refused(io::ErrorKind::NotFound), Ok(false)),
        (Left { is_replaced: true.into(), ..Left::default() }, Ok(false)),
        (Left::default(), Ok(false)),
        (refused(io::ErrorKind::StorageFull), Err(ErrorCode::Io)),
    ] {
        let (_folder, paths) = folder_with(&["a", ".a.plypack-new", ".a.plypack-new-1"]);
        fs::write(&paths[1], "left").unwrap();
        let made = OutputFile::create_by(Arc::new(system), &paths[0]);
        let left = fs::read(&paths[1]).unwrap();
        assert_eq!(made.as_ref().map(|_| left == b"left").map_err(Error::code), stays);
        assert_eq!(paths[2].exists(), stays == Ok(true));
        drop(made);
        assert_eq!(paths[1].exists(), stays != Ok(false));
    }
}

/// A name that is taken for a moment, or whose folder then becomes a file.
#[derive(Debug)]
struct Taken(AtomicUsize, fn(&Path));

impl System for Taken {
    fn make(&self, path: &Path) -> io::Result<File> {
        match self.0.fetch_add(1, Relaxed) {
            0 => {
                (self.1)(path);
                Err(io::ErrorKind::AlreadyExists.into())
            }
            _ => Native.make(path),
        }
    }
}

#[test]
fn a_name_that_is_free_again_is_taken() {
    let gone = |path: &Path| {
        let folder = path.parent().unwrap();
        fs::remove_dir(folder).unwrap();
        fs::write(folder, "no folder").unwrap();
    };
    for (change, is_made) in [((|_| {}) as fn(&Path), true), (gone, false)] {
        let (folder, paths) = folder_with(&["sub/a", "sub/.a.plypack-new"]);
        fs::create_dir(folder.path().join("sub")).unwrap();
        let made = OutputFile::create_by(Arc::new(Taken(0.into(), change)), &paths[0]);
        assert_eq!((made.is_ok(), paths[1].exists()), (is_made, is_made));
        assert!(is_made || code(made) == ErrorCode::Io);
    }
}
