//! Whether text that was not parsed stays where it is written: in its game, and in its variation.

use super::{
    comments::CommentState,
    lex::Lexer,
    text::{BOM, begins_tag, is_blank, is_space, split_line},
};

/// Whether [`Splitter`](super::Splitter) takes all of this movetext, and not nothing, for that of one game.
// pgn.5
pub(super) fn is_one_movetext(mut text: &[u8]) -> bool {
    let (mut comment, mut after_blank) = (CommentState::Outside, false);
    let is_empty = |text: &[u8]| text.iter().all(|b| is_space(*b));
    if is_empty(text) {
        return false;
    }
    while !is_empty(text) {
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
        comment.scan(line);
        if comment == CommentState::LineComment {
            comment = CommentState::Outside;
        }
        (after_blank, text) = (is_blank_line, next);
    }
    true
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
    fn text_of_one_variation() {
        for raw in [&b""[..], b"zz (a) ", b"%y", b"zz ;c)\n", b"} {)}", b"1-0"] {
            assert!(ends_with_its_variation(raw), "{}", raw.escape_ascii());
        }
        for raw in [&b")"[..], b"x ( y", b"; x", b"{x", b"\n% x", b"e8(Q"] {
            assert!(!ends_with_its_variation(raw), "{}", raw.escape_ascii());
        }
    }
}
