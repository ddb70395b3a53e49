//! The state of a game: where its main line starts, and how its movetext ends (`container.11`).

use super::{
    SectionKind,
    section::malformed,
    sections::{Sections, whole},
};
use crate::{Error, Game, Result, Start, Termination};

/// Bits 0-1: the start of the main line.
const START: u32 = 3;
const START_STANDARD: u32 = 0;
const START_FEN_TAG: u32 = 1;
const START_UNREADABLE: u32 = 2;
/// Bit 2: the game directly continues the game before it.
const CONTINUED: u32 = 1 << 2;
/// Bits 3-5: 0 if the marker is the value of the `Result` tag, otherwise 1 + the marker's number.
const MARKER_SHIFT: u32 = 3;
const MARKER: u32 = 7 << MARKER_SHIFT;
/// All defined bits.
const KNOWN: u32 = START | CONTINUED | MARKER;

/// The state of a game as stored in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GameState(u32);

impl GameState {
    /// Returns the state of `game`.
    pub fn of(game: &Game) -> GameState {
        let start = match game.start {
            Start::Standard => START_STANDARD,
            Start::Fen(_) => START_FEN_TAG,
            Start::Unreadable => START_UNREADABLE,
        };
        let continued = if game.continued { CONTINUED } else { 0 };
        GameState(start | continued | marker_bits(game) << MARKER_SHIFT)
    }

    /// Returns the number in the column.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Applies the state to `game`, whose tags must be set; `has_moves` says whether it has plies or tokens.
    ///
    /// Errors: [`crate::ErrorCode::SectionMalformed`] for a state that is undefined or contradicts the tags.
    pub fn apply(self, has_moves: bool, game: &mut Game) -> Result<()> {
        if self.0 & !KNOWN != 0 {
            return Err(self.invalid());
        }
        game.continued = self.0 & CONTINUED != 0;
        if game.continued && (has_moves || game.tags().next().is_some()) {
            return Err(malformed("the continuation of a game has tags, plies or tokens"));
        }
        game.termination = self.termination(game.tag(b"Result")).ok_or_else(|| self.invalid())?;
        match (self.0 & START, game.tag(b"FEN").is_some()) {
            (START_STANDARD, false) => game.start = Start::Standard,
            (START_FEN_TAG, true) => game.start_from_tags().map_err(|e| malformed(e.message()))?,
            (START_UNREADABLE, _) => game.start = Start::Unreadable,
            _ => return Err(self.invalid()),
        }
        Ok(())
    }

    /// Returns the termination marker if the first `Result` tag has the value `tag`; `None` for an undefined state.
    pub fn termination(self, tag: Option<&[u8]>) -> Option<Termination> {
        match (self.0 & MARKER) >> MARKER_SHIFT {
            0 => tag.and_then(Termination::from_text),
            number => Termination::ALL.get(number as usize - 1).copied(),
        }
    }

    /// Returns `true` if the main line starts from the `FEN` tag, `false` for a standard or unreadable start.
    ///
    /// Errors: [`crate::ErrorCode::SectionMalformed`] for an undefined start value, or for an unreadable start if `plies` is not 0
    /// (`container.11`).
    pub fn starts_from_tag(self, plies: u32) -> Result<bool> {
        match self.0 & START {
            START_STANDARD => Ok(false),
            START_FEN_TAG => Ok(true),
            START_UNREADABLE if plies == 0 => Ok(false),
            _ => Err(self.invalid()),
        }
    }

    /// Returns whether the positions of the game are known, and the first is the standard one.
    pub fn has_standard_start(self) -> bool {
        self.0 & (START | CONTINUED) == START_STANDARD
    }

    /// Returns whether the positions of the game are known, and the first is the position of its `FEN` tag.
    pub fn has_custom_start(self) -> bool {
        self.0 & (START | CONTINUED) == START_FEN_TAG
    }

    /// Returns whether the start is unreadable.
    pub fn is_unreadable(self) -> bool {
        self.0 & START == START_UNREADABLE
    }

    fn invalid(self) -> Error {
        malformed(format!("the state {} of a game contradicts its tags or does not exist", self.0))
    }
}

fn marker_bits(game: &Game) -> u32 {
    let by_tag = game.tag(b"Result").and_then(Termination::from_text);
    if by_tag == Some(game.termination) { 0 } else { 1 + game.termination as u32 }
}

/// The states of the games of a block.
#[derive(Debug, Default)]
pub(super) struct States(Vec<u32>);

impl States {
    /// Reads the section; if it is absent, all states are 0 (`container.8`).
    pub fn load(sections: &Sections<'_>) -> Result<States> {
        let states = sections.optional(SectionKind::States, |s| whole(s, |c| c.column(sections.header.games)))?;
        Ok(States(states.unwrap_or_default()))
    }

    /// Returns the approximate size in memory in bytes.
    pub fn memory(&self) -> usize {
        4 * self.0.len()
    }

    /// Returns the state of a game of the block.
    pub fn of_game(&self, game: usize) -> GameState {
        GameState(self.0.get(game).copied().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    fn read(state: u32, tags: &[(&[u8], &[u8])], has_moves: bool) -> Result<Game> {
        let mut game = Game::new();
        tags.iter().for_each(|(name, value)| game.push_tag(name, value).unwrap());
        GameState(state).apply(has_moves, &mut game).map(|()| game)
    }

    #[test]
    fn states_come_back() {
        let result: &[(&[u8], &[u8])] = &[(b"Result", b"1-0")];
        for (state, tags) in [(0, result), (24, &[]), (12, &[])] {
            let game = read(state, tags, state & CONTINUED == 0).unwrap();
            assert_eq!(GameState::of(&game).bits(), state);
        }
    }

    #[test]
    fn states_that_do_not_exist_are_malformed() {
        let fen: &[(&[u8], &[u8])] = &[(b"FEN", b"8/8/8/8/8/8/8/8 w - - 0 1"), (b"Result", b"*")];
        let result: &[(&[u8], &[u8])] = &[(b"Result", b"win")];
        for (state, tags) in [
            (8 | 3, &[][..]), // no such start
            (6 << 3, &[]),    // no such markers
            (7 << 3, &[]),
            (8 | 64, &[]), // a reserved bit
            (8 | 128, &[]),
            (0, &[]), // no `Result` tag, or another text
            (0, result),
            (0, fen), // a `FEN` tag, but the standard start
            (1, fen), // a position in which chess cannot be played
            (8 | 1, &[]),
            (12, &[(b"White", b"")]), // a continuation with a tag
        ] {
            assert_eq!(read(state, tags, false).unwrap_err().code(), ErrorCode::SectionMalformed, "{state}");
        }
        assert!(read(12, &[], true).is_err());
        assert!(GameState(START_UNREADABLE).starts_from_tag(1).is_err());
        assert!(!GameState(START_UNREADABLE).starts_from_tag(0).unwrap());
    }
}
