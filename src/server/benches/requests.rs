//! Measures the server: `cargo bench -p plypack-explorer -- FILE.plypack`. Keep-alive connections request positions as they occur in games
//! (a game, then a ply of it, with a fixed seed): first each position once, then all of them again. With more connections than
//! processors, most of a request's time is its turn in the queue.

use std::{
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    process::{Command, ExitCode, Stdio},
    thread,
    time::Instant,
};

use plypack::{Position, Reader, Result};

const CONNECTIONS: [usize; 2] = [2, 8];
const POSITIONS: usize = 20_000;

/// Typical filters of programs.
const FILTERS: [&str; 3] = ["", "&speeds=blitz,rapid&ratings=2200,2500", "&since=2010-01&until=2019-12"];

fn main() -> ExitCode {
    let Some(path) = std::env::args().skip(1).find(|arg| !arg.starts_with('-')) else {
        println!("skipped: no plypack file named");
        return ExitCode::SUCCESS;
    };
    let fens = match positions(&path) {
        Ok(fens) => fens,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let program = Command::new(env!("CARGO_BIN_EXE_plypack-explorer"))
        .args(["--port", "0", &path])
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut server) = program else { return ExitCode::FAILURE };
    let mut line = String::new();
    let read = server.stdout.as_mut().map(|stdout| BufReader::new(stdout).read_line(&mut line));
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    if let (Some(Ok(_)), Some(address)) = (read, address) {
        print!("{line}");
        for filter in FILTERS {
            measure(address, &fens, filter, "first", CONNECTIONS[0]);
            for connections in CONNECTIONS {
                measure(address, &fens, filter, "again", connections);
            }
        }
    }
    let _ = server.kill();
    let _ = server.wait();
    ExitCode::SUCCESS
}

fn measure(address: &str, fens: &[String], filter: &str, round: &str, connections: usize) {
    let begun = Instant::now();
    let mut times: Vec<f64> = thread::scope(|scope| {
        let ask = |fens| scope.spawn(move || ask(address, fens, filter));
        let threads: Vec<_> = fens.chunks(fens.len().div_ceil(connections)).map(ask).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    let seconds = begun.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len().max(1) as f64 * share) as usize).copied().unwrap_or(f64::NAN);
    println!(
        "{filter:<42} {round}, {connections} connections: {:>7.0} requests/s   p50 {:>8.3} ms   p99 {:>8.3} ms",
        times.len() as f64 / seconds,
        at(0.5),
        at(0.99)
    );
}

/// Requests positions one after another, and returns the time of each answer in milliseconds.
fn ask(address: &str, fens: &[String], filter: &str) -> Vec<f64> {
    let mut times = Vec::new();
    let Ok(stream) = TcpStream::connect(address) else { return times };
    let _ = stream.set_nodelay(true);
    let mut answers = BufReader::new(&stream);
    for fen in fens {
        let begun = Instant::now();
        let request = format!("GET /lichess?fen={fen}{filter} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        if (&stream).write_all(request.as_bytes()).is_err() || read_answer(&mut answers).is_none() {
            break;
        }
        times.push(1e3 * begun.elapsed().as_secs_f64());
    }
    times
}

/// Reads an answer with status 200.
fn read_answer(answers: &mut impl BufRead) -> Option<()> {
    let mut len = 0;
    let mut line = String::new();
    answers.read_line(&mut line).ok()?;
    if !line.contains(" 200 ") {
        return None;
    }
    while line.trim_end() != "" {
        line.clear();
        answers.read_line(&mut line).ok()?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            len = value.trim().parse().ok()?;
        }
    }
    answers.read_exact(&mut vec![0; len]).ok()
}

/// Returns FENs of positions as they occur in games, with underscores for spaces.
fn positions(path: &str) -> Result<Vec<String>> {
    let reader = Reader::open_mapped(path)?;
    let mut fens = Vec::new();
    let mut moves = Vec::new();
    let mut state = 1u64;
    let mut below = |end: u64| {
        // xorshift64
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % end.max(1)
    };
    while fens.len() < POSITIONS {
        let Some(number) = reader.next_number(below(reader.number_end())) else { continue };
        moves.clear();
        reader.read_moves(number, &mut moves)?;
        let mut position = Position::default();
        let plies = below(moves.len() as u64) as usize;
        if moves.iter().take(plies).try_for_each(|next| position.play(*next)).is_ok() {
            fens.push(position.fen().to_string().replace(' ', "_"));
        }
    }
    Ok(fens)
}
