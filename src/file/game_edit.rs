//! Changing games during an import or export.

use std::borrow::Cow;

use crate::{Game, Result};

/// Changes a game before it is written; for example, adds tags that follow from its moves. Called on several threads, but not for the
/// continuation of a game that was split at the size limit (`limits.4`).
pub type GameEdit<'a> = &'a (dyn Fn(&mut Game) -> Result<()> + Sync);

/// Changes a game.
pub(super) fn edit_game(game: &mut Game, edit: Option<GameEdit<'_>>) -> Result<()> {
    edit.filter(|_| !game.continued).map_or(Ok(()), |edit| edit(game))
}

/// Returns the game to write.
pub(super) fn edited<'g>(game: &'g Game, edit: Option<GameEdit<'_>>) -> Result<Cow<'g, Game>> {
    let mut game = Cow::Borrowed(game);
    if edit.is_some() {
        edit_game(game.to_mut(), edit)?;
    }
    Ok(game)
}
