//! What of the end of a file is torn (`container.16`), and may be cut off by the next writer.

use super::*;
use crate::verify_unused;

/// container.16: what was appended is torn wherever it is cut, and is not reported as corruption.
#[test]
fn an_append_that_was_cut_is_torn() {
    let [first, whole] = appended_files(&Game::new());
    for len in first.len() + 1..whole.len() {
        let reader = Reader::from_bytes(whole[..len].to_vec()).unwrap();
        let torn = reader.unfinished().unwrap();
        assert_eq!((torn.start, torn.bytes), (first.len() as u64, (len - first.len()) as u64));
        assert!(torn.is_torn() && reader.errors().is_empty() && reader.games() == 1, "{len} bytes");
        assert_eq!(torn.error().code(), ErrorCode::FooterMissing);
    }
}

/// A footer that was whole is not taken for one that was never written, whichever byte of it is damaged: nothing may cut it off.
#[test]
fn a_damaged_footer_is_not_torn() {
    let [first, whole] = appended_files(&Game::new());
    let footer = Reader::from_bytes(whole.clone()).unwrap().blocks()[1].range.end as usize;
    for place in footer..whole.len() {
        for bit in [1, 0x80] {
            let mut damaged = whole.clone();
            damaged[place] ^= bit;
            let reader = Reader::from_bytes(damaged).unwrap();
            let rest = reader.unfinished().unwrap();
            assert!(!rest.is_torn() && rest.start == first.len() as u64, "byte {place}");
            assert_eq!((reader.errors().len(), reader.games(), rest.games), (1, 1, 1));
            assert!(reader.errors()[0].message().starts_with("what follows the last good footer is corrupt"));
        }
    }
}

/// A writer that is killed leaves the beginning of a unit, or zeros; nobody may cut off other bytes.
#[test]
fn only_what_a_killed_writer_leaves_is_torn() {
    let [_, whole] = appended_files(&Game::new());
    let ends: [(&[u8], bool); 7] = [
        (b"P", true),
        (b"PLYX", true),
        (b"PLYBsome bytes", true),
        (b"PL\0\0\0\0", true),
        (b"\0\0\0\0\0\0\0\0\0", true),
        (b"other", false),
        (b"PLZ", false),
    ];
    for (end, is_torn) in ends {
        let reader = Reader::from_bytes([&whole[..], end].concat()).unwrap();
        assert_eq!(reader.unfinished().map(|rest| rest.is_torn()), Some(is_torn), "{end:?}");
        assert_eq!((reader.errors().len(), reader.games()), (usize::from(!is_torn), 2), "{end:?}");
    }
}

/// A file with so many games, each added by a writer of its own.
fn grown(games: u64) -> Vec<u8> {
    let (_folder, path) = file_of_one_game();
    (1..games).for_each(|_| drop(begun_append(&path).finish().unwrap()));
    std::fs::read(&path).unwrap()
}

/// What an append leaves that is killed while it writes a block of another game.
fn begun_blocks() -> [Vec<u8>; 3] {
    let [first, whole] = appended_files(&Game::new());
    let block = &whole[first.len()..];
    [5, 40, block.len() - 40].map(|len| block[..len].to_vec())
}

/// Nothing needs an older footer that a newer one took in: damage of it does not keep an append from going on after a killed one.
#[test]
fn damage_that_nothing_needs_is_no_error_before_a_torn_end() {
    let file = grown(3);
    let whole = Reader::from_bytes(file.clone()).unwrap();
    let places: Vec<_> = whole.listing().unwrap().places().unwrap();
    let is_listed = |at: &usize| *at < 32 || places.iter().any(|place| place.contains(&(*at as u64)));
    let gaps: Vec<usize> = (0..file.len()).filter(|at| !is_listed(at)).collect();
    assert!(gaps.len() > 40, "the first footers are taken in");
    for torn in begun_blocks() {
        for at in &gaps {
            let mut damaged = [&file[..], &torn].concat();
            damaged[*at] ^= 0x10;
            let reader = Reader::from_bytes(damaged).unwrap();
            assert!(reader.errors().is_empty() && reader.games() == 3, "byte {at}: {:?}", reader.errors());
            assert_eq!(reader.unfinished().map(|rest| (rest.start, rest.is_torn())), Some((file.len() as u64, true)));
            assert_eq!(verify_unused(&reader).unwrap().len(), 1, "it is told");
        }
    }
    let (_folder, path) = file_of_one_game();
    let mut damaged = [&file[..], b"PLYBsome bytes"].concat();
    damaged[gaps[20]] ^= 0x10;
    std::fs::write(&path, damaged).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    assert_eq!(writer.rolled_back().map(|rest| rest.start), Some(file.len() as u64));
    writer.add(&Game::new()).unwrap();
    writer.finish().unwrap();
    assert_eq!(Reader::open(&path).unwrap().games(), 4);
}

/// One byte is damaged, and an append was killed: what was committed is not taken for what is to be cut off.
#[test]
fn what_was_committed_is_never_torn() {
    let file = grown(3);
    for torn in begun_blocks() {
        for at in 32..file.len() {
            for bit in [1, 0x80] {
                let mut damaged = [&file[..], &torn].concat();
                damaged[at] ^= bit;
                let reader = Reader::from_bytes(damaged).unwrap();
                let rest = reader.unfinished().map(|rest| (rest.is_torn(), rest.start as usize));
                let is_kept = rest.is_none_or(|(is_torn, start)| !is_torn || start == file.len());
                assert!(is_kept, "byte {at}, {} bytes torn: {rest:?}", torn.len());
            }
        }
    }
}

/// The end of a block that was never whole is its content, even if it looks like a footer.
#[test]
fn the_content_of_a_torn_block_is_no_footer() {
    let (games, _) =
        crate::games_from_pgn(b"1. e4 {0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ} *").unwrap();
    let [first, whole] = appended_files(&games[0]);
    let block = first.len()..Reader::from_bytes(whole.clone()).unwrap().blocks()[1].range.end as usize;
    let footer = Footer::empty(Versions::CURRENT).to_bytes().unwrap();
    let header = BlockHeader::declared_len(&whole[block.start..]).unwrap();
    let mut file = whole[..block.start + header].to_vec();
    assert!(file.len() + footer.len() < block.end);
    file.extend(footer);
    let reader = Reader::from_bytes(file).unwrap();
    assert!(reader.unfinished().unwrap().is_torn() && reader.errors().is_empty());
}

/// A file of two appends, whose last block and index segment are longer than its last footer; and where these two are.
fn long_file(is_indexed: bool) -> (Vec<u8>, std::ops::Range<usize>) {
    let text = format!("1. e4 {{{}}} *", (0..2000).map(|n| format!("{n} ")).collect::<String>());
    let (games, _) = crate::games_from_pgn(text.as_bytes()).unwrap();
    let (_folder, path) = file_of_one_game();
    begun_append(&path).finish().unwrap();
    let mut writer = begun_append(&path);
    writer.add(&games[0]).unwrap();
    writer.finish().unwrap();
    if is_indexed {
        crate::add_index(&path, 1, |_, _| Ok(())).unwrap();
    }
    let reader = Reader::open(&path).unwrap();
    let last = match reader.segments().last() {
        Some(found) => found.segment.range.clone(),
        None => reader.blocks()[3].range.clone(),
    };
    (std::fs::read(&path).unwrap(), last.start as usize..last.end as usize)
}

/// A file that lost bytes of its last unit, which reaches beyond the end then, was finished: its last footer is whole.
#[test]
fn what_lost_bytes_is_not_torn() {
    for is_indexed in [false, true] {
        let (file, last) = long_file(is_indexed);
        let footer = file.len() - last.end;
        let (mut cuts, steps) = (0, if is_indexed { [1, 1] } else { [7, 61] });
        for at in (last.start..last.end).step_by(steps[0]) {
            for lost in (footer - 3..last.end.saturating_sub(at)).step_by(steps[1]) {
                let reader = Reader::from_bytes([&file[..at], &file[at + lost..]].concat()).unwrap();
                let rest = reader.unfinished().map(|rest| rest.is_torn());
                assert!(rest != Some(true) && !reader.errors().is_empty(), "{lost} bytes from {at}: {rest:?}");
                cuts += 1;
            }
        }
        assert!(cuts > 100, "{cuts}, {last:?}, {footer}");
    }
}

/// A footer in a block that was not finished counts only if it lists all blocks of the file, and this one.
#[test]
fn a_footer_that_does_not_list_the_torn_block_is_its_content() {
    let (file, last) = long_file(false);
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let entries: Vec<_> = reader.listing().unwrap().blocks().cloned().collect();
    let torn = |blocks: &[BlockEntry]| {
        let footer = Footer { blocks: blocks.to_vec(), ..Footer::empty(Versions::CURRENT) }.to_bytes().unwrap();
        let end = last.start + 500;
        let reader = Reader::from_bytes([&file[..end], &footer].concat()).unwrap();
        reader.unfinished().unwrap().is_torn()
    };
    assert!(last.len() > 1000);
    let other = BlockEntry { header_crc: entries[1].header_crc ^ 1, ..entries[1].clone() };
    for blocks in [&[][..], &entries[..1], &entries[..3], &entries[1..], &entries[3..]] {
        assert!(torn(blocks), "{blocks:?}");
    }
    assert!(torn(&[&entries[..1], &[other], &entries[2..]].concat()));
    assert!(!torn(&entries), "who lists them all is believed: nothing is cut off");
}
