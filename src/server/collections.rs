//! The files that the server answers from, as they are now.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use plypack::{Paths, Reader, explorer::Collection, search::SearchEvent};

/// Files are looked at again after so long.
const CHECKED_AFTER: Duration = Duration::from_secs(1);

/// All files at one time.
pub type Games = Arc<Vec<Collection<Arc<Reader>>>>;

/// The files, and what was last known of them.
pub struct Collections {
    paths: Vec<PathBuf>,
    /// All files, and a number that counts changes.
    known: Mutex<(u64, Games)>,
    /// Held by the one who looks at the files again; meanwhile others answer from what is known.
    checked: Mutex<Checked>,
}

struct Checked {
    at: Instant,
    /// The paths of the games that are known.
    files: Vec<PathBuf>,
    /// The complaints about files that cannot be read, each of which is said once.
    complaints: Vec<String>,
}

impl Collections {
    /// Opens the files of these paths.
    ///
    /// Errors: that a path leads nowhere, that a file which is named cannot be read, or that there is none.
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

    /// The number of files, and of their games.
    pub fn size(&self) -> (usize, u64) {
        let (_, games) = self.known();
        (games.len(), games.iter().map(|games| games.reader().game_count()).sum())
    }

    /// The files as they are now, give or take a second, and a number that changes with them.
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
    /// Looks for new files, files that changed and files that are gone; `None` if all is as before.
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
                    // Answers go on with the games that were read.
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

/// The collection of a file that changed.
fn renewed(path: &Path, before: &Collection<Arc<Reader>>) -> Result<Option<Collection<Arc<Reader>>>, String> {
    let refreshed = before.reader().refreshed().map_err(|error| named(path, &error))?;
    refreshed.map(|reader| collection(path, reader)).transpose()
}

fn open(path: &Path) -> Result<Collection<Arc<Reader>>, String> {
    collection(path, Reader::open_mapped(path).map_err(|error| named(path, &error))?)
}

/// Games that are corrupt are said, and count nowhere.
fn collection(path: &Path, reader: Reader) -> Result<Collection<Arc<Reader>>, String> {
    let mut corrupt = 0;
    let opened = Collection::open(Arc::new(reader), &mut |event| count(event, &mut corrupt));
    let opened = opened.map_err(|error| named(path, &error))?;
    if corrupt > 0 {
        eprintln!("warning: {}: {corrupt} games are damaged and do not count; see `plypack verify`", path.display());
    }
    Ok(opened)
}

/// Counts the games that a search leaves out because they are damaged.
///
/// Errors: errors that say nothing of the games.
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
