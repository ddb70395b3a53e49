//! Matches in variations, for games whose main line does not match (`search.2`).

use crate::{Game, PackedMove, Result, Token, codecs::byte::Board, play::TokenChecker};

/// The first match in a variation.
pub(super) struct VariationMatch {
    /// The moves from the start of the game.
    pub(super) path: Vec<PackedMove>,
    /// The next move of the variation.
    pub(super) next: Option<PackedMove>,
}

/// The first match in the variations of a game, in the order of the movetext.
pub(super) fn first_in_variations(matches: &dyn Fn(&Board) -> bool, game: &Game) -> Result<Option<VariationMatch>> {
    let mut checker = TokenChecker::new(&game.start_position(), &game.moves);
    // The moves from the start of the game to the current position of each open variation.
    let mut paths: Vec<Vec<PackedMove>> = Vec::new();
    let tokens: Vec<_> = game.tokens().collect();
    for (index, token) in tokens.iter().enumerate() {
        checker.step(*token)?;
        match token {
            Token::Begin => {
                let line = paths.last().map_or(&game.moves[..checker.ply()], Vec::as_slice);
                // A variation replaces the last move of its line, which `checker` has found to exist.
                paths.push(line[..line.len() - 1].to_vec());
            }
            Token::End => {
                paths.pop();
            }
            Token::Move(packed_move) => {
                let (Some(path), Some(position)) = (paths.last_mut(), checker.variation_position()) else { continue };
                path.push(*packed_move);
                if matches(&Board::new(position)) {
                    let path = std::mem::take(path);
                    return Ok(Some(VariationMatch { path, next: next_move(&tokens[index + 1..]) }));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The next move of the variation, after its annotations and inner variations.
fn next_move(tokens: &[Token<'_>]) -> Option<PackedMove> {
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::Begin => depth += 1,
            Token::End if depth == 0 => return None,
            Token::End => depth -= 1,
            Token::Move(packed_move) if depth == 0 => return Some(*packed_move),
            _ => {}
        }
    }
    None
}
