//! The files at paths, and in folders.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, FileType},
    io,
    path::{Path, PathBuf},
};

use super::system::Identity;
use crate::{Error, ErrorCode, Result};

/// The files at some paths, for programs that work with several files as one.
///
/// A path of a file stands for that file, whatever its name is. A path of a folder stands for the files in it and in its subfolders whose
/// names end in `.plypack`, in upper or lower case, sorted by name. In a folder, links to files are included and links to folders are not
/// followed. Everything that is not a file, such as a pipe, is left out, and so are names that begin with a dot, because unfinished files have
/// such names.
///
/// ```
/// # fn main() -> plypack::Result<()> {
/// # let folder = tempfile::tempdir()?;
/// # for name in ["b.plypack", "a.plypack", "notes.txt"] { std::fs::write(folder.path().join(name), "")?; }
/// let found = plypack::Paths::find([folder.path()]);
/// assert_eq!(found.files, [folder.path().join("a.plypack"), folder.path().join("b.plypack")]);
/// assert!(found.failed.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Paths {
    /// The files, in the order of the paths; files in a folder in the order of their names.
    pub files: Vec<PathBuf>,
    /// Other paths of these files, such as links, each with the index of its file. They are left out so that no game is found
    /// twice.
    pub repeated: Vec<(PathBuf, usize)>,
    /// Errors for the paths and folder entries that could not be examined: [`ErrorCode::Io`], with the path in the message.
    pub failed: Vec<Error>,
}

impl Paths {
    /// Finds the files without opening them, so that some may be no plypack files.
    pub fn find<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Paths {
        // Only the progress can fail.
        Paths::find_with(paths, |_| Ok(())).unwrap_or_default()
    }

    /// Like [`Paths::find`], but calls `progress` with the number of paths and folder entries so far.
    ///
    /// # Errors
    ///
    /// Errors of `progress`.
    pub fn find_with<P: AsRef<Path>>(
        paths: impl IntoIterator<Item = P>,
        mut progress: impl FnMut(u64) -> Result<()>,
    ) -> Result<Paths> {
        let mut finder =
            Finder { progress: &mut progress, looked_at: 0, found: Paths::default(), by_identity: BTreeMap::new() };
        paths.into_iter().try_for_each(|path| finder.add(path.as_ref()))?;
        Ok(finder.found)
    }
}

/// The files found so far.
struct Finder<'a> {
    progress: &'a mut dyn FnMut(u64) -> Result<()>,
    /// Number of paths and folder entries so far.
    looked_at: u64,
    found: Paths,
    /// The index of each file.
    by_identity: BTreeMap<Identity, usize>,
}

/// The name of a folder entry, and its kind.
type Entry = (OsString, io::Result<FileType>);

impl Finder<'_> {
    fn look(&mut self) -> Result<()> {
        self.looked_at += 1;
        (self.progress)(self.looked_at)
    }

    fn add(&mut self, path: &Path) -> Result<()> {
        self.look()?;
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let before = self.len();
                self.add_folder(path)?;
                if self.len() == before {
                    let message = format!("{}: has no files whose names end in {ENDING}", path.display());
                    self.found.failed.push(Error::new(ErrorCode::Io, message));
                }
            }
            Ok(_) => self.add_file(path.to_owned()),
            Err(e) => self.fail(path, e),
        }
        Ok(())
    }

    /// Returns the number of paths found, including repeated and failed ones.
    fn len(&self) -> usize {
        self.found.files.len() + self.found.repeated.len() + self.found.failed.len()
    }

    fn fail(&mut self, path: &Path, e: impl Into<Error>) {
        self.found.failed.push(e.into().context(path.display()));
    }

    fn add_file(&mut self, path: PathBuf) {
        // A link that leads to no file has no identity.
        match fs::metadata(&path).and_then(|_| Identity::at(&path)) {
            Ok(Some(identity)) => match self.by_identity.get(&identity) {
                Some(file) => self.found.repeated.push((path, *file)),
                None => {
                    self.by_identity.insert(identity, self.found.files.len());
                    self.found.files.push(path);
                }
            },
            // A device, for example: opening it shows what it is.
            Ok(None) => self.found.files.push(path),
            Err(e) => self.fail(&path, e),
        }
    }

    fn add_folder(&mut self, folder: &Path) -> Result<()> {
        match self.entries(folder)? {
            Ok(entries) => {
                entries.into_iter().try_for_each(|(name, kind)| self.add_entry(&folder.join(&name), &name, kind))
            }
            Err(e) => {
                self.fail(folder, e);
                Ok(())
            }
        }
    }

    /// Returns the entries of a folder, by name; the inner error says why the folder cannot be read.
    fn entries(&mut self, folder: &Path) -> Result<io::Result<Vec<Entry>>> {
        let listed = match fs::read_dir(folder) {
            Ok(listed) => listed,
            Err(e) => return Ok(Err(e)),
        };
        let mut entries = Vec::new();
        for entry in listed {
            self.look()?;
            match entry {
                Ok(entry) => entries.push((entry.file_name(), entry.file_type())),
                Err(e) => return Ok(Err(e)),
            }
        }
        entries.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(Ok(entries))
    }

    fn add_entry(&mut self, path: &Path, name: &OsString, kind: io::Result<FileType>) -> Result<()> {
        self.look()?;
        match kind {
            _ if name.as_encoded_bytes().starts_with(b".") => {}
            Ok(kind) if kind.is_dir() => self.add_folder(path)?,
            Ok(kind) if has_ending(name) && (kind.is_file() || kind.is_symlink() && may_be_file(path)) => {
                self.add_file(path.to_owned());
            }
            Ok(_) => {}
            Err(e) => self.fail(path, e),
        }
        Ok(())
    }
}

/// Returns whether a link leads to a regular file, or to nothing, which is then reported. Other targets are left out,
/// because opening a pipe would wait.
fn may_be_file(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

const ENDING: &str = ".plypack";

fn has_ending(name: &OsString) -> bool {
    let name = name.as_encoded_bytes();
    let start = name.len().checked_sub(ENDING.len());
    start.is_some_and(|start| name[start..].eq_ignore_ascii_case(ENDING.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        }
        folder
    }

    /// Paths below the folder.
    fn below<'a>(folder: &tempfile::TempDir, paths: impl IntoIterator<Item = &'a PathBuf>) -> Vec<String> {
        let relative = |path: &PathBuf| path.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/");
        paths.into_iter().map(relative).collect()
    }

    #[test]
    fn files_of_folders_are_sorted_and_recognised_by_their_names() {
        let files = ["c.plypack", "b/2.PLYPACK", "b/1.plypack", "b/deep/er/x.plypack", "a.plypack", "plypack", "a.pgn"];
        let folder = folder_with(&files);
        fs::create_dir(folder.path().join("d.plypack")).unwrap();
        let found = Paths::find([folder.path()]);
        let wanted = ["a.plypack", "b/1.plypack", "b/2.PLYPACK", "b/deep/er/x.plypack", "c.plypack"];
        assert_eq!(below(&folder, &found.files), wanted);
        assert!(found.failed.is_empty() && found.repeated.is_empty());
        // Named files need no ending, and keep the order of the arguments.
        let named = Paths::find(["c.plypack", "a.pgn", "b"].map(|name| folder.path().join(name)));
        let wanted = ["c.plypack", "a.pgn", "b/1.plypack", "b/2.PLYPACK", "b/deep/er/x.plypack"];
        assert_eq!(below(&folder, &named.files), wanted);
    }

    #[test]
    fn hidden_files_are_left_out_of_folders() {
        let folder = folder_with(&[".a.plypack", ".hidden/b.plypack", "c.plypack"]);
        assert_eq!(below(&folder, &Paths::find([folder.path()]).files), ["c.plypack"]);
        assert_eq!(below(&folder, &Paths::find([folder.path().join(".a.plypack")]).files), [".a.plypack"]);
    }

    #[test]
    fn a_file_is_found_once() {
        let folder = folder_with(&["a.plypack", "b.plypack"]);
        let path = |name: &str| folder.path().join(name);
        let paths = [path("b.plypack"), folder.path().to_owned(), path("./a.plypack")];
        let found = Paths::find(&paths);
        assert_eq!(below(&folder, &found.files), ["b.plypack", "a.plypack"]);
        assert_eq!(found.repeated, [(path("b.plypack"), 0), (path("./a.plypack"), 1)]);
        assert!(found.failed.is_empty());
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = folder_with(&["a.plypack", "empty/readme.txt"]);
        let path = |name: &str| folder.path().join(name);
        let found = Paths::find([path("missing"), path("empty"), path("a.plypack")]);
        assert_eq!(found.files, [path("a.plypack")]);
        let messages: Vec<_> = found.failed.iter().map(Error::message).collect();
        assert!(messages[0].starts_with(&format!("{}: ", path("missing").display())), "{}", messages[0]);
        assert_eq!(messages[1], format!("{}: has no files whose names end in .plypack", path("empty").display()));
    }

    #[cfg(unix)]
    #[test]
    fn links_to_files_count_and_links_to_folders_do_not() {
        use std::os::unix::fs::symlink;

        let folder = folder_with(&["real/a.plypack", "linked/x.txt"]);
        let path = |name: &str| folder.path().join(name);
        symlink(path("real/a.plypack"), path("linked/b.plypack")).unwrap();
        symlink(path("real"), path("linked/c.plypack")).unwrap();
        symlink(path("linked"), path("linked/loop")).unwrap();
        symlink(path("gone"), path("linked/d.plypack")).unwrap();
        symlink("/dev/null", path("linked/e.plypack")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(path("linked/f.plypack")).unwrap();
        let found = Paths::find([path("linked")]);
        assert_eq!(below(&folder, &found.files), ["linked/b.plypack"]);
        assert_eq!(found.failed.len(), 1);
        assert!(found.failed[0].message().starts_with(path("linked/d.plypack").to_str().unwrap()));
        // A link that is named is followed.
        assert_eq!(below(&folder, &Paths::find([path("linked/c.plypack")]).files), ["linked/c.plypack/a.plypack"]);
        assert_eq!(Paths::find([path("real"), path("linked/b.plypack")]).repeated, [(path("linked/b.plypack"), 0)]);
    }
}
