//! Arrivals in variations, for games whose main line does not get there (`search.2`).

use super::aim::Aim;
use crate::{Game, PackedMove, Result, Token, codecs::byte::Board, play::TokenChecker};

/// The first arrival in a variation.
pub(super) struct InVariation {
    /// The moves from the start of the game.
    pub(super) path: Vec<PackedMove>,
    /// The move that comes next in the variation.
    pub(super) next: Option<PackedMove>,
}

/// Looks for the first arrival in the variations of a game, in the order of the movetext.
pub(super) fn first_in_variations<A: Aim>(aim: &A, game: &Game) -> Result<Option<InVariation>> {
    let mut walker = TokenChecker::new(&game.start_position(), &game.moves);
    // The moves that lead to where each open variation is, from the start of the game.
    let mut paths: Vec<Vec<PackedMove>> = Vec::new();
    let tokens: Vec<_> = game.tokens().collect();
    for (place, token) in tokens.iter().enumerate() {
        walker.step(*token)?;
        match token {
            Token::Begin => {
                let line = paths.last().map_or(&game.moves[..walker.ply()], Vec::as_slice);
                // A variation takes the place of the last move of its line; the walker saw that there is one.
                paths.push(line[..line.len() - 1].to_vec());
            }
            Token::End => {
                paths.pop();
            }
            Token::Move(word) => {
                let (Some(path), Some(position)) = (paths.last_mut(), walker.variation_position()) else { continue };
                path.push(*word);
                if aim.is_met(&Board::new(position)) {
                    let path = std::mem::take(path);
                    return Ok(Some(InVariation { path, next: next_move(&tokens[place + 1..]) }));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The next move of the variation, behind notes and variations inside it.
fn next_move(tokens: &[Token<'_>]) -> Option<PackedMove> {
    let mut depth = 0;
    for token in tokens {
        match token {
            Token::Begin => depth += 1,
            Token::End if depth == 0 => return None,
            Token::End => depth -= 1,
            Token::Move(word) if depth == 0 => return Some(*word),
            _ => {}
        }
    }
    None
}
