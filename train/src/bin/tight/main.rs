//! Trains the model of the move codec `tight`, and writes its file (`spec/tight-model.md`).
//!
//! `tight --data FOLDER --model FILE [--last] [--passes N] [--limit GAMES] [--slices N] [--rate R] [--weights FILE] [--write-only]`:
//! reads the PGN files that `games.rs` names from the folder, learns for so many passes over them, says how many bits a ply of
//! the games that were kept apart takes, and writes the model. The weights in floating point are kept in `--weights`;
//! `--write-only` learns nothing, and makes the model from that file.

mod examples;
mod games;
mod model_file;
mod net;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use examples::Arena;
use games::Record;
use net::{Net, Random};
use plypack::{
    PackedMove,
    internals::{board::legal_moves, tight_features},
};
use rayon::prelude::*;
use tight_features::{STYLE, STYLES};

const BATCH: usize = 1024;

fn option<T: std::str::FromStr>(name: &str, default: T) -> T {
    let mut args = std::env::args().skip_while(|a| a != name);
    args.next();
    args.next().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn main() {
    let data: PathBuf = option("--data", PathBuf::from("../shared/data"));
    let passes: f64 = option("--passes", 1.13);
    let limit: usize = option("--limit", usize::MAX);
    let slices: usize = option("--slices", 8);
    let top: f32 = option("--rate", 0.002);
    let measured: usize = option("--measured", 600);
    let last = std::env::args().any(|a| a == "--last");
    let weights: PathBuf = option("--weights", PathBuf::from("tight-weights.f32"));
    let began = Instant::now();
    let mut split = games::split(&data, last);
    let mut random = Random(7);
    random.shuffle(&mut split.learn);
    split.learn.truncate(limit);
    let plies: usize = split.learn.iter().map(|g| g.moves.len()).sum();
    println!("{} games, {plies} plies to learn from, {:.0?}", split.learn.len(), began.elapsed());

    let model: PathBuf = option("--model", PathBuf::from("tight-model.bin"));
    if std::env::args().any(|a| a == "--write-only") {
        return write_model(&model, &weights, &split.learn);
    }
    let mut net = Net::new(slices);
    let total = (passes * plies as f64 / BATCH as f64) as usize;
    let mut step = 0;
    let (mut cost, mut counted) = (0.0, 0);
    let mut order: Vec<usize> = Vec::new();
    'all: loop {
        if order.is_empty() {
            // Engine games are few: each counts twice.
            let twice = |i: &usize| matches!(split.learn[*i].style, 5 | 6);
            order = (0..split.learn.len()).chain((0..split.learn.len()).filter(twice)).collect();
            random.shuffle(&mut order);
        }
        let group = order.split_off(order.len() - order.len().min(2048));
        let arenas: Vec<Arena> = group
            .par_chunks(32)
            .map(|part| {
                let mut arena = Arena::default();
                part.iter().for_each(|i| arena.add_game(&split.learn[*i]));
                arena
            })
            .collect();
        let mut picks: Vec<_> = arenas.iter().flat_map(|a| (0..a.examples.len()).map(move |i| (a, i))).collect();
        random.shuffle(&mut picks);
        for batch in picks.chunks_exact(BATCH) {
            let share = step as f32 / total as f32;
            let rate = top * (step as f32 / 300.0).min(1.0) * (1.0 - share).max(0.01);
            cost += net.learn(batch, rate);
            counted += 1;
            step += 1;
            if step % 1000 == 0 {
                println!("step {step}/{total}, {:.0?}: {:.4} bits", began.elapsed(), cost / counted as f32);
                (cost, counted) = (0.0, 0);
            }
            if step % 4000 == 0 {
                net.save(&weights);
            }
            if step % 20000 == 0 {
                measure(&mut net, &split.measure, measured / 3);
            }
            if step >= total {
                break 'all;
            }
        }
    }
    net.save(&weights);
    write_model(&model, &weights, &split.learn);
    measure(&mut net, &split.measure, measured);
}

/// Rounds the weights of a file.
fn write_model(model: &Path, weights: &Path, games: &[Record]) {
    let floats = std::fs::read(weights).expect("the weights can be read");
    let floats: Vec<f32> = floats.as_chunks::<4>().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    std::fs::write(model, model_file::write(&floats, games)).expect("the model can be written");
}

/// Bits per ply of held-out games: with the style that the label says, and with the best style of each run.
fn measure(net: &mut Net, sets: &[(&str, Vec<Record>)], count: usize) {
    for (name, games) in sets {
        let (mut labelled, mut best, mut plies) = (0.0, 0.0, 0);
        let stride = (games.len() * 25 / count).max(25);
        for run in games.chunks(stride).map(|c| &c[..c.len().min(25)]) {
            let mut arena = Arena::default();
            run.iter().for_each(|g| arena.add_game(g));
            let picks: Vec<_> = (0..arena.examples.len()).collect();
            let cost = |net: &mut Net, arena: &Arena| -> f64 {
                let mut sum = 0.0;
                for part in picks.chunks(BATCH) {
                    let batch: Vec<_> = part.iter().map(|i| (arena, *i)).collect();
                    sum += net.costs(&batch).iter().map(|c| f64::from(*c)).sum::<f64>();
                }
                sum
            };
            labelled += cost(net, &arena);
            let mut least = f64::MAX;
            for style in 0..STYLES {
                for i in 0..arena.examples.len() {
                    let at = arena.examples[i].inputs.1 as usize - 1;
                    arena.inputs[at] = STYLE + style;
                }
                least = least.min(cost(net, &arena));
            }
            best += least + 3.0;
            plies += picks.len();
        }
        println!(
            "  {name}: {:.4} with labels, {:.4} with the best style of a run, {plies} plies",
            labelled / plies as f64,
            best / plies as f64
        );
    }
}
