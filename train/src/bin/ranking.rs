//! Trains the table of `spec/ranking.md` and counts the ranks for the code of `spec/codecs/huffman.md`.
//!
//! `ranking TRAIN.pgn... [--test TEST.pgn]... [-o FOLDER]`: a log-linear model of the played move, fitted by AdaGrad, game by game, in two
//! passes. Single-threaded, and uses only additions, multiplications, divisions and square roots of `f64`: the same games give the same
//! table on every machine.

use plypack::{
    PackedMove, Position,
    internals::ranking::{FEATURES, SCORE_PER_BIT, visit_features},
};
use plypack_train::{Line, exp2, lines};

/// A position with the features of its legal moves.
#[derive(Default)]
struct Choice {
    entries: Vec<u16>,
    ends: Vec<u32>,
    played: usize,
    scores: Vec<f64>,
}

impl Choice {
    fn read(&mut self, position: &Position, played: PackedMove) {
        self.entries.clear();
        self.ends.clear();
        let mut last = None;
        visit_features(position, |m, entry| {
            if last != Some(m) {
                if last.is_some() {
                    self.ends.push(self.entries.len() as u32);
                }
                if m == played {
                    self.played = self.ends.len();
                }
                last = Some(m);
            }
            self.entries.push(entry as u16);
        });
        self.ends.push(self.entries.len() as u32);
    }

    fn entries_of(&self, m: usize) -> &[u16] {
        let start = if m == 0 { 0 } else { self.ends[m - 1] as usize };
        &self.entries[start..self.ends[m] as usize]
    }

    /// Turns the scores into probabilities, and returns the probability of the played move.
    fn weigh(&mut self, weights: &[f64]) -> f64 {
        self.scores.clear();
        for m in 0..self.ends.len() {
            let score = self.entries_of(m).iter().map(|e| weights[usize::from(*e)]).sum();
            self.scores.push(score);
        }
        let best = self.scores.iter().copied().fold(f64::MIN, f64::max);
        let mut sum = 0.0;
        for score in &mut self.scores {
            *score = exp2(*score - best);
            sum += *score;
        }
        for score in &mut self.scores {
            *score /= sum;
        }
        self.scores[self.played]
    }
}

struct Trainer {
    weights: Vec<f64>,
    squares: Vec<f64>,
    choice: Choice,
}

impl Trainer {
    fn learn(&mut self, position: &Position, played: PackedMove, step: f64) -> f64 {
        self.choice.read(position, played);
        let probability = self.choice.weigh(&self.weights);
        for m in 0..self.choice.ends.len() {
            let gradient = f64::from(u8::from(m == self.choice.played)) - self.choice.scores[m];
            if gradient.abs() < 1e-4 {
                continue;
            }
            for entry in self.choice.entries_of(m) {
                let entry = usize::from(*entry);
                self.squares[entry] += gradient * gradient;
                self.weights[entry] += step * gradient / self.squares[entry].sqrt();
            }
        }
        probability
    }
}

fn positions(line: &Line, mut visit: impl FnMut(&Position, PackedMove)) {
    let mut position = line.start.clone();
    for m in &line.moves {
        visit(&position, *m);
        position.play(*m).expect("a legal game");
    }
}

/// Result of a table on games.
#[derive(Default)]
struct Measured {
    plies: u64,
    bits: f64,
    ranks: Vec<u64>,
}

fn measure(games: &[Line], weights: &[f64]) -> Measured {
    let mut measured = Measured { ranks: vec![0; 1200], ..Measured::default() };
    let mut choice = Choice::default();
    for game in games {
        positions(game, |position, played| {
            choice.read(position, played);
            let own = choice.weigh(weights);
            measured.bits -= own.log2();
            measured.plies += 1;
            measured.ranks[choice.scores.iter().filter(|p| **p > own).count()] += 1;
        });
    }
    measured
}

fn report(name: &str, measured: &Measured) {
    let plies = measured.plies as f64;
    let entropy: f64 =
        measured.ranks.iter().filter(|n| **n > 0).map(|n| *n as f64 / plies).map(|p| -p * p.log2()).sum();
    let first = |n: usize| 100.0 * measured.ranks[..n].iter().sum::<u64>() as f64 / plies;
    eprintln!(
        "{name}: {plies} plies, {:.3} bits by likelihood, {entropy:.3} by rank; first {:.1} %, six {:.1} %, ten {:.1} %",
        measured.bits / plies,
        first(1),
        first(6),
        first(10)
    );
}

fn main() {
    let mut train = Vec::new();
    let mut test = Vec::new();
    let mut folder = "spec/tables".to_owned();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &argument[..] {
            "--test" => test.extend(arguments.next()),
            "-o" => folder = arguments.next().expect("-o FOLDER"),
            _ => train.push(argument),
        }
    }
    let games = lines(&train);
    let tests: Vec<_> = test.iter().map(|path| (path, lines(std::slice::from_ref(path)))).collect();
    eprintln!("{} games, {FEATURES} entries", games.len());
    let weights = vec![0.0; FEATURES];
    let squares = vec![1.0; FEATURES];
    let mut trainer = Trainer { weights, squares, choice: Choice::default() };
    const PASSES: usize = 2;
    let mut done = 0;
    for pass in 0..PASSES {
        for game in &games {
            let step = 0.5 * (1.0 - 0.95 * done as f64 / (PASSES * games.len()) as f64);
            positions(game, |position, played| {
                trainer.learn(position, played, step);
            });
            done += 1;
        }
        eprintln!("pass {} of {PASSES}", pass + 1);
    }
    let rounded: Vec<f64> = trainer.weights.iter().map(|w| (w * f64::from(SCORE_PER_BIT)).round()).collect();
    let quantised: Vec<f64> = rounded.iter().map(|w| w / f64::from(SCORE_PER_BIT)).collect();
    for (name, games) in &tests {
        report(name, &measure(games, &quantised));
    }
    let counted = measure(&games, &quantised);
    report("training games", &counted);
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    write(&folder, "ranking", rounded.iter().map(|w| *w as i64));
    write(&folder, "huffman", code_lengths(&counted.ranks).into_iter());
    let per_bit = SCORE_PER_BIT as i64;
    write(&folder, "arith", (0..per_bit).map(|less| (8192.0 * exp2(-(less as f64) / per_bit as f64)).round() as i64));
}

fn write(folder: &str, name: &str, numbers: impl Iterator<Item = i64>) {
    let numbers: Vec<_> = numbers.map(|n| n.to_string()).collect();
    let text: Vec<_> = numbers.chunks(16).map(|line| line.join(" ")).collect();
    std::fs::write(format!("{folder}/{name}.txt"), text.join("\n") + "\n").expect("a file to write to");
}

/// Returns the lengths of a Huffman code for the ranks: 127 separate ranks, and the escape for all higher ones. Rare ranks count as one in
/// 2^14, so that no code is longer than 16 bits.
fn code_lengths(ranks: &[u64]) -> Vec<i64> {
    const CODES: usize = 128;
    let all: u64 = ranks.iter().sum();
    let mut weights: Vec<u64> = ranks[..CODES - 1].to_vec();
    weights.push(ranks[CODES - 1..].iter().sum());
    let mut trees: Vec<(u64, Vec<usize>)> =
        weights.iter().enumerate().map(|(number, weight)| ((*weight).max(all >> 14), vec![number])).collect();
    let mut lengths = vec![0; CODES];
    while trees.len() > 1 {
        trees.sort_by(|a, b| b.cmp(a));
        let low = trees.pop().expect("two trees");
        let next = trees.pop().expect("two trees");
        let joined = [low.1, next.1].concat();
        joined.iter().for_each(|number| lengths[*number] += 1);
        trees.push((low.0 + next.0, joined));
    }
    assert!(lengths.iter().all(|length| *length <= 16), "a code is too long");
    lengths
}
