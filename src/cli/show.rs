//! `plypack show`.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{
    Error, ErrorCode, Game, Reader, Result, Start, Tag, pgn,
    shakmaty::{Chess, Color, EnPassantMode, File, Piece, Position, Rank, Square, fen::Fen},
    unescape,
};

use super::{
    corruption,
    outcome::{Ended, Failure, Outcome, found_errors},
};

/// Shows one game: its tags, the board after the last move, and the movetext.
#[derive(clap::Args)]
pub struct Args {
    /// The file; or the game as `FILE:NUMBER`, as it is named in results of several files
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The number of the game; the first is 0
    #[arg(value_name = "NUMBER")]
    number: Option<u64>,
    /// The board after this many plies (half-moves); after the last by default
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Draw the pieces as chess symbols, not as letters
    #[arg(long)]
    unicode: bool,
    /// Draw the board from Black's side
    #[arg(long)]
    flip: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let (path, number) = game_of(&args)?;
    let reader = Reader::open(path)?;
    let mut game = Game::new();
    reader.read_game(number, &mut game).map_err(|e| e.context(path.display()))?;
    let text = describe(&game, &args)?;
    let has_errors = corruption::has_errors(&reader);
    found_errors(has_errors);
    io::stdout().write_all(text.as_bytes())?;
    corruption::warn_of_errors(path, &reader);
    Ok(Ended::with_errors(has_errors))
}

/// The file and the number of the game.
fn game_of(args: &Args) -> Outcome<(&Path, u64)> {
    if let Some(number) = args.number {
        return Ok((&args.file, number));
    }
    let name = args.file.to_str().and_then(|text| text.rsplit_once(':'));
    let name =
        name.and_then(|(path, number)| Some((path, number.parse::<u64>().ok()?))).filter(|(path, _)| !path.is_empty());
    let missing = || {
        let file = args.file.display();
        Failure::Usage(format!("which game? Write its number after the file: `{file} 12` or `{file}:12`"))
    };
    name.map(|(path, number)| (Path::new(path), number)).ok_or_else(missing)
}

fn describe(game: &Game, args: &Args) -> Result<String> {
    let mut text = tag_table(game)?;
    if game.start != Start::Unreadable {
        let ply = args.ply.unwrap_or(game.moves.len());
        let position = position_after(game, ply)?;
        text.push_str(&board(&position, args));
        let _ = writeln!(text, "\n{}", caption(&position, ply));
    }
    let mut movetext = Vec::new();
    pgn::write_movetext(game, &mut movetext)?;
    text.push('\n');
    text.push_str(&printable(&movetext));
    Ok(text)
}

fn tag_table(game: &Game) -> plypack::Result<String> {
    let width = game.tags().map(|tag| name_width(&tag)).max().unwrap_or(0);
    let mut table = String::new();
    for tag in game.tags() {
        let _ = match tag {
            Tag::Pair(name, value) => writeln!(table, "{:width$}  {}", printable(name), printable(&unescape(value)?)),
            Tag::Raw(line) => writeln!(table, "{}", printable(line)),
        };
    }
    if !table.is_empty() {
        table.push('\n');
    }
    Ok(table)
}

fn name_width(tag: &Tag<'_>) -> usize {
    match tag {
        Tag::Pair(name, _) => name.len().min(24),
        Tag::Raw(_) => 0,
    }
}

/// Text that is safe for a terminal: valid UTF-8, no control characters but line feeds.
pub fn printable(text: &[u8]) -> String {
    let shown = |c: char| if c.is_control() && c != '\n' { char::REPLACEMENT_CHARACTER } else { c };
    String::from_utf8_lossy(text).chars().map(shown).collect()
}

fn position_after(game: &Game, plies: usize) -> Result<Chess> {
    let moves = game.moves.get(..plies).ok_or_else(|| {
        Error::new(ErrorCode::OutOfRange, format!("there is no ply {plies}; the game has {}", game.moves.len()))
    })?;
    let mut position = game.start_position();
    moves.iter().try_for_each(|packed_move| packed_move.play(&mut position))?;
    Ok(position)
}

fn caption(position: &Chess, plies: usize) -> String {
    let side = if position.turn().is_white() { "White" } else { "Black" };
    let state = match position.is_check() {
        _ if position.is_checkmate() => "is checkmated",
        _ if position.is_stalemate() => "is stalemated",
        true => "to move, in check",
        false => "to move",
    };
    let fen = Fen::from_position(position, EnPassantMode::Legal);
    format!("After ply {plies}: {side} {state}\n{fen}")
}

fn board(position: &Chess, args: &Args) -> String {
    let flipped = |i: u32| if args.flip { 7 - i } else { i };
    let files: Vec<_> = (0..8).map(|i| File::new(flipped(i))).collect();
    let mut text = String::new();
    for rank in (0..8).map(|i| Rank::new(7 - flipped(i))) {
        let _ = write!(text, "{}", rank.char());
        for file in &files {
            let piece = position.board().piece_at(Square::from_coords(*file, rank));
            let _ = write!(text, " {}", piece.map_or('.', |piece| symbol(piece, args.unicode)));
        }
        text.push('\n');
    }
    text.push(' ');
    files.iter().for_each(|file| text.extend([' ', file.char()]));
    text.push('\n');
    text
}

fn symbol(piece: Piece, unicode: bool) -> char {
    if !unicode {
        return piece.char();
    }
    // U+2654 is the white king; queen, rook, bishop, knight and pawn follow, then the black pieces.
    let row = if piece.color == Color::White { '\u{2654}' } else { '\u{265a}' };
    char::from_u32(row as u32 + 6 - u32::from(piece.role)).unwrap_or('?')
}
