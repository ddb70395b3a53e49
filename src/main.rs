//! The `plypack` command: a thin user of the library.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
