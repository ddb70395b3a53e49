//! Move orders that lead to a match.

use crate::boundary::{
    found::{Found, Viewed},
    guard::{guard_free, guard_getter},
    handle::Handle,
    types::{plypack_moves, plypack_text},
};
use plypack::search::MoveOrder;

/// A move order that leads to a match.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_order {
    /// The number of games with this move order.
    pub games: u64,
    /// The moves from the start of the game.
    pub moves: plypack_moves,
    /// The FEN of a custom start; empty for the standard start.
    pub start: plypack_text,
}

impl From<&MoveOrder> for plypack_order {
    fn from(order: &MoveOrder) -> plypack_order {
        let start = order.start.as_deref().unwrap_or("").as_bytes().into();
        plypack_order { games: order.games, moves: order.moves.as_slice().into(), start }
    }
}

/// Move orders owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_order_array {
    /// The first move order.
    pub data: *const plypack_order,
    /// The number of move orders.
    pub len: usize,
    /// The number of games that the search left out because it could not read them.
    pub corrupt: u64,
}

/// The move orders that lead to a match. Several threads may read them at the same time.
pub struct plypack_orders {
    _opaque: [u8; 0],
}

impl Handle for plypack_orders {
    type Value = Found<Viewed<MoveOrder, plypack_order>>;
}

/// Frees move orders.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_free(orders: *mut plypack_orders) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(orders) }
}

const NO_ORDERS: plypack_order_array = plypack_order_array { data: std::ptr::null(), len: 0, corrupt: 0 };

/// Returns all move orders, the most frequent first. The orders with their moves and texts are valid until they are freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_orders_view(orders: *const plypack_orders) -> plypack_order_array {
    // SAFETY: the rules of the module.
    unsafe {
        guard_getter(orders, NO_ORDERS, |orders| {
            let array = orders.result.array();
            plypack_order_array { data: array.as_ptr(), len: array.len(), corrupt: orders.corrupt }
        })
    }
}
