//! The maximum cost of a hostile file for its readers (`limits.12`): a sample of the files of `fuzz/worst`. The cost is
//! counted in bytes, never in seconds: peak memory, all allocations, and bytes read.

#[path = "../../fuzz/worst/campaign.rs"]
mod campaign;
mod corruption;
#[path = "../support/counting.rs"]
mod counting;
mod duplicates;
#[path = "../../fuzz/worst/extremes.rs"]
mod extremes;
#[path = "../../fuzz/worst/file.rs"]
mod file;
#[path = "../../fuzz/frame.rs"]
mod frame;
mod limits;
#[path = "../../fuzz/worst/mutate.rs"]
mod mutate;
#[path = "../../fuzz/worst/operations.rs"]
mod operations;
#[path = "../support/tier.rs"]
mod tier;

use campaign::{Campaign, changed, seeds};
use mutate::Random;
use plypack::search;

/// Handmade files, with each kind of block once and a few times.
#[test]
fn extremes_stay_within_their_bounds() {
    let _turn = counting::alone();
    let mut campaign = Campaign::new(operations::OPERATIONS.to_vec());
    for (name, bytes) in extremes::files(tier::sized(1, 4)) {
        campaign.add(&name, bytes);
    }
    campaign.print();
    campaign.check();
}

/// Randomly changed files with correct checksums.
#[test]
fn changed_files_stay_within_their_bounds() {
    let _turn = counting::alone();
    let mut campaign = Campaign::new(operations::OPERATIONS.to_vec());
    let seeds = seeds();
    let mut random = Random(1);
    for number in 0..tier::sized(60, 3000) {
        if let Some(bytes) = changed(&seeds, &mut random) {
            campaign.add(&format!("file {number} of seed 1"), bytes);
        }
    }
    campaign.print();
    campaign.check();
}

/// `index.6`: a reader neither reads nor allocates parts that are not in the block.
#[test]
fn a_group_has_no_moves_outside_of_its_block() {
    let _turn = counting::alone();
    let file = operations::Bytes::new(&extremes::group_of_long_moves().into(), false);
    let reader = plypack::Reader::from_source(Box::new(file)).unwrap();
    assert!(reader.index_corruption().is_empty() && reader.indexed().0 == 1);
    let query = search::Query::position(&plypack::Position::default());
    let (found, memory) = counting::peak_of(|| search::count(&[&reader], &query, &mut search::strict));
    assert_eq!(found.unwrap(), 4096);
    assert!(memory < 8 << 20, "{memory}");
}

/// An entry that names a move 65,536 times (`index.9`) costs a few reads of its page, from a disk and from a server.
#[test]
fn a_move_that_is_named_often_is_looked_up_once() {
    let _turn = counting::alone();
    let bytes = std::sync::Arc::new(extremes::entry_of_one_move());
    let query = search::Query::position(&plypack::Position::default());
    for is_remote in [false, true] {
        let file = operations::Bytes { is_remote, ..operations::Bytes::new(&bytes, false) };
        let reader = plypack::Reader::from_source(Box::new(file.clone())).unwrap();
        assert!(reader.index_corruption().is_empty() && reader.indexed().0 == 1);
        let mut found = 0;
        let mut count = |_, next: Option<plypack::PackedMove>| {
            assert_eq!(next, None);
            found += 1;
            Ok(())
        };
        let played = || search::played_next(&[&reader], &query, &mut count, &mut search::strict);
        let (played, memory) = counting::peak_of(played);
        played.unwrap();
        let read = file.read.load(std::sync::atomic::Ordering::Relaxed);
        assert_eq!(found, 4096);
        assert!(memory < 32 << 20, "{memory}");
        assert!(read < 4 * bytes.len() as u64, "{read} of {} bytes", bytes.len());
    }
}

/// Without changes, the program writes a file as it was.
#[test]
fn files_are_written_as_they_were_read() {
    let kept = campaign::repository().join("conformance/samples/kept/0.10-byte.plypack");
    let bytes = std::fs::read(kept).unwrap();
    let written = file::write(&file::parse(&bytes));
    let games = |bytes: Vec<u8>| {
        let reader = plypack::Reader::from_bytes(bytes).unwrap();
        assert!(reader.errors().is_empty() && reader.index_corruption().is_empty());
        assert!(plypack::verify(&reader, 1, |_, _| Ok(())).unwrap().is_valid());
        let mut game = plypack::Game::new();
        let read = |number| reader.read_game(number, &mut game).map(|()| game.clone()).unwrap();
        (0..reader.number_end()).map(read).collect::<Vec<_>>()
    };
    assert!(games(bytes) == games(written));
}
