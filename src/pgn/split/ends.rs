//! Ends a game: at a limit, in the middle of a line, or at the end of the source.

use super::{BufferedLine, CUT_SEARCH, GamePart, Open, Splitter};
use crate::{
    limits::MAX_GAME_WEIGHT,
    pgn::{
        batch::GameText, comments::CommentState, markers::last_line_ends_with_marker, text::separators_len,
        weight::Weight,
    },
};

impl Splitter<'_> {
    /// Returns the position in the line at which the text of the game exceeds a limit, if it does.
    // limits.4
    pub(super) fn limit_in(&mut self, line: BufferedLine) -> Option<usize> {
        let Open { start, continued, .. } = self.open;
        let longest = start + self.open.max_len();
        let limit = (line.end > longest).then_some(longest);
        // A part of a line that was weighed before can come again.
        let is_weighed = line.end <= self.open.weighed;
        if continued || is_weighed || line.end - start <= MAX_GAME_WEIGHT / Weight::MAX_PER_BYTE {
            return limit;
        }
        let from = std::mem::replace(&mut self.open.weighed, line.end);
        match self.open.weight.add(&self.buffer[from..line.end]) {
            Ok(()) => limit,
            Err(at) => Some(longest.min(from + at)),
        }
    }

    /// Ends the game in the middle of a line, at the start of the next game.
    pub(super) fn end_in_line(&mut self, at: usize) {
        self.open.end = at;
        self.pos = at;
        self.mid_line = false;
        self.end_game(false);
    }

    // pgn.6
    pub(super) fn cut(&mut self, line: BufferedLine, limit: usize) {
        let is_first = line.start <= self.open.movetext;
        let at_line_end = !is_first && line.start + CUT_SEARCH > limit;
        let at = if at_line_end {
            line.start
        } else if is_first && !self.open.continued {
            // Movetext without text would be written as a number before the continuation of the game.
            limit.max(line.start + separators_len(&self.buffer[line.start..line.text_end]) + 1).min(line.end)
        } else {
            limit
        };
        if self.part == GamePart::Movetext
            && let Some(end) = self.scan(line.start, at)
        {
            return self.end_in_line(end);
        }
        self.open.end = at;
        self.pos = at;
        self.mid_line |= !at_line_end;
        let comment = self.comment;
        self.end_game(true);
        self.part = GamePart::Continued;
        self.comment = comment;
    }

    /// Follows comments through movetext. Returns the position at which the next game begins, if it does.
    pub(super) fn scan(&mut self, from: usize, end: usize) -> Option<usize> {
        let scanned = self.comment.scan(&self.buffer[from..end]);
        self.comment_bytes += scanned.comment_bytes;
        scanned.next_game.map(|at| from + at)
    }

    /// Handles the end of the source.
    pub(super) fn close(&mut self) {
        if self.failure.is_some() && !self.is_complete() {
            self.part = GamePart::Between;
        }
        if matches!(self.part, GamePart::Tags | GamePart::Movetext) {
            if self.open.escapes.is_some() {
                self.open.end = self.buffer.len();
            }
            self.end_game(false);
        }
        if let (Some(place), Some(last)) = (self.control.take(), self.games.last_mut()) {
            last.control_after = Some(place);
        }
    }

    /// Returns `true` if the end of the game was certainly read. A continuation of a game is always kept.
    fn is_complete(&self) -> bool {
        let text = || &self.buffer[self.open.start..self.open.end];
        let is_terminated = || self.comment == CommentState::Outside && last_line_ends_with_marker(text());
        self.part == GamePart::Movetext && (self.open.continued || is_terminated())
    }

    pub(super) fn end_game(&mut self, cut: bool) {
        let Open { start, end, line, continued, control_before, .. } = self.open;
        self.part = GamePart::Between;
        self.comment = CommentState::Outside;
        if start < end {
            let offset = self.base + start as u64;
            self.games.push(GameText {
                range: start..end,
                line,
                offset,
                control_before,
                control_after: None,
                continued,
                cut,
            });
            self.text_bytes += end - start;
        }
    }
}
