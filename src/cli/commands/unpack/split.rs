//! `--split`: games in several files, by the value of a tag, by year, or by a number of games per file.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, File},
    io::{self, BufWriter, Read as _, Seek as _, SeekFrom, Write},
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

use plypack::{Error, ExportOptions, Game, OutputFile, Reader, io::Sink as _, search::Hit};

use crate::{
    console::{
        numbers::{Grouped, games},
        outcome::{Failure, Outcome, print},
        progress::Progress,
    },
    input::{
        classify::Classify,
        files::{Group, shown},
        sources,
    },
    output::{
        new_file,
        pgn::{PgnOutput, TextState},
    },
    rows::{columns::Column, sorting::Keys},
};

/// The way games are split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Split {
    /// One file per value of this column, which is a tag, the result or the year. Case and accents are ignored.
    Value(Column),
    /// This many games in each file except the last.
    Size(u64),
}

impl FromStr for Split {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Split, &'static str> {
        match text.parse::<u64>() {
            Ok(0) => Err("must be at least 1"),
            Ok(size) => Ok(Split::Size(size)),
            Err(_) if text.is_empty() => Err("must be a tag, `year`, or a number of games"),
            Err(_) => Ok(Split::Value(match text.parse() {
                Ok(column @ (Column::Result | Column::Speed | Column::Year)) => column,
                _ => Column::Tag(text.to_owned()),
            })),
        }
    }
}

/// Maximum number of files of a split.
const MAX_FILES: usize = 10_000;

/// The folder of the files.
pub struct Folder<'a> {
    pub path: &'a Path,
    pub is_forced: bool,
    /// Inputs, which must not be replaced.
    pub inputs: &'a [PathBuf],
}

impl Folder<'_> {
    /// Makes the folder.
    pub fn make(&self) -> Outcome<()> {
        fs::create_dir_all(self.path).map_err(|e| Error::from(e).context(self.path.display()).into())
    }

    fn path_of(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.pgn"))
    }

    fn create(&self, name: &str) -> Outcome<(PathBuf, OutputFile)> {
        let path = self.path_of(name);
        self.inputs.iter().try_for_each(|input| sources::refuse_same_file(input, &path))?;
        self.refuse_existing(&path)?;
        let file = new_file::create_text(&path, self.is_forced)?;
        Ok((path, file))
    }

    /// The values of tags name the files: the author of a tag must not choose a file to replace.
    fn refuse_existing(&self, path: &Path) -> Outcome<()> {
        if self.is_forced || !new_file::is_there(path) {
            return Ok(());
        }
        Err(Failure::Usage(format!("{}: exists; use --force to replace files with --split", shown(path))))
    }

    fn commit(&self, path: &Path, mut file: OutputFile, count: u64) -> Outcome<()> {
        file.commit().map_err(|e| Error::from(e).context(path.display()))?;
        print(format_args!("{}: {}\n", shown(path), games(count)));
        Ok(())
    }
}

/// Writes files of a given number of games, one after another: `0001.pgn` and so on.
pub struct BySize<'a> {
    folder: Folder<'a>,
    size: u64,
    how: ExportOptions<'static>,
    files: u64,
    /// The file that is not yet full.
    current: Option<(PathBuf, PgnOutput<OutputFile>, u64)>,
}

impl<'a> BySize<'a> {
    /// Writes files of `size` games in `folder`.
    pub fn new(folder: Folder<'a>, size: u64, how: ExportOptions<'static>) -> BySize<'a> {
        BySize { folder, size, how, files: 0, current: None }
    }

    /// Writes the games of hits.
    pub fn add(&mut self, group: &mut Group<'_>, mut hits: &[Hit]) -> Outcome<()> {
        while !hits.is_empty() {
            let (path, mut pgn, count) = match self.current.take() {
                Some(current) => current,
                None => self.next_file()?,
            };
            let (now, later) = hits.split_at(hits.len().min((self.size - count) as usize));
            pgn.hits(group, now).map_err(|failure| failure.of(&path))?;
            hits = later;
            let count = count + now.len() as u64;
            self.current = Some((path, pgn, count));
            if count == self.size {
                self.end()?;
            }
        }
        Ok(())
    }

    fn next_file(&mut self) -> Outcome<(PathBuf, PgnOutput<OutputFile>, u64)> {
        self.files += 1;
        if self.files > MAX_FILES as u64 {
            return Err(too_many(&format!("files of {}", games(self.size))));
        }
        let (path, file) = self.folder.create(&format!("{:04}", self.files))?;
        Ok((path, PgnOutput::new(file, self.how.clone()), 0))
    }

    /// Completes the last file.
    pub fn end(&mut self) -> Outcome<()> {
        let Some((path, pgn, _)) = self.current.take() else { return Ok(()) };
        let (file, count) = pgn.end().map_err(|failure| failure.of(&path))?;
        self.folder.commit(&path, file, count)
    }
}

fn too_many(what: &str) -> Failure {
    Failure::Usage(format!("--split writes at most {} files, but there are more {what}", Grouped(MAX_FILES as u64)))
}

/// Number of games whose tags are read before the games are written by value: games of a few blocks, which stay cached.
const CHUNK: usize = 1 << 17;

/// Writes one file per value of a column after all games are read; until then, their text is in a temporary file.
pub struct ByValue<'a> {
    folder: Folder<'a>,
    column: Column,
    how: ExportOptions<'static>,
    classify: Classify,
    spool: BufWriter<File>,
    len: u64,
    keys: Keys,
    by_value: BTreeMap<Arc<str>, Part>,
}

/// The games with one value.
#[derive(Default)]
struct Part {
    state: TextState,
    games: u64,
    /// Offset and length of their text.
    pieces: Vec<(u64, u64)>,
}

impl<'a> ByValue<'a> {
    /// Writes files in `folder` for the values of `column`.
    pub fn new(folder: Folder<'a>, column: Column, threads: usize, classify: Classify) -> Outcome<ByValue<'a>> {
        let how = classify.options(threads);
        let spool = tempfile::tempfile_in(folder.path).map_err(|e| Error::from(e).context(folder.path.display()))?;
        let spool = BufWriter::new(spool);
        Ok(ByValue { folder, column, how, classify, spool, len: 0, keys: Keys::default(), by_value: BTreeMap::new() })
    }

    /// Adds the games of hits.
    pub fn add(&mut self, group: &mut Group<'_>, hits: &[Hit]) -> Outcome<()> {
        for of_file in hits.chunk_by(|hit, next| hit.file == next.file) {
            of_file.chunks(CHUNK).try_for_each(|hits| self.add_chunk(group, hits))?;
        }
        Ok(())
    }

    fn add_chunk(&mut self, group: &mut Group<'_>, hits: &[Hit]) -> Outcome<()> {
        let file = hits[0].file;
        let mut game = Game::new();
        let mut by_value = BTreeMap::<Arc<str>, Vec<u64>>::new();
        for hit in hits {
            // Games that cannot be read are reported when they are written.
            let value = self.value_of(group.reader(file), *hit, &mut game).unwrap_or_default();
            by_value.entry(value).or_default().push(hit.game);
        }
        let progress = Progress::games("writing", hits.len() as u64);
        let mut done = 0;
        for (value, numbers) in by_value {
            let part = self.by_value.entry(value).or_default();
            let mut pgn = PgnOutput::resume(Counted { out: &mut self.spool, len: 0 }, part.state, self.how.clone());
            let is_corrupt = pgn.games_of(group.reader(file), group.path(file), &numbers, &Progress::hidden())?;
            part.state = pgn.state();
            let (counted, count) = pgn.end()?;
            part.pieces.push((self.len, counted.len));
            part.games += count;
            self.len += counted.len;
            group.note_errors(is_corrupt);
            done += numbers.len() as u64;
            progress.advance(done)?;
            if self.by_value.len() > MAX_FILES {
                return Err(too_many(&format!("values of {}", self.column.name())));
            }
        }
        Ok(())
    }

    /// Returns the value; empty if it is unknown.
    fn value_of(&mut self, reader: &Reader, hit: Hit, game: &mut Game) -> plypack::Result<Arc<str>> {
        self.classify.read_tags(reader, hit.game, game)?;
        // No column of a split contains the path of the file.
        Ok(self.keys.key(self.column.cell(reader, "", hit, game)?).unwrap_or_default())
    }

    /// Writes the files.
    pub fn end(self) -> Outcome<()> {
        let mut spool = self.spool.into_inner().map_err(|e| Failure::from(e.into_error()))?;
        let mut taken = BTreeSet::new();
        let parts = self.by_value.iter().filter(|(_, part)| part.games > 0);
        let named: Vec<_> = parts.map(|(value, part)| (file_name(value, &mut taken), part)).collect();
        // Either all files appear or none.
        named.iter().try_for_each(|(name, _)| self.folder.refuse_existing(&self.folder.path_of(name)))?;
        for (name, part) in named {
            let (path, mut file) = self.folder.create(&name)?;
            for (start, len) in &part.pieces {
                spool.seek(SeekFrom::Start(*start))?;
                io::copy(&mut (&mut spool).take(*len), &mut file)
                    .map_err(|e| Error::from(e).context(path.display()))?;
            }
            self.folder.commit(&path, file, part.games)?;
        }
        Ok(())
    }
}

/// Counts bytes.
struct Counted<W> {
    out: W,
    len: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.len += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Maximum length of a name in bytes, without its extension and number.
const MAX_NAME: usize = 100;

/// Names that mean devices on Windows, whatever their extension.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Returns the name of the file for a value: letters, digits, and `-` for everything between them. If several values give the same name,
/// the later ones get a number.
fn file_name(value: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = String::new();
    for c in value.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '.') && !name.is_empty() {
            if name.len() + c.len_utf8() <= MAX_NAME {
                name.push(c);
            }
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    // On Windows, a name does not end with a dot either.
    name.truncate(name.trim_end_matches(['-', '.']).len());
    let is_port = |port: &str| name.strip_prefix(port).is_some_and(|number| number.len() == 1);
    if name.is_empty() {
        name.push_str("unknown");
    } else if DEVICES.contains(&&*name) || is_port("com") || is_port("lpt") {
        name.push('_');
    }
    let numbered = (2_u64..).map(|number| format!("{name}-{number}"));
    let unused = [name.clone()].into_iter().chain(numbered).find(|name| !taken.contains(name));
    let unused = unused.unwrap_or(name);
    taken.insert(unused.clone());
    unused
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_different() {
        let mut taken = BTreeSet::new();
        let long = "x".repeat(300);
        for (value, name) in [
            ("b90", "b90"),
            ("carlsen, magnus", "carlsen-magnus"),
            ("carlsen; magnus", "carlsen-magnus-2"),
            ("carlsen magnus 2", "carlsen-magnus-2-2"),
            ("../../etc/passwd", "etc-passwd"),
            ("..", "unknown"),
            ("????.??.??", "unknown-2"),
            ("2013.11.09", "2013.11.09"),
            ("1/2-1/2", "1-2-1-2"),
            ("con", "con_"),
            ("com1", "com1_"),
            ("a\0b\n.", "a-b"),
            ("丁立人", "丁立人"),
            (&long, &long[..MAX_NAME]),
        ] {
            assert_eq!(file_name(value, &mut taken), name, "{value:?}");
        }
    }

    #[test]
    fn splits() {
        assert_eq!("10000".parse(), Ok(Split::Size(10_000)));
        assert_eq!("ECO".parse(), Ok(Split::Value(Column::Tag("ECO".to_owned()))));
        assert_eq!("year".parse(), Ok(Split::Value(Column::Year)));
        assert_eq!("game".parse(), Ok(Split::Value(Column::Tag("game".to_owned()))));
        assert!("0".parse::<Split>().is_err() && "".parse::<Split>().is_err());
    }
}
