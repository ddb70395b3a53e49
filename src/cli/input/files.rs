//! The files that a command reads: one file, or several as one.

use std::{
    error::Error as _,
    io::{self, Read as _},
    ops::Range,
    path::{Path, PathBuf},
};

use plypack::{
    Error, Paths, Reader, Result,
    search::{SearchEvent, SearchObserver},
};

use crate::console::{
    corruption,
    outcome::{Ended, Failure, Outcome, note, warn},
    progress::Progress,
    terminal::{one_line, width},
};

/// One file, or several files and folders.
#[derive(clap::Args)]
pub struct FileArgs {
    /// plypack files, and folders with such files; `-` is standard input
    ///
    /// A folder means all files in it and its subfolders with names that end in .plypack, sorted by name. Standard input can only be read
    /// alone.
    #[arg(value_name = "FILE|FOLDER", required = true)]
    paths: Vec<PathBuf>,
}

impl FileArgs {
    /// Finds the files. Reports paths that lead to no file, and files given twice.
    pub fn find(&self) -> Files {
        if let [path] = self.paths.as_slice()
            && !path.is_dir()
        {
            return Files {
                paths: vec![path.clone()],
                are_several: false,
                maps: true,
                next: 0,
                any_open: false,
                any_missing: false,
                has_errors: false,
            };
        }
        let (input, paths): (Vec<&PathBuf>, Vec<_>) = self.paths.iter().partition(|path| is_standard_input(path));
        if !input.is_empty() {
            warn("-: standard input cannot be read together with other files");
        }
        let found = Paths::find(paths);
        found.failed.iter().for_each(warn);
        for (path, file) in &found.repeated {
            note(format_args!(
                "{} is the same file as {}, and is read once",
                path.display(),
                found.files[*file].display()
            ));
        }
        let has_errors = !found.failed.is_empty() || !input.is_empty();
        Files {
            paths: found.files,
            are_several: true,
            maps: true,
            next: 0,
            any_open: false,
            any_missing: has_errors,
            has_errors,
        }
    }
}

fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens a file for reading; recovers a corrupt file. `-` is standard input, which is read into memory.
pub fn open(path: &Path) -> Result<Reader> {
    if is_standard_input(path) { read_standard_input() } else { Reader::salvage_file(path) }
}

/// Opens a file that a command will change. Fails with advice if the file is corrupt.
pub fn open_to_change(path: &Path) -> Result<Reader> {
    let open = Reader::open(path);
    open.map_err(|e| if e.is_damage() { e.advised("repair it first with `plypack repair`") } else { e })
}

fn read_standard_input() -> Result<Reader> {
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes).map_err(Error::from);
    read.and_then(|_| Reader::salvage(Box::new(bytes))).map_err(|e| e.context("-"))
}

/// Maximum number of open files, because the system may let a program open fewer files than there are.
const OPEN_FILES: usize = 32;

/// Bytes of cached blocks of all open files together.
const CACHE: usize = 64 << 20;

/// Files that are read one after another, or several at a time.
pub struct Files {
    paths: Vec<PathBuf>,
    are_several: bool,
    /// True if searches map the files into memory.
    maps: bool,
    /// The index of the file to open next.
    next: usize,
    any_open: bool,
    /// True if a path led to no file, or a file could not be opened.
    any_missing: bool,
    has_errors: bool,
}

impl Files {
    /// Returns the same files; sets whether searches map them into memory.
    pub fn mapped(self, maps: bool) -> Files {
        Files { maps, ..self }
    }

    /// All paths.
    pub fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns `true` if results must name their files: several paths were given, or a folder, whatever its content.
    pub fn are_several(&self) -> bool {
        self.are_several
    }

    /// Returns `true` if a file has been opened.
    pub fn any_open(&self) -> bool {
        self.any_open
    }

    /// Records that there were errors, which were reported.
    pub fn note_errors(&mut self, errors: bool) {
        self.has_errors |= errors;
    }

    /// Returns `true` if there were errors so far.
    pub fn has_errors(&self) -> bool {
        self.has_errors
    }

    /// Returns the end of the command.
    pub fn ended(&self) -> Ended {
        Ended::with_errors(self.has_errors)
    }

    /// Returns the names of games in a table.
    pub fn labels(&self) -> Labels {
        let widths = self.paths.iter().map(|path| width(&shown(path)));
        Labels { path_width: widths.max().unwrap_or(0) }
    }

    /// Opens the next file that can be opened. If there are several files, reports those that cannot be opened.
    pub fn next_file(&mut self, open: impl Fn(&Path) -> Result<Reader>) -> Outcome<Option<OpenFile>> {
        while let Some(path) = self.paths.get(self.next) {
            self.next += 1;
            let opened = if is_standard_input(path) { read_standard_input() } else { open(path) };
            match opened {
                Ok(reader) => {
                    self.has_errors |= corruption::warn_of_errors(path, &reader);
                    self.any_open = true;
                    return Ok(Some(OpenFile { path: path.clone(), reader }));
                }
                Err(e) if is_no_more(&e) => {
                    let files = self.paths.len();
                    return Err(Failure::Data(format!(
                        "{e}: {files} files are too many at once; raise the limit of open files (`ulimit -n`), or name fewer files"
                    )));
                }
                Err(e) if !self.are_several => return Err(Failure::from(e)),
                Err(e) => {
                    (self.any_missing, self.has_errors) = (true, true);
                    warn(e);
                }
            }
        }
        Ok(None)
    }

    /// Opens the next group of files to search together; `None` after the last.
    pub fn next_group(&mut self) -> Outcome<Option<Group<'_>>> {
        let first = self.next;
        let files = self.open_some(OPEN_FILES)?;
        let place = (self.paths.len() > OPEN_FILES).then_some((first + 1..self.next + 1, self.paths.len()));
        Ok((!files.is_empty()).then(|| self.group(files, place)))
    }

    /// Opens all files, for commands that need them at once.
    pub fn all(&mut self) -> Outcome<Group<'_>> {
        let files = self.open_some(usize::MAX)?;
        Ok(self.group(files, None))
    }

    /// Opens the next files, at most `most`.
    fn open_some(&mut self, most: usize) -> Outcome<Vec<OpenFile>> {
        let mut files = Vec::new();
        let end = self.next.saturating_add(most);
        let maps = self.maps;
        let open = |path: &Path| if maps { Reader::salvage_mapped(path) } else { Reader::salvage_file(path) };
        while self.next < end
            && let Some(file) = self.next_file(open)?
        {
            files.push(file);
        }
        Ok(files)
    }

    fn group(&mut self, files: Vec<OpenFile>, place: Option<(Range<usize>, usize)>) -> Group<'_> {
        files.iter().for_each(|file| file.reader.set_cache(CACHE / files.len()));
        Group { files, is_complete: !self.any_missing, place, has_errors: &mut self.has_errors }
    }
}

/// Returns `true` if a file cannot be opened because the system allows no more open files.
fn is_no_more(e: &Error) -> bool {
    let cause = e.source().and_then(|cause| cause.downcast_ref::<io::Error>());
    // ENFILE and EMFILE; ERROR_TOO_MANY_OPEN_FILES.
    let codes: &[i32] = if cfg!(windows) { &[4] } else { &[23, 24] };
    cause.and_then(io::Error::raw_os_error).is_some_and(|code| codes.contains(&code))
}

/// An open file.
pub struct OpenFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Reader of its games.
    pub reader: Reader,
}

/// Open files that are searched together.
pub struct Group<'a> {
    /// The files, in the order of the file indices of hits.
    files: Vec<OpenFile>,
    is_complete: bool,
    /// The numbers of these files, from 1, and the total.
    place: Option<(Range<usize>, usize)>,
    has_errors: &'a mut bool,
}

impl Group<'_> {
    /// Runs a search, with progress and messages.
    pub fn search<T>(&mut self, work: impl FnOnce(&[&Reader], &mut SearchObserver<'_>) -> Result<T>) -> Outcome<T> {
        let readers: Vec<&Reader> = self.files.iter().map(|file| &file.reader).collect();
        let progress = Progress::games("searching", readers.iter().map(|reader| reader.number_end()).sum());
        if let Some((files, all)) = &self.place {
            progress.set_what(format_args!("file {} of {all}", files.start));
        }
        let has_errors = &mut *self.has_errors;
        let mut observer = |event: SearchEvent| {
            match event {
                SearchEvent::Progress(done) => progress.set(done),
                SearchEvent::Corruption(found) => {
                    *has_errors = true;
                    progress.warn(corruption::Message(&self.files[found.file].path, &found.corruption));
                }
                _ => {}
            }
            Ok(())
        };
        Ok(work(&readers, &mut observer)?)
    }

    /// Records that there were errors, which were reported.
    pub fn note_errors(&mut self, errors: bool) {
        *self.has_errors |= errors;
    }

    /// Returns `true` if all given files could be opened so far.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns a file by its index in a hit.
    pub fn reader(&self, file: u32) -> &Reader {
        &self.files[file as usize].reader
    }

    /// Returns the path of a file by its index in a hit.
    pub fn path(&self, file: u32) -> &Path {
        &self.files[file as usize].path
    }

    /// Returns the paths of all files, in the order of the file indices of hits.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(|file| &*file.path)
    }

    /// Reports an error in a file.
    pub fn warn(&mut self, file: u32, e: &plypack::Error) {
        *self.has_errors = true;
        warn(format_args!("{}: {e}", self.path(file).display()));
    }
}

/// Names of games in a table: their numbers; with several files, `FILE:NUMBER`, which `show` accepts.
pub struct Labels {
    /// The width of the widest path.
    path_width: usize,
}

impl Labels {
    /// Returns the name of a game of several files.
    pub fn name(&self, path: &Path, number: u64) -> String {
        format!("{}:{number}", shown(path))
    }

    /// Returns the width of such a name, for numbers of up to seven digits, like the other columns of a row.
    pub fn width(&self) -> usize {
        self.path_width + 8
    }

    /// Returns the width of paths.
    pub fn width_of_path(&self) -> usize {
        self.path_width
    }
}

/// Returns a path that is safe for a terminal.
pub fn shown(path: &Path) -> String {
    one_line(path.display().to_string().as_bytes())
}
