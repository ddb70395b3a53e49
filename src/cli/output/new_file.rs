//! Files that commands create.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Error, OutputFile, Reader, files::is_plypack_file, io::Sink as _};

use crate::console::{
    interrupt,
    numbers::Grouped,
    outcome::{Failure, Outcome, note},
};

/// `--force`.
#[derive(clap::Args)]
pub struct Force {
    /// Replace an existing file that is otherwise kept
    ///
    /// Without this option, an existing file is not replaced if it is not a plypack file, or if the input is empty, corrupt or cannot be
    /// read completely. With this option, the old file is not kept as OUT.plypack.old. If no game can be read, nothing is replaced.
    #[arg(id = "force", long)]
    pub is_given: bool,
}

/// `--svg`: a picture beside the text of a command.
#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
pub struct Picture {
    /// Also write a picture as SVG
    #[arg(id = "svg", long, value_name = "FILE.svg")]
    path: Option<PathBuf>,
    /// Replace an existing file that is not an SVG
    #[arg(id = "force", long, requires = "svg")]
    is_forced: bool,
}

impl Picture {
    /// Returns its path; empty if no picture was requested.
    pub fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(""))
    }

    /// Refuses to replace a file that is not a picture: before the work begins, and again when the picture is complete.
    pub fn check(&self) -> Outcome<()> {
        match &self.path {
            Some(path) if is_there(path) && !self.is_forced && !is_picture(path)? => {
                let message = format!("{}: exists and is not an SVG; use --force to replace it", path.display());
                Err(Failure::Usage(message))
            }
            _ => Ok(()),
        }
    }

    /// Writes the picture of `draw`, if it was requested. The file is replaced when the picture is complete.
    pub fn write(&self, draw: impl FnOnce() -> String) -> Outcome<()> {
        let Some(path) = &self.path else { return Ok(()) };
        self.check()?;
        let mut file = make(path, self.is_forced)?;
        let written = file.write_all(draw().as_bytes()).and_then(|()| file.commit());
        written.map_err(|e| unchanged(path, e.into()).into())
    }
}

/// Returns `true` if a file begins like an SVG.
fn is_picture(path: &Path) -> Outcome<bool> {
    let mut start = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(1024).read_to_end(&mut start));
    read.map_err(|e| Error::from(e).context(path.display()))?;
    Ok(String::from_utf8_lossy(&start).contains("<svg"))
}

/// Returns `true` if the path has a file with content, which is to be replaced.
pub fn is_there(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// Creates a plypack file, which replaces the old file when it is complete. Replaces other files only with `--force`.
pub fn create(path: &Path, force: &Force) -> Outcome<OutputFile> {
    if is_there(path) && !force.is_given && !is_plypack_file(path)? {
        let message = format!("{}: exists and is not a plypack file; use --force to replace it", path.display());
        return Err(Failure::Usage(message));
    }
    make(path, force.is_given)
}

/// Creates a text file, which replaces the old file when it is complete. Replaces plypack files only with `--force`.
pub fn create_text(path: &Path, is_forced: bool) -> Outcome<OutputFile> {
    if is_there(path) && !is_forced && is_plypack_file(path)? {
        let message = format!("{}: is a plypack file; use --force to replace it", path.display());
        return Err(Failure::Usage(message));
    }
    make(path, is_forced)
}

/// Renames a file to a name that no other file has.
pub fn rename_to_new(path: &Path, new: &Path) -> Outcome<()> {
    let named = |e: io::Error| {
        Failure::from(Error::from(e).context(format_args!("{} is complete, but cannot be renamed", path.display())))
    };
    match fs::hard_link(path, new) {
        Ok(()) => fs::remove_file(path).map_err(|e| {
            Failure::from(Error::from(e).context(format_args!(
                "{} is complete, but its old name {} cannot be removed",
                new.display(),
                path.display()
            )))
        }),
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(named(e)),
        // The file system has no hard links.
        Err(_) => fs::rename(path, new).map_err(named),
    }
}

/// Without `--force`, a file that other programs create in the meantime is not replaced either.
fn make(path: &Path, is_forced: bool) -> Outcome<OutputFile> {
    interrupt::catch_signals();
    let file = OutputFile::create(path)?;
    Ok(if is_forced { file.replacing_any() } else { file })
}

/// Refuses to replace a file with one that lacks games of its sources, which the caller may not know yet.
pub fn refuse_less(path: &Path, is_less: bool, replaces: bool, is_forced: bool) -> Outcome<()> {
    if !is_less || !replaces || is_forced {
        return Ok(());
    }
    let path = path.display();
    Err(Failure::Data(format!(
        "{path} is unchanged: a part of the input cannot be read; --force replaces it with the games that can be read"
    )))
}

/// Returns an error for a failure before the replacement.
pub fn unchanged(path: &Path, e: Error) -> Error {
    e.context(format_args!("{} is unchanged", path.display()))
}

/// Refuses to edit games by numbers that were found before the file was locked, if the file has changed since.
pub fn refuse_changed(path: &Path, reader: &Reader) -> Outcome<()> {
    match reader.refreshed().map_err(|e| e.context(path.display()))? {
        None => Ok(()),
        Some(_) => Err(Failure::Data(format!(
            "{}: has changed since the search; nothing was edited; run the command again",
            path.display()
        ))),
    }
}

/// Reports the number of bytes of an unfinished append that a writer removed. A writer that wrote nothing does not remove them.
pub fn note_rollback(path: &Path, bytes: u64) {
    let is_there = || Reader::open(path).is_ok_and(|reader| reader.unfinished() == bytes);
    if bytes > 0 && !is_there() {
        let what = "an unfinished append was removed";
        note(format_args!("{}: {what}: {} bytes", path.display(), Grouped(bytes)));
    }
}
