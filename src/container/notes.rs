//! What a block holds beside tags and main lines.

use std::borrow::Cow;

use super::{
    SectionHead, SectionKind,
    section::malformed,
    sections::{Sections, whole},
};
use super::{annotations, values::Values};
use crate::{
    Codec, Game, Result,
    coding::wire::{piece, prefix_sums},
};

/// Bytes of all games, one piece a game.
#[derive(Debug, Default)]
struct Pieces {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl Pieces {
    fn parse(section: &[u8], games: usize) -> Result<Pieces> {
        whole(section, |cursor| {
            let lengths = cursor.column(games)?;
            let ends = prefix_sums(&lengths, cursor.remaining())?;
            let bytes = cursor.take(ends.last().map_or(0, |e| *e as usize))?.to_vec();
            Ok(Pieces { bytes, ends })
        })
    }

    /// The piece of a game; empty when the section is absent.
    fn of_game(&self, game: usize) -> &[u8] {
        if self.ends.is_empty() { &[] } else { &self.bytes[piece(&self.ends, game)] }
    }
}

/// Annotations and text that could not be read.
#[derive(Debug)]
pub(super) struct Notes {
    codec: Codec,
    tokens: Pieces,
    texts: Pieces,
    values: Values,
    rests: Pieces,
}

impl Notes {
    /// Reads the columns. `main_codec` is that of the main lines, `plies` has their lengths.
    pub(super) fn load(sections: &Sections<'_>, main_codec: Codec, plies: &[u32]) -> Result<Notes> {
        let pieces = |kind| {
            let read = |s: &[u8]| Pieces::parse(s, sections.head.games);
            sections.optional(kind, read).map(Option::unwrap_or_default)
        };
        let codec = match sections.head.section(SectionKind::Annotations) {
            Some(section) => variation_codec(section)?,
            None => main_codec.for_variations(),
        };
        let codes = match sections.head.section(SectionKind::ValueCodes) {
            Some(_) => sections.required(SectionKind::ValueCodes)?,
            None => Cow::default(),
        };
        let values = sections.optional(SectionKind::Values, |s| Values::parse(s, &codes, plies))?;
        if values.is_none() && !codes.is_empty() {
            return Err(malformed("codes of values without the section that tells of them"));
        }
        Ok(Notes {
            codec,
            tokens: pieces(SectionKind::Annotations)?,
            texts: pieces(SectionKind::CommentText)?,
            values: values.unwrap_or_default(),
            rests: pieces(SectionKind::UnparsedText)?,
        })
    }

    /// Stands for columns that were damaged: no game has any of it.
    pub(super) fn lost(codec: Codec) -> Notes {
        let none = Pieces::default;
        Notes { codec, tokens: none(), texts: none(), values: Values::default(), rests: none() }
    }

    /// Adds what belongs to game `number` of the block to `game`, which holds its start and main line.
    ///
    /// Errors: those of [`annotations::decode`].
    pub(super) fn read(&self, number: usize, game: &mut Game) -> Result<()> {
        let mut values = self.values.of_game(number)?;
        annotations::decode_with(
            self.tokens.of_game(number),
            self.texts.of_game(number),
            &mut values,
            self.codec,
            game,
        )?;
        game.set_rest(self.rests.of_game(number));
        Ok(())
    }
}

fn variation_codec(section: &SectionHead) -> Result<Codec> {
    let codec = Codec::from_param(section.param).map_err(|e| e.with_offset(section.range.start))?;
    // annotations.5
    if codec.for_variations() != codec {
        return Err(malformed(format!("variations cannot be coded with {codec}")));
    }
    Ok(codec)
}
