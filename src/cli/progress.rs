//! Progress on standard error, when that is a terminal.

use std::{fmt, io::IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    interrupt,
    outcome::{note, warn},
};

/// A progress bar.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Counts bytes up to `total`, if that is known.
    pub fn bytes(total: Option<u64>) -> Progress {
        Progress::new(total, "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {msg}", "{bytes} {bytes_per_sec} {msg}")
    }

    /// Counts games up to `total`.
    pub fn games(total: u64) -> Progress {
        Progress::new(Some(total), "{bar:30} {human_pos}/{human_len} games, {eta} left {msg}", "")
    }

    /// Without a bar: for commands that may print results to the same terminal.
    pub fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden() }
    }

    fn new(total: Option<u64>, with_total: &str, without: &str) -> Progress {
        let shown = std::io::stderr().is_terminal();
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(total, target);
        let template = if total.is_some() { with_total } else { without };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        // Not drawn by a thread of its own, which the system may not have; every step draws it.
        Progress { bar }
    }

    /// Sets how much is done.
    pub fn set(&self, position: u64) {
        self.bar.set_position(position);
    }

    /// Sets how much there is to do.
    pub fn set_total(&self, total: u64) {
        self.bar.set_length(total);
    }

    /// Sets how much is done; an error once a signal was received that ends the program.
    pub fn advance(&self, position: u64) -> plypack::Result<()> {
        self.set(position);
        interrupt::check()
    }

    /// Sets the text beside the bar.
    pub fn set_message(&self, text: impl fmt::Display) {
        if !self.bar.is_hidden() {
            self.bar.set_message(text.to_string());
        }
    }

    /// Reports an error in the data above the bar.
    pub fn warn(&self, message: impl fmt::Display) {
        self.bar.suspend(|| warn(message));
    }

    /// Prints a message above the bar.
    pub fn note(&self, message: impl fmt::Display) {
        self.bar.suspend(|| note(message));
    }
}

/// Removes the bar.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
