//! `plypack show`.

use std::{
    fmt::Write as _,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use plypack::{
    Error, ErrorCode, Game, PackedMove, Piece, Position, Result, Square, Start, Tag,
    openings::{self, Classified},
    pgn,
    text::{unescape, write_san_line, write_uci_line},
};
use serde_json::{Value, json};

use crate::{
    console::{
        corruption,
        outcome::{Ended, Failure, Outcome, found_errors},
        terminal::{has_colors, one_line, padded, printable},
    },
    input::files,
    output::json_list,
    rows::tags,
};

/// Shows one game, with a board.
///
/// Prints the tags, the board after the last move or after --ply, the opening by the moves, and the movetext.
#[derive(clap::Args)]
pub struct Args {
    /// plypack file, or a game as `FILE:NUMBER`
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Game number, from 0
    #[arg(value_name = "NUMBER")]
    number: Option<u64>,
    /// Number of plies (half-moves) before the board [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Draw the pieces as chess symbols instead of letters
    #[arg(long)]
    unicode: bool,
    /// Draw the board from Black's side
    #[arg(long)]
    flip: bool,
    /// Print JSON: tags, moves in SAN and UCI, the position as FEN, and the movetext
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: Args) -> Outcome {
    let (path, number) = game_of(&args)?;
    let reader = files::open(path)?;
    let mut game = Game::new();
    reader.read_game(number, &mut game).map_err(|e| e.context(path.display()))?;
    let text = if args.json {
        format!("{}\n", json_list::pretty(&to_json(&game, number, args.ply)?))
    } else {
        describe(&game, &args)?
    };
    let has_errors = !reader.errors().is_empty();
    found_errors(has_errors);
    io::stdout().write_all(text.as_bytes())?;
    corruption::warn_of_errors(path, &reader);
    Ok(Ended::with_errors(has_errors))
}

/// Returns the file and the number of the game.
fn game_of(args: &Args) -> Outcome<(&Path, u64)> {
    if let Some(number) = args.number {
        return Ok((&args.file, number));
    }
    let name = args.file.to_str().and_then(|text| text.rsplit_once(':'));
    let name =
        name.and_then(|(path, number)| Some((path, number.parse::<u64>().ok()?))).filter(|(path, _)| !path.is_empty());
    let missing = || {
        let file = args.file.display();
        Failure::Usage(format!("a game number is required; write for example `{file} 12` or `{file}:12`"))
    };
    name.map(|(path, number)| (Path::new(path), number)).ok_or_else(missing)
}

fn describe(game: &Game, args: &Args) -> Result<String> {
    let mut text = tag_table(game)?;
    if game.start != Start::Unreadable {
        let ply = args.ply.unwrap_or(game.moves.len());
        let position = position_after(game, ply)?;
        let last = ply.checked_sub(1).map(|last| game.moves[last]);
        text.push_str(&board(&position, last, args));
        let _ = writeln!(text, "\n{}", caption(&position, ply));
        if let Some(Classified { opening, ply }) = openings::of_game(game) {
            let _ = writeln!(text, "{} {} (ply {ply})", opening.eco(), opening.name());
        }
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
            Tag::Pair(name, value) => {
                writeln!(table, "{}  {}", padded(&one_line(name), width), one_line(&unescape(value)?))
            }
            Tag::Raw(line) => writeln!(table, "{}", one_line(line)),
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

fn position_after(game: &Game, plies: usize) -> Result<Position> {
    if plies > game.moves.len() {
        let message = format!("there is no ply {plies}; the last ply is {}", game.moves.len());
        return Err(Error::new(ErrorCode::OutOfRange, message));
    }
    game.position_at(plies)
}

fn caption(position: &Position, plies: usize) -> String {
    let side = if position.turn().is_white() { "White" } else { "Black" };
    let state = if position.is_checkmate() {
        "is checkmated"
    } else if position.is_stalemate() {
        "is stalemated"
    } else if position.is_check() {
        "to move, in check"
    } else {
        "to move"
    };
    format!("After ply {plies}: {side} {state}\n{position}")
}

/// Draws the board. The squares of the last move are in brackets, or in another color on a terminal with colors.
fn board(position: &Position, last: Option<PackedMove>, args: &Args) -> String {
    let flipped = |i: u8| if args.flip { 7 - i } else { i };
    let last = last.filter(|last| last.from() != last.to());
    let is_marked = |square: Square| last.is_some_and(|last| [last.from(), last.to()].contains(&u8::from(square)));
    let is_colored = has_colors();
    let mut text = String::new();
    for rank in (0..8).map(|i| 7 - flipped(i)) {
        let _ = write!(text, "{}", rank + 1);
        let mut was_marked = false;
        for square in (0..8).filter_map(|i| Square::from_coords(flipped(i), rank)) {
            let piece = symbol(position.piece_at(square), args.unicode);
            let _ = if is_marked(square) && is_colored {
                write!(text, " {LAST_MOVE}{piece}{NO_COLOR}")
            } else if is_marked(square) {
                write!(text, "{}{piece}", if was_marked { '|' } else { '[' })
            } else {
                write!(text, "{}{piece}", if was_marked && !is_colored { ']' } else { ' ' })
            };
            was_marked = is_marked(square);
        }
        text.push_str(if was_marked && !is_colored { "]\n" } else { "\n" });
    }
    text.push(' ');
    (0..8).for_each(|i| text.extend([' ', char::from(b'a' + flipped(i))]));
    text.push('\n');
    text
}

/// Black on yellow, and back.
const LAST_MOVE: &str = "\u{1b}[30;43m";
const NO_COLOR: &str = "\u{1b}[0m";

fn to_json(game: &Game, number: u64, ply: Option<usize>) -> Result<Value> {
    let mut movetext = Vec::new();
    pgn::write_movetext(game, &mut movetext)?;
    let movetext = String::from_utf8_lossy(&movetext).trim_end().to_owned();
    let mut value =
        json!({ "game": number, "tags": tags(game)?, "result": game.termination.as_str(), "movetext": movetext });
    if game.start != Start::Unreadable {
        let ply = ply.unwrap_or(game.moves.len());
        let start = game.start_position();
        let mut san = Vec::new();
        let mut uci = Vec::new();
        write_san_line(&start, &game.moves, &mut san)?;
        write_uci_line(&start, &game.moves, &mut uci);
        let words =
            |line: &[u8]| String::from_utf8_lossy(line).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        value["start"] = json!(start.to_string());
        value["san"] = json!(words(&san));
        value["uci"] = json!(words(&uci));
        value["ply"] = json!(ply);
        value["opening"] = openings::of_game(game).map_or(
            Value::Null,
            |found| json!({ "eco": found.opening.eco(), "name": found.opening.name(), "ply": found.ply }),
        );
        value["fen"] = json!(position_after(game, ply)?.to_string());
    }
    Ok(value)
}

fn symbol(piece: Piece, unicode: bool) -> char {
    let (Some(letter), Some(role), true) = (piece.char(), piece.role(), unicode) else {
        return piece.char().unwrap_or('.');
    };
    // U+2654 is the white king; queen, rook, bishop, knight and pawn follow, then the black pieces.
    let row = if letter.is_ascii_uppercase() { '\u{2654}' } else { '\u{265a}' };
    char::from_u32(row as u32 + 6 - role as u32).unwrap_or('?')
}
