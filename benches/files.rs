//! Measures whole files: pack, unpack, verify, and opening a file to read one game.
//!
//! `cargo bench --bench files [-- [FILE.pgn[.zst] | CODEC] ...]`. The default file is `../shared/data/otb_bench.pgn.zst`; the default
//! codecs are all file codecs.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Instant,
};

use plypack::{
    Codec, Game, Options, PgnSource, Reader, Writer, default_threads, export, files::open_file, import, verify,
};

/// Number of games read one by one. The file is opened again for each of them.
const RANDOM_GAMES: u64 = 500;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    let (codecs, files): (Vec<_>, Vec<_>) = args.iter().partition(|a| a.parse::<Codec>().is_ok());
    let mut codecs: Vec<Codec> = codecs.iter().filter_map(|a| a.parse().ok()).collect();
    let mut files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    if codecs.is_empty() {
        codecs = Codec::IN_FILES.to_vec();
    }
    if files.is_empty() {
        files.push(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data/otb_bench.pgn.zst"));
    }
    for file in files {
        if file.exists() {
            measure(&file, &codecs);
        } else {
            println!("SKIPPED: {} is not there", file.display());
        }
    }
}

fn measure(path: &Path, codecs: &[Codec]) {
    println!("{}", path.display());
    let packed = std::env::temp_dir().join(format!("plypack-bench-{}.plypack", std::process::id()));
    for codec in codecs {
        pack(path, &packed, *codec);
        read_back(&packed);
    }
    fs::remove_file(&packed).expect("the packed file was just made");
}

fn pack(path: &Path, packed: &Path, codec: Codec) {
    let start = Instant::now();
    let mut writer = Writer::create(packed, Options::default().with_codec(codec)).expect("a file in the temp folder");
    let reader = Box::new(open_file(path).expect("an input file"));
    let source = PgnSource { name: path.display().to_string(), reader };
    let summary = import(vec![source], default_threads(), &mut writer, |_| Ok(())).expect("an import");
    writer.finish().expect("a footer");
    let seconds = start.elapsed().as_secs_f64();
    let info = Reader::open(packed).and_then(|r| r.info()).expect("a file that was just written");
    let mb = summary.text_bytes as f64 / 1e6;
    let games = info.games as f64;
    println!(
        "  {codec:8} pack {:6.1} MB/s ({seconds:.2} s, {} threads); {} games, {} plies, {:.1} bytes a game, {:.3} bits a ply",
        mb / seconds,
        default_threads(),
        info.games,
        info.plies,
        info.bytes.total as f64 / games,
        info.bits_per_ply()
    );
    println!("           bytes a game: {:?}", per_game(&info));
}

fn per_game(info: &plypack::Info) -> Vec<(&'static str, f64)> {
    let b = &info.bytes;
    let parts = [("moves", b.moves), ("games", b.games), ("names", b.names), ("annotations", b.annotations)];
    let parts = parts.into_iter().chain([("other", b.other)]);
    parts.map(|(name, bytes)| (name, (bytes as f64 / info.games as f64 * 100.0).round() / 100.0)).collect()
}

fn read_back(packed: &PathBuf) {
    let reader = Reader::open(packed).expect("a file that was just written");
    let start = Instant::now();
    let mut counter = Counter(0);
    export(&reader, 0..reader.number_end(), default_threads(), &mut counter, |_| Ok(()), |_| Ok(()))
        .expect("an export");
    let seconds = start.elapsed().as_secs_f64();
    println!("           unpack {:6.1} MB/s of PGN ({seconds:.2} s)", counter.0 as f64 / 1e6 / seconds);
    let start = Instant::now();
    assert!(verify(&reader, default_threads(), |_, _| Ok(())).expect("a verification").is_valid());
    let seconds = start.elapsed().as_secs_f64();
    println!("           verify {:6.2} M plies/s ({seconds:.2} s)", reader.plies() as f64 / 1e6 / seconds);
    random_access(packed, reader.number_end());
}

fn random_access(packed: &PathBuf, games: u64) {
    let mut times: Vec<u128> = (0..RANDOM_GAMES)
        .map(|i| {
            let number = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % games;
            let start = Instant::now();
            let reader = Reader::open(packed).expect("a file that was just written");
            reader.read_game(number, &mut Game::new()).expect("a game of it");
            start.elapsed().as_micros()
        })
        .collect();
    times.sort_unstable();
    let median = times[times.len() / 2];
    let p99 = times[times.len() * 99 / 100];
    println!("           open and read one random game: median {median} us, 99th percentile {p99} us");
}

/// Counts the bytes written to it.
struct Counter(u64);

impl io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
