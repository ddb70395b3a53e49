//! Annotations: variations, comments and NAGs, as tokens separate from the main line.
//!
//! Spec chapter: `spec/annotations.md`.

mod read;
mod write;

pub use read::decode;
pub(crate) use read::decode_with;
pub use write::encode;
pub(crate) use write::encode_with;

/// The low four bits of a token (`annotations.3`).
mod kind {
    pub const PLIES: u64 = 0;
    pub const NAG: u64 = 1;
    pub const COMMENT: u64 = 2;
    pub const LINE_COMMENT: u64 = 3;
    pub const ESCAPE: u64 = 4;
    pub const BEGIN: u64 = 5;
    pub const END: u64 = 6;
    pub const RAW: u64 = 7;
    pub const TEMPLATE: u64 = 8;
    pub const EACH: u64 = 9;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codec, ErrorCode, Game, PackedMove, Position, Token};

    fn game(uci: &str, tokens: &[Token<'_>]) -> Game {
        let mut game = Game::new();
        let mut position = Position::default();
        for m in uci.split_whitespace() {
            let m = position.read_uci(m.as_bytes()).unwrap();
            position.play(m).unwrap();
            game.moves.push(m);
        }
        tokens.iter().for_each(|t| game.push_token(*t).unwrap());
        game
    }

    fn d2d4() -> PackedMove {
        Position::default().read_uci(b"d2d4").unwrap()
    }

    fn round_trip(game: &Game) {
        for codec in [Codec::Coord16, Codec::Byte] {
            let mut tokens = Vec::new();
            let mut texts = Vec::new();
            encode(game, codec, &mut tokens, &mut texts).unwrap();
            let mut read = Game::new();
            read.moves.clone_from(&game.moves);
            decode(&tokens, &texts, codec, &mut read).unwrap();
            assert_eq!(&read, game);
        }
    }

    #[test]
    fn tokens_come_back() {
        round_trip(&game("e2e4 e7e5", &[]));
        round_trip(&game(
            "e2e4 e7e5",
            &[
                Token::Comment(b"start \xff"),
                Token::Plies(1),
                Token::Nag(1),
                Token::Begin,
                Token::LineComment(b"other"),
                Token::Move(d2d4()),
                Token::Begin,
                Token::Raw(b"1. Nf9"),
                Token::End,
                Token::End,
                Token::Plies(1),
                Token::Escape(b"end"),
            ],
        ));
    }

    #[test]
    fn a_run_of_moves_is_not_split() {
        let code = |m: &str| Position::default().read_uci(m.as_bytes()).unwrap().0.to_le_bytes();
        let d2d4 = code("d2d4");
        let g8f6 = [0xad, 0x0f];
        let whole = [&[0x10, 0x05, 0x20][..], &d2d4, &g8f6, &[0x06]].concat();
        let split = [&[0x10, 0x05, 0x10][..], &d2d4, &[0x10], &g8f6, &[0x06]].concat();
        decode(&whole, b"", Codec::Coord16, &mut game("e2e4", &[])).unwrap();
        let error = decode(&split, b"", Codec::Coord16, &mut game("e2e4", &[])).unwrap_err();
        assert_eq!((error.code(), error.offset()), (ErrorCode::AnnotationMalformed, Some(5)));
    }

    #[test]
    fn contradictions_are_refused() {
        for tokens in [
            &[Token::Begin][..],
            &[Token::End],
            &[Token::Move(d2d4())],
            &[Token::Raw(b"x")],
            &[Token::Plies(1)],
            &[Token::Plies(0), Token::Nag(1)],
            &[Token::Plies(2), Token::Nag(1)],
            &[Token::Plies(1), Token::Begin],
            &[Token::Plies(1), Token::Begin, Token::Raw(b"x"), Token::Nag(1), Token::End],
            &[Token::Plies(1), Token::Begin, Token::Plies(1), Token::Nag(1), Token::End],
            &[Token::Comment(b"a}b")],
            &[Token::LineComment(b"a\nb")],
            &[Token::Escape(b"a\rb")],
        ] {
            let error = encode(&game("e2e4", tokens), Codec::Coord16, &mut Vec::new(), &mut Vec::new()).unwrap_err();
            assert_eq!(error.code(), ErrorCode::InvalidGame, "{tokens:?}");
        }
    }
}
