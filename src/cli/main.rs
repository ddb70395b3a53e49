//! The `plypack` command, a thin user of the library: one module per subcommand, and what they share.

mod append;
mod arguments;
mod classify;
mod codecs;
mod codecs_peers;
mod codecs_plot;
mod columns;
mod compact;
mod conditions;
mod corruption;
mod duplicates;
mod edit;
mod files;
mod find;
mod found;
mod index;
mod info;
mod info_table;
mod inputs;
mod interrupt;
mod json_list;
mod lines;
mod list;
mod manual;
mod numbers;
mod old_file;
mod outcome;
mod output;
mod pack;
mod partial;
mod pgn_output;
mod progress;
mod recode;
mod row_writer;
mod rows;
mod scid;
mod searching;
mod show;
mod sorting;
mod split;
mod stats;
mod stats_counted;
mod stats_json;
mod stats_plot;
mod stats_tables;
mod stats_text;
mod svg;
mod terminal;
mod transpositions;
mod tree;
mod tree_plot;
mod unpack;
mod verify;

use std::process::ExitCode;

use clap::{
    CommandFactory, Parser, Subcommand,
    error::{ContextKind, ErrorKind},
};

use outcome::{Ended, Outcome};

/// Packs chess games: PGN into a small, fast, checked binary format and back, with nothing lost.
#[derive(Parser)]
#[command(name = "plypack", version, after_help = EXIT_CODES, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    manual: manual::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

impl Cli {
    fn run(self) -> Outcome {
        match self.command {
            Some(command) => command.run(),
            None => manual::run(&self.manual, Cli::command()),
        }
    }
}

const EXIT_CODES: &str = "\
Games are numbered from 0. Results go to standard output, messages and progress to standard error.
Exit codes: 0 success, 1 errors in the data (reported on standard error), 2 wrong usage.";

#[derive(Subcommand)]
enum Command {
    /// Pack PGN files into a new plypack file
    Pack(pack::Args),
    /// Write the games of plypack files as PGN
    Unpack(unpack::Args),
    /// Add the games of PGN files to a plypack file
    Append(append::Args),
    /// Delete, replace and restore games, and list what was edited
    Edit(edit::Args),
    /// Remove deleted games and old versions from a plypack file
    Compact(compact::Args),
    /// Show what plypack files contain
    Info(info::Args),
    /// Check all checksums, and that every game can be decoded and is legal
    Verify(verify::Args),
    /// Save what can be read of a corrupt plypack file into a new one
    Repair(recode::RepairArgs),
    /// Store the games of a plypack file with another codec
    Recode(recode::RecodeArgs),
    /// Show one game, with a board
    Show(show::Args),
    /// Find the games that reach a position
    Find(find::Args),
    /// Show the moves played next in a position, with their results
    Tree(tree::Args),
    /// Show the move orders that lead to a position
    Transpositions(transpositions::Args),
    /// List games by player, event, date and other tags
    List(list::Args),
    /// Count games: results by year, opening and rating, lengths, players; what a player plays
    Stats(stats::Args),
    /// Find games that are in files more than once
    Duplicates(duplicates::Args),
    /// Add a position index to a file, for instant find and tree
    Index(index::Args),
    /// Measure every codec on the games of PGN files
    Codecs(codecs::Args),
    /// Encode lines of UCI moves as lines of hex: a codec alone, without a file format
    Encode(lines::EncodeArgs),
    /// Decode lines of hex to lines of UCI moves: the reverse of encode
    Decode(lines::DecodeArgs),
}

impl Command {
    fn run(self) -> Outcome {
        match self {
            Command::Pack(args) => pack::run(args),
            Command::Unpack(args) => unpack::run(args),
            Command::Append(args) => append::run(args),
            Command::Edit(args) => edit::run(args),
            Command::Compact(args) => compact::run(args),
            Command::Info(args) => info::run(args),
            Command::Verify(args) => verify::run(args),
            Command::Repair(args) => recode::repair(args),
            Command::Recode(args) => recode::recode(args),
            Command::Show(args) => show::run(args),
            Command::Find(args) => find::run(args),
            Command::Tree(args) => tree::run(args),
            Command::Transpositions(args) => transpositions::run(args),
            Command::List(args) => list::run(args),
            Command::Stats(args) => stats::run(args),
            Command::Duplicates(args) => duplicates::run(args),
            Command::Index(args) => index::run(args),
            Command::Codecs(args) => codecs::run(args),
            Command::Encode(args) => lines::encode(args),
            Command::Decode(args) => lines::decode(args),
        }
    }
}

/// Parses the command line and runs the command.
fn main() -> ExitCode {
    let ended = match Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(e) if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = e.print();
            return ExitCode::from(2);
        }
        Err(e) if e.use_stderr() => Err(outcome::Failure::Usage(usage_text(e))),
        Err(e) => e.print().map(|()| Ended::Clean).map_err(outcome::Failure::from),
    };
    outcome::exit_code(ended)
}

fn usage_text(mut e: clap::Error) -> String {
    if e.kind() == ErrorKind::UnknownArgument {
        // Tips how to pass the word as a value mislead: no command takes values that begin with a dash.
        e.remove(ContextKind::Suggested);
    }
    let text = e.render().to_string();
    text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned()
}
