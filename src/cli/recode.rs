//! `plypack repair` and `plypack recode`: all games of a file into a new one.

use std::path::PathBuf;

use plypack::{Codec, Exported, Options, Reader, open_file};

use super::{
    arguments::{self, Level, Threads},
    corruption, index, inputs, interrupt,
    numbers::{Grouped, games},
    outcome::{Ended, Failure, Outcome, print, warn},
    output::{self, Force},
    progress::Progress,
};

/// Saves what can be read of a corrupt or unfinished file into a new one. If the file had an index, the new one gets one.
#[derive(clap::Args)]
pub struct RepairArgs {
    /// The corrupt file; it is not changed
    #[arg(value_name = "BROKEN")]
    input: PathBuf,
    /// The file to create, or to replace when it is complete
    #[arg(short, long, value_name = "OUT.plypack")]
    output: PathBuf,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    force: Force,
}

/// Stores all games of a file with another codec, in a new file. If the file has an index, the new one gets one.
#[derive(clap::Args)]
pub struct RecodeArgs {
    /// The file to read
    #[arg(value_name = "IN.plypack")]
    input: PathBuf,
    /// The file to create, or to replace when it is complete
    #[arg(short, long, value_name = "OUT.plypack")]
    output: PathBuf,
    /// The codec of the moves
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
    let open = || Reader::salvage(Box::new(open_file(&args.input)?));
    let reader = open().map_err(|e| e.context(args.input.display()))?;
    let codec = reader.last_codec()?.unwrap_or(Options::default().codec);
    let options = args.level.options(codec);
    let rewrite = Rewrite {
        reader,
        input: args.input,
        output: args.output,
        options,
        threads: args.threads.count(),
        force: args.force,
    };
    rewrite.run("saved")
}

/// Runs `recode`.
pub fn recode(args: RecodeArgs) -> Outcome {
    let reader = Reader::open(&args.input)?;
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
        inputs::refuse_dash(&self.output)?;
        inputs::refuse_same_file(&self.input, &self.output)?;
        let has_errors = corruption::warn_of_errors(&self.input, &self.reader);
        let count = self.write(has_errors)?;
        print(format_args!("{}: {} {done}{}\n", self.output.display(), games(count.games), losses(&count)));
        let has_index = self.keep_index()?;
        Ok(Ended::with_errors(has_errors || count.corrupt > 0 || !has_index))
    }

    /// Makes the index of the new file, if the old file had one.
    fn keep_index(&self) -> Outcome<bool> {
        if !self.reader.had_index() {
            return Ok(true);
        }
        match index::add(&self.output, self.threads) {
            Err(stopped) if interrupt::check().is_err() => Err(stopped),
            Err(Failure::Data(why)) => {
                let (input, output) = (self.input.display(), self.output.display());
                warn(format_args!("{output}: has not the index that {input} had: {why}; `plypack index` makes it"));
                Ok(false)
            }
            added => added.map(|()| true),
        }
    }

    fn write(&self, has_errors: bool) -> Outcome<Exported> {
        let progress = Progress::games("copying", self.reader.games());
        let file = output::create(&self.output, &self.force)?.held_back();
        let on_corruption = |corruption: &plypack::Corruption| {
            progress.warn(corruption::Message(&self.input, corruption));
            Ok(())
        };
        let on_progress = |games| progress.advance(games);
        let named = |e: plypack::Error| e.context(self.output.display());
        let (file, count) = plypack::recode(&self.reader, file, self.options, self.threads, on_corruption, on_progress)
            .map_err(named)?;
        if count.games == 0 && (has_errors || count.corrupt > 0) {
            let (input, output) = (self.input.display(), self.output.display());
            return Err(Failure::Data(format!("{input}: no game of it can be read; {output} is not written")));
        }
        file.keep().map_err(named)?;
        Ok(count)
    }
}

/// The games that are not whole, for the message that says how many were written.
fn losses(count: &Exported) -> String {
    match (count.incomplete, count.lost) {
        (0, 0) => String::new(),
        (incomplete, 0) => format!(", {} of them incomplete", Grouped(incomplete)),
        (0, lost) => format!(", {} lost", Grouped(lost)),
        (incomplete, lost) => format!(", {} of them incomplete; {} lost", Grouped(incomplete), Grouped(lost)),
    }
}
