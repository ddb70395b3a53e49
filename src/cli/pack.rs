//! `plypack pack`, and the import that it shares with `append`.

use std::{
    fmt,
    fs::File,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use plypack::{Codec, ImportEvent, Info, Options, Reader, Summary, Writer, import};

use super::{
    arguments::{self, Level, Threads},
    index,
    inputs::{self, Inputs},
    outcome::{Ended, Outcome, complain},
    progress::Progress,
    verify,
};

/// Packs PGN files, plain or compressed with zstd, into one new file.
#[derive(clap::Args)]
pub struct Args {
    /// PGN files, also compressed with zstd; `-` is standard input
    #[arg(required = true, value_name = "IN.pgn[.zst]")]
    inputs: Vec<PathBuf>,
    /// The file to make; one that is there is replaced
    #[arg(short, long, value_name = "OUT.plypack")]
    output: PathBuf,
    /// How the moves are stored
    #[arg(long, value_name = "NAME", value_parser = arguments::codec(), default_value_t = Options::default().codec)]
    codec: Codec,
    /// For the smallest file, slower to make and to read: the same as `--codec tight`
    #[arg(long, conflicts_with = "codec")]
    archive: bool,
    #[command(flatten)]
    level: Level,
    #[command(flatten)]
    threads: Threads,
    /// Add a position index, as the command `index` does
    #[arg(long)]
    index: bool,
    /// Check the file after writing it, game by game
    #[arg(long)]
    verify: bool,
    #[command(flatten)]
    issues: Issues,
}

/// `--issues`.
#[derive(clap::Args)]
pub struct Issues {
    /// How much of what cannot be read is listed; the rest is counted. A number, or `all`
    #[arg(long = "issues", value_name = "N", default_value = "20", value_parser = parse_limit)]
    most: u64,
}

fn parse_limit(text: &str) -> Result<u64, String> {
    match text {
        "all" => Ok(u64::MAX),
        number => number.parse().map_err(|_| "a number, or `all`".to_owned()),
    }
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    inputs::refuse_dash(&args.output)?;
    let inputs = inputs::open_all(&args.inputs, &args.output)?;
    let codec = if args.archive { Codec::Tight } else { args.codec };
    let options = args.level.options(codec);
    let begun = Instant::now();
    let mut writer = Writer::create(&args.output, options)?;
    let imported = import_all(inputs, args.threads.count(), &mut writer, args.issues, &args.output)?;
    let file = writer.finish().map_err(|e| e.context(args.output.display()))?;
    let taken = begun.elapsed();
    print_report(&args.output, &file, imported.summary, taken)?;
    // The lock goes with it.
    drop(file);
    if args.index {
        index::add(&args.output, args.threads.count())?;
    }
    let sound = !args.verify || verify::check_and_print(&args.output, args.threads.count())?;
    Ok(Ended::complaining(imported.complaints || !sound))
}

/// What an import came to.
pub struct Imported {
    /// Its counts.
    pub summary: Summary,
    /// Whether the main line of a game, or a whole input, could not be read to its end.
    pub complaints: bool,
}

/// Imports all inputs, with progress and messages.
pub fn import_all(
    inputs: Inputs,
    threads: usize,
    writer: &mut Writer<File>,
    issues: Issues,
    out: &Path,
) -> Outcome<Imported> {
    let progress = Progress::bytes(inputs.bytes);
    let mut listed = Listed { most: issues.most, seen: 0 };
    let summary = import(inputs.sources, threads, writer, |event| {
        match event {
            ImportEvent::Issue { source, game, issue } => {
                listed.add(&progress, format_args!("{source}: {issue} (game {game})"))
            }
            ImportEvent::Broken { source, error } => {
                progress.complain(format_args!("{source}: {error}; the games before that are kept"));
            }
            ImportEvent::Progress(summary) => {
                progress.reach(summary.source_bytes);
                progress.note(format_args!("{} games", Grouped(summary.games)));
            }
        }
        Ok(())
    });
    drop(progress);
    let summary = summary.map_err(|e| {
        let advice = "what is written so far can be saved with `plypack repair`";
        e.context(format_args!("{}: not finished, but {advice}", out.display()))
    })?;
    listed.end(&summary, out);
    Ok(Imported { complaints: summary.games_cut_short + summary.broken_sources > 0, summary })
}

/// Lists the first issues and counts the others.
struct Listed {
    most: u64,
    seen: u64,
}

impl Listed {
    fn add(&mut self, progress: &Progress, message: fmt::Arguments<'_>) {
        self.seen += 1;
        if self.seen <= self.most {
            progress.complain(message);
        }
    }

    fn end(&self, summary: &Summary, out: &Path) {
        if self.seen > self.most {
            complain(format_args!("... and {} more (--issues all lists them)", Grouped(self.seen - self.most)));
        }
        if summary.games_with_issues > 0 {
            complain(format_args!(
                "{}: complete, with {} not wholly read, {} of them in the main line; what could not be read is kept word for word",
                out.display(),
                games(summary.games_with_issues),
                Grouped(summary.games_cut_short)
            ));
        }
    }
}

fn print_report(path: &Path, file: &File, summary: Summary, taken: Duration) -> Outcome<()> {
    let about = file.metadata().map_err(plypack::Error::from)?;
    // What went to a pipe or a device cannot be read again.
    let info = if about.is_file() { Some(Reader::open(path)?.info()?) } else { None };
    let report = Report { path, summary, info, taken };
    io::stdout().write_all(report.to_string().as_bytes())?;
    Ok(())
}

/// What `pack` did, for people.
struct Report<'a> {
    path: &'a Path,
    summary: Summary,
    info: Option<Info>,
    taken: Duration,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = &self.summary;
        writeln!(f, "{}", self.path.display())?;
        writeln!(f, "games         {:>15}", Grouped(summary.games))?;
        writeln!(f, "plies         {:>15}", Grouped(summary.plies))?;
        writeln!(f, "bytes in      {:>15}  PGN text", Grouped(summary.text_bytes))?;
        if let Some(info) = &self.info {
            let (total, text) = (info.bytes.total, summary.text_bytes.max(1));
            let share = 100.0 * total as f64 / text as f64;
            writeln!(f, "bytes out     {:>15}  {share:.1} %", Grouped(total))?;
            writeln!(f, "bits per ply  {:>15.3}  {}", info.bits_per_ply(), info.codec_name())?;
        }
        let seconds = self.taken.as_secs_f64();
        writeln!(f, "seconds       {seconds:>15.2}")?;
        writeln!(f, "MB/s          {:>15.1}", summary.text_bytes as f64 / 1e6 / seconds.max(1e-9))
    }
}

/// `1 game`, `2 games`.
pub fn games(count: u64) -> String {
    format!("{} {}", Grouped(count), if count == 1 { "game" } else { "games" })
}

/// A number with a comma after every three digits.
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(',');
            }
            text.push(digit);
        }
        f.pad(&text)
    }
}
