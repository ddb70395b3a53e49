//! Bits per ply of the held-out games.

use std::collections::BTreeMap;

use crate::{
    RUN,
    examples::Arena,
    games::{Record, Split},
    net::Net,
    tight_features::{STYLE, STYLES},
};

/// Bits and plies.
#[derive(Clone, Copy, Default)]
struct Sum {
    bits: f64,
    plies: usize,
}

impl Sum {
    fn add(&mut self, costs: &[f32]) {
        self.bits += costs.iter().map(|cost| f64::from(*cost)).sum::<f64>();
        self.plies += costs.len();
    }

    fn mean(self) -> f64 {
        self.bits / self.plies as f64
    }
}

/// Returns the temperatures of all styles: from a list of candidates, the one with the lowest cost on held-out games that are not measured
/// (Guo and others, 2017).
pub fn temperatures(net: &mut Net, split: &Split) -> Vec<u16> {
    let mut all = Vec::new();
    for (styles, games) in split.calibrating() {
        let runs = runs(&games);
        let arenas: Vec<Arena> = runs.iter().step_by((runs.len() / 30).max(1)).map(|run| Arena::of_run(run)).collect();
        let best = (160..=256).step_by(8).min_by_key(|temperature| {
            net.temperature = *temperature;
            arenas.iter().flat_map(|arena| costs(net, arena)).map(f64::from).sum::<f64>() as u64
        });
        let best = best.expect("some are tried");
        println!("styles {styles:?}: {} games, temperature {best} / 256", games.len());
        all.extend(styles.map(|_| best));
    }
    net.temperature = 256;
    all
}

/// Prints the bits per ply of some runs of every kind: with the styles of the labels, and with the best style of each run.
pub fn measure(net: &mut Net, split: &Split, temperatures: &[u16], count: usize) {
    for (name, games) in split.measured() {
        let runs = runs(&games.iter().collect::<Vec<_>>());
        let mut labelled = Sum::default();
        let mut best = Sum::default();
        for run in runs.iter().step_by((runs.len() / count).max(1)) {
            let mut arena = Arena::of_run(run);
            net.temperature = temperatures[usize::from(run[0].style)];
            labelled.add(&costs(net, &arena));
            let of_styles = (0..STYLES).map(|style| {
                net.temperature = temperatures[usize::from(style)];
                for example in &arena.examples {
                    arena.inputs[example.inputs.1 as usize - 1] = STYLE + style;
                }
                let mut sum = Sum { bits: f64::from(STYLES).log2(), plies: 0 };
                sum.add(&costs(net, &arena));
                sum
            });
            let least = of_styles.min_by(|a, b| a.bits.total_cmp(&b.bits)).expect("styles");
            best = Sum { bits: best.bits + least.bits, plies: best.plies + least.plies };
        }
        let with_labels = labelled.mean();
        let with_best = best.mean();
        println!(
            "  {name}: {with_labels:.4} with labels, {with_best:.4} with the best style of a run, {} plies",
            labelled.plies
        );
    }
}

/// Prints the bits per ply of all games of every kind, by phase of the game and by style, which represents the rating. Also prints how
/// often moves of each tenth of probability were played.
pub fn report(net: &mut Net, split: &Split, temperatures: &[u16]) {
    for (name, games) in split.measured() {
        let mut by_phase = [Sum::default(); 8];
        let mut by_style = BTreeMap::<u16, Sum>::new();
        net.take_calibration();
        for run in runs(&games.iter().collect::<Vec<_>>()) {
            net.temperature = temperatures[usize::from(run[0].style)];
            let costs = costs(net, &Arena::of_run(&run));
            let mut rest = &costs[..];
            for game in run {
                let (of_game, more) = rest.split_at(game.moves.len());
                rest = more;
                by_style.entry(game.style).or_default().add(of_game);
                for (part, costs) in of_game.chunks(20).enumerate() {
                    by_phase[part.min(7)].add(costs);
                }
            }
        }
        println!("{name}");
        for (part, sum) in by_phase.iter().enumerate().filter(|(_, sum)| sum.plies > 0) {
            println!("  from ply {}: {:.3}, {} plies", 20 * part, sum.mean(), sum.plies);
        }
        for (style, sum) in by_style {
            println!("  style {style}: {:.3}, {} plies", sum.mean(), sum.plies);
        }
        for (count, sum, played) in net.take_calibration() {
            let share = |part: f64| 100.0 * part / f64::from(count);
            println!("  probability {:.2} %: {:.2} % played, {count} moves", share(sum), share(played.into()));
        }
    }
}

fn costs(net: &mut Net, arena: &Arena) -> Vec<f32> {
    let batch: Vec<_> = (0..arena.examples.len()).map(|i| (arena, i)).collect();
    net.costs(&batch)
}

/// Cuts these games of a file into runs.
fn runs<'a>(games: &[&'a Record]) -> Vec<Vec<&'a Record>> {
    let mut runs = vec![Vec::new()];
    let mut plies = 0;
    for game in games {
        if plies >= RUN {
            runs.push(Vec::new());
            plies = 0;
        }
        plies += game.moves.len();
        runs.last_mut().expect("a run").push(*game);
    }
    runs
}
