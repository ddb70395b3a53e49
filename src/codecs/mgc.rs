//! `mgc`: number in a list of the legal moves by a static move ordering, in four bits with an escape code.
//!
//! Spec chapter: `spec/codecs/mgc.md`. After Jeff Mallett's proposal for "MGC" (1994).

use shakmaty::{Chess, Color, Move, Position, Role, Square, attacks};

use super::stream::{MoveCoder, get_escaped, put_escaped};
use crate::{
    PackedMove, Result,
    coding::bit_stream::{BitReader, BitWriter, Filling},
};

/// See the module.
#[derive(Default)]
pub struct Mgc;

impl MoveCoder for Mgc {
    type Encoder<'a> = BitWriter<'a>;
    type Decoder<'a> = BitReader<'a>;
    const FILLING: Filling = Filling::Ones;

    // mgc.3
    fn put(&mut self, position: &Chess, m: Option<Move>, out: &mut BitWriter<'_>) -> Result<()> {
        put_escaped(position, m, order_key(position), 4, out)
    }

    fn get(&mut self, position: &Chess, code: &mut BitReader<'_>) -> Result<Option<Move>> {
        get_escaped(position, order_key(position), 4, code)
    }
}

/// The sort key of a move: class (mgc.1), then the criteria of mgc.2.
fn order_key(position: &Chess) -> impl FnMut(&Move) -> u64 {
    let (us, board) = (position.turn(), position.board());
    let their_pawns = board.by_piece((!us).pawn());
    move |m| {
        let class = class(m, us);
        let to = Square::new(PackedMove::from_move(*m).to().into());
        let risky = (attacks::pawn_attacks(us, to) & their_pawns).any();
        let order = if m.is_capture() { &CAPTURERS } else { &MOVERS };
        let role = order.iter().position(|role| *role == m.role()).unwrap_or_default() as u64;
        let key = (class * 2 + u64::from(risky)) * 8 + role;
        (key * 8 + from_centre(to)) << 16 | u64::from(PackedMove::from_move(*m).canonical_key())
    }
}

/// mgc.2: the roles of moves other than captures.
const MOVERS: [Role; 6] = [Role::Knight, Role::Bishop, Role::Pawn, Role::Rook, Role::Queen, Role::King];
/// mgc.2: the roles of captures.
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

/// mgc.2: 0 for the four squares in the centre, 3 for the edge.
fn from_centre(square: Square) -> u64 {
    let distance = |line: u32| line.abs_diff(3).min(line.abs_diff(4));
    distance(square.file().into()).max(distance(square.rank().into())).into()
}
