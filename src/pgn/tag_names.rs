//! The names of a game's tags, which show if the next game begins.

use std::collections::HashSet;

use super::tag_lines::{TagLine, indented_pairs};
use crate::chess::tag_section;

/// The maximum number of tag names remembered for one game.
const MAX_NAMES: usize = 1000;

/// The tag names of the game being split off.
#[derive(Debug, Default)]
pub(super) struct TagNames(HashSet<Vec<u8>>);

impl TagNames {
    /// Forgets the names of the previous game.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the names of the tag lines in `text`.
    pub(super) fn add(&mut self, mut text: &[u8]) {
        while !text.is_empty() && self.0.len() < MAX_NAMES {
            let (line, next) = TagLine::split(text);
            match line {
                TagLine::Pairs(pairs) | TagLine::PairsOverLines(pairs) => {
                    self.0.extend(pairs.map(|(name, _)| name.to_vec()).take(MAX_NAMES - self.0.len()))
                }
                TagLine::Raw(line) if line.starts_with(b"[") => drop(self.0.insert(tag_section::name(line).to_vec())),
                TagLine::Movetext => return,
                _ => {}
            }
            text = next;
        }
    }

    /// Returns `true` if a tag line after a blank line begins a new game: it has an `Event` tag, or a name that the game already has.
    // pgn.4
    pub(super) fn begins_next_game(&self, line: &[u8]) -> bool {
        let is_next = |name: &[u8]| name == b"Event" || self.0.contains(name);
        match tag_section::pairs(line).or_else(|| indented_pairs(line)) {
            Some(mut pairs) => pairs.any(|(name, _)| is_next(name)),
            None => is_next(tag_section::name(line)),
        }
    }
}
