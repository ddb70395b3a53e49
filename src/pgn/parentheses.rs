//! Signs in parentheses after a move; these are not variations.

use super::{
    lex::{Lexeme, Lexer},
    symbol::Symbol,
    text::is_blank,
};

/// Returns the length of signs in parentheses, such as `(=)`, with which the text begins. Looks no further than the end of the line.
// pgn.30
pub(super) fn signs_in_parentheses_len(text: &[u8]) -> Option<usize> {
    let mut lexer = Lexer::new(text, 1);
    let mut has_signs = false;
    loop {
        lexer.pos += text[lexer.pos..].iter().take_while(|byte| is_blank(**byte)).count();
        let is_suffix = matches!(text.get(lexer.pos), Some(b'!' | b'?'));
        match lexer.next() {
            Lexeme::Nag(_) if is_suffix => {}
            Lexeme::Word(word) if Symbol::of(word).is_some_and(|symbol| symbol.move_text().is_empty()) => {}
            Lexeme::Close if has_signs => return Some(lexer.pos),
            _ => return None,
        }
        has_signs = true;
    }
}
