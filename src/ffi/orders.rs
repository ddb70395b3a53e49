//! Move orders that lead to a match.

use super::{
    error::plypack_error,
    found::Found,
    game::out_of_range,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Growing, Handle},
    status::plypack_status,
    types::{plypack_moves, plypack_text},
};
use plypack::search::MoveOrder;

/// A move order that leads to a match.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_order {
    /// `sizeof(plypack_order)`, set by the caller.
    pub size: usize,
    /// How many games have it.
    pub games: u64,
    /// The moves from the start of the game.
    pub moves: plypack_moves,
    /// The FEN of a custom start; empty for the standard start.
    pub start: plypack_text,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_order {
    const FIRST_SIZE: usize = size_of::<plypack_order>();
}

impl From<&MoveOrder> for plypack_order {
    fn from(order: &MoveOrder) -> plypack_order {
        let start = order.start.as_deref().unwrap_or("").as_bytes().into();
        let moves = order.moves.as_slice().into();
        plypack_order { size: size_of::<plypack_order>(), games: order.games, moves, start }
    }
}

/// The move orders that lead to a match.
pub struct plypack_orders {
    _opaque: [u8; 0],
}

impl Handle for plypack_orders {
    type Value = Found<Vec<MoveOrder>>;
}

/// Frees move orders.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_free(orders: *mut plypack_orders) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(orders) }
}

/// Returns the number of move orders.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_count(orders: *const plypack_orders) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(orders, 0, |orders| orders.result.len()) }
}

/// Returns the number of games that the search left out because it could not read them; 0 for NULL. Other than 0 only if the corruption
/// callback or PLYPACK_OPEN_ACCEPT_DAMAGE accepted them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_corrupt_count(orders: *const plypack_orders) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(orders, 0, |orders| orders.corrupt) }
}

/// Writes a move order, from 0; what it points to is valid until the orders are freed.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_at(
    orders: *const plypack_orders,
    index: usize,
    order: *mut plypack_order,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let orders = &handle::get(orders, "orders")?.result;
            let order = handle::sized_out(order, "order")?;
            order.put(orders.get(index).ok_or_else(|| out_of_range("move order", index, orders.len()))?.into());
            Ok(())
        })
    }
}
