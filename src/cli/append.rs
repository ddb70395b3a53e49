//! `plypack append`.

use std::{
    io::{self, Write as _},
    path::PathBuf,
};

use plypack::{Codec, Options, Reader, Writer};

use super::{
    arguments::{self, Level, Threads},
    inputs,
    numbers::{Grouped, games},
    outcome::{Ended, Outcome},
    pack::{self, Issues},
};

/// Adds the games of PGN files at the end of a plypack file. Nothing that is in the file is changed.
#[derive(clap::Args)]
pub struct Args {
    /// The file to add games to
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// PGN files, also compressed with gzip, bzip2, xz or zstd, or in zip archives; `-` is standard input
    #[arg(required = true, value_name = "MORE.pgn")]
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
    let mut writer = Writer::append(&args.file, args.level.options(codec))?;
    let imported = pack::import_all(inputs, args.threads.count(), &mut writer, args.issues, &args.file)?;
    let total = writer.games();
    writer.finish().map_err(|e| e.context(args.file.display()))?;
    let added = games(imported.summary.games);
    writeln!(io::stdout(), "{}: {added} added, now {}", args.file.display(), Grouped(total))?;
    Ok(Ended::with_errors(imported.has_errors))
}
