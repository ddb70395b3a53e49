//! Finding the blocks of a file: by its commit records, or by recovery when it cannot be opened.

use std::{collections::BTreeMap, ops::Range};

use super::walk::Walk;
use crate::file::source::{Source, read_range};
use crate::{
    Error, ErrorCode, Result,
    container::{BlockEntry, BlockHeader, Edit, Footer, Header, Record, Records, SegmentEntry, footer_crc},
    memory,
    versions::{EDITS, KNOWN_FEATURES, Versions},
};

/// A block's range in the file and the facts that are known without reading it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockInfo {
    /// Its bytes in the file.
    pub range: Range<u64>,
    /// The number of its first game by this reader's numbering. For a block of replacements, the number of its first replacement.
    pub first_game: u64,
    /// Number of its first game or replacement in the block header. Differs from `first_game` if blocks before it are lost.
    pub(crate) first_number: u64,
    /// Games in it.
    pub games: u64,
    /// Plies of its main lines.
    pub plies: u64,
    /// CRC-32C of its header.
    pub header_crc: u32,
}

/// The blocks of a file.
#[derive(Debug)]
pub struct Layout {
    /// Versions and features of the file.
    pub versions: Versions,
    /// The blocks in file order, then the blocks of replacements.
    pub blocks: Vec<BlockInfo>,
    /// Number of blocks that are not blocks of replacements.
    pub ordinary: usize,
    /// Edits by game number.
    pub edits: BTreeMap<u64, Edit>,
    /// The index segments that the footer lists; later ones last.
    pub segments: Vec<SegmentEntry>,
    /// True if there are segments that no footer lists, because no footer is valid.
    pub has_lost_segments: bool,
    /// The commit in force; `None` for a new file that is not complete, and for a recovered file.
    pub committed: Option<Committed>,
    /// The length of the file.
    pub len: u64,
    /// The error of opening, and errors during recovery. Empty for a file that could be opened.
    pub errors: Vec<Error>,
}

/// A commit: the records of a file, and the footer that the record in force names.
#[derive(Debug)]
pub struct Committed {
    /// The records.
    pub records: Records,
    /// The footer in force.
    pub footer: Footer,
}

/// Bytes at the start of a file that are read first: header, records, and whatever else the request returns.
const START_LEN: u64 = 4096;

/// The start of a file, and its records.
pub struct Opening {
    len: u64,
    records: Records,
}

/// Number of times to read records that a writer may be changing (`container.15`).
const MAX_LOOKS: u32 = 3;
const BETWEEN_LOOKS: std::time::Duration = std::time::Duration::from_millis(30);

impl Opening {
    /// Reads header and records.
    ///
    /// # Errors
    ///
    /// Errors of [`Header::parse`] and [`Records::parse`]; errors of the source.
    pub fn read(source: &dyn Source) -> Result<Opening> {
        for _ in 1..MAX_LOOKS {
            match Opening::look(source) {
                Err(e) if source.in_memory().is_none() && may_be_changing(&e) => {}
                looked => return looked,
            }
            // Browsers cannot wait here; their files do not change under a reader.
            if cfg!(not(target_family = "wasm")) {
                std::thread::sleep(BETWEEN_LOOKS);
            }
        }
        Opening::look(source)
    }

    fn look(source: &dyn Source) -> Result<Opening> {
        let len = source.len()?;
        let start = read_range(source, 0..len.min(START_LEN), len)?;
        Header::parse(&start)?;
        let records = Records::parse(&start)?;
        // A writer may have committed since the length was read.
        let len = if records.in_force.end() > len { source.len()? } else { len };
        Ok(Opening { len, records })
    }

    /// Returns the records.
    pub fn records(&self) -> &Records {
        &self.records
    }
}

/// Returns whether a writer may cause the error by changing a record or truncating unfinished bytes.
fn may_be_changing(e: &Error) -> bool {
    matches!(e.code(), ErrorCode::ChecksumHeader | ErrorCode::HeaderMalformed | ErrorCode::Truncated)
}

impl Layout {
    /// Opens a file whose start was read (`container.15`).
    ///
    /// # Errors
    ///
    /// [`ErrorCode::Truncated`] if the file ends before its footer does, the errors of [`Footer::parse`],
    /// [`ErrorCode::ChecksumFooter`] if the record names another footer, errors of the source.
    pub fn open(source: &dyn Source, Opening { len, records }: Opening) -> Result<Layout> {
        let record = &records.in_force;
        if record.end() > len {
            let message = format!("the file has lost its end: {len} bytes of {} are there", record.end());
            return Err(Error::new(ErrorCode::Truncated, message).with_offset(len));
        }
        let bytes = read_range(source, record.footer(), len)?;
        let placed = |e: Error| e.shifted_by(record.footer_start);
        let footer = Footer::parse(&bytes, record.footer_start, record.versions.required).map_err(placed)?;
        if footer_crc(&bytes) != record.state.footer_crc {
            let message = "the footer is not the one that the commit record names (checksum)";
            return Err(Error::new(ErrorCode::ChecksumFooter, message).with_offset(record.footer_start));
        }
        let layout = Layout::of_footer(record.versions, &footer, len)?;
        Ok(Layout { committed: Some(Committed { records, footer }), ..layout })
    }

    fn of_footer(versions: Versions, footer: &Footer, len: u64) -> Result<Layout> {
        let ordinary = memory::collected(footer.blocks.iter().filter(|block| !block.is_replacement))?;
        let replacements = footer.blocks.iter().filter(|block| block.is_replacement);
        let mut layout = Layout::from_blocks(versions, &mut ordinary.into_iter(), len)?;
        push_blocks(&mut layout.blocks, &mut replacements.into_iter())?;
        layout.edits.clone_from(&footer.edits);
        layout.segments = memory::collected(footer.segments.iter().cloned())?;
        Ok(layout)
    }

    /// Makes the layout of blocks without a footer.
    pub fn from_blocks(versions: Versions, found: &mut dyn Iterator<Item = &BlockEntry>, len: u64) -> Result<Layout> {
        let mut blocks = Vec::new();
        push_blocks(&mut blocks, found)?;
        Ok(Layout {
            versions,
            ordinary: blocks.len(),
            blocks,
            edits: BTreeMap::new(),
            segments: Vec::new(),
            has_lost_segments: false,
            committed: None,
            len,
            errors: Vec::new(),
        })
    }

    /// Adds errors before the existing ones.
    pub fn with_errors(mut self, errors: impl IntoIterator<Item = Error>) -> Layout {
        self.errors.splice(0..0, errors);
        self
    }

    /// Recovers everything that can be found in a file that `error` keeps from being opened (`container.16`).
    ///
    /// # Errors
    ///
    /// Errors of the source, except the end of the file.
    pub fn recover(source: &dyn Source, error: Error) -> Result<Layout> {
        let len = source.len()?;
        let start = read_range(source, 0..len.min(START_LEN), len)?;
        let known = Records::salvage(&start).map(|records| records.in_force.versions);
        let known = known.or(Header::parse(&start).ok().map(|header| header.versions));
        let mut walk = Walk::new(source, len);
        walk.run_from_the_first_unit()?;
        let good = walk.last_good_footer()?;
        let versions = known.unwrap_or(Versions::CURRENT);
        let layout = match good {
            Some((footer, blocks)) => {
                let before = Layout::of_footer(versions, &footer, len)?;
                before.continued_by(&walk.blocks[blocks..])?
            }
            None => Layout { has_lost_segments: walk.has_segments, ..Layout::of_walk(&walk, versions)? },
        };
        Ok(layout.with_errors([error].into_iter().chain(walk.errors)))
    }

    /// Returns the record that replaces a damaged one; `known` is the other record. The result names the last valid footer after the end
    /// of `known` whose blocks are where it lists them. If no such footer exists, the result is `known`.
    ///
    /// # Errors
    ///
    /// Errors of the source.
    pub fn lost_record(source: &dyn Source, known: &Record) -> Result<Record> {
        let len = source.len()?;
        let mut walk = Walk::new(source, len);
        walk.run(known.end())?;
        for (range, _) in walk.footers.iter().rev() {
            let bytes = read_range(source, range.clone(), len)?;
            let Ok(footer) = Footer::parse(&bytes, range.start, KNOWN_FEATURES) else { continue };
            let Some(needed) = needed_features(source, &footer, len)? else { continue };
            let mut record = *known;
            record.state.sequence += 1;
            record.state.footer_crc = footer_crc(&bytes);
            (record.footer_start, record.footer_len) = (range.start, bytes.len() as u32);
            record.versions.required |= needed;
            return Ok(record);
        }
        Ok(*known)
    }

    /// Finds all blocks without using a footer.
    ///
    /// # Errors
    ///
    /// Errors of the source, except the end of the file.
    pub fn scan(source: &dyn Source, versions: Versions, len: u64) -> Result<Layout> {
        let mut walk = Walk::new(source, len);
        walk.run_from_the_first_unit()?;
        let layout = Layout::of_walk(&walk, versions)?.with_errors(walk.errors);
        Ok(Layout { has_lost_segments: walk.has_segments, ..layout })
    }

    fn of_walk(walk: &Walk<'_>, versions: Versions) -> Result<Layout> {
        Layout::from_blocks(versions, &mut [].iter(), walk.len())?.continued_by(&walk.blocks)
    }

    /// Appends the ordinary blocks of `found`. A block replaces the listed blocks that begin at its first number or later, because a
    /// writer merged them into it.
    fn continued_by(mut self, found: &[(BlockEntry, u64)]) -> Result<Layout> {
        let replacements = self.blocks.split_off(self.ordinary);
        for (entry, first_number) in found.iter().filter(|(entry, _)| !entry.is_replacement) {
            // These are numbers in block headers; game numbers differ if blocks are missing before.
            while self.blocks.last().is_some_and(|last| last.first_number >= *first_number) {
                self.blocks.pop();
            }
            let first_game = self.blocks.last().map_or(0, |last| last.first_game + last.games);
            memory::push(
                &mut self.blocks,
                BlockInfo { first_number: *first_number, ..BlockInfo::of(entry, first_game) },
            )?;
        }
        self.ordinary = self.blocks.len();
        self.blocks.extend(replacements);
        let ordinary = self.ordinary as u64;
        self.segments.retain(|segment| segment.first_block + segment.blocks <= ordinary);
        let games = self.number_end();
        self.edits.retain(|number, _| *number < games);
        Ok(self)
    }

    /// Returns the end of the committed bytes; without a record in force, the end of the file.
    pub fn end(&self) -> u64 {
        self.committed.as_ref().map_or(self.len, |committed| committed.records.in_force.end())
    }

    /// Returns one past the highest game number.
    pub fn number_end(&self) -> u64 {
        self.blocks[..self.ordinary].last().map_or(0, |b| b.first_game + b.games)
    }
}

/// Returns the required features of the parts that a footer lists; `None` if a block is not where it is listed.
fn needed_features(source: &dyn Source, footer: &Footer, len: u64) -> Result<Option<u32>> {
    let has_edits = !footer.edits.is_empty() || footer.blocks.iter().any(|block| block.is_replacement);
    let mut features = if has_edits { EDITS } else { 0 };
    for entry in &footer.blocks {
        let start = read_range(source, entry.range.start..entry.range.end.min(entry.range.start + 8), len)?;
        let header_len = BlockHeader::declared_len(&start).unwrap_or(0) as u64;
        let header_end = entry.range.start + header_len;
        let header = BlockHeader::parse(&read_range(source, entry.range.start..header_end.min(entry.range.end), len)?);
        match header {
            Ok(header) if BlockEntry::of(&header, entry.range.start) == *entry => {
                features |= header.required_features()
            }
            _ => return Ok(None),
        }
    }
    Ok(Some(features))
}

impl BlockInfo {
    fn of(entry: &BlockEntry, first_game: u64) -> BlockInfo {
        BlockInfo {
            range: entry.range.clone(),
            first_game,
            first_number: first_game,
            games: entry.games,
            plies: entry.plies,
            header_crc: entry.header_crc,
        }
    }
}

fn push_blocks(blocks: &mut Vec<BlockInfo>, entries: &mut dyn Iterator<Item = &BlockEntry>) -> Result<()> {
    let mut first_game = 0;
    for entry in entries {
        memory::push(blocks, BlockInfo::of(entry, first_game))?;
        first_game += entry.games;
    }
    Ok(())
}
