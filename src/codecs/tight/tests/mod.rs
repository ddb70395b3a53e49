use super::*;
use crate::Codec;

#[test]
fn start_round_trip() {
    let start = Chess::default();
    let mut moves = Vec::new();
    let mut position = start.clone();
    for i in 0..60 {
        let legal = position.legal_moves();
        let m = legal[i * 7 % legal.len()];
        moves.push(MoveWord::from_move(m));
        position.play_unchecked(m);
    }
    let mut code = Vec::new();
    Codec::Tight.encode_line(&start, &moves, &mut code).unwrap();
    let mut back = Vec::new();
    Codec::Tight.decode_line(&start, &code, moves.len(), &mut back).unwrap();
    assert_eq!(back, moves);
}
