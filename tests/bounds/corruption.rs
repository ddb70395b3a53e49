//! Corrupt files: cut at every byte, every bit flipped, bytes overwritten, added, joined. Nothing panics or hangs, no wrong
//! game is read, memory stays bounded, and what is not corrupt stays readable.

use crate::counting::{alone, peak_of};
use std::{collections::BTreeSet, ops::Range};

use plypack::{
    Codec, Game, Options, Reader, Writer, export,
    files::repair,
    games_from_pgn,
    internals::container::{BlockBuilder, Compressor},
    verify,
};
use proptest::prelude::*;

/// Runs `work` on a file of `len` bytes and checks the memory that it took.
fn bounded<T>(len: usize, work: impl FnOnce() -> T) -> T {
    let (done, used) = peak_of(work);
    assert!(used <= (4 << 20) + 300 * len, "{used} bytes of memory for a file of {len}");
    done
}

const BLOCKS: [&str; 4] = [
    "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 (1... c5 $2 2. Nf3 (2. c3)) 2. Nf3 Nc6 1-0\n\n\
     [White \"Cid\"]\n[Black \"Ann\"]\n[Date \"2026.11.21\"]\n[Result \"*\"]\n\n{before} 1. d4 d5 ; line\n*\n",
    "[White \"Dan\"]\n[FEN \"4k3/P7/8/8/8/8/8/NNN1K2R w K - 0 1\"]\n[Result \"0-1\"]\n\n1. a8=Q+ Kd7 2. O-O -- 0-1\n",
    "[White \"Eve\"]\n[Black \"Fay\"]\n[Elo \"2000\"]\n\n1. c4 c5 2. Nc3 Nf9 oops 1/2-1/2\n\n1. g3 *\n",
    "[White \"Gil\"]\n[Black \"Ann\"]\n\n1. Nf3 d5 2. g3 {end} 1/2-1/2\n",
];

/// A file, its games, and where its blocks lie.
struct Sample {
    file: Vec<u8>,
    games: Vec<Game>,
    blocks: Vec<(Range<usize>, Range<usize>)>,
}

fn options() -> Options {
    Options::of(Codec::Byte).with_level(1)
}

/// Two blocks, then two appends of one block each, so that older footers lie between the blocks.
fn sample() -> Sample {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let mut games = Vec::new();
    for (number, text) in BLOCKS.iter().enumerate() {
        let mut writer = match number {
            0 => Writer::create(&path, options()).unwrap(),
            1 => continue,
            _ => Writer::append(&path, options()).unwrap(),
        };
        let texts = if number == 0 { &BLOCKS[..2] } else { std::slice::from_ref(text) };
        for text in texts {
            let (read, _) = games_from_pgn(text.as_bytes()).unwrap();
            let mut builder = BlockBuilder::new(Codec::IN_FILES[number % 2]);
            read.iter().for_each(|game| builder.add(game).unwrap());
            writer.write_block(builder.finish(&mut Compressor::new(1).unwrap()).unwrap()).unwrap();
            games.extend(read);
        }
        writer.finish().unwrap();
    }
    let file = std::fs::read(&path).unwrap();
    let reader = Reader::from_bytes(file.clone()).unwrap();
    let ranges = |b: &plypack::blocks::BlockInfo| {
        let games = b.first_game as usize..(b.first_game + b.games) as usize;
        (b.range.start as usize..b.range.end as usize, games)
    };
    let blocks = reader.blocks().iter().map(ranges).collect();
    Sample { file, games, blocks }
}

impl Sample {
    /// The games of all blocks that are not corrupt.
    fn intact(&self, is_corrupt: impl Fn(&Range<usize>) -> bool) -> Vec<&Game> {
        let whole = self.blocks.iter().filter(|(range, _)| !is_corrupt(range));
        whole.flat_map(|(_, games)| &self.games[games.clone()]).collect()
    }
}

/// Every function that reads the file returns games of the sample, or an error. Returns the games that could be read.
fn read_corrupt(sample: &[Game], file: &[u8]) -> Vec<Game> {
    let Ok(reader) = Reader::salvage(Box::new(file.to_vec())) else {
        return Vec::new();
    };
    let _ = reader.info();
    let mut found = Vec::new();
    let mut game = Game::new();
    for number in 0..reader.number_end() {
        if reader.read_game(number, &mut game).is_ok() {
            // With a footer, each game has its number; without one, earlier blocks may be missing.
            let right = if reader.errors().is_empty() {
                sample.get(number as usize) == Some(&game)
            } else {
                sample.contains(&game)
            };
            assert!(right, "a wrong game {number}: {game:?}");
            found.push(game.clone());
        }
        let mut moves = Vec::new();
        if reader.read_moves(number, &mut moves).is_ok() {
            assert!(sample.iter().any(|game| game.moves == moves), "wrong moves");
        }
    }
    let mut text = Vec::new();
    export(&reader, 0..reader.number_end(), 1, &mut text, |_| Ok(()), |_| Ok(())).expect("nothing stops it");
    let corruption = verify(&reader, 1, |_, _| Ok(())).expect("nothing stops it").corruption;
    assert!(!corruption.is_empty() || found.len() as u64 == reader.number_end(), "corruption was not reported");
    found
}

/// Checks that a repaired file is valid and has only games of the sample. Returns its games.
fn save(sample: &[Game], file: &[u8]) -> Vec<Game> {
    let Ok(reader) = Reader::salvage(Box::new(file.to_vec())).and_then(Reader::rescanned) else {
        return Vec::new();
    };
    let (saved, count) = repair(&reader, Vec::new(), options(), |_| Ok(())).expect("memory takes every byte");
    let saved = Reader::from_bytes(saved).expect("what was just written");
    assert!(saved.errors().is_empty() && saved.number_end() == count.games);
    assert!(verify(&saved, 1, |_, _| Ok(())).expect("nothing stops it").is_valid());
    let read = |number| {
        let mut game = Game::new();
        saved.read_game(number, &mut game).expect("what was just written");
        assert!(game.moves.is_empty() || sample.iter().any(|g| g.moves == game.moves), "wrong moves were saved");
        game
    };
    (0..saved.number_end()).map(read).collect()
}

fn assert_holds(games: &[Game], wanted: &[&Game], what: &str) {
    for game in wanted {
        assert!(games.contains(game), "{what}: an intact game is lost: {game:?}");
    }
}

/// Reads and repairs a corrupt file; `is_corrupt` is true if a block was changed.
fn check(sample: &Sample, file: &[u8], what: &str, is_corrupt: impl Fn(&Range<usize>) -> bool) {
    let intact = sample.intact(&is_corrupt);
    let read = bounded(file.len(), || read_corrupt(&sample.games, file));
    if Reader::from_bytes(file.to_vec()).is_ok() {
        assert_holds(&read, &intact, what);
    }
    let saved = save(&sample.games, file);
    assert_holds(&saved, &intact, what);
}

#[test]
fn the_sample_is_intact() {
    let _turn = alone();
    let sample = sample();
    assert_eq!((sample.blocks.len(), sample.games.len()), (4, 6));
    check(&sample, &sample.file, "intact", |_| false);
    println!("{} bytes, blocks and their games: {:?}", sample.file.len(), sample.blocks);
}

#[test]
fn cut_at_every_byte() {
    let _turn = alone();
    let sample = sample();
    for cut in 0..sample.file.len() {
        check(&sample, &sample.file[..cut], &format!("cut at {cut}"), |block| block.end > cut);
    }
}

#[test]
fn every_bit_flipped() {
    let _turn = alone();
    let sample = sample();
    for bit in 0..8 * sample.file.len() {
        let byte = bit / 8;
        let mut file = sample.file.clone();
        file[byte] ^= 1 << (bit % 8);
        let what = format!("bit {bit} flipped");
        check(&sample, &file, &what, |block| block.contains(&byte));
        if sample.blocks.iter().any(|(range, _)| range.contains(&byte)) {
            assert!(Reader::from_bytes(file).is_ok(), "{what}: the rest of the file can be opened");
        }
    }
}

#[test]
fn bytes_added_and_removed_anywhere() {
    let _turn = alone();
    let sample = sample();
    for at in (32..sample.file.len()).step_by(3) {
        let mut longer = sample.file.clone();
        longer.splice(at..at, *b"PLYB\x05");
        let saved = save(&sample.games, &longer);
        let hit = |block: &Range<usize>| block.start < at && at < block.end;
        assert_holds(&saved, &sample.intact(hit), &format!("bytes added at {at}"));
        let mut shorter = sample.file.clone();
        shorter.remove(at);
        let saved = save(&sample.games, &shorter);
        // If one of two equal bytes is removed, nothing shows which one it was.
        let equal = sample.file[at..].iter().take_while(|byte| **byte == sample.file[at]).count();
        let hit = |block: &Range<usize>| block.start < at + equal && at < block.end;
        assert_holds(&saved, &sample.intact(hit), &format!("byte {at} removed"));
    }
}

#[test]
fn garbage_after_the_end() {
    let _turn = alone();
    let sample = sample();
    for garbage in [&b"\0"[..], b"FYLP", b"PLYB", b"PLYF\xff\xff\xff\xff", &[0; 5000], &b"PLYB\x10\0\0\0".repeat(2000)]
    {
        let file = [&sample.file, garbage].concat();
        check(&sample, &file, "garbage added", |_| false);
    }
}

/// Two concatenated files are not one file, but no game gets a name from the other file.
#[test]
fn joined_files() {
    let _turn = alone();
    let sample = sample();
    let text = "[White \"Zoe\"]\n[Black \"Yul\"]\n\n1. b3 b6 *\n\n[White \"Xia\"]\n\n1. b4 *\n";
    let (others, _) = games_from_pgn(text.as_bytes()).unwrap();
    let other = plypack::pack_games(&others, Codec::Byte).unwrap();
    let all: Vec<Game> = sample.games.iter().chain(&others).cloned().collect();
    for file in [[&sample.file[..], &other].concat(), [&other[..], &sample.file].concat()] {
        let reader = Reader::from_bytes(file.clone()).unwrap();
        let mut game = Game::new();
        for number in 0..reader.number_end() {
            assert!(reader.read_game(number, &mut game).is_err() || all.contains(&game), "a wrong game: {game:?}");
        }
        let saved = save(&all, &file);
        assert!(saved.iter().all(|game| all.contains(game)), "a game with wrong names was saved");
    }
}

/// Frames that claim the largest sizes that the format allows.
#[test]
fn huge_claims_are_cheap() {
    let _turn = alone();
    for claim in ["ff", "ffff7f", "ffffffff0f", "ffffffffffffffff7f", "8080808080808080808001"] {
        let claim: Vec<u8> =
            (0..claim.len()).step_by(2).map(|i| u8::from_str_radix(&claim[i..i + 2], 16).unwrap()).collect();
        let sample = sample();
        let footer = sample.file.len()
            - 8
            - u32::from_le_bytes(*sample.file[..sample.file.len() - 4].last_chunk().unwrap()) as usize;
        for at in [32 + 8, 32 + 9, 32 + 10, footer.max(32) + 8 + 12] {
            let mut file = sample.file.clone();
            let end = (at + claim.len()).min(file.len());
            file[at..end].copy_from_slice(&claim[..end - at]);
            seal(&mut file);
            bounded(file.len(), || read_corrupt(&sample.games, &file));
            save(&sample.games, &file);
        }
    }
}

/// Corrects the checksum of the first block header, so that the error is found later.
fn seal(file: &mut [u8]) {
    let len = u32::from_le_bytes(*file[36..].first_chunk().unwrap()) as usize;
    if let Some(end) = 40usize.checked_add(len).filter(|end| end + 4 <= file.len()) {
        let crc = plypack::internals::wire::crc32c(&file[32..end]);
        file[end..end + 4].copy_from_slice(&crc.to_le_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn many_bytes_overwritten(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        let _turn = alone();
        let sample = sample();
        let mut file = sample.file.clone();
        let mut hit = BTreeSet::new();
        for (index, byte) in changes {
            let at = index.index(file.len());
            file[at] = byte;
            hit.insert(at);
        }
        check(&sample, &file, "bytes overwritten", |block| hit.range(block.clone()).next().is_some());
    }

    #[test]
    fn a_part_overwritten_by_another(from in any::<prop::sample::Index>(), to in any::<prop::sample::Index>(), len in 1usize..400) {
        let _turn = alone();
        let sample = sample();
        let from = from.index(sample.file.len());
        let to = to.index(sample.file.len());
        let len = len.min(sample.file.len() - from.max(to));
        let mut file = sample.file.clone();
        file.copy_within(from..from + len, to);
        // The copied bytes can contain valid headers at wrong offsets, so no game is certain to be readable.
        check(&sample, &file, "a part overwritten", |_| true);
    }
}
