//! Lexemes of movetext.

use super::*;

fn lexemes(text: &[u8]) -> Vec<Lexeme<'_>> {
    let mut lexer = Lexer::new(text, 0);
    let mut all = Vec::new();
    loop {
        lexer.skip_space();
        match lexer.next() {
            Lexeme::End => return all,
            lexeme => all.push(lexeme),
        }
    }
}

#[test]
fn words_end_where_marks_begin() {
    use Lexeme::*;
    assert_eq!(
        lexemes(b"1.e4!? e5$13(2.-- )e8(Q)+#exd6e.p.+ Nf3*"),
        [
            Number,
            Word(b"e4"),
            Nag(5),
            Word(b"e5"),
            Nag(13),
            Open,
            Number,
            Word(b"--"),
            Close,
            Word(b"e8(Q)+#"),
            Word(b"exd6e.p.+"),
            Word(b"Nf3"),
            Marker(Termination::Unknown)
        ]
    );
}

#[test]
fn digits_are_numbers_castling_or_results() {
    use Lexeme::*;
    assert_eq!(
        lexemes("12... 12 1e4 0-0 0-0-0 1-0 0\u{2013}1 \u{bd}-\u{bd} 0000 0000. 1/2 1\u{2026}e5".as_bytes()),
        [
            Number,
            Number,
            Number,
            Word(b"e4"),
            Word(b"0-0"),
            Word(b"0-0-0"),
            Marker(Termination::WhiteWins),
            Marker(Termination::BlackWins),
            Marker(Termination::Draw),
            Word(b"0000"),
            Number,
            Marker(Termination::Draw),
            Number,
            Word(b"e5")
        ]
    );
}

#[test]
fn other_characters() {
    use Lexeme::*;
    for text in ["\u{a0}1.\u{200b}e4\u{2003}e5\u{feff}", "\0１．e4\u{2026}e5\x7f", "１e4…．1…\x01e5"] {
        let words: Vec<_> = lexemes(text.as_bytes()).into_iter().filter(|lexeme| *lexeme != Number).collect();
        assert_eq!(words, [Word(b"e4"), Word(b"e5")], "{text}");
    }
    assert_eq!(
        lexemes(b"1.\xa0e4\xa0e5\x85d4"),
        [Number, Word(b"e4"), Word(b"e5"), Number, Word(b"d4")],
        "Windows-1252"
    );
    assert_eq!(lexemes("à１-０ 1－0".as_bytes()), [Word("à１-０".as_bytes()), Marker(Termination::WhiteWins)]);
    assert_eq!(
        lexemes(b"O-OO-O* 0-00-0"),
        [Word(b"O-O"), Word(b"O-O"), Marker(Termination::Unknown), Word(b"0-0"), Word(b"0-0")]
    );
    assert_eq!(lexemes(b"e8 = Q+ e8 =R e8= n"), [Word(b"e8 = Q+"), Word(b"e8 =R"), Word(b"e8= n")]);
    for text in ["Ra8 = N", "e8 = Qd5", "e7 = Q", "e8 = K", "e8 Q", "e8 =", "e8= Q×d5", "e8 = Q±"] {
        assert!(lexemes(text.as_bytes()).len() > 1, "{text}");
    }
}

#[test]
fn comments_escapes_and_bad_marks() {
    use Lexeme::*;
    assert_eq!(
        lexemes(b"{a{b}c;d}\r%e;f\n %g $ $4294967295 $4294967296 }{"),
        [
            Comment(b"a{b"),
            Word(b"c"),
            LineComment(b"d}"),
            Escape(b"e;f"),
            Word(b"%g"),
            Bad(Reason::BadNag),
            Nag(u32::MAX),
            Bad(Reason::BadNag),
            Bad(Reason::StrayBrace),
            Bad(Reason::OpenComment)
        ]
    );
}

#[test]
fn the_close_of_a_variation_is_found_past_comments() {
    let text = b"x (y {)} ;)\n%)\n) e8(Q) ) z";
    let mut lexer = Lexer::new(text, 0);
    assert_eq!(lexer.skip_to_close(), Some(text.len() - 3));
    assert_eq!(Lexer::new(b"x ( )", 0).skip_to_close(), None);
}
