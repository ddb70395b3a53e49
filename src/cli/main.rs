//! The `plypack` command, a thin user of the library: one module per subcommand, and shared modules.

mod commands;
mod console;
mod input;
mod manual;
mod output;
mod rows;
mod stats;

use std::process::ExitCode;

use clap::{
    CommandFactory, Parser,
    error::{ContextKind, ErrorKind},
};

use commands::Command;
use console::outcome::{self, Ended, Failure, Outcome};

/// Packs chess games into small files with checksums, searches the files, and unpacks them without loss.
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
`plypack COMMAND --help` explains a command and its options; `-h` is a summary.
Game numbers begin at 0. Results go to standard output, messages and progress to standard error.
Exit codes: 0 for success, 1 for errors in the data (reported on standard error), 2 for wrong usage.";

/// Parses the command line and runs the command.
fn main() -> ExitCode {
    let ended = match Cli::try_parse() {
        Ok(cli) => cli.run(),
        Err(e) if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = e.print();
            return ExitCode::from(2);
        }
        Err(e) if e.use_stderr() => Err(Failure::Usage(usage_text(e))),
        Err(e) => e.print().map(|()| Ended::Clean).map_err(Failure::from),
    };
    outcome::exit_code(ended)
}

fn usage_text(mut e: clap::Error) -> String {
    if e.kind() == ErrorKind::UnknownArgument {
        // Suggestions to pass the word as a value mislead: no command takes values that begin with a dash.
        e.remove(ContextKind::Suggested);
    }
    let text = e.render().to_string();
    text.strip_prefix("error: ").unwrap_or(&text).trim_end().to_owned()
}
