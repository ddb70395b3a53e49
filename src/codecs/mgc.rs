//! `mgc`: number in a list that likely moves lead, in units of four bits.
//!
//! Spec chapter: `spec/codecs/mgc.md`. After Jeff Mallett's proposal for "MGC" (1994).

use shakmaty::{Chess, Move, Position, Role};

use super::stream::{MoveCoder, get_extended, put_extended};
use crate::{
    Result,
    bits::{BitReader, BitWriter},
    moves::canonical_key,
};

/// See the module.
pub(super) struct Mgc;

impl MoveCoder for Mgc {
    type Sink<'a> = BitWriter<'a>;
    type Source<'a> = BitReader<'a>;
    const FILL_ONES: bool = true;
    const ALWAYS_LEGAL: bool = true;

    // mgc.3
    fn put(position: &Chess, m: Option<Move>, out: &mut BitWriter<'_>) -> Result<()> {
        put_extended(position, m, order_key(position), 4, out)
    }

    fn get(position: &Chess, code: &mut BitReader<'_>) -> Result<Option<Move>> {
        get_extended(position, order_key(position), 4, code)
    }
}

/// mgc.1 and mgc.2: class, rank within the class, then canonical order.
fn order_key(position: &Chess) -> impl FnMut(&Move) -> u32 {
    let black = position.turn().is_black();
    move |m| u32::from(class(m, black)) << 16 | u32::from(canonical_key(m))
}

// mgc.1
fn class(m: &Move, black: bool) -> u8 {
    match m {
        Move::Normal { promotion: Some(_), .. } => 0,
        Move::Castle { .. } => 1,
        Move::Normal { capture: Some(victim), .. } => match victim {
            Role::Queen => 2,
            Role::Rook => 3,
            Role::Bishop | Role::Knight => 4,
            _ => 5,
        },
        Move::EnPassant { .. } => 5,
        Move::Normal { from, to, .. } if black == (to.rank() < from.rank()) && to.rank() != from.rank() => 6,
        _ => 7,
    }
}
