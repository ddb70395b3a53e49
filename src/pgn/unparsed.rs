//! Whether text that was not parsed stays where it is written: in its game, and in its variation.

use memchr::memmem;

use super::{
    comments::CommentState,
    lex::Lexer,
    text::{BOM, begins_tag, is_blank, is_space, split_line, trim_end},
};

/// Whether [`Splitter`](super::Splitter) takes all of this movetext, and not nothing, for that of one game.
// pgn.5
pub(super) fn is_one_movetext(text: &[u8]) -> bool {
    !is_space_only(text) && stays_in_game(text, CommentState::Outside)
}

/// Whether [`Splitter`](super::Splitter) takes all of this text for movetext of the game that it continues, after some movetext: the
/// text begins within a line, and maybe within a comment.
// pgn.5, pgn.6
pub(super) fn may_continue_movetext(text: &[u8]) -> bool {
    let (first, others) = split_line(text);
    [CommentState::Outside, CommentState::Comment, CommentState::LineComment]
        .into_iter()
        .any(|mut comment| comment.scan(first).next_game.is_none() && stays_in_game(others, comment.after_line()))
}

fn is_space_only(text: &[u8]) -> bool {
    text.iter().all(|b| is_space(*b))
}

/// Whether the lines of a text stay in one game; before the first of them is what `comment` says.
fn stays_in_game(text: &[u8], mut comment: CommentState) -> bool {
    let (mut text, mut after_blank) = (trim_end(text), false);
    while !text.is_empty() {
        let (line, next) = split_line(text);
        let is_blank_line = line.iter().all(|b| is_blank(*b));
        let ends_game = match comment {
            CommentState::Comment => after_blank && line.starts_with(b"[Event \""),
            _ => is_blank_line || begins_tag(line.strip_prefix(BOM).unwrap_or(line)),
        };
        if ends_game {
            return false;
        }
        if comment == CommentState::Outside && line.first() == Some(&b'%') {
            comment = CommentState::LineComment;
        }
        if comment.scan(line).next_game.is_some() {
            return false;
        }
        comment = comment.after_line();
        (after_blank, text) = (is_blank_line, next);
    }
    true
}

/// Whether [`Splitter`](super::Splitter) would end the game inside the comment: at a blank line before an `Event` tag.
// pgn.5
pub(super) fn ends_in_comment(comment: &[u8]) -> bool {
    let (_, others) = split_line(comment);
    memmem::find(comment, b"[Event \"").is_some() && !stays_in_game(others, CommentState::Comment)
}

/// Whether the variation of this text ends after it, and not before or later.
// pgn.20
pub(super) fn ends_with_its_variation(raw: &[u8]) -> bool {
    // The space keeps a `%` from the start of the line.
    let text = [b" ", raw, b")"].concat();
    Lexer::new(&text, 0).skip_to_close() == Some(text.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movetext_of_one_game() {
        for text in [
            &b"1. e4 \n x"[..],
            b"x\n\n \r\n",
            b"{open\n\n1. e4",
            b"{\n\n[E \"",
            b"; {\nx",
            b"% {\n[ x",
            b"x [Event \"y\"]",
        ] {
            assert!(is_one_movetext(text), "{}", text.escape_ascii());
        }
        for text in [
            &b""[..],
            b" \n",
            b"\nx",
            b"x\n\ny",
            b"x\r\r{y}",
            b"{\n\n[Event \"",
            b"x\n[E",
            b"x\n\xef\xbb\xbf[E",
            b"; {\n\nx",
        ] {
            assert!(!is_one_movetext(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn continuations() {
        for text in [
            &b""[..],
            b" \n",
            b"x\n",
            b"\n1. e4",
            b"x\n\ny",
            b"[Event \"x\"]",
            b"x\n[Event",
            b"{\n\n[A",
            b"\n%{\n{\n\n",
        ] {
            assert!(may_continue_movetext(text), "{}", text.escape_ascii());
        }
        for text in [&b"x\n\n[Event \"2\"]"[..], b"x} e4\n[Event", b"} x\n\ny} z\n\n[A", b"{} x\n\n[Event \"2\"]"] {
            assert!(!may_continue_movetext(text), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn comments_of_one_game() {
        for text in
            [&b"[Event \"x\"]"[..], b"\n[Event \"x\"]", b"\n\n[Site \"x\"]\n[Event \"x\"]", b"\n\nx [Event \"x\"]"]
        {
            assert!(!ends_in_comment(text), "{}", text.escape_ascii());
        }
        assert!(ends_in_comment(b"x\n\n[Event \"x\"]") && ends_in_comment(b"\r \t\r\n[Event \"x"));
    }

    #[test]
    fn text_of_one_variation() {
        for raw in [&b""[..], b"zz (a) ", b"%y", b"zz ;c)\n", b"} {)}", b"1-0"] {
            assert!(ends_with_its_variation(raw), "{}", raw.escape_ascii());
        }
        for raw in [&b")"[..], b"x ( y", b"; x", b"{x", b"\n% x", b"e8(Q"] {
            assert!(!ends_with_its_variation(raw), "{}", raw.escape_ascii());
        }
    }
}
