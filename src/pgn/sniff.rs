//! Detects PGN in arbitrary bytes.

use super::{
    lex::{Lexeme, Lexer},
    symbol::Symbol,
    text::split_line,
    unparsed::begins_with_pairs,
};

/// Returns `true` if the text has a tag line, or two moves in a row, or a move after a move number. Images, programs and other binary data
/// hardly ever contain these.
pub(crate) fn has_pgn(text: &[u8]) -> bool {
    has_tag(text) || has_moves(text)
}

fn has_tag(mut text: &[u8]) -> bool {
    while !text.is_empty() {
        if begins_with_pairs(text) {
            return true;
        }
        (_, text) = split_line(text);
    }
    false
}

fn has_moves(text: &[u8]) -> bool {
    let mut lexer = Lexer::new(text, 0);
    let mut before = false;
    loop {
        lexer.skip_space();
        let lexeme = lexer.next();
        let is_move = matches!(lexeme, Lexeme::Word(word) if Symbol::of(word).is_some_and(|symbol| !symbol.move_text().is_empty()));
        match lexeme {
            Lexeme::End => return false,
            _ if is_move && before => return true,
            _ => before = is_move || lexeme == Lexeme::Number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgn_and_other_bytes() {
        for text in ["\0\0[Event \"x\"]", "zz\n[A \"\0\"]", "\x001. e4", "\0 e4 e5", "1...\0Nf6"] {
            assert!(has_pgn(text.as_bytes()), "{text}");
        }
        for text in ["", "\0", "\0e4\0", "[Event]\0", "1. zz", "\x7fELF\0\0"] {
            assert!(!has_pgn(text.as_bytes()), "{text}");
        }
    }
}
