//! Games: tags, moves and tokens.

use std::{ffi::c_char, sync::OnceLock};

use crate::boundary::{
    error::plypack_error,
    guard::{guard, guard_free, guard_getter},
    handle::{self, Handle},
    status::plypack_status,
    types::{plypack_moves, plypack_start, plypack_tag, plypack_termination, plypack_text, plypack_token},
};
use plypack::{Error, ErrorCode, Game, GameBuilder, Result, Start, Tag, Termination, text::unescape};

/// A game: tags, moves, annotations.
///
/// The caller creates a game; fills it from a reader, from PGN, or with the `plypack_game_add_` functions; changes it with the
/// functions whose names end in `_at`; and can reuse it for the next game. All views into a game are valid until the next call that
/// takes the game as non-const or frees it.
pub struct plypack_game {
    _opaque: [u8; 0],
}

impl Handle for plypack_game {
    type Value = HeldGame;
}

/// The value of a game handle.
#[derive(Default)]
pub(crate) struct HeldGame {
    builder: GameBuilder,
    /// The unescaped values of the tags that have escapes; set at the first access to a tag.
    unescaped: OnceLock<Vec<Option<Vec<u8>>>>,
    /// True if a reader that trusts its file read the game. All other functions that fill a game check each move.
    has_unchecked_moves: bool,
}

impl HeldGame {
    /// Returns the game.
    pub(crate) fn game(&self) -> &Game {
        self.builder.game()
    }

    pub(crate) fn copied(&self) -> Result<HeldGame> {
        let builder = self.builder.try_clone()?;
        let has_unchecked_moves = self.has_unchecked_moves;
        Ok(HeldGame { builder, unescaped: OnceLock::new(), has_unchecked_moves })
    }

    /// Returns the game, to be overwritten with checked moves.
    pub(crate) fn refill(&mut self) -> &mut Game {
        self.refill_from(true)
    }

    /// Returns the game, to be overwritten by a reader that may not check moves.
    pub(crate) fn refill_from(&mut self, checks_moves: bool) -> &mut Game {
        self.has_unchecked_moves = !checks_moves;
        self.change()
    }

    fn change(&mut self) -> &mut Game {
        self.unescaped.take();
        self.builder.game_mut()
    }

    /// Returns whether every move was checked to be legal when it was added to the game.
    pub(crate) fn moves_are_legal(&self) -> bool {
        !self.has_unchecked_moves
    }

    /// Returns the game, for additions.
    pub(crate) fn build(&mut self) -> &mut GameBuilder {
        self.unescaped.take();
        &mut self.builder
    }

    /// Returns the game, for a change at any place.
    pub(crate) fn edit(&mut self) -> Result<&mut Game> {
        match self.builder.depth() {
            0 => Ok(self.change()),
            _ => Err(Error::new(ErrorCode::WrongState, "a variation is open: end it first")),
        }
    }

    fn tag(&self, index: usize) -> Result<plypack_tag> {
        let tag = self.game().tags().nth(index);
        let tag = tag.ok_or_else(|| out_of_range("tag", index, self.game().tags().len()))?;
        let raw = match tag {
            Tag::Pair(_, raw) | Tag::Raw(raw) => raw,
        };
        Ok(plypack_tag::of(tag, self.unescaped()?[index].as_deref().unwrap_or(raw)))
    }

    fn unescaped(&self) -> Result<&[Option<Vec<u8>>]> {
        if let Some(unescaped) = self.unescaped.get() {
            return Ok(unescaped);
        }
        let unescaped = self.game().tags().map(unescaped_value).collect::<Result<_>>()?;
        Ok(self.unescaped.get_or_init(|| unescaped))
    }

    fn find_tag(&self, name: &[u8]) -> Result<plypack_tag> {
        let same = |tag: Tag<'_>| matches!(tag, Tag::Pair(n, _) if n == name);
        let missing = || Error::new(ErrorCode::NotFound, format!("no tag is called `{}`", name.escape_ascii()));
        self.tag(self.game().tags().position(same).ok_or_else(missing)?)
    }

    fn token(&self, index: usize) -> Result<plypack_token> {
        let token = self.game().token(index);
        token.map(Into::into).ok_or_else(|| out_of_range("token", index, self.game().tokens().len()))
    }
}

/// Returns the unescaped value of a tag that has escapes.
fn unescaped_value(tag: Tag<'_>) -> Result<Option<Vec<u8>>> {
    match tag {
        Tag::Pair(_, raw) if raw.contains(&b'\\') => Ok(Some(unescape(raw)?.into_owned())),
        _ => Ok(None),
    }
}

/// Returns the error for an index past the end.
pub(crate) fn out_of_range(what: &str, index: usize, len: usize) -> Error {
    Error::new(ErrorCode::OutOfRange, format!("there is no {what} {index}; there are {len} (the first is 0)"))
}

fn start_of(game: &Game) -> plypack_start {
    match game.start {
        Start::Standard => plypack_start::PLYPACK_START_STANDARD,
        Start::Fen(_) => plypack_start::PLYPACK_START_FEN,
        Start::Unreadable => plypack_start::PLYPACK_START_UNREADABLE,
    }
}

fn termination_of(game: &Game) -> plypack_termination {
    match game.termination {
        Termination::Absent => plypack_termination::PLYPACK_TERMINATION_ABSENT,
        Termination::Unknown => plypack_termination::PLYPACK_TERMINATION_UNKNOWN,
        Termination::WhiteWins => plypack_termination::PLYPACK_TERMINATION_WHITE_WINS,
        Termination::BlackWins => plypack_termination::PLYPACK_TERMINATION_BLACK_WINS,
        Termination::Draw => plypack_termination::PLYPACK_TERMINATION_DRAW,
    }
}

/// Creates an empty game from the standard starting position. The caller frees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_new(game: *mut *mut plypack_game, error: *mut plypack_error) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::out(game, "game")?;
            game.put(handle::hold(HeldGame::default()));
            Ok(())
        })
    }
}

/// Copies a game. The caller frees the copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_clone(
    game: *const plypack_game,
    copy: *mut *mut plypack_game,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let copy = handle::out(copy, "copy")?;
            copy.put(handle::hold(game.copied()?));
            Ok(())
        })
    }
}

/// Frees a game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_free(game: *mut plypack_game) {
    // SAFETY: the rules of the module.
    unsafe { guard_free(game) }
}

/// Empties the game but keeps its memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_clear(game: *mut plypack_game, error: *mut plypack_error) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            handle::get_mut(game, "game")?.refill().clear();
            Ok(())
        })
    }
}

/// Returns the number of lines in the tag section.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_tag_count(game: *const plypack_game) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, 0, |game| game.game().tags().len()) }
}

/// Writes line `index` of the tag section, counted from 0. Its texts are views into the game.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_tag_at(
    game: *const plypack_game,
    index: usize,
    tag: *mut plypack_tag,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let tag = handle::out(tag, "tag")?;
            tag.put(game.tag(index)?);
            Ok(())
        })
    }
}

/// Writes the first tag with this name; names are case-sensitive. Its texts are views into the game.
///
/// Status: PLYPACK_NOT_FOUND if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_find_tag(
    game: *const plypack_game,
    name: *const c_char,
    name_len: usize,
    tag: *mut plypack_tag,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let tag = handle::out(tag, "tag")?;
            tag.put(game.find_tag(handle::text(name, name_len, "name")?)?);
            Ok(())
        })
    }
}

/// Returns the kind of the starting position.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_start(game: *const plypack_game) -> plypack_start {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, plypack_start::PLYPACK_START_STANDARD, |game| start_of(game.game())) }
}

/// Returns the main line as packed moves: a view into the game. All moves are legal, unless the game was read with
/// PLYPACK_OPEN_TRUSTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_moves(game: *const plypack_game) -> plypack_moves {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, (&[][..]).into(), |game| game.game().moves.as_slice().into()) }
}

/// Returns the number of tokens.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_token_count(game: *const plypack_game) -> usize {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, 0, |game| game.game().tokens().len()) }
}

/// Writes token `index` in the order of the movetext, counted from 0. Its text is a view into the game. PLYPACK_TOKEN_PLIES stands
/// for the next moves of `plypack_game_moves`; the moves after the last token have no token.
///
/// Programs that need neither positions nor SAN can use this function with `plypack_game_moves`. `plypack_walk_next` returns the
/// moves of the main line among the tokens, but plays every move.
///
/// Status: PLYPACK_OUT_OF_RANGE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_token_at(
    game: *const plypack_game,
    index: usize,
    token: *mut plypack_token,
    error: *mut plypack_error,
) -> plypack_status {
    // SAFETY: the rules of the module.
    unsafe {
        guard(error, || {
            let game = handle::get(game, "game")?;
            let token = handle::out(token, "token")?;
            token.put(game.token(index)?);
            Ok(())
        })
    }
}

/// Returns the termination marker of the movetext, which may differ from the `Result` tag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_termination(game: *const plypack_game) -> plypack_termination {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, plypack_termination::PLYPACK_TERMINATION_ABSENT, |game| termination_of(game.game())) }
}

/// Returns the unparsed tail of the movetext, verbatim: a view into the game; empty if everything was parsed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_unparsed(game: *const plypack_game) -> plypack_text {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, (&[][..]).into(), |game| game.game().unparsed().into()) }
}

/// Returns 1 if the game is a continuation, otherwise 0. An import cuts the text of a game that is too long; the rest becomes the
/// next game, the continuation. `plypack_game_unparsed` returns the text of a continuation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn plypack_game_is_continuation(game: *const plypack_game) -> u32 {
    // SAFETY: the rules of the module.
    unsafe { guard_getter(game, 0, |game| game.game().continued.into()) }
}
