//! The model as integers, in its file (`spec/tight-model.md`).

use plypack::internals::{rice::RiceWriter, wire::put_varint};
use rayon::prelude::*;

use crate::{
    examples::Arena,
    games::Record,
    tight_features::{ENTRIES, INPUTS, MOVE_FEATURES},
};

const UNITS: usize = 512;
/// Features that occur less often than this have no trained weights.
const MIN_SEEN: u32 = 4;

pub fn write(floats: &[f32], games: &[Record]) -> Vec<u8> {
    let (inputs, rest) = floats.split_at(INPUTS * UNITS);
    let (outputs, rest) = rest.split_at(MOVE_FEATURES * UNITS);
    let (bias, tables) = rest.split_at(MOVE_FEATURES);
    let (seen_in, seen_out) = seen(games);
    let log2e = std::f32::consts::LOG2_E;
    let mut out = b"PLYTIGHT".to_vec();
    let quantised = |floats: &[f32], scale: f32, most: f32| -> Vec<i32> {
        floats.iter().map(|w| (w * scale).round().clamp(-most, most) as i32).collect()
    };
    let clear = |mut weights: Vec<i32>, seen: &[u32], width: usize| {
        for (row, seen) in weights.chunks_mut(width).zip(seen) {
            if *seen < MIN_SEEN {
                row.fill(0);
            }
        }
        weights
    };
    let sizes = [
        put_weights(&mut out, &clear(quantised(inputs, 64.0, 127.0), &seen_in, UNITS)),
        put_weights(&mut out, &clear(quantised(outputs, 64.0 * log2e, 127.0), &seen_out, UNITS)),
        put_weights(&mut out, &clear(quantised(bias, 1024.0 * log2e, 32767.0), &seen_out, 1)),
        put_weights(&mut out, &quantised(&tables[..ENTRIES], 16.0 * log2e, 127.0)),
    ];
    for i in 0..1024 {
        let halved = 65536.0 * (-f64::from(i) / 1024.0).exp2();
        out.extend((halved.round() as u32 - 1).min(65535).to_le_bytes()[..2].iter());
    }
    println!("bytes: {sizes:?}, all {}", out.len());
    out
}

/// How often features occur in some of the games.
fn seen(games: &[Record]) -> (Vec<u32>, Vec<u32>) {
    let stride = (games.len() / 20_000).max(1);
    let some: Vec<&Record> = games.iter().step_by(stride).collect();
    let count = |part: &[&Record]| {
        let mut arena = Arena::default();
        part.iter().for_each(|g| arena.add_game(g));
        let (mut i, mut o) = (vec![0; INPUTS], vec![0; MOVE_FEATURES]);
        arena.inputs.iter().for_each(|r| i[*r as usize] += 1);
        arena.outputs.iter().for_each(|r| o[*r as usize] += 1);
        (i, o)
    };
    let sum = |a: Vec<u32>, b: Vec<u32>| if a.is_empty() { b } else { a.iter().zip(&b).map(|(a, b)| a + b).collect() };
    some.par_chunks(64).map(count).reduce(|| (Vec::new(), Vec::new()), |a, b| (sum(a.0, b.0), sum(a.1, b.1)))
}

/// Groups of 512, each with the Rice parameter that makes it shortest.
fn put_weights(out: &mut Vec<u8>, weights: &[i32]) -> usize {
    let (mut parameters, mut codes) = (Vec::new(), RiceWriter::default());
    for group in weights.chunks(UNITS) {
        if group.iter().all(|w| *w == 0) {
            parameters.push(255);
            continue;
        }
        let folded: Vec<u32> = group.iter().map(|w| (w << 1 ^ w >> 31) as u32).collect();
        let length = |k: &u32| folded.iter().map(|f| (f >> k) + 1 + k).sum::<u32>();
        let short_enough = |k: &u32| folded.iter().all(|f| f >> k <= 32);
        let k = (0..16).filter(short_enough).min_by_key(length).expect("16 bits hold every weight");
        parameters.push(k as u8);
        folded.iter().for_each(|f| codes.put(*f, k));
    }
    let bytes = codes.finish();
    put_varint(out, bytes.len() as u64);
    out.extend(&parameters);
    out.extend(&bytes);
    parameters.len() + bytes.len()
}
