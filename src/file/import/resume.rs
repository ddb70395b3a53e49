//! Resuming an import that was interrupted.

use std::cmp::Ordering;

use crate::{
    Error, ErrorCode, Result, Writer,
    container::EncodedBlock,
    file::{feed::Item, sink::Sink},
};

/// State of the games of a work item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    /// The file does not have them: they are added.
    New,
    /// The file has them.
    Skipped,
    /// The file has them, and they are its last ones.
    Last,
}

/// The games of the sources that a file already has.
pub(super) struct Resume {
    /// Games in the file, and games of the sources up to the next work item.
    games: u64,
    read: u64,
}

impl Resume {
    /// Errors: [`ErrorCode::InvalidArgument`], [`ErrorCode::WrongState`].
    pub(super) fn new<S: Sink>(
        writer: &mut Writer<S>,
        commit_every: Option<u64>,
        leaves_out_duplicates: bool,
    ) -> Result<Resume> {
        if commit_every.is_none() {
            return Ok(Resume { games: 0, read: 0 });
        }
        if leaves_out_duplicates {
            let message = "an import that leaves out duplicates cannot be resumed: import everything again, also leaving them out";
            return Err(Error::new(ErrorCode::InvalidArgument, message));
        }
        writer.keep_blocks()?;
        Ok(Resume { games: writer.number_end(), read: 0 })
    }

    /// Returns whether the file has the games of the next work item. A file that this import wrote has all of them or
    /// none, because commits come between work items.
    pub(super) fn take(&mut self, item: &Item) -> Result<Known> {
        if self.read == self.games {
            return Ok(Known::New);
        }
        self.read += item.games().map(|games| games.len() as u64).sum::<u64>();
        match self.read.cmp(&self.games) {
            Ordering::Less => Ok(Known::Skipped),
            Ordering::Equal => Ok(Known::Last),
            Ordering::Greater => Err(other_games()),
        }
    }

    /// Checks, after the last work item, that the sources had all games of the file.
    pub(super) fn finish(&self) -> Result<()> {
        if self.read < self.games { Err(other_games()) } else { Ok(()) }
    }
}

/// Compares the last blocks of the file with the games of the sources.
pub(super) fn check_last<S: Sink>(writer: &Writer<S>, blocks: &[EncodedBlock]) -> Result<()> {
    match blocks.last() {
        Some(block) if !writer.ends_with(block)? => Err(other_games()),
        _ => Ok(()),
    }
}

fn other_games() -> Error {
    let message = "the file does not have the first games of these sources, or got them with other options: the import cannot go on";
    Error::new(ErrorCode::InvalidArgument, message)
}
