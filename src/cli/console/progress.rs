//! Progress on standard error, if that is a terminal.

use std::{
    cell::Cell,
    fmt,
    io::IsTerminal,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    interrupt,
    outcome::{note, warn},
    terminal::goes_to_file,
};

/// Time before the bar appears.
const PATIENCE: Duration = Duration::from_millis(400);

/// Name of the work, a bar, the share done, games per second, and the remaining time: 40 columns with a short bar.
const WITH_TOTAL: &str = "{prefix} {wide_bar} {percent:>3}% {msg} {eta}";
/// Name of the work, games per second, and elapsed time, for work with an unknown total.
const WITHOUT_TOTAL: &str = "{prefix} {msg} {elapsed}";

/// A progress bar.
pub struct Progress {
    bar: ProgressBar,
    started: Instant,
    /// True until it is drawn for the first time.
    is_waiting: Cell<bool>,
    /// True if it counts games, false for bytes.
    counts_games: bool,
}

impl Progress {
    /// Counts bytes up to `total`, if known; [`Progress::set_games`] sets the number of games in them.
    pub fn bytes(what: &'static str, total: Option<u64>) -> Progress {
        Progress::new(what, total, false)
    }

    /// Counts games up to `total`.
    pub fn games(what: &'static str, total: u64) -> Progress {
        Progress::new(what, Some(total), true)
    }

    /// Counts games written to standard output: without a bar, unless standard output is a file.
    pub fn of_output(what: &'static str, total: u64) -> Progress {
        if goes_to_file() { Progress::games(what, total) } else { Progress::hidden() }
    }

    /// Counts steps; [`Progress::advance_of`] sets their total.
    pub fn steps(what: &'static str) -> Progress {
        Progress::new(what, Some(0), false)
    }

    /// Returns a progress without a bar, for parts of other work.
    pub fn hidden() -> Progress {
        Progress {
            bar: ProgressBar::hidden(),
            started: Instant::now(),
            is_waiting: Cell::new(false),
            counts_games: false,
        }
    }

    fn new(what: &'static str, total: Option<u64>, counts_games: bool) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = if total.is_some() { WITH_TOTAL } else { WITHOUT_TOTAL };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(what);
        // Every step draws the bar, because the system may not provide a thread for it.
        let is_waiting = Cell::new(std::io::stderr().is_terminal());
        Progress { bar, started: Instant::now(), is_waiting, counts_games }
    }

    /// Sets the amount done.
    pub fn set(&self, position: u64) {
        if self.is_waiting.get() && self.started.elapsed() >= PATIENCE {
            self.is_waiting.set(false);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if self.counts_games {
            self.set_games(position);
        }
        self.bar.set_position(position);
    }

    /// Sets the number of games done.
    pub fn set_games(&self, games: u64) {
        if !self.bar.is_hidden() {
            let rate = games as f64 / self.started.elapsed().as_secs_f64();
            self.bar.set_message(format!("{} games/s", Short(rate)));
        }
    }

    /// Sets the amount done. Fails if a signal was received that ends the program.
    pub fn advance(&self, position: u64) -> plypack::Result<()> {
        self.set(position);
        interrupt::check()
    }

    /// Like [`Progress::advance`], but for a total that becomes known during the work.
    pub fn advance_of(&self, done: u64, total: u64) -> plypack::Result<()> {
        self.bar.set_length(total);
        self.advance(done)
    }

    /// Sets the name of the work.
    pub fn set_what(&self, text: impl fmt::Display) {
        self.bar.set_prefix(text.to_string());
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

/// A number with at most four digits, with `k` for a thousand and `M` for a million.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = match self.0 {
            number @ 999_500.0.. => (number / 1e6, "M"),
            number @ 9_999.5.. => (number / 1e3, "k"),
            number => return write!(f, "{number:.0}"),
        };
        if number < 99.95 { write!(f, "{number:.1}{unit}") } else { write!(f, "{number:.0}{unit}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers() {
        let numbers = [0.4, 1234.0, 9_999.0, 10_000.0, 45_678.0, 123_456.0, 999_499.0, 999_500.0, 12_345_678.0];
        let texts = ["0", "1234", "9999", "10.0k", "45.7k", "123k", "999k", "1.0M", "12.3M"];
        assert_eq!(numbers.map(|number| Short(number).to_string()), texts);
    }

    /// Measures the text without the bar, which takes the remaining columns.
    #[test]
    fn forty_columns_are_enough() {
        let [percent, games, eta] = ["100%", "45.7k games/s", "59m"];
        assert!("compacting".len() + 4 + percent.len() + games.len() + eta.len() < 40 - 3);
    }
}
