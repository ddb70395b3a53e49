//! Builds the tables of `spec/codecs/coord-static.md` and `spec/codecs/direction-target.md`.
//!
//! `coordinates TRAIN.pgn... [--test TEST.pgn]... [-o FOLDER]`: counts the moves by their squares, by the move before them, and by their
//! directions. Previous moves with similar successors share a table: each is assigned to the class whose table codes its successors in the
//! fewest bits, repeatedly, until nothing changes (k-means). Every table is the best prefix code of at most 16 bits for its counts.
//! Single-threaded, and uses only additions, multiplications, divisions and a rounded logarithm: the same games give the same tables on
//! every machine.

use plypack::{
    PackedMove, Position,
    internals::static_code::{
        CLASSES, CONTEXTS, MAX_BITS,
        symbols::{COORD_SYMBOLS, DIRECTION_SYMBOLS, coord_symbol, direction_symbol, seen_by},
    },
};
use plypack_train::lines;

/// Weight of the counts of all moves in each class, in moves.
const SMOOTHING: f64 = 200.0;
/// Maximum number of times that classes are recomputed.
const ROUNDS: usize = 40;
/// Scale of a count as a weight, so that fractions are kept.
const UNIT: f64 = 1000.0;

/// Counts of each move by the move before it, and of each direction.
struct Counts {
    after: Vec<Vec<u32>>,
    directions: Vec<u32>,
}

impl Counts {
    fn of(files: &[String]) -> Counts {
        let mut counts =
            Counts { after: vec![vec![0; COORD_SYMBOLS]; CONTEXTS], directions: vec![0; DIRECTION_SYMBOLS] };
        for line in lines(files).iter().filter(|line| line.start == Position::default()) {
            let mut side = usize::from(line.start.turn().is_black());
            let mut before = 0;
            for m in &line.moves {
                // Castling from the standard start has the squares of the king's move.
                let flags = if m.flags() >= 8 && m.flags() & 3 != 3 { m.0 & 0xF000 } else { 0 };
                let seen = PackedMove(flags | seen_by(side, m.0 & 0xFFF));
                let symbol = |m| usize::from(coord_symbol(m).expect("a legal move"));
                counts.after[before][symbol(seen)] += 1;
                counts.directions[usize::from(direction_symbol(seen).expect("a legal move"))] += 1;
                (before, side) = (symbol(PackedMove(seen.0 & 0xFFF)), side ^ 1);
            }
        }
        counts
    }

    fn all(&self) -> Vec<f64> {
        let mut all = vec![0.0; COORD_SYMBOLS];
        self.after.iter().for_each(|row| add(&mut all, row));
        all
    }
}

fn add(sum: &mut [f64], row: &[u32]) {
    sum.iter_mut().zip(row).for_each(|(sum, count)| *sum += f64::from(*count));
}

/// Every symbol has at least a small count, so that it gets a code.
fn weights(counts: &[f64], all: &[f64]) -> Vec<u64> {
    let total: f64 = all.iter().sum::<f64>().max(1.0);
    counts.iter().zip(all).map(|(count, of_all)| ((count + SMOOTHING * of_all / total) * UNIT) as u64 + 1).collect()
}

/// Computes the lengths of the best prefix code of at most `MAX_BITS` bits, by the package-merge algorithm of Larmore and Hirschberg.
fn lengths(weights: &[u64]) -> Vec<u8> {
    let mut single: Vec<(u64, Vec<u16>)> =
        weights.iter().zip(0..).map(|(weight, symbol)| (*weight, vec![symbol])).collect();
    single.sort();
    let mut packages = single.clone();
    for _ in 1..MAX_BITS {
        let pairs = packages.chunks_exact(2).map(|pair| (pair[0].0 + pair[1].0, [&pair[0].1[..], &pair[1].1].concat()));
        let mut merged: Vec<_> = pairs.chain(single.iter().cloned()).collect();
        merged.sort();
        packages = merged;
    }
    let mut lengths = vec![0; weights.len()];
    for (_, symbols) in &packages[..2 * weights.len() - 2] {
        symbols.iter().for_each(|symbol| lengths[usize::from(*symbol)] += 1);
    }
    lengths
}

/// Assigns the previous moves to classes, and returns the counts of each class.
fn classes(counts: &Counts, all: &[f64]) -> (Vec<u8>, Vec<Vec<f64>>) {
    let rows: Vec<Vec<(usize, f64)>> = counts
        .after
        .iter()
        .map(|row| row.iter().enumerate().filter(|(_, n)| **n > 0).map(|(s, n)| (s, f64::from(*n))).collect())
        .collect();
    let moves = |context: usize| rows[context].iter().map(|(_, n)| *n as u64).sum::<u64>();
    let mut order: Vec<usize> = (0..CONTEXTS).collect();
    order.sort_by_key(|context| (std::cmp::Reverse(moves(*context)), *context));
    // Initially each of the most frequent moves is a class of its own.
    let mut class_of = vec![0_u8; CONTEXTS];
    let mut members = order[..CLASSES].iter().map(|context| vec![*context]).collect::<Vec<_>>();
    for _ in 0..ROUNDS {
        let sums = members.iter().map(|contexts| sum_of(counts, contexts)).collect::<Vec<_>>();
        let costs: Vec<Vec<f64>> = sums.iter().map(|sum| costs(&weights(sum, all))).collect();
        let cost_of =
            |context: usize, class: usize| rows[context].iter().map(|(s, n)| n * costs[class][*s]).sum::<f64>();
        let best = |context| {
            (0..CLASSES).min_by(|a, b| cost_of(context, *a).total_cmp(&cost_of(context, *b))).unwrap_or_default() as u8
        };
        let found: Vec<u8> = (0..CONTEXTS).map(best).collect();
        let is_stable = found == class_of;
        class_of = found;
        members = vec![Vec::new(); CLASSES];
        class_of.iter().zip(0..).for_each(|(class, context)| members[usize::from(*class)].push(context));
        if is_stable {
            break;
        }
    }
    let sums = members.iter().map(|contexts| sum_of(counts, contexts)).collect();
    (class_of, sums)
}

fn sum_of(counts: &Counts, contexts: &[usize]) -> Vec<f64> {
    let mut sum = vec![0.0; COORD_SYMBOLS];
    contexts.iter().for_each(|context| add(&mut sum, &counts.after[*context]));
    sum
}

/// Returns the bits of each symbol by its share, in thousandths, so that all machines agree.
fn costs(weights: &[u64]) -> Vec<f64> {
    let total: u64 = weights.iter().sum();
    weights.iter().map(|weight| ((total as f64 / *weight as f64).log2() * 1000.0).round() / 1000.0).collect()
}

/// Packs two lengths per byte, the first in the lower half.
fn packed(lengths: &[u8]) -> Vec<u8> {
    lengths.chunks(2).map(|pair| (pair[0] - 1) | (pair.get(1).map_or(0, |length| length - 1)) << 4).collect()
}

/// Returns the bits per move with these counts.
fn bits<'a>(rows: impl Iterator<Item = (&'a Vec<u32>, &'a Vec<u8>)>) -> f64 {
    let mut bits = 0.0;
    let mut moves = 0.0;
    for (counts, lengths) in rows {
        for (count, length) in counts.iter().zip(lengths) {
            bits += f64::from(*count) * f64::from(*length);
            moves += f64::from(*count);
        }
    }
    bits / moves
}

fn main() {
    let mut train = Vec::new();
    let mut test = Vec::new();
    let mut folder = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--test" => test.extend(args.next()),
            "-o" => folder = args.next(),
            _ => train.push(arg),
        }
    }
    let counts = Counts::of(&train);
    let all = counts.all();
    let plain = lengths(&weights(&all, &all));
    let (class_of, sums) = classes(&counts, &all);
    let tables: Vec<Vec<u8>> = sums.iter().map(|sum| lengths(&weights(sum, &all))).collect();
    let directions: Vec<f64> = counts.directions.iter().map(|count| f64::from(*count)).collect();
    let direction = lengths(&weights(&directions, &directions));
    for name in &test {
        let tested = Counts::of(std::slice::from_ref(name));
        let without = bits(tested.after.iter().map(|row| (row, &plain)));
        let with = bits(tested.after.iter().zip(class_of.iter().map(|class| &tables[usize::from(*class)])));
        let by_direction = bits(std::iter::once((&tested.directions, &direction)));
        println!("{name}: {without:.3} bits a move, {with:.3} with the move before, {by_direction:.3} by direction");
    }
    if let Some(folder) = folder {
        let context = [packed(&plain), class_of].into_iter().chain(tables.iter().map(|table| packed(table)));
        std::fs::write(format!("{folder}/coord-static.bin"), context.collect::<Vec<_>>().concat()).expect("a folder");
        std::fs::write(format!("{folder}/direction-static.bin"), packed(&direction)).expect("a folder");
    }
}
