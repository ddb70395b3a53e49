//! Trains the model of the move codec `tight`, and writes its file (`spec/tight-model.md`).
//!
//! `tight --data FOLDER --model FILE [--state FILE] [--passes N] [--rate R] [--limit GAMES] [--measured RUNS] [--lists FOLDER] [--write-only] [--report]`:
//! reads the PGN files that `games.rs` names from the folder, trains for N passes over them, prints the bits per ply of the held-out games,
//! and writes the model. `--state` stores the data needed to continue, and is read if it exists; `--write-only` trains nothing, and builds
//! the model from that file. `--lists` only writes the training games and the held-out games to files. `--report` finally prints the cost
//! of plies by phase and rating, and the calibration of the probabilities.

mod adam;
mod examples;
mod games;
mod measure;
mod model_file;
mod net;

use std::{
    path::{Path, PathBuf},
    time::Instant,
};

use adam::Random;
use examples::Arena;
use games::{Part, Record};
use net::Net;
use plypack::internals::{board::legal_moves, tight_features};
use rayon::prelude::*;
use tight_features::STYLES;

const BATCH: usize = 2048;
/// Plies of a run, as in files (`codecs.4`).
const RUN: usize = 4096;
/// Number of runs whose positions are shuffled together.
const GROUP: usize = 48;

fn option<T: std::str::FromStr>(name: &str, default: T) -> T {
    let mut args = std::env::args().skip_while(|a| a != name);
    args.next();
    args.next().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Progress of a training.
struct Progress {
    net: Net,
    /// The pass, and the number of its groups already used.
    pass: u32,
    group: u32,
    /// Plies used for training so far.
    plies: u64,
}

impl Progress {
    fn save(&self, path: &Path) {
        let mut out = [self.pass, self.group].map(u32::to_le_bytes).as_flattened().to_vec();
        out.extend(self.plies.to_le_bytes());
        out.extend(self.net.save());
        let next = path.with_extension("next");
        std::fs::write(&next, out).expect("the state can be written");
        std::fs::rename(&next, path).expect("the state can be replaced");
    }

    fn load(path: &Path) -> Progress {
        let mut progress = Progress { net: Net::new(), pass: 0, group: 0, plies: 0 };
        let Ok(bytes) = std::fs::read(path) else { return progress };
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        (progress.pass, progress.group) = (word(0), word(4));
        progress.plies = u64::from(word(8)) | u64::from(word(12)) << 32;
        progress.net.load(&mut &bytes[16..]);
        progress
    }
}

fn main() {
    let data: PathBuf = option("--data", PathBuf::from("../shared/data"));
    let state: PathBuf = option("--state", PathBuf::from("tight-state.bin"));
    let model: PathBuf = option("--model", PathBuf::from("tight-model.bin"));
    let began = Instant::now();
    let split = games::split(&data, option("--limit", usize::MAX));
    let plies = split.learn.iter().map(|part| part.weight * plies(&part.games)).sum::<usize>();
    let games = split.learn.iter().map(|part| part.games.len()).sum::<usize>();
    println!("{games} games, {plies} plies a pass, {:.0?}", began.elapsed());
    let lists: PathBuf = option("--lists", PathBuf::new());
    if lists != Path::new("") {
        return split.write_lists(&data, &lists);
    }
    let mut progress = Progress::load(&state);
    if !std::env::args().any(|a| a == "--write-only") {
        let total = (option("--passes", 8.0) * plies as f64) as u64;
        train(&mut progress, &split, total, &state);
        progress.save(&state);
    }
    let temperatures = measure::temperatures(&mut progress.net, &split);
    std::fs::write(model, model_file::write(&progress.net, &temperatures)).expect("the model can be written");
    if std::env::args().any(|a| a == "--report") {
        measure::report(&mut progress.net, &split, &temperatures);
    } else {
        measure::measure(&mut progress.net, &split, &temperatures, option("--measured", 100));
    }
}

fn plies(games: &[Record]) -> usize {
    games.iter().map(|game| game.moves.len()).sum()
}

/// Returns the runs of a pass in random order. Runs are as long as in a file, but every pass cuts them at other games.
fn runs<'a>(parts: &'a [Part], random: &mut Random) -> Vec<Vec<&'a Record>> {
    let mut runs = Vec::new();
    for part in parts {
        for _ in 0..part.weight {
            let mut run: Vec<&Record> = Vec::new();
            let mut plies = (random.next() % RUN as u64) as usize;
            for game in &part.games {
                plies += game.moves.len();
                run.push(game);
                if plies >= RUN {
                    runs.push(std::mem::take(&mut run));
                    plies = 0;
                }
            }
            if !run.is_empty() {
                runs.push(run);
            }
        }
    }
    random.shuffle(&mut runs);
    runs
}

fn train(progress: &mut Progress, split: &games::Split, total: u64, state: &Path) {
    let top: f32 = option("--rate", 0.002);
    let began = Instant::now();
    let first = progress.plies;
    let mut last_report = Instant::now();
    let mut cost = 0.0;
    let mut counted = 0;
    loop {
        let runs = runs(&split.learn, &mut Random(progress.pass.into()));
        let groups = runs.chunks(GROUP).enumerate().skip(progress.group as usize);
        for (number, group) in groups {
            let arenas: Vec<Arena> = group.par_iter().map(|run| Arena::of_run(run)).collect();
            let mut picks: Vec<_> = arenas.iter().flat_map(|a| (0..a.examples.len()).map(move |i| (a, i))).collect();
            Random(number as u64).shuffle(&mut picks);
            for batch in picks.chunks_exact(BATCH) {
                if progress.plies >= total {
                    return;
                }
                let rate = top * rate(progress, total);
                cost += progress.net.learn(batch, rate);
                counted += 1;
                progress.plies += BATCH as u64;
            }
            progress.group = number as u32 + 1;
            if number % 4 == 3 {
                let speed = (progress.plies - first) as f64 / began.elapsed().as_secs_f64();
                let share = progress.plies as f64 / total as f64;
                println!("{share:.4}, {:.0?}, {speed:.0} plies/s: {:.4} bits", began.elapsed(), cost / counted as f64);
                (cost, counted) = (0.0, 0);
            }
            if last_report.elapsed().as_secs() > 300 {
                measure::measure(&mut progress.net, split, &[256; STYLES as usize], 12);
                progress.save(state);
                last_report = Instant::now();
            }
        }
        (progress.pass, progress.group) = (progress.pass + 1, 0);
    }
}

/// Returns the learning rate as a share of the highest rate. It rises at first, then falls to a hundredth.
fn rate(progress: &Progress, total: u64) -> f32 {
    let share = progress.plies as f64 / total as f64;
    (progress.net.steps as f32 / 400.0).min(1.0) * (1.0 - share as f32).max(0.01)
}
