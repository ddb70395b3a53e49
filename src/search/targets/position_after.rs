//! Positions given by moves that users type or paste.

use crate::{Error, ErrorCode, PackedMove, Position, Result, text::nag_from_text};

/// Returns the position after these moves from the standard start: SAN or UCI, separated by white space. Skips text that is often pasted
/// with moves: move numbers, `!`, `+=`, `$14` and similar ([`nag_from_text`]), comments in braces or after `;`, variations in parentheses,
/// and the result at the end.
///
/// # Errors
///
/// [`ErrorCode::InvalidMoveText`], also for a brace or parenthesis that is not closed; [`ErrorCode::IllegalMove`]. The message contains the
/// number of the move.
pub fn position_after(moves: &[u8]) -> Result<Position> {
    let mut position = Position::default();
    let mut words = Words(moves);
    while let Some(word) = words.next()? {
        if let Some(text) = move_in(word) {
            // Tries both, because `b2b4` and `bxc3` begin alike; the error of SAN is clearer.
            let found = position.read_uci(text).or_else(|_| position.read_san(text));
            found.and_then(|found| position.play(found)).map_err(|e| e.context(place(&position)))?;
        }
    }
    Ok(position)
}

/// Returns the position after a move. `None` for an illegal move, and for a null move, after which the position can be illegal.
pub(crate) fn after_move(position: &Position, next: PackedMove) -> Option<Position> {
    let mut after = position.clone();
    let is_played = !next.is_null() && after.play(next).is_ok();
    is_played.then_some(after)
}

/// Returns the place of the next move as text: "move 3 of White".
fn place(position: &Position) -> String {
    format!("move {} of {:?}", position.fullmoves(), position.turn())
}

/// Returns the move in a word, without its number and suffixes; `None` if the word contains no move.
fn move_in(word: &[u8]) -> Option<&[u8]> {
    let is_result = matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*") || matches!(word, b"0:1" | b"1:0");
    let word = without_number(word);
    let is_symbol = || std::str::from_utf8(word).is_ok_and(|word| nag_from_text(word).is_some());
    if is_result || word.is_empty() || word == "½-½".as_bytes() || is_symbol() {
        return None;
    }
    let end = word.iter().rposition(|b| !b"!?".contains(b)).map_or(0, |last| last + 1);
    Some(&word[..end]).filter(|text| !text.is_empty())
}

/// Removes the number from `1.e4` and `1...e5`.
fn without_number(text: &[u8]) -> &[u8] {
    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|b| **b == b'.').count();
    if dots > 0 || digits == text.len() { &text[digits + dots..] } else { text }
}

/// The words of a text outside comments and variations.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn next(&mut self) -> Result<Option<&'a [u8]>> {
        loop {
            self.0 = self.0.trim_ascii_start();
            match self.0.first() {
                None => return Ok(None),
                Some(b'{' | b';' | b'(') => self.skip()?,
                Some(b')' | b'}') => return Err(unbalanced(&self.0[..1], "is not opened")),
                Some(_) => {
                    let end = self.0.iter().position(|b| b.is_ascii_whitespace() || b"{;()}".contains(b));
                    let (word, rest) = self.0.split_at(end.unwrap_or(self.0.len()));
                    self.0 = rest;
                    return Ok(Some(word));
                }
            }
        }
    }

    /// Skips a comment, or a variation with its nested variations.
    fn skip(&mut self) -> Result<()> {
        let begin = self.0;
        let mut depth = 0u32;
        while let Some((first, rest)) = self.0.split_first() {
            let after = |end: u8| memchr::memchr(end, rest).map(|at| &rest[at + 1..]);
            self.0 = match first {
                b'{' => after(b'}').ok_or_else(|| unbalanced(begin, "is not closed"))?,
                b';' => after(b'\n').unwrap_or(&[]),
                _ => rest,
            };
            depth = depth + u32::from(*first == b'(') - u32::from(*first == b')');
            if depth == 0 {
                return Ok(());
            }
        }
        Err(unbalanced(begin, "is not closed"))
    }
}

fn unbalanced(text: &[u8], why: &str) -> Error {
    let message = format!("`{}` {why}", text[..text.len().min(16)].escape_ascii());
    Error::new(ErrorCode::InvalidMoveText, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_lines_are_read() {
        let plain = position_after(b"e4 e5 Nf3 Nc6").unwrap();
        for text in [
            "1. e4 e5 2. Nf3 Nc6",
            "1.e4! e5?! 2.Nf3 $14 Nc6 += 1-0",
            "e2e4 e7e5 g1f3 b8c6 ½-½",
            "1. e4 {the {best} 1... e5 (1... c5 {Sicilian)} (1... e6) 2. Nf3 Nf6) 2. Nf3 ; or (2. f4\n2... Nc6 +- *",
            "1. e4 e5 2 Nf3 Nc6 1/2-1/2",
            "1. e4{a}e5(1... c5)2. Nf3 Nc6 □ ∞",
        ] {
            assert_eq!(position_after(text.as_bytes()).unwrap(), plain, "{text}");
        }
    }
}
