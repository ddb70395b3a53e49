//! A reference for the scores of moves, without accumulators, vectors and candidates (`tight.7`, `tight.9`, `tight.10`).

use shakmaty::Chess;

use crate::board::legal_moves::{LegalMove, LegalMoves};
use crate::codecs::tight::{
    features::{Features, History, STYLE},
    model::{Model, UNITS},
};

pub fn scores(position: &Chess, history: &History, style: u16, moves: impl Iterator<Item = LegalMove>) -> Vec<i32> {
    let model = Model::get().unwrap();
    let legal = LegalMoves::new(position);
    let features = Features::new(&legal, history);
    let mut inputs = vec![STYLE + style];
    for (i, set) in features.square_sets.iter().enumerate() {
        inputs.extend((0..64).filter(|s| set >> s & 1 == 1).map(|s| 64 * i as u16 + s));
    }
    features.visit_inputs(position, history, |input| inputs.push(input));
    let hidden: Vec<i64> = (0..UNITS)
        .map(|unit| {
            let sum: i64 = inputs.iter().map(|input| i64::from(model.input_weights[usize::from(*input)][unit])).sum();
            assert!(i16::try_from(sum).is_ok());
            (sum + 2).clamp(0, 511) / 4
        })
        .collect();
    let output = |feature: &u16| {
        let weights = &model.output_weights[usize::from(*feature)];
        let sum: i64 = hidden.iter().zip(weights).map(|(unit, weight)| unit * i64::from(*weight)).sum();
        sum + i64::from(model.biases[usize::from(*feature)])
    };
    let score = |m: LegalMove| {
        let of_move = features.move_features(m);
        let entries: i64 = of_move.entries.iter().map(|entry| i64::from(model.pair_table[*entry as usize])).sum();
        let score = of_move.features.iter().map(output).sum::<i64>() + 64 * entries;
        i32::try_from(score).expect("scores fit 32 bits")
    };
    moves.map(score).collect()
}
