//! Games as PGN text.

use super::{
    last_movetext::LastMovetext,
    write::{max_len, write_continued, write_moves, write_tags},
};
use crate::{Game, Result, Tag};

/// Appends one game as PGN text that ends with a line end.
///
/// # Errors
///
/// [`IllegalMove`](crate::ErrorCode::IllegalMove) for a move that is not legal, [`InvalidGame`](crate::ErrorCode::InvalidGame) for inconsistent tags or tokens,
/// or those that PGN cannot express. `out` is then unchanged.
pub fn write_game(game: &Game, out: &mut Vec<u8>) -> Result<()> {
    let mut writer = Writer::new();
    writer.write_game(game, out)?;
    writer.finish(out);
    Ok(())
}

/// Writes games one after another, with a blank line between them, except before the continuation of a game that was
/// cut (`pgn.6`).
#[derive(Debug, Clone, Default)]
pub struct Writer {
    started: bool,
    last: LastMovetext,
}

impl Writer {
    /// A writer of a new text.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Appends the game; its last line is ended by the next game, or by [`Writer::finish`].
    ///
    /// # Errors
    ///
    /// As for [`write_game`].
    pub fn write_game(&mut self, game: &Game, out: &mut Vec<u8>) -> Result<()> {
        game.check_whole()?;
        let start = out.len();
        out.try_reserve(max_len(game))?;
        if self.started && !game.continued {
            // pgn.25
            if self.last.is_in_comment() && !begins_with_event(game) {
                out.push(b'}');
            }
            out.extend_from_slice(b"\n\n");
        }
        match self.write_body(game, out) {
            Ok(last) => {
                (self.started, self.last) = (true, last);
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
        let scan = write_moves(game, out)?;
        Ok(LastMovetext::of(game, scan))
    }

    /// Whether the last game that was written ends inside a comment. The text of another game that is not its continuation must begin
    /// with an `Event` tag then, or a `}` must come before it.
    pub(crate) fn is_in_comment(&self) -> bool {
        self.last.is_in_comment()
    }

    /// Ends the last line.
    pub fn finish(self, out: &mut Vec<u8>) {
        if self.started {
            out.push(b'\n');
        }
    }
}

/// Whether the game's text begins with an `Event` tag, which ends a comment that was not closed.
// pgn.5
pub(crate) fn begins_with_event(game: &Game) -> bool {
    match game.tags().next() {
        Some(Tag::Pair(name, _)) => name == b"Event",
        Some(Tag::Raw(line)) => line.starts_with(b"[Event \""),
        None => false,
    }
}
