//! Games as PGN text.

use std::ops::Range;

use super::{
    markers::ends_with_marker,
    text::{BOM, is_line_end, is_space},
    unparsed::{ends_in_comment, ends_with_its_variation, is_one_movetext, may_continue_movetext},
};
use crate::{Error, ErrorCode, Game, Result, Start, Tag, Termination, Token, WalkState, chess::tag_section};

/// Lines of movetext are not longer, unless one token is.
// pgn.27
const LINE_WIDTH: usize = 80;

/// Columns that must be left after an opening parenthesis on its line.
const SPACE_AFTER_PARENTHESIS: usize = 10;

/// Bytes of a movetext that are always read again when it is continued.
const MAX_REREAD: usize = 64 << 10;

/// Appends one game as PGN text that ends with a line end.
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`] for a move that is not legal, [`ErrorCode::InvalidGame`] for inconsistent tags or tokens,
/// or those that PGN cannot express. `out` is then unchanged.
pub fn write_game(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    let mut writer = Writer::new();
    writer.write_game(game, out)?;
    writer.finish(out);
    Ok(())
}

/// Appends the movetext of one game, without tags, as PGN text that ends with a line end.
///
/// # Errors
///
/// As for [`write_game`].
pub fn write_movetext(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    out.try_reserve(max_len(game))?;
    write_moves(game, out).inspect_err(|_| out.truncate(start))?;
    out.push(b'\n');
    Ok(())
}

/// The text of a game is not longer: a move or token takes less than 32 bytes beside its text.
fn max_len(game: &Game) -> usize {
    game.text_len() + game.unparsed().len() + 32 * (game.tags().len() + game.tokens().len() + game.moves.len() + 4)
}

/// Writes games one after another, with a blank line between them, except before the continuation of a game that was
/// cut (`pgn.6`).
#[derive(Debug, Clone, Default)]
pub struct Writer {
    started: bool,
    /// Where the movetext of the last game was put, with its continuations.
    movetext: Option<Range<usize>>,
}

impl Writer {
    /// A writer of a new text.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// A writer that continues a text, to which games were written without [`Writer::finish`].
    pub fn resume() -> Writer {
        Writer { started: true, movetext: None }
    }

    /// Appends the game; its last line is ended by the next game, or by [`Writer::finish`].
    ///
    /// # Errors
    ///
    /// As for [`write_game`].
    pub fn write_game(&mut self, game: &Game, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        out.try_reserve(max_len(game))?;
        if self.started && !game.continued {
            out.extend_from_slice(b"\n\n");
        }
        let written = self.write_body(game, out);
        match written {
            Ok(()) => self.started = true,
            Err(_) => out.truncate(start),
        }
        written
    }

    fn write_body(&mut self, game: &Game, out: &mut Vec<u8>) -> Result<()> {
        if game.continued {
            // Where the text before it went elsewhere, it is not known here.
            let movetext = self.movetext.take().filter(|movetext| movetext.end == out.len());
            write_continued(game, movetext.as_ref().map(|movetext| movetext.start), out)?;
            self.movetext = movetext.map(|movetext| movetext.start..out.len());
            return Ok(());
        }
        write_tags(game, out)?;
        let start = out.len();
        write_moves(game, out)?;
        self.movetext = Some(start..out.len());
        Ok(())
    }

    /// Ends the last line.
    pub fn finish(self, out: &mut Vec<u8>) {
        if self.started {
            out.push(b'\n');
        }
    }
}

fn invalid(why: &str) -> Error {
    Error::new(ErrorCode::InvalidGame, why)
}

/// PGN has no limit of its own: variations that are nested too deeply make the game invalid.
fn not_pgn(e: Error) -> Error {
    if e.code() == ErrorCode::LimitExceeded { invalid(e.message()) } else { e }
}

fn write_moves(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    match game.start {
        _ if game.continued => write_continued(game, None, out),
        Start::Unreadable => write_unreadable(game, out),
        _ => Movetext::new(game, out).write(game),
    }
}

/// Writes a continuation; the movetext that it continues begins at `movetext` in `out`, if that is known.
// pgn.6
fn write_continued(game: &Game, movetext: Option<usize>, out: &mut Vec<u8>) -> Result<()> {
    if game.tags().len() + game.tokens().len() + game.moves.len() > 0 || game.termination != Termination::Absent {
        return Err(invalid("the continuation of a cut game has more than text"));
    }
    out.extend_from_slice(game.unparsed());
    // All of a text is not read again for each small part of it.
    let again = |start: &usize| out.len() - start <= MAX_REREAD.max(8 * game.unparsed().len());
    let stays = match movetext.filter(again) {
        Some(start) => is_one_movetext(&out[start..]),
        None => may_continue_movetext(game.unparsed()),
    };
    stays.then_some(()).ok_or_else(|| invalid("a continuation that would be read as another game"))
}

fn write_unreadable(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    if game.tokens().len() + game.moves.len() > 0 || game.termination != Termination::Absent {
        return Err(invalid("a game with an unreadable start has moves"));
    }
    let mut movetext = Movetext::new(game, out);
    movetext.rest(game.unparsed());
    movetext.check_unparsed()
}

// pgn.23
fn write_tags(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    let last = game.tags().len().wrapping_sub(1);
    for (index, tag) in game.tags().enumerate() {
        if tag == Tag::Raw(b"") && (index == 0 || index != last) {
            return Err(invalid("an empty line in the tag section that is not its last line after others"));
        }
        write_tag(tag, out)?;
    }
    if game.tags().len() > 0 {
        out.push(b'\n');
    }
    Ok(())
}

fn write_tag(tag: Tag<'_>, out: &mut Vec<u8>) -> Result<()> {
    if !tag_section::fits(tag) {
        return Err(invalid("a tag that no line of PGN can hold"));
    }
    match tag {
        Tag::Pair(name, value) => {
            for part in [b"[", name, b" \"", value, b"\"]"] {
                out.extend_from_slice(part);
            }
        }
        Tag::Raw(line) => out.extend_from_slice(line),
    }
    out.push(b'\n');
    Ok(())
}

/// The movetext of one game while it is written.
struct Movetext<'a> {
    out: &'a mut Vec<u8>,
    /// The start of the movetext in `out`.
    start: usize,
    /// The start of the current line in `out`.
    line_start: usize,
    /// The next token needs white space before it.
    needs_space: bool,
    /// The next move needs its number, also if it is Black's.
    needs_number: bool,
    /// The number of the first move and whether Black makes it.
    first_number: u32,
    black_first: bool,
    walk: WalkState,
    has_unparsed: bool,
}

impl<'a> Movetext<'a> {
    fn new(game: &Game, out: &'a mut Vec<u8>) -> Movetext<'a> {
        let walk = WalkState::new(game);
        Movetext {
            start: out.len(),
            line_start: out.len(),
            out,
            needs_space: false,
            needs_number: true,
            first_number: walk.position().fullmoves(),
            black_first: walk.position().turn().is_black(),
            walk,
            has_unparsed: false,
        }
    }

    fn write(mut self, game: &Game) -> Result<()> {
        while let Some(step) = self.walk.step(game).map_err(not_pgn)? {
            self.token(step.token, step.ply)?;
        }
        if self.walk.depth() > 0 {
            return Err(invalid("a variation that does not end"));
        }
        self.put(game.termination.as_str().as_bytes());
        self.rest(game.unparsed());
        self.check_unparsed()
    }

    /// Text that was not parsed could end the game.
    fn check_unparsed(&self) -> Result<()> {
        match self.has_unparsed && !is_one_movetext(&self.out[self.start..]) {
            true => Err(invalid("unparsed text that would be read as more than one game, or as none")),
            false => Ok(()),
        }
    }

    fn token(&mut self, token: Token<'_>, ply: usize) -> Result<()> {
        match token {
            Token::Move(_) => self.move_(ply - 1)?,
            Token::Nag(number) => self.put(format!("${number}").as_bytes()),
            Token::Comment(text) => self.comment(text)?,
            Token::LineComment(text) => self.line_comment(b';', text)?,
            Token::Escape(text) => self.line_comment(b'%', text)?,
            Token::Begin => self.begin(),
            Token::End => self.end(),
            Token::Raw(text) if !ends_with_its_variation(text) => {
                return Err(invalid("unparsed text of a variation that ends the variation, or its end"));
            }
            Token::Raw(text) => self.rest(text),
            // A walk gives the moves instead.
            Token::Plies(_) => {}
        }
        Ok(())
    }

    // pgn.26
    fn move_(&mut self, ply: usize) -> Result<()> {
        self.number(ply);
        let text = self.walk.san()?;
        self.space(text.as_bytes().len());
        text.append_to(self.out);
        Ok(())
    }

    /// The number of the move after `ply` plies.
    fn number_at(&self, ply: usize) -> u32 {
        let moves = (ply + usize::from(self.black_first)) / 2;
        self.first_number.saturating_add(u32::try_from(moves).unwrap_or(u32::MAX))
    }

    /// The move number, where one is needed.
    fn number(&mut self, ply: usize) {
        // The move is made.
        let white = self.walk.position().turn().is_black();
        if white || self.needs_number {
            self.put_number(self.number_at(ply), if white { b"." } else { b"..." });
        }
        self.needs_number = false;
    }

    /// The number of the next move alone: a game has movetext, and its first line is no line of the tag section.
    fn lone_number(&mut self) {
        let number = self.number_at(self.walk.ply());
        self.out.extend_from_slice(format!("{number}.").as_bytes());
    }

    /// Appends a number and what follows it as a token.
    fn put_number(&mut self, number: u32, after: &[u8]) {
        let digits = number.checked_ilog10().unwrap_or(0);
        self.space(digits as usize + 1 + after.len());
        for power in (0..=digits).rev() {
            self.out.push(b'0' + (number / 10u32.pow(power) % 10) as u8);
        }
        self.out.extend_from_slice(after);
    }

    /// Appends a token, on a new line if this one would become too long.
    // pgn.27
    fn put(&mut self, token: &[u8]) {
        if token.is_empty() {
            return;
        }
        self.space(token.len());
        self.out.extend_from_slice(token);
    }

    fn space(&mut self, length: usize) {
        if !std::mem::replace(&mut self.needs_space, true) {
            return;
        }
        if self.out.len() - self.line_start + 1 + length > LINE_WIDTH {
            self.line_end();
        } else {
            self.out.push(b' ');
        }
    }

    fn line_end(&mut self) {
        self.out.push(b'\n');
        self.line_start = self.out.len();
    }

    fn comment(&mut self, text: &[u8]) -> Result<()> {
        if text.contains(&b'}') || ends_in_comment(text) {
            return Err(invalid("a comment that no PGN can hold"));
        }
        let end = text.iter().rposition(|b| is_line_end(*b));
        self.space(text.len() + 2);
        self.out.push(b'{');
        if let Some(at) = end {
            self.line_start = self.out.len() + at + 1;
        }
        self.out.extend_from_slice(text);
        self.out.push(b'}');
        self.needs_number = true;
        Ok(())
    }

    /// `;` comments, and `%` escapes, which need a line of their own.
    // pgn.24
    fn line_comment(&mut self, mark: u8, text: &[u8]) -> Result<()> {
        if text.iter().any(|b| is_line_end(*b)) {
            return Err(invalid("a comment to the line end has a line end inside"));
        }
        if self.out.len() == self.start {
            // The line would belong to the tag section.
            self.lone_number();
        }
        if mark == b'%' && self.out.len() > self.line_start {
            self.line_end();
        } else if mark == b';' && self.out.len() > self.line_start {
            self.out.push(b' ');
        }
        self.out.push(mark);
        self.out.extend_from_slice(text);
        self.line_end();
        self.needs_space = false;
        self.needs_number = true;
        Ok(())
    }

    fn begin(&mut self) {
        self.space(SPACE_AFTER_PARENTHESIS);
        self.out.push(b'(');
        self.needs_space = false;
        self.needs_number = true;
    }

    fn end(&mut self) {
        self.out.push(b')');
        self.needs_space = true;
        self.needs_number = true;
    }

    /// Unparsed text, verbatim. It does not begin a line with what a line of movetext must not begin with.
    // pgn.25
    fn rest(&mut self, text: &[u8]) {
        if text.is_empty() {
            if self.out.len() == self.start {
                // Without movetext, the tags of the next game would belong to this one.
                self.lone_number();
            }
            return;
        }
        self.has_unparsed = true;
        let is_bracket = text.strip_prefix(BOM).unwrap_or(text).starts_with(b"[");
        if is_bracket && self.needs_space && ends_with_marker(&self.out[self.start..]) {
            // On the line of the marker, a tag would begin the next game.
            self.line_end();
        }
        let at_line_start = self.out.len() == self.line_start;
        let special = matches!(text[0], b'[' | b'%' | b';') || text.starts_with(BOM);
        if self.needs_space || (at_line_start && special) {
            self.out.push(b' ');
        }
        self.out.extend_from_slice(text);
        if let Some(at) = text.iter().rposition(|b| is_line_end(*b)) {
            self.line_start = self.out.len() - text.len() + at + 1;
        }
        self.needs_space = !text.last().is_some_and(|b| is_space(*b));
    }
}
