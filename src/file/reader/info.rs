//! Contents of a file, found without reading its games.

use super::Reader;
use crate::{Codec, Result, container::SectionKind, versions};

/// Bytes of a file by purpose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SectionBytes {
    /// The complete file.
    pub total: u64,
    /// The main lines: their codes and the lengths of the codes.
    pub moves: u64,
    /// Tags, results, start positions and numbers of plies.
    pub games: u64,
    /// Names.
    pub names: u64,
    /// Variations, comments, NAGs and unparsed text.
    pub annotations: u64,
    /// Summaries of games and position index, both for searches.
    pub index: u64,
    /// File header, block headers, footers, and bytes that belong to no block or footer.
    pub other: u64,
}

/// A summary of a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Info {
    /// Games in the file, without deleted ones.
    pub games: u64,
    /// Deleted games; their numbers are not reused.
    pub deleted: u64,
    /// The number of the next game that is appended: the number of games, including deleted ones.
    pub next_number: u64,
    /// Plies of all stored main lines, including deleted games, replaced games and replacements.
    pub plies: u64,
    /// Blocks in the file.
    pub blocks: usize,
    /// The codecs of the main lines, in order of their ids.
    pub codecs: Vec<Codec>,
    /// Bytes by purpose.
    pub bytes: SectionBytes,
    /// The format version of the file, `0.10`.
    pub format_version: String,
    /// The import profiles by which games were made from PGN text (`versions.5`), in ascending order; empty if the games came from
    /// elsewhere.
    pub import_profiles: Vec<u32>,
}

impl Info {
    /// Returns the bits per ply of the main lines; 0 without plies.
    pub fn bits_per_ply(&self) -> f64 {
        if self.plies == 0 { 0.0 } else { self.bytes.moves as f64 * 8.0 / self.plies as f64 }
    }

    /// Returns the codec's name; several names joined with `+` if blocks differ, `none` without blocks.
    pub fn codec_name(&self) -> String {
        let names: Vec<_> = self.codecs.iter().map(|c| c.name()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join("+") }
    }
}

impl Reader {
    /// Summarizes the file from the headers of its blocks.
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::block_header`].
    pub fn info(&self) -> Result<Info> {
        let mut info = Info {
            games: self.game_count(),
            deleted: self.deleted(),
            next_number: self.number_end(),
            plies: self.all_blocks().iter().map(|block| block.plies).sum(),
            blocks: self.all_blocks().len(),
            codecs: Vec::new(),
            bytes: SectionBytes { total: self.file_len(), ..SectionBytes::default() },
            format_version: versions::text(self.versions().write),
            import_profiles: self.versions().import_profiles().collect(),
        };
        for index in 0..self.all_blocks().len() {
            for section in self.block_header(index)?.sections {
                let len = section.range.end - section.range.start;
                let kind = SectionKind::from_number(section.kind);
                if kind == Some(SectionKind::Moves) {
                    let codec = Codec::from_param(section.param)?;
                    if !info.codecs.contains(&codec) {
                        info.codecs.push(codec);
                    }
                }
                *info.bytes.of(kind) += len;
            }
        }
        info.codecs.sort_unstable();
        let b = &mut info.bytes;
        b.index += self.indexed().1;
        // Blocks of a corrupt file may overlap.
        let owned = b.moves + b.games + b.names + b.annotations + b.index + b.other;
        b.other += b.total.saturating_sub(owned);
        Ok(info)
    }
}

impl Reader {
    /// Returns the codec of the main lines of the last block with a valid header: the default for games that are appended. `None` if
    /// there is no such block.
    ///
    /// # Errors
    ///
    /// Errors of the source: a block that cannot be read now is not skipped.
    pub fn last_codec(&self) -> Result<Option<Codec>> {
        for index in (0..self.blocks().len()).rev() {
            let sections = match self.block_header(index) {
                Ok(header) => header.sections,
                Err(e) if e.is_temporary() => return Err(e),
                Err(_) => continue,
            };
            let moves = sections.iter().find(|s| SectionKind::from_number(s.kind) == Some(SectionKind::Moves));
            if let Some(codec) = moves.and_then(|moves| Codec::from_param(moves.param).ok()) {
                return Ok(Some(codec));
            }
        }
        Ok(None)
    }
}

impl SectionBytes {
    fn of(&mut self, kind: Option<SectionKind>) -> &mut u64 {
        match kind {
            Some(SectionKind::Moves | SectionKind::MoveSizes) => &mut self.moves,
            Some(SectionKind::Plies | SectionKind::States | SectionKind::TagLayouts | SectionKind::TagValues) => {
                &mut self.games
            }
            Some(SectionKind::Names) => &mut self.names,
            Some(
                SectionKind::Annotations
                | SectionKind::CommentText
                | SectionKind::Values
                | SectionKind::ValueCodes
                | SectionKind::UnparsedText,
            ) => &mut self.annotations,
            Some(SectionKind::Summaries) => &mut self.index,
            None => &mut self.other,
        }
    }
}
