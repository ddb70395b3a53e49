//! Move orders that lead to a match.

use super::{
    error::plypack_error,
    game::out_of_range,
    guard::{guard, guard_free},
    handle::{self, Handle},
    status::plypack_status,
    types::plypack_moves,
};
use plypack::search::MoveOrder;

/// The move orders that lead to a match. All its functions but `plypack_orders_free` may run in several threads at the same
/// time. Since 0.1.
pub struct plypack_orders {
    _opaque: [u8; 0],
}

impl Handle for plypack_orders {
    type Value = Vec<MoveOrder>;
}

/// Frees move orders; NULL is allowed. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_free(orders: *mut plypack_orders) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(orders) }
}

/// The number of move orders.
///
/// Status: the common ones. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_count(
    orders: *const plypack_orders,
    count: *mut usize,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (orders, count) = (handle::get(orders, "orders")?, handle::out(count, "count")?);
            count.put(orders.len());
            Ok(())
        })
    }
}

/// A move order, from 0: its moves from the start of the game, valid until the orders are freed, and how many games have it.
///
/// Status: PLYPACK_OUT_OF_RANGE. Since 0.1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_at(
    orders: *const plypack_orders,
    index: usize,
    moves: *mut plypack_moves,
    games: *mut u64,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let (orders, moves) = (handle::get(orders, "orders")?, handle::out(moves, "moves")?);
            let games = handle::out(games, "games")?;
            let order = orders.get(index).ok_or_else(|| out_of_range("move order", index, orders.len()))?;
            moves.put(order.moves.as_slice().into());
            games.put(order.games);
            Ok(())
        })
    }
}
