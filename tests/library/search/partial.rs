//! Positions with fewer fields of a FEN.

use plypack::{
    Codec, ErrorCode,
    search::{self, Query, Target},
};
use shakmaty::{Chess, EnPassantMode, fen::Fen};

use super::{check_find, games, key, pack, quiet};

/// The same board with different rights, sides to move and en passant captures.
const GAMES: &str = "1. e4 d5 2. e5 f5 *\n\n1. e4 f5 2. e5 d5 *\n\n1. e3 f5 2. e4 d5 3. e5 *\n\n\
    1. e4 d5 2. Ke2 f5 3. Ke1 Kd7 4. e5 Ke8 *\n\n1. e4 *";
const BOARD: &str = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR";

#[test]
fn fields_that_are_not_given_do_not_count() {
    let games = games(GAMES);
    for codec in [Codec::Byte, Codec::Tight] {
        let reader = pack(&games, codec, 2);
        // The fields after the board, the fields of the resulting FEN, and the number of games with the position.
        for (more, rest, count) in [
            ("", "", 4),
            (" w", " w ", 3),
            ("  b ", " b ", 1),
            (" w KQkq", " w KQkq ", 2),
            (" w - ", " w - ", 1),
            (" w KQkq d6", " w KQkq d6", 1),
            ("_w_KQkq_f6_3_9", " w KQkq f6", 1),
        ] {
            let fen = format!("{BOARD}{more}");
            let target = Target::from_fen(fen.as_bytes()).unwrap();
            let check = |position: &Chess| {
                let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
                fen.starts_with(BOARD) && fen.contains(rest)
            };
            assert_eq!(check_find(&reader, &games, target, &check, &fen), count, "{fen}");
        }
    }
}

#[test]
fn a_board_alone_is_playable_with_either_side_to_move() {
    let games = games("1. e4 d5 2. Bb5+ *");
    let reader = pack(&games, Codec::Byte, 9);
    let board = "rnbqkbnr/ppp1pppp/8/1B1p4/4P3/8/PPPP1PPP/RNBQK1NR";
    let target = Target::from_fen(board.as_bytes()).unwrap();
    let check = |position: &Chess| key(position).board.board_fen().to_string() == board;
    assert_eq!(check_find(&reader, &games, target, &check, board), 1);
    for wrong in ["", " ", "8/8/8/8/8/8/8/8", "kk6/8/8/8/8/8/8/K7", "nonsense"] {
        assert_eq!(Target::from_fen(wrong.as_bytes()).unwrap_err().code(), ErrorCode::IllegalPosition, "{wrong}");
    }
    assert!(Target::from_fen(format!("{board} w").as_bytes()).is_err(), "Black is in check and not to move");
}

#[test]
fn a_tree_needs_all_fields() {
    let games = games(GAMES);
    let reader = pack(&games, Codec::Byte, 9);
    let tree = |fen: &str| search::tree(&[&reader], &Query::new(Target::from_fen(fen.as_bytes()).unwrap()), &mut quiet);
    assert_eq!(tree(&format!("{BOARD} w KQkq")).unwrap_err().code(), ErrorCode::InvalidArgument);
    assert_eq!(tree(&format!("{BOARD} w KQkq d6")).unwrap()[0].games, 1);
    let orders =
        search::transpositions(&[&reader], &Query::new(Target::from_fen(BOARD.as_bytes()).unwrap()), &mut quiet);
    assert_eq!(orders.unwrap().len(), 4);
}
