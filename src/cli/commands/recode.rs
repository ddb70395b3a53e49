//! `plypack repair` and `plypack recode`: write all games of a file to a new one.

use std::path::{Path, PathBuf};

use plypack::{
    Codec, Options, OutputFile, Reader, Writer,
    files::{Exported, recode_into},
};

use super::index;
use crate::{
    console::{
        corruption,
        numbers::{Grouped, games},
        outcome::{Ended, Failure, Outcome, note, print},
        progress::Progress,
    },
    input::{
        arguments::{self, Level, Threads},
        sources,
    },
    output::{
        new_file::{self, Force},
        old_file::OldFile,
    },
};

/// Copies all readable games of a corrupt plypack file to a new file.
///
/// Lost games, deleted games and old versions are not copied, so that games after them get new numbers. If the file has a position index,
/// the new file gets one, too.
#[derive(clap::Args)]
pub struct RepairArgs {
    /// Corrupt plypack file; only --records changes it
    #[arg(value_name = "BROKEN")]
    input: PathBuf,
    /// Output file
    ///
    /// If OUT.plypack exists, it is replaced only when the new file is complete. If the new file lacks games of the existing file, the
    /// existing file is kept as OUT.plypack.old.
    #[arg(short, long, value_name = "OUT.plypack", required_unless_present = "records")]
    output: Option<PathBuf>,
    /// Rewrite a corrupt commit record in the file itself
    ///
    /// Changes nothing else, and is sufficient if `plypack verify` reports only a corrupt commit record.
    #[arg(long, conflicts_with_all = ["output", "level", "force"])]
    records: bool,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    force: Force,
}

/// Copies a plypack file to a new file with another move codec.
///
/// Deleted games and old versions are not copied, so that games after them get new numbers. If the file has a position index, the new file
/// gets one, too.
#[derive(clap::Args)]
pub struct RecodeArgs {
    /// plypack file to copy
    #[arg(value_name = "IN.plypack")]
    input: PathBuf,
    /// Output file
    ///
    /// If OUT.plypack exists, it is replaced only when the new file is complete. If the new file lacks games of the existing file, the
    /// existing file is kept as OUT.plypack.old.
    #[arg(short, long, value_name = "OUT.plypack")]
    output: PathBuf,
    /// Move codec
    ///
    /// `byte` takes 8 bits per ply, and searches scan it in place. `tight` takes about 2.5 bits per ply, but is slow to write, read and
    /// search. `coord16` takes 16 bits per ply, and can be read without a board.
    #[arg(long, value_name = "NAME", value_parser = arguments::codec())]
    codec: Codec,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    force: Force,
}

/// Runs `repair`.
pub fn repair(args: RepairArgs) -> Outcome {
    let Some(output) = args.output else {
        return repair_records(&args.input);
    };
    let reader = Reader::salvage_file(&args.input)?.rescanned()?;
    let options = args.level.options(None).or_codec_of(&reader)?;
    let rewrite =
        Rewrite { reader, input: args.input, output, options, threads: args.threads.count(), force: args.force };
    rewrite.run("saved")
}

/// Runs `repair --records`.
fn repair_records(path: &Path) -> Outcome {
    let done = if plypack::files::repair_records(path)? {
        "a corrupt commit record was rewritten"
    } else {
        "the commit records are intact; nothing was written"
    };
    print(format_args!("{}: {done}\n", path.display()));
    Ok(Ended::Clean)
}

/// Runs `recode`.
pub fn recode(args: RecodeArgs) -> Outcome {
    let reader = Reader::salvage_file(&args.input)?;
    let options = args.level.options(args.codec);
    let rewrite = Rewrite {
        reader,
        input: args.input,
        output: args.output,
        options,
        threads: args.threads.count(),
        force: args.force,
    };
    rewrite.run("written")
}

/// The work of both commands.
struct Rewrite {
    reader: Reader,
    input: PathBuf,
    output: PathBuf,
    options: Options,
    threads: usize,
    force: Force,
}

impl Rewrite {
    fn run(&self, done: &str) -> Outcome {
        sources::refuse_dash(&self.output)?;
        sources::refuse_same_file(&self.input, &self.output)?;
        let has_errors = corruption::warn_of_errors(&self.input, &self.reader);
        let file = new_file::create(&self.output, &self.force)?;
        let is_indexed = self.reader.had_index() && index::is_possible(&self.output, &file);
        let may_lose = self.force.is_given || !file.replaces();
        let named = |e: plypack::Error| e.context(self.output.display());
        let mut writer = Writer::new(file, self.options).map_err(named)?;
        let count = self.write_games(&mut writer)?;
        let has_losses = has_errors || count.corrupt > 0;
        if has_losses {
            self.check_replaced(&count, may_lose)?;
        }
        let index = is_indexed.then(|| index::add_to_new(&mut writer, self.threads)).transpose();
        let index = index.map_err(|e| new_file::unchanged(&self.output, e))?;
        let old = OldFile::hold(&self.output, &self.force)?;
        drop(writer.finish().map_err(named)?);
        old.map_or(Ok(()), OldFile::end)?;
        print(format_args!("{}: {} {done}{}\n", self.output.display(), games(count.games), losses(&count)));
        self.note_edits();
        if let Some(added) = index {
            index::report(&self.output, &added);
        }
        Ok(Ended::with_errors(has_losses))
    }

    /// Prints a note on the file's edits, if it has any.
    fn note_edits(&self) {
        let reader = &self.reader;
        let numbers = 0..self.reader.number_end();
        let replaced = numbers.clone().filter(|number| reader.is_replaced(*number)).count() as u64;
        let deleted = reader.deleted();
        if deleted + replaced == 0 {
            return;
        }
        let first = numbers.clone().find(|number| reader.is_deleted(*number)).unwrap_or(numbers.end);
        let next = (first..numbers.end).find(|number| !reader.is_deleted(*number));
        let renumbered = match next {
            Some(next) => format!("game {next} is now game {first}, and all games after it have new numbers"),
            None => "all games keep their numbers".to_owned(),
        };
        let output = self.output.display();
        let deleted = Grouped(deleted);
        let replaced = Grouped(replaced);
        note(format_args!(
            "{output}: not copied: deleted games ({deleted}), old versions of replaced games ({replaced}); {renumbered}"
        ));
    }

    /// Refuses to replace a possibly intact file with the games of a corrupt one, except with `--force`.
    fn check_replaced(&self, count: &Exported, may_lose: bool) -> Outcome<()> {
        let input = self.input.display();
        let output = self.output.display();
        match count.games {
            0 => Err(Failure::Data(format!("{input}: no game can be read; {output} was not written"))),
            _ if may_lose => Ok(()),
            saved => Err(Failure::Data(format!(
                "{output} is unchanged: {input} is corrupt, and may have had more games; --force replaces it with the {} that can \
                 be read{}",
                games(saved),
                losses(count)
            ))),
        }
    }

    fn write_games(&self, writer: &mut Writer<OutputFile>) -> Outcome<Exported> {
        let progress = Progress::games("copying", self.reader.number_end());
        let on_corruption = |corruption: &plypack::Corruption| {
            progress.warn(corruption::Message(&self.input, corruption));
            Ok(())
        };
        let on_progress = |games| progress.advance(games);
        let count = recode_into(&self.reader, writer, self.threads, on_corruption, on_progress);
        Ok(count.map_err(|e| e.context(self.output.display()))?)
    }
}

/// Returns the numbers of incomplete and lost games, to be appended to the number of games written.
fn losses(count: &Exported) -> String {
    match (count.incomplete, count.lost) {
        (0, 0) => String::new(),
        (incomplete, 0) => format!(", {} of them incomplete", Grouped(incomplete)),
        (0, lost) => format!(", {} lost", Grouped(lost)),
        (incomplete, lost) => format!(", {} of them incomplete; {} lost", Grouped(incomplete), Grouped(lost)),
    }
}
