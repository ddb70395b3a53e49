//! Input files.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use plypack::{PgnSource, is_same_file, open_file};

use super::outcome::{Failure, Outcome};

/// PGN files that are open.
pub struct Inputs {
    /// The sources of the importer, in order.
    pub sources: Vec<PgnSource<'static>>,
    /// Bytes of all sources; `None` if a size is unknown.
    pub bytes: Option<u64>,
}

/// Opens all inputs, before anything is written; `-` is standard input.
pub fn open_all(paths: &[PathBuf], out: &Path) -> Outcome<Inputs> {
    let mut inputs = Inputs { sources: Vec::new(), bytes: Some(0) };
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.add_standard_input()?;
        } else {
            refuse_same_file(path, out)?;
            inputs.add(path)?;
        }
    }
    Ok(inputs)
}

impl Inputs {
    fn add_standard_input(&mut self) -> Outcome<()> {
        if self.sources.iter().any(|source| source.name == "-") {
            return Err(Failure::Usage("standard input (-) can be read only once".to_owned()));
        }
        self.bytes = None;
        self.sources.push(PgnSource { name: "-".to_owned(), reader: Box::new(io::stdin()) });
        Ok(())
    }

    fn add(&mut self, path: &Path) -> Outcome<()> {
        let file = open_file(path)?;
        let metadata = file.metadata().ok().filter(fs::Metadata::is_file);
        self.bytes = self.bytes.zip(metadata).map(|(bytes, metadata)| bytes + metadata.len());
        self.sources.push(PgnSource { name: path.display().to_string(), reader: Box::new(file) });
        Ok(())
    }
}

/// Refuses to overwrite a file that is read, under any path.
pub fn refuse_same_file(input: &Path, out: &Path) -> Outcome<()> {
    match is_same_file(input, out) {
        true => Err(Failure::Usage(format!("{}: is both input and output", out.display()))),
        false => Ok(()),
    }
}

/// Refuses `-` where a file with a name is needed.
pub fn refuse_dash(out: &Path) -> Outcome<()> {
    match out.as_os_str() == "-" {
        true => Err(Failure::Usage("a plypack file cannot be written to standard output".to_owned())),
        false => Ok(()),
    }
}
