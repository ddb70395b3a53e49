//! `plypack info`.

use std::{
    fmt,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{Info, Reader};
use serde_json::{Value, json};

use super::{
    corruption,
    numbers::Grouped,
    outcome::{Ended, Outcome, found_errors, warn},
};

/// Shows what a file contains: games, plies, bytes by purpose, codec and version. Reads no game.
#[derive(clap::Args)]
pub struct Args {
    /// The file
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let reader = Reader::open(&args.file)?;
    let info = reader.info().map_err(|e| e.context(args.file.display()))?;
    let text = match args.json {
        true => format!("{:#}\n", to_json(&info, &reader)),
        false => Report { path: &args.file, info: &info }.to_string(),
    };
    let unusable = reader.index_corruption();
    let has_errors = corruption::has_errors(&reader) || !unusable.is_empty();
    found_errors(has_errors);
    io::stdout().write_all(text.as_bytes())?;
    unusable.iter().for_each(|corruption| warn(corruption::Message(&args.file, corruption)));
    corruption::warn_of_errors(&args.file, &reader);
    Ok(Ended::with_errors(has_errors))
}

fn to_json(info: &Info, reader: &Reader) -> Value {
    let bytes = &info.bytes;
    let unusable = reader.index_corruption().iter().map(|corruption| &corruption.error);
    let errors = reader.errors().iter().chain(unusable).map(corruption::error_json);
    json!({
        "format_version": info.format_version,
        "games": info.games,
        "deleted": info.deleted,
        "next_number": info.next_number,
        "plies": info.plies,
        "blocks": info.blocks,
        "codec": info.codec_name(),
        "indexed_blocks": reader.indexed().0,
        "bits_per_ply": info.bits_per_ply(),
        "bytes": {
            "total": bytes.total,
            "moves": bytes.moves,
            "games": bytes.games,
            "names": bytes.names,
            "annotations": bytes.annotations,
            "index": bytes.index,
            "other": bytes.other,
        },
        "unfinished": corruption::unfinished_json(reader),
        "being_written": reader.is_being_written(),
        "errors": errors.collect::<Vec<_>>(),
    })
}

/// What a file contains, as text.
struct Report<'a> {
    path: &'a Path,
    info: &'a Info,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.info;
        writeln!(f, "{}: format {}", self.path.display(), info.format_version)?;
        let deleted = [("deleted", info.deleted), ("next number", info.next_number)];
        let deleted = deleted.into_iter().filter(|_| info.deleted > 0);
        let counts = [("games", info.games), ("plies", info.plies), ("blocks", info.blocks as u64)];
        for (name, count) in counts.into_iter().chain(deleted) {
            writeln!(f, "{name:<14}{:>15}", Grouped(count))?;
        }
        writeln!(f, "{:<14}{:>15.3}  {}", "bits per ply", info.bits_per_ply(), info.codec_name())?;
        writeln!(f, "{:<14}{:>15}", "bytes", Grouped(info.bytes.total))?;
        let b = &info.bytes;
        let parts = [
            ("moves", b.moves),
            ("games", b.games),
            ("names", b.names),
            ("annotations", b.annotations),
            ("index", b.index),
            ("other", b.other),
        ];
        for (name, bytes) in parts {
            let share = 100.0 * bytes as f64 / b.total.max(1) as f64;
            writeln!(f, "  {name:<12}{:>15}  {share:.1} %", Grouped(bytes))?;
        }
        Ok(())
    }
}
