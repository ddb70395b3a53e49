//! `plypack append`.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Codec, Error, ErrorCode, Options, Reader, Result, Writer};

use super::{
    arguments::{self, Level, Threads},
    inputs, interrupt,
    numbers::{Grouped, games},
    outcome::{Ended, Outcome},
    output,
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
    let codec = args.codec.map_or_else(|| codec_of(&args.file), Ok)?;
    interrupt::catch_signals();
    let mut writer = Writer::append(&args.file, args.level.options(codec))?;
    output::warn_of_rollback(&args.file, writer.rolled_back());
    let imported = pack::import_all(inputs, args.threads.count(), &mut writer, args.issues, &args.file)?;
    let total = writer.games();
    writer.finish().map_err(|e| e.context(args.file.display()))?;
    let added = games(imported.summary.games);
    writeln!(io::stdout(), "{}: {added} added, now {}", args.file.display(), Grouped(total))?;
    Ok(Ended::with_errors(imported.has_errors))
}

/// The codec of the last games of a file, which the next ones get, too.
pub fn codec_of(path: &Path) -> Result<Codec> {
    let reader = Reader::open(path)?;
    let codec = reader.last_codec().map_err(|e| e.context(path.display()))?;
    if codec.is_none() && !reader.blocks().is_empty() {
        let message = "no block is whole enough to tell the codec of its games; choose one with --codec";
        return Err(Error::new(ErrorCode::BlockMalformed, message).context(path.display()));
    }
    Ok(codec.unwrap_or(Options::default().codec))
}
