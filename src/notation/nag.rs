//! NAGs: the numbers of annotation symbols (PGN standard, 8.2.4 and 10), found by the symbols that people write.

/// Signs and words with their numbers. The first of several with one number is the usual one.
const WORDS: [(&str, u32); 51] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("◻", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("+=", 14),
    ("⩲", 14),
    ("+/=", 14),
    ("=+", 15),
    ("⩱", 15),
    ("=/+", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("+--", 20),
    ("--+", 21),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑↑", 32),
    ("↑", 36),
    ("→", 40),
    ("=/∞", 44),
    ("=∞", 44),
    ("⯹", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⨁", 138),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("⌓", 142),
    ("RR", 145),
    ("N", 146),
    ("D", 220),
];

/// Returns the number of a NAG: from `$14`, `14`, or a symbol such as `+=`, `⩲` or `!?`. `None` for any other text.
pub fn nag_from_text(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('$').unwrap_or(text);
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        return digits.parse().ok();
    }
    WORDS.iter().find(|(word, _)| *word == text).map(|(_, nag)| *nag)
}

/// Returns the NAG and the length of the longest symbol that the text begins with. Letters are not symbols.
// pgn.30
pub(crate) fn symbol_at_start(text: &[u8]) -> Option<(u32, usize)> {
    let symbols = WORDS.iter().filter(|(word, _)| !word.as_bytes()[0].is_ascii_alphabetic());
    let found = symbols.filter(|(word, _)| text.starts_with(word.as_bytes())).max_by_key(|(word, _)| word.len());
    found.map(|(word, nag)| (*nag, word.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_have_numbers() {
        for (text, nag) in [
            ("$14", Some(14)),
            ("255", Some(255)),
            ("!", Some(1)),
            ("?!", Some(6)),
            ("+=", Some(14)),
            ("=+", Some(15)),
            ("+/-", Some(16)),
            ("-/+", Some(17)),
            ("+-", Some(18)),
            ("-+", Some(19)),
            ("∞", Some(13)),
            ("=", Some(10)),
            ("", None),
            ("$", None),
            ("!!!", None),
            ("$-1", None),
            ("$99999999999", None),
            ("n", None),
        ] {
            assert_eq!(nag_from_text(text), nag, "{text}");
        }
        let mut words: Vec<_> = WORDS.iter().map(|(word, _)| word).collect();
        words.sort();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
