use plypack::{Game, pgn::*};
use std::{fs, time::Instant};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let data = fs::read(&args[2]).unwrap();
    match args[1].as_str() {
        "bench" => {
            for _ in 0..3 {
                let t = Instant::now();
                let mut splitter = Splitter::new(&data[..]);
                let mut batches = vec![];
                while let Some(b) = splitter.next_batch().unwrap() {
                    batches.push(b);
                }
                let split = t.elapsed().as_secs_f64();
                let mut importer = Importer::new();
                let mut game = Game::new();
                let mut issues = vec![];
                let t = Instant::now();
                let (mut plies, mut games) = (0, 0);
                for b in &batches {
                    for i in 0..b.games.len() {
                        importer.read_game(b, i, &mut game, &mut issues);
                        plies += game.moves.len();
                        games += 1;
                    }
                }
                let read = t.elapsed().as_secs_f64();
                let mut out = Vec::with_capacity(data.len() * 2);
                let mut w = Writer::new();
                let mut all = 0.0;
                for b in &batches {
                    for i in 0..b.games.len() {
                        importer.read_game(b, i, &mut game, &mut issues);
                        let t = Instant::now();
                        w.write_game(&game, &mut out).unwrap();
                        all += t.elapsed().as_secs_f64();
                    }
                }
                let mb = data.len() as f64 / 1e6;
                println!(
                    "split {:.0} MB/s, read {:.1} MB/s ({:.1} ns/ply), write {:.1} MB/s; {} batches {games} games {plies} plies {} issues",
                    mb / split,
                    mb / read,
                    read * 1e9 / plies as f64,
                    out.len() as f64 / 1e6 / all,
                    batches.len(),
                    issues.len() / 2
                );
            }
        }
        "rt" => {
            let mut out = vec![];
            let mut w = Writer::new();
            let mut splitter = Splitter::new(&data[..]);
            let mut importer = Importer::new();
            let mut game = Game::new();
            let mut issues = vec![];
            while let Some(b) = splitter.next_batch().unwrap() {
                for i in 0..b.games.len() {
                    importer.read_game(&b, i, &mut game, &mut issues);
                    w.write_game(&game, &mut out).unwrap();
                }
            }
            w.finish(&mut out);
            for i in issues {
                eprintln!("{}:{i}", args[2]);
            }
            fs::write(&args[3], out).unwrap();
        }
        _ => {}
    }
}
