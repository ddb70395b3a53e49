//! Looks for the files that cost their readers most: see `fuzz/README.md`.
//!
//! `cargo run --release --example worst -- --seed 1 --minutes 60`

#[path = "campaign.rs"]
mod campaign;
#[path = "../../tests/support/counting.rs"]
mod counting;
#[path = "extremes.rs"]
mod extremes;
#[path = "file.rs"]
mod file;
#[path = "mutate.rs"]
mod mutate;
#[path = "operations.rs"]
mod operations;

use std::time::{Duration, Instant};

use campaign::{Campaign, changed, seeds};
use mutate::Random;

fn option(name: &str, default: u64) -> u64 {
    let arguments: Vec<String> = std::env::args().collect();
    let value = arguments.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].parse());
    value.map_or(default, |value| value.unwrap_or_else(|_| panic!("{name} takes a number")))
}

fn main() {
    let (seed, minutes) = (option("--seed", 1), option("--minutes", 1));
    let _turn = counting::alone();
    let mut campaign = Campaign::new();
    for (name, bytes) in extremes::files(option("--many", 100) as usize) {
        campaign.add(&name, bytes);
    }
    campaign.print();
    let (seeds, mut random) = (seeds(), Random(seed.max(1)));
    let (start, end) = (Instant::now(), Duration::from_secs(60 * minutes));
    let mut number = 0u64;
    while start.elapsed() < end {
        number += 1;
        if let Some(bytes) = changed(&seeds, &mut random) {
            campaign.add(&format!("file {number} of seed {seed}"), bytes);
        }
    }
    println!("\nwith {number} changed files, seed {seed}:");
    campaign.print();
}
