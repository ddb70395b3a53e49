//! The scores of moves once more: no sums are kept, no vectors, no rows found together (`tight.7`, `tight.9`, `tight.10`).

use shakmaty::Chess;

use crate::board::legal_moves::{LegalMove, LegalMoves};
use crate::codecs::tight::{
    model::{Model, UNITS},
    view::{STYLE, Trail, View},
};

pub fn scores(position: &Chess, trail: &Trail, style: u16, moves: impl Iterator<Item = LegalMove>) -> Vec<i32> {
    let model = Model::built_in();
    let sight = LegalMoves::of(position);
    let view = View::new(&sight, trail);
    let mut rows = vec![STYLE + style];
    for (i, set) in view.boards.iter().enumerate() {
        rows.extend((0..64).filter(|s| set >> s & 1 == 1).map(|s| 64 * i as u16 + s));
    }
    view.rows(position, trail, |row| rows.push(row));
    let hidden: Vec<i64> = (0..UNITS)
        .map(|unit| {
            let sum: i64 = rows.iter().map(|row| i64::from(model.inputs[usize::from(*row)][unit])).sum();
            assert!(i16::try_from(sum).is_ok());
            (sum + 2).clamp(0, 511) / 4
        })
        .collect();
    let value = |row: &u16| {
        let weights = &model.outputs[usize::from(*row)];
        let sum: i64 = hidden.iter().zip(weights).map(|(unit, weight)| unit * i64::from(*weight)).sum();
        sum + i64::from(model.bias[usize::from(*row)])
    };
    let score = |m: LegalMove| {
        let seen = view.read(m);
        let entries: i64 = seen.entries.iter().map(|entry| i64::from(model.tables[*entry as usize])).sum();
        let score = seen.rows.iter().map(value).sum::<i64>() + 64 * entries;
        i32::try_from(score).expect("scores fit 32 bits")
    };
    moves.map(score).collect()
}
