//! Games as a block stores them.

use super::Block;
use crate::{
    Game, Result, Start,
    container::{BlockHeader, Fetch, SUMMARY_LEN, SectionKind, StoredGame, section::malformed, sections::Sections},
    memory,
};

impl Block {
    /// Fills `tags` with tags and start of game `number`, and returns its moves and annotations as they are stored, to copy them; `summaries`
    /// is the section of the block. `None` for a block whose games share their codes, or that has templates of comments.
    ///
    /// # Errors
    ///
    /// As [`Block::read_tags`].
    pub fn stored(&self, number: usize, summaries: &[u8], tags: &mut Game) -> Result<Option<StoredGame<'_>>> {
        if self.codec().shares_runs() || self.annotations.has_values() {
            return Ok(None);
        }
        self.read_tags(number, tags)?;
        let plies = self.movetext.plies[number];
        if tags.start == Start::Unreadable && plies > 0 {
            // container.11
            return Err(malformed("moves from a start that cannot be read"));
        }
        let mut summary = [0; SUMMARY_LEN];
        for (plane, byte) in summary.iter_mut().enumerate() {
            *byte = summaries[plane * self.header.games + number];
        }
        let (variations, tokens, texts, unparsed) = self.annotations.stored(number);
        Ok(Some(StoredGame {
            codec: self.codec(),
            plies,
            code: self.move_code(number),
            variations,
            tokens,
            texts,
            unparsed,
            summary,
        }))
    }
}

/// Returns the section `summaries` of a block, if it has one that is sound.
///
/// # Errors
///
/// [`ErrorCode::NoMemory`](crate::ErrorCode::NoMemory), and errors of `fetch` that may pass.
pub fn summaries(header: &BlockHeader, fetch: &dyn Fetch) -> Result<Option<Vec<u8>>> {
    let Some(section) = header.section(SectionKind::Summaries) else { return Ok(None) };
    match Sections::new(header, fetch).content(section) {
        Ok(content) if content.len() == header.games * SUMMARY_LEN => memory::copied(&content).map(Some),
        Err(e) if e.is_temporary() => Err(e),
        _ => Ok(None),
    }
}
