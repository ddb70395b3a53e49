//! Changing the tags of a game, and through them its start and termination.

use super::tokens::TokenChecker;
use crate::{
    Error, ErrorCode, Game, Position, Result, Start, Tag, Termination,
    chess::{tag_section, variant::is_other_variant},
    memory,
    text::escape,
};

/// The line that stands for a second blank line before the movetext. It can only be the last line.
const BLANK_LINE: Tag<'static> = Tag::Raw(b"");

/// # Tags
///
/// Methods that fail leave the game unchanged. Three tags affect the game; only the first tag of each name counts:
///
/// - `FEN`: sets the position from which the game starts. It can change as long as all moves stay legal from there.
/// - `Result`: sets the termination marker, if the value is a marker; a later [`Game::set_termination`] can set another one.
/// - `Variant`: variants other than chess cannot be played, see [`Game::set_unreadable_start`].
///
/// Games with unparsed movetext keep their start and marker whatever the tags say. After they are written as PGN and read again, they have
/// the start and marker of their new tags.
impl Game {
    /// Adds a tag after the others. `value` is plain text: this function escapes `"` and `\`.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for a name or value that no PGN tag can hold, and for a variant other than chess;
    /// [`ErrorCode::IllegalPosition`] and [`ErrorCode::IllegalMove`] for a `FEN` tag; [`ErrorCode::WrongState`] for a continuation,
    /// which has no tags.
    pub fn add_tag(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        self.add_escaped_tag(name, &escape(value)?)
    }

    /// Like [`Game::add_tag`], but for a value with the escapes of PGN, as in [`Tag::Pair`].
    ///
    /// # Errors
    ///
    /// As [`Game::add_tag`].
    pub fn add_escaped_tag(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        let tag = Tag::Pair(name, value);
        check_fits(tag)?;
        if !has_meaning(name) && !self.continued && self.tags().next_back() != Some(BLANK_LINE) {
            return self.push_tag(name, value);
        }
        let mut tags = memory::collected(self.tags())?;
        append(&mut tags, tag)?;
        let changed = self.with_tags(&tags)?;
        *self = changed;
        Ok(())
    }

    /// Adds a line that is not a tag after the tags, verbatim and without a line end: a `%` or `;` line, or a malformed tag. An empty line
    /// stands for a second blank line between tags and movetext. A game can have one empty line; tags that are added later come before it.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::InvalidArgument`] for a line that would be read as something else; [`ErrorCode::WrongState`] for a continuation.
    pub fn add_tag_line(&mut self, line: &[u8]) -> Result<()> {
        let tag = Tag::Raw(line);
        check_fits(tag)?;
        if tag == BLANK_LINE && matches!(self.tags().next_back(), None | Some(BLANK_LINE)) {
            return Err(invalid(
                "an empty line stands for a second blank line after tags: it needs a line before it, and there can be one",
            ));
        }
        let mut tags = memory::collected(self.tags())?;
        append(&mut tags, tag)?;
        let changed = self.with_tags(&tags)?;
        *self = changed;
        Ok(())
    }

    /// Sets the first tag of this name in place, or adds the tag. `value` is text without escapes.
    ///
    /// # Errors
    ///
    /// As [`Game::add_tag`].
    pub fn set_tag(&mut self, name: &[u8], value: &[u8]) -> Result<()> {
        let index = self.tags().position(|tag| is_called(tag, name));
        match index {
            Some(index) => self.set_tag_at(index, name, value),
            None => self.add_tag(name, value),
        }
    }

    /// Replaces line `index`, counted from 0, of the tag section with this tag.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`], and errors of [`Game::add_tag`].
    pub fn set_tag_at(&mut self, index: usize, name: &[u8], value: &[u8]) -> Result<()> {
        let value = escape(value)?;
        let tag = Tag::Pair(name, &value);
        check_fits(tag)?;
        let mut tags = memory::collected(self.tags())?;
        *tags.get_mut(index).ok_or_else(|| no_such_tag(index, self))? = tag;
        let changed = self.with_tags(&tags)?;
        *self = changed;
        Ok(())
    }

    /// Removes all tags of this name.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NotFound`] if there is none; [`ErrorCode::IllegalMove`] for the `FEN` tag if the moves are not legal from the standard
    /// start.
    pub fn remove_tag(&mut self, name: &[u8]) -> Result<()> {
        let tags = memory::collected(self.tags().filter(|tag| !is_called(*tag, name)))?;
        if tags.len() == self.tags().len() {
            let message = format!("no tag is called `{}`", name.escape_ascii());
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let changed = self.with_tags(&tags)?;
        *self = changed;
        Ok(())
    }

    /// Removes line `index`, counted from 0, of the tag section.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::OutOfRange`]; [`ErrorCode::IllegalMove`] as for [`Game::remove_tag`].
    pub fn remove_tag_at(&mut self, index: usize) -> Result<()> {
        let mut tags = memory::collected(self.tags())?;
        if index >= tags.len() {
            return Err(no_such_tag(index, self));
        }
        tags.remove(index);
        let changed = self.with_tags(&tags)?;
        *self = changed;
        Ok(())
    }

    /// Sets the position from which the moves are played, with the tags `FEN` and `SetUp`; for the standard start, removes both tags.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::IllegalMove`] if the moves of the game are not legal from there; [`ErrorCode::WrongState`] for a continuation and for a
    /// game whose start is unreadable.
    pub fn set_start(&mut self, position: &Position) -> Result<()> {
        if self.start == Start::Unreadable {
            return Err(wrong_state("the start of the game is unreadable, and its movetext was not parsed"));
        }
        let fen = position.fen();
        let is_start_tag = |tag: &Tag<'_>| is_called(*tag, b"FEN") || is_called(*tag, b"SetUp");
        let mut tags = memory::collected(self.tags().filter(|tag| !is_start_tag(tag)))?;
        if *position != Position::default() {
            append(&mut tags, Tag::Pair(b"SetUp", b"1"))?;
            append(&mut tags, Tag::Pair(b"FEN", fen.as_bytes()))?;
        }
        let changed = self.with_tags(&tags)?;
        *self = changed;
        Ok(())
    }

    /// Sets the termination marker but not the `Result` tag. Setting that tag later changes the marker.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] if this changes the marker of a game with unparsed text: the text may contain a marker.
    pub fn set_termination(&mut self, termination: Termination) -> Result<()> {
        if termination != self.termination && !self.is_parsed() {
            return Err(wrong_state("the movetext was not parsed to its end, where the marker is"));
        }
        self.termination = termination;
        Ok(())
    }

    /// Turns this game into one that cannot be played, because its `FEN` tag has no playable position or its variant is not chess. Such a
    /// game has only tags and [`Game::unparsed`] movetext. Call this before adding tags.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] if the game has moves, annotations or a marker, or is a continuation.
    pub fn set_unreadable_start(&mut self) -> Result<()> {
        if self.has_movetext() || self.continued {
            return Err(wrong_state("the game has moves, annotations or a marker"));
        }
        self.start = Start::Unreadable;
        Ok(())
    }

    /// Turns this game into the continuation of the previous game, which was cut at the size limit (`limits.4`). A continuation has only
    /// [`Game::unparsed`] text.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::WrongState`] if the game has anything else.
    pub fn set_continuation(&mut self) -> Result<()> {
        if self.has_movetext() || self.tags().len() > 0 || self.start != Start::Standard {
            return Err(wrong_state("a continuation has nothing but unparsed text"));
        }
        self.continued = true;
        Ok(())
    }

    /// Returns `true` if the complete movetext was parsed.
    fn is_parsed(&self) -> bool {
        self.start != Start::Unreadable && !self.continued && self.unparsed().is_empty()
    }

    fn has_movetext(&self) -> bool {
        !self.moves.is_empty() || self.tokens().len() > 0 || self.termination != Termination::Absent
    }

    /// The game with other tags.
    fn with_tags(&self, tags: &[Tag<'_>]) -> Result<Game> {
        if self.continued {
            return Err(wrong_state("the continuation of a game has no tags"));
        }
        let mut game = Game::new();
        for tag in if tags == [BLANK_LINE] { &[] } else { tags } {
            game.push_tag_line(*tag)?;
        }
        game.start = self.start.clone();
        game.moves = memory::copied(&self.moves)?;
        self.tokens().try_for_each(|token| game.push_token(token))?;
        game.termination = self.termination;
        game.set_unparsed(self.unparsed())?;
        game.follow_tags(self)?;
        Ok(game)
    }

    /// Applies the tags that affect the game, if they have changed.
    fn follow_tags(&mut self, before: &Game) -> Result<()> {
        let is_new = |name: &[u8]| self.tag(name) != before.tag(name);
        let [variant, fen, result] = [b"Variant", &b"FEN"[..], b"Result"].map(is_new);
        if self.start == Start::Unreadable {
            return Ok(());
        }
        if variant && self.tag(b"Variant").is_some_and(is_other_variant) {
            return Err(invalid("a variant other than chess, which can only be kept as text that is not parsed"));
        }
        if fen {
            self.start_from_tags()?;
            self.check_moves()?;
        }
        if let Some(marker) = self.tag(b"Result").and_then(Termination::from_text)
            && result
            && self.is_parsed()
        {
            self.termination = marker;
        }
        Ok(())
    }

    /// Checks all moves and tokens.
    fn check_moves(&self) -> Result<()> {
        let start = self.start_position();
        let mut position = start.clone();
        self.moves.iter().try_for_each(|m| position.play(*m))?;
        let mut checker = TokenChecker::new(&start, &self.moves);
        self.tokens().try_for_each(|token| checker.step(token))?;
        checker.finish()
    }
}

/// Adds a tag behind the others.
fn append<'a>(tags: &mut Vec<Tag<'a>>, tag: Tag<'a>) -> Result<()> {
    let blank = usize::from(tags.last() == Some(&BLANK_LINE));
    tags.try_reserve(1)?;
    tags.insert(tags.len() - blank, tag);
    Ok(())
}

fn is_called(tag: Tag<'_>, wanted: &[u8]) -> bool {
    matches!(tag, Tag::Pair(name, _) if name == wanted)
}

fn has_meaning(name: &[u8]) -> bool {
    matches!(name, b"FEN" | b"Result" | b"Variant")
}

fn check_fits(tag: Tag<'_>) -> Result<()> {
    if tag_section::fits(tag) {
        return Ok(());
    }
    Err(invalid(match tag {
        Tag::Pair(..) => "a tag name or value that no line of PGN can hold",
        Tag::Raw(_) => "neither a `%` or `;` line nor a malformed tag, or more than one line",
    }))
}

fn invalid(what: &str) -> Error {
    Error::new(ErrorCode::InvalidArgument, what)
}

fn wrong_state(what: &str) -> Error {
    Error::new(ErrorCode::WrongState, what)
}

fn no_such_tag(index: usize, game: &Game) -> Error {
    let message = format!("there is no tag {index}; there are {} (the first is 0)", game.tags().len());
    Error::new(ErrorCode::OutOfRange, message)
}
