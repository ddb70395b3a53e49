//! Many appends, and the time to open a file with many edits.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Instant,
};

use plypack::{
    Codec, Game, Options, Reader, Result, Writer,
    internals::container::{BlockEntry, Edit, Footer},
    io::Source,
    versions::EDITS,
};

/// Counts the reads of a file in memory, like requests over a network.
#[derive(Clone)]
struct Counted {
    file: Arc<Vec<u8>>,
    reads: Arc<AtomicUsize>,
}

impl Source for Counted {
    fn len(&self) -> Result<u64> {
        Ok(self.file.len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        self.reads.fetch_add(1, Relaxed);
        let start = offset as usize;
        buffer.copy_from_slice(&self.file[start..start + buffer.len()]);
        Ok(())
    }

    fn is_remote(&self) -> bool {
        true
    }
}

fn open_counted(file: &[u8]) -> (Reader, usize) {
    let source = Counted { file: Arc::new(file.to_vec()), reads: Arc::default() };
    let reader = Reader::from_source(Box::new(source.clone())).unwrap();
    (reader, source.reads.load(Relaxed))
}

fn game_with(text: &str) -> Game {
    let (games, _) = plypack::games_from_pgn(text.as_bytes()).unwrap();
    games.into_iter().next().unwrap()
}

fn append(path: &Path, change: impl FnOnce(&mut Writer<plypack::OutputFile>)) {
    let mut writer = Writer::append(path, Options::of(Codec::Byte)).unwrap();
    change(&mut writer);
    writer.finish().unwrap();
}

#[test]
fn six_hundred_appends_of_one_game() {
    let path = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    let name = |number| {
        format!("[White \"Player {number}\"]\n[Black \"Other\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n")
    };
    Writer::create(&path, Options::of(Codec::Byte)).unwrap().finish().unwrap();
    let appends = if std::env::var_os("PLYPACK_FULL").is_some() { 600 } else { 150 };
    for number in 0..appends {
        append(&path, |writer| writer.add(&game_with(&name(number))).unwrap());
    }
    let file = std::fs::read(&path).unwrap();
    let (reader, reads) = open_counted(&file);
    assert_eq!(reader.number_end(), appends);
    assert_eq!(reads, 2, "the start, and the end with the footer");
    let blocks: u64 = reader.blocks().iter().map(|block| block.range.end - block.range.start).sum();
    println!("{appends} appends: {} bytes, blocks {blocks}; {reads} reads to open", file.len());
    let mut game = Game::new();
    for number in 0..appends {
        reader.read_game(number, &mut game).unwrap();
        assert_eq!(game.tag(b"White"), Some(format!("Player {number}").as_bytes()));
    }
}

/// The footer of a file of 412,000 games in 50 blocks with 10,000 edits.
#[test]
fn ten_thousand_edits_open_fast() {
    let block = |number: u64| BlockEntry {
        range: 1536 + number * 200_000..1536 + (number + 1) * 200_000,
        games: if number < 50 { 8240 } else { 5000 },
        plies: 80,
        is_replacement: number == 50,
        header_crc: 0x1234_5678,
    };
    let edit = |n: u64| if n.is_multiple_of(2) { Edit::Deleted } else { Edit::Replaced(n / 2) };
    let footer = Footer {
        blocks: (0..51).map(block).collect(),
        edits: (0..10_000).map(|n| (n * 41, edit(n))).collect(),
        ..Footer::default()
    };
    let bytes = footer.to_bytes().unwrap();
    let now = Instant::now();
    let parsed = Footer::parse(&bytes, 1536 + 51 * 200_000, EDITS).unwrap();
    println!("{} bytes of footer, read in {:?}", bytes.len(), now.elapsed());
    assert_eq!(parsed, footer);
    assert!(bytes.len() < 60_000);
}
