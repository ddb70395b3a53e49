//! `plypack repair` and `plypack recode`: all games of a file into a new one.

use std::{
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Codec, Exported, Options, Reader, open_file};

use super::{
    arguments::{self, Level, Threads},
    damage, inputs,
    outcome::{Ended, Outcome},
    pack::games,
    progress::Progress,
};

/// Saves all that can be read of a damaged or unfinished file into a new one.
#[derive(clap::Args)]
pub struct RepairArgs {
    /// The damaged file, which stays as it is
    #[arg(value_name = "BROKEN")]
    input: PathBuf,
    /// The file to make; one that is there is replaced
    #[arg(short, long, value_name = "OUT.plypack")]
    output: PathBuf,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
}

/// Stores all games of a file with another codec, in a new file.
#[derive(clap::Args)]
pub struct RecodeArgs {
    /// The file to read
    #[arg(value_name = "IN.plypack")]
    input: PathBuf,
    /// The file to make; one that is there is replaced
    #[arg(short, long, value_name = "OUT.plypack")]
    output: PathBuf,
    /// How the moves are stored
    #[arg(long, value_name = "NAME", value_parser = arguments::codec())]
    codec: Codec,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
}

/// Runs `repair`.
pub fn repair(args: RepairArgs) -> Outcome {
    let open = || Reader::salvage(Box::new(open_file(&args.input)?));
    let reader = open().map_err(|e| e.context(args.input.display()))?;
    let codec = reader.last_codec().unwrap_or(Options::default().codec);
    let options = args.level.options(codec);
    let rewrite = Rewrite { reader, input: args.input, output: args.output, options, threads: args.threads.count() };
    rewrite.run("saved")
}

/// Runs `recode`.
pub fn recode(args: RecodeArgs) -> Outcome {
    let reader = Reader::open(&args.input)?;
    let options = args.level.options(args.codec);
    let rewrite = Rewrite { reader, input: args.input, output: args.output, options, threads: args.threads.count() };
    rewrite.run("written")
}

/// What both commands do.
struct Rewrite {
    reader: Reader,
    input: PathBuf,
    output: PathBuf,
    options: Options,
    threads: usize,
}

impl Rewrite {
    fn run(&self, done: &str) -> Outcome {
        inputs::refuse_dash(&self.output)?;
        inputs::refuse_same_file(&self.input, &self.output)?;
        let faults = damage::complain_of_faults(&self.input, &self.reader);
        let count = self.write()?;
        writeln!(io::stdout(), "{}: {} {done}", self.output.display(), games(count.games))?;
        Ok(Ended::complaining(faults || count.damaged > 0))
    }

    fn write(&self) -> Outcome<Exported> {
        let progress = Progress::games(self.reader.games());
        let file = create(&self.output)?;
        let complain = |damage: &plypack::Corruption| {
            progress.complain(damage::Message(&self.input, damage));
            Ok(())
        };
        let reach = |games| {
            progress.reach(games);
            Ok(())
        };
        let (_, count) = plypack::recode(&self.reader, file, self.options, self.threads, complain, reach)
            .map_err(|e| e.context(self.output.display()))?;
        Ok(count)
    }
}

/// Makes a file, or empties one that is there.
pub fn create(path: &Path) -> Outcome<File> {
    Ok(File::create(path).map_err(|e| plypack::Error::from(e).context(path.display()))?)
}
