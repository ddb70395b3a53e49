//! The number before the first move.

use super::{Reason, read_all, read_one, written};

// pgn.13
#[test]
fn a_first_number_that_is_not_the_number_of_the_start_is_reported() {
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 23\"]\n\n";
    for (source, place) in [
        ("1. e4 e5", None),
        ("e4 23. e5", None),
        ("1e4 23. e5", None),
        ("1-0", None),
        ("23. *", None),
        ("0000 23. e5", None),
        ("23. Nf3", Some("23. Nf3")),
        ("{a} $1\n2 e4", Some("2 e4")),
        ("1. 2. e4", None),
        ("0. e4 e5 1. d4", Some("0. e4")),
        ("99999999999. e4", Some("99999999999. e4")),
        (&format!("{fen}23. e4"), None),
        (&format!("{fen}1. e4"), Some("1. e4")),
    ] {
        let (game, issues) = read_one(source);
        let found = issues.iter().filter(|issue| issue.reason == Reason::OtherNumber);
        assert_eq!(found.map(|issue| issue.text.as_str()).collect::<Vec<_>>(), place.into_iter().collect::<Vec<_>>());
        assert_eq!(read_all(&written(&[game.try_clone().unwrap()])), (vec![game], Vec::new()), "{source}");
    }
}
