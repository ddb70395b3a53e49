//! Shared parts of the training programs: games from PGN, and arithmetic with the same result on every machine.

use plypack::{Codec, Options, PackedMove, PgnSource, Position, Reader, Writer, import};

/// The start and the main line of a game.
pub struct Line {
    pub start: Position,
    pub moves: Vec<PackedMove>,
}

/// Returns the main lines of PGN files, plain or compressed with zstd, without games that contain null moves.
pub fn lines(paths: &[String]) -> Vec<Line> {
    let open = |name: &String| PgnSource {
        reader: Box::new(std::fs::File::open(name).unwrap_or_else(|e| panic!("{name}: {e}"))),
        name: name.clone(),
    };
    let options = Options::of(Codec::Byte).with_level(1);
    let mut writer = Writer::new(Vec::new(), options).expect("memory takes every byte");
    let sources = paths.iter().map(open).collect();
    import(sources, plypack::default_threads(), &mut writer, |_| Ok(())).expect("nothing stops it");
    let reader = Reader::from_bytes(writer.finish().expect("memory takes every byte")).expect("a whole file");
    let mut lines = Vec::new();
    let mut game = plypack::Game::new();
    for number in 0..reader.number_end() {
        reader.read_game(number, &mut game).expect("a whole file");
        if game.moves.iter().all(|m| !m.is_null()) {
            lines.push(Line { start: game.start_position(), moves: game.moves.clone() });
        }
    }
    lines
}

/// Returns 2 to the power of `x`, using only additions and multiplications, so that it is the same everywhere. Relative error below 1e-9.
pub fn exp2(x: f64) -> f64 {
    let whole = x.floor().clamp(-1022.0, 1023.0);
    let t = (x - whole) * std::f64::consts::LN_2;
    let series = (1..=12).rev().fold(1.0, |sum, n| 1.0 + sum * t / f64::from(n));
    series * f64::from_bits(((whole as i64 + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    #[test]
    fn powers() {
        for x in [-30.5, -1.0, -0.3, 0.0, 0.7, 1.0, 9.99] {
            assert!((super::exp2(x) / f64::exp2(x) - 1.0).abs() < 1e-9);
        }
    }
}
