//! Termination markers in spellings that no program writes.

use super::{
    symbol::Plain,
    text::{begins_after_word, is_blank},
};
use crate::{Termination, folding::first_character};

/// The scores of a player, with their half points. The longer of two scores with the same beginning comes first.
const SCORES: [(&[u8], u8); 6] = [(b"0.5", 1), (b"1/2", 1), (b"\xc2\xbd", 1), (b"\xbd", 1), (b"1", 2), (b"0", 0)];

/// Returns the marker of two scores, such as `0.5-0.5` and `1 - 0`, or of a single half, with which the text begins, and its length.
// pgn.16
pub(super) fn marker_of_scores(text: &[u8]) -> Option<(Termination, usize)> {
    let (white, rest) = split_score(text)?;
    let Some((black, rest)) = split_dash(trim_blanks(rest)).and_then(|rest| split_score(trim_blanks(rest))) else {
        let is_half = white == 1 && !text.starts_with(b"0") && begins_after_word(rest);
        return is_half.then_some((Termination::Draw, text.len() - rest.len()));
    };
    let marker = match (white, black) {
        (2, 0) => Termination::WhiteWins,
        (0, 2) => Termination::BlackWins,
        (1, 1) => Termination::Draw,
        _ => return None,
    };
    begins_after_word(rest).then_some((marker, text.len() - rest.len()))
}

fn split_score(text: &[u8]) -> Option<(u8, &[u8])> {
    SCORES.iter().find_map(|(score, points)| Some((*points, text.strip_prefix(*score)?)))
}

fn trim_blanks(text: &[u8]) -> &[u8] {
    &text[text.iter().take_while(|byte| is_blank(**byte)).count()..]
}

/// Returns the text after the dash of any kind with which it begins.
// pgn.29
fn split_dash(text: &[u8]) -> Option<&[u8]> {
    let (dash, rest) = text.split_at(first_character(text)?.1);
    (Plain::of(dash)?.bytes() == b"-").then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        for (text, marker, len) in [
            ("1/2", Termination::Draw, 3),
            ("½ e5", Termination::Draw, 2),
            ("0.5-0.5 e5", Termination::Draw, 7),
            ("1/2 - ½\n", Termination::Draw, 8),
            ("1 \u{2013}\t0{", Termination::WhiteWins, 7),
            ("0- 1\0", Termination::BlackWins, 4),
            ("1/2\n-1/2", Termination::Draw, 3),
            ("1/2 - e4", Termination::Draw, 3),
        ] {
            assert_eq!(marker_of_scores(text.as_bytes()), Some((marker, len)), "{text}");
        }
        for text in
            ["", "1", "0.5", "1 0", "0 - 0", "1 -\n0", "1/2 - 0", "1/2x", "1 - 0x", "1 - 0-0", "0.5-0.50", "2 - 0"]
        {
            assert_eq!(marker_of_scores(text.as_bytes()), None, "{text}");
        }
    }
}
