//! Which names of a file match the texts of conditions: each name is compared once.

use super::text_match::TextMatch;
use crate::{Corruption, Reader, Result, memory};

/// For every text, which names of a file match it.
pub(super) struct NameMarks {
    /// By text, then by block, then by name in the order in which the block defines them.
    marks: Vec<Vec<Vec<bool>>>,
}

impl NameMarks {
    /// Compares all names. Blocks whose names cannot be read are passed to `report`; none of their names matches.
    pub(super) fn new(
        reader: &Reader,
        texts: &[TextMatch],
        report: &mut dyn FnMut(Corruption) -> Result<()>,
    ) -> Result<NameMarks> {
        let mut marks: Vec<Vec<Vec<bool>>> = texts.iter().map(|_| Vec::new()).collect();
        let blocks = if texts.is_empty() { &[] } else { reader.blocks() };
        for (index, block) in blocks.iter().enumerate() {
            let names = reader.names(index);
            for (text, marks) in texts.iter().zip(&mut marks) {
                let of_block = match &names {
                    Ok(names) => memory::collected(names.iter().map(|name| text.matches(name)))?,
                    Err(_) => Vec::new(),
                };
                memory::push(marks, of_block)?;
            }
            if let Err(error) = names {
                report(Corruption::partial(block.first_game..block.first_game + block.games, error))?;
            }
        }
        Ok(NameMarks { marks })
    }

    /// Which of the names that a block uses match a text.
    pub(super) fn of_block(
        &self,
        reader: &Reader,
        block: usize,
        string_refs: &[u32],
        text: usize,
    ) -> Result<Vec<bool>> {
        let part = reader.blocks()[block].part;
        let is_marked = |id: &u32| {
            let (block, name) = reader.place_of_name(part, *id)?;
            self.marks[text].get(block)?.get(name).copied()
        };
        memory::collected(string_refs.iter().map(|id| is_marked(id).unwrap_or(false)))
    }
}
