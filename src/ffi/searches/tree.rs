//! Trees: the moves played next in a position.

use crate::boundary::{
    found::{Found, Viewed},
    guard::{guard_free, guard_getter},
    handle::{self, Handle},
    types::plypack_moves,
};
use plypack::{
    PackedMove, Result,
    search::{Branch, Continuation},
};

/// A move played next in a position, with the results of the games that played it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_branch {
    /// The moves of the branch, from the position on. In a tree of `plypack_query_tree`: one move, or none if `ends` is 1.
    pub moves: plypack_moves,
    /// The last packed move; `PLYPACK_NULL_MOVE` for a null move, and if `ends` is 1.
    pub next_move: u16,
    /// 1 if the branch counts the games that end in the position, else 0.
    pub ends: u16,
    /// The last year in which the branch was played; 0 if no year is known.
    pub last_year: u32,
    /// Games.
    pub games: u64,
    /// Games that White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games that Black won.
    pub black: u64,
    /// Games without a known result.
    pub other: u64,
    /// The sum of the known ratings of the players who made the move.
    pub rating_sum: u64,
    /// The number of ratings in `rating_sum`.
    pub rated: u64,
}

impl From<&TreeLine> for plypack_branch {
    fn from(line: &TreeLine) -> plypack_branch {
        let b = &line.branch;
        plypack_branch {
            moves: line.moves.as_slice().into(),
            next_move: b.next_move.unwrap_or(PackedMove::NULL).0,
            ends: b.next_move.is_none().into(),
            last_year: b.last_year,
            games: b.games,
            white: b.white,
            draws: b.draws,
            black: b.black,
            other: b.other,
            rating_sum: b.rating_sum,
            rated: b.rated,
        }
    }
}

/// Branches owned by the library, valid like a `plypack_text`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct plypack_branch_array {
    /// The first branch.
    pub data: *const plypack_branch,
    /// The number of branches.
    pub len: usize,
    /// The number of games that the search left out because it could not read them.
    pub corrupt: u64,
}

/// The moves, or lines of moves, played next in a position. Several threads may read a tree at the same time.
pub struct plypack_tree {
    _opaque: [u8; 0],
}

impl Handle for plypack_tree {
    type Value = Found<Viewed<TreeLine, plypack_branch>>;
}

/// Moves from a position on, and the results of the games that played them.
pub struct TreeLine {
    /// One move in a tree of the next moves; none for the games that end in the position.
    moves: Vec<PackedMove>,
    branch: Branch,
}

impl TreeLine {
    /// The lines of branches.
    ///
    /// Errors: PLYPACK_NO_MEMORY.
    pub(crate) fn of_branches(branches: &[Branch]) -> Result<Vec<TreeLine>> {
        let mut lines =
            handle::collected(branches.iter().map(|branch| TreeLine { moves: Vec::new(), branch: *branch }))?;
        for line in &mut lines {
            line.moves = handle::copied(line.branch.next_move.as_slice())?;
        }
        Ok(lines)
    }
}

impl From<Continuation> for TreeLine {
    fn from(Continuation { moves, branch, .. }: Continuation) -> TreeLine {
        TreeLine { moves, branch }
    }
}

/// Frees a tree.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_free(tree: *mut plypack_tree) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(tree) }
}

const NO_BRANCHES: plypack_branch_array = plypack_branch_array { data: std::ptr::null(), len: 0, corrupt: 0 };

/// Returns all branches. The branches with their moves are valid until the tree is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_view(tree: *const plypack_tree) -> plypack_branch_array {
    // SAFETY: the rules of the module.
    unsafe {
        guard_getter(tree, NO_BRANCHES, |tree| {
            let array = tree.result.array();
            plypack_branch_array { data: array.as_ptr(), len: array.len(), corrupt: tree.corrupt }
        })
    }
}
