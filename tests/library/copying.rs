//! Games copied from a reader to a writer: the file is the same as if the games had been read and added.

use plypack::{Codec, ErrorCode, Game, Options, Reader, Writer, games_from_pgn, pack_games, verify};

const CODECS: [Codec; 3] = [Codec::Byte, Codec::Coord16, Codec::Tight];

/// Games with comments, variations, NAGs, starts, and texts that cannot be parsed.
fn games(count: usize) -> Vec<Game> {
    let kinds = [
        "1. e4 e5 2. Nf3 {a comment} Nc6 $1 (2... d6 3. d4 {deep} (3. Bc4)) 3. Bb5 1-0",
        "1. d4 d5 2. c4 1/2-1/2",
        "1. e4 e5 2. Ke3 and more 0-1",
        "*",
    ];
    let fen = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 *\n";
    let game = |number: usize| match number % 5 {
        4 => format!("[White \"Fen {number}\"]\n{fen}"),
        kind => format!("[White \"W {}\"]\n[Black \"B {number}\"]\n\n{}\n", number % 7, kinds[kind]),
    };
    games_from_pgn((0..count).map(game).collect::<String>().as_bytes()).unwrap().0
}

fn copied(reader: &Reader, codec: Codec, numbers: &[u64]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::of(codec)).unwrap();
    assert_eq!(writer.copy_games(reader, numbers.iter().copied()).unwrap(), numbers.len() as u64);
    writer.finish().unwrap()
}

fn added(reader: &Reader, codec: Codec, numbers: &[u64]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Options::of(codec)).unwrap();
    let mut game = Game::new();
    for number in numbers {
        reader.read_game(*number, &mut game).unwrap();
        writer.add(&game).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn copied_games_are_added_games() {
    for from in CODECS {
        for count in [40, 1000] {
            let reader = Reader::from_bytes(pack_games(&games(count), from).unwrap()).unwrap();
            let all: Vec<u64> = (0..reader.number_end()).collect();
            let some: Vec<u64> = all.iter().rev().copied().filter(|number| number % 3 > 0).collect();
            for codec in CODECS {
                for numbers in [&all, &some] {
                    let file = copied(&reader, codec, numbers);
                    assert!(file == added(&reader, codec, numbers), "{from} to {codec}, {count} games");
                    assert!(verify(&Reader::from_bytes(file).unwrap(), 1, |_, _| Ok(())).unwrap().is_valid());
                }
            }
        }
    }
}

/// The games before the error are added, and further games can be added after it.
#[test]
fn games_that_cannot_be_read() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let whole = pack_games(&games(600), Codec::Byte).unwrap();
    std::fs::write(&path, &whole).unwrap();
    let mut writer = Writer::append(&path, Options::default()).unwrap();
    writer.delete_game(2, None).unwrap();
    writer.replace_game(3, &games(1)[0], None).unwrap();
    writer.finish().unwrap();
    let reader = Reader::open(&path).unwrap();
    for (number, code) in [(2, ErrorCode::NotFound), (600, ErrorCode::OutOfRange)] {
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        assert_eq!(writer.copy_games(&reader, [0, 3, number, 1]).unwrap_err().code(), code);
        assert_eq!(writer.number_end(), 2);
        assert_eq!(writer.copy_games(&reader, [1]).unwrap(), 1);
        assert_eq!(writer.finish().unwrap(), added(&reader, Codec::Byte, &[0, 3, 1]));
    }
}

/// The new file has no damage.
#[test]
fn damaged_blocks_are_not_copied() {
    let whole = pack_games(&games(600), Codec::Byte).unwrap();
    let sound = Reader::from_bytes(whole.clone()).unwrap();
    let numbers: Vec<u64> = (0..sound.number_end()).collect();
    let expected = added(&sound, Codec::Byte, &numbers);
    let block = sound.blocks()[0].range.clone();
    let sections = sound.block_header(0).unwrap().sections;
    for section in sections {
        let mut damaged = whole.clone();
        damaged[(block.start + section.range.start) as usize] ^= 1;
        let reader = Reader::from_bytes(damaged).unwrap();
        let mut writer = Writer::new(Vec::new(), Options::default()).unwrap();
        let done = writer.copy_games(&reader, numbers.iter().copied());
        // Without summaries, moves are decoded.
        if section.kind == 64 {
            assert_eq!(done.unwrap(), sound.number_end());
            assert!(writer.finish().unwrap() == expected);
        } else {
            assert_eq!(done.unwrap_err().code(), ErrorCode::ChecksumSection);
            let mut game = Game::new();
            let whole = numbers.iter().take_while(|number| reader.read_game(**number, &mut game).is_ok()).count();
            assert_eq!(writer.number_end(), whole as u64);
        }
    }
}
