//! Real games, if the data folder exists.

use shakmaty::Position as _;

use super::{reference, round_trip};
use crate::{PackedMove, Position, games};

fn check(name: &str, limit: usize) {
    let Some(path) = games::find(name) else {
        println!("skipped: no {name} in the data folder");
        return;
    };
    for line in games::read(&path, limit).unwrap() {
        let mut chess = line.start.clone();
        let mut expected = Vec::new();
        for m in &line.moves {
            expected.extend(reference::encode(&chess, Some(*m)));
            chess.play_unchecked(*m);
        }
        let packed: Vec<_> = line.moves.iter().map(|m| PackedMove::from_shakmaty(*m)).collect();
        assert_eq!(round_trip(&Position::from(&line.start), &packed), expected);
    }
}

#[test]
fn real_games() {
    for name in ["otb_bench", "online_bench", "engine_bench", "chess960_engine", "from_fen"] {
        check(name, 3000);
    }
}
