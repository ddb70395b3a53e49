//! `mgc`: number in a list that likely moves lead, in units of four bits.
//!
//! Spec chapter: `spec/codecs/mgc.md`. After Jeff Mallett's proposal for "MGC" (1994).

use shakmaty::{Chess, Color, Move, Position, Role, Square, attacks};

use super::stream::{MoveCoder, get_extended, put_extended};
use crate::{
    PackedMove, Result,
    chess::moves::canonical_key,
    coding::bit_stream::{BitReader, BitWriter},
};

/// See the module.
#[derive(Default)]
pub struct Mgc;

impl MoveCoder for Mgc {
    type Sink<'a> = BitWriter<'a>;
    type Source<'a> = BitReader<'a>;
    const FILL_ONES: bool = true;

    // mgc.3
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut BitWriter<'_>) -> Result<()> {
        put_extended(position, m, order_key(position), 4, out)
    }

    fn get(&mut self, position: &Chess, code: &mut BitReader<'_>) -> Result<Option<Move>> {
        get_extended(position, order_key(position), 4, code)
    }
}

/// The number by which the list is sorted: class (mgc.1), then what mgc.2 says.
fn order_key(position: &Chess) -> impl FnMut(&Move) -> u64 {
    let (us, board) = (position.turn(), position.board());
    let enemy_pawns = board.by_piece((!us).pawn());
    move |m| {
        let class = class(m, us);
        let to = Square::new(PackedMove::from_move(*m).to().into());
        let risky = (attacks::pawn_attacks(us, to) & enemy_pawns).any();
        let order = if m.is_capture() { &CAPTURERS } else { &MOVERS };
        let man = order.iter().position(|role| *role == m.role()).unwrap_or_default() as u64;
        let key = (class * 2 + u64::from(risky)) * 8 + man;
        (key * 8 + from_centre(to)) << 16 | u64::from(canonical_key(m))
    }
}

/// mgc.2: who moves first, captures aside.
const MOVERS: [Role; 6] = [Role::Knight, Role::Bishop, Role::Pawn, Role::Rook, Role::Queen, Role::King];
/// mgc.2: who captures first.
const CAPTURERS: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

// mgc.1
fn class(m: &Move, us: Color) -> u64 {
    match m {
        Move::Normal { promotion: Some(_), .. } => 0,
        Move::Castle { .. } => 1,
        Move::Normal { capture: Some(Role::Queen), .. } => 2,
        Move::Normal { capture: Some(Role::Rook), .. } => 3,
        Move::Normal { capture: Some(Role::Bishop | Role::Knight), .. } => 4,
        Move::Normal { capture: Some(_), .. } | Move::EnPassant { .. } => 5,
        Move::Normal { from, to, .. } if us.fold_wb(to.rank() > from.rank(), to.rank() < from.rank()) => 6,
        _ => 7,
    }
}

/// mgc.2: 0 for the four squares in the middle, 3 for the border.
fn from_centre(square: Square) -> u64 {
    let out = |line: u32| line.abs_diff(3).min(line.abs_diff(4));
    out(square.file().into()).max(out(square.rank().into())).into()
}
