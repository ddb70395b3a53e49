//! `plypack compact`.

use std::{
    io::{self, Write as _},
    ops::Range,
    path::PathBuf,
};

use plypack::files::{Compacted, is_same_file};

use crate::{
    console::{
        numbers::{Grouped, games},
        outcome::{Ended, Outcome},
        progress::Progress,
    },
    input::{
        arguments::Threads,
        files::{self, shown},
        sources,
    },
    output::{
        new_file::{self, Force},
        old_file::OldFile,
    },
};

/// Removes deleted games and old versions of games from a plypack file.
///
/// Games after a deleted game get new numbers. The new file replaces the old one when it is complete. If the file has a position index, the
/// new file gets one, too.
#[derive(clap::Args)]
pub struct Args {
    /// plypack file
    #[arg(value_name = "FILE.plypack")]
    file: PathBuf,
    /// Output file [default: FILE itself]
    ///
    /// If OUT.plypack exists, it is replaced only when the new file is complete. If the new file lacks games of the existing file, the
    /// existing file is kept as OUT.plypack.old.
    #[arg(short, long, value_name = "OUT.plypack")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    force: Force,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let is_in_place = args.output.as_deref().is_none_or(|out| is_same_file(out, &args.file));
    let target = args.output.as_deref().unwrap_or(&args.file);
    sources::refuse_dash(target)?;
    // Refuses a pipe: creating the new file in its place would wait for a reader.
    drop(files::open_to_change(&args.file)?);
    // Takes the lock first: nothing is appended to a file while it is compacted in place.
    let out = new_file::create(target, &args.force)?;
    let old = if is_in_place { None } else { OldFile::hold(target, &args.force)? };
    let reader = files::open_to_change(&args.file)?;
    let progress = Progress::games("compacting", reader.number_end());
    let compacted =
        plypack::files::compact(&reader, out, args.threads.count(), |done, total| progress.advance_of(done, total));
    drop(progress);
    let compacted = compacted.map_err(|e| e.context(args.file.display()))?;
    old.map_or(Ok(()), OldFile::end)?;
    if is_in_place {
        new_file::note_rollback(&args.file, reader.unfinished());
    }
    writeln!(io::stdout(), "{}: {}", shown(target), report(&compacted))?;
    Ok(Ended::Clean)
}

fn report(compacted: &Compacted) -> String {
    let Compacted { deleted, old_versions, old_numbers, new_numbers, .. } = compacted;
    let versions = format!("{} old version{}", Grouped(*old_versions), if *old_versions == 1 { "" } else { "s" });
    let before = Grouped(compacted.bytes_before);
    let after = Grouped(compacted.bytes_after);
    let removed = format!("{} deleted and {versions} removed", Grouped(*deleted));
    let renumbered = if old_numbers.is_empty() {
        "all games keep their numbers".to_owned()
    } else {
        format!("games {} are now {}", listed(old_numbers), listed(new_numbers))
    };
    format!("{}; {removed}; {after} bytes instead of {before}; {renumbered}", games(compacted.games))
}

fn listed(numbers: &Range<u64>) -> String {
    format!("{} to {}", numbers.start, numbers.end - 1)
}
