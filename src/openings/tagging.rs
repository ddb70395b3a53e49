//! Openings as tags of games.

use super::of_game;
use crate::{Game, Result};

/// What happens to the tags `ECO` and `Opening` that a game has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ExistingTags {
    /// They stay, unless they say nothing: empty, `?` or `-`.
    #[default]
    Keep,
    /// They are replaced, but for a game without an opening.
    Replace,
}

impl ExistingTags {
    /// Returns a function that calls [`add_tags`]: for the field `edit` of [`ImportOptions`](crate::ImportOptions) and
    /// [`ExportOptions`](crate::ExportOptions), which give the tags to every game on its way.
    ///
    /// ```
    /// use plypack::{Game, ImportOptions, Options, PgnSource, Reader, Writer, import, openings::ExistingTags};
    ///
    /// let source = PgnSource { name: "text".to_owned(), reader: Box::new(&b"1. e4 c5 *"[..]) };
    /// let mut writer = Writer::new(Vec::new(), Options::default())?;
    /// let mut how = ImportOptions::new(0);
    /// how.edit = Some(ExistingTags::Keep.edit());
    /// import(vec![source], how, &mut writer, |_| Ok(()))?;
    /// let mut game = Game::new();
    /// Reader::from_bytes(writer.finish()?)?.read_game(0, &mut game)?;
    /// assert_eq!(game.tag(b"ECO"), Some(&b"B20"[..]));
    /// # Ok::<(), plypack::Error>(())
    /// ```
    pub fn edit(self) -> &'static (dyn Fn(&mut Game) -> Result<()> + Sync) {
        match self {
            ExistingTags::Keep => &|game: &mut Game| add_tags(game, ExistingTags::Keep).map(drop),
            ExistingTags::Replace => &|game: &mut Game| add_tags(game, ExistingTags::Replace).map(drop),
        }
    }
}

/// Sets the tags `ECO` and `Opening` of a game by [`of_game`]. Returns whether it was changed.
///
/// ```
/// use plypack::{games_from_pgn, openings::{self, ExistingTags}};
///
/// let mut game = games_from_pgn(b"[ECO \"?\"]\n\n1. e4 c5 *")?.0.remove(0);
/// assert!(openings::add_tags(&mut game, ExistingTags::Keep)?);
/// assert_eq!(game.tag(b"ECO"), Some(&b"B20"[..]));
/// assert_eq!(game.tag(b"Opening"), Some(&b"Sicilian Defense"[..]));
/// # Ok::<(), plypack::Error>(())
/// ```
///
/// # Errors
///
/// Those of [`Game::set_tag`]; of these names and values [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory) alone.
pub fn add_tags(game: &mut Game, existing: ExistingTags) -> Result<bool> {
    let is_wanted = |value: Option<&[u8]>| existing == ExistingTags::Replace || !value.is_some_and(is_telling);
    let [eco, name] = [b"ECO", &b"Opening"[..]].map(|tag| is_wanted(game.tag(tag)));
    if !(eco || name) {
        return Ok(false);
    }
    let Some(found) = of_game(game) else { return Ok(false) };
    let is_eco_new = eco && set(game, b"ECO", found.opening.eco())?;
    let is_name_new = name && set(game, b"Opening", found.opening.name())?;
    Ok(is_eco_new || is_name_new)
}

/// Whether the value of a tag says something.
pub fn is_telling(value: &[u8]) -> bool {
    !matches!(value, b"" | b"?" | b"-")
}

/// Sets a tag. Returns whether it was another one.
fn set(game: &mut Game, name: &[u8], value: &str) -> Result<bool> {
    let is_new = game.tag(name) != Some(value.as_bytes());
    if is_new {
        game.set_tag(name, value.as_bytes())?;
    }
    Ok(is_new)
}
