//! An encoder written directly from the tables of the spec chapter: it examines the whole board for every move.

use shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, Position, Role, Square, uci::UciMove};

use crate::board::reference::{canonical_uci, playable};

/// a8 = 0, b8 = 1, ... h1 = 63.
fn number(square: Square) -> i32 {
    8 * (7 - square.rank() as i32) + square.file() as i32
}

fn pieces(position: &Chess, role: Role) -> Vec<Square> {
    let mut squares: Vec<_> = (position.board().by_role(role) & position.us()).into_iter().collect();
    squares.sort_by_key(|s| number(*s));
    squares
}

fn fits_fast_mode(position: &Chess) -> bool {
    let count = |role| pieces(position, role).len();
    let on = |color: Bitboard| (position.board().bishops() & position.us() & color).count();
    count(Role::Pawn) <= 8
        && count(Role::Rook) <= 2
        && count(Role::Knight) <= 2
        && on(Bitboard::LIGHT_SQUARES) <= 1
        && on(Bitboard::DARK_SQUARES) <= 1
        && count(Role::Queen) <= 2
        && !(count(Role::Queen) == 2 && count(Role::Pawn) > 6)
}

/// The code of a legal move, or of the null move.
pub fn encode(position: &Chess, m: Option<Move>) -> Vec<u8> {
    if fits_fast_mode(position) { vec![m.map_or(0x0F, |m| fast(position, m))] } else { slow(position, m) }
}

fn fast(position: &Chess, m: Move) -> u8 {
    let Some(from) = m.from() else { panic!("no drops") };
    let is_hi = pieces(position, m.role()).first() != Some(&from);
    let hi = |low: u8, high: u8| if is_hi { high } else { low };
    let to = m.to();
    if let Some(side) = m.castling_side() {
        return if side.is_king_side() { 0x09 } else { 0x0B };
    }
    match m.role() {
        Role::King => 1 + step_index(from, to, &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]),
        Role::Knight => {
            let steps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            hi(0x10, 0x18) + step_index(from, to, &steps)
        }
        Role::Rook => hi(0x20, 0x30) + rook_vector(from, to),
        Role::Bishop => (if from.is_dark() { 0x40 } else { 0x50 }) + bishop_vector(from, to),
        Role::Queen if from.file() == to.file() || from.rank() == to.rank() => hi(0x60, 0xE0) + rook_vector(from, to),
        Role::Queen => hi(0x70, 0xF0) + bishop_vector(from, to),
        Role::Pawn => pawn(position, from, to, m.promotion()),
    }
}

fn step(from: Square, to: Square) -> (i32, i32) {
    (to.file() as i32 - from.file() as i32, to.rank() as i32 - from.rank() as i32)
}

fn step_index(from: Square, to: Square, steps: &[(i32, i32)]) -> u8 {
    steps.iter().position(|s| *s == step(from, to)).unwrap() as u8
}

fn rook_vector(from: Square, to: Square) -> u8 {
    if from.rank() == to.rank() { to.file() as u8 } else { 8 + (number(to) / 8) as u8 }
}

fn bishop_vector(from: Square, to: Square) -> u8 {
    let (right, up) = step(from, to);
    if right == up { to.file() as u8 } else { 8 + to.file() as u8 }
}

fn pawn(position: &Chess, from: Square, to: Square, promotion: Option<Role>) -> u8 {
    let mut pawns = pieces(position, Role::Pawn);
    pawns.sort_by_key(|s| (s.file() as u8, s.rank() as u8));
    let i = pawns.iter().position(|s| *s == from).unwrap() as u8;
    let (right, up) = step(from, to);
    let direction = match (right * position.turn().fold_wb(1, -1), up.abs()) {
        (0, 2) => 0,
        (0, _) => 1,
        (-1, _) => 2,
        _ => 3,
    };
    let piece = |role| [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].iter().position(|r| *r == role).unwrap();
    0x80 + 16 * i + promotion.map_or(direction, |role| 4 * direction + piece(role) as u8)
}

/// Returns the texts of the legal moves, including castling from the home squares with or without the right.
pub fn list(position: &Chess) -> Vec<String> {
    let mut texts: Vec<_> = position.legal_moves().into_iter().map(|m| canonical_uci(m).to_string()).collect();
    let mut setup = position.to_setup(EnPassantMode::Always);
    let (king, home) = position.turn().fold_wb((Square::E1, Color::White), (Square::E8, Color::Black));
    if position.board().king_of(home) == Some(king) {
        setup.castling_rights = position.board().rooks() & position.us() & Bitboard::CORNERS & home.backrank();
        let rights = playable(setup).unwrap();
        let castling = rights.legal_moves().into_iter().filter(|m| m.is_castle());
        texts.extend(castling.map(|m| UciMove::from_standard(m).to_string()));
    }
    texts.sort();
    texts.dedup();
    texts
}

fn slow(position: &Chess, m: Option<Move>) -> Vec<u8> {
    let texts = list(position);
    let ordinal = m.map_or(texts.len(), |m| {
        let text = canonical_uci(m).to_string();
        texts.iter().position(|t| *t == text).unwrap()
    });
    let mut code = vec![0; ordinal / 255];
    code.push(255 - (ordinal % 255) as u8);
    code
}
