//! The end of a command, and its messages.

use std::{
    error::Error as _,
    fmt,
    io::{self, Write},
    path::Path,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use plypack::Error;

use super::{
    interrupt,
    terminal::{one_line, printable},
};

/// A command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// There were no errors in the data.
    Clean,
    /// It reported errors in the data.
    WithErrors,
}

impl Ended {
    /// Returns `WithErrors` if there were any errors.
    pub fn with_errors(errors: bool) -> Ended {
        if errors { Ended::WithErrors } else { Ended::Clean }
    }
}

/// The reason for which a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Errors in the data, or in reading and writing it.
    Data(String),
    /// Wrong usage of the command line.
    Usage(String),
    /// The reader of standard output closed it and needs no more.
    OutputClosed,
}

impl Failure {
    /// Returns the failure for writing to a file or pipe with a name.
    pub fn of(self, path: &Path) -> Failure {
        match self {
            Failure::Usage(_) => self,
            Failure::Data(message) => Failure::Data(format!("{}: {message}", path.display())),
            Failure::OutputClosed => Failure::Data(format!("{}: the pipe was closed", path.display())),
        }
    }
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
        let is_of_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
        // Errors of files and named pipes begin with the name: for them, a reader that goes away is a failure.
        if cause.filter(|cause| is_of_pipe(cause)).is_some_and(|cause| e.message() == cause.to_string()) {
            Failure::OutputClosed
        } else {
            Failure::Data(e.to_string())
        }
    }
}

/// True if the data has errors: the exit code says so even if the output is closed before everything is written.
static ERRORS: AtomicBool = AtomicBool::new(false);

/// Records errors, if there are any, before they are written to standard output.
pub fn found_errors(any: bool) {
    ERRORS.fetch_or(any, Ordering::Relaxed);
}

/// The reason for which a report could not be printed.
static UNPRINTED: Mutex<Option<Failure>> = Mutex::new(None);

/// Prints a report before the work is done: the end of the command reports a failure to print it.
pub fn print(report: impl fmt::Display) {
    if let Err(e) = io::stdout().write_all(printable(report.to_string().as_bytes()).as_bytes()) {
        *UNPRINTED.lock().unwrap_or_else(PoisonError::into_inner) = Some(Failure::from(e));
    }
}

/// Reports an error in the data, like [`note`].
pub fn warn(message: impl fmt::Display) {
    found_errors(true);
    note(message);
}

/// Prints a message on standard error, on one line and without control characters, whatever names and texts contain. If standard error is
/// closed too, the message is lost.
pub fn note(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "plypack: {}", one_line(message.to_string().as_bytes()));
}

/// Flushes standard output, prints the reason if the command failed, and returns its exit code.
pub fn exit_code(ended: Outcome) -> ExitCode {
    if let Err(Failure::Data(message)) = &ended
        && interrupt::check().is_err()
    {
        note(message);
        interrupt::end_by_signal();
    }
    found_errors(matches!(ended, Ok(Ended::WithErrors)));
    // Its buffer would be written when the program ends, and errors would go unnoticed.
    let flushed = io::stdout().flush().map_err(Failure::from);
    let unprinted = UNPRINTED.lock().unwrap_or_else(PoisonError::into_inner).take();
    let printed = unprinted.map_or(flushed, Err);
    match ended.and_then(|ended| printed.map(|()| ended)) {
        Ok(Ended::Clean) => ExitCode::SUCCESS,
        Ok(Ended::WithErrors) => ExitCode::from(1),
        Err(Failure::OutputClosed) => ExitCode::from(u8::from(ERRORS.load(Ordering::Relaxed))),
        Err(Failure::Data(message)) => {
            note(message);
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            let _ = writeln!(io::stderr(), "plypack: {}", printable(message.as_bytes()));
            ExitCode::from(2)
        }
    }
}
