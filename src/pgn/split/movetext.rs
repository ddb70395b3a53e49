//! Follows movetext line by line, up to its end.

use super::{BufferedLine, GamePart, Open, PossibleEnd, Splitter};
use crate::pgn::{
    comment_tags::CommentTags,
    comments::{CommentState, has_only_comments},
    markers::last_line_ends_with_marker,
    text::{BOM, begins_tag},
};

/// Number of successive blank lines that end a game, whatever follows.
const MAX_BLANK_LINES: usize = 3;

impl Splitter<'_> {
    pub(super) fn begin_movetext(&mut self, line: BufferedLine) {
        self.open_movetext(line);
        self.take_movetext(line);
    }

    pub(super) fn open_movetext(&mut self, line: BufferedLine) {
        self.part = GamePart::Movetext;
        self.open.movetext = line.start;
        self.open.followed = line.start;
        self.movetext_end.restart();
    }

    // pgn.5
    pub(super) fn take_movetext(&mut self, line: BufferedLine) {
        if self.mid_line || self.comment == CommentState::LineComment {
            return self.add(line);
        }
        let is_blank = self.is_blank_line(line);
        if self.comment == CommentState::Comment {
            return self.take_comment_line(line, is_blank);
        }
        if is_blank {
            return self.take_blank_line(line);
        }
        let text = self.text_of(line);
        if begins_tag(text.strip_prefix(BOM).unwrap_or(text)) {
            return self.end_before_tag(line);
        }
        if self.open.blank_lines > 0 && self.open.end_at_blank.is_none() {
            if text[0] == b'%' || text.starts_with(BOM) {
                return self.end_game(false);
            }
            self.open.end_at_blank = Some(self.possible_end(line));
            self.movetext_end.begin_decision();
        }
        self.open.blank_lines = 0;
        self.take_line_of_movetext(line);
    }

    /// Handles a line that begins outside comments.
    pub(super) fn take_line_of_movetext(&mut self, line: BufferedLine) {
        self.reset_comment_tags();
        if self.text_of(line)[0] == b'%' {
            self.comment = CommentState::LineComment;
        }
        if !self.ends_at_blank_line(line) {
            self.add(line);
        }
    }

    /// The possible end of the game before this line.
    fn possible_end(&self, line: BufferedLine) -> PossibleEnd {
        let end = self.open.end;
        PossibleEnd { pos: line.start, line: self.line, end, comment_bytes: self.comment_bytes }
    }

    fn end_before_tag(&mut self, line: BufferedLine) {
        if self.goes_on_with_tags(line) {
            self.part = GamePart::Tags;
            self.open.named = line.start;
            self.open.blank_lines = 0;
            self.open.end_at_blank = None;
            self.open.after_blank = false;
            return self.take_tags(line);
        }
        match self.open.end_at_blank {
            Some(end) if !self.movetext_end.keeps_comments() => self.step_back_to(end),
            _ => self.end_game(false),
        }
    }

    /// Returns `true` if the tag section of the game begins at this line: only comments come before it.
    // pgn.3
    fn goes_on_with_tags(&mut self, line: BufferedLine) -> bool {
        let Open { start, end, movetext, continued, weighed, .. } = self.open;
        let has_tags = start < movetext;
        if has_tags || continued || self.buffer[line.start] != b'[' || !has_only_comments(&self.buffer[start..end]) {
            return false;
        }
        self.open.weighed = line.start;
        let exceeds = self.open.weight.add(&self.buffer[weighed..line.start]).is_err();
        self.open.weight.begin_tags();
        !exceeds && self.limit_in(line).is_none()
    }

    fn step_back_to(&mut self, end: PossibleEnd) {
        self.pos = end.pos;
        self.line = end.line;
        self.comment_bytes = end.comment_bytes;
        self.open.end = end.end;
        self.end_game(false);
    }

    /// Ends the game at the previous blank line, if this line shows that it does not go on.
    fn ends_at_blank_line(&mut self, line: BufferedLine) -> bool {
        let Some(end) = self.open.end_at_blank else { return false };
        let goes_on = match self.limit_in(line) {
            Some(_) => Some(false),
            None => self.movetext_end.decide(&self.buffer[line.start..line.end]),
        };
        self.open.followed = line.end;
        match goes_on {
            Some(false) => self.step_back_to(end),
            Some(true) => self.open.end_at_blank = None,
            None => {}
        }
        goes_on == Some(false)
    }

    /// Handles a blank line outside comments.
    fn take_blank_line(&mut self, line: BufferedLine) {
        if self.open.end_at_blank.is_some() && self.movetext_end.keeps_comments() {
            self.open.end_at_blank = None;
        }
        let is_first = self.open.blank_lines == 0 && self.open.end_at_blank.is_none();
        if self.open.continued || (is_first && self.ends_at_any_blank_line()) || self.limit_in(line).is_some() {
            return self.end_game(false);
        }
        self.open.blank_lines += 1;
        match self.open.end_at_blank {
            Some(end) if self.open.blank_lines == MAX_BLANK_LINES => self.step_back_to(end),
            None if self.open.blank_lines == MAX_BLANK_LINES => self.end_game(false),
            _ => self.skip(line),
        }
    }

    /// Returns `true` if a blank line after the movetext so far ends the game, whatever follows.
    fn ends_at_any_blank_line(&mut self) -> bool {
        let text = &self.buffer[self.open.followed..self.open.end];
        // Most games end with a marker, so that their moves need not be examined.
        if last_line_ends_with_marker(text) {
            return true;
        }
        self.movetext_end.add(text);
        self.open.followed = self.open.end;
        self.movetext_end.ends_at_blank_line()
    }

    /// Handles a line at whose start a comment is open.
    fn take_comment_line(&mut self, line: BufferedLine, is_blank: bool) {
        let may_end = self.possible_end(line);
        let had_tags = self.comment_tags.has_tags();
        if self.comment_tags.add_line(&self.buffer[line.start..line.text_end]) {
            return self.step_back_to(self.open.end_at_tags.unwrap_or(may_end));
        }
        if !self.comment_tags.has_tags() {
            self.open.end_at_tags = None;
        } else if !had_tags {
            self.open.end_at_tags = Some(may_end);
        }
        if self.ends_at_blank_line(line) {
            return;
        }
        if is_blank {
            return self.skip_blank(line);
        }
        self.add(line);
    }

    /// At the end of the source, line comments after a blank line form another game and are read again.
    pub(super) fn begins_game_at_end(&mut self) -> bool {
        let end = self.open.end_at_blank.take().filter(|_| !self.movetext_end.keeps_comments());
        if self.part != GamePart::Movetext || self.failure.is_some() {
            return false;
        }
        end.map(|end| self.step_back_to(end)).is_some()
    }

    /// A comment that begins in the next line, or continues from a game that was cut, has no tags yet.
    pub(super) fn reset_comment_tags(&mut self) {
        self.comment_tags = CommentTags::new();
        self.comment_tags.end_line();
    }
}
