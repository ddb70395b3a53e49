//! Random games in files whose sections were changed.

use plypack::{Codec, Corruption, Game, Options, Reader, Start, Tag, Token, files::repair, games_from_pgn, pack_games};
use proptest::prelude::*;

use super::{check, games_of, open, recoded, unpacked};
use crate::{random_games, sections::Sections};

/// Returns whether PGN can express the complete game as stored, so that it comes back unchanged.
fn is_plain(game: &Game) -> bool {
    let is_odd = |token| match token {
        Token::Raw(_) => true,
        Token::Comment(text) => text.contains(&b'\n') || text.contains(&b'\r'),
        _ => false,
    };
    let is_stray = |tag: Tag<'_>| tag == Tag::Raw(b"");
    game.unparsed().is_empty()
        && game.start != Start::Unreadable
        && !game.continued
        && game.tag(b"Variant").is_none()
        && !game.tokens().any(is_odd)
        && !game.tags().any(is_stray)
}

/// A valid file: every operation preserves all its games.
pub fn assert_saved(reader: &Reader) {
    let games = games_of(reader);
    let (text, found) = unpacked(reader);
    assert!(found.is_empty(), "{found:?}");
    let (again, _) = games_from_pgn(&text).unwrap();
    // pgn.6: a continuation directly after its game is the rest of the game's text.
    let own: Vec<usize> = (0..games.len()).filter(|at| *at == 0 || !games[*at].continued).collect();
    assert_eq!(again.len(), own.len(), "{}", text.escape_ascii());
    for (at, again) in own.into_iter().zip(&again) {
        let game = &games[at];
        let is_cut = games.get(at + 1).is_some_and(|next| next.continued);
        assert!(is_cut || !is_plain(game) || game == again, "{game:?}\nis read as\n{again:?}");
        let is_tag = |tag: &Tag<'_>| *tag != Tag::Raw(b"");
        assert!(game.tags().filter(is_tag).eq(again.tags().filter(is_tag)), "{game:?}\nis read as\n{again:?}");
    }
    for codec in [Codec::Byte, Codec::Tight] {
        let (file, corrupt) = recoded(reader, codec);
        assert!(corrupt == 0 && games_of(&open(&file)) == games, "recoded with {codec}");
    }
    let (file, count) = repair(reader, Vec::new(), Options::default(), |lost| panic!("{lost:?}")).unwrap();
    assert!(count.corrupt == 0 && games_of(&open(&file)) == games && check(&open(&file)).is_empty());
}

/// An invalid file: every operation saves the readable games, and its result is valid.
fn assert_rescued(file: &[u8], found: &[Corruption]) {
    let Ok(reader) = Reader::salvage(Box::new(file.to_vec())) else { return };
    unpacked(&reader);
    let (saved, count) = repair(&reader, Vec::new(), Options::default(), |_| Ok(())).unwrap();
    let saved = open(&saved);
    assert!(check(&saved).is_empty() && saved.number_end() == count.games);
    assert_eq!(count.corrupt > 0, !found.is_empty(), "repair reports what verify reports: {found:?}");
    assert_saved(&saved);
}

/// Changes the content of one section.
#[derive(Debug, Clone)]
struct Change {
    section: prop::sample::Index,
    at: prop::sample::Index,
    byte: u8,
    kind: u8,
}

fn change() -> impl Strategy<Value = Change> {
    let byte = prop_oneof![any::<u8>(), Just(b'\n'), Just(b'['), Just(b'}'), Just(0), Just(b'{')];
    (any::<prop::sample::Index>(), any::<prop::sample::Index>(), byte, 0u8..4)
        .prop_map(|(section, at, byte, kind)| Change { section, at, byte, kind })
}

fn apply(changes: &[Change], block: &mut Sections) {
    for Change { section, at, byte, kind } in changes {
        let index = section.index(block.sections.len());
        let content = &mut block.sections[index].2;
        if content.is_empty() {
            continue;
        }
        let at = at.index(content.len());
        match kind {
            0 => content[at] = *byte,
            1 => content[at] ^= 1 << (byte % 8),
            2 => {
                let other = usize::from(*byte) % content.len();
                content.swap(at, other);
            }
            _ => content[at] = content[at].wrapping_add(1),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    /// Random games, in a file with changed sections and correct checksums.
    #[test]
    fn what_is_sound_is_saved(
        bytes in proptest::collection::vec(any::<u8>(), 1..700),
        changes in proptest::collection::vec(change(), 0..4),
        is_tight in any::<bool>(),
    ) {
        let games = random_games::games(&bytes);
        let codec = if is_tight { Codec::Tight } else { Codec::Byte };
        let file = pack_games(&games, codec).unwrap();
        let mut block = Sections::of(&file);
        if block.games != games.len() as u64 {
            return Ok(());
        }
        apply(&changes, &mut block);
        let file = block.file();
        let reader = open(&file);
        assert!(reader.errors().is_empty());
        let found = check(&reader);
        if found.is_empty() {
            assert_saved(&reader);
        } else {
            assert_rescued(&file, &found);
        }
    }
}
