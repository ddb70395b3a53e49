//! Makes text safe for a terminal: without characters that control it, and measured in its columns.

use std::{
    borrow::Cow,
    env,
    fs::File,
    io::{self, IsTerminal, StdoutLock, Write},
};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns `true` if a character could control a terminal or change the order of text: controls (C0, DEL and C1), direction marks, and line
/// and paragraph separators.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Converts any bytes to text that is safe for a terminal: valid UTF-8, without control characters except line feeds. A tab becomes a
/// space.
pub fn printable(text: &[u8]) -> String {
    let shown = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if is_control(c) => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    String::from_utf8_lossy(text).chars().map(shown).collect()
}

/// Converts any bytes to one line of text that is safe for a terminal.
pub fn one_line(text: &[u8]) -> String {
    printable(text).replace('\n', "\u{fffd}")
}

/// Returns the number of columns that a text takes on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

/// Appends spaces to the text, up to `columns`.
pub fn padded(text: &str, columns: usize) -> String {
    format!("{text}{:1$}", "", columns.saturating_sub(width(text)))
}

/// Prepends spaces to the text, up to `columns`.
pub fn padded_left(text: &str, columns: usize) -> String {
    format!("{:1$}{text}", "", columns.saturating_sub(width(text)))
}

/// Shortens a text to at most `columns`; a shortened text ends with an ellipsis.
pub fn shortened(text: &str, columns: usize) -> Cow<'_, str> {
    if width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let mut left = columns.saturating_sub(1);
    let fits = |c: &char| {
        let wide = c.width().unwrap_or(0);
        let fits = wide <= left;
        left = if fits { left - wide } else { 0 };
        fits
    };
    Cow::Owned(text.chars().take_while(fits).chain(['\u{2026}']).collect())
}

/// Returns `true` if results go to a file, where nobody watches them; a pipe can lead to a pager.
pub fn goes_to_file() -> bool {
    #[cfg(unix)]
    let output = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned();
    #[cfg(windows)]
    let output = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned();
    output.is_ok_and(|output| File::from(output).metadata().is_ok_and(|metadata| metadata.is_file()))
}

/// Returns `true` if results go to a terminal with colors, and the user has not disabled colors (<https://no-color.org>).
pub fn has_colors() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// Standard output for text that is passed on unchanged, such as PGN; control characters are removed only for a terminal.
pub struct Output<W: Write = StdoutLock<'static>> {
    out: W,
    is_terminal: bool,
    /// The incomplete last line.
    line: Vec<u8>,
}

impl Output {
    /// Standard output.
    pub fn new() -> Output {
        Output { out: io::stdout().lock(), is_terminal: io::stdout().is_terminal(), line: Vec::new() }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        // A write can end inside a character, so only complete lines are converted.
        let lines = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        self.line.extend_from_slice(&bytes[..lines]);
        if lines > 0 {
            let text = printable(&std::mem::take(&mut self.line));
            self.out.write_all(text.as_bytes())?;
        }
        self.line.extend_from_slice(&bytes[lines..]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(printable(&std::mem::take(&mut self.line)).as_bytes())?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(
            printable("a\u{1b}[2J\u{9b}\u{7f}\u{202e}\u{2066}\u{2028}\tb\n".as_bytes()),
            "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd} b\n"
        );
        assert_eq!(printable(b"J\xf6rg"), "J\u{fffd}rg");
        assert_eq!(one_line(b"a\nb"), "a\u{fffd}b");
    }

    #[test]
    fn columns_are_as_wide_as_they_look() {
        assert_eq!(padded("丁立人", 8), "丁立人  ");
        assert_eq!(padded_left("e\u{301}", 3), "  e\u{301}");
        assert_eq!(shortened("丁立人", 6), "丁立人");
        assert_eq!(shortened("丁立人", 5), "丁立…");
        assert_eq!(shortened("丁立人", 4), "丁…");
        assert_eq!(shortened("Morphy", 4), "Mor…");
    }

    #[test]
    fn a_terminal_gets_no_controls_from_a_text() {
        let write = |is_terminal| {
            let mut output = Output { out: Vec::new(), is_terminal, line: Vec::new() };
            for piece in [&b"1. e4 {\xc3"[..], b"\xb6\x1b[2J", b"\xc2\x9b}\n*"] {
                assert_eq!(output.write(piece).unwrap(), piece.len());
            }
            output.flush().unwrap();
            String::from_utf8(output.out).unwrap()
        };
        assert_eq!(write(true), "1. e4 {ö\u{fffd}[2J\u{fffd}}\n*");
        assert_eq!(write(false), "1. e4 {ö\u{1b}[2J\u{9b}}\n*");
    }
}
