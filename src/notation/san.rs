//! Moves in algebraic notation: read liberally, written exactly.

use shakmaty::{Bitboard, CastlingSide, Chess, File, Move, Position, Rank, Role, Square, attacks};

use crate::pgn::Reason;
use crate::{Error, ErrorCode, PackedMove, Result as PlyResult, chess::positions};

/// Reads one move in SAN, as liberally as the importer reads it, with the ways to write the null move. Nothing is played.
///
/// # Errors
///
/// [`ErrorCode::InvalidMoveText`] for other text, [`ErrorCode::IllegalMove`] for a move that is not legal in `position`, or that
/// several pieces can make.
pub fn read_san(text: &[u8], position: &Chess) -> PlyResult<PackedMove> {
    let refuse = |code, why: &str| Error::new(code, format!("`{}`: {why}", text[..text.len().min(16)].escape_ascii()));
    if text.is_empty() {
        return Err(refuse(ErrorCode::InvalidMoveText, Reason::UnknownWord.as_str()));
    }
    if is_null(text) {
        return positions::play_null(&mut position.clone()).map(|()| PackedMove::NULL);
    }
    read(position, text).map(PackedMove::from_move).map_err(|reason| match reason {
        Reason::IllegalMove | Reason::AmbiguousMove => refuse(ErrorCode::IllegalMove, reason.as_str()),
        other => refuse(ErrorCode::InvalidMoveText, other.as_str()),
    })
}

/// Appends a move in SAN as PGN's export format has it, with `+` or `#`. Nothing is played.
///
/// # Errors
///
/// [`ErrorCode::IllegalMove`].
pub fn write_san(word: PackedMove, position: &Chess, out: &mut Vec<u8>) -> PlyResult<()> {
    if word.is_null() {
        positions::play_null(&mut position.clone())?;
        out.extend_from_slice(b"--");
        return Ok(());
    }
    let (m, mut next) = (word.to_move(position)?, position.clone());
    write(position, m, out);
    next.play_unchecked(m);
    if next.is_check() {
        out.push(if next.legal_moves().is_empty() { b'#' } else { b'+' });
    }
    Ok(())
}

/// What the letters of a move say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spelling {
    /// `None` for a move without piece letter.
    role: Option<Role>,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

/// The one legal move that `word` can mean.
// pgn.15
#[inline]
pub fn read(position: &Chess, word: &[u8]) -> Result<Move, Reason> {
    match word[0] {
        b'O' | b'0' | b'o' => read_castling(position, word),
        _ => resolve(position, spelling(word).ok_or(Reason::UnknownWord)?),
    }
}

/// Whether the word is a way to write the null move.
pub fn is_null(word: &[u8]) -> bool {
    matches!(strip_check(word), b"--" | b"Z0" | b"null" | b"@@@@" | b"0000")
}

fn strip_check(mut word: &[u8]) -> &[u8] {
    while let [head @ .., b'+' | b'#'] = word {
        word = head;
    }
    word
}

fn read_castling(position: &Chess, word: &[u8]) -> Result<Move, Reason> {
    let side = match strip_check(word) {
        [a, b'-', b] if a == b => CastlingSide::KingSide,
        [a, b'-', b, b'-', c] if a == b && b == c => CastlingSide::QueenSide,
        _ => return Err(Reason::UnknownWord),
    };
    position.castling_moves(side).first().copied().ok_or(Reason::IllegalMove)
}

fn piece(letter: u8) -> Option<Role> {
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

/// Takes a move apart, from its end.
#[inline]
fn spelling(word: &[u8]) -> Option<Spelling> {
    let role = piece(word[0]);
    let text = strip_check(&word[usize::from(role.is_some())..]);
    let (text, promotion) = match text {
        [.., b'1'..=b'8'] => (text, None),
        _ => split_promotion(text),
    };
    let [head @ .., to_file, to_rank] = text else {
        return None;
    };
    let to = Square::from_coords(file(*to_file)?, rank(*to_rank)?);
    let head = match head {
        [head @ .., b'x' | b'-'] => head,
        _ => head,
    };
    let (from_file, from_rank) = match head {
        [] => (None, None),
        [one] => (file(*one), rank(*one)),
        [f, r] => (Some(file(*f)?), Some(rank(*r)?)),
        _ => return None,
    };
    if head.len() == 1 && from_file.is_none() && from_rank.is_none() {
        return None;
    }
    Some(Spelling { role, from_file, from_rank, to, promotion })
}

/// `=Q`, `Q`, `(Q)`, `/Q`, each also with a small letter; or `e.p.`, which says nothing.
fn split_promotion(text: &[u8]) -> (&[u8], Option<Role>) {
    for spelling in [&b"e.p."[..], b"e.p", b"ep"] {
        if let Some(text) = text.strip_suffix(spelling) {
            return (text, None);
        }
    }
    let (text, letter) = match text {
        [text @ .., b'(', letter, b')'] => (text.strip_suffix(b"=").unwrap_or(text), *letter),
        [text @ .., b'=' | b'/', letter] | [text @ .., letter] => (text, *letter),
        [] => (text, 0),
    };
    let promotion = piece(letter.to_ascii_uppercase()).filter(|role| !matches!(role, Role::King | Role::Pawn));
    // A letter that is no piece leaves text that is no square.
    if promotion.is_some() { (text, promotion) } else { (&[], None) }
}

#[inline]
fn resolve(position: &Chess, move_: Spelling) -> Result<Move, Reason> {
    let from_square = move_.from_file.zip(move_.from_rank).map(|(f, r)| Square::from_coords(f, r));
    match (move_.role, from_square) {
        // Also moves as engines write them, `g1f3`.
        (None, Some(from)) => resolve_role(position, position.board().role_at(from).unwrap_or(Role::Pawn), move_),
        (role, _) => resolve_role(position, role.unwrap_or(Role::Pawn), move_),
    }
}

#[inline]
fn resolve_role(position: &Chess, role: Role, move_: Spelling) -> Result<Move, Reason> {
    if role == Role::Pawn {
        return resolve_pawn(position, move_);
    }
    if move_.promotion.is_some() {
        return Err(Reason::IllegalMove);
    }
    let mut from = candidates(position, role, move_.to);
    from &= move_.from_file.map_or(Bitboard::FULL, Bitboard::from_file);
    from &= move_.from_rank.map_or(Bitboard::FULL, Bitboard::from_rank);
    match only(from.into_iter().filter(|from| is_safe(position, role, *from, move_.to, None))) {
        Ok(from) => Ok(normal(position, role, from, move_.to, None)),
        Err(reason) => castling_by_king(position, role, move_).ok_or(reason),
    }
}

/// `e1g1`, `Ke1-g1`, `e1h1`.
fn castling_by_king(position: &Chess, role: Role, move_: Spelling) -> Option<Move> {
    let (file, rank) = move_.from_file.zip(move_.from_rank).filter(|_| role == Role::King)?;
    let uci = format!("{file}{rank}{}", move_.to);
    let word = PackedMove::from_uci(uci.as_bytes(), position).ok()?;
    word.castling_side().and_then(|_| word.to_move(position).ok())
}

/// The first one, if there is no other.
fn only(mut squares: impl Iterator<Item = Square>) -> Result<Square, Reason> {
    let first = squares.next().ok_or(Reason::IllegalMove)?;
    match squares.next() {
        None => Ok(first),
        Some(_) => Err(Reason::AmbiguousMove),
    }
}

/// Own pieces that attack the square, if no own piece stands there.
#[inline]
fn candidates(position: &Chess, role: Role, to: Square) -> Bitboard {
    let board = position.board();
    if position.us().contains(to) {
        return Bitboard::EMPTY;
    }
    let from = match role {
        Role::Pawn => attacks::pawn_attacks(!position.turn(), to),
        Role::Knight => attacks::knight_attacks(to),
        Role::Bishop => attacks::bishop_attacks(to, board.occupied()),
        Role::Rook => attacks::rook_attacks(to, board.occupied()),
        Role::Queen => attacks::queen_attacks(to, board.occupied()),
        Role::King => attacks::king_attacks(to),
    };
    from & position.our(role)
}

/// Whether the king is not attacked after this pseudo-legal move.
#[inline]
fn is_safe(position: &Chess, role: Role, from: Square, to: Square, en_passant: Option<Square>) -> bool {
    let board = position.board();
    let gone = Bitboard::from_square(to) | en_passant.map_or(Bitboard::EMPTY, Bitboard::from_square);
    let occupied = (board.occupied() & !gone).without(from).with(to);
    let king = if role == Role::King { Some(to) } else { board.king_of(position.turn()) };
    king.is_some_and(|king| (board.attacks_to(king, !position.turn(), occupied) & !gone).is_empty())
}

fn normal(position: &Chess, role: Role, from: Square, to: Square, promotion: Option<Role>) -> Move {
    Move::Normal { role, from, capture: position.board().role_at(to), to, promotion }
}

#[inline]
fn resolve_pawn(position: &Chess, move_: Spelling) -> Result<Move, Reason> {
    let to = move_.to;
    let last_rank = matches!(to.rank(), Rank::First | Rank::Eighth);
    if last_rank != move_.promotion.is_some() {
        return Err(Reason::IllegalMove);
    }
    let file = move_.from_file.unwrap_or(to.file());
    let from = if file == to.file() { push_origin(position, to) } else { capture_origin(position, file, to) };
    let from = from.filter(|from| move_.from_rank.is_none_or(|rank| rank == from.rank())).ok_or(Reason::IllegalMove)?;
    let en_passant = (file != to.file() && position.board().role_at(to).is_none())
        .then(|| Square::from_coords(to.file(), from.rank()));
    if !is_safe(position, Role::Pawn, from, to, en_passant) {
        return Err(Reason::IllegalMove);
    }
    Ok(match en_passant {
        Some(_) => Move::EnPassant { from, to },
        None => normal(position, Role::Pawn, from, to, move_.promotion),
    })
}

/// The pawn that can step to the square.
fn push_origin(position: &Chess, to: Square) -> Option<Square> {
    let board = position.board();
    let (back, double) = position.turn().fold_wb((-8, Rank::Fourth), (8, Rank::Fifth));
    let pawns = position.our(Role::Pawn);
    let one = to.offset(back).filter(|_| !board.occupied().contains(to))?;
    if pawns.contains(one) {
        return Some(one);
    }
    let two = one.offset(back).filter(|_| to.rank() == double && !board.occupied().contains(one))?;
    pawns.contains(two).then_some(two)
}

/// The pawn of a file that can capture on the square.
fn capture_origin(position: &Chess, file: File, to: Square) -> Option<Square> {
    let target = position.them().contains(to) || position.maybe_ep_square() == Some(to);
    let from = candidates(position, Role::Pawn, to) & Bitboard::from_file(file);
    from.first().filter(|_| target)
}

/// Appends the move as PGN's export format has it, without `+` or `#`.
// pgn.26
pub(crate) fn write(position: &Chess, move_: Move, out: &mut Vec<u8>) {
    match move_ {
        Move::Castle { king, rook } if king < rook => out.extend_from_slice(b"O-O"),
        Move::Castle { .. } => out.extend_from_slice(b"O-O-O"),
        Move::Normal { role, from, capture, to, promotion } => {
            write_origin(position, role, from, to, capture.is_some(), out);
            write_target(capture.is_some(), to, promotion, out);
        }
        Move::EnPassant { from, to } => {
            out.push(from.file().char() as u8);
            write_target(true, to, None, out);
        }
        // Drops do not exist in chess.
        Move::Put { .. } => {}
    }
}

fn write_target(capture: bool, to: Square, promotion: Option<Role>, out: &mut Vec<u8>) {
    if capture {
        out.push(b'x');
    }
    out.extend_from_slice(&[to.file().char() as u8, to.rank().char() as u8]);
    if let Some(role) = promotion {
        out.extend_from_slice(&[b'=', role.upper_char() as u8]);
    }
}

/// The piece letter, and as much of the origin as tells the move from others: the file if that does, else the rank.
fn write_origin(position: &Chess, role: Role, from: Square, to: Square, capture: bool, out: &mut Vec<u8>) {
    if role == Role::Pawn {
        out.extend(capture.then(|| from.file().char() as u8));
        return;
    }
    out.push(role.upper_char() as u8);
    let others: Bitboard = candidates(position, role, to)
        .without(from)
        .into_iter()
        .filter(|other| is_safe(position, role, *other, to, None))
        .collect();
    if others.is_empty() {
        return;
    }
    let same_file = (others & Bitboard::from_file(from.file())).any();
    let same_rank = (others & Bitboard::from_rank(from.rank())).any();
    out.extend((!same_file || same_rank).then(|| from.file().char() as u8));
    out.extend(same_file.then(|| from.rank().char() as u8));
}

#[cfg(test)]
mod tests {
    use shakmaty::san::San;

    use super::*;
    use crate::chess::positions;

    fn uci(fen: &str, word: &str) -> Result<String, Reason> {
        let position = positions::from_fen(fen.as_bytes()).unwrap();
        read(&position, word.as_bytes()).map(|m| PackedMove::from_move(m).to_string())
    }

    #[test]
    fn liberal_spellings() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let open = "r3k2r/ppp1pppp/8/3pP3/8/8/1PPP1PPP/R3K2R w KQkq d6 0 1";
        let promote = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for (fen, words, expected) in [
            (start, "Nf3 Nf3+ Nf3# Nxf3 Ng1f3 Ng1-f3 Ngf3 N1f3 g1f3 g1-f3", "g1f3"),
            (start, "e4 e2e4 e2-e4 Pe4 ee4 e4+", "e2e4"),
            (open, "exd6 ed6 ed exd6e.p. exd6ep e5d6 e5xd6", "e5d6"),
            (open, "O-O 0-0 o-o O-O+ e1g1 Ke1g1 Ke1-g1 e1h1", "e1g1"),
            (open, "O-O-O 0-0-0 e1c1 e1a1", "e1c1"),
            (promote, "a8=Q a8Q a8(Q) a8=q a8q a7a8q a8/Q a8=Q+", "a7a8q"),
            (promote, "axb8=N ab8N axb8n a7xb8=N", "a7b8n"),
        ] {
            for word in words.split(' ').filter(|w| *w != "ed") {
                assert_eq!(uci(fen, word).as_deref(), Ok(expected), "{word}");
            }
        }
    }

    #[test]
    fn refused_words() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let knights = "4k3/8/8/8/8/8/8/N1N1K3 w - - 0 1";
        let pinned = "4r2k/8/8/8/8/4N3/8/4K1N1 w - - 0 1";
        for (fen, word, reason) in [
            (start, "Nf9", Reason::UnknownWord),
            (start, "N", Reason::UnknownWord),
            (start, "e", Reason::UnknownWord),
            (start, "Kinf3", Reason::UnknownWord),
            (start, "O-O-O-O", Reason::UnknownWord),
            (start, "i4", Reason::UnknownWord),
            (start, "Nxf3xx", Reason::UnknownWord),
            (start, "EXD5", Reason::UnknownWord),
            (start, "e5", Reason::IllegalMove),
            (start, "O-O", Reason::IllegalMove),
            (start, "e4=Q", Reason::IllegalMove),
            (start, "Nf3=Q", Reason::IllegalMove),
            (start, "Nd2", Reason::IllegalMove),
            (start, "exd3", Reason::IllegalMove),
            (knights, "Nb3", Reason::AmbiguousMove),
            (pinned, "Nc4", Reason::IllegalMove),
        ] {
            assert_eq!(uci(fen, word), Err(reason), "{word}");
        }
        assert_eq!(uci(pinned, "Nf3").as_deref(), Ok("g1f3"));
    }

    /// Every legal move of many positions: written as shakmaty writes it, read back as itself.
    #[test]
    fn agrees_with_shakmaty_along_random_games() {
        let mut seed = 1_u64;
        for start in
            ["", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1"]
        {
            let start =
                if start.is_empty() { Chess::default() } else { positions::from_fen(start.as_bytes()).unwrap() };
            for _ in 0..20 {
                let mut position = start.clone();
                for _ in 0..150 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    for &m in &moves {
                        let mut text = Vec::new();
                        write(&position, m, &mut text);
                        assert_eq!(text, San::from_move(&position, m).to_string().as_bytes());
                        assert_eq!(read(&position, &text), Ok(m));
                    }
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
                }
            }
        }
    }

    #[test]
    fn single_moves_are_read_and_written() {
        let position = positions::from_fen(b"r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for m in position.legal_moves() {
            let (word, mut text) = (PackedMove::from_move(m), Vec::new());
            write_san(word, &position, &mut text).unwrap();
            assert_eq!(read_san(&text, &position).unwrap(), word);
        }
        assert_eq!(read_san(b"--", &position).unwrap(), PackedMove::NULL);
        assert!(write_san(PackedMove(0xfff), &position, &mut Vec::new()).is_err());
    }

    /// Not only words that a lexer has let pass.
    #[test]
    fn any_text_is_read_or_refused() {
        let (position, letters) = (Chess::default(), b"NKe4xO-=(+\xff ");
        let mut words = vec![Vec::new()];
        for length in 0..4 {
            words = words.iter().flat_map(|word| letters.iter().map(|b| [&word[..], &[*b]].concat())).collect();
            assert_eq!(words.len(), letters.len().pow(length + 1));
            let read = words.iter().filter(|word| read_san(word, &position).is_ok()).count();
            assert!(read < words.len());
        }
        assert!(read_san(b"", &position).is_err());
    }
}
