//! `mgc`: number in a list of the legal moves by a static move ordering, in four bits with an escape code.
//!
//! Spec chapter: `spec/codecs/mgc.md`. After Jeff Mallett's proposal for "MGC" (1994).

use super::stream::{MoveCoder, get_escaped, put_escaped};
use crate::{
    PackedMove, Position, Result, Role, Square,
    board::{attacks::pawn_attacks, piece::PAWN},
    coding::bit_stream::{BitReader, BitWriter, Filling},
    moves::MoveFlags,
};

/// See the module.
#[derive(Default)]
pub struct Mgc;

impl MoveCoder for Mgc {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;
    const FILLING: Filling = Filling::Ones;

    // mgc.3
    fn put(&mut self, position: &Position, m: PackedMove, out: &mut BitWriter<'_>) -> Result<()> {
        put_escaped(position, m, order_key(position), 4, out)
    }

    fn get(&mut self, position: &Position, code: &mut BitReader<'_>) -> Result<PackedMove> {
        get_escaped(position, order_key(position), 4, code)
    }
}

/// The sort key of a move: class (mgc.1), then the criteria of mgc.2.
fn order_key(position: &Position) -> impl FnMut(PackedMove) -> u64 {
    let board = position.board();
    let their_pawns = board.sets().of_side(board.side() ^ 1, PAWN);
    move |m| {
        let class = class(m, position);
        let risky = pawn_attacks(m.to().into(), board.side() == 0) & their_pawns != 0;
        let order = if is_capture(m) { &CAPTURERS } else { &MOVERS };
        let role = position.piece_at(Square::of(m.from())).role();
        let role = order.iter().position(|other| Some(*other) == role).unwrap_or_default() as u64;
        let key = (class * 2 + u64::from(risky)) * 8 + role;
        (key * 8 + from_centre(Square::of(m.to()))) << 16 | u64::from(m.canonical_key())
    }
}

/// Includes en passant.
fn is_capture(m: PackedMove) -> bool {
    m.flags() & MoveFlags::Capture as u8 != 0
}

/// mgc.2: the roles of moves other than captures.
const MOVERS: [Role; 6] = [Role::Knight, Role::Bishop, Role::Pawn, Role::Rook, Role::Queen, Role::King];
/// mgc.2: the roles of captures.
const CAPTURERS: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

// mgc.1
fn class(m: PackedMove, position: &Position) -> u64 {
    let from = Square::of(m.from());
    let to = Square::of(m.to());
    match position.piece_at(to).role() {
        _ if m.promotion().is_some() => 0,
        _ if m.castling_side().is_some() => 1,
        Some(Role::Queen) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Bishop | Role::Knight) => 4,
        _ if is_capture(m) => 5,
        _ if if position.turn().is_white() { to.rank() > from.rank() } else { to.rank() < from.rank() } => 6,
        _ => 7,
    }
}

/// mgc.2: 0 for the four squares in the centre, 3 for the edge.
fn from_centre(square: Square) -> u64 {
    let distance = |line: u8| line.abs_diff(3).min(line.abs_diff(4));
    distance(square.file()).max(distance(square.rank())).into()
}
