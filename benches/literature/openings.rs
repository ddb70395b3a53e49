//! Codes for common openings: each byte value that codes no move of the standard start stands for an opening.

use std::collections::HashMap;

use plypack::{PackedMove, Position, Result};

use super::{Played, tight_bits};

/// Number of free byte values: 256, without the 20 moves of the standard start and the null move.
const GAPS: usize = 235;
/// Longer openings, and openings of fewer games, are ignored.
const MAX_PLIES: usize = 40;
const MIN_GAMES: u32 = 20;

/// A tree of the openings of games. A node comes after its parent.
struct Tree {
    children: HashMap<(usize, PackedMove), usize>,
    parents: Vec<usize>,
    plies: Vec<usize>,
    games: Vec<u32>,
}

impl Tree {
    fn of(games: &[Played]) -> Tree {
        let mut tree = Tree { children: HashMap::new(), parents: vec![0], plies: vec![0], games: vec![0] };
        for game in games.iter().filter(|game| game.start == Position::default()) {
            let mut node = 0;
            for m in game.moves.iter().take(MAX_PLIES) {
                let next = tree.parents.len();
                let child = *tree.children.entry((node, *m)).or_insert(next);
                if child == next {
                    tree.parents.push(node);
                    tree.plies.push(tree.plies[node] + 1);
                    tree.games.push(0);
                }
                tree.games[child] += 1;
                node = child;
            }
        }
        tree
    }

    /// Chooses openings one after another: each saves the most bytes in addition to the openings before it. A game begins with the code
    /// of the longest chosen opening that it follows: one byte instead of one byte per ply.
    fn best(&self) -> Vec<bool> {
        let mut is_chosen = vec![false; self.games.len()];
        let mut has_longer = vec![0; self.games.len()];
        let common: Vec<usize> = (1..self.games.len()).filter(|node| self.games[*node] >= MIN_GAMES).collect();
        for _ in 0..GAPS {
            // Bytes that a game already saves by the longest chosen opening on the way to the node.
            let mut saved = vec![0; self.games.len()];
            for node in &common {
                saved[*node] = if is_chosen[*node] { self.plies[*node] - 1 } else { saved[self.parents[*node]] };
            }
            let gain = |node: usize| {
                u64::from(self.games[node] - has_longer[node])
                    * (self.plies[node] - 1).saturating_sub(saved[node]) as u64
            };
            let Some(best) = common.iter().copied().filter(|node| !is_chosen[*node]).max_by_key(|node| gain(*node))
            else {
                break;
            };
            let new = self.games[best] - has_longer[best];
            is_chosen[best] = true;
            let mut node = best;
            has_longer[node] = self.games[node];
            while node != 0 && !(node != best && is_chosen[node]) {
                node = self.parents[node];
                if !is_chosen[node] {
                    has_longer[node] += new;
                }
            }
        }
        is_chosen
    }

    /// Returns the number of plies of the longest chosen opening with which a game begins.
    fn plies_of(&self, is_chosen: &[bool], game: &Played) -> usize {
        let mut node = 0;
        let mut best = 0;
        for m in &game.moves {
            match self.children.get(&(node, *m)) {
                Some(child) => node = *child,
                None => break,
            }
            if is_chosen[node] {
                best = self.plies[node];
            }
        }
        best
    }
}

/// Prints the bytes that codes for common openings save, and the bits of `tight` for the same plies.
pub fn measure(known: &[Played], games: &[Played]) -> Result<()> {
    let tree = Tree::of(known);
    let is_chosen = tree.best();
    let lines: Vec<_> = games.iter().map(|game| (game, tree.plies_of(&is_chosen, game))).collect();
    let with_code: Vec<_> = lines.iter().filter(|(_, plies)| *plies > 0).copied().collect();
    let covered: usize = with_code.iter().map(|(_, plies)| plies).sum();
    let saved: usize = with_code.iter().map(|(_, plies)| plies - 1).sum();
    let all: usize = games.iter().map(|game| game.moves.len()).sum();
    println!(
        "openings: {} codes of openings of {} games; {:.1} % of games have one, of {:.1} plies on average; {:.2} bytes a game saved, {:.2} %: {:.2} bits a ply of all",
        is_chosen.iter().filter(|chosen| **chosen).count(),
        known.len(),
        100.0 * with_code.len() as f64 / games.len() as f64,
        covered as f64 / with_code.len().max(1) as f64,
        saved as f64 / games.len() as f64,
        100.0 * saved as f64 / all as f64,
        8.0 * saved as f64 / all as f64,
    );
    let sample = &with_code[..with_code.len().min(4_000)];
    let (bits, plies) = tight_bits(sample.iter().copied())?;
    println!(
        "  of these plies a code takes {:.2} bits each, tight {:.2} ({:.1} bits an opening instead of 8)",
        8.0 * sample.len() as f64 / plies,
        bits / plies,
        bits / sample.len() as f64
    );
    Ok(())
}
