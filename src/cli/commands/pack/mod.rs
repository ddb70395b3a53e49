//! `plypack pack`, and the import shared with `append`.

mod partial;

use std::{
    fmt, fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use plypack::{
    Codec, ErrorCode, ImportEvent, ImportOptions, Info, Options, OutputFile, Reader, Summary, UniqueGames, Writer,
    files::{IndexAdded, IndexOptions},
    import,
    pgn::Reason,
};

use super::{index, verify};
use crate::{
    console::{
        interrupt,
        numbers::{Grouped, games},
        outcome::{Ended, Failure, Outcome, note, print},
        progress::Progress,
        terminal::one_line,
    },
    input::{
        arguments::{self, Level, PieceLetters, Threads, Unique},
        classify::Classify,
        sources::{self, Inputs},
    },
    output::{
        new_file::{self, Force},
        old_file::OldFile,
    },
};
use partial::Partial;

/// Packs PGN files and SCID 4 databases into a new plypack file.
///
/// Everything in the PGN is stored, except white space, move numbers and the spelling of moves. Text that cannot be parsed, such as an illegal move and the moves after it, is stored unchanged and
/// reported with its position; the next game is not affected.
#[derive(clap::Args)]
pub struct Args {
    /// PGN files, plain or compressed, and SCID 4 databases (`.si4`); `-` is standard input
    ///
    /// Compressed files are gzip, bzip2, xz, zstd or zip. From a zip archive, files with `.pgn` in their names are read. A SCID database is
    /// named by its index, `base.si4`; the files `base.sg4` and `base.sn4` are in the same folder.
    #[arg(required = true, value_name = "IN.pgn")]
    inputs: Vec<PathBuf>,
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
    #[arg(long, value_name = "NAME", value_parser = arguments::codec(), default_value_t = Codec::Byte)]
    codec: Codec,
    /// Write the smallest file, like `--codec tight`
    #[arg(long, conflicts_with = "codec")]
    archive: bool,
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
    /// Continue an interrupted run, or start a run that can be continued
    ///
    /// Commits the games to OUT.plypack.partial, about every million games. After an interruption, the same command with the same inputs
    /// and options continues after the committed games. The complete file is renamed to OUT.plypack, which must not exist.
    #[arg(long, conflicts_with_all = ["unique", "force"])]
    resume: bool,
    /// Add a position index, like `plypack index`
    #[arg(long)]
    index: bool,
    /// Check the complete file, like `plypack verify`
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    issues: Issues,
    #[command(flatten)]
    force: Force,
}

/// `--issues` and `--strict`.
#[derive(clap::Args)]
pub struct Issues {
    /// Number of parse errors to print, or `all`; the others are counted
    #[arg(long = "issues", value_name = "N", default_value = "20", value_parser = parse_limit)]
    max: u64,
    /// Exit with 1 if a game has an issue, such as a part that could not be parsed
    ///
    /// With or without this option, every issue is reported, text that could not be parsed is stored, and the file is complete.
    #[arg(long = "strict")]
    is_strict: bool,
}

fn parse_limit(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => number.parse().map_err(|_| "must be a number or `all`".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    sources::refuse_dash(&args.output)?;
    let inputs = sources::open_all(&args.inputs, &args.output)?;
    let codec = if args.archive { Codec::Tight } else { args.codec };
    let options = args.level.options(codec);
    let made = if args.resume { go_on(&args, inputs, options)? } else { make(&args, inputs, options)? };
    print_report(&args.output, &made)?;
    if let Some(added) = made.index {
        index::report(&args.output, &added);
    }
    let is_valid = !args.verify || verify::check_and_print(&args.output, args.threads.count())?;
    Ok(Ended::with_errors(made.has_errors || !is_valid))
}

/// A complete file, for the report.
struct Made {
    /// Kind of the inputs.
    input: &'static str,
    summary: Summary,
    /// Games that earlier runs committed.
    resumed: u64,
    index: Option<IndexAdded>,
    has_errors: bool,
    /// Excludes the time for the index.
    elapsed: Duration,
}

impl Args {
    fn import(&self) -> ImportOptions<'_> {
        let mut how = ImportOptions::new(self.threads.count());
        how.edit = self.classify.edit();
        how.language = self.language.language;
        how
    }
}

/// Creates a file that replaces the old one when it is complete.
fn make(args: &Args, inputs: Inputs, options: Options) -> Outcome<Made> {
    // The size of a pipe is unknown.
    let is_empty = inputs.bytes == Some(0);
    let input = inputs.kind();
    let started = Instant::now();
    let named = |e: plypack::Error| e.context(args.output.display());
    let mut unique = args.unique.unique.then(UniqueGames::new);
    let file = new_file::create(&args.output, &args.force)?;
    let kept = Kept { out: &args.output, replaces: file.replaces(), is_forced: args.force.is_given };
    let is_indexed = args.index && index::is_possible(&args.output, &file);
    let mut writer = Writer::new(file, options).map_err(named)?;
    let mut how = args.import();
    how.unique = unique.as_mut();
    let imported = import_all(inputs, how, &mut writer, &args.issues, &args.output)?;
    kept.check_complete(&imported, is_empty)?;
    let packed = started.elapsed();
    let index = is_indexed.then(|| index::add_to_new(&mut writer, args.threads.count())).transpose();
    let index = index.map_err(|e| new_file::unchanged(&args.output, e))?;
    let indexed = started.elapsed();
    let old = OldFile::hold(&args.output, &args.force)?;
    drop(writer.finish().map_err(named)?);
    let elapsed = packed + (started.elapsed() - indexed);
    old.map_or(Ok(()), OldFile::end)?;
    let Imported { summary, has_errors, .. } = imported;
    Ok(Made { input, summary, resumed: 0, index, has_errors, elapsed })
}

/// Games between two commits of `--resume`: 10 to 90 seconds of work. 100 million games have 100 block lists, 100 MB in total.
const COMMITTED_GAMES: u64 = 1 << 20;

/// Creates a file that a later run can continue, and gives it its name when it is complete.
fn go_on(args: &Args, inputs: Inputs, options: Options) -> Outcome<Made> {
    let input = inputs.kind();
    let started = Instant::now();
    let partial = Partial::of(&args.output)?;
    let mut writer = partial.open(options)?;
    let resumed = writer.number_end();
    if resumed > 0 {
        note(format_args!("{}: continuing after {}", partial.path.display(), games(resumed)));
    }
    let mut how = args.import();
    how.commit_every = Some(COMMITTED_GAMES);
    let imported = import_all(inputs, how, &mut writer, &args.issues, &partial.path)?;
    if resumed + imported.summary.games == 0 {
        let message = format!("{} was not written: the input has no games", args.output.display());
        return Err(Failure::Data(message));
    }
    drop(writer.finish().map_err(|e| e.context(partial.path.display()))?);
    let elapsed = started.elapsed();
    let index = args.index.then(|| index::add(&partial.path, IndexOptions::new(args.threads.count()))).transpose()?;
    partial.take_place()?;
    let Imported { summary, has_errors, .. } = imported;
    Ok(Made { input, summary, resumed, index, has_errors, elapsed })
}

/// The file that stays if an import is incomplete.
struct Kept<'a> {
    out: &'a Path,
    /// True if there is a file that would be replaced.
    replaces: bool,
    is_forced: bool,
}

impl Kept<'_> {
    /// Fails for an input without games, so that no file is created. Refuses to replace a file if the import is
    /// incomplete.
    fn check_complete(&self, imported: &Imported, is_empty: bool) -> Outcome<()> {
        let why = match &imported.summary {
            Summary { games: 0, .. } if !is_empty => "the input has no games".to_owned(),
            _ if !self.replaces || self.is_forced => return Ok(()),
            Summary { games: 0, .. } => "the input is empty; --force replaces it anyway".to_owned(),
            Summary { broken_sources: 1.., games: before, .. } => {
                format!(
                    "an input cannot be read to its end; --force replaces it with the {} read before",
                    games(*before)
                )
            }
            _ if imported.is_corrupt => {
                "games of an input are corrupt; --force replaces it with the games that can be read".to_owned()
            }
            _ => return Ok(()),
        };
        let result = if self.replaces { "is unchanged" } else { "was not written" };
        Err(Failure::Data(format!("{} {result}: {why}", self.out.display())))
    }
}

/// The result of an import.
pub struct Imported {
    /// Its counts.
    pub summary: Summary,
    /// A game of a SCID database is corrupt.
    is_corrupt: bool,
    /// True if an input is corrupt or could not be read completely, or with `--strict`, if a game could not be parsed.
    pub has_errors: bool,
}

/// Imports all inputs, with progress and messages.
pub fn import_all(
    inputs: Inputs,
    how: ImportOptions<'_>,
    writer: &mut Writer<OutputFile>,
    issues: &Issues,
    out: &Path,
) -> Outcome<Imported> {
    let progress = Progress::bytes("packing", inputs.bytes);
    let mut log = IssueLog { max: issues.max, count: 0, has_unparsed_text: false };
    let mut worked = 0;
    let mut is_corrupt = false;
    let commits = how.commit_every.is_some();
    let report = |event: ImportEvent<'_>| {
        interrupt::check()?;
        match event {
            ImportEvent::Issue { source, game, issue } => {
                is_corrupt |= issue.reason == Reason::Corrupt;
                log.has_unparsed_text |= issue.reason.is_text_kept();
                log.add(&progress, format_args!("{source}: {issue} (game {game})"));
            }
            ImportEvent::Broken { source, error } => {
                let is_refused = error.code() == ErrorCode::UnsupportedEncoding;
                let kept = if is_refused { "" } else { "; the games read before are kept" };
                progress.warn(format_args!("{source}: {error}{kept}"));
            }
            ImportEvent::Skipped { source, files, names } => {
                let names: Vec<String> = names.iter().map(|name| one_line(name.as_bytes())).collect();
                let more = if files > names.len() as u64 { ", …" } else { "" };
                let count = if files == 1 { "1 file".to_owned() } else { format!("{} files", Grouped(files)) };
                progress.note(format_args!(
                    "{source}: {count} skipped, without .pgn in the name: {}{more}",
                    names.join(", ")
                ));
            }
            ImportEvent::Stopped(_) => {}
            ImportEvent::Progress(summary) => {
                worked = worked.max(summary.source_bytes);
                progress.set(worked);
                progress.set_games(summary.games + summary.duplicates);
            }
            ImportEvent::Working(done) => {
                worked = worked.max(done);
                progress.set(worked);
            }
        }
        Ok(())
    };
    let summary = import(inputs.sources, how, writer, report);
    drop(progress);
    let summary = summary.map_err(|e| {
        if commits {
            e.context(format_args!("{} has the games committed so far", out.display()))
        } else {
            new_file::unchanged(out, e)
        }
    })?;
    log.finish(&summary, out);
    let is_too_bad = issues.is_strict && summary.games_with_issues > 0;
    let has_errors = is_corrupt || is_too_bad || summary.broken_sources > 0;
    Ok(Imported { is_corrupt, has_errors, summary })
}

/// Prints the first issues and counts the others.
struct IssueLog {
    max: u64,
    count: u64,
    /// False if every issue is about text that was parsed.
    has_unparsed_text: bool,
}

impl IssueLog {
    fn add(&mut self, progress: &Progress, message: fmt::Arguments<'_>) {
        self.count += 1;
        if self.count <= self.max {
            progress.note(message);
        }
    }

    fn finish(&self, summary: &Summary, out: &Path) {
        if self.count > self.max {
            note(format_args!("... and {} more (--issues all prints them)", Grouped(self.count - self.max)));
        }
        if summary.games_with_issues > 0 && !self.has_unparsed_text {
            note(format_args!(
                "{}: complete; {} with issues, but without unparsed text",
                out.display(),
                games(summary.games_with_issues)
            ));
        } else if summary.games_with_issues > 0 {
            note(format_args!(
                "{}: complete; {} with parse errors, {} of them in the main line; unparsed text is stored verbatim",
                out.display(),
                games(summary.games_with_issues),
                Grouped(summary.games_cut_short)
            ));
        }
        if let Some(language) = summary.language {
            note(format_args!(
                "no game can be parsed with English piece letters; all can with --language {} ({})",
                language.code(),
                language.name()
            ));
        }
    }
}

fn print_report(path: &Path, made: &Made) -> Outcome<()> {
    let metadata = fs::metadata(path).map_err(plypack::Error::from)?;
    // A pipe or a device cannot be read again.
    let info = if metadata.is_file() { Some(Reader::open(path)?.info()?) } else { None };
    print(Report { path, made, info });
    Ok(())
}

/// The report of `pack` as text.
struct Report<'a> {
    path: &'a Path,
    made: &'a Made,
    info: Option<Info>,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Made { input, summary, resumed, index, elapsed, .. } = self.made;
        writeln!(f, "{}", self.path.display())?;
        if *resumed > 0 {
            writeln!(f, "earlier runs  {:>15}  games", Grouped(*resumed))?;
        }
        writeln!(f, "games         {:>15}", Grouped(summary.games))?;
        if summary.duplicates > 0 {
            writeln!(f, "duplicates    {:>15}  skipped", Grouped(summary.duplicates))?;
        }
        writeln!(f, "plies         {:>15}", Grouped(summary.plies))?;
        writeln!(f, "bytes in      {:>15}  {}", Grouped(summary.text_bytes), input)?;
        if let Some(info) = &self.info {
            // `index` reports the bytes of the index.
            let total = info.bytes.total - index.as_ref().map_or(0, |added| added.bytes);
            let share = 100.0 * total as f64 / summary.text_bytes.max(1) as f64;
            let of_text = if *resumed > 0 { String::new() } else { format!("  {share:.1} %") };
            writeln!(f, "bytes out     {:>15}{of_text}", Grouped(total))?;
            writeln!(f, "bits per ply  {:>15.3}  {}", info.bits_per_ply(), info.codec_name())?;
        }
        let seconds = elapsed.as_secs_f64();
        writeln!(f, "seconds       {seconds:>15.2}")?;
        writeln!(f, "games/s       {:>15}", Grouped((summary.games as f64 / seconds.max(1e-9)) as u64))?;
        writeln!(f, "MB/s          {:>15.1}", summary.text_bytes as f64 / 1e6 / seconds.max(1e-9))
    }
}
