//! Arrivals in variations, for games whose main line does not get there (`search.2`).

use shakmaty::Chess;

use super::aim::Aim;
use crate::{Game, MoveWord, Result, Token, codecs::byte::Board};

/// The first arrival in a variation.
pub(super) struct InVariation {
    /// The moves from the start of the game.
    pub(super) path: Vec<MoveWord>,
    /// The move that comes next in the variation.
    pub(super) next: Option<MoveWord>,
}

/// A line that is open.
#[derive(Clone)]
struct Line {
    now: Chess,
    before: Chess,
    path: Vec<MoveWord>,
}

impl Line {
    fn play(&mut self, word: MoveWord) -> Result<()> {
        self.before = self.now.clone();
        word.play(&mut self.now)?;
        self.path.push(word);
        Ok(())
    }

    /// The line of a variation for the last move.
    fn branch(&self) -> Line {
        let path = self.path[..self.path.len().saturating_sub(1)].to_vec();
        Line { now: self.before.clone(), before: self.before.clone(), path }
    }
}

/// Looks for the first arrival in the variations of a game, in the order of the movetext.
pub(super) fn first_in_variations<A: Aim>(aim: &A, game: &Game) -> Result<Option<InVariation>> {
    let start = game.start_position();
    let mut lines = vec![Line { now: start.clone(), before: start, path: Vec::new() }];
    let mut main = game.moves.iter();
    let tokens: Vec<_> = game.tokens().collect();
    for (place, token) in tokens.iter().enumerate() {
        let Some(line) = lines.last_mut() else { break };
        match token {
            Token::Plies(plies) => main.by_ref().take(*plies as usize).try_for_each(|word| line.play(*word))?,
            Token::Begin => {
                let branch = line.branch();
                lines.push(branch);
            }
            Token::End => {
                lines.pop();
            }
            Token::Move(word) => {
                line.play(*word)?;
                if aim.is_met(&Board::new(&line.now)) {
                    let path = std::mem::take(&mut line.path);
                    return Ok(Some(InVariation { path, next: next_move(&tokens[place + 1..]) }));
                }
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The next move of the variation, behind notes and variations inside it.
fn next_move(tokens: &[Token<'_>]) -> Option<MoveWord> {
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
