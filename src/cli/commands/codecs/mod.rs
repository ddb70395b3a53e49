//! `plypack codecs`.

mod peers;
mod plot;

use std::{
    fmt,
    io::{self, Write as _},
    path::PathBuf,
};

use cpu_time::ThreadTime;
use plypack::{
    Codec, Error, ErrorCode, Game, ImportEvent, Options, Reader, Summary, Writer,
    compare::{Comparison, ComparisonRow, compare_codecs},
    import,
};
use serde_json::{Value, json};

use crate::{
    console::{
        numbers::{Grouped, games},
        outcome::{Ended, Outcome, note},
        progress::Progress,
    },
    input::{arguments::Threads, sources},
    output::new_file::Picture,
};
use peers::{MEASURED, PEERS};

/// Measures all move codecs on the games of PGN files.
///
/// Measures bits per ply, and plies per second on one core, of the main lines.
#[derive(clap::Args)]
pub struct Args {
    /// PGN files, plain or compressed, and SCID 4 databases (`.si4`); `-` is standard input
    #[arg(required = true, value_name = "IN.pgn")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    picture: Picture,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Number of games to measure, from the first
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    games: u64,
    /// Exit with 1 if a game could not be parsed completely
    #[arg(long = "strict")]
    is_strict: bool,
    #[command(flatten)]
    threads: Threads,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    args.picture.check()?;
    let (reader, has_errors) = read(&args)?;
    let progress = Progress::steps("measuring");
    let clock = || ThreadTime::now().as_duration();
    let comparison = compare_codecs(&reader, &clock, |done, all| progress.advance_of(done, all))?;
    drop(progress);
    let text = if args.json { format!("{:#}\n", to_json(&comparison)) } else { Table(&comparison).to_string() };
    io::stdout().write_all(text.as_bytes())?;
    args.picture.write(|| plot::draw(&comparison))?;
    Ok(Ended::with_errors(has_errors))
}

/// Returns the games as a file in memory, and whether some could not be parsed.
fn read(args: &Args) -> Outcome<(Reader, bool)> {
    let inputs = sources::open_all(&args.inputs, args.picture.path())?;
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1))?;
    let progress = Progress::bytes("reading", inputs.bytes);
    let mut done = Summary::default();
    let mut full = false;
    let report = |event: ImportEvent<'_>| {
        match event {
            ImportEvent::Issue { .. } | ImportEvent::Skipped { .. } | ImportEvent::Stopped(_) => {}
            ImportEvent::Working(bytes) => progress.set(bytes.max(done.source_bytes)),
            ImportEvent::Broken { source, error } => progress.warn(format_args!("{source}: {error}")),
            ImportEvent::Progress(so_far) => {
                done = so_far;
                progress.set(done.source_bytes);
                progress.set_games(done.games);
            }
        }
        full = done.games >= args.games;
        if full { Err(Error::new(ErrorCode::Cancelled, "enough games")) } else { Ok(()) }
    };
    match import(inputs.sources, args.threads.count(), &mut writer, report) {
        Ok(all) => done = all,
        Err(e) if e.code() == ErrorCode::Cancelled => {}
        Err(e) => return Err(e.into()),
    }
    drop(progress);
    if full {
        note(format_args!("measured: the first {}; --games sets their number", games(args.games)));
    }
    if done.games_cut_short > 0 {
        let cut_short = games(done.games_cut_short);
        note(format_args!("not parsed completely: {cut_short}; `plypack pack` reports why"));
    }
    let has_errors = done.broken_sources > 0 || (args.is_strict && done.games_cut_short > 0);
    Ok((first_games(Reader::from_bytes(writer.finish()?)?, args.games)?, has_errors))
}

/// Returns the first games: an import stops only after a complete batch, so it can have more.
fn first_games(reader: Reader, games: u64) -> Outcome<Reader> {
    if reader.number_end() <= games {
        return Ok(reader);
    }
    let mut writer = Writer::new(Vec::new(), Options::of(Codec::Byte).with_level(1))?;
    let mut game = Game::new();
    for number in 0..games {
        reader.read_game(number, &mut game)?;
        writer.add(&game)?;
    }
    Ok(Reader::from_bytes(writer.finish()?)?)
}

fn to_json(comparison: &Comparison) -> Value {
    let speed = |plies: Option<f64>| plies.map(|plies| plies / 1e6);
    let row = |row: &ComparisonRow| {
        let origin = row.codec.map(Codec::origin);
        json!({
            "name": row.name,
            "kind": row.kind.name(),
            "author": origin.map(|origin| origin.author),
            "year": origin.and_then(|origin| origin.year),
            "needs": row.codec.map(|codec| codec.needs().name()),
            "line_codec": row.codec.map(Codec::is_line_codec),
            "bits_per_ply": comparison.bits_per_ply(row),
            "bytes_per_game": comparison.bytes_per_game(row),
            "ratio_to_pgn": comparison.ratio_to_text(row),
            "encode_mplies_s": speed(row.encode),
            "decode_mplies_s": speed(row.decode),
            "decode_checked_mplies_s": speed(row.decode_checked),
            "fallback_plies": row.fallbacks.map(|fallbacks| fallbacks.plies),
            "fallback_games": row.fallbacks.map(|fallbacks| fallbacks.games),
        })
    };
    comparison.rows.iter().map(row).collect()
}

/// The rows as text.
struct Table<'a>(&'a Comparison);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table(comparison) = self;
        writeln!(f, "{}, {} plies", games(comparison.games), Grouped(comparison.plies))?;
        writeln!(f, "{:>71}{:>20}", "million plies/s, one core", "fallbacks")?;
        let titles = ["year", "from", "bits/ply", "B/game", "of PGN", "encode", "decode", "checked"];
        write!(f, "{:<18}{:<5}{:<15}{:>8}{:>8}{:>8}", "", titles[0], titles[1], titles[2], titles[3], titles[4])?;
        writeln!(f, "{:>8}{:>8}{:>8}{:>8}{:>8}  needs", titles[5], titles[6], titles[7], "plies", "games")?;
        for row in &comparison.rows {
            self.write_row(row, f)?;
        }
        if let Some(plies) = comparison.play_trusted {
            writeln!(f, "\nThe board of this library plays {} million plies/s of these games.", Speed(plies))?;
        }
        f.write_str(TABLE_MEANS)?;
        writeln!(f, "\nOther systems, {MEASURED};\ndecoding as a share of shakmaty's play_unchecked in the same run:")?;
        for peer in &PEERS {
            writeln!(f, "{:<28}{:>18.2}{:>24.4}", peer.name, peer.bits_per_ply, peer.decode_ratio)?;
        }
        Ok(())
    }
}

impl Table<'_> {
    fn write_row(&self, row: &ComparisonRow, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table(comparison) = self;
        let origin = row.codec.map(Codec::origin);
        let year = origin.and_then(|origin| origin.year).map_or(String::new(), |year| year.to_string());
        let mark = if row.codec.is_some_and(Codec::is_line_codec) { "*" } else { "" };
        let name = format!("{}{mark}", row.name);
        write!(f, "{name:<18}{year:<5}{:<15}", origin.map_or("", |origin| origin.author))?;
        let share = 100.0 * comparison.ratio_to_text(row);
        write!(f, "{:>8.2}{:>8.1}{share:>6.1} %", comparison.bits_per_ply(row), comparison.bytes_per_game(row))?;
        for speed in [row.encode, row.decode, row.decode_checked] {
            write!(f, "{:>8}", speed.map_or("-".to_owned(), |plies| Speed(plies).to_string()))?;
        }
        match row.fallbacks {
            Some(found) => write!(f, "{:>8}{:>8}", Grouped(found.plies).to_string(), Grouped(found.games).to_string())?,
            None => write!(f, "{:>8}{:>8}", "-", "-")?,
        }
        writeln!(f, "  {}", row.codec.map_or("", |codec| codec.needs().name()))
    }
}

const TABLE_MEANS: &str = "\
* line codec, which files cannot have.
fallbacks: plies that the codec stores as the number of a legal move instead, and games with such plies.
needs: data that decoding needs in addition to the code, if the moves are known to be legal.
log2-n: mean of log2(n), where n is the number of legal moves: the bits per ply if all legal moves are equally likely.
Codecs with fewer bits per ply model which moves are likely.
";

/// Million plies per second, with three significant digits.
struct Speed(f64);

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 / 1e6 {
            millions @ 100.0.. => write!(f, "{millions:.0}"),
            millions @ 10.0.. => write!(f, "{millions:.1}"),
            millions => write!(f, "{millions:.2}"),
        }
    }
}
