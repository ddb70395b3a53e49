//! Replays the inputs that once broke a fuzz target, and the inputs of the vectors, through the targets' functions.

use std::{fs, path::Path};

use crate::bodies;

fn replay(target: &str) {
    let (_, body) = bodies::TARGETS.into_iter().find(|(name, _)| *name == target).expect("a target");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/regressions").join(target);
    let mut names: Vec<_> = fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    for path in names {
        println!("{}", path.display());
        body(&fs::read(&path).unwrap());
    }
    for seed in 0..300u64 {
        body(&noise(seed));
    }
}

/// Positions of the samples, searched for in every way.
#[test]
fn searches_in_the_samples() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/samples");
    let pgn = ["edge.pgn", "broken.pgn"].map(|name| fs::read(samples.join(name)).unwrap()).concat();
    for n in 0..60u8 {
        bodies::search(&[&[n % 12, n, n.wrapping_mul(7), n][..], &pgn].concat());
    }
}

/// The texts of the PGN vectors, which have every form of the chapter.
#[test]
fn texts_of_the_vectors() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/vectors/pgn.json");
    let chapter: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for test in chapter["tests"].as_array().unwrap() {
        println!("{}", test["id"]);
        bodies::pgn(&crate::vectors::input(test));
    }
}

/// Pseudorandom bytes, the same in every run.
fn noise(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let bytes = (0..seed % 97).map(|_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    });
    bytes.collect()
}

macro_rules! targets {
    ($($name:ident)+) => {
        $(#[test] fn $name() { replay(stringify!($name)); })+

        #[test]
        fn every_target_is_replayed() {
            let replayed = [$(stringify!($name)),+];
            assert!(bodies::TARGETS.iter().map(|(name, _)| *name).eq(replayed));
        }
    };
}

targets! { container sections byte coord16 codecs annotations pgn search index }
