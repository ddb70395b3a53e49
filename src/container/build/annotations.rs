//! The annotations of a block that is being built.

use crate::{
    Codec, Game, Result,
    coding::wire::put_column,
    container::{SectionKind, annotations, section::SectionList, values::ValuesBuilder},
    memory,
};

/// Collects annotations.
pub(super) struct AnnotationsBuilder {
    /// The codec of variations.
    codec: Codec,
    tokens: OpenColumn,
    texts: OpenColumn,
    /// Stores times and evaluations of comments as numbers. `None` for a codec without runs, because only codecs with runs favor file size
    /// over speed.
    values: Option<ValuesBuilder>,
}

/// Byte strings of all games. The last one is still open: bytes are appended to it.
#[derive(Default)]
struct OpenColumn {
    bytes: Vec<u8>,
    lengths: Vec<u32>,
    /// Total length of the closed strings in bytes.
    closed: usize,
}

impl OpenColumn {
    fn close(&mut self) -> Result<()> {
        memory::push(&mut self.lengths, (self.bytes.len() - self.closed) as u32)?;
        self.closed = self.bytes.len();
        Ok(())
    }

    fn rollback(&mut self) {
        self.bytes.truncate(self.closed);
    }

    /// Returns the content of a section; `None` if all strings are empty (`container.8`).
    fn finish(&self) -> Result<Option<Vec<u8>>> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let mut out = memory::with_capacity(self.bytes.len() + 4 * self.lengths.len() + 1)?;
        put_column(&mut out, &self.lengths)?;
        out.extend_from_slice(&self.bytes);
        Ok(Some(out))
    }
}

impl AnnotationsBuilder {
    /// Makes a builder for a block whose main lines are coded with `main_codec`.
    pub fn new(main_codec: Codec) -> AnnotationsBuilder {
        AnnotationsBuilder {
            codec: main_codec.for_variations(),
            tokens: OpenColumn::default(),
            texts: OpenColumn::default(),
            values: main_codec.shares_runs().then(ValuesBuilder::default),
        }
    }

    /// Returns the approximate number of bytes so far.
    pub fn len(&self) -> usize {
        self.tokens.bytes.len() + self.texts.bytes.len() + self.values.as_ref().map_or(0, ValuesBuilder::len)
    }

    /// Returns whether one more game could exceed the limit of values (`limits.6`).
    pub fn is_full(&self) -> bool {
        self.values.as_ref().is_some_and(ValuesBuilder::is_full)
    }

    /// Adds the annotations of the open game, which [`AnnotationsBuilder::close_game`] or [`AnnotationsBuilder::rollback`] ends.
    ///
    /// Errors: from [`annotations::encode`].
    pub fn add(&mut self, game: &Game) -> Result<()> {
        annotations::encode_with(game, self.codec, &mut self.tokens.bytes, &mut self.texts.bytes, self.values.as_mut())
    }

    /// Like [`AnnotationsBuilder::add`], but takes the annotations of the open game as another block stores them. That
    /// block must have the same codec and no templates.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`].
    pub fn add_stored(&mut self, tokens: &[u8], texts: &[u8]) -> Result<()> {
        memory::append(&mut self.tokens.bytes, tokens)?;
        memory::append(&mut self.texts.bytes, texts)
    }

    /// Removes the annotations of the open game.
    pub fn rollback(&mut self) {
        self.tokens.rollback();
        self.texts.rollback();
        self.values.iter_mut().for_each(ValuesBuilder::drop_game);
    }

    /// Ends the open game, which has `plies` plies.
    ///
    /// Errors: from [`ValuesBuilder::close_game`].
    pub fn close_game(&mut self, plies: u32) -> Result<()> {
        self.tokens.close()?;
        self.texts.close()?;
        self.values.as_mut().map_or(Ok(()), |values| values.close_game(plies))
    }

    /// Adds the sections `annotations`, `comment text`, `values` and `value codes`.
    ///
    /// Errors: from [`SectionList::add`].
    pub fn finish(self, sections: &mut SectionList<'_>) -> Result<()> {
        if let Some(tokens) = self.tokens.finish()? {
            sections.add(SectionKind::Annotations, self.codec.id().into(), tokens)?;
        }
        if let Some(texts) = self.texts.finish()? {
            sections.add(SectionKind::CommentText, 0, texts)?;
        }
        if let Some((values, codes)) = self.values.map_or(Ok(None), ValuesBuilder::finish)? {
            sections.add(SectionKind::Values, 0, values)?;
            sections.add_stored(SectionKind::ValueCodes, 0, codes)?;
        }
        Ok(())
    }
}
