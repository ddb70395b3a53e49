//! The library as its users see it. One program for all tests: each further program would compile the shared code and
//! link the library again.

mod blocks;
#[path = "../../fuzz/bodies.rs"]
mod bodies;
mod checksums;
mod codecs;
mod commits;
mod copying;
mod duplicates;
mod edit;
mod edited_games;
mod example;
mod explorer;
mod footers;
mod fuzz_corpus;
mod import_profiles;
mod other_writers;
mod parts;
mod pgn_real;
mod play;
mod random_games;
mod ranges;
mod real_data;
mod resumed_import;
mod roundtrip;
mod scid;
mod search;
mod sections;
mod separated;
mod sound;
mod tables;
#[path = "../support/tier.rs"]
mod tier;
mod transpositions;
mod values;
mod vectors;
