//! The issues of one game.

use super::{
    batch::GameText,
    issue::{Issue, Reason},
    text::{has_control, is_blank, is_control, is_line_end, is_space, trim_end},
};

/// The maximum number of issues that an importer reports for one game. The game also keeps the text of further issues.
pub const MAX_ISSUES_PER_GAME: usize = 64;

/// Characters of the longest excerpt of unparsed text.
const EXCERPT: usize = 40;

/// Adds the issues of one game, up to their limit, with line numbers.
pub(super) struct Report<'a> {
    source: &'a GameText,
    text: &'a [u8],
    issues: &'a mut Vec<Issue>,
    left: usize,
    /// Lines are counted up to this position.
    counted: usize,
    line: u64,
}

impl<'a> Report<'a> {
    /// Starts at the beginning of the game.
    pub fn new(source: &'a GameText, text: &'a [u8], issues: &'a mut Vec<Issue>) -> Report<'a> {
        Report { source, text, issues, left: MAX_ISSUES_PER_GAME, counted: 0, line: source.line }
    }

    /// Reports the text at this position of the game, after any white space there.
    pub fn add(&mut self, at: usize, reason: Reason) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let at = at + self.text[at..].iter().take_while(|b| is_space(**b)).count();
        self.count_lines(at);
        let line = self.line;
        let offset = self.source.offset + at as u64;
        self.issues.push(Issue { line, offset, reason, text: excerpt(&self.text[at..]) });
    }

    fn count_lines(&mut self, at: usize) {
        if at < self.counted {
            self.counted = 0;
            self.line = self.source.line;
        }
        for i in self.counted..at {
            let crlf = self.text[i] == b'\r' && self.text.get(i + 1) == Some(&b'\n');
            self.line += u64::from(is_line_end(self.text[i]) && !crlf);
        }
        self.counted = at;
    }
}

/// Adds each run of control characters in a game's text to the game's issues, which begin at `first` and stay in the order of the text.
// pgn.22
pub(super) fn add_control_characters(source: &GameText, text: &[u8], issues: &mut Vec<Issue>, first: usize) {
    let around = [source.control_before, source.control_after];
    if !has_control(text) && around == [None; 2] {
        return;
    }
    let room = MAX_ISSUES_PER_GAME.saturating_sub(issues.len() - first);
    for (line, offset) in around.into_iter().flatten().take(room) {
        let text = "between games".to_owned();
        issues.push(Issue { line, offset, reason: Reason::ControlCharacter, text });
    }
    let mut report = Report::new(source, text, issues);
    report.left = MAX_ISSUES_PER_GAME.saturating_sub(report.issues.len() - first);
    let is_run_start = |at: &usize| is_control(text[*at]) && (*at == 0 || !is_control(text[*at - 1]));
    (0..text.len())
        .filter(is_run_start)
        .take(report.left)
        .for_each(|start| report.add(start, Reason::ControlCharacter));
    issues[first..].sort_by_key(|issue| issue.offset);
}

/// Returns the first word, plus the second word if the first is a move number.
fn excerpt(text: &[u8]) -> String {
    let word_end = |from: usize| from + text[from..].iter().take_while(|b| !is_space(**b)).count();
    let mut end = word_end(0);
    if text[..end].iter().all(|b| b.is_ascii_digit() || *b == b'.') {
        let blanks = text[end..].iter().take_while(|b| is_blank(**b)).count();
        end = word_end(end + blanks);
    }
    let mut shown = String::new();
    for byte in trim_end(&text[..end]).iter().take(EXCERPT) {
        let escaped = byte.escape_ascii().to_string();
        if shown.len() + escaped.len() > EXCERPT {
            break;
        }
        shown += &escaped;
    }
    shown
}
