//! Players of the games of a block, and renaming them.

use std::borrow::Cow;

use super::TagTable;
use crate::{
    Result,
    container::{
        Compressor, EncodedBlock, Section, SectionHeader, SectionKind,
        tags::{DistinctStrings, Encoding, list_of},
    },
    memory,
};

/// The tags whose values are players.
const PLAYER_TAGS: [&[u8]; 2] = [b"White", b"Black"];

impl TagTable<'_> {
    /// Returns the places of the games in which a tag `White` or `Black` has the value `player`, in ascending order.
    ///
    /// # Errors
    ///
    /// The errors of [`Block::load`](crate::container::Block::load).
    pub fn games_of_player(&self, player: &[u8]) -> Result<Vec<usize>> {
        let mut has_player = memory::filled(false, self.sections.header.games)?;
        for number in self.player_columns() {
            let is_player = self.column_at(number)?.rows_with(player)?;
            if is_player.contains(&true) {
                let rows = self.layouts.rows_of(number)?;
                has_player.iter_mut().zip(rows).for_each(|(found, rows)| *found |= is_player[rows].contains(&true));
            }
        }
        memory::collected((0..has_player.len()).filter(|game| has_player[*game]))
    }

    /// Returns the block with the player `from` renamed to `to` in the tags `White` and `Black`. Copies the other sections, except
    /// sections of unknown kinds, because they may repeat the name.
    ///
    /// # Errors
    ///
    /// The errors of [`Block::load`](crate::container::Block::load) and [`Compressor::section`];
    /// [`LimitExceeded`](crate::ErrorCode::LimitExceeded) for too many sections.
    pub fn renamed(&self, from: &[u8], to: &[u8], compressor: &mut Compressor) -> Result<EncodedBlock> {
        let header = self.sections.header;
        let mut names = DistinctStrings::default();
        let has_new_names = self.names_change(from)?;
        let columns = (0..self.layouts.names().len()).map(|number| {
            let column = self.column_at(number)?;
            let is_player = self.is_player(number) && column.rows_with(from)?.contains(&true);
            let is_changed = is_player || has_new_names && column.encoding() == Encoding::Names;
            let rename = is_player.then_some((from, to));
            is_changed.then(|| column.encoding().encode(&column.values(rename)?, &mut names)).transpose()
        });
        let mut columns = memory::all(columns)?.into_iter();
        let mut sections = memory::with_capacity(header.sections.len())?;
        for old in &header.sections {
            let Some(kind) = SectionKind::from_number(old.kind) else { continue };
            let content = match kind {
                SectionKind::TagValues => columns.next().flatten(),
                SectionKind::Names if has_new_names => Some(list_of(names.strings())?),
                _ => None,
            };
            sections.push(match content {
                Some(content) => compressor.section(kind, old.param, content)?,
                None => self.copied(old, kind)?,
            });
        }
        EncodedBlock::new(header.games, header.plies, &sections)
    }

    /// Returns whether a column of players that contains the name refers to the names of the block.
    fn names_change(&self, player: &[u8]) -> Result<bool> {
        for number in self.player_columns() {
            let column = self.column_at(number)?;
            if column.encoding() == Encoding::Names && column.rows_with(player)?.contains(&true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn copied(&self, section: &SectionHeader, kind: SectionKind) -> Result<Section> {
        let SectionHeader { param, compression, raw_len, crc, .. } = *section;
        let stored = match self.sections.stored(section)? {
            Cow::Borrowed(stored) => memory::copied(stored)?,
            Cow::Owned(stored) => stored,
        };
        Ok(Section { kind, param, compression, raw_len, stored, crc })
    }

    fn player_columns(&self) -> impl Iterator<Item = usize> {
        (0..self.layouts.names().len()).filter(|number| self.is_player(*number))
    }

    fn is_player(&self, number: usize) -> bool {
        self.layouts.names().get(number).is_some_and(|name| PLAYER_TAGS.contains(&name))
    }
}
