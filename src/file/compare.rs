//! Compares all codecs on the same games: sizes and speeds, with PGN text and the cost of numbering legal moves for comparison.

use std::time::Duration;

use zstd::zstd_safe;

use crate::{
    Codec, Game, Options, PackedMove, Reader, Result, Writer,
    board::{Bitboards, Board, not_legal},
    codecs::Line,
    memory, pgn,
};

/// Time for measuring one speed.
const SPAN: Duration = Duration::from_millis(250);
/// Plies between two readings of the clock.
const PLIES_AT_A_TIME: usize = 1 << 14;
/// Number of spans; the fastest one is reported.
const SPANS: usize = 3;
/// The zstd level of the row `pgn+zstd`.
const ZSTD_LEVEL: i32 = 19;
/// Plies for which legal moves are counted.
const MAX_COUNTED_PLIES: u64 = 2_000_000;

/// The kind of a row of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonKind {
    /// A move codec of plypack.
    Codec,
    /// PGN movetext: moves, move numbers and results, without tags and comments.
    Text,
    /// The logarithm of the number of legal moves: a lower limit for codes that number legal moves.
    Limit,
}

impl ComparisonKind {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            ComparisonKind::Codec => "codec",
            ComparisonKind::Text => "text",
            ComparisonKind::Limit => "limit",
        }
    }
}

/// Size and speed of one way to store moves.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonRow {
    /// The name of the codec, or `pgn`, `pgn+zstd` or `log2-n`.
    pub name: &'static str,
    /// Its kind.
    pub kind: ComparisonKind,
    /// Bytes for all games: for a file codec, codes and sizes as in a file; for a line codec, the codes.
    pub bytes: f64,
    /// Plies that one core encodes in a second, trusting the moves to be legal; `None` for a limit.
    pub encode: Option<f64>,
    /// Plies that one core decodes in a second, trusting the code; `None` for a limit.
    pub decode: Option<f64>,
    /// Plies that one core decodes in a second, checking every move; `None` for text and limits.
    pub decode_checked: Option<f64>,
    /// The codec; `None` for rows of other kinds.
    pub codec: Option<Codec>,
    /// Plies and games in the codec's fallback mode, which numbers legal moves; `None` for a codec without such a mode.
    pub fallbacks: Option<Fallbacks>,
}

/// Counts of moves that do not fit the codes of a codec ([`Codec::is_in_fallback`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fallbacks {
    /// Plies in fallback mode.
    pub plies: u64,
    /// Games with such plies.
    pub games: u64,
}

/// Comparison of all ways to store the moves of some games.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Games measured.
    pub games: u64,
    /// Plies of their main lines.
    pub plies: u64,
    /// Bytes of their PGN movetext.
    pub text_bytes: u64,
    /// Plies that one core plays in a second with [`Position::make_trusted`](crate::Position::make_trusted), from moves in memory. Use
    /// it to compare speeds of different machines. `None` without plies.
    pub play_trusted: Option<f64>,
    /// The rows, from most to fewest bytes.
    pub rows: Vec<ComparisonRow>,
}

impl Comparison {
    /// Returns the bits per ply in this row; 0 without plies.
    pub fn bits_per_ply(&self, row: &ComparisonRow) -> f64 {
        row.bytes * 8.0 / self.plies.max(1) as f64
    }

    /// Returns the bytes per game in this row; 0 without games.
    pub fn bytes_per_game(&self, row: &ComparisonRow) -> f64 {
        row.bytes / self.games.max(1) as f64
    }

    /// Returns the bytes of this row as a share of the bytes of the PGN movetext.
    pub fn ratio_to_text(&self, row: &ComparisonRow) -> f64 {
        row.bytes / self.text_bytes.max(1) as f64
    }
}

/// Measures every codec on the main lines of the games of `reader`, on the calling thread. Takes some seconds. `clock` returns the
/// time since any fixed moment, preferably the CPU time of the thread, which other programs affect less. Speeds differ from run to
/// run; sizes do not. `progress` gets the number of rows measured and the total.
///
/// # Errors
///
/// The errors of [`Reader::read_game`] and of `progress`.
pub fn compare_codecs(
    reader: &Reader,
    clock: &dyn Fn() -> Duration,
    mut progress: impl FnMut(u64, u64) -> Result<()>,
) -> Result<Comparison> {
    let mut games = Vec::new();
    for number in (0..reader.number_end()).filter(|number| !reader.is_deleted(*number)) {
        let mut whole = Game::new();
        reader.read_game(number, &mut whole)?;
        games.push(main_line(whole)?);
    }
    let texts = games.iter().map(movetext).collect::<Result<Vec<_>>>()?;
    let plies = games.iter().map(|game| game.moves.len() as u64).sum();
    let text_bytes = texts.iter().map(|text| text.len() as u64).sum();
    let mut rows = text_rows(&games, &texts, plies, clock)?;
    let all = rows.len() + Codec::ALL.len() + 1;
    for codec in Codec::ALL {
        progress(rows.len() as u64, all as u64)?;
        rows.push(codec_row(*codec, &games, clock)?);
    }
    progress(rows.len() as u64, all as u64)?;
    rows.push(limit_row(&games, plies, MAX_COUNTED_PLIES)?);
    count_fallbacks(&games, &mut rows)?;
    rows.sort_by(|a, b| b.bytes.total_cmp(&a.bytes));
    let play_trusted = if plies > 0 { Some(play_trusted(&games, clock)?) } else { None };
    Ok(Comparison { games: games.len() as u64, plies, text_bytes, play_trusted, rows })
}

/// The time since some moment.
type Clock<'a> = dyn Fn() -> Duration + 'a;

/// Returns the game without annotations, and only with the tags for its start and result.
fn main_line(mut whole: Game) -> Result<Game> {
    let mut game = Game::new();
    for name in [&b"FEN"[..], b"Result"] {
        if let Some(value) = whole.tag(name) {
            game.push_tag(name, value)?;
        }
    }
    game.start = whole.start.clone();
    game.termination = whole.termination;
    game.moves = std::mem::take(&mut whole.moves);
    Ok(game)
}

fn movetext(game: &Game) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    pgn::write_movetext(game, &mut text)?;
    Ok(text)
}

/// `pgn` and `pgn+zstd`.
fn text_rows(games: &[Game], texts: &[Vec<u8>], plies: u64, clock: &Clock<'_>) -> Result<Vec<ComparisonRow>> {
    let all = texts.concat();
    let plies_of = |index: usize| games[index].moves.len();
    let encode = speed(clock, games.len(), plies_of, |index| movetext(&games[index]).map(drop))?;
    let decode = speed(clock, games.len(), plies_of, |index| crate::games_from_pgn(&texts[index]).map(drop))?;
    let text = |name, bytes: usize, encode: f64, decode: f64| ComparisonRow {
        name,
        kind: ComparisonKind::Text,
        bytes: bytes as f64,
        encode: Some(encode),
        decode: Some(decode),
        decode_checked: None,
        codec: None,
        fallbacks: None,
    };
    let seconds_since = |begin| (clock() - begin).as_secs_f64();
    let begin = clock();
    let mut small = memory::with_capacity(zstd_safe::compress_bound(all.len()))?;
    zstd_safe::compress(&mut small, &all, ZSTD_LEVEL).map_err(memory::zstd_error)?;
    let packing = seconds_since(begin);
    let begin = clock();
    let mut again = memory::with_capacity(all.len())?;
    zstd_safe::decompress(&mut again, &small).map_err(memory::zstd_error)?;
    let unpacking = seconds_since(begin);
    let with = |speed: f64, seconds: f64| 1.0 / (1.0 / speed + seconds / plies.max(1) as f64);
    Ok(vec![
        text("pgn", all.len(), encode, decode),
        text("pgn+zstd", small.len(), with(encode, packing), with(decode, unpacking)),
    ])
}

fn codec_row(codec: Codec, games: &[Game], clock: &Clock<'_>) -> Result<ComparisonRow> {
    let bytes = if codec.is_line_codec() { bytes_of_lines(codec, games)? } else { bytes_in_file(codec, games)? };
    let mut lines = Vec::new();
    for game in games {
        let start = game.start_position();
        let mut code = Vec::new();
        codec.encode_trusted(&start, &game.moves, &mut code)?;
        lines.push((start, &game.moves, code));
    }
    let plies_of = |index: usize| lines[index].1.len();
    let (mut out, mut moves): (Vec<u8>, Vec<PackedMove>) = Default::default();
    let encode = speed(clock, lines.len(), plies_of, |index| {
        out.clear();
        codec.encode_trusted(&lines[index].0, lines[index].1, &mut out)
    })?;
    let decode = speed(clock, lines.len(), plies_of, |index| {
        moves.clear();
        codec.decode_trusted(&lines[index].0, &lines[index].2, plies_of(index), &mut moves)
    })?;
    let decode_checked = speed(clock, lines.len(), plies_of, |index| {
        moves.clear();
        codec.decode_line(&lines[index].0, &lines[index].2, plies_of(index), &mut moves)
    })?;
    Ok(ComparisonRow {
        name: codec.name(),
        kind: ComparisonKind::Codec,
        bytes: bytes as f64,
        encode: Some(encode),
        decode: Some(decode),
        decode_checked: Some(decode_checked),
        codec: Some(codec),
        fallbacks: None,
    })
}

/// Measures plies per second: does `work` on one part after another, again and again, for some spans of time.
fn speed(
    clock: &Clock<'_>,
    parts: usize,
    plies_of: impl Fn(usize) -> usize,
    mut work: impl FnMut(usize) -> Result<()>,
) -> Result<f64> {
    let mut best = 0.0;
    let mut part = 0;
    if (0..parts).all(|index| plies_of(index) == 0) {
        return Ok(best);
    }
    for _ in 0..SPANS {
        let begin = clock();
        let mut plies = 0;
        while plies == 0 || clock() - begin < SPAN {
            // Reading the clock takes as long as some hundred plies.
            let enough = plies + PLIES_AT_A_TIME;
            while plies < enough {
                work(part)?;
                plies += plies_of(part);
                part = (part + 1) % parts;
            }
        }
        best = f64::max(best, plies as f64 / (clock() - begin).as_secs_f64());
    }
    Ok(best)
}

/// Measures the reference: playing moves that are known to be legal on the board.
fn play_trusted(games: &[Game], clock: &Clock<'_>) -> Result<f64> {
    speed(
        clock,
        games.len(),
        |index| games[index].moves.len(),
        |index| {
            let mut position = games[index].start_position();
            games[index].moves.iter().try_for_each(|m| position.make_trusted(*m).map(drop))?;
            std::hint::black_box(position);
            Ok(())
        },
    )
}

fn limit_row(games: &[Game], plies: u64, max_counted: u64) -> Result<ComparisonRow> {
    let mut bits = 0.0;
    let mut counted = 0;
    for game in games {
        let mut position = game.start_position();
        for m in &game.moves {
            bits += (position.legal_moves().len().max(1) as f64).log2();
            position.play(*m)?;
        }
        counted += game.moves.len() as u64;
        if counted >= max_counted {
            break;
        }
    }
    let bytes = bits / 8.0 * plies as f64 / counted.max(1) as f64;
    Ok(ComparisonRow {
        name: "log2-n",
        kind: ComparisonKind::Limit,
        bytes,
        encode: None,
        decode: None,
        decode_checked: None,
        codec: None,
        fallbacks: None,
    })
}

/// Plays all games, and counts for each codec the plies in fallback mode.
fn count_fallbacks(games: &[Game], rows: &mut [ComparisonRow]) -> Result<()> {
    let board_of = |game: &Game| Board::<Bitboards>::new(&game.start_position());
    let has_fallback = |row: &&mut ComparisonRow| {
        let start = Board::<Bitboards>::default();
        row.codec.is_some_and(|codec| codec.is_board_in_fallback(&start).is_some())
    };
    let mut counted: Vec<_> = rows.iter_mut().filter(has_fallback).collect();
    for game in games {
        let mut board = board_of(game);
        let mut plies = vec![0; counted.len()];
        for m in &game.moves {
            for (plies, row) in plies.iter_mut().zip(&counted) {
                let falls_back = row.codec.and_then(|codec| codec.is_board_in_fallback(&board));
                *plies += u64::from(falls_back.unwrap_or_default());
            }
            board.make_exactly(*m).then_some(()).ok_or_else(|| not_legal(*m))?;
        }
        for (plies, row) in plies.into_iter().zip(&mut counted) {
            let fallbacks = row.fallbacks.get_or_insert_default();
            fallbacks.plies += plies;
            fallbacks.games += u64::from(plies > 0);
        }
    }
    Ok(())
}

/// The bytes of a codec's moves in a file.
fn bytes_in_file(codec: Codec, games: &[Game]) -> Result<u64> {
    let mut writer = Writer::new(Vec::new(), Options::default().with_codec(codec))?;
    games.iter().try_for_each(|game| writer.add_trusted(game))?;
    Ok(Reader::from_bytes(writer.finish()?)?.info()?.bytes.moves)
}

/// Returns the bytes of a line codec's codes in one stream, without the padding of lines.
fn bytes_of_lines(codec: Codec, games: &[Game]) -> Result<u64> {
    let starts: Vec<_> = games.iter().map(Game::start_position).collect();
    let with_starts = games.iter().zip(&starts);
    let lines: Vec<_> = with_starts.map(|(game, start)| Line { start, moves: &game.moves }).collect();
    let mut code = Vec::new();
    codec.encode_run(&lines, &mut code)?;
    Ok(code.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_moves_take_no_bits() {
        let reader = Reader::from_bytes(crate::pack_games(&[Game::new(), Game::new()], Codec::Byte).unwrap()).unwrap();
        let compared = compare_codecs(&reader, &|| Duration::ZERO, |_, _| Ok(())).unwrap();
        assert_eq!((compared.games, compared.plies, compared.play_trusted), (2, 0, None));
        for row in &compared.rows {
            assert!(row.encode.is_none_or(|speed| speed == 0.0), "{row:?}");
            assert!(row.decode.is_none_or(|speed| speed == 0.0), "{row:?}");
        }
    }

    /// If there are many games, the limit is measured on the first ones only.
    #[test]
    fn the_limit_is_measured_on_a_part() {
        let line = |text: &str| crate::games_from_pgn(text.as_bytes()).unwrap().0.remove(0);
        let repeated = line("Nf3 Nf6 Ng1 Ng8");
        let bits = |games: &[Game]| {
            let plies = games.iter().map(|game| game.moves.len() as u64).sum::<u64>();
            limit_row(games, plies, 8).unwrap().bytes / plies as f64
        };
        let games = [repeated.clone(), repeated, line("e4 e5 Qh5 Qh4 Qg5 Qg4 Qf5 Qf4")];
        let counted = bits(&games[..2]);
        assert_eq!(bits(&games), counted);
        assert!(bits(&games[1..]) > counted);
    }
    use crate::pack_games;

    #[test]
    fn every_codec_has_a_row() {
        let pgn = b"[White \"A\"]\n\n1. e4 {best} e5 2. Nf3 (2. f4) Nc6 1-0\n\n1. d4 d5 *\n\n*\n";
        let (games, _) = crate::games_from_pgn(pgn).unwrap();
        let reader = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
        let begin = std::time::Instant::now();
        let comparison = compare_codecs(&reader, &|| begin.elapsed(), |_, _| Ok(())).unwrap();
        assert_eq!((comparison.games, comparison.plies), (3, 6));
        assert!(comparison.play_trusted.unwrap() > 0.0);
        for codec in Codec::ALL {
            let row = comparison.rows.iter().find(|row| row.name == codec.name()).unwrap();
            assert!(row.encode.unwrap() > 0.0 && row.decode.unwrap() > 0.0);
        }
        let byte = comparison.rows.iter().find(|row| row.name == "byte").unwrap();
        assert_eq!((comparison.bits_per_ply(byte), comparison.bytes_per_game(byte)), (8.0, 2.0));
        assert_eq!(comparison.text_bytes, "1. e4 e5 2. Nf3 Nc6 1-0\n1. d4 d5 *\n*\n".len() as u64);
        let fallbacks = byte.fallbacks.unwrap();
        assert_eq!((fallbacks.plies, fallbacks.games), (0, 0));
        let limit = comparison.rows.iter().find(|row| row.kind == ComparisonKind::Limit).unwrap();
        assert!((comparison.bits_per_ply(limit) - 4.5).abs() < 0.3);
    }

    /// Three knights are too many for `byte` and for `byte-queens`, but not for `slots`.
    #[test]
    fn fallbacks_are_counted() {
        let pgn = b"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/NNN1K3 w - - 0 1\"]\n\n1. Kd2 Kd7 2. Ke2 *\n\n1. e4 e5 *\n";
        let (games, _) = crate::games_from_pgn(pgn).unwrap();
        let reader = Reader::from_bytes(pack_games(&games, Codec::Byte).unwrap()).unwrap();
        let begin = std::time::Instant::now();
        let comparison = compare_codecs(&reader, &|| begin.elapsed(), |_, _| Ok(())).unwrap();
        let of = |codec: Codec| {
            let row = comparison.rows.iter().find(|row| row.codec == Some(codec)).unwrap();
            row.fallbacks.map(|fallbacks| (fallbacks.plies, fallbacks.games))
        };
        assert_eq!((of(Codec::Byte), of(Codec::ByteQueens)), (Some((2, 1)), Some((2, 1))));
        assert_eq!((of(Codec::Slots), of(Codec::Coord12)), (Some((0, 0)), None));
    }
}
