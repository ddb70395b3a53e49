//! Searches for the files that need the most work of their readers: see `fuzz/README.md`.
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
#[path = "../frame.rs"]
mod frame;
#[path = "mutate.rs"]
mod mutate;
#[path = "operations.rs"]
mod operations;

fn main() {
    let _turn = counting::alone();
    let arguments: Vec<String> = std::env::args().collect();
    campaign::Campaign::search(operations::OPERATIONS.to_vec(), |name, default| {
        let value = arguments.windows(2).find(|pair| pair[0] == name).map(|pair| pair[1].parse());
        value.map_or(default, |value| value.unwrap_or_else(|_| panic!("{name} takes a number")))
    });
}
