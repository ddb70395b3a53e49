//! The parts of a game as PGN text.

use super::{
    last_movetext::LastMovetext,
    markers::ends_with_marker,
    tag_lines::before_movetext_len,
    text::{BOM, is_line_end, is_space, other_separators_len, trim_end},
    unparsed::{MovetextScan, begins_with_pairs, ends_in_comment, ends_with_its_variation},
};
use crate::{
    Error, ErrorCode, Game, Result, Start, Tag, Termination, Token,
    board::{Bitboards, Board},
    chess::tag_section,
    walk::WalkState,
};

/// Maximum length of a line of movetext, unless one token is longer.
// pgn.27
const LINE_WIDTH: usize = 80;

/// Columns that must be left after an opening parenthesis on its line.
const SPACE_AFTER_PARENTHESIS: usize = 10;

/// Appends the movetext of one game, without tags, as PGN text. The text ends with a line end.
///
/// # Errors
///
/// As for [`write_game`](super::write_game).
pub fn write_movetext(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    game.check_whole()?;
    let start = out.len();
    out.try_reserve(max_len(game))?;
    write_moves(game, out).map(drop).inspect_err(|_| out.truncate(start))?;
    out.push(b'\n');
    Ok(())
}

/// Upper bound of the length of a game's text: a move or token takes less than 32 bytes plus its text.
pub(super) fn max_len(game: &Game) -> usize {
    game.text_len() + game.unparsed().len() + 32 * (game.tags().len() + game.tokens().len() + game.moves.len() + 4)
}

fn invalid(why: &str) -> Error {
    Error::new(ErrorCode::InvalidGame, why)
}

/// PGN itself has no limit: variations that are nested too deeply make the game invalid.
fn not_pgn(e: Error) -> Error {
    if e.code() == ErrorCode::LimitExceeded { invalid(e.message()) } else { e }
}

/// Writes the movetext. Returns the scan if the movetext has unparsed text.
pub(super) fn write_moves(game: &Game, out: &mut Vec<u8>) -> Result<Option<MovetextScan>> {
    match game.start {
        _ if game.continued => {
            let start = out.len();
            write_continued(game, out)?;
            LastMovetext::default().continued(&out[start..]).map(|_| None)
        }
        Start::Unreadable => write_unreadable(game, out),
        _ => Movetext::new(game, out).write(game),
    }
}

// pgn.6
pub(super) fn write_continued(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    if game.tags().len() + game.tokens().len() + game.moves.len() > 0 || game.termination != Termination::Absent {
        return Err(invalid("the continuation of a cut game has more than text"));
    }
    out.extend_from_slice(game.unparsed());
    Ok(())
}

fn write_unreadable(game: &Game, out: &mut Vec<u8>) -> Result<Option<MovetextScan>> {
    if game.tokens().len() + game.moves.len() > 0 || game.termination != Termination::Absent {
        return Err(invalid("a game with an unreadable start has moves"));
    }
    let mut movetext = Movetext::new(game, out);
    movetext.rest(game.unparsed());
    movetext.scan_unparsed()
}

// pgn.23
pub(super) fn write_tags(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    check_tags(game)?;
    game.tags().for_each(|tag| write_tag(tag, out));
    if game.tags().len() > 0 {
        out.push(b'\n');
    }
    Ok(())
}

fn check_tags(game: &Game) -> Result<()> {
    let last = game.tags().len().wrapping_sub(1);
    for (index, tag) in game.tags().enumerate() {
        if tag == Tag::Raw(b"") && (index == 0 || index != last) {
            return Err(invalid("an empty line in the tag section that is not its last line after others"));
        }
        if !tag_section::fits(tag) {
            return Err(invalid("a tag that no line of PGN can hold"));
        }
        if let Tag::Pair(_, value) = tag
            && tag_section::value_end(value).is_some()
        {
            return Err(invalid("a tag value that would be read as several tags: escape its quotes"));
        }
        if is_read_otherwise(tag) {
            return Err(invalid("a line of the tag section that would be read as tags and movetext"));
        }
    }
    Ok(())
}

/// Returns `true` for a raw line that a reader would split into tags and movetext.
// pgn.9
pub(super) fn is_read_otherwise(tag: Tag<'_>) -> bool {
    matches!(tag, Tag::Raw(line) if before_movetext_len(line).is_some())
}

fn write_tag(tag: Tag<'_>, out: &mut Vec<u8>) {
    match tag {
        Tag::Pair(name, value) => {
            for part in [b"[", name, b" \"", value, b"\"]"] {
                out.extend_from_slice(part);
            }
        }
        Tag::Raw(line) => out.extend_from_slice(line),
    }
    out.push(b'\n');
}

pub(super) fn check_raw(text: &[u8]) -> Result<()> {
    if ends_with_its_variation(text) {
        Ok(())
    } else {
        Err(invalid("unparsed text of a variation that ends the variation, or its end"))
    }
}

pub(super) fn check_comment(text: &[u8]) -> Result<()> {
    if text.contains(&b'}') || ends_in_comment(text) {
        return Err(invalid("a comment that no PGN can hold"));
    }
    Ok(())
}

/// The movetext of one game while it is being written.
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
    walk: WalkState<Board<Bitboards>>,
    has_unparsed: bool,
    /// The first line would be read as a line of the tag section, or without the separators at its start (`pgn.1`).
    begins_otherwise: bool,
}

impl<'a> Movetext<'a> {
    fn new(game: &Game, out: &'a mut Vec<u8>) -> Movetext<'a> {
        let start = game.start_position();
        Movetext {
            start: out.len(),
            line_start: out.len(),
            out,
            needs_space: false,
            needs_number: true,
            first_number: start.fullmoves(),
            black_first: start.turn().is_black(),
            walk: WalkState::from_start(Board::new(&start)),
            has_unparsed: false,
            begins_otherwise: false,
        }
    }

    fn write(mut self, game: &Game) -> Result<Option<MovetextScan>> {
        while let Some(step) = self.walk.step(game).map_err(not_pgn)? {
            self.token(step.token, step.ply)?;
        }
        if self.walk.depth() > 0 {
            return Err(invalid("a variation that does not end"));
        }
        self.put(game.termination.as_str().as_bytes());
        self.begin_lines(game);
        self.rest(game.unparsed());
        self.scan_unparsed()
    }

    /// Ends the line before text of complete lines, which a game has if it was cut: the reader cuts it there again.
    // pgn.25
    fn begin_lines(&mut self, game: &Game) {
        let text = game.unparsed();
        let is_lines = text.last().is_some_and(|byte| is_line_end(*byte));
        let is_special =
            text.first().is_some_and(|byte| is_space(*byte) || b"[%;".contains(byte)) || text.starts_with(BOM);
        if is_lines && !is_special && game.termination == Termination::Absent && self.out.len() > self.line_start {
            self.line_end();
            self.needs_space = false;
        }
    }

    /// Scans unparsed text, which could end the game.
    fn scan_unparsed(&self) -> Result<Option<MovetextScan>> {
        if !self.has_unparsed {
            return Ok(None);
        }
        if self.begins_otherwise {
            return Err(invalid("unparsed text that would be read as tags, or begins with separators"));
        }
        let mut scan = MovetextScan::new();
        scan.add(&self.out[self.start..]);
        if scan.is_one_game() {
            Ok(Some(scan))
        } else {
            Err(invalid("unparsed text that would be read as more than one game, or as none"))
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
            Token::Raw(text) => {
                check_raw(text)?;
                self.rest(text);
            }
            // A walk returns the moves instead.
            Token::Plies(_) => {}
        }
        Ok(())
    }

    // pgn.26
    fn move_(&mut self, ply: usize) -> Result<()> {
        self.number(ply);
        let text = self.walk.san_on_board()?;
        self.space(text.as_bytes().len());
        text.append_to(self.out);
        Ok(())
    }

    /// The number of the move after `ply` plies.
    fn number_at(&self, ply: usize) -> u32 {
        let moves = (ply + usize::from(self.black_first)) / 2;
        self.first_number.saturating_add(u32::try_from(moves).unwrap_or(u32::MAX))
    }

    /// Writes the move number if one is needed.
    fn number(&mut self, ply: usize) {
        // The move has already been played on the board.
        let white = self.walk.position().turn().is_black();
        if white || self.needs_number {
            self.put_number(self.number_at(ply), if white { b"." } else { b"..." });
        }
        self.needs_number = false;
    }

    /// Writes only the number of the next move, so that the game has movetext and its first line does not belong to the tag section.
    fn lone_number(&mut self) {
        let number = self.number_at(self.walk.ply());
        self.out.extend_from_slice(format!("{number}.").as_bytes());
    }

    /// Appends a number and `after` as a token.
    fn put_number(&mut self, number: u32, after: &[u8]) {
        let digits = number.checked_ilog10().unwrap_or(0);
        self.space(digits as usize + 1 + after.len());
        for power in (0..=digits).rev() {
            self.out.push(b'0' + (number / 10u32.pow(power) % 10) as u8);
        }
        self.out.extend_from_slice(after);
    }

    /// Appends a token, on a new line if the current line would become too long.
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
        check_comment(text)?;
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

    /// Writes `;` comments, and `%` escapes, which need their own line.
    // pgn.24
    fn line_comment(&mut self, mark: u8, text: &[u8]) -> Result<()> {
        if text.iter().any(|b| is_line_end(*b)) {
            return Err(invalid("a comment to the line end has a line end inside"));
        }
        if self.out.len() == self.start {
            // Otherwise the line would belong to the tag section.
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

    /// Writes unparsed text verbatim, but avoids line beginnings that movetext must not have.
    // pgn.25
    fn rest(&mut self, text: &[u8]) {
        if text.is_empty() {
            if self.out.len() == self.start {
                // Without movetext, the tags of the next game would belong to this game.
                self.lone_number();
            }
            return;
        }
        self.has_unparsed = true;
        let is_bracket = text.strip_prefix(BOM).unwrap_or(text).starts_with(b"[");
        if is_bracket && ends_with_marker(trim_end(&self.out[self.line_start..])) {
            // A tag on the line of the marker would begin the next game.
            self.line_end();
        }
        let at_line_start = self.out.len() == self.line_start;
        let begins_otherwise = begins_with_pairs(text) || other_separators_len(text) > 0;
        self.begins_otherwise |= self.out.len() == self.start && begins_otherwise;
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
