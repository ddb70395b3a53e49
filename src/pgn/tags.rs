//! Lines of the tag section.

use super::{is_blank, is_line_end};
use crate::Tag;

/// What can stand in a tag section: every line that begins so belongs to it.
// pgn.6
pub(super) const fn is_tag_section_byte(first: u8) -> bool {
    matches!(first, b'[' | b'%' | b';')
}

const fn is_name_byte(byte: u8) -> bool {
    byte > b' ' && byte != 0x7f && byte != b'"' && byte != b']'
}

fn skip_blanks(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|b| !is_blank(*b)).unwrap_or(text.len());
    &text[start..]
}

fn strip_blanks_end(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|b| !is_blank(*b)).map_or(0, |at| at + 1);
    &text[..end]
}

fn split_name(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = skip_blanks(line.strip_prefix(b"[")?);
    let end = text.iter().position(|b| !is_name_byte(*b)).unwrap_or(text.len());
    Some(text.split_at(end))
}

/// The tag name of a line that begins with `[`, be the rest of it well-formed or not.
pub(super) fn name(line: &[u8]) -> &[u8] {
    split_name(line).map_or(&[], |(name, _)| name)
}

/// Name and value of a well-formed tag line: the value runs from the first quote to the last.
// pgn.7
pub(super) fn pair(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (name, text) = split_name(line)?;
    let value = skip_blanks(text).strip_prefix(b"\"")?;
    let value = strip_blanks_end(value).strip_suffix(b"]")?;
    let value = strip_blanks_end(value).strip_suffix(b"\"")?;
    (!name.is_empty()).then_some((name, value))
}

/// Whether a line of PGN can hold the tag so that it is read back as it was.
// pgn.23
pub(crate) fn fits(tag: Tag<'_>) -> bool {
    let on_one_line = |text: &[u8]| !text.iter().any(|b| is_line_end(*b));
    match tag {
        Tag::Pair(name, value) => {
            let named = !name.is_empty() && name.iter().all(|b| is_name_byte(*b));
            named && on_one_line(value)
        }
        // One that is empty stands for blank lines before the movetext.
        Tag::Raw(line) => {
            line.first().is_none_or(|b| is_tag_section_byte(*b)) && pair(line).is_none() && on_one_line(line)
        }
    }
}

/// What the `Variant` tags of other games than chess contain, without case, blanks, `-` and `_`.
// pgn.10
const OTHER_GAMES: [&[u8]; 24] = [
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

/// Whether the value of a `Variant` tag names another game than chess.
pub(super) fn is_other_game(variant: &[u8]) -> bool {
    let plain: Vec<u8> = variant.iter().filter(|b| b.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase).collect();
    OTHER_GAMES.iter().any(|game| memchr::memmem::find(&plain, game).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_fit_are_read_back() {
        for (name, value, expected) in [
            (&b"White"[..], &b"a \"b\" \\"[..], true),
            (b"W", b"x\"]", true),
            (b"", b"x", false),
            (b"a b", b"x", false),
            (b"a", b"x\ny", false),
        ] {
            let line = [b"[", name, b" \"", value, b"\"]"].concat();
            assert_eq!(fits(Tag::Pair(name, value)), expected);
            assert!(!expected || pair(&line) == Some((name, value)));
        }
        assert!(
            fits(Tag::Raw(b"")) && fits(Tag::Raw(b"% x")) && !fits(Tag::Raw(b"x")) && !fits(Tag::Raw(b"[A \"b\"]"))
        );
    }

    #[test]
    fn tag_lines_are_read_liberally() {
        for (line, expected) in [
            (&b"[Event \"x\"]"[..], Some((&b"Event"[..], &b"x"[..]))),
            (b"[ Event\t\"x\" ]  ", Some((b"Event", b"x"))),
            (b"[Event\"\"]", Some((b"Event", b""))),
            (b"[White \"a \"b\" c\"]", Some((b"White", b"a \"b\" c"))),
            (b"[White \"a\\\"b\\\\\"]", Some((b"White", b"a\\\"b\\\\"))),
            (b"[A \"1\"] [B \"2\"]", Some((b"A", b"1\"] [B \"2"))),
            (b"[W\xfcrde \"\xff\"]", Some((b"W\xfcrde", b"\xff"))),
            (b"[Event \"x\"", None),
            (b"[Event x]", None),
            (b"[Event \"x]", None),
            (b"[\"x\"]", None),
            (b"[Event \"x\"] y", None),
            (b"[]", None),
            (b"[", None),
        ] {
            assert_eq!(pair(line), expected, "{}", line.escape_ascii());
        }
        assert_eq!(name(b"[Event \"x"), b"Event");
        assert_eq!(name(b"% [Event"), b"");
    }

    #[test]
    fn other_games_are_known() {
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
            assert_eq!(is_other_game(variant), other, "{}", variant.escape_ascii());
        }
    }
}
