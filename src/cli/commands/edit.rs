//! `plypack edit`.

use std::{
    io::{self, Write as _},
    ops::Range,
    path::{Path, PathBuf},
};

use plypack::{
    Error, ErrorCode, Game, ImportEvent, Options, OutputFile, Reader, State, Summary, Writer,
    edits::{EditKind, LoggedEdit},
    import,
    text::escape,
};
use serde_json::{Value, json};

use super::append;
use crate::{
    console::{
        corruption, interrupt,
        numbers::{Grouped, games},
        outcome::{Ended, Failure, Outcome, print, warn},
        progress::Progress,
    },
    input::{
        arguments::{GameRange, Threads},
        files::{self, shown},
        sources::{self, Inputs},
    },
    output::new_file,
};

/// Deletes, replaces and restores games, renames players, and lists edits.
///
/// Edits are appended to the file. All games keep their numbers, and the number of a deleted game is not reused. Old versions of games stay
/// in the file until `plypack compact` removes them. Only rename-player rewrites the file.
#[derive(clap::Args)]
pub struct Args {
    /// plypack file
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// Edit only if the games have not changed since this state of the file
    ///
    /// STATE is the member `state` that `plypack info --json` printed. Nothing is edited if one of the games was edited since, or if
    /// numbers may name other games because the file was compacted or replaced.
    #[arg(long, value_name = "STATE")]
    state: Option<State>,
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Deletes games; their numbers are not reused
    Delete {
        /// Game numbers, from 0, and ranges `A..B` (without B), `A..` and `..B`
        #[arg(required = true, value_name = "N|A..B")]
        games: Vec<GameRange>,
    },
    /// Replaces a game with another one; the game may be deleted
    Replace {
        /// Game number, from 0
        #[arg(value_name = "N")]
        number: u64,
        /// PGN file with one game, plain or compressed; `-` is standard input
        #[arg(long, value_name = "NEW.pgn[.zst]")]
        pgn: PathBuf,
    },
    /// Restores the first version of games
    Restore {
        /// Game numbers, from 0, and ranges `A..B` (without B), `A..` and `..B`
        #[arg(required = true, value_name = "N|A..B")]
        games: Vec<GameRange>,
    },
    /// Renames a player in all games
    ///
    /// Changes the tags White and Black, also in deleted games and old versions. Other tags with the name do not change. Rewrites the file
    /// without decoding moves; all games keep their numbers.
    RenamePlayer {
        /// Complete name in the tags White and Black, with the same case
        #[arg(value_name = "OLD")]
        from: String,
        /// New name
        #[arg(value_name = "NEW")]
        to: String,
        #[command(flatten)]
        threads: Threads,
    },
    /// Lists all edits, oldest first
    Log {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    match args.action {
        Action::Delete { games } => delete(&args.file, &games, args.state),
        Action::Replace { number, pgn } => replace(&args.file, number, &pgn, args.state),
        Action::Restore { games } => restore(&args.file, &games, args.state),
        Action::RenamePlayer { from, to, threads } => rename_player(&args.file, &from, &to, &threads, args.state),
        Action::Log { json } => log(&args.file, json),
    }
}

fn delete(file: &Path, ranges: &[GameRange], seen: Option<State>) -> Outcome {
    let is_there = |reader: &Reader, number| !reader.is_deleted(number);
    let (done, reader) =
        edit_all(file, ranges, seen.is_some(), is_there, |writer, number| writer.delete_game(number, seen))?;
    let left = Grouped(reader.game_count() - done);
    writeln!(io::stdout(), "{}: {} deleted, {left} left", shown(file), games(done))?;
    Ok(Ended::Clean)
}

fn restore(file: &Path, ranges: &[GameRange], seen: Option<State>) -> Outcome {
    let is_edited = |reader: &Reader, number| reader.is_deleted(number) || reader.is_replaced(number);
    let (done, _) =
        edit_all(file, ranges, seen.is_some(), is_edited, |writer, number| writer.restore_game(number, seen))?;
    writeln!(io::stdout(), "{}: {} restored", shown(file), games(done))?;
    Ok(Ended::Clean)
}

fn replace(file: &Path, number: u64, pgn: &Path, seen: Option<State>) -> Outcome {
    let wanted = [GameRange::of(number)];
    let before = files::open_to_change(file)?;
    numbers(file, &wanted, before.number_end())?;
    let (game, is_whole) = one_game(file, pgn)?;
    let (mut writer, _) = open(file)?;
    let unfinished = writer.rolled_back();
    let replaced = writer.replace_game(number, &game, seen.or(before.state()));
    end(writer, replaced, file)?;
    new_file::note_rollback(file, unfinished);
    print(format_args!("{}: game {number} replaced\n", file.display()));
    Ok(Ended::with_errors(!is_whole))
}

fn rename_player(file: &Path, from: &str, to: &str, threads: &Threads, seen: Option<State>) -> Outcome {
    if seen.is_some() {
        return Err(Failure::Usage("--state cannot be used with rename-player".to_owned()));
    }
    interrupt::catch_signals();
    let before = files::open_to_change(file)?;
    let progress = Progress::games("renaming", before.number_end());
    let from = escape(from.as_bytes())?;
    let to = escape(to.as_bytes())?;
    let done = plypack::files::rename_player(file, &from, &to, threads.count(), |done, total| {
        progress.advance_of(done, total)
    });
    drop(progress);
    let done = done?;
    if done > 0 {
        new_file::note_rollback(file, before.unfinished());
    }
    writeln!(io::stdout(), "{}: {} changed", shown(file), games(done))?;
    Ok(Ended::Clean)
}

/// Opens the file under a writer's lock; returns the writer and a reader.
fn open(file: &Path) -> Outcome<(Writer<OutputFile>, Reader)> {
    let codec = append::codec_of(file)?;
    interrupt::catch_signals();
    let writer = Writer::append(file, Options::of(codec))?;
    Ok((writer, files::open_to_change(file)?))
}

/// Makes the edits permanent, or discards them if one of them failed.
fn end(writer: Writer<OutputFile>, edited: plypack::Result<()>, file: &Path) -> Outcome<()> {
    let ended = match edited {
        Ok(()) => writer.finish().map(drop),
        Err(e) => writer.abort().and(Err(e)),
    };
    Ok(ended.map_err(|e| e.context(file.display()))?)
}

/// Edits the games in these ranges for which `changes` is true, all or none. If the user gave a state, checks all games against it. Returns
/// the number of changed games, and a reader of the file before the edit.
fn edit_all(
    file: &Path,
    ranges: &[GameRange],
    is_checked: bool,
    changes: impl Fn(&Reader, u64) -> bool,
    edit: impl Fn(&mut Writer<OutputFile>, u64) -> plypack::Result<()>,
) -> Outcome<(u64, Reader)> {
    let (mut writer, reader) = open(file)?;
    let unfinished = writer.rolled_back();
    let numbers = numbers(file, ranges, reader.number_end())?;
    let mut done = 0;
    let mut edited = Ok(());
    for number in numbers.into_iter().flatten() {
        let is_change = changes(&reader, number);
        if is_change || is_checked {
            edited = edited.and_then(|()| interrupt::check()).and_then(|()| edit(&mut writer, number));
        }
        done += u64::from(is_change);
    }
    if done == 0 && edited.is_ok() {
        writer.abort()?;
    } else {
        end(writer, edited, file)?;
    }
    new_file::note_rollback(file, unfinished);
    Ok((done, reader))
}

/// Returns the numbers in ranges, without repetition and ascending.
fn numbers(file: &Path, ranges: &[GameRange], games: u64) -> Outcome<Vec<Range<u64>>> {
    let mut numbers = Vec::new();
    for range in ranges {
        // A range that ends after the last game may be meant for another file.
        let found = range.within(games).filter(|found| !found.is_empty() && range.end().is_none_or(|end| end <= games));
        numbers.push(found.ok_or_else(|| {
            let missing = range.end().map_or(range.first(), |end| end.saturating_sub(1).max(range.first()));
            let message = format!(
                "{}: there is no game {missing}; games have numbers below {games}. Nothing was edited",
                file.display()
            );
            Error::new(ErrorCode::OutOfRange, message)
        })?);
    }
    numbers.sort_by_key(|range| range.start);
    let mut next = 0;
    for range in &mut numbers {
        range.start = range.start.max(next);
        next = next.max(range.end);
    }
    Ok(numbers)
}

/// Returns the only game of a PGN text, and whether its complete main line could be read.
fn one_game(file: &Path, pgn: &Path) -> Outcome<(Game, bool)> {
    let Inputs { sources, .. } = sources::open_all(&[pgn.to_owned()], file)?;
    let several = || {
        let message = "has several games; `replace` needs a file with one game";
        Error::new(ErrorCode::InvalidArgument, format!("{}: {message}", pgn.display()))
    };
    let mut writer = Writer::new(Vec::new(), Options::default())?;
    let mut messages = Vec::new();
    let imported = import(sources, 1, &mut writer, |event| {
        match event {
            ImportEvent::Issue { game: 0, issue, .. } => messages.push(format!("{}: {issue}", pgn.display())),
            ImportEvent::Progress(Summary { games: 2.., .. }) => return Err(several()),
            ImportEvent::Broken { error, .. } => return Err(error.clone().context(pgn.display())),
            ImportEvent::Issue { .. }
            | ImportEvent::Skipped { .. }
            | ImportEvent::Progress(_)
            | ImportEvent::Working(_)
            | ImportEvent::Stopped(_) => {}
        }
        Ok(())
    });
    let imported = match imported {
        Err(e) if e.code() == ErrorCode::InvalidArgument => return Err(more_than_one(writer, e, pgn)),
        imported => imported?,
    };
    if imported.games == 0 {
        return Err(Failure::Data(format!("{}: has no game; `replace` needs a file with one game", pgn.display())));
    }
    messages.iter().for_each(warn);
    let mut game = Game::new();
    Reader::from_bytes(writer.finish()?)?.read_game(0, &mut game)?;
    Ok((game, imported.games_cut_short == 0))
}

/// Returns the reason for which a text has more than one game: the importer cuts a game that is too large.
fn more_than_one(writer: Writer<Vec<u8>>, several: Error, pgn: &Path) -> Failure {
    let mut second = Game::new();
    let read = writer.finish().and_then(Reader::from_bytes).and_then(|reader| reader.read_tags(1, &mut second));
    if read.is_ok() && second.continued {
        Failure::Data(format!("{}: has a game larger than the maximum of about 8 MiB of text", pgn.display()))
    } else {
        several.into()
    }
}

fn log(file: &Path, as_json: bool) -> Outcome {
    let reader = files::open_to_change(file)?;
    let progress = Progress::steps("reading");
    let log = reader.edit_log(|done, total| progress.advance_of(done, total));
    drop(progress);
    let log = log.map_err(|e| e.context(file.display()))?;
    let mut out = io::stdout().lock();
    if as_json {
        writeln!(out, "{:#}", Value::from_iter(log.edits.iter().map(to_json)))?;
    } else {
        writeln!(out, "append       game  edit")?;
        for edit in &log.edits {
            writeln!(out, "{:>6} {:>10}  {}", edit.append, edit.number, name(edit.kind))?;
        }
    }
    if !log.is_complete {
        warn(format_args!(
            "{}: an old footer is corrupt: this list may lack edits, but no game is lost",
            file.display()
        ));
    }
    Ok(Ended::with_errors(corruption::warn_of_errors(file, &reader)))
}

fn name(kind: EditKind) -> &'static str {
    match kind {
        EditKind::Deleted => "deleted",
        EditKind::Restored => "restored",
        EditKind::Replaced => "replaced",
    }
}

fn to_json(edit: &LoggedEdit) -> Value {
    json!({ "append": edit.append, "game": edit.number, "edit": name(edit.kind) })
}
