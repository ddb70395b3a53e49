//! A game in memory: tags, main line, annotations.
//!
//! One buffer holds all text of a game, so that importers and readers can [clear](Game::clear) and refill a [`Game`] without allocating.

mod check;
mod space;

use std::ops::Range;

use super::tag_section::{Tag, unescape};
use crate::{PackedMove, Position, Result};

/// The starting position of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Start {
    /// The standard starting position.
    #[default]
    Standard,
    /// The position of the game's `FEN` tag.
    Fen(Box<Position>),
    /// The `FEN` tag has no playable position, or the variant is not chess: the movetext is kept unparsed.
    Unreadable,
}

/// The termination marker of the movetext, which can differ from the `Result` tag (`container.11`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Termination {
    /// The movetext ended without a marker.
    #[default]
    Absent = 0,
    /// `*`
    Unknown = 1,
    /// `1-0`
    WhiteWins = 2,
    /// `0-1`
    BlackWins = 3,
    /// `1/2-1/2`
    Draw = 4,
}

impl Termination {
    /// All markers, in the order of their numbers.
    pub const ALL: [Termination; 5] =
        [Termination::Absent, Termination::Unknown, Termination::WhiteWins, Termination::BlackWins, Termination::Draw];

    /// Returns the marker as PGN text; empty for [`Termination::Absent`].
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Absent => "",
            Termination::Unknown => "*",
            Termination::WhiteWins => "1-0",
            Termination::BlackWins => "0-1",
            Termination::Draw => "1/2-1/2",
        }
    }

    /// Returns the marker that is exactly this text; `None` for any other text.
    pub fn from_text(text: &[u8]) -> Option<Termination> {
        Termination::ALL.into_iter().skip(1).find(|t| t.as_str().as_bytes() == text)
    }
}

/// An annotation or a part of a variation. Tokens are in the order of the movetext (`annotations.1`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Token<'a> {
    /// This many plies (1 or more) of the main line precede the next token. Never the last token, and never twice in a row.
    Plies(u32),
    /// A move of a variation.
    Move(PackedMove),
    /// `$n`, or the number of a suffix `!` to `?!` (1-6).
    Nag(u32),
    /// `{...}`: the text between the braces.
    Comment(&'a [u8]),
    /// `;...`: the text up to the line end.
    LineComment(&'a [u8]),
    /// `%...` at the start of a line: the text up to the line end.
    Escape(&'a [u8]),
    /// `(`: begins a variation that replaces the last move of the innermost open line.
    Begin,
    /// `)`
    End,
    /// Unparsed text of a variation; the [`Token::End`] of the variation comes next.
    Raw(&'a [u8]),
}

/// The kinds of tokens with text.
#[derive(Debug, Clone, Copy)]
enum TextKind {
    Comment,
    LineComment,
    Escape,
    Raw,
}

#[derive(Debug, Clone)]
enum TokenSlot {
    Plies(u32),
    Move(PackedMove),
    Nag(u32),
    Text(TextKind, Range<u32>),
    Begin,
    End,
}

#[derive(Debug, Clone)]
enum TagSlot {
    Pair(Range<u32>, Range<u32>),
    Raw(Range<u32>),
}

/// The end of the tokens at some point in time.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct TokenMark {
    tokens: usize,
    text: usize,
}

/// A chess game with everything that PGN can express.
#[derive(Debug, Default)]
pub struct Game {
    text: Vec<u8>,
    tags: Vec<TagSlot>,
    tokens: Vec<TokenSlot>,
    unparsed: Vec<u8>,
    /// See [`Game::is_partial`].
    pub(crate) is_partial: bool,
    /// The starting position.
    pub start: Start,
    /// The main line. Every move is legal; null moves are allowed where the side to move is not in check.
    pub moves: Vec<PackedMove>,
    /// The termination marker at the end of the movetext.
    pub termination: Termination,
    /// The game before this one was cut at the size limit; this game is its direct continuation (`limits.4`).
    pub continued: bool,
}

/// Games are equal if they have the same content, in whatever order it was added.
impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.moves == other.moves
            && self.start == other.start
            && self.termination == other.termination
            && self.continued == other.continued
            && self.unparsed == other.unparsed
            && self.tags().eq(other.tags())
            && self.tokens().eq(other.tokens())
    }
}

impl Eq for Game {}

impl Game {
    /// Returns an empty game from the standard starting position.
    pub fn new() -> Game {
        Game::default()
    }

    /// Empties the game but keeps its memory.
    pub fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
        self.tokens.clear();
        self.unparsed.clear();
        self.is_partial = false;
        self.start = Start::Standard;
        self.moves.clear();
        self.termination = Termination::Absent;
        self.continued = false;
    }

    /// Returns `true` if this game has only the tags, start and termination of a stored game: see
    /// [`Reader::read_tags`](crate::Reader::read_tags). Such a game can neither be stored nor written as PGN, because its moves would be
    /// lost.
    pub fn is_partial(&self) -> bool {
        self.is_partial
    }

    fn store(&mut self, bytes: &[u8]) -> Range<u32> {
        let from = self.text.len() as u32;
        self.text.extend_from_slice(bytes);
        from..self.text.len() as u32
    }

    fn slice(&self, range: &Range<u32>) -> &[u8] {
        &self.text[range.start as usize..range.end as usize]
    }

    /// Adds `[name "value"]`, with `value` as in PGN (see [`escape`](crate::text::escape)).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory). The game is unchanged.
    pub fn push_tag(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        self.try_reserve_text(name.len() + value.len())?;
        self.put_tag(name, value);
        Ok(())
    }

    /// Like [`Game::push_tag`], but the caller has reserved space.
    pub(crate) fn put_tag(&mut self, name: &[u8], value: &[u8]) {
        let name = self.store(name);
        let value = self.store(value);
        self.tags.push(TagSlot::Pair(name, value));
    }

    /// Adds another kind of line to the tag section, verbatim, without line end.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory). The game is unchanged.
    pub fn push_raw_tag(&mut self, line: &[u8]) -> Result<()> {
        self.try_reserve_text(line.len())?;
        self.put_raw_tag(line);
        Ok(())
    }

    /// Like [`Game::push_raw_tag`], but the caller has reserved space.
    pub(crate) fn put_raw_tag(&mut self, line: &[u8]) {
        let line = self.store(line);
        self.tags.push(TagSlot::Raw(line));
    }

    /// Adds a line of the tag section, in the form that [`Game::tags`] returns.
    pub(crate) fn push_tag_line(&mut self, tag: Tag<'_>) -> Result<()> {
        match tag {
            Tag::Pair(name, value) => self.push_tag(name, value),
            Tag::Raw(line) => self.push_raw_tag(line),
        }
    }

    /// Iterates over the lines of the tag section, in order.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = Tag<'_>> + DoubleEndedIterator {
        self.tags.iter().map(|slot| match slot {
            TagSlot::Pair(name, value) => Tag::Pair(self.slice(name), self.slice(value)),
            TagSlot::Raw(line) => Tag::Raw(self.slice(line)),
        })
    }

    /// Returns the value of the first tag of this name, with the escapes of PGN.
    pub fn tag(&self, name: &[u8]) -> Option<&[u8]> {
        self.tags.iter().find_map(|slot| match slot {
            // Compares the lengths first: for most other tags this is enough.
            TagSlot::Pair(n, value) if n.len() == name.len() && self.slice(n) == name => Some(self.slice(value)),
            _ => None,
        })
    }

    /// Adds a token.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory). The game is unchanged.
    pub fn push_token(&mut self, token: Token<'_>) -> Result<()> {
        self.try_reserve_token(token)?;
        self.put_token(token);
        Ok(())
    }

    /// Like [`Game::push_token`], but the caller has reserved space.
    pub(crate) fn put_token(&mut self, token: Token<'_>) {
        let slot = match token {
            Token::Plies(n) => TokenSlot::Plies(n),
            Token::Move(m) => TokenSlot::Move(m),
            Token::Nag(n) => TokenSlot::Nag(n),
            Token::Begin => TokenSlot::Begin,
            Token::End => TokenSlot::End,
            Token::Comment(text) => TokenSlot::Text(TextKind::Comment, self.store(text)),
            Token::LineComment(text) => TokenSlot::Text(TextKind::LineComment, self.store(text)),
            Token::Escape(text) => TokenSlot::Text(TextKind::Escape, self.store(text)),
            Token::Raw(text) => TokenSlot::Text(TextKind::Raw, self.store(text)),
        };
        self.tokens.push(slot);
    }

    /// Iterates over the annotations, in the order of the movetext.
    pub fn tokens(&self) -> impl ExactSizeIterator<Item = Token<'_>> {
        self.tokens.iter().map(|slot| self.read_slot(slot))
    }

    /// Returns the annotation with this index, counted from 0.
    pub fn token(&self, index: usize) -> Option<Token<'_>> {
        self.tokens.get(index).map(|slot| self.read_slot(slot))
    }

    fn read_slot(&self, slot: &TokenSlot) -> Token<'_> {
        match slot {
            TokenSlot::Plies(n) => Token::Plies(*n),
            TokenSlot::Move(m) => Token::Move(*m),
            TokenSlot::Nag(n) => Token::Nag(*n),
            TokenSlot::Begin => Token::Begin,
            TokenSlot::End => Token::End,
            TokenSlot::Text(kind, range) => {
                let text = self.slice(range);
                match kind {
                    TextKind::Comment => Token::Comment(text),
                    TextKind::LineComment => Token::LineComment(text),
                    TextKind::Escape => Token::Escape(text),
                    TextKind::Raw => Token::Raw(text),
                }
            }
        }
    }

    /// Returns the end of the tokens, for [`Game::truncate_tokens`].
    pub(crate) fn token_mark(&self) -> TokenMark {
        TokenMark { tokens: self.tokens.len(), text: self.text.len() }
    }

    /// Removes all tokens after the mark.
    pub(crate) fn truncate_tokens(&mut self, mark: TokenMark) {
        self.tokens.truncate(mark.tokens);
        self.text.truncate(mark.text);
    }

    /// Returns the number of bytes of the text of all tags and tokens.
    pub(crate) fn text_len(&self) -> usize {
        self.text.len()
    }

    /// Returns the movetext from the first error on, verbatim; empty if everything was parsed.
    pub fn unparsed(&self) -> &[u8] {
        &self.unparsed
    }

    /// Sets the unparsed movetext.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory). The game is unchanged.
    pub fn set_unparsed(&mut self, text: &[u8]) -> Result<()> {
        self.unparsed.try_reserve(text.len().saturating_sub(self.unparsed.len()))?;
        self.put_unparsed(text);
        Ok(())
    }

    /// Like [`Game::set_unparsed`], but the caller has reserved space.
    pub(crate) fn put_unparsed(&mut self, text: &[u8]) {
        self.unparsed.clear();
        self.unparsed.extend_from_slice(text);
    }

    /// Returns the position before the first move; the standard position if the start is unreadable.
    pub fn start_position(&self) -> Position {
        match &self.start {
            Start::Fen(position) => Position::clone(position),
            Start::Standard | Start::Unreadable => Position::default(),
        }
    }

    /// Sets the start from the `FEN` tag, if the game has one (`positions.1`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalPosition`](crate::ErrorCode::IllegalPosition) for a FEN that is not playable: the start becomes
    /// [`Start::Unreadable`]. [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory): the start is unchanged.
    pub fn start_from_tags(&mut self) -> Result<()> {
        let start = match self.tag(b"FEN") {
            None => Ok(Start::Standard),
            Some(fen) => Position::from_fen(&unescape(fen)?).map(|p| Start::Fen(Box::new(p))),
        };
        match start {
            Ok(start) => {
                self.start = start;
                Ok(())
            }
            Err(e) => {
                self.start = Start::Unreadable;
                Err(e)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cleared_game_is_a_new_one() {
        let mut game = Game::new();
        game.push_tag(b"White", b"A").unwrap();
        game.push_token(Token::Comment(b"hm")).unwrap();
        game.set_unparsed(b"Nf9").unwrap();
        assert_eq!(game.tag(b"White"), Some(&b"A"[..]));
        assert_eq!(game.tokens().collect::<Vec<_>>(), [Token::Comment(b"hm")]);
        let mut copy = game.clone();
        assert_eq!(copy, game);
        game.clear();
        assert_eq!(game, Game::new());
        copy.clone_from(&game);
        assert_eq!(copy, game);
    }

    #[test]
    fn games_are_equal_by_what_they_hold() {
        let mut a = Game::new();
        let mut b = Game::new();
        a.push_tag(b"White", b"A").unwrap();
        a.push_token(Token::Comment(b"hm")).unwrap();
        b.push_token(Token::Comment(b"hm")).unwrap();
        assert_ne!(a, b);
        b.push_tag(b"White", b"A").unwrap();
        assert_eq!(a, b);
        b.push_token(Token::Escape(b"hm")).unwrap();
        assert_ne!(a, b);
    }
}
