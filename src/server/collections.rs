//! The current state of the files that the server answers from.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use plypack::{Paths, Reader, explorer::Collection, search::SearchEvent};

/// Time between checks of the files.
const CHECKED_AFTER: Duration = Duration::from_secs(1);

/// The games of all files at one time.
pub type Games = Arc<Vec<Collection<Arc<Reader>>>>;

/// The files, and their last known state.
pub struct Collections {
    paths: Vec<PathBuf>,
    /// A number that increases with every change, and all files.
    known: Mutex<(u64, Games)>,
    /// Locked by the thread that checks the files. Other threads answer from the known state.
    checked: Mutex<Checked>,
}

struct Checked {
    at: Instant,
    /// The paths of the known files.
    files: Vec<PathBuf>,
    /// Complaints about files that cannot be read; each is printed only once.
    complaints: Vec<String>,
}

impl Collections {
    /// Opens the files of these paths.
    ///
    /// Errors: if a path does not exist, if a file named in `paths` cannot be read, or if there is no file at all.
    pub fn open(paths: Vec<PathBuf>) -> Result<Collections, String> {
        let found = Paths::find(&paths);
        if let Some(error) = found.failed.first() {
            return Err(error.to_string());
        }
        let mut checked = Checked { at: Instant::now(), files: Vec::new(), complaints: Vec::new() };
        let mut games = Vec::new();
        for path in found.files {
            match open(&path) {
                Ok(collection) => {
                    games.push(collection);
                    checked.files.push(path);
                }
                Err(message) if paths.contains(&path) => return Err(message),
                Err(message) => complain(&mut checked.complaints, message),
            }
        }
        if games.is_empty() {
            return Err("none of the files can be read".to_owned());
        }
        Ok(Collections { paths, known: Mutex::new((0, Arc::new(games))), checked: Mutex::new(checked) })
    }

    /// Returns the number of files and of their games.
    pub fn size(&self) -> (usize, u64) {
        let (_, games) = self.known();
        (games.len(), games.iter().map(|games| games.reader().game_count()).sum())
    }

    /// Returns the current files, at most about a second old, and a number that changes with them.
    pub fn now(&self) -> (u64, Games) {
        if let Ok(mut checked) = self.checked.try_lock()
            && checked.at.elapsed() >= CHECKED_AFTER
        {
            let (version, before) = self.known();
            if let Some(games) = checked.check(&self.paths, &before) {
                *lock(&self.known) = (version + 1, Arc::new(games));
            }
            checked.at = Instant::now();
        }
        self.known()
    }

    fn known(&self) -> (u64, Games) {
        let known = lock(&self.known);
        (known.0, Arc::clone(&known.1))
    }
}

impl Checked {
    /// Looks for new, changed and removed files; `None` if nothing changed.
    fn check(&mut self, paths: &[PathBuf], before: &[Collection<Arc<Reader>>]) -> Option<Vec<Collection<Arc<Reader>>>> {
        let found = Paths::find(paths);
        found.failed.iter().for_each(|error| complain(&mut self.complaints, error.to_string()));
        let mut games = Vec::new();
        let mut files = Vec::new();
        let mut is_changed = false;
        for path in found.files {
            let known = self.files.iter().position(|known| *known == path).map(|at| &before[at]);
            let renewed = match known {
                Some(known) => renewed(&path, known),
                None => open(&path).map(Some),
            };
            match (renewed, known) {
                (Ok(Some(collection)), _) => {
                    games.push(collection);
                    is_changed = true;
                }
                (Ok(None), known) => games.extend(known.cloned()),
                (Err(message), known) => {
                    complain(&mut self.complaints, message);
                    // The server continues with the games that were already read.
                    let Some(known) = known else { continue };
                    games.push(known.clone());
                }
            }
            files.push(path);
        }
        is_changed |= files != self.files;
        self.files = files;
        is_changed.then_some(games)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the collection of a file again if the file changed.
fn renewed(path: &Path, before: &Collection<Arc<Reader>>) -> Result<Option<Collection<Arc<Reader>>>, String> {
    let refreshed = before.reader().refreshed().map_err(|error| named(path, &error))?;
    refreshed.map(|reader| collection(path, reader)).transpose()
}

fn open(path: &Path) -> Result<Collection<Arc<Reader>>, String> {
    collection(path, Reader::open_mapped(path).map_err(|error| named(path, &error))?)
}

/// Reports corrupt games, which are not counted.
fn collection(path: &Path, reader: Reader) -> Result<Collection<Arc<Reader>>, String> {
    let mut corrupt = 0;
    let opened = Collection::open(Arc::new(reader), &mut |event| count(event, &mut corrupt));
    let opened = opened.map_err(|error| named(path, &error))?;
    if corrupt > 0 {
        eprintln!("warning: {}: damaged games, which do not count: {corrupt}; see `plypack verify`", path.display());
    }
    Ok(opened)
}

/// Adds the damaged games that a search leaves out to `corrupt`.
///
/// Errors: errors that are not about the games.
pub fn count(event: SearchEvent, corrupt: &mut u64) -> plypack::Result<()> {
    match event {
        SearchEvent::Corruption(found) if found.corruption.error.may_pass() => Err(found.corruption.error),
        SearchEvent::Corruption(found) => {
            *corrupt += found.corruption.games.end - found.corruption.games.start;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn named(path: &Path, error: &plypack::Error) -> String {
    let text = error.to_string();
    let path = path.display().to_string();
    if text.contains(&path) { text } else { format!("{path}: {text}") }
}

fn complain(complaints: &mut Vec<String>, message: String) {
    if !complaints.contains(&message) {
        eprintln!("warning: {message}");
        complaints.push(message);
    }
}
