//! Games as PGN text.

use super::{
    comment_tags::ends_comment,
    last_movetext::LastMovetext,
    text::begins_tag,
    write::{max_len, write_continued, write_moves, write_tags},
};
use crate::{Game, Result, Tag};

/// Appends one game as PGN text that ends with a line end.
///
/// # Errors
///
/// [`IllegalMove`](crate::ErrorCode::IllegalMove) for an illegal move; [`InvalidGame`](crate::ErrorCode::InvalidGame) for tags or tokens
/// that contradict each other or that PGN cannot express; [`NoMemory`](crate::ErrorCode::NoMemory). On error, `out` is unchanged.
pub fn write_game(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    let mut writer = Writer::new();
    writer.write_game(game, out)?;
    writer.finish(out);
    Ok(())
}

/// Writes games one after another, separated by a blank line, except before the continuation of a game that was cut (`pgn.6`).
#[derive(Debug, Clone, Default)]
pub struct Writer {
    started: bool,
    last: LastMovetext,
}

impl Writer {
    /// Creates a writer for a new text.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Appends the game without the end of its last line; the next game or [`Writer::finish`] appends it.
    ///
    /// # Errors
    ///
    /// As for [`write_game`].
    pub fn write_game(&mut self, game: &Game, out: &mut Vec<u8>) -> Result<()> {
        game.check_whole()?;
        let start = out.len();
        out.try_reserve(max_len(game))?;
        if self.started && !game.continued {
            out.extend_from_slice(self.last.end(begins_with_tag(game)));
        }
        let body = out.len();
        match self.write_body(game, out) {
            Ok(last) => {
                // pgn.25
                if body > start && self.last.is_in_comment() && !ends_comment(&out[body..]) {
                    out.insert(start, b'}');
                }
                self.started = true;
                self.last = last;
                Ok(())
            }
            Err(e) => {
                out.truncate(start);
                Err(e)
            }
        }
    }

    fn write_body(&mut self, game: &Game, out: &mut Vec<u8>) -> Result<LastMovetext> {
        if game.continued {
            let start = out.len();
            write_continued(game, out)?;
            return self.last.continued(&out[start..]);
        }
        write_tags(game, out)?;
        let start = out.len();
        let scan = write_moves(game, out)?;
        Ok(LastMovetext::of(game, &out[start..], scan))
    }

    /// Returns `true` if the last written game ends inside a comment, which may continue in another game ([`ends_comment`]).
    pub(crate) fn is_in_comment(&self) -> bool {
        self.last.is_in_comment()
    }

    /// Returns the text between the last game and a game that does not continue it.
    pub(crate) fn end_of_game(&self, next_has_tag: bool) -> &'static [u8] {
        self.last.end(next_has_tag)
    }

    /// Appends the end of the last line.
    pub fn finish(self, out: &mut Vec<u8>) {
        if self.started {
            out.push(b'\n');
        }
    }
}

/// Returns `true` if the game's text begins with a line of tags, which ends the previous game.
// pgn.5
pub(crate) fn begins_with_tag(game: &Game) -> bool {
    match game.tags().next() {
        Some(Tag::Pair(name, _)) => name.first().is_some_and(|first| begins_tag(&[b'[', *first])),
        Some(Tag::Raw(line)) => begins_tag(line),
        None => false,
    }
}
