//! Detects variants other than chess by the `Variant` tag.

/// Parts of `Variant` tags of games other than chess, in lower case, letters and digits only.
// pgn.10
const OTHER_VARIANTS: [&[u8]; 24] = [
    b"crazyhouse",
    b"bughouse",
    b"atomic",
    b"antichess",
    b"giveaway",
    b"suicide",
    b"loser",
    b"horde",
    b"racing",
    b"kingofthehill",
    b"koth",
    b"threecheck",
    b"3check",
    b"fivecheck",
    b"5check",
    b"shatranj",
    b"xiangqi",
    b"shogi",
    b"makruk",
    b"janggi",
    b"seirawan",
    b"capablanca",
    b"duckchess",
    b"fogofwar",
];

/// Length of the longest name in [`OTHER_VARIANTS`].
const MAX_NAME_LEN: usize = 13;

/// Returns `true` if a `Variant` tag's value, with or without its escapes, names a game other than chess.
pub(crate) fn is_other_variant(variant: &[u8]) -> bool {
    let mut last = [0; MAX_NAME_LEN];
    let mut plain = variant.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase);
    plain.any(|letter| {
        last.rotate_left(1);
        last[MAX_NAME_LEN - 1] = letter;
        OTHER_VARIANTS.iter().any(|name| last.ends_with(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_other_than_chess() {
        for (variant, other) in [
            (&b"Standard"[..], false),
            (b"chess 960", false),
            (b"From Position", false),
            (b"?", false),
            (b"Crazyhouse", true),
            (b"King of the Hill", true),
            (b"Three-check", true),
            (b"RACING_KINGS", true),
            (b"chess, not \\\"Shogi\\\"", true),
        ] {
            assert_eq!(is_other_variant(variant), other, "{}", variant.escape_ascii());
        }
        assert!(OTHER_VARIANTS.iter().all(|name| is_other_variant(name) && !is_other_variant(&name[1..])));
    }
}
