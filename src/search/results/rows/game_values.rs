//! The values of a list's columns for one game that was read.

use super::{column::RowColumn, names::Names};
use crate::{Color, Game, Piece, Result, Role, Speed, Start, Token, board::Board, chess::tag_values, container::Block};

/// Returns the value of a column. The tags, moves or tokens that the column needs must have been read.
///
/// Errors: [`crate::ErrorCode::NoMemory`].
pub(super) fn value(column: &RowColumn, game: &Game, names: &mut Names) -> Result<u32> {
    match column {
        RowColumn::Tag(name) => game.tag(name).map_or(Ok(0), |value| names.number(value)),
        column => Ok(number(column, game).unwrap_or_default()),
    }
}

/// Returns the value of a column of numbers; `None` for a column of texts.
pub(super) fn number(column: &RowColumn, game: &Game) -> Option<u32> {
    let rating = |tag| game.tag(tag).and_then(tag_values::rating);
    let count = |wanted: fn(&Token<'_>) -> bool| game.tokens().filter(wanted).count() as u32;
    Some(match column {
        RowColumn::Tag(_) => return None,
        RowColumn::Result => game.tag(b"Result").and_then(tag_values::result).unwrap_or(game.termination) as u32,
        RowColumn::Speed => {
            let text = |tag| game.tag(tag).unwrap_or_default();
            Speed::of_tags(text(b"TimeControl"), text(b"Event")).map_or(0, |speed| speed as u32)
        }
        RowColumn::Date => {
            let date = |tag| game.tag(tag).and_then(tag_values::date);
            date(b"Date").or_else(|| date(b"UTCDate")).unwrap_or_default()
        }
        RowColumn::EventDate => game.tag(b"EventDate").and_then(tag_values::date).unwrap_or_default(),
        RowColumn::WhiteRating => rating(b"WhiteElo").unwrap_or_default(),
        RowColumn::BlackRating => rating(b"BlackElo").unwrap_or_default(),
        RowColumn::AverageRating => {
            average(rating(b"WhiteElo").unwrap_or_default(), rating(b"BlackElo").unwrap_or_default())
        }
        RowColumn::Plies => game.moves.len() as u32,
        RowColumn::Comments => count(|token| matches!(token, Token::Comment(_) | Token::LineComment(_))),
        RowColumn::Nags => count(|token| matches!(token, Token::Nag(_))),
        RowColumn::Variations => count(|token| matches!(token, Token::Begin)),
        RowColumn::Material => final_board(game).as_ref().map_or(0, material),
        RowColumn::HomePawns => final_board(game).as_ref().map_or(0, home_pawns),
        RowColumn::Flags => flags(game),
    })
}

/// Returns the average of two ratings; 0 if one is unknown.
pub(super) fn average(white: u32, black: u32) -> u32 {
    if white == 0 || black == 0 { 0 } else { (white + black) / 2 }
}

/// The parts of a game that columns need.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Parts {
    /// Only the tokens, if the game has any.
    #[default]
    Tokens,
    /// The main line and the tokens.
    Moves,
    /// The complete game.
    Game,
}

impl Parts {
    pub(super) fn of(column: &RowColumn) -> Parts {
        match column {
            RowColumn::Comments | RowColumn::Nags | RowColumn::Variations => Parts::Tokens,
            RowColumn::Material | RowColumn::HomePawns => Parts::Moves,
            _ => Parts::Game,
        }
    }
}

/// Reads at least these parts of a game of a block.
///
/// Errors: as [`Block::read_game`].
pub(super) fn read(block: &Block, place: usize, parts: Parts, game: &mut Game) -> Result<()> {
    if parts == Parts::Game || block.has_annotations(place) || !block.has_positions(place) {
        return block.read_game(place, game);
    }
    game.clear();
    if parts == Parts::Moves
        && let Some(start) = block.read_line(place, &mut game.moves)?
    {
        game.start = Start::Fen(Box::new(start));
    }
    Ok(())
}

/// Returns the board after the main line; `None` if the start is unknown.
fn final_board(game: &Game) -> Option<Board> {
    if matches!(game.start, Start::Unreadable) {
        return None;
    }
    let mut board: Board = match &game.start {
        Start::Fen(start) => Board::new(start),
        _ => Board::default(),
    };
    for m in &game.moves {
        board.make_unchecked(*m);
    }
    Some(board)
}

fn material(board: &Board) -> u32 {
    let mut counts = [0u32; 16];
    board.pieces().iter().for_each(|piece| counts[*piece as usize & 15] += 1);
    let side = |color: Color| {
        let count = |role, max: u32| counts[Piece::new(color, role).0 as usize].min(max);
        let officers = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        officers.into_iter().fold(0, |bits, role| bits << 2 | count(role, 3)) << 4 | count(Role::Pawn, 15)
    };
    side(Color::White) << 12 | side(Color::Black)
}

fn home_pawns(board: &Board) -> u32 {
    let on_rank = |color, squares: std::ops::Range<usize>| {
        let pawn = Piece::new(color, Role::Pawn).0;
        board.pieces()[squares].iter().rev().fold(0, |bits, piece| bits << 1 | u32::from(*piece == pawn))
    };
    on_rank(Color::White, 8..16) | on_rank(Color::Black, 48..56) << 8
}

fn flags(game: &Game) -> u32 {
    let promotes_to = |wanted: fn(Role) -> bool| game.moves.iter().filter_map(|m| m.promotion()).any(wanted);
    let has_unread_text = !game.unparsed().is_empty() || game.tokens().any(|token| matches!(token, Token::Raw(_)));
    let bits = [
        !matches!(game.start, Start::Standard),
        promotes_to(|_| true),
        promotes_to(|role| role != Role::Queen),
        has_unread_text,
    ];
    bits.into_iter().rev().fold(0, |flags, bit| flags << 1 | u32::from(bit))
}
