//! Shell completions and manual pages, generated from the command's arguments.

use std::{
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap_complete::Shell;

use crate::console::outcome::{Ended, Failure, Outcome, note};

/// Completions and manual pages.
#[derive(clap::Args)]
#[group(multiple = false)]
pub struct Args {
    /// Print the completion script for a shell
    #[arg(long, value_name = "SHELL", exclusive = true)]
    completions: Option<Shell>,
    /// Write the manual pages to a folder, such as `/usr/local/share/man/man1`
    #[arg(long, value_name = "FOLDER", exclusive = true)]
    man: Option<PathBuf>,
}

/// Prints or writes the requested text.
pub fn run(args: &Args, command: clap::Command) -> Outcome {
    match (args.completions, &args.man) {
        (Some(shell), _) => print_completions(shell, command)?,
        (None, Some(folder)) => {
            write_pages(folder, command).map_err(|e| Failure::from(e).of(folder))?;
            note(format_args!("manual pages written to {}", folder.display()));
        }
        (None, None) => return Err(Failure::Usage("a command is required; `plypack --help` lists them".to_owned())),
    }
    Ok(Ended::Clean)
}

fn print_completions(shell: Shell, mut command: clap::Command) -> io::Result<()> {
    // Generated in memory first, because the generator panics if writing fails.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "plypack", &mut text);
    io::stdout().write_all(&text)
}

fn write_pages(folder: &Path, command: clap::Command) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(command, folder)
}
