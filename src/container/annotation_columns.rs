//! The columns of annotations and of unparsed text.

use std::borrow::Cow;

use super::{
    SectionHeader, SectionKind,
    section::malformed,
    sections::{Sections, whole},
};
use super::{annotations, values::Values};
use crate::{
    Codec, Game, Result,
    coding::wire::{part_range, prefix_sums},
    memory,
};

/// One byte string per game.
#[derive(Debug, Default)]
struct StringColumn {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl StringColumn {
    fn parse(section: &[u8], games: usize) -> Result<StringColumn> {
        whole(section, |cursor| {
            let lengths = cursor.column(games)?;
            let ends = prefix_sums(&lengths, cursor.remaining())?;
            let bytes = memory::copied(cursor.take(ends.last().map_or(0, |e| *e as usize))?)?;
            Ok(StringColumn { bytes, ends })
        })
    }

    fn memory(&self) -> usize {
        self.bytes.len() + 4 * self.ends.len()
    }

    /// Returns the string of a game; empty if the section is absent.
    fn of_game(&self, game: usize) -> &[u8] {
        if self.ends.is_empty() { &[] } else { &self.bytes[part_range(&self.ends, game)] }
    }
}

/// Annotations and unparsed text.
#[derive(Debug)]
pub(super) struct AnnotationColumns {
    codec: Codec,
    tokens: StringColumn,
    texts: StringColumn,
    values: Values,
    has_values: bool,
    unparsed: StringColumn,
}

impl AnnotationColumns {
    /// Returns the approximate size in memory in bytes.
    pub(super) fn memory(&self) -> usize {
        let columns = [&self.tokens, &self.texts, &self.unparsed];
        self.values.memory() + columns.iter().map(|column| column.memory()).sum::<usize>()
    }

    /// Returns the total length of all comments and unparsed text in bytes (`limits.8`).
    pub(super) fn expanded_len(&self) -> u64 {
        (self.texts.bytes.len() + self.unparsed.bytes.len()) as u64 + self.values.expanded_len()
    }

    /// Reads the columns. `main_codec` is the codec of the main lines, `plies` has their lengths.
    pub(super) fn load(sections: &Sections<'_>, main_codec: Codec, plies: &[u32]) -> Result<AnnotationColumns> {
        let column = |kind| {
            let read = |s: &[u8]| StringColumn::parse(s, sections.header.games);
            sections.optional(kind, read).map(Option::unwrap_or_default)
        };
        let codec = match sections.header.section(SectionKind::Annotations) {
            Some(section) => variation_codec(section)?,
            None => main_codec.for_variations(),
        };
        let codes = match sections.header.section(SectionKind::ValueCodes) {
            Some(_) => sections.required(SectionKind::ValueCodes)?,
            None => Cow::default(),
        };
        let values = sections.optional(SectionKind::Values, |s| Values::parse(s, &codes, plies))?;
        if values.is_none() && !codes.is_empty() {
            return Err(malformed("value codes without the section `values`"));
        }
        Ok(AnnotationColumns {
            codec,
            tokens: column(SectionKind::Annotations)?,
            texts: column(SectionKind::CommentText)?,
            has_values: values.is_some(),
            values: values.unwrap_or_default(),
            unparsed: column(SectionKind::UnparsedText)?,
        })
    }

    /// Replaces corrupt columns: no game has annotations or unparsed text.
    pub(super) fn lost(codec: Codec) -> AnnotationColumns {
        AnnotationColumns {
            codec,
            tokens: StringColumn::default(),
            texts: StringColumn::default(),
            values: Values::default(),
            has_values: false,
            unparsed: StringColumn::default(),
        }
    }

    /// Returns whether game `number` of the block has tokens.
    pub(super) fn has_tokens(&self, number: usize) -> bool {
        !self.tokens.of_game(number).is_empty()
    }

    /// Returns whether a block of `main_codec` without comment templates would store these annotations as the same bytes. It would if this
    /// block has no comment templates either, and both blocks have the same codec for variations.
    pub(super) fn are_as_with(&self, main_codec: Codec) -> bool {
        self.codec == main_codec.for_variations() && !self.has_values
    }

    /// Returns the tokens, comment text and unparsed text of a game as the sections store them.
    pub(super) fn stored(&self, number: usize) -> (&[u8], &[u8], &[u8]) {
        (self.tokens.of_game(number), self.texts.of_game(number), self.unparsed.of_game(number))
    }

    /// Adds the annotations and the unparsed text of game `number` of the block to `game`, which already has its start
    /// and main line.
    ///
    /// Errors: from [`annotations::decode`].
    pub(super) fn read(&self, number: usize, game: &mut Game) -> Result<()> {
        let mut values = self.values.of_game(number)?;
        annotations::decode_with(
            self.tokens.of_game(number),
            self.texts.of_game(number),
            &mut values,
            self.codec,
            game,
        )?;
        game.set_unparsed(self.unparsed.of_game(number))?;
        Ok(())
    }
}

// annotations.5
fn variation_codec(section: &SectionHeader) -> Result<Codec> {
    if section.param & 0xFF == u64::from(Codec::Tight.id()) {
        return Err(malformed(format!("variations cannot be coded with {}", Codec::Tight)));
    }
    Codec::from_param(section.param).map_err(|e| e.with_offset(section.range.start))
}
