//! Changes games that PGN cannot express so that it can. No importer makes such games, but a file may contain them.

use std::borrow::Cow;

use super::{
    text::{separators_len, trim_end, trim_start},
    unparsed::{mended_comment, mended_text},
    write::{check_comment, check_raw, is_read_otherwise, write_movetext},
    writer::write_game,
};
use crate::{
    Game, Result, Start, Tag, Termination, Token,
    chess::tag_section::{self, is_line_end, is_name_byte},
    memory,
};

/// Returns the game with its tags changed to fit PGN lines: invalid bytes of a tag become `_` or a space, and other lines that a tag
/// section cannot hold become `%` lines.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
pub(crate) fn with_fitting_tags(game: &Game) -> Result<Game> {
    let mut out = Game::new();
    game.tags().try_for_each(|tag| push_fitting(tag, &mut out))?;
    game.tokens().try_for_each(|token| out.push_token(token))?;
    out.start = game.start.clone();
    out.termination = game.termination;
    out.continued = game.continued;
    out.moves = memory::copied(&game.moves)?;
    out.set_unparsed(game.unparsed())?;
    Ok(out)
}

fn push_fitting(tag: Tag<'_>, out: &mut Game) -> Result<()> {
    match tag {
        _ if tag_section::fits(tag) => out.push_tag_line(tag),
        Tag::Pair(name, value) => out.push_tag(&name_of(name)?, &on_one_line(value)?),
        Tag::Raw(line) => out.push_raw_tag(&[b"%", &on_one_line(line)?[..]].concat()),
    }
}

fn name_of(name: &[u8]) -> Result<Vec<u8>> {
    let name = if name.is_empty() { b"_" } else { name };
    memory::collected(name.iter().map(|byte| if is_name_byte(*byte) { *byte } else { b'_' }))
}

fn on_one_line(text: &[u8]) -> Result<Vec<u8>> {
    memory::collected(text.iter().map(|byte| if is_line_end(*byte) { b' ' } else { *byte }))
}

/// Returns a game, whose tags must fit, in a form that PGN can hold. Changes white space that would end the game or is an empty line of the
/// tag section, and tag values that would be read as two pairs. Text that would end its variation becomes a comment; tokens of a game
/// without a start become text.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
// pgn.25
pub(crate) fn mended(game: &Game) -> Result<Game> {
    let mut out = Game::new();
    out.start = game.start.clone();
    out.continued = game.continued;
    let mut text = memory::copied(game.unparsed())?;
    if game.continued {
        text.extend_from_slice(game.termination.as_str().as_bytes());
        out.set_unparsed(&mended_text(&text)?)?;
        return Ok(out);
    }
    put_tags(game, &mut out)?;
    if game.start == Start::Unreadable {
        text = movetext_of(game)?;
    } else {
        out.moves = memory::copied(&game.moves)?;
        out.termination = game.termination;
        put_tokens(game, &mut out)?;
    }
    out.set_unparsed(trimmed(&mended_text(&text)?))?;
    Ok(out)
}

fn put_tags(game: &Game, out: &mut Game) -> Result<()> {
    let last = game.tags().len().wrapping_sub(1);
    for (index, tag) in game.tags().enumerate() {
        let is_stray = tag == Tag::Raw(b"") && (index != last || out.tags().len() == 0);
        match tag {
            _ if is_stray => {}
            Tag::Pair(name, value) => out.push_tag(name, &as_one_value(value)?)?,
            Tag::Raw(line) if is_read_otherwise(tag) => out.push_raw_tag(&[b"%", line].concat())?,
            Tag::Raw(_) => out.push_tag_line(tag)?,
        }
    }
    Ok(())
}

/// Returns the value with a backslash before each quote after which a reader would see another tag.
// pgn.25
fn as_one_value(value: &[u8]) -> Result<Cow<'_, [u8]>> {
    let mut rest = value;
    let mut out = Vec::new();
    while let Some(end) = tag_section::value_end(rest) {
        out.try_reserve(rest.len() + 2)?;
        out.extend_from_slice(&rest[..end]);
        out.extend_from_slice(b"\\\"");
        rest = &rest[end + 1..];
    }
    if out.is_empty() {
        return Ok(Cow::Borrowed(value));
    }
    out.try_reserve(rest.len())?;
    out.extend_from_slice(rest);
    Ok(Cow::Owned(out))
}

fn put_tokens(game: &Game, out: &mut Game) -> Result<()> {
    game.tokens().try_for_each(|token| match token {
        Token::Comment(text) if check_comment(text).is_err() => out.push_token(Token::Comment(&mended_comment(text)?)),
        Token::Raw(text) if check_raw(text).is_ok() => put_raw(text, out),
        Token::Raw(text) => put_as_comment(text, out),
        token => out.push_token(token),
    })
}

/// Adds the text as a comment if it would end its variation when written on other lines.
fn put_raw(text: &[u8], out: &mut Game) -> Result<()> {
    let mended = mended_text(text)?;
    match check_raw(&mended) {
        Ok(()) if trim_start(text).is_empty() => out.push_token(Token::Raw(&mended)),
        Ok(()) => out.push_token(Token::Raw(trim_start(&mended))),
        Err(_) => put_as_comment(text, out),
    }
}

fn put_as_comment(text: &[u8], out: &mut Game) -> Result<()> {
    if text.contains(&b'}') {
        out.push_token(Token::LineComment(&on_one_line(text)?))
    } else {
        out.push_token(Token::Comment(&mended_comment(text)?))
    }
}

/// Returns the text without surrounding white space and without other separators at its start.
fn trimmed(text: &[u8]) -> &[u8] {
    trim_end(&text[separators_len(text)..])
}

/// Returns all movetext of a game whose start is unreadable, as unparsed text.
fn movetext_of(game: &Game) -> Result<Vec<u8>> {
    let mut played = Game::new();
    game.tokens().try_for_each(|token| played.push_token(token))?;
    played.termination = game.termination;
    let mut text = Vec::new();
    if game.tokens().len() > 0 || game.termination != Termination::Absent {
        write_movetext(&mended(&played)?, &mut text)?;
    }
    text.try_reserve(game.unparsed().len())?;
    text.extend_from_slice(game.unparsed());
    Ok(text)
}

/// Returns a game whose complete text is unparsed: for a game that no block can hold otherwise.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
pub(crate) fn as_text(game: &Game) -> Result<Game> {
    let mut text = Vec::new();
    write_game(&mended(game)?, &mut text)?;
    of_text(&text)
}

/// Returns a game of only this text, with the white space that keeps it one game.
///
/// Errors: [`NoMemory`](crate::ErrorCode::NoMemory).
pub(crate) fn of_text(text: &[u8]) -> Result<Game> {
    let mut game = Game::new();
    game.start = Start::Unreadable;
    game.set_unparsed(trimmed(&mended_text(text)?))?;
    Ok(game)
}
