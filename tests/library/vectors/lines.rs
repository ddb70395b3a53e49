//! Lines of moves, by every codec.

use std::collections::BTreeSet;

use plypack::{Codec, PackedMove, Position};
use serde_json::{Value, json};

use super::{
    Outcome, codec_of,
    games::{moves_of, number, text, texts, to_hex, uci_of},
    input, start_of,
};

/// A valid line, decoded and encoded.
pub fn line(test: &Value) -> Outcome {
    let codec = codec_of(test);
    let start = start_of(test);
    let code = input(test);
    let expected = moves_of(&start, &texts(&test["expect"], "moves"))?;
    for encode in [Codec::encode_line, Codec::encode_trusted] {
        let mut encoded = Vec::new();
        let mut decoded = Vec::new();
        encode(codec, &start, &expected, &mut encoded)?;
        codec.decode_line(&start, &encoded, expected.len(), &mut decoded)?;
        assert_eq!(decoded, expected);
        // tight.2: the style is the encoder's choice.
        assert!(encoded == code || codec == Codec::Tight, "{encoded:02x?}");
    }
    let mut moves = Vec::new();
    codec.decode_line(&start, &code, expected.len(), &mut moves)?;
    assert_eq!(moves, expected);
    let mut trusted = Vec::new();
    codec.decode_trusted(&start, &code, expected.len(), &mut trusted)?;
    assert_eq!(trusted, expected);
    if codec.is_self_delimiting() {
        let mut all = Vec::new();
        codec.decode_all(&start, &code, &mut all)?;
        assert_eq!(all, expected);
    }
    // The range coder reads zeros after the end, so a truncated code may decode to other moves.
    if !matches!(codec, Codec::Arith | Codec::Tight) {
        every_prefix_is_truncated(codec, &start, &code, moves.len());
    }
    Ok(json!({"moves": uci_of(&start, &moves)}))
}

fn every_prefix_is_truncated(codec: Codec, start: &Position, code: &[u8], plies: usize) {
    for cut in 0..code.len() {
        let error = codec.decode_line(start, &code[..cut], plies, &mut Vec::new()).unwrap_err();
        assert_eq!((error.code().name(), error.offset()), ("TRUNCATED", Some(cut as u64)), "cut at {cut}");
    }
}

/// Moves that cannot be encoded, because their text is invalid or they are illegal.
pub fn encode_line(test: &Value) -> Outcome {
    let codec = codec_of(test);
    let start = start_of(test);
    let moves = moves_of(&start, &texts(test, "moves"))?;
    let mut code = Vec::new();
    codec.encode_line(&start, &moves, &mut code)?;
    Ok(json!({"moves": uci_of(&start, &moves)}))
}

pub fn decode_line(test: &Value) -> Outcome {
    let codec = codec_of(test);
    let start = start_of(test);
    let code = input(test);
    let mut moves = Vec::new();
    let done = codec.decode_line(&start, &code, number(test, "plies"), &mut moves);
    assert!(done.is_ok() || moves.is_empty(), "an error leaves nothing behind");
    done.map(|()| json!({"moves": uci_of(&start, &moves)}))
}

/// Every legal move of a position has its code, and no other code of one byte, or of two if some need two, stands for a move.
pub fn move_table(test: &Value) -> Outcome {
    let codec = codec_of(test);
    let start = start_of(test);
    let mut words = start.legal_moves();
    words.sort_by_key(|word| uci_of(&start, &[*word]));
    if !start.is_check() {
        words.push(PackedMove::NULL);
    }
    let mut codes = BTreeSet::new();
    let mut rows = Vec::new();
    for word in words {
        let mut code = Vec::new();
        codec.encode_line(&start, &[word], &mut code)?;
        let mut back = Vec::new();
        codec.decode_line(&start, &code, 1, &mut back)?;
        assert_eq!(back, [word]);
        rows.push(json!([uci_of(&start, &[word])[0], to_hex(&code)]));
        codes.insert(code);
    }
    no_other_code(codec, &start, &codes);
    Ok(json!({"table": rows}))
}

fn no_other_code(codec: Codec, start: &Position, codes: &BTreeSet<Vec<u8>>) {
    let of_one = || (0..=u8::MAX).map(|byte| vec![byte]);
    let of_two = (0..=u16::MAX).map(|bytes| bytes.to_be_bytes().to_vec());
    let longest = codes.iter().map(Vec::len).max().unwrap_or(0);
    let candidates: Vec<Vec<u8>> = if longest < 2 { of_one().collect() } else { of_one().chain(of_two).collect() };
    for code in candidates.into_iter().filter(|code| !codes.contains(code)) {
        assert!(codec.decode_line(start, &code, 1, &mut Vec::new()).is_err(), "{code:02x?} is a second code of a move");
    }
}

pub fn order(test: &Value) -> Outcome {
    let start = Position::from_fen(text(test, "fen").as_bytes())?;
    let moves: Vec<_> = start.legal_moves().into_iter().map(|m| start.canonical_uci(m).to_string()).collect();
    Ok(json!({"moves": moves}))
}
