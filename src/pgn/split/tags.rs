//! Follows the tag section line by line, up to the movetext.

use super::{BufferedLine, GamePart, Splitter};
use crate::pgn::tag_lines::{before_movetext_len, indented_pairs, is_long_tag_line, is_pair_over_lines};

impl Splitter<'_> {
    pub(super) fn take_tags(&mut self, line: BufferedLine) {
        let is_tag = self.text_of(line).first() == Some(&b'[');
        if !is_tag && self.has_only_separators(line) {
            self.open.tag_line = None;
            return self.skip_blank(line);
        }
        let last = self.open.tag_line.take();
        let line = self.without_movetext(line);
        let text = self.text_of(line);
        match text[0] {
            b'[' | b'%' | b';' if is_long_tag_line(text) => self.begin_movetext_with_tag(line),
            b'[' => self.take_tag(line),
            b'%' | b';' => self.take_escape_in_tags(line),
            _ => self.take_other_line(last, line),
        }
    }

    /// Returns the line up to movetext after its tags. The movetext is then read as the next line.
    // pgn.9
    fn without_movetext(&self, line: BufferedLine) -> BufferedLine {
        match before_movetext_len(self.text_of(line)) {
            Some(len) => BufferedLine { text_end: line.start + len, end: line.start + len, ..line },
            None => line,
        }
    }

    /// Handles a line whose first byte begins no line of the tag section; `last` is the start of a tag line before it.
    fn take_other_line(&mut self, last: Option<usize>, line: BufferedLine) {
        if let Some(last) = last
            && self.closes_tag(last, line)
        {
            return self.add_tag(line, (last, self.line - 1));
        }
        if indented_pairs(self.text_of(line)).is_some() {
            return self.take_tag(line);
        }
        self.keep_escapes(line);
        self.begin_movetext(line);
    }

    /// Assigns escapes before the movetext to this game, even if the line is a tag of the next game after a byte order mark.
    fn keep_escapes(&mut self, line: BufferedLine) {
        if self.open.escapes.is_some() {
            self.open.end = line.start;
        }
    }

    /// Begins the movetext with a line that is too long for a tag section.
    // pgn.8
    fn begin_movetext_with_tag(&mut self, line: BufferedLine) {
        self.keep_escapes(line);
        self.open_movetext(line);
        self.take_line_of_movetext(line);
    }

    /// Adds a line of the tag section. A line that exceeds a limit begins another game, at the start and line number in `begin`.
    // pgn.6
    fn add_tag(&mut self, line: BufferedLine, begin: (usize, u64)) {
        if self.limit_in(line).is_some() && begin.0 > self.open.start {
            (self.pos, self.line) = begin;
            self.open.end = self.open.end.min(begin.0);
            return self.end_game(true);
        }
        self.go_on_after(line);
    }

    fn take_tag(&mut self, line: BufferedLine) {
        if self.begins_next_game(line) {
            return self.step_back_to_next_game();
        }
        self.open.tagged = true;
        // A pair does not go on in movetext of the same line.
        self.open.tag_line = (line.text_end < line.end).then_some(line.start);
        let begin = self.open.escapes.take().unwrap_or((line.start, self.line));
        self.add_tag(line, begin);
    }

    /// Returns `true` if the line ends a pair that begins on the previous line. The weight of the previous line is then subtracted.
    // pgn.9
    fn closes_tag(&mut self, last: usize, line: BufferedLine) -> bool {
        let closes = is_pair_over_lines(&self.buffer[last..line.text_end]);
        if closes && self.open.weighed > last {
            self.open.weighed = last;
            self.open.weight.remove_line();
        }
        closes
    }

    fn take_escape_in_tags(&mut self, line: BufferedLine) {
        if self.open.after_blank && self.open.escapes.is_none() {
            self.open.escapes = Some((line.start, self.line));
        }
        let end = self.open.end;
        self.add_tag(line, self.open.escapes.unwrap_or((line.start, self.line)));
        if self.open.escapes.is_some() && self.part == GamePart::Tags {
            // The game ends before these lines unless the next line shows that they belong to it.
            self.open.end = end;
        }
    }

    /// Returns `true` if a tag line after a blank line begins a new game.
    // pgn.4
    fn begins_next_game(&mut self, line: BufferedLine) -> bool {
        let after_blank = self.open.after_blank || self.open.escapes.is_some();
        if !after_blank || !self.open.tagged {
            return false;
        }
        let named = std::mem::replace(&mut self.open.named, line.start);
        self.names.add(&self.buffer[named..line.start]);
        self.names.begins_next_game(self.text_of(line))
    }

    /// Ends the game. The next game begins at this line, or at the escapes before it.
    fn step_back_to_next_game(&mut self) {
        if let Some((start, line)) = self.open.escapes {
            self.pos = start;
            self.line = line;
        }
        self.end_game(false);
    }
}
