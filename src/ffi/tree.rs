//! Trees: the moves played next in a position.

use super::{
    error::plypack_error,
    found::Found,
    game::out_of_range,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Growing, Handle},
    status::plypack_status,
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
    /// `sizeof(plypack_branch)`, set by the caller.
    pub size: usize,
    /// The packed move; `PLYPACK_NULL_MOVE` for a null move, and if `ends` is 1.
    pub next_move: u16,
    /// 1 if this counts the games that end in the position.
    pub ends: u16,
    /// The last year in which it was played; 0 if no year is known.
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
    /// How many ratings that sum has.
    pub rated: u64,
}

impl From<&Branch> for plypack_branch {
    fn from(b: &Branch) -> plypack_branch {
        plypack_branch {
            size: size_of::<plypack_branch>(),
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

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Growing for plypack_branch {
    const FIRST_SIZE: usize = size_of::<plypack_branch>();
}

/// The moves played next in a position, or the lines of moves.
pub struct plypack_tree {
    _opaque: [u8; 0],
}

impl Handle for plypack_tree {
    type Value = Found<Vec<TreeLine>>;
}

/// Moves from a position on, and what became of the games that played them.
pub struct TreeLine {
    /// One in a tree of the next moves; none for the games that end in the position.
    moves: Vec<PackedMove>,
    branch: Branch,
}

impl TreeLine {
    /// The lines of branches.
    ///
    /// Errors: PLYPACK_NO_MEMORY.
    pub(super) fn of_branches(branches: &[Branch]) -> Result<Vec<TreeLine>> {
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

/// Returns the number of branches.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_branch_count(tree: *const plypack_tree) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(tree, 0, |tree| tree.result.len()) }
}

/// Returns the number of games that the search left out because it could not read them; 0 for NULL. Other than 0 only if the corruption
/// callback or PLYPACK_OPEN_ACCEPT_DAMAGE accepted them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_corrupt_count(tree: *const plypack_tree) -> u64 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(tree, 0, |tree| tree.corrupt) }
}

/// Writes a branch, from 0.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_branch_at(
    tree: *const plypack_tree,
    index: usize,
    branch: *mut plypack_branch,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let tree = &handle::get(tree, "tree")?.result;
            let branch = handle::sized_out(branch, "branch")?;
            let line = tree.get(index).ok_or_else(|| out_of_range("branch", index, tree.len()))?;
            branch.put((&line.branch).into());
            Ok(())
        })
    }
}

/// Writes the moves of a branch, from the position on: one in a tree of `plypack_query_tree`, or none for the games that end there. Valid
/// until the tree is freed.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_tree_moves_at(
    tree: *const plypack_tree,
    index: usize,
    moves: *mut plypack_moves,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let tree = &handle::get(tree, "tree")?.result;
            let moves = handle::out(moves, "moves")?;
            let line = tree.get(index).ok_or_else(|| out_of_range("branch", index, tree.len()))?;
            moves.put(line.moves.as_slice().into());
            Ok(())
        })
    }
}
