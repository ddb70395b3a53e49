//! Matchers: tests of the board after every ply of a game.

use super::required_material::{RequiredMaterial, Unreachable};
use crate::codecs::byte::{Board, MadeMove};

/// Tests boards for a target.
pub(crate) trait Matcher: Sync {
    /// State that is tracked during a game.
    type State: Clone + Sync;

    /// True if the required material includes every pawn that a match has on its home square. All other pawns have then left their home
    /// squares.
    const IS_EXACT: bool;

    /// Returns the state at the start of a game; `None` if no game from there can match.
    fn start(&self, board: &Board) -> Option<Self::State>;

    /// Returns whether the board matches.
    fn matches(&self, board: &Board) -> bool;

    /// Updates the state after a ply, and returns whether the board matches now.
    fn update(&self, state: &mut Self::State, board: &Board, ply: MadeMove) -> Result<bool, Unreachable>;

    /// Material that every match has.
    fn required(&self) -> &RequiredMaterial;
}
