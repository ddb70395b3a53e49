//! `plypack info`.

mod table;

use std::{
    fmt,
    io::{self, Write as _},
    path::Path,
};

use plypack::{Info, Reader};
use serde_json::{Value, json};

use crate::{
    console::{
        corruption,
        numbers::Grouped,
        outcome::{Outcome, warn},
    },
    input::files::{FileArgs, OpenFile, shown},
    output::json_list,
};
use table::InfoTable;

/// Shows what plypack files contain.
///
/// For one file, prints the number of games and plies, the bytes by kind of data, the codec and the format version. For several files,
/// prints a table. No game is decoded.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    files: FileArgs,
    /// Print JSON; for several files, an array
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let mut files = args.files.find();
    let mut table = InfoTable::default();
    let mut list = Vec::new();
    while let Some(OpenFile { path, reader }) = files.next_file(|path| Reader::salvage_file(path))? {
        let info = match reader.info() {
            Ok(info) => info,
            Err(e) if !files.are_several() => return Err(e.context(path.display()).into()),
            Err(e) => {
                files.note_errors(true);
                warn(e.context(path.display()));
                continue;
            }
        };
        if files.are_several() {
            if args.json {
                list.push(with_file(to_json(&info, &reader), &path));
            } else {
                table.add(&path, &info);
            }
        } else if args.json {
            writeln!(io::stdout(), "{}", json_list::pretty(&to_json(&info, &reader)))?;
        } else {
            write!(io::stdout(), "{}", Report { path: &path, info: &info, is_edited: is_edited(&info, &reader) })?;
        }
        let unusable = reader.index_corruption();
        unusable.iter().for_each(|corruption| warn(corruption::Message(&path, corruption)));
        files.note_errors(!unusable.is_empty());
    }
    if files.are_several() && files.any_open() {
        if args.json {
            writeln!(io::stdout(), "{}", json_list::pretty(&Value::Array(list)))?;
        } else {
            write!(io::stdout(), "{table}")?;
        }
    }
    Ok(files.ended())
}

fn with_file(mut value: Value, path: &Path) -> Value {
    value["file"] = json!(path.display().to_string());
    value
}

fn to_json(info: &Info, reader: &Reader) -> Value {
    let bytes = &info.bytes;
    let unusable = reader.index_corruption().iter().map(|corruption| &corruption.error);
    let errors = reader.errors().iter().chain(unusable).map(corruption::error_json);
    json!({
        "format_version": info.format_version,
        "import_profiles": info.import_profiles,
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
        "state": reader.state().map(|state| state.to_string()),
        "unfinished": reader.unfinished(),
        "being_written": reader.is_being_written(),
        "errors": errors.collect::<Vec<_>>(),
    })
}

/// Returns `true` if the file stores deleted games or old versions of games.
fn is_edited(info: &Info, reader: &Reader) -> bool {
    info.deleted > 0 || info.blocks > reader.blocks().len()
}

/// Contents of a file, as text.
struct Report<'a> {
    path: &'a Path,
    info: &'a Info,
    is_edited: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.info;
        write!(f, "{}: format {}", shown(self.path), info.format_version)?;
        info.import_profiles.iter().try_for_each(|profile| write!(f, ", import profile {profile}"))?;
        writeln!(f)?;
        let deleted = [("deleted", info.deleted), ("next number", info.next_number)];
        let deleted = deleted.into_iter().filter(|_| info.deleted > 0);
        let plies = if self.is_edited { "plies stored" } else { "plies" };
        let counts = [("games", info.games), (plies, info.plies), ("blocks", info.blocks as u64)];
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
