//! How a command ends, and its messages.

use std::{
    error::Error as _,
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use plypack::Error;

/// A command that came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// With nothing to complain about.
    Fine,
    /// After it said what is wrong with the data.
    WithComplaints,
}

impl Ended {
    /// Complaints if there were any.
    pub fn complaining(complaints: bool) -> Ended {
        if complaints { Ended::WithComplaints } else { Ended::Fine }
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Something in the data, or in reading and writing it.
    Data(String),
    /// Wrong use of the command line.
    Usage(String),
    /// Nobody reads the output any more.
    NobodyListens,
}

/// What a command gives back.
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
            Some(io::ErrorKind::BrokenPipe) => Failure::NobodyListens,
            _ => Failure::Data(e.to_string()),
        }
    }
}

/// A message on standard error. When even that is closed, there is nobody to tell.
pub fn complain(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "plypack: {message}");
}

/// Says why the command stopped, if it did, and gives its exit code.
pub fn exit_code(ended: Outcome) -> ExitCode {
    match ended {
        Ok(Ended::Fine) | Err(Failure::NobodyListens) => ExitCode::SUCCESS,
        Ok(Ended::WithComplaints) => ExitCode::from(1),
        Err(Failure::Data(message)) => {
            complain(message);
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            complain(message);
            ExitCode::from(2)
        }
    }
}
