//! Reading SAN liberally (`pgn.15`).

use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, Rank, Role, Square};

use super::{
    error::SanError,
    san_board::{SanBoard, attackers},
};
use crate::{Error, ErrorCode, PackedMove, Result};

/// Reads one move in SAN, as liberally as the PGN parser does, including the spellings of the null move. The position is not
/// changed.
///
/// # Errors
///
/// [`ErrorCode::InvalidMoveText`] for other text, [`ErrorCode::IllegalMove`] for a move that is not legal in `position` or is
/// ambiguous.
pub fn read_san(text: &[u8], position: &Chess) -> Result<PackedMove> {
    read_san_on(text, position)
}

/// [`read_san`] on any board.
pub(crate) fn read_san_on(text: &[u8], position: &impl SanBoard) -> Result<PackedMove> {
    let refuse = |code, why: &str| Error::new(code, format!("`{}`: {why}", text[..text.len().min(16)].escape_ascii()));
    if is_null_move(text) {
        return match position.is_check() {
            true => Err(refuse(ErrorCode::IllegalMove, "a null move is not legal while in check")),
            false => Ok(PackedMove::NULL),
        };
    }
    parse_san(text, position).map(PackedMove::from_move).map_err(|error| match error {
        SanError::NotSan => refuse(ErrorCode::InvalidMoveText, "not a move in SAN"),
        SanError::IllegalMove => refuse(ErrorCode::IllegalMove, "illegal move"),
        SanError::AmbiguousMove => refuse(ErrorCode::IllegalMove, "ambiguous move"),
    })
}

/// How `e.p.` is written; it has no meaning.
const EN_PASSANT: [&[u8]; 3] = [b"e.p.", b"e.p", b"ep"];

/// The parts of a move's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SanParts {
    /// `None` without a piece letter.
    role: Option<Role>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

/// The one legal move that the text can mean.
// pgn.15
#[inline]
pub(crate) fn parse_san(text: &[u8], position: &impl SanBoard) -> std::result::Result<Move, SanError> {
    match text.first() {
        Some(b'O' | b'0' | b'o') => parse_castling(text, position),
        Some(_) => find_move(position, split_parts(text).ok_or(SanError::NotSan)?),
        None => Err(SanError::NotSan),
    }
}

/// Whether the text is one of the spellings of the null move.
pub(crate) fn is_null_move(text: &[u8]) -> bool {
    matches!(strip_check(text), b"--" | b"Z0" | b"null" | b"@@@@" | b"0000")
}

/// Whether the text says of the move before it that it captures en passant.
pub(crate) fn is_en_passant_mark(text: &[u8]) -> bool {
    EN_PASSANT.contains(&strip_check(text))
}

fn strip_check(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#'] = text {
        text = rest;
    }
    text
}

fn parse_castling(text: &[u8], position: &impl SanBoard) -> std::result::Result<Move, SanError> {
    let side = match strip_check(text) {
        [a, b'-', b] if a == b => CastlingSide::KingSide,
        [a, b'-', b, b'-', c] if a == b && b == c => CastlingSide::QueenSide,
        _ => return Err(SanError::NotSan),
    };
    position.castling(side).ok_or(SanError::IllegalMove)
}

fn role(letter: u8) -> Option<Role> {
    match letter {
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        b'P' => Some(Role::Pawn),
        _ => None,
    }
}

fn file(letter: u8) -> Option<File> {
    letter.is_ascii_lowercase().then(|| File::from_char(letter.into())).flatten()
}

fn rank(digit: u8) -> Option<Rank> {
    Rank::from_char(digit.into())
}

/// Splits the text of a move, from its end.
#[inline]
fn split_parts(text: &[u8]) -> Option<SanParts> {
    let role = role(*text.first()?);
    let text = strip_check(&text[usize::from(role.is_some())..]);
    let (text, promotion) = match text {
        [.., b'1'..=b'8'] => (text, None),
        _ => split_promotion(text),
    };
    let [from @ .., to_file, to_rank] = text else {
        return None;
    };
    let to = Square::from_coords(file(*to_file)?, rank(*to_rank)?);
    let from = match from {
        [from @ .., b'x' | b'-'] => from,
        _ => from,
    };
    let (from_file, from_rank) = split_from(from)?;
    Some(SanParts { role, from_file, from_rank, to, promotion })
}

/// The disambiguation: nothing, a file, a rank, or both.
#[inline]
fn split_from(text: &[u8]) -> Option<(Option<File>, Option<Rank>)> {
    match text {
        [] => Some((None, None)),
        [f, r] => Some((Some(file(*f)?), Some(rank(*r)?))),
        [one] => match (file(*one), rank(*one)) {
            (None, None) => None,
            found => Some(found),
        },
        _ => None,
    }
}

/// `=Q`, `Q`, `(Q)`, `/Q`, each also in lower case; or `e.p.`.
fn split_promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    for suffix in EN_PASSANT {
        if let Some(text) = text.strip_suffix(suffix) {
            return (text, None);
        }
    }
    let (text, letter) = match text {
        [text @ .., b'(', letter, b')'] => (text.strip_suffix(b"=").unwrap_or(text), *letter),
        [text @ .., b'=' | b'/', letter] | [text @ .., letter] => (text, *letter),
        [] => (text, 0),
    };
    let promotion = role(letter.to_ascii_uppercase()).filter(|role| !matches!(role, Role::King | Role::Pawn));
    // A letter that is no piece leaves text that is no square.
    if promotion.is_some() { (text, promotion) } else { (&[], None) }
}

#[inline]
fn find_move(position: &impl SanBoard, parts: SanParts) -> std::result::Result<Move, SanError> {
    let from = parts.from_file.zip(parts.from_rank).map(|(f, r)| Square::from_coords(f, r));
    let role = match (parts.role, from) {
        // Also long algebraic moves without piece letter, `g1f3`.
        (None, Some(from)) => position.role_at(from).unwrap_or(Role::Pawn),
        (role, _) => role.unwrap_or(Role::Pawn),
    };
    if role == Role::Pawn { find_pawn_move(position, parts) } else { find_piece_move(position, role, parts) }
}

#[inline]
fn find_piece_move(position: &impl SanBoard, role: Role, parts: SanParts) -> std::result::Result<Move, SanError> {
    if parts.promotion.is_some() {
        return Err(SanError::IllegalMove);
    }
    let mut from = attackers(position, role, parts.to);
    from &= parts.from_file.map_or(Bitboard::FULL, Bitboard::from_file);
    from &= parts.from_rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    match only(from.into_iter().filter(|from| position.keeps_king_safe(role, *from, parts.to, None))) {
        Ok(from) => Ok(normal(position, role, from, parts.to, None)),
        Err(error) => castling_as_king_move(position, role, parts).ok_or(error),
    }
}

/// `e1g1`, `Ke1-g1`, `e1h1`.
fn castling_as_king_move(position: &impl SanBoard, role: Role, parts: SanParts) -> Option<Move> {
    let (file, rank) = parts.from_file.zip(parts.from_rank).filter(|_| role == Role::King)?;
    let from = Square::from_coords(file, rank);
    [CastlingSide::KingSide, CastlingSide::QueenSide].into_iter().find_map(|side| {
        let king_to = Square::from_coords(side.king_to_file(), rank);
        position.castling(side).filter(|m| match m {
            Move::Castle { king, rook } => *king == from && (parts.to == *rook || parts.to == king_to),
            _ => false,
        })
    })
}

/// The only square.
fn only(mut squares: impl Iterator<Item = Square>) -> std::result::Result<Square, SanError> {
    let first = squares.next().ok_or(SanError::IllegalMove)?;
    match squares.next() {
        None => Ok(first),
        Some(_) => Err(SanError::AmbiguousMove),
    }
}

fn normal(position: &impl SanBoard, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
    Move::Normal { role, from, capture: position.role_at(to), to, promotion }
}

#[inline]
fn find_pawn_move(position: &impl SanBoard, parts: SanParts) -> std::result::Result<Move, SanError> {
    let to = parts.to;
    let last_rank = matches!(to.rank(), Rank::First | Rank::Eighth);
    if last_rank != parts.promotion.is_some() {
        return Err(SanError::IllegalMove);
    }
    let file = parts.from_file.unwrap_or(to.file());
    let from = if file == to.file() { push_from(position, to) } else { capture_from(position, file, to) };
    let from =
        from.filter(|from| parts.from_rank.is_none_or(|rank| rank == from.rank())).ok_or(SanError::IllegalMove)?;
    let en_passant =
        (file != to.file() && position.role_at(to).is_none()).then(|| Square::from_coords(to.file(), from.rank()));
    if !position.keeps_king_safe(Role::Pawn, from, to, en_passant) {
        return Err(SanError::IllegalMove);
    }
    Ok(match en_passant {
        Some(_) => Move::EnPassant { from, to },
        None => normal(position, Role::Pawn, from, to, parts.promotion),
    })
}

/// The from-square of the pawn push to this square.
fn push_from(position: &impl SanBoard, to: Square) -> Option<Square> {
    let occupied = position.by_color(position.turn()) | position.by_color(!position.turn());
    let (back, double) = position.turn().fold_wb((-8, Rank::Fourth), (8, Rank::Fifth));
    let pawns = position.our(Role::Pawn);
    let one = to.offset(back).filter(|_| !occupied.contains(to))?;
    if pawns.contains(one) {
        return Some(one);
    }
    let two = one.offset(back).filter(|_| to.rank() == double && !occupied.contains(one))?;
    pawns.contains(two).then_some(two)
}

/// The from-square of the capture on this square by a pawn of the file.
fn capture_from(position: &impl SanBoard, file: File, to: Square) -> Option<Square> {
    let can_capture = position.by_color(!position.turn()).contains(to) || position.en_passant() == Some(to);
    let from = attackers(position, Role::Pawn, to) & Bitboard::from_file(file);
    from.first().filter(|_| can_capture)
}
