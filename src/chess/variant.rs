//! Variants other than chess, by the `Variant` tag.

/// Parts of the `Variant` tags of games other than chess, in lower case, letters and digits only.
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

/// Whether the value of a `Variant` tag names a game other than chess.
pub(crate) fn is_other_variant(variant: &[u8]) -> bool {
    let plain: Vec<u8> = variant.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    OTHER_VARIANTS.iter().any(|name| memchr::memmem::find(&plain, name).is_some())
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
        ] {
            assert_eq!(is_other_variant(variant), other, "{}", variant.escape_ascii());
        }
    }
}
