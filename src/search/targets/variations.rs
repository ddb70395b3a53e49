//! Matches in variations, for games whose main line does not match (`search.2`).

use crate::{Game, PackedMove, Result, Token, codecs::byte::Board, memory, play::TokenChecker};

/// The first match in the variations of a game.
pub(crate) struct VariationMatch {
    /// The moves from the start of the game.
    pub(crate) path: Vec<PackedMove>,
    /// The moves of the variation after the match.
    pub(crate) rest: Vec<PackedMove>,
}

/// The first match in the variations of a game, in the order of the movetext.
pub(super) fn first_in_variations(matches: &dyn Fn(&Board) -> bool, game: &Game) -> Result<Option<VariationMatch>> {
    let mut checker = TokenChecker::new(&game.start_position(), &game.moves);
    let mut path = Path::default();
    let tokens = memory::collected(game.tokens())?;
    for (index, token) in tokens.iter().enumerate() {
        checker.step(*token)?;
        match token {
            Token::Begin => path.begin(checker.ply())?,
            Token::End => path.end()?,
            Token::Move(packed_move) => {
                let Some(position) = checker.variation_position() else { continue };
                memory::push(&mut path.moves, *packed_move)?;
                if matches(&Board::new(position)) {
                    let path = path.into_line(&game.moves)?;
                    return Ok(Some(VariationMatch { path, rest: rest_of_line(&tokens[index + 1..])? }));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The moves up to the current position in the innermost open variation.
///
/// The cost of a variation is proportional to its own moves, not to the length of the lines around it.
#[derive(Default)]
struct Path {
    /// Plies of the main line.
    main: usize,
    /// The moves of all open variations after the main line, each up to the point where the next variation begins.
    moves: Vec<PackedMove>,
    /// For every open variation, the number of moves before it, and the move that it replaces; `None` for a move of the main line.
    open: Vec<(usize, Option<PackedMove>)>,
}

impl Path {
    /// Begins a variation. It replaces the last move of its line; a [`TokenChecker`] has found that there is one. `ply` is the current ply
    /// of the main line.
    fn begin(&mut self, ply: usize) -> Result<()> {
        if self.open.is_empty() {
            self.main = ply.saturating_sub(1);
        }
        let replaced = self.moves.pop();
        memory::push(&mut self.open, (self.moves.len(), replaced))
    }

    fn end(&mut self) -> Result<()> {
        let Some((before, replaced)) = self.open.pop() else { return Ok(()) };
        self.moves.truncate(before);
        replaced.map_or(Ok(()), |replaced| memory::push(&mut self.moves, replaced))
    }

    /// Prepends the moves of the main line.
    fn into_line(self, main_line: &[PackedMove]) -> Result<Vec<PackedMove>> {
        let mut path = memory::copied(&main_line[..self.main])?;
        memory::append(&mut path, &self.moves)?;
        Ok(path)
    }
}

/// The next moves of the variation, without its annotations and inner variations.
fn rest_of_line(tokens: &[Token<'_>]) -> Result<Vec<PackedMove>> {
    let mut depth = 0;
    let mut rest = Vec::new();
    for token in tokens {
        match token {
            Token::Begin => depth += 1,
            Token::End if depth == 0 => break,
            Token::End => depth -= 1,
            Token::Move(packed_move) if depth == 0 => memory::push(&mut rest, *packed_move)?,
            _ => {}
        }
    }
    Ok(rest)
}
