//! A reference for the scores of moves, without accumulators, vectors and candidates (`tight.8`, `tight.10`, `tight.11`).

use crate::board::legal_moves::{LegalMove, LegalMoves};
use crate::codecs::tight::{
    Evaluator,
    features::{Candidate, Features, STYLE},
    model::{Model, SECOND_UNITS, UNITS},
};

/// Returns the scores of moves in the position that `evaluator` evaluated.
pub fn scores(evaluator: &Evaluator<'_>, style: u16, moves: &[Candidate]) -> Vec<i32> {
    let Evaluator { position, history, visits, .. } = evaluator;
    let model = Model::get().unwrap();
    let legal = LegalMoves::new(position);
    let features = Features::new(&legal, history);
    let mut inputs = vec![STYLE + style];
    for (i, set) in features.square_sets.iter().enumerate() {
        inputs.extend((0..64).filter(|s| set >> s & 1 == 1).map(|s| 64 * i as u16 + s));
    }
    features.visit_inputs(position, history, |input| inputs.push(input));
    visits.visit_inputs(|input| inputs.push(input));
    let first: Vec<i64> = (0..UNITS)
        .map(|unit| {
            let sum: i64 = inputs.iter().map(|input| i64::from(model.input_weights[usize::from(*input)].0[unit])).sum();
            assert!(i16::try_from(sum).is_ok());
            (sum + 2).clamp(0, 511) / 4
        })
        .collect();
    let second: Vec<i64> = (0..SECOND_UNITS)
        .map(|j| {
            let weight = |unit: usize| i64::from(model.second_layer.by_unit[unit][j]);
            let sum: i64 = first.iter().enumerate().map(|(unit, value)| value * weight(unit)).sum();
            (sum + i64::from(model.second_layer.biases[j]) + 64).div_euclid(128).clamp(0, 127)
        })
        .collect();
    let output = |feature: &u16| {
        let weights = &model.output_weights[usize::from(*feature)].0;
        let sum: i64 = second.iter().zip(weights).map(|(unit, weight)| unit * i64::from(*weight)).sum();
        sum + i64::from(model.moves.biases[usize::from(*feature)])
    };
    let score = |m: LegalMove| {
        let of_move = features.move_features(m);
        let entries: i64 = of_move.entries.iter().map(|entry| i64::from(model.moves.pair_table[*entry as usize])).sum();
        let played = visits.played().find(|(other, _)| *other == m).map_or(0, |(_, feature)| output(&feature));
        let score = of_move.features.iter().map(output).sum::<i64>() + 64 * entries + played;
        i32::try_from(score).expect("scores fit 32 bits")
    };
    moves.iter().map(|candidate| score(candidate.m)).collect()
}
