//! Splits a PGN stream into batches of complete games. The result depends only on the bytes, not on the sizes of the reads.

mod ends;
mod movetext;
mod tags;

use std::{
    io::{self, Read},
    ops::Range,
};

use super::{
    batch::{Batch, GameText},
    comment_tags::CommentTags,
    comments::CommentState,
    language::Language,
    movetext_end::MovetextEnd,
    tag_names::TagNames,
    text::{has_control, is_blank, line_end, other_separators_len, separators_len},
    weight::Weight,
};
use crate::limits::{BATCH_COMMENT_TEXT, BATCH_TEXT, MAX_CONTINUATION, MAX_GAME_TEXT, MAX_GAMES_PER_BLOCK};

/// Bytes of one read.
pub(super) const CHUNK: usize = 256 << 10;

/// A game that is too long is cut at a line end if there is one within this number of bytes before the cut.
const CUT_SEARCH: usize = 64 << 10;

/// The most white space between games that stays in the buffer.
const MAX_GAP: usize = 64 << 10;

/// The part of a game that the next line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GamePart {
    Between,
    /// The game was cut and continues here.
    Continued,
    Tags,
    Movetext,
}

/// A line in the buffer. A line beyond the size limit of its game is truncated one byte after that limit.
#[derive(Debug, Clone, Copy)]
struct BufferedLine {
    start: usize,
    /// The start of the line end.
    text_end: usize,
    end: usize,
}

/// A place where the game ends if the following text shows it.
#[derive(Debug, Clone, Copy)]
struct PossibleEnd {
    /// The start of the next game, and its line number.
    pos: usize,
    line: u64,
    /// The end of the game, and the bytes inside comments before it.
    end: usize,
    comment_bytes: usize,
}

/// The game that is being read.
#[derive(Debug, Default)]
struct Open {
    start: usize,
    line: u64,
    continued: bool,
    control_before: Option<(u64, u64)>,
    /// The end of its last line that is not blank.
    end: usize,
    /// A line of the game begins with `[`.
    tagged: bool,
    /// The last line was blank.
    after_blank: bool,
    /// The start of the last line, if it is a tag line.
    tag_line: Option<usize>,
    /// `%` and `;` lines after a blank line in the tag section: their position and line number. They may belong to the next game.
    escapes: Option<(usize, u64)>,
    /// The set contains the names of the game's tags before this position.
    named: usize,
    /// The start of its movetext.
    movetext: usize,
    /// Successive blank lines outside comments in its movetext, up to the last line.
    blank_lines: usize,
    /// The end of the movetext whose move numbers were followed.
    followed: usize,
    /// Set after a blank line outside comments, until the splitter knows if the game goes on.
    end_at_blank: Option<PossibleEnd>,
    /// Set before tags in a comment, until the splitter knows if they begin the next game.
    end_at_tags: Option<PossibleEnd>,
    /// Weight of the game's text before `weighed`.
    weight: Weight,
    weighed: usize,
}

impl Open {
    /// The longest text that the game may have.
    fn max_len(&self) -> usize {
        if self.continued { MAX_CONTINUATION } else { MAX_GAME_TEXT }
    }
}

/// Splits a PGN stream into batches of complete games, in one pass and with bounded memory.
pub struct Splitter<'a> {
    // No type parameter, so that this is compiled once.
    reader: Box<dyn Read + Send + 'a>,
    language: Language,
    at_end: bool,
    /// The error that ended the source.
    failure: Option<io::Error>,
    buffer: Vec<u8>,
    /// The offset in the source of the buffer's start, for positions from `pos` on.
    base: u64,
    /// The start of the next line.
    pos: usize,
    /// A part of the buffer in which no line ends, so that it is searched only once.
    without_line_end: Range<usize>,
    /// The number of the next line.
    line: u64,
    part: GamePart,
    /// Context of the byte at `pos`, in movetext.
    comment: CommentState,
    comment_tags: CommentTags,
    /// The move numbers of the movetext.
    movetext_end: MovetextEnd,
    /// `pos` is not the start of a line because the line was cut.
    mid_line: bool,
    open: Open,
    names: TagNames,
    /// The line and byte of control characters since the last game.
    control: Option<(u64, u64)>,
    games: Vec<GameText>,
    text_bytes: usize,
    comment_bytes: usize,
}

impl<'a> Splitter<'a> {
    /// Creates a splitter of the text of `reader`, which need not be buffered.
    pub fn new(reader: impl Read + Send + 'a) -> Splitter<'a> {
        Splitter {
            reader: Box::new(reader),
            language: Language::ENGLISH,
            at_end: false,
            failure: None,
            buffer: Vec::new(),
            base: 0,
            pos: 0,
            without_line_end: 0..0,
            line: 1,
            part: GamePart::Between,
            comment: CommentState::Outside,
            comment_tags: CommentTags::new(),
            movetext_end: MovetextEnd::new(),
            mid_line: false,
            open: Open::default(),
            names: TagNames::default(),
            control: None,
            games: Vec::new(),
            text_bytes: 0,
            comment_bytes: 0,
        }
    }

    /// Sets the language of the piece letters; [`Language::ENGLISH`] by default.
    // pgn.31
    #[must_use]
    pub fn with_language(self, language: Language) -> Splitter<'a> {
        Splitter { language, ..self }
    }

    /// Returns the next games; `None` at the end of the source.
    ///
    /// # Errors
    ///
    /// The error of the reader, after the batches of all games before it; they do not include a game whose end was not read.
    /// [`OutOfMemory`](io::ErrorKind::OutOfMemory): the next call continues at the same position.
    pub fn next_batch(&mut self) -> io::Result<Option<Batch>> {
        while !self.is_full() {
            self.games.try_reserve(1)?;
            match self.next_line()? {
                Some(line) => self.take(line),
                None if self.begins_game_at_end() => {}
                None => {
                    self.close();
                    break;
                }
            }
        }
        match (self.take_batch()?, &mut self.failure) {
            (None, Some(_)) => self.failure.take().map_or(Ok(None), Err),
            (batch, _) => Ok(batch),
        }
    }

    // pgn.7
    fn is_full(&self) -> bool {
        matches!(self.part, GamePart::Between | GamePart::Continued)
            && (self.games.len() >= MAX_GAMES_PER_BLOCK
                || self.text_bytes >= BATCH_TEXT
                || self.comment_bytes >= BATCH_COMMENT_TEXT)
    }

    fn take_batch(&mut self) -> io::Result<Option<Batch>> {
        if self.games.is_empty() {
            return Ok(None);
        }
        let mut rest = Vec::new();
        rest.try_reserve_exact((self.buffer.len() - self.pos).max(CHUNK))?;
        rest.extend_from_slice(&self.buffer[self.pos..]);
        self.buffer.truncate(self.pos);
        let text = std::mem::replace(&mut self.buffer, rest);
        self.base += self.pos as u64;
        let Range { start, end } = self.without_line_end;
        self.without_line_end = start.saturating_sub(self.pos)..end.saturating_sub(self.pos);
        self.pos = 0;
        self.text_bytes = 0;
        self.comment_bytes = 0;
        Ok(Some(Batch { text, games: std::mem::take(&mut self.games), language: self.language }))
    }

    fn fill(&mut self) -> io::Result<()> {
        self.drop_gap();
        // Slightly more, because `read_to_end` needs space to find the end of the source.
        self.buffer.try_reserve(CHUNK + 64)?;
        match (&mut self.reader).take(CHUNK as u64).read_to_end(&mut self.buffer) {
            Ok(added) => self.at_end = added < CHUNK,
            Err(e) => {
                self.at_end = true;
                self.failure = Some(e);
            }
        }
        Ok(())
    }

    /// Removes white space between games from the buffer.
    fn drop_gap(&mut self) {
        let from = self.games.last().map_or(0, |game| game.range.end);
        if self.part == GamePart::Between && self.pos - from > MAX_GAP {
            self.base += (self.pos - from) as u64;
            self.without_line_end = 0..0;
            self.buffer.drain(from..self.pos);
            self.pos = from;
        }
    }

    /// No line is read beyond this position.
    fn text_limit(&self) -> usize {
        match self.part {
            GamePart::Between => self.pos + MAX_GAME_TEXT,
            GamePart::Continued => self.pos + MAX_CONTINUATION,
            GamePart::Tags | GamePart::Movetext => self.open.start + self.open.max_len(),
        }
    }

    fn next_line(&mut self) -> io::Result<Option<BufferedLine>> {
        let is_known = self.without_line_end.contains(&self.pos);
        let mut searched = if is_known { self.without_line_end.end - self.pos } else { 0 };
        loop {
            let limit = self.text_limit() + 1;
            if let Some(line) = self.line_in_buffer(&mut searched, limit) {
                return Ok(Some(line));
            }
            if self.at_end {
                let start = self.pos;
                let end = self.buffer.len();
                return Ok((start < end).then_some(BufferedLine { start, text_end: end, end }));
            }
            self.fill()?;
        }
    }

    /// Returns the line at `pos` if its end is in the buffer; `searched` bytes of the line were searched before.
    // pgn.2
    fn line_in_buffer(&mut self, searched: &mut usize, limit: usize) -> Option<BufferedLine> {
        let start = self.pos;
        let Some(at) = line_end(&self.buffer[start + *searched..]) else {
            *searched = self.buffer.len() - start;
            self.without_line_end = start..self.buffer.len();
            return (self.buffer.len() >= limit).then_some(BufferedLine { start, text_end: limit, end: limit });
        };
        let text_end = start + *searched + at;
        *searched += at;
        let end = match self.buffer[text_end..] {
            [b'\r', b'\n', ..] => text_end + 2,
            [b'\r'] if !self.at_end => return None,
            _ => text_end + 1,
        };
        Some(BufferedLine { start, text_end: text_end.min(limit), end: end.min(limit) })
    }

    fn take(&mut self, line: BufferedLine) {
        match self.part {
            GamePart::Between => self.take_between(line),
            GamePart::Continued => self.take_continued(line),
            GamePart::Tags => self.take_tags(line),
            GamePart::Movetext => self.take_movetext(line),
        }
    }

    fn is_blank_line(&self, line: BufferedLine) -> bool {
        self.buffer[line.start..line.text_end].iter().all(|b| is_blank(*b))
    }

    // pgn.29
    fn has_only_separators(&self, line: BufferedLine) -> bool {
        let text = self.text_of(line);
        separators_len(text) == text.len()
    }

    fn text_of(&self, line: BufferedLine) -> &[u8] {
        &self.buffer[line.start..line.text_end]
    }

    /// Continues after the line, or after the tags of a line with movetext, which have no line end.
    fn skip(&mut self, line: BufferedLine) {
        self.pos = line.end;
        self.line += u64::from(line.text_end < line.end);
        self.mid_line = false;
    }

    // pgn.1
    fn take_between(&mut self, line: BufferedLine) {
        let separators = other_separators_len(self.text_of(line));
        if separators > 0 {
            if has_control(&self.buffer[line.start..line.start + separators]) {
                self.control.get_or_insert((self.line, self.base + line.start as u64));
            }
            self.pos += separators;
            return;
        }
        if self.is_blank_line(line) {
            return self.skip(line);
        }
        self.open_game(line.start, false);
        self.part = GamePart::Tags;
        self.comment = CommentState::Outside;
        self.take_tags(line);
    }

    // pgn.6
    fn take_continued(&mut self, line: BufferedLine) {
        self.open_game(line.start, true);
        self.begin_movetext(line);
    }

    fn open_game(&mut self, start: usize, continued: bool) {
        self.reset_comment_tags();
        self.names.clear();
        let control_before = self.control.take();
        let weight = Weight::of(self.language);
        let place = Open { start, end: start, named: start, weighed: start, weight, ..Open::default() };
        self.open = Open { line: self.line, continued, control_before, ..place };
    }

    /// A blank line in the tag section or inside a comment belongs to the game only if more of the game follows.
    fn skip_blank(&mut self, line: BufferedLine) {
        if let Some(limit) = self.limit_in(line) {
            return match self.part {
                GamePart::Tags => self.end_game(true),
                _ => self.cut(line, limit),
            };
        }
        self.open.after_blank = true;
        self.skip(line);
    }

    /// Adds the line of movetext to the game, up to the size limit.
    fn add(&mut self, line: BufferedLine) {
        let before = (self.comment, self.comment_bytes);
        let next_game = self.scan(line.start, line.end);
        // Only the part before the next game: a long line can have many games.
        if let Some(limit) = self.limit_in(BufferedLine { end: next_game.unwrap_or(line.end), ..line }) {
            (self.comment, self.comment_bytes) = before;
            return self.cut(line, limit);
        }
        if let Some(at) = next_game {
            self.without_line_end = line.start..line.text_end;
            return self.end_in_line(at);
        }
        self.comment = self.comment.after_line();
        self.go_on_after(line);
    }

    /// Continues the game with this line.
    fn go_on_after(&mut self, line: BufferedLine) {
        self.open.after_blank = false;
        self.open.end = line.end;
        self.skip(line);
    }
}
