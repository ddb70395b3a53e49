//! What can be searched for, as something that looks at a board after every ply.

use super::{
    budget::{Budget, Needs},
    material::Material,
    pattern::Pattern,
    target::Target,
};
use crate::codecs::byte::{Board, Ply};

/// The game cannot reach what is searched for any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stop;

/// Something that a position can be.
pub(super) trait Aim: Sync {
    /// What is kept in mind during a game.
    type State: Clone + Sync;

    /// Whether the needs name all pawns that stand at home.
    const IS_EXACT: bool;

    /// Begins with a game; `None` if it cannot get there from this start.
    fn begin(&self, start: &Board) -> Option<Self::State>;

    /// Whether the board is what is searched for.
    fn is_met(&self, board: &Board) -> bool;

    /// Looks at the board after a ply: whether it is what is searched for.
    fn look(&self, state: &mut Self::State, board: &Board, ply: Ply) -> Result<bool, Stop>;

    /// The men without which a game cannot get there.
    fn needs(&self) -> &Needs;
}

impl Aim for Target {
    type State = Budget;
    const IS_EXACT: bool = true;

    fn begin(&self, start: &Board) -> Option<Budget> {
        self.needs.budget(start)
    }

    fn is_met(&self, board: &Board) -> bool {
        board.turn() == self.turn && *board.pieces() == self.men && self.has_rights(board)
    }

    #[inline(always)]
    fn look(&self, budget: &mut Budget, board: &Board, ply: Ply) -> Result<bool, Stop> {
        budget.spend(ply)?;
        // Nearly always the last move alone tells: its target holds another man, or its origin is not empty there. In castling
        // and null moves the origin need not become empty.
        let (from, to) = (ply.packed.from() as usize & 63, ply.packed.to() as usize & 63);
        let leaves = from != to && ply.packed.castling_side().is_none();
        let can_be = self.men[to] == board.pieces()[to] && (self.men[from] == 0 || !leaves);
        Ok(can_be && self.is_met(board))
    }

    fn needs(&self) -> &Needs {
        &self.needs
    }
}

impl Aim for Pattern {
    type State = Budget;
    const IS_EXACT: bool = false;

    fn begin(&self, start: &Board) -> Option<Budget> {
        self.needs.budget(start)
    }

    fn is_met(&self, board: &Board) -> bool {
        self.men.iter().all(|(square, man)| board.pieces()[*square as usize & 63] == *man)
    }

    #[inline(always)]
    fn look(&self, budget: &mut Budget, board: &Board, ply: Ply) -> Result<bool, Stop> {
        budget.spend(ply)?;
        // A man that is wanted has just arrived, or the rook of castling may have.
        let to = ply.packed.to() & 63;
        let arrived = self.squares >> to & 1 != 0 || ply.packed.castling_side().is_some();
        Ok(arrived && self.is_met(board))
    }

    fn needs(&self) -> &Needs {
        &self.needs
    }
}

impl Aim for Material {
    type State = Budget;
    const IS_EXACT: bool = false;

    fn begin(&self, start: &Board) -> Option<Budget> {
        self.needs.budget(start)
    }

    fn is_met(&self, board: &Board) -> bool {
        let counted = Material::count(board.pieces());
        self.sides.contains(&counted)
    }

    #[inline(always)]
    fn look(&self, budget: &mut Budget, board: &Board, ply: Ply) -> Result<bool, Stop> {
        budget.spend(ply)?;
        let changed = ply.captured.0 != 0 || ply.packed.flags() >= 8;
        Ok(changed && self.is_met(board))
    }

    fn needs(&self) -> &Needs {
        &self.needs
    }
}
