//! `plypack append`.

use std::path::{Path, PathBuf};

use plypack::{
    Codec, Error, ErrorCode, ImportOptions, OutputFile, Result, UniqueGames, Writer, versions::IMPORT_PROFILE,
};

use super::pack::{self, Issues};
use crate::{
    console::{
        corruption, interrupt,
        numbers::{Grouped, games},
        outcome::{self, Ended, Outcome, print},
        progress::Progress,
    },
    input::{
        arguments::{self, Level, PieceLetters, Threads, Unique},
        classify::Classify,
        files,
        sources::{self, Inputs},
    },
    output::new_file,
};

/// Adds games of PGN files and SCID 4 databases to a plypack file.
///
/// The games in the file do not change. An interrupted append adds no game.
#[derive(clap::Args)]
pub struct Args {
    /// plypack file to which games are added
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// PGN files, plain or compressed, and SCID 4 databases (`.si4`); `-` is standard input
    ///
    /// Compressed files are gzip, bzip2, xz, zstd or zip. From a zip archive, files with `.pgn` in their names are read. A SCID database is
    /// named by its index, `base.si4`; the files `base.sg4` and `base.sn4` are in the same folder.
    #[arg(required = true, value_name = "MORE.pgn")]
    inputs: Vec<PathBuf>,
    /// Move codec of the new games [default: the codec of the last games in the file]
    #[arg(long, value_name = "NAME", value_parser = arguments::codec())]
    codec: Option<Codec>,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    unique: Unique,
    #[command(flatten)]
    classify: Classify,
    #[command(flatten)]
    language: PieceLetters,
    #[command(flatten)]
    issues: Issues,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let inputs = sources::open_all(&args.inputs, &args.file)?;
    let codec = args.codec.map_or_else(|| codec_of(&args.file), Ok)?;
    interrupt::catch_signals();
    let writer = Writer::append(&args.file, args.level.options(codec))?;
    // Under the writer's lock, no other program deletes games.
    let old = files::open_to_change(&args.file)?;
    let deleted = old.deleted();
    if let Some(note) = note_of_profiles(old.versions().import_profiles()) {
        outcome::note(format_args!("{}: {note}", args.file.display()));
    }
    let path = args.file.clone();
    let unfinished = writer.rolled_back();
    let ended = append(args, inputs, writer, deleted);
    new_file::note_rollback(&path, unfinished);
    ended
}

/// `deleted` is the number of deleted games of the file.
fn append(args: Args, inputs: Inputs, mut writer: Writer<OutputFile>, deleted: u64) -> Outcome {
    let mut compared = args.unique.unique.then(|| games_of(&args)).transpose()?;
    let mut how = ImportOptions::new(args.threads.count());
    how.unique = compared.as_mut().map(|compared| &mut compared.games);
    how.edit = args.classify.edit();
    how.language = args.language.language;
    let imported = pack::import_all(inputs, how, &mut writer, &args.issues, &args.file)?;
    let total = writer.number_end() - deleted;
    writer.finish().map_err(|e| e.context(args.file.display()))?;
    let added = games(imported.summary.games);
    let mut skipped = String::new();
    if let duplicates @ 1.. = imported.summary.duplicates {
        skipped = format!(", {} skipped", Grouped(duplicates));
    }
    print(format_args!("{}: {added} added{skipped}, now {}\n", args.file.display(), Grouped(total)));
    let is_corrupt = compared.is_some_and(|compared| compared.is_corrupt);
    Ok(Ended::with_errors(imported.has_errors || is_corrupt))
}

/// Returns a note if games of the file were imported with another profile than this program's (`versions.5`).
fn note_of_profiles(profiles: impl Iterator<Item = u32>) -> Option<String> {
    let others: Vec<_> =
        profiles.filter(|profile| *profile != IMPORT_PROFILE).map(|profile| profile.to_string()).collect();
    let reason = "this program may parse the same PGN differently";
    (!others.is_empty())
        .then(|| format!("games of this file were imported with profile {}; {reason}", others.join(" and ")))
}

/// The games of a file, for comparison with the added games.
struct Compared {
    games: UniqueGames,
    /// True if some of them cannot be read.
    is_corrupt: bool,
}

/// Reads the file to which games are appended. Its corrupt parts cannot be compared.
fn games_of(args: &Args) -> Outcome<Compared> {
    let reader = files::open_to_change(&args.file)?;
    let mut compared = Compared { games: UniqueGames::new(), is_corrupt: false };
    let progress = Progress::games("comparing", reader.number_end());
    let on_corruption = |found: &_| {
        compared.is_corrupt = true;
        progress.warn(corruption::Message(&args.file, found));
        Ok(())
    };
    compared.games.add_file(&reader, args.threads.count(), on_corruption, |done| progress.advance(done))?;
    Ok(compared)
}

/// Returns the codec of the last games of a file, which new games get too.
pub fn codec_of(path: &Path) -> Result<Codec> {
    let reader = files::open_to_change(path)?;
    let codec = reader.last_codec().map_err(|e| e.context(path.display()))?;
    if codec.is_none() && !reader.blocks().is_empty() {
        let message = "no block is intact enough to determine its codec; choose one with --codec";
        return Err(Error::new(ErrorCode::BlockMalformed, message).context(path.display()));
    }
    Ok(codec.unwrap_or(Codec::Byte))
}

#[cfg(test)]
mod tests {
    #[test]
    fn other_import_profiles_are_named() {
        assert_eq!(super::note_of_profiles([super::IMPORT_PROFILE].into_iter()), None);
        let expected =
            "games of this file were imported with profile 2 and 4; this program may parse the same PGN differently";
        assert_eq!(super::note_of_profiles([1, 2, 4].into_iter()).as_deref(), Some(expected));
    }
}
