//! The `plypack` command, a thin user of the library: one module a subcommand, and what they share.

mod append;
mod arguments;
mod codecs;
mod codecs_plot;
mod damage;
mod find;
mod index;
mod info;
mod inputs;
mod lines;
mod list;
mod outcome;
mod pack;
mod progress;
mod recode;
mod searching;
mod show;
mod transpositions;
mod tree;
mod unpack;
mod verify;

use std::process::ExitCode;

use clap::{Parser, Subcommand, error::ErrorKind};

use outcome::{Ended, Outcome};

/// Packs chess games: PGN into a small, fast, checked binary format and back, with nothing lost.
#[derive(Parser)]
#[command(name = "plypack", version, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "\
Games are numbered from 0. Results go to standard output, messages and progress to standard error.
Exit codes: 0 fine, 1 something in the data (said on standard error), 2 wrong use.";

#[derive(Subcommand)]
enum Command {
    /// Pack PGN files into a new plypack file
    Pack(pack::Args),
    /// Write the games of a plypack file as PGN
    Unpack(unpack::Args),
    /// Add the games of PGN files to a plypack file
    Append(append::Args),
    /// Say what a plypack file holds
    Info(info::Args),
    /// Check all checksums, and that every game can be read and is legal
    Verify(verify::Args),
    /// Save all that can be read of a damaged plypack file into a new one
    Repair(recode::RepairArgs),
    /// Store the games of a plypack file with another codec
    Recode(recode::RecodeArgs),
    /// Show one game, with a board
    Show(show::Args),
    /// Find the games that reach a position
    Find(find::Args),
    /// Show what was played next in a position, and with what success
    Tree(tree::Args),
    /// Show the move orders that lead to a position
    Transpositions(transpositions::Args),
    /// List games by players, event, date and so on
    List(list::Args),
    /// Add a position index to a file, so that find and tree answer at once
    Index(index::Args),
    /// Measure every codec on the games of PGN files
    Codecs(codecs::Args),
    /// Lines of UCI moves into lines of hex: the codec alone, without a file around it
    Encode(lines::EncodeArgs),
    /// Lines of hex into lines of UCI moves: the reverse of encode
    Decode(lines::DecodeArgs),
}

impl Command {
    fn run(self) -> Outcome {
        match self {
            Command::Pack(args) => pack::run(args),
            Command::Unpack(args) => unpack::run(args),
            Command::Append(args) => append::run(args),
            Command::Info(args) => info::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Repair(args) => recode::repair(args),
            Command::Recode(args) => recode::recode(args),
            Command::Show(args) => show::run(args),
            Command::Find(args) => find::run(args),
            Command::Tree(args) => tree::run(args),
            Command::Transpositions(args) => transpositions::run(args),
            Command::List(args) => list::run(args),
            Command::Index(args) => index::run(args),
            Command::Codecs(args) => codecs::run(args),
            Command::Encode(args) => lines::encode(args),
            Command::Decode(args) => lines::decode(args),
        }
    }
}

/// Reads the command line and does what it says.
fn main() -> ExitCode {
    let ended = match Cli::try_parse() {
        Ok(cli) => cli.command.run(),
        Err(e) if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = e.print();
            return ExitCode::from(2);
        }
        Err(e) if e.use_stderr() => Err(outcome::Failure::Usage(usage_text(&e))),
        Err(e) => e.print().map(|()| Ended::Fine).map_err(outcome::Failure::from),
    };
    outcome::exit_code(ended)
}

fn usage_text(e: &clap::Error) -> String {
    let text = e.render().to_string();
    text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned()
}
