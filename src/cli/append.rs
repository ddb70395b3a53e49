//! `plypack append`.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Codec, Options, OutputFile, Reader, Writer};

use super::{
    arguments::{self, Level, Threads},
    inputs, interrupt,
    numbers::{Grouped, games},
    outcome::{Ended, Outcome, warn},
    pack::{self, Issues},
};

/// Adds the games of PGN files at the end of a plypack file. Nothing that is in the file is changed.
#[derive(clap::Args)]
pub struct Args {
    /// The file to add games to
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// PGN files, also compressed with zstd; `-` is standard input
    #[arg(required = true, value_name = "MORE.pgn[.zst]")]
    inputs: Vec<PathBuf>,
    /// The codec of the moves; by default that of the last games of the file
    #[arg(long, value_name = "NAME", value_parser = arguments::codec())]
    codec: Option<Codec>,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    issues: Issues,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let inputs = inputs::open_all(&args.inputs, &args.file)?;
    let codec = args.codec.or(Reader::open(&args.file)?.last_codec()).unwrap_or(Options::default().codec);
    interrupt::catch_signals();
    let mut writer = Writer::append(&args.file, args.level.options(codec))?;
    warn_of_rolled_back(&args.file, &writer);
    let imported = pack::import_all(inputs, args.threads.count(), &mut writer, args.issues, &args.file)?;
    let total = writer.games();
    writer.finish().map_err(|e| e.context(args.file.display()))?;
    let added = games(imported.summary.games);
    writeln!(io::stdout(), "{}: {added} added, now {}", args.file.display(), Grouped(total))?;
    Ok(Ended::with_errors(imported.has_errors))
}

/// Says what was removed that another writer did not finish.
pub fn warn_of_rolled_back(file: &Path, writer: &Writer<OutputFile>) {
    if let Some(rest) = writer.rolled_back() {
        let (bytes, lost) = (Grouped(rest.bytes), games(rest.games));
        let what = "an earlier append that was not finished was removed";
        warn(format_args!("{}: {what}: {bytes} bytes with {lost}", file.display()));
    }
}
