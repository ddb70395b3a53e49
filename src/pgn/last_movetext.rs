//! End of the previous game's movetext: a continuation goes on there (`pgn.6`).

use super::{
    comments::{CommentState, has_only_comments},
    markers::{ends_with_marker, last_line_ends_with_marker},
    text::trim_end,
    unparsed::{MovetextScan, may_continue_movetext},
};
use crate::{Error, ErrorCode, Game, Result, Termination, Token};

/// The movetext written last, with its continuations.
#[derive(Debug, Clone, Default)]
pub(super) struct LastMovetext {
    scan: Option<MovetextScan>,
    has_marker: bool,
    /// The game has no tags, and comments in braces alone.
    only_comments: bool,
}

impl LastMovetext {
    /// The movetext `text` of a game; `scan` is the scan of its unparsed text.
    pub fn of(game: &Game, text: &[u8], scan: Option<MovetextScan>) -> LastMovetext {
        let scan = scan.unwrap_or_else(|| end_of(game));
        let only_comments = game.tags().len() == 0 && has_only_comments(text);
        LastMovetext { scan: Some(scan), has_marker: game.termination != Termination::Absent, only_comments }
    }

    /// The movetext with a continuation. The text before the continuation is unknown if another writer wrote it.
    ///
    /// Errors: [`crate::ErrorCode::InvalidGame`] for text that would be read as another game.
    pub fn continued(&self, text: &[u8]) -> Result<LastMovetext> {
        let mut scan = self.scan.clone();
        let stays = match &mut scan {
            Some(scan) => {
                scan.add(text);
                scan.is_one_game()
            }
            None => may_continue_movetext(text),
        };
        if !stays {
            return Err(Error::new(ErrorCode::InvalidGame, "a continuation that would be read as another game"));
        }
        let is_outside = scan.as_ref().is_none_or(MovetextScan::is_outside_comments);
        let has_marker = is_outside && last_line_ends_with_marker(text);
        Ok(LastMovetext { scan, has_marker, only_comments: self.only_comments })
    }

    /// Returns the text between this movetext and another game. Without a marker, movetext without tags could go on after a blank line, and
    /// comments could belong to the next tags.
    // pgn.25
    pub fn end(&self, next_has_tag: bool) -> &'static [u8] {
        if !self.only_comments && (self.has_marker || next_has_tag) { b"\n\n" } else { b"\n\n\n\n" }
    }

    /// Returns `true` if the movetext ends inside a comment in braces.
    pub fn is_in_comment(&self) -> bool {
        self.scan.as_ref().is_some_and(MovetextScan::is_in_comment)
    }
}

/// The end of parsed movetext: only a comment to the line end needs a line end after it (`pgn.24`).
fn end_of(game: &Game) -> MovetextScan {
    let last = game.tokens().len().checked_sub(1).and_then(|last| game.token(last));
    let ends_line = matches!(last, Some(Token::LineComment(_) | Token::Escape(_)));
    let has_marker = game.termination != Termination::Absent || ends_with_marker(trim_end(game.unparsed()));
    if has_marker {
        MovetextScan::after_marker()
    } else if ends_line {
        MovetextScan::at_line()
    } else {
        MovetextScan::within_line(CommentState::Outside)
    }
}
