//! Reading SAN liberally (`pgn.15`).

use super::error::SanError;
use crate::{
    Error, ErrorCode, PackedMove, Result,
    board::{
        Bitboards, Board,
        attacks::{FILE_A, bit, pawn_attacks, piece_attacks, squares},
        piece::{ALL, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK},
    },
    moves::MoveFlags,
};

/// Reads one move in SAN; see [`Position::read_san`](crate::Position::read_san).
pub(crate) fn read_san(text: &[u8], board: &Board<Bitboards>) -> Result<PackedMove> {
    let refuse = |code, why: &str| Error::new(code, format!("`{}`: {why}", text[..text.len().min(16)].escape_ascii()));
    if is_null_move(text) {
        return if board.is_check() {
            Err(refuse(ErrorCode::IllegalMove, "a null move is not legal while in check"))
        } else {
            Ok(PackedMove::NULL)
        };
    }
    parse_san(text, board).map_err(|error| match error {
        SanError::NotSan => refuse(ErrorCode::InvalidMoveText, "not a move in SAN"),
        SanError::IllegalMove => refuse(ErrorCode::IllegalMove, "illegal move"),
        SanError::AmbiguousMove => refuse(ErrorCode::IllegalMove, "ambiguous move"),
    })
}

/// Spellings of `e.p.`, which is ignored.
const EN_PASSANT: [&[u8]; 6] = [b"e.p.", b"e.p", b"ep", b"(e.p.)", b"(e.p)", b"(ep)"];

/// The parts of a move's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SanParts {
    /// `None` without a piece letter.
    role: Option<u8>,
    /// From 0.
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: u8,
    promotion: Option<u8>,
}

/// Returns the one legal move that the text can mean.
// pgn.15
#[inline]
pub(crate) fn parse_san(text: &[u8], board: &Board<Bitboards>) -> std::result::Result<PackedMove, SanError> {
    match text.first() {
        Some(b'O' | b'0' | b'o') => parse_castling(text, board),
        Some(_) => find_move(board, split_parts(text).ok_or(SanError::NotSan)?),
        None => Err(SanError::NotSan),
    }
}

/// Returns `true` if the text is one of the spellings of the null move.
pub(crate) fn is_null_move(text: &[u8]) -> bool {
    matches!(strip_check(text), b"--" | b"---" | b"Z0" | b"null" | b"pass" | b"@@@@" | b"0000")
}

/// Returns `true` if the text marks the preceding move as an en passant capture.
pub(crate) fn is_en_passant_mark(text: &[u8]) -> bool {
    EN_PASSANT.contains(&strip_check(text))
}

/// Returns the length of such a mark at the start of the text; 0 if there is none.
pub(crate) fn en_passant_mark_len(text: &[u8]) -> usize {
    EN_PASSANT.iter().find(|mark| text.starts_with(mark)).map_or(0, |mark| mark.len())
}

fn strip_check(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#'] = text {
        text = rest;
    }
    text
}

fn parse_castling(text: &[u8], board: &Board<Bitboards>) -> std::result::Result<PackedMove, SanError> {
    let flags = match strip_check(text) {
        [a, b'-', b] if a == b => MoveFlags::CastleKingSide,
        [a, b'-', b, b'-', c] if a == b && b == c => MoveFlags::CastleQueenSide,
        _ => return Err(SanError::NotSan),
    };
    castling(board, flags).ok_or(SanError::IllegalMove)
}

/// Returns castling with these flags, if it is legal.
fn castling(board: &Board<Bitboards>, flags: MoveFlags) -> Option<PackedMove> {
    board.legal_castling().find(|m| m.flags() == flags as u8)
}

fn role(letter: u8) -> Option<u8> {
    match letter {
        b'N' => Some(KNIGHT),
        b'B' => Some(BISHOP),
        b'R' => Some(ROOK),
        b'Q' => Some(QUEEN),
        b'K' => Some(KING),
        b'P' => Some(PAWN),
        _ => None,
    }
}

fn file(letter: u8) -> Option<u8> {
    Some(letter.wrapping_sub(b'a')).filter(|file| *file < 8)
}

fn rank(digit: u8) -> Option<u8> {
    Some(digit.wrapping_sub(b'1')).filter(|rank| *rank < 8)
}

/// Splits the text of a move, starting from its end.
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
    let to = square(file(*to_file)?, rank(*to_rank)?);
    let from = match from {
        [from @ .., b'x' | b'-'] => from,
        _ => from,
    };
    let (from_file, from_rank) = split_from(from)?;
    Some(SanParts { role, from_file, from_rank, to, promotion })
}

const fn square(file: u8, rank: u8) -> u8 {
    rank << 3 | file
}

/// The disambiguation: nothing, a file, a rank, or both.
#[inline]
fn split_from(text: &[u8]) -> Option<(Option<u8>, Option<u8>)> {
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

/// Splits off `=Q`, `Q`, `(Q)` or `/Q`, each also in lower case, or `e.p.`.
fn split_promotion(text: &[u8]) -> (&[u8], Option<u8>) {
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
    let promotion = role(letter.to_ascii_uppercase()).filter(|role| !matches!(*role, KING | PAWN));
    // If the letter is not a piece, the remaining text is not a square.
    if promotion.is_some() { (text, promotion) } else { (&[], None) }
}

#[inline]
fn find_move(board: &Board<Bitboards>, parts: SanParts) -> std::result::Result<PackedMove, SanError> {
    let from = parts.from_file.zip(parts.from_rank).map(|(file, rank)| square(file, rank));
    let role = match (parts.role, from) {
        // Also long algebraic moves without a piece letter, such as `g1f3`.
        (None, Some(from)) => Some(board.piece(from) & 7).filter(|role| *role > 0).unwrap_or(PAWN),
        (role, _) => role.unwrap_or(PAWN),
    };
    if role == PAWN { find_pawn_move(board, parts) } else { find_piece_move(board, role, parts) }
}

#[inline]
fn find_piece_move(board: &Board<Bitboards>, role: u8, parts: SanParts) -> std::result::Result<PackedMove, SanError> {
    if parts.promotion.is_some() {
        return Err(SanError::IllegalMove);
    }
    let us = board.side();
    let sets = board.sets();
    let mut from = piece_attacks(role, parts.to, sets.all()) & sets.of_side(us, role);
    from &= parts.from_file.map_or(!0, |file| FILE_A << file);
    from &= parts.from_rank.map_or(!0, |rank| 0xFF << (8 * rank));
    if sets.of_side(us, ALL) & bit(parts.to) != 0 {
        from = 0;
    }
    match only(squares(from).filter(|from| board.keeps_king_safe(*from as u8, parts.to))) {
        Ok(from) => Ok(normal(board, from, parts.to)),
        Err(error) => castling_as_king_move(board, role, parts).ok_or(error),
    }
}

/// `e1g1`, `Ke1-g1`, `e1h1`.
fn castling_as_king_move(board: &Board<Bitboards>, role: u8, parts: SanParts) -> Option<PackedMove> {
    let (file, rank) = parts.from_file.zip(parts.from_rank).filter(|_| role == KING)?;
    [MoveFlags::CastleKingSide, MoveFlags::CastleQueenSide].into_iter().find_map(|flags| {
        let rook = board.castling_rook(flags == MoveFlags::CastleKingSide);
        castling(board, flags)
            .filter(|m| m.from() == square(file, rank) && (parts.to == m.to() || Some(parts.to) == rook))
    })
}

/// Returns the square if there is exactly one.
fn only(mut squares: impl Iterator<Item = u32>) -> std::result::Result<u8, SanError> {
    let first = squares.next().ok_or(SanError::IllegalMove)?;
    match squares.next() {
        None => Ok(first as u8),
        Some(_) => Err(SanError::AmbiguousMove),
    }
}

/// Returns a move that is neither special nor a pawn move.
fn normal(board: &Board<Bitboards>, from: u8, to: u8) -> PackedMove {
    PackedMove::new(from, to, if board.piece(to) == 0 { MoveFlags::Quiet } else { MoveFlags::Capture })
}

#[inline]
fn find_pawn_move(board: &Board<Bitboards>, parts: SanParts) -> std::result::Result<PackedMove, SanError> {
    let to = parts.to;
    if matches!(to >> 3, 0 | 7) != parts.promotion.is_some() {
        return Err(SanError::IllegalMove);
    }
    let from_file = parts.from_file.unwrap_or(to & 7);
    let is_capture = from_file != to & 7;
    let from = if is_capture { capture_from(board, from_file, to) } else { push_from(board, to) };
    let is_on_rank = |from: &u8| parts.from_rank.is_none_or(|rank| rank == from >> 3);
    let from = from.filter(is_on_rank).ok_or(SanError::IllegalMove)?;
    if is_capture && board.piece(to) == 0 {
        let is_legal = board.en_passant_target(from) & bit(to) != 0;
        return if is_legal { Ok(PackedMove::new(from, to, MoveFlags::EnPassant)) } else { Err(SanError::IllegalMove) };
    }
    if !board.keeps_king_safe(from, to) {
        return Err(SanError::IllegalMove);
    }
    let capture = u16::from(is_capture) * MoveFlags::Capture as u16;
    let flags = match parts.promotion {
        Some(role) => MoveFlags::PromoteKnight as u16 + u16::from(role - KNIGHT) + capture,
        None if from.abs_diff(to) == 16 => MoveFlags::DoublePush as u16,
        None => capture,
    };
    Ok(PackedMove(flags << 12 | u16::from(from) << 6 | u16::from(to)))
}

/// Returns the from-square of the pawn push to this square.
fn push_from(board: &Board<Bitboards>, to: u8) -> Option<u8> {
    let occupied = board.sets().all();
    let pawns = board.sets().of_side(board.side(), PAWN);
    let back = |square: u8| if board.side() == 0 { square.wrapping_sub(8) } else { square.wrapping_add(8) };
    let one = Some(back(to)).filter(|one| *one < 64 && occupied & bit(to) == 0)?;
    if pawns & bit(one) != 0 {
        return Some(one);
    }
    let double_rank = [3, 4][board.side()];
    let two = Some(back(one)).filter(|_| to >> 3 == double_rank && occupied & bit(one) == 0)?;
    (pawns & bit(two) != 0).then_some(two)
}

/// Returns the from-square of the capture on this square by a pawn of the file.
fn capture_from(board: &Board<Bitboards>, file: u8, to: u8) -> Option<u8> {
    let us = board.side();
    let sets = board.sets();
    let can_capture =
        sets.of_side(us ^ 1, ALL) & bit(to) != 0 || board.en_passant().is_some_and(|square| square as u8 == to);
    let from = pawn_attacks(to.into(), us == 1) & sets.of_side(us, PAWN) & FILE_A << file;
    (can_capture && from != 0).then(|| from.trailing_zeros() as u8)
}
