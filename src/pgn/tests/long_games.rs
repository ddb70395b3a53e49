//! Games above the limits of a game.

use super::{Reason, Tag, limits, read_all, written};

// pgn.6
#[test]
fn long_games_are_cut_and_come_back() {
    let mut source = b"[A \"1\"]\n\n1. e4 {".to_vec();
    source.resize(limits::MAX_GAME_WEIGHT * 2 + 12345, b'x');
    source.extend_from_slice(b"} e5\n*\n\n1. d4 *\n");
    let games = read_all(&source).0;
    assert_eq!(games.iter().map(|g| g.continued).collect::<Vec<_>>(), [false, true, true, false]);
    assert_eq!(games[0].moves.len(), 0);
    assert!(written(&games) == source);

    let mut source = b"1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(limits::MAX_GAME_WEIGHT / 15);
    source.extend_from_slice(b"\n1. d4 *\n");
    let games = read_all(&source).0;
    assert_eq!(games.iter().map(|g| g.continued).collect::<Vec<_>>(), [false, true, false]);
    assert_eq!(
        (games[0].unparsed(), games[0].moves.len()),
        (&b"1. Nf3 Nf6 2. Ng1 Ng8\n"[..], 4 * ((8 << 20) / 16 - 1))
    );
    let moves = |text: &[u8]| memchr::memmem::find_iter(text, b"Nf3").count();
    assert_eq!(moves(&written(&games)), moves(&source));
    assert!(read_all(&written(&games)).0 == games);
}

// limits.4
#[test]
fn long_games_are_written_and_read() {
    let mut text = b"1. Nf3 Nf6 2. Ng1 Ng8\n".repeat(1_570_000 / 4);
    text.extend_from_slice(b"*\n");
    // Text whose written form is the longest: comments, and move numbers after them.
    let numbers = b"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 4294000000\"]\n\n".to_vec();
    let notes = [numbers, b"Nf3{}Nf6;\nNg1!Ng8()".repeat((8 << 20) / 25)].concat();
    for source in [text, notes] {
        let games = read_all(&source).0;
        assert!(games.len() == 1 && games[0].moves.len() > 1_300_000, "{}", games[0].moves.len());
        let long = written(&games);
        assert!(long.len() > limits::MAX_GAME_WEIGHT && read_all(&long).0 == games, "{}", long.len());
    }
    // Numbers and white space weigh nothing, but the reader does not continue without end.
    let source = b"1. 2. 3. 4. 5. \n".repeat(limits::MAX_GAME_TEXT / 16 + 1);
    let games = read_all(&[&b"e4 "[..], &source].concat()).0;
    assert_eq!(games.iter().map(|g| g.continued).collect::<Vec<_>>(), [false, true]);
}

/// Asserts that the games come back unchanged. Returns whether each is a continuation, and the reported reasons.
fn come_back(source: &[u8]) -> (Vec<bool>, Vec<Reason>) {
    let (games, issues) = read_all(source);
    let text = written(&games);
    let again = read_all(&text).0;
    assert_eq!(again.len(), games.len());
    assert!(again == games && written(&again) == text, "not the same games");
    (games.iter().map(|game| game.continued).collect(), issues.iter().map(|issue| issue.reason).collect())
}

fn tag(name: &str, len: usize) -> Vec<u8> {
    [b"[", name.as_bytes(), b" \"", &vec![b'x'; len - name.len() - 6][..], b"\"]\n"].concat()
}

// pgn.8
#[test]
fn lines_of_tags_that_are_too_long_are_movetext() {
    const MAX: usize = limits::MAX_GAME_WEIGHT;
    let (games, issues) = read_all(&[&tag("Event", MAX)[..], b"[Site \"x\"]\n\n1. e4 *\n"].concat());
    assert_eq!((games.len(), games[0].tags().len(), games[1].moves.len()), (2, 1, 1));
    assert_eq!(issues.iter().map(|issue| issue.reason).collect::<Vec<_>>(), [Reason::TooLong]);
    let event = tag("Event", 9 << 20);
    for (before, after, continued) in [
        ("", "", &[false, true][..]),
        ("", "\n1. e4 *\n", &[false, true, false]),
        ("[Site \"y\"]\n", "[Round \"1\"]\n\n1. e4 *\n", &[false, true, false]),
        ("[Event \"y\"]\n%z\n\n;z\n", "[Round \"1\"]\n\n1. e4 *\n", &[false, true, false]),
        ("1. e4 *\n\n", "", &[false, false, true]),
        ("[FEN \"x\"]\n", "\n1. e4\n", &[false, true, false]),
    ] {
        let source = [before.as_bytes(), &event, after.as_bytes()].concat();
        let (found, reasons) = come_back(&source);
        let reason = if before.starts_with("[FEN") { Reason::UnplayablePosition } else { Reason::LongTagLine };
        assert_eq!((&found[..], &reasons[..]), (continued, &[reason][..]), "{before}{after}");
    }
    // As movetext, words of at most seven bytes weigh less than their bytes plus the space.
    let words = [b"[Event \"", &b"seven77 ".repeat(MAX / 7)[..], b"\"]\n1. e4 *\n"].concat();
    assert_eq!(come_back(&words), (vec![false], vec![Reason::LongTagLine]));
    let games = read_all(&words).0;
    assert!(games[0].unparsed() == words.trim_ascii_end() && games[0].tags().len() == 0);
    for line in ["%", ";", "[ "] {
        let source = [line.as_bytes(), &vec![b'x'; MAX + 1], b"\n\n1. e4 *\n"].concat();
        assert_eq!(come_back(&source), (vec![false, true, false], vec![Reason::LongTagLine]), "{line}");
    }
}

// pgn.6
#[test]
fn tags_above_the_limit_begin_another_game() {
    const MAX: usize = limits::MAX_GAME_WEIGHT;
    let site = tag("Site", 5 << 20);
    let event = tag("Event", 5 << 20);
    let pair = [b"[White \"", &vec![b'x'; 4 << 20][..], b"\n", &vec![b'y'; 2 << 20], b"\"]\n"].concat();
    let escape = [b"%", &vec![b'x'; 5 << 20][..], b"\n"].concat();
    let end = b"\n1. e4 e5 *\n".to_vec();
    for (parts, games) in [
        (vec![&site, &event, &end], 2),
        (vec![&event, &event, &event, &end], 3),
        (vec![&site, &pair, &end], 2),
        (vec![&site, &escape, &end], 2),
        (vec![&escape, &site, &escape], 3),
    ] {
        let source: Vec<u8> = parts.into_iter().flatten().copied().collect();
        let (continued, reasons) = come_back(&source);
        assert_eq!((continued, reasons), (vec![false; games], vec![Reason::TooLong; games - 1]));
    }
    // Escapes after a blank line belong to the game of the following tags.
    let source = [&site[..], b"\n%note\n", &event].concat();
    let games = read_all(&source).0;
    assert_eq!((games.len(), games[1].tags().next()), (2, Some(Tag::Raw(b"%note"))));
    // The first byte of movetext belongs to the game of the tags, even if they leave no room.
    for (room, movetext) in [(0, "e4 e5 *\n"), (0, "1. e4 e5 *\n"), (3, "17. e4 e5 *\n"), (9, "1. e4 e5 2. Nf3 *\n")] {
        for tags in [tag("Site", MAX - room), [&b"[FEN \"x\"]\n"[..], &tag("Site", MAX - room - 10)].concat()] {
            let source = [&tags[..], b"\n", movetext.as_bytes()].concat();
            let (continued, reasons) = come_back(&source);
            assert_eq!((continued, reasons.len()), (vec![false, true], 1), "{room} {movetext}");
        }
    }
}

// pgn.22
#[test]
fn a_comment_above_the_limit_is_reported_as_one() {
    let comment = b"comment\n".repeat(limits::MAX_GAME_WEIGHT / 7);
    let source = [b"1. e4\n{", &comment[..], b"} e5 *\n"].concat();
    assert_eq!(come_back(&source), (vec![false, true], vec![Reason::LongComment]));
    assert_eq!(come_back(b"1. e4\n{comment"), (vec![false], vec![Reason::OpenComment]));
}

// limits.4, pgn.6
#[test]
fn limits_from_both_sides() {
    const MAX: usize = limits::MAX_GAME_WEIGHT;
    let comment = |len: usize| [b"{", &vec![b'x'; len - 3][..], b"}\n"].concat();
    let count = |source: &[u8]| read_all(source).0.len();
    for more in [0, 1] {
        // The line end weighs nothing.
        let source = [b"1. e4 * ", &comment(MAX - 8 + 1 + more)[..]].concat();
        let games = read_all(&source).0;
        assert_eq!((games.len(), games[0].moves.len()), (1 + more, 1 - more), "weight");
        assert_eq!(count(&comment(MAX + limits::MAX_CONTINUATION + more)), 2 + more, "continuation");
        let blanks = " ".repeat(limits::MAX_GAME_TEXT - 5 + more);
        assert_eq!(count(format!("e4{blanks}e5\n").as_bytes()), 1 + more, "bytes");
        // The cut is before a line that begins in the last 65,536 bytes.
        let start = MAX - (64 << 10) + more;
        let source = [&vec![b'x'; start - 1][..], b"\n", &[b'y'; 128 << 10], b"}\n"].concat();
        let cut = read_all(&[b"{", &source[1..]].concat()).0[0].unparsed().len();
        assert_eq!(cut, if more == 0 { MAX } else { start });
    }
}
