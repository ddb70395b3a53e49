//! `plypack unpack`.

mod scid;
mod split;

use std::{
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
};

use plypack::{
    Error, ErrorCode, ExportOptions, Reader,
    io::Sink as _,
    scid::is_scid_path,
    search::{Condition, Hit, Query},
};

use super::found::{self, GamesArgs, Order, Search};
use crate::{
    console::{
        numbers::games,
        outcome::{Ended, Failure, Outcome, note},
        terminal::Output,
    },
    input::{
        arguments::GameRange,
        classify::Classify,
        files::{Group, OpenFile},
        sources,
    },
    output::{new_file, pgn::PgnOutput},
    rows::OrderArgs,
};
use scid::ScidOutput;
use split::{BySize, ByValue, Folder, Split};

/// Writes games of plypack files as PGN, or as a SCID 4 database.
///
/// Without conditions, all games are written. With conditions, a game must meet all of them. With a position, pattern or material, a game
/// must also reach it, as for `plypack find`.
///
/// From a corrupt file, all readable games are written. Lost games are reported; the exit code is then 1.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    order: OrderArgs,
    #[command(flatten)]
    classify: Classify,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(clap::Args)]
#[command(next_help_heading = "Output")]
struct OutputArgs {
    /// Output file: PGN, or a SCID 4 database if it ends in `.si4` [default: standard output]
    ///
    /// An existing file is replaced only when the new one is complete. `-` is standard output. A SCID database also has the files `.sg4`
    /// and `.sn4` in the same folder. With --split, the output is a folder.
    #[arg(short = 'o', long = "output", value_name = "OUT.pgn")]
    path: Option<PathBuf>,
    /// Games of a single file: game number, from 0, or range `A..B` (without B), `A..` or `..B`
    #[arg(long = "games", value_name = "A..B", conflicts_with_all = ["sort", "limit"])]
    range: Option<GameRange>,
    /// Write a file for each value of a tag, for each `year`, or for every N games
    ///
    /// The files are in the folder --output. A file is named by the value of the tag, in which case and accents are ignored: with ECO,
    /// `b90.pgn` has the games with the code B90. The year is from the tag Date. Files of N games are `0001.pgn`, `0002.pgn` and so on.
    #[arg(long, value_name = "TAG|N", requires = "path")]
    split: Option<Split>,
    /// Exit with 1 if games were skipped or changed because SCID cannot store them
    ///
    /// Applies only to SCID databases: PGN stores all games unchanged.
    #[arg(long = "strict")]
    is_strict: bool,
    /// Replace an existing file that is otherwise kept
    ///
    /// Without this option, an existing file is not replaced if it is a plypack file, if an input is corrupt, or with --split.
    #[arg(long = "force")]
    is_forced: bool,
}

/// Games and their order.
struct Wanted {
    search: Search,
    order: OrderArgs,
    range: Option<GameRange>,
    classify: Classify,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let target = args.games.target.get_if_given()?;
    let search = args.games.search(target);
    let order = args.order;
    let range = args.output.range;
    let mut wanted = Wanted { search, order, range, classify: args.classify };
    if wanted.search.files.are_several() && wanted.range.is_some() {
        return Err(Failure::Usage("--games needs a single file: each file numbers its games from 0".to_owned()));
    }
    let is_forced = args.output.is_forced;
    let how = wanted.how();
    match (args.output.path.as_deref().filter(|path| path.as_os_str() != "-"), &args.output.split) {
        (None, Some(_)) => return Err(Failure::Usage("--split needs --output FOLDER".to_owned())),
        (None, None) => drop(wanted.write(|| Ok(PgnOutput::new(Output::new(), how.clone()).for_reader()))?),
        (Some(path), None) if is_scid_path(path) => {
            let is_less = wanted.write_database(path, is_forced)?;
            if is_less && args.output.is_strict {
                return Ok(Ended::WithErrors);
            }
        }
        (Some(path), None) => wanted.write_file(path, is_forced)?,
        (Some(path), Some(split)) => wanted.write_split(path, split, is_forced)?,
    }
    Ok(wanted.search.files.ended())
}

impl Wanted {
    fn how(&self) -> ExportOptions<'static> {
        self.classify.options(self.search.query.threads)
    }

    fn write_file(&mut self, path: &Path, is_forced: bool) -> Outcome<()> {
        self.search.files.paths().iter().try_for_each(|input| sources::refuse_same_file(input, path))?;
        let how = self.how();
        let create = || Ok(PgnOutput::new(new_file::create_text(path, is_forced)?, how.clone()));
        let written = self.write(create).map_err(|failure| failure.of(path))?;
        let Some((mut file, count)) = written else { return Ok(()) };
        new_file::refuse_less(path, self.search.files.has_errors(), file.replaces(), is_forced)?;
        file.commit().map_err(|e| Error::from(e).context(path.display()))?;
        if !self.is_all() {
            note(format_args!("{}: {} written", path.display(), games(count)));
        }
        Ok(())
    }

    /// Writes a SCID database. Returns `true` if games were skipped or changed.
    fn write_database(&mut self, path: &Path, is_forced: bool) -> Outcome<bool> {
        let mut out = ScidOutput::new(path, is_forced, self.search.files.paths(), self.how())?;
        if self.is_all() {
            let files = &mut self.search.files;
            let range = &self.range;
            while let Some(file) = files.next_file(|path| Reader::salvage_file(path))? {
                let range = range_of(range.as_ref(), &file)?;
                let is_corrupt = out.write(&file.reader, &file.path, &[range])?;
                files.note_errors(is_corrupt);
            }
        } else {
            self.for_each_hits(|group, hits| {
                for hits in hits.chunk_by(|hit, next| hit.file == next.file) {
                    let file = hits[0].file;
                    let ranges: Vec<_> = hits.iter().map(|hit| hit.game..hit.game + 1).collect();
                    let is_corrupt = out.write(group.reader(file), group.path(file), &ranges)?;
                    group.note_errors(is_corrupt);
                }
                Ok(())
            })?;
        }
        out.end(self.search.files.has_errors())
    }

    /// Writes several files in a folder.
    fn write_split(&mut self, path: &Path, split: &Split, is_forced: bool) -> Outcome<()> {
        let inputs = self.search.files.paths().to_vec();
        let how = self.how();
        let folder = Folder { path, is_forced, inputs: &inputs };
        folder.make()?;
        match split {
            Split::Size(size) => {
                let mut files = BySize::new(folder, *size, how);
                self.for_each_hits(|group, hits| files.add(group, hits))?;
                files.end()
            }
            Split::Value(column) => {
                let mut files = ByValue::new(folder, column.clone(), how.threads, self.classify)?;
                self.for_each_hits(|group, hits| files.add(group, hits))?;
                files.end()
            }
        }
    }

    /// Passes the games found, if their numbers are in the range, to `each`.
    fn for_each_hits(&mut self, mut each: impl FnMut(&mut Group<'_>, &[Hit]) -> Outcome<()>) -> Outcome<()> {
        let query = self.search.query.clone();
        let range = self.range.clone();
        let order = Order { by: &self.order, classify: self.classify };
        found::for_each_group(&mut self.search.files, query, order, |group, hits| {
            let is_wanted = |hit: &&Hit| range.as_ref().is_none_or(|range| range.has(hit.game));
            let hits: Vec<Hit> = hits.iter().filter(is_wanted).copied().collect();
            each(group, &hits)
        })
    }

    /// Returns `true` if all games are wanted, or a range of them.
    fn is_all(&self) -> bool {
        let Query { target, condition, .. } = &self.search.query;
        let has_conditions = !matches!(condition, Condition::All(all) if all.is_empty());
        target.is_none() && !has_conditions && !self.order.is_given()
    }

    /// Writes the games. Creates the output once a file could be opened. Returns it and the number of games.
    fn write<W: Write>(&mut self, create: impl Fn() -> Outcome<PgnOutput<W>>) -> Outcome<Option<(W, u64)>> {
        if self.is_all() { self.write_all(create) } else { self.write_found(create) }
    }

    /// Writes all files, one after another.
    fn write_all<W: Write>(&mut self, create: impl Fn() -> Outcome<PgnOutput<W>>) -> Outcome<Option<(W, u64)>> {
        let mut pgn = None;
        let range = self.range.clone();
        let files = &mut self.search.files;
        while let Some(file) = files.next_file(|path| Reader::salvage_file(path))? {
            let range = range_of(range.as_ref(), &file)?;
            let pgn = match &mut pgn {
                Some(pgn) => pgn,
                None => pgn.insert(create()?),
            };
            let progress = pgn.progress(range.end - range.start);
            let is_corrupt = pgn.range(&file.reader, &file.path, range, &progress)?;
            files.note_errors(is_corrupt);
        }
        pgn.map(PgnOutput::end).transpose()
    }

    /// Writes the games that are found.
    fn write_found<W: Write>(&mut self, create: impl Fn() -> Outcome<PgnOutput<W>>) -> Outcome<Option<(W, u64)>> {
        let mut pgn = None;
        self.for_each_hits(|group, hits| {
            let pgn = match &mut pgn {
                Some(pgn) => pgn,
                None => pgn.insert(create()?),
            };
            pgn.hits(group, hits)
        })?;
        pgn.map(PgnOutput::end).transpose()
    }
}

/// Returns the games to write. Deleted games in a range are skipped; a single game must exist.
fn range_of(wanted: Option<&GameRange>, file: &OpenFile) -> plypack::Result<Range<u64>> {
    let range = wanted.unwrap_or(&GameRange::ALL);
    let path = file.path.display();
    let next = file.reader.number_end();
    let range = range.within(next).ok_or_else(|| {
        let message = format!("{path}: there is no game {}; games have numbers below {next}", range.first());
        Error::new(ErrorCode::OutOfRange, message)
    })?;
    if range.end - range.start == 1 && file.reader.is_deleted(range.start) && wanted.is_some() {
        Err(Error::new(ErrorCode::NotFound, format!("{path}: game {} is deleted", range.start)))
    } else {
        Ok(range)
    }
}
