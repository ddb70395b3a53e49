//! Many appends: how much their footers take, how many are read, and how long it takes to open a file of many edits.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Instant,
};

use plypack::{
    Codec, Game, Options, Reader, Result, Source, Writer,
    internals::container::{BlockEntry, Footer, FooterChain, FooterRef, Listing, PlacedFooter},
    versions::Versions,
};

fn entry(start: u64, len: u64) -> BlockEntry {
    BlockEntry { range: start..start + len, games: 1, plies: 80, is_replacement: false, header_crc: 0x1234_5678 }
}

/// What a simulation of appends of one game gives.
struct Simulated {
    /// Bytes of all footers.
    footer_bytes: u64,
    /// How often an entry was written, on average.
    rewrites: f64,
    /// The most earlier footers that a footer names.
    most_earlier: usize,
}

/// Appends of blocks of `block_len` bytes, one each, without a file.
fn simulate(appends: u64, block_len: u64) -> Simulated {
    let (mut chain, mut at) = (FooterChain::default(), 32);
    let mut found = Simulated { footer_bytes: 0, rewrites: 0.0, most_earlier: 0 };
    for _ in 0..appends {
        let new = Footer { blocks: vec![entry(at, block_len)], ..Footer::empty(Versions::CURRENT) };
        at += block_len;
        let footer = chain.footer(new).unwrap();
        let len = footer.to_bytes().unwrap().len() as u64;
        found.footer_bytes += len;
        found.rewrites += footer.blocks.len() as f64 / appends as f64;
        found.most_earlier = found.most_earlier.max(footer.earlier.len());
        let place = FooterRef { range: at..at + len, crc: 1 };
        at += len;
        chain.push(PlacedFooter { place, footer });
    }
    found
}

/// container.17: all appends together write at most 4 log2(appends) times what is added, and at most eight footers are read.
#[test]
fn appends_write_little_again() {
    let appends = [2, 10, 100, 600, 10_000, 100_000];
    let more = if std::env::var_os("PLYPACK_FULL").is_some_and(|full| full == "1") { &[1_000_000][..] } else { &[] };
    for appends in appends.iter().chain(more) {
        // A block of one game has 150 bytes at least; its entry 11.
        let (found, added) = (simulate(*appends, 150), appends * 161);
        let amplification = (found.footer_bytes + appends * 150) as f64 / added as f64;
        let bound = 4.0 * (*appends as f64).log2();
        println!(
            "{appends:>8} appends: footers {:>10} bytes, {:.0} each; an entry is written {:.1} times, {} earlier footers at most; \
             {amplification:.2} times what is added, bound {bound:.1}",
            found.footer_bytes,
            found.footer_bytes as f64 / *appends as f64,
            found.rewrites,
            found.most_earlier
        );
        assert!(found.most_earlier <= 7);
        assert!(amplification <= bound && found.rewrites <= bound, "{appends} appends");
    }
}

/// Counts the reads of a file in memory, as over a network.
#[derive(Clone)]
struct Counted {
    file: Arc<Vec<u8>>,
    reads: Arc<AtomicUsize>,
    is_remote: bool,
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
        self.is_remote
    }
}

fn open_counted(file: &[u8], is_remote: bool) -> (Reader, usize) {
    let source = Counted { file: Arc::new(file.to_vec()), reads: Arc::default(), is_remote };
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
    let appends = if std::env::var_os("PLYPACK_FULL").is_some_and(|full| full == "1") { 600 } else { 150 };
    for number in 0..appends {
        append(&path, |writer| writer.add(&game_with(&name(number))).unwrap());
    }
    let file = std::fs::read(&path).unwrap();
    let (reader, reads) = open_counted(&file, true);
    assert_eq!((reader.games(), reader.errors().len()), (appends, 0));
    // The file header, the trailer, the newest footer and at most seven others.
    assert!(reads <= 3 + 7, "{reads} reads");
    let blocks: u64 = reader.blocks().iter().map(|block| block.range.end - block.range.start).sum();
    let footers = file.len() as u64 - 32 - blocks;
    println!("{appends} appends: {} bytes, blocks {blocks}, footers {footers}; {reads} reads to open", file.len());
    assert!(footers < appends * 140, "{footers} bytes of footers");
    let mut game = Game::new();
    for number in 0..appends {
        reader.read_game(number, &mut game).unwrap();
        assert_eq!(game.tag(b"White"), Some(format!("Player {number}").as_bytes()));
    }
    let (walked, all_reads) = open_counted(&file, false);
    assert_eq!(walked.blocks(), reader.blocks());
    // The headers of all units, which are short, come in pieces of 4 KiB.
    assert!(all_reads as u64 >= file.len() as u64 / 4096, "{all_reads} reads: every unit is looked at");
}

/// A file of 412,000 games in 50 blocks and 10,000 edits: the footer alone.
#[test]
fn ten_thousand_edits_open_fast() {
    use plypack::internals::container::{Edit, GameEdit};
    let block = |number: u64| BlockEntry { games: 8240, ..entry(32 + number * 200_000, 200_000) };
    let mut footer = Footer::empty(Versions { required: 4, ..Versions::CURRENT });
    footer.blocks = (0..50).map(block).collect();
    footer.blocks.push(BlockEntry { is_replacement: true, games: 5000, ..entry(32 + 50 * 200_000, 200_000) });
    let edit = |n: u64| if n.is_multiple_of(2) { Edit::Deleted } else { Edit::Replaced(n / 2) };
    footer.edits = (0..10_000).map(|n| GameEdit { number: n * 41, edit: edit(n) }).collect();
    let bytes = footer.to_bytes().unwrap();
    let start = 32 + 51 * 200_000;
    let now = Instant::now();
    let read = |_| unreachable!("it names no earlier footer");
    let listing = Listing::read(start..start + bytes.len() as u64, &bytes, &read).unwrap();
    let edits = listing.edits();
    println!("{} bytes of footer, read in {:?}", bytes.len(), now.elapsed());
    assert_eq!(edits.len(), 10_000);
    assert!(bytes.len() < 60_000);
}
