//! Input files.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use plypack::{
    ImportSource, PgnSource, Result,
    files::{is_open_file, is_same_file, open_file},
    scid::{ScidReader, is_scid_path},
};

use super::files::shown;
use crate::console::{
    interrupt,
    outcome::{Failure, Outcome, note},
};

/// Delay after which a message names a file that is not yet open.
const WAITING: Duration = Duration::from_secs(1);

/// Open PGN files and SCID databases.
pub struct Inputs {
    /// The sources of the importer, in order.
    pub sources: Vec<ImportSource<'static>>,
    /// Bytes of all sources; `None` if a size is unknown.
    pub bytes: Option<u64>,
}

/// Opens all inputs before anything is written; `-` is standard input.
pub fn open_all(paths: &[PathBuf], out: &Path) -> Outcome<Inputs> {
    let mut inputs = Inputs { sources: Vec::new(), bytes: Some(0) };
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.add_standard_input(out)?;
        } else {
            refuse_same_file(path, out)?;
            inputs.add(path)?;
        }
    }
    Ok(inputs)
}

impl Inputs {
    /// Returns the kind of the inputs, for a report of their bytes.
    pub fn kind(&self) -> &'static str {
        let databases = self.sources.iter().filter(|source| matches!(source, ImportSource::Scid { .. })).count();
        match databases {
            0 => "PGN text",
            all if all == self.sources.len() => "SCID records",
            _ => "PGN text and SCID records",
        }
    }

    fn add_standard_input(&mut self, out: &Path) -> Outcome<()> {
        if self.sources.iter().any(|source| source.name() == "-") {
            return Err(Failure::Usage("standard input (`-`) can be read only once".to_owned()));
        }
        if standard_input().is_some_and(|input| is_open_file(&input, out)) {
            return Err(is_both(out));
        }
        self.bytes = None;
        self.add_pgn("-".to_owned(), interrupt::Input::reader(io::stdin()));
        Ok(())
    }

    fn add_pgn(&mut self, name: String, reader: Box<dyn Read + Send>) {
        self.sources.push(ImportSource::Pgn(PgnSource { name, reader }));
    }

    fn add_scid(&mut self, path: &Path) -> Outcome<()> {
        let database = ScidReader::open(path)?;
        if !database.description().is_empty() || database.flag_names().iter().any(|name| !name.is_empty()) {
            note(format_args!(
                "{}: the description of the database and the names of its flags are not stored",
                path.display()
            ));
        }
        self.bytes = self.bytes.map(|bytes| bytes + database.bytes());
        self.sources.push(ImportSource::Scid { name: path.display().to_string(), database: Arc::new(database) });
        Ok(())
    }

    fn add(&mut self, path: &Path) -> Outcome<()> {
        if is_scid_path(path) {
            return self.add_scid(path);
        }
        let file = open_or_wait(path)?;
        let metadata = file.metadata().ok().filter(fs::Metadata::is_file);
        self.bytes = self.bytes.zip(metadata.as_ref()).map(|(bytes, metadata)| bytes + metadata.len());
        // A pipe may never end.
        let reader: Box<dyn Read + Send> =
            if metadata.is_some() { Box::new(file) } else { interrupt::Input::reader(file) };
        self.add_pgn(path.display().to_string(), reader);
        Ok(())
    }
}

/// Opens a file. Prints a note if this waits because no program writes to a named pipe yet.
fn open_or_wait(path: &Path) -> Result<File> {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() || metadata.is_dir()) {
        return open_file(path);
    }
    let (opening, opened) = mpsc::channel::<()>();
    let shown = shown(path);
    thread::spawn(move || {
        if opened.recv_timeout(WAITING) == Err(mpsc::RecvTimeoutError::Timeout) {
            note(format_args!("{shown}: waiting for a program to write to this named pipe"));
        }
    });
    let file = open_file(path);
    drop(opening);
    file
}

/// Refuses to overwrite an input file, under any path.
pub fn refuse_same_file(input: &Path, out: &Path) -> Outcome<()> {
    if is_same_file(input, out) { Err(is_both(out)) } else { Ok(()) }
}

fn is_both(out: &Path) -> Failure {
    Failure::Usage(format!("{}: is both input and output", out.display()))
}

/// Returns standard input, if it is open.
fn standard_input() -> Option<File> {
    #[cfg(unix)]
    let input = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    #[cfg(windows)]
    let input = std::os::windows::io::AsHandle::as_handle(&io::stdin()).try_clone_to_owned();
    input.ok().map(File::from)
}

/// Refuses `-` if a named file is needed.
pub fn refuse_dash(out: &Path) -> Outcome<()> {
    if out.as_os_str() == "-" {
        Err(Failure::Usage("a plypack file cannot be written to standard output; name a file with --output".to_owned()))
    } else {
        Ok(())
    }
}
