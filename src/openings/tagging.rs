//! Openings as tags of games.

use super::{Classified, of_game};
use crate::{Game, Result};

/// Treatment of existing tags `ECO` and `Opening`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ExistingTags {
    /// They stay unless they have no meaning: empty, `?` or `-`.
    #[default]
    Keep,
    /// They are replaced, except in a game without an opening.
    Replace,
}

impl ExistingTags {
    /// Returns a function that calls [`add_tags`], for the field `edit` of [`ImportOptions`](crate::ImportOptions) and
    /// [`ExportOptions`](crate::ExportOptions), so that every imported or exported game gets the tags.
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

    /// Returns the new tags of a game whose tags have the values `eco` and `opening`. Calls `find` for the game's opening unless both tags
    /// stay.
    ///
    /// Errors: from `find`.
    pub(crate) fn new_tags(
        self,
        eco: Option<&[u8]>,
        opening: Option<&[u8]>,
        find: impl FnOnce() -> Result<Option<Classified>>,
    ) -> Result<NewTags> {
        let is_wanted = |value: Option<&[u8]>| self == ExistingTags::Replace || !value.is_some_and(is_telling);
        let wants_eco = is_wanted(eco);
        let wants_opening = is_wanted(opening);
        let found = if wants_eco || wants_opening { find()? } else { None };
        let Some(found) = found else { return Ok(NewTags::default()) };
        Ok(NewTags {
            eco: wants_eco.then(|| found.opening.eco()),
            opening: wants_opening.then(|| found.opening.name()),
        })
    }
}

/// New values of the tags `ECO` and `Opening` of a game; `None` leaves a tag unchanged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct NewTags {
    pub(crate) eco: Option<&'static str>,
    pub(crate) opening: Option<&'static str>,
}

impl NewTags {
    /// Sets the tags. Returns whether the game was changed.
    ///
    /// Errors: as [`add_tags`].
    pub(crate) fn set(self, game: &mut Game) -> Result<bool> {
        let mut is_changed = false;
        for (name, value) in [(&b"ECO"[..], self.eco), (b"Opening", self.opening)] {
            let Some(value) = value else { continue };
            if game.tag(name) != Some(value.as_bytes()) {
                game.set_tag(name, value.as_bytes())?;
                is_changed = true;
            }
        }
        Ok(is_changed)
    }
}

/// Sets the tags `ECO` and `Opening` of a game by [`of_game`]. Returns whether the game was changed.
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
/// Errors of [`Game::set_tag`]; with these names and values only [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory).
pub fn add_tags(game: &mut Game, existing: ExistingTags) -> Result<bool> {
    existing.new_tags(game.tag(b"ECO"), game.tag(b"Opening"), || Ok(of_game(game)))?.set(game)
}

/// Returns whether the value of a tag has a meaning.
pub fn is_telling(value: &[u8]) -> bool {
    !matches!(value, b"" | b"?" | b"-")
}
