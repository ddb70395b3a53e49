//! How a command ends, and its messages.

use std::{
    error::Error as _,
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use plypack::Error;

use super::interrupt;

/// A command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// Without errors in the data.
    Clean,
    /// After it reported errors in the data.
    WithErrors,
}

impl Ended {
    /// With errors, if there were any.
    pub fn with_errors(errors: bool) -> Ended {
        if errors { Ended::WithErrors } else { Ended::Clean }
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Errors in the data, or in reading and writing it.
    Data(String),
    /// Wrong usage of the command line.
    Usage(String),
    /// The reader of the output closed it.
    BrokenPipe,
}

/// The result of a command.
pub type Outcome<T = Ended> = Result<T, Failure>;

impl From<io::Error> for Failure {
    fn from(e: io::Error) -> Failure {
        Failure::from(Error::from(e))
    }
}

impl From<Error> for Failure {
    fn from(e: Error) -> Failure {
        let cause = e.source().and_then(|cause| cause.downcast_ref::<io::Error>());
        match cause.map(io::Error::kind) {
            Some(io::ErrorKind::BrokenPipe) => Failure::BrokenPipe,
            _ => Failure::Data(e.to_string()),
        }
    }
}

/// Prints a message on standard error. If that is closed too, the message is lost.
pub fn warn(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "plypack: {message}");
}

/// Prints why the command failed, if it did, and returns its exit code.
pub fn exit_code(ended: Outcome) -> ExitCode {
    if let Err(Failure::Data(message)) = &ended
        && interrupt::check().is_err()
    {
        warn(message);
        interrupt::end_by_signal();
    }
    match ended {
        Ok(Ended::Clean) | Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Ok(Ended::WithErrors) => ExitCode::from(1),
        Err(Failure::Data(message)) => {
            warn(message);
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            warn(message);
            ExitCode::from(2)
        }
    }
}
