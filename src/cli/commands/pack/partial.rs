//! A file that runs of `pack --resume` write one after another, under a separate name.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use plypack::{Options, OutputFile, Writer};

use crate::{
    console::{
        interrupt,
        outcome::{Failure, Outcome},
    },
    output::new_file,
};

/// The file `OUT.partial` of an output.
pub struct Partial<'a> {
    out: &'a Path,
    /// Path of the partial file.
    pub path: PathBuf,
}

impl<'a> Partial<'a> {
    /// Returns the partial file for an output, which must not exist yet.
    pub fn of(out: &'a Path) -> Outcome<Partial<'a>> {
        if out.exists() {
            let message = format!(
                "{}: exists; --resume only creates new files: remove it, or name another output",
                out.display()
            );
            return Err(Failure::Usage(message));
        }
        let mut name = OsString::from(out.file_name().unwrap_or_default());
        name.push(".partial");
        Ok(Partial { out, path: out.with_file_name(name) })
    }

    /// Opens the file after the games that earlier runs committed; creates it in the first run.
    pub fn open(&self, options: Options) -> Outcome<Writer<OutputFile>> {
        interrupt::catch_signals();
        if !self.path.exists() {
            drop(Writer::create(&self.path, options)?.finish()?);
        }
        Ok(Writer::append(&self.path, options)?)
    }

    /// Renames the complete file to the output.
    pub fn take_place(&self) -> Outcome<()> {
        new_file::rename_to_new(&self.path, self.out)
    }
}
