//! A new file in the folder of the file that it replaces.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::Arc,
};

use super::hold::Hold;
use crate::file::system::System;
use crate::{Error, ErrorCode, Result};

/// Maximum number of links that are followed, as in operating systems.
const MAX_LINKS: u32 = 40;

/// Bytes of the target's name in the name of the new file; systems limit names to 255.
const MAX_NAME: usize = 180;

/// Maximum number of names tried for a new file. Names can be taken by files of killed writers that no writer removes,
/// because without locks they could still be in use.
const MAX_NEW: u32 = 100;

/// A new file with a temporary name, in the folder of the file that it replaces when it is complete.
#[derive(Debug)]
pub(super) struct Replacement {
    target: PathBuf,
    path: PathBuf,
    /// The right to the file to replace.
    old: Option<Hold>,
    /// The folder, from the first rename on; `None` if the system does not make folders durable.
    folder: Option<Arc<File>>,
    /// True if the file to replace has content.
    pub replaces: bool,
    /// True if a file with content that others put there in the meantime is replaced, too.
    pub replaces_any: bool,
}

impl Replacement {
    /// Makes the new file, with the permissions of the old one, if any. Does not touch the old one.
    ///
    /// # Errors
    ///
    /// Like [`Hold::open`], for the old file, and for the new one if another program is making one for the same target.
    pub fn make(system: &dyn System, target: &Path) -> Result<(Replacement, File, Hold)> {
        let target = resolved(target)?;
        let old = match fs::metadata(&target) {
            Ok(_) => Some(Hold::open(system, &target)?),
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            Err(e) => return Err(e.into()),
        };
        let (path, file, hold) = make_new(system, &target)?;
        let metadata = old.as_ref().map(|(file, _)| file.metadata());
        let old = old.map(|(_, hold)| hold);
        let replaces = matches!(&metadata, Some(Ok(old)) if old.len() > 0);
        let replacement = Replacement { target, path, old, folder: None, replaces, replaces_any: false };
        match metadata.map_or(Ok(()), |old| system.take_over(&old?, &file)) {
            Ok(()) => Ok((replacement, file, hold)),
            Err(e) => replacement.remove(system).and(Err(e)).map_err(Error::from),
        }
    }

    /// Replaces the old file by the new one. First takes the right to the file at the target, which may be another one than at the
    /// beginning. Returns the folder to make durable. It is opened before the rename, so that every avoidable failure comes first.
    ///
    /// # Errors
    ///
    /// Like [`Hold::open`]; [`ErrorCode::Io`], also for another file with content that must not be replaced.
    pub fn take_place(&mut self, system: &dyn System) -> Result<Option<Arc<File>>> {
        self.hold_old(system)?;
        let folder = self.open_folder(system)?;
        system.rename(&self.path, &self.target)?;
        Ok(folder)
    }

    /// Renames the old file, so that nothing is in its place; `None` if there is no old file.
    ///
    /// Errors: like [`Replacement::take_place`]; nothing is renamed then.
    pub fn set_aside(&mut self, system: Arc<dyn System>) -> Result<Option<Aside>> {
        if !self.target.is_file() {
            return Ok(None);
        }
        self.hold_old(&*system)?;
        let folder = self.open_folder(&*system)?;
        let aside = Aside { system, folder, place: self.target.clone(), path: beside(&self.target, OLD) };
        aside.system.rename(&aside.place, &aside.path)?;
        Ok(Some(aside))
    }

    /// The folder of the files.
    pub(super) fn folder_path(&self) -> PathBuf {
        self.target.parent().unwrap_or(&self.target).to_path_buf()
    }

    /// Opens the folder of the files, once.
    fn open_folder(&mut self, system: &dyn System) -> Result<Option<Arc<File>>> {
        if self.folder.is_none() {
            self.folder = system.open_folder(&self.folder_path())?.map(Arc::new);
        }
        Ok(self.folder.clone())
    }

    /// Takes the right to the file at the target, and checks that it can be replaced.
    fn hold_old(&mut self, system: &dyn System) -> Result<()> {
        let is_old = self.old.as_ref().is_some_and(|old| old.is_at(&self.target).unwrap_or(false));
        if !is_old && self.target.is_file() {
            let (file, hold) = Hold::open(system, &self.target)?;
            if !self.replaces_any && file.metadata()?.len() > 0 {
                let message = "another program made this file meanwhile; it is not replaced";
                return Err(Error::new(ErrorCode::Io, message));
            }
            self.old = Some(hold);
        }
        if cfg!(windows) {
            // Not every Windows file system replaces a file that is open.
            self.old = None;
        }
        Ok(())
    }

    /// Removes the new file.
    pub fn remove(&self, system: &dyn System) -> io::Result<()> {
        system.remove(&self.path)
    }
}

/// An old file that was renamed, in its folder.
#[derive(Debug)]
pub struct Aside {
    system: Arc<dyn System>,
    folder: Option<Arc<File>>,
    place: PathBuf,
    path: PathBuf,
}

impl Aside {
    /// Its new path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes the rename durable.
    pub fn sync(&self) -> io::Result<()> {
        self.folder.as_ref().map_or(Ok(()), |folder| self.system.sync_folder(folder))
    }

    /// Restores it, replacing any file that is in its place now.
    pub fn put_back(&self) -> io::Result<()> {
        self.system.rename(&self.path, &self.place)
    }

    /// Removes it.
    pub fn remove(&self) -> io::Result<()> {
        self.system.remove(&self.path)
    }
}

/// Returns the path that the file at `path` gets when it is set aside; `None` if its folder does not exist.
pub fn aside_path(path: &Path) -> Option<PathBuf> {
    resolved(path).ok().map(|target| beside(&target, OLD))
}

/// Returns the path of the file that `path` leads to, or would lead to if it existed. Links are followed; the result stays valid if
/// the program changes its folder.
pub(in crate::file) fn resolved(path: &Path) -> Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        let Ok(to) = fs::read_link(&path) else { break };
        path = path.parent().map_or_else(|| to.clone(), |folder| folder.join(&to));
    }
    let no_name = || Error::new(ErrorCode::InvalidArgument, "does not end with the name of a file");
    let name = path.file_name().ok_or_else(no_name)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok(fs::canonicalize(folder)?.join(name))
}

/// The ending of the name of an old file that is set aside.
const OLD: &str = "plypack-old";

/// Returns the path of a new file. It depends only on the target and the number, so that the next writer finds
/// leftovers.
fn new_path(target: &Path, number: u32) -> PathBuf {
    match number {
        0 => beside(target, "plypack-new"),
        _ => beside(target, &format!("plypack-new-{number}")),
    }
}

/// Returns the path of a hidden file next to `target`, with its name and an ending.
fn beside(target: &Path, ending: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let mut new = OsString::from(".");
    if name.len() <= MAX_NAME {
        new.push(name);
    } else {
        let text = name.to_string_lossy();
        new.push(&text[..text.floor_char_boundary(MAX_NAME)]);
        new.push(format!("~{:08x}", crc32c::crc32c(name.as_encoded_bytes())));
    }
    new.push(format!(".{ending}"));
    target.with_file_name(new)
}

/// Makes the new file for a target. Removes the files that killed writers left.
fn make_new(system: &dyn System, target: &Path) -> Result<(PathBuf, File, Hold)> {
    let mut number = 0;
    for _ in 0..MAX_NEW {
        let path = new_path(target, number);
        match system.make(&path) {
            Ok(file) => match Hold::of(system, &file).and_then(|hold| Ok((hold.is_at(&path)?, hold))) {
                Ok((true, hold)) => {
                    remove_left_after(system, target, number);
                    return Ok((path, file, hold));
                }
                // Between the two calls another writer took the file for a leftover, removed it, and made its own at
                // this path.
                Ok((false, _)) => {}
                Err(e) if matches!(e.code(), ErrorCode::Busy | ErrorCode::Locked) => return Err(e),
                Err(e) => return system.remove(&path).map_err(Error::from).and(Err(e)),
            },
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {
                if !remove_left(system, &path)? {
                    number += 1;
                }
            }
            Err(e) => {
                let message = format!("no new file can be made beside it: {e}");
                return Err(Error::from(io::Error::new(e.kind(), message)));
            }
        }
    }
    let message =
        format!("new files that were left beside it are in the way, such as {}", new_path(target, 0).display());
    Err(Error::new(ErrorCode::Io, message))
}

/// Removes the files that killed writers left under later names, which they used because the first was taken. A file that cannot be
/// removed does no harm.
fn remove_left_after(system: &dyn System, target: &Path, number: u32) {
    for later in number + 1..MAX_NEW {
        let path = new_path(target, later);
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            let _ = remove_left(system, &path);
        }
    }
}

/// Removes a new file whose writer was killed. Returns whether it is gone; it stays if no lock tells whether its writer is alive.
fn remove_left(system: &dyn System, path: &Path) -> Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => {
            let message = format!("{} is in the way, which is no file", path.display());
            return Err(Error::new(ErrorCode::Io, message));
        }
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(true),
        Err(e) => return Err(e.into()),
    }
    let file = match system.open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(true),
        // Another user owns it: the next name is tried.
        Err(e) if e.kind() == ErrorKind::PermissionDenied => return Ok(false),
        file => file?,
    };
    let hold = Hold::of(system, &file)?;
    if !hold.is_locked {
        return Ok(false);
    }
    if hold.is_at(path)? {
        system.remove(path)?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_new_files() {
        let name = |target: &str, number| new_path(Path::new(target), number).to_str().unwrap().to_owned();
        assert_eq!(name("/a/games.plypack", 0), "/a/.games.plypack.plypack-new");
        assert_eq!(name("x", 3), ".x.plypack-new-3");
        let long = |last: char| name(&format!("/a/{}{last}", "\u{e9}".repeat(126)), 0);
        assert!(long('x').len() <= 3 + 255 && long('x') != long('y'));
    }
}
