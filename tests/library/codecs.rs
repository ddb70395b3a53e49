//! Promises of all codecs: every line comes back, in checked and in trusted mode, and decoding any bytes is safe.

use plypack::{Codec, ErrorCode, Game, Options, PackedMove, Position, Reader, Writer, files::recode, pack_games};
use proptest::prelude::*;
use shakmaty::Chess;

use crate::bodies::{self, replay};

fn start(choice: u8) -> Position {
    let fen = bodies::STARTS[usize::from(choice) % bodies::STARTS.len()];
    Position::from_fen(fen.as_bytes()).expect("a playable position")
}

/// A line of legal moves and null moves, chosen by the bytes.
fn line(start: &Position, choices: &[u8]) -> Vec<PackedMove> {
    let mut position = start.clone();
    let mut words = Vec::new();
    for choice in choices {
        let legal = position.legal_moves();
        let word = match legal.get(usize::from(*choice) * 7 % legal.len().max(1)) {
            _ if *choice > 250 && !position.is_check() => PackedMove::NULL,
            Some(m) => *m,
            None => break,
        };
        position.play(word).expect("a legal move");
        words.push(word);
    }
    words
}

fn encode(codec: Codec, start: &Position, words: &[PackedMove]) -> Vec<u8> {
    let mut code = Vec::new();
    let mut quick = Vec::new();
    codec.encode_line(start, words, &mut code).expect("legal moves");
    codec.encode_trusted(start, words, &mut quick).expect("legal moves");
    assert_eq!(code, quick, "{codec}");
    assert!(code.len() <= codec.max_bytes(words.len()).expect("a short line"));
    code
}

fn assert_comes_back(codec: Codec, start: &Position, words: &[PackedMove]) {
    let code = encode(codec, start, words);
    let mut strict = Vec::new();
    let mut quick = Vec::new();
    codec.decode_line(start, &code, words.len(), &mut strict).expect("what was just written");
    codec.decode_trusted(start, &code, words.len(), &mut quick).expect("what was just written");
    assert!(strict == words && quick == words, "{codec}");
}

proptest! {
    #[test]
    fn lines_come_back(choice: u8, choices in prop::collection::vec(any::<u8>(), 0..250)) {
        let start = start(choice);
        for codec in Codec::ALL {
            assert_comes_back(*codec, &start, &line(&start, &choices));
        }
    }

    /// byte-queens.1: as long as `byte` does not fall back, the bytes are the same; and if `byte-queens` falls back, `byte` does.
    #[test]
    fn byte_queens_is_byte_until_that_falls_back(choice: u8, choices in prop::collection::vec(any::<u8>(), 0..250)) {
        let start = start(choice);
        let words = line(&start, &choices);
        let mut position = start.clone();
        let mut fits = 0;
        for word in &words {
            let falls_back = |codec: Codec| codec.is_in_fallback(&position).expect("a codec with a fallback mode");
            prop_assert!(falls_back(Codec::Byte) || !falls_back(Codec::ByteQueens));
            if falls_back(Codec::Byte) {
                break;
            }
            position.play(*word).expect("a legal move");
            fits += 1;
        }
        prop_assert_eq!(encode(Codec::Byte, &start, &words[..fits]), encode(Codec::ByteQueens, &start, &words[..fits]));
    }

    /// The trusted decoder accepts everything that the checked decoder accepts, and these moves have only this code.
    #[test]
    fn decoders_agree_on_any_bytes(choice: u8, plies in 0_usize..40, code in prop::collection::vec(any::<u8>(), 0..60)) {
        let start = start(choice);
        for codec in Codec::ALL {
            let mut strict = Vec::new();
            let mut quick = Vec::new();
            let trusted = codec.decode_trusted(&start, &code, plies, &mut quick);
            if codec.decode_line(&start, &code, plies, &mut strict).is_ok() {
                prop_assert!(trusted.is_ok() && quick == strict, "{codec}");
                // tight.2: a reader takes any style, a writer chooses one.
                if *codec != Codec::Tight {
                    prop_assert_eq!(&encode(*codec, &start, &strict), &code, "{}", codec);
                }
            }
        }
    }

    /// Packed moves that are not moves are refused, or harmless if moves are trusted.
    #[test]
    fn any_words_are_safe(choice: u8, words in prop::collection::vec(any::<u16>(), 0..12)) {
        let start = start(choice);
        let words: Vec<_> = words.into_iter().map(PackedMove).collect();
        for codec in Codec::ALL {
            let mut position = Chess::from(&start);
            let are_legal = words.iter().all(|word| replay::play(&mut position, *word).is_ok());
            let mut out = Vec::new();
            prop_assert_eq!(codec.encode_line(&start, &words, &mut out).is_ok(), are_legal, "{}", codec);
            let _ = codec.encode_trusted(&start, &words, &mut out);
        }
    }
}

/// `codecs.8`: neither a writer nor a recoder makes a file with a line codec.
#[test]
fn files_refuse_line_codecs() {
    let file = pack_games(&[Game::new()], Codec::Byte).expect("an empty game");
    let reader = Reader::from_bytes(file).expect("a file");
    for codec in Codec::ALL.iter().filter(|codec| codec.is_line_codec()) {
        let options = Options::of(*codec);
        let recoded = recode(&reader, Vec::new(), options, 1, |_| Ok(()), |_| Ok(()));
        for error in [pack_games(&[Game::new()], *codec).err(), Writer::new(Vec::new(), options).err(), recoded.err()] {
            assert_eq!(error.map(|e| e.code()), Some(ErrorCode::UnsupportedCodec), "{codec}");
        }
    }
    assert!(Codec::IN_FILES.iter().all(|codec| pack_games(&[Game::new()], *codec).is_ok()));
}

/// Every packed move that could be confused with a legal move of the starts.
#[test]
fn exactly_the_legal_words_have_codes() {
    for choice in 0..bodies::STARTS.len() {
        let start = start(choice as u8);
        let words = || (0..=u16::MAX).step_by(7).map(PackedMove);
        let reference = Chess::from(&start);
        let is_legal = |word| replay::play(&mut reference.clone(), word).is_ok();
        let legal: Vec<_> = words().map(is_legal).collect();
        for codec in Codec::ALL {
            let is_coded = |word| codec.encode_line(&start, &[word], &mut Vec::new()).is_ok();
            assert!(words().map(is_coded).eq(legal.iter().copied()), "{codec}");
        }
    }
}

#[test]
fn the_chapters_have_right_examples() {
    const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (codec, fen, line, expected) in [
        (Codec::Coord16, STANDARD, "e4 e5 Nf3", "1c1324 1d9501"),
        (Codec::Coord12, STANDARD, "e4 e5 Nf3", "31cd241950"),
        (Codec::Coord12, "5r1k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exf8=R", "d350"),
        (Codec::BlockIndex, STANDARD, "e4 e5 Nf3", "3d3a73"),
        (Codec::Pgc, STANDARD, "e4 e5 Nf3", "0d0c09"),
        (Codec::Mgc, STANDARD, "e4 e5 Nf3", "541f"),
        (Codec::Varlen, STANDARD, "e4 e5 Nf3", "650c80"),
        (Codec::Varlen, STANDARD, "e4", "64"),
        (Codec::Bits, STANDARD, "e4 e5 Nf3", "350d"),
        (Codec::Bits, STANDARD, "e4 -- Nf3", "b68d"),
    ] {
        let start = Position::from_fen(fen.as_bytes()).expect("a position");
        let mut position = start.clone();
        let words: Vec<_> = line
            .split(' ')
            .map(|text| {
                let word = position.read_san(text.as_bytes()).expect("a legal move");
                position.play(word).expect("a legal move");
                word
            })
            .collect();
        let hex: String = encode(codec, &start, &words).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, expected.replace(' ', ""), "{codec} {line}");
    }
}

#[test]
fn long_lines_come_back() {
    let choices: Vec<u8> = (0..20_000_u32).map(|ply| (ply.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for codec in [Codec::Coord12, Codec::BlockIndex, Codec::Varlen] {
        for start in [Position::default(), start(6)] {
            let words = line(&start, &choices);
            assert_comes_back(codec, &start, &words);
        }
        let mut position = Position::default();
        let four = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|uci| {
            let word = position.read_uci(uci.as_bytes()).expect("a move");
            position.play(word).expect("a legal move");
            word
        });
        assert_comes_back(codec, &Position::default(), &four.repeat(5000));
    }
}
