//! Sections: the columns of a block, each compressed separately.

use zstd::zstd_safe::{self, CCtx, CParameter, DCtx};

use crate::{
    Error, ErrorCode, Result,
    codecs::Part,
    coding::wire::{crc32c, put_column},
    limits, memory,
};

/// Kind of a section (`container.8`). Kinds from 64 on are optional: unknown ones are skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "described in the spec's table of the same names")]
pub enum SectionKind {
    Plies = 1,
    Moves = 2,
    MoveSizes = 3,
    States = 4,
    Names = 5,
    TagLayouts = 7,
    TagValues = 8,
    Annotations = 9,
    CommentText = 10,
    UnparsedText = 11,
    Values = 12,
    ValueCodes = 13,
    Summaries = 64,
}

impl SectionKind {
    const ALL: [SectionKind; 13] = [
        SectionKind::Plies,
        SectionKind::Moves,
        SectionKind::MoveSizes,
        SectionKind::States,
        SectionKind::Names,
        SectionKind::TagLayouts,
        SectionKind::TagValues,
        SectionKind::Annotations,
        SectionKind::CommentText,
        SectionKind::UnparsedText,
        SectionKind::Values,
        SectionKind::ValueCodes,
        SectionKind::Summaries,
    ];

    /// Returns the kind with this number, if this version knows one.
    pub fn from_number(number: u64) -> Option<SectionKind> {
        SectionKind::ALL.into_iter().find(|kind| *kind as u64 == number)
    }

    /// Returns the part of the format to which the kind belongs (`codecs.1`); the codecs of moves and of variations have their own
    /// parts.
    pub const fn part(self) -> Part {
        match self {
            SectionKind::Values | SectionKind::ValueCodes => Part::Archive,
            _ => Part::Core,
        }
    }
}

/// A section that is ready to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Kind of its content.
    pub kind: SectionKind,
    /// Codec or encoding, depending on the kind.
    pub param: u64,
    /// 0: stored, 1: zstd.
    pub compression: u64,
    /// Length before compression.
    pub raw_len: usize,
    /// The bytes in the file.
    pub stored: Vec<u8>,
    /// CRC-32C of `stored`.
    pub crc: u32,
}

/// Returns an error in the content of a section.
pub(super) fn malformed(message: impl Into<String>) -> Error {
    Error::new(ErrorCode::SectionMalformed, message)
}

/// Compresses sections; reuses zstd's working memory.
pub struct Compressor {
    /// `None` stores all sections uncompressed, so that benchmarks can measure the work before zstd.
    zstd: Option<CCtx<'static>>,
}

impl Compressor {
    /// Makes a compressor with this level of zstd, 1 to 22.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn new(level: i32) -> Result<Compressor> {
        let mut zstd = memory::compression_context()?;
        for parameter in
            [CParameter::CompressionLevel(level), CParameter::ChecksumFlag(false), CParameter::ContentSizeFlag(true)]
        {
            zstd.set_parameter(parameter).map_err(memory::zstd_error)?;
        }
        Ok(Compressor { zstd: Some(zstd) })
    }

    /// Makes a compressor that compresses nothing.
    #[cfg(feature = "internals")]
    pub fn none() -> Compressor {
        Compressor { zstd: None }
    }

    /// Makes a section of `raw`, compressed if that makes it smaller.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::LimitExceeded`] if `raw` is above the limit of a section (`limits.2`).
    pub fn section(&mut self, kind: SectionKind, param: u64, raw: Vec<u8>) -> Result<Section> {
        let Some(zstd) = &mut self.zstd else { return Section::stored(kind, param, raw) };
        check_len(&raw)?;
        let mut compressed = memory::with_capacity(zstd_safe::compress_bound(raw.len()))?;
        zstd.compress2(&mut compressed, &raw).map_err(memory::zstd_error)?;
        let smaller = compressed.len() < raw.len() && limits::ratio_allowed(raw.len(), compressed.len());
        Ok(if smaller {
            finished(kind, param, 1, raw.len(), compressed)
        } else {
            finished(kind, param, 0, raw.len(), raw)
        })
    }
}

impl Section {
    /// Makes a section without compression.
    ///
    /// # Errors
    ///
    /// The errors of [`Compressor::section`].
    pub fn stored(kind: SectionKind, param: u64, raw: Vec<u8>) -> Result<Section> {
        check_len(&raw)?;
        Ok(finished(kind, param, 0, raw.len(), raw))
    }
}

/// The sections of a block that is being built, in order.
pub(super) struct SectionList<'a> {
    sections: Vec<Section>,
    compressor: &'a mut Compressor,
}

impl<'a> SectionList<'a> {
    /// Begins with these sections.
    pub fn new(sections: Vec<Section>, compressor: &'a mut Compressor) -> SectionList<'a> {
        SectionList { sections, compressor }
    }

    /// Adds a section, compressed if that makes it smaller. Errors: from [`Compressor::section`].
    pub fn add(&mut self, kind: SectionKind, param: u64, raw: Vec<u8>) -> Result<()> {
        self.sections.push(self.compressor.section(kind, param, raw)?);
        Ok(())
    }

    /// Adds a section without compression. Errors: from [`Section::stored`].
    pub fn add_stored(&mut self, kind: SectionKind, param: u64, raw: Vec<u8>) -> Result<()> {
        self.sections.push(Section::stored(kind, param, raw)?);
        Ok(())
    }

    /// Adds a section that is one integer column. Errors: from [`SectionList::add`].
    pub fn add_column(&mut self, kind: SectionKind, values: &[u32]) -> Result<()> {
        let mut raw = Vec::new();
        put_column(&mut raw, values)?;
        self.add(kind, 0, raw)
    }

    /// Returns all sections.
    pub fn finish(self) -> Vec<Section> {
        self.sections
    }
}

fn check_len(raw: &[u8]) -> Result<()> {
    if raw.len() > limits::MAX_SECTION_LEN {
        let message = format!("a section of {} bytes; the maximum is {}", raw.len(), limits::MAX_SECTION_LEN);
        return Err(Error::new(ErrorCode::LimitExceeded, message));
    }
    Ok(())
}

fn finished(kind: SectionKind, param: u64, compression: u64, raw_len: usize, stored: Vec<u8>) -> Section {
    let crc = crc32c(&stored);
    Section { kind, param, compression, raw_len, stored, crc }
}

/// The first bytes of a zstd frame that is not a skippable frame.
const FRAME_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Decompresses sections; reuses zstd's working memory.
pub struct Decompressor {
    zstd: DCtx<'static>,
}

impl Decompressor {
    /// Makes a decompressor.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::NoMemory`].
    pub fn new() -> Result<Decompressor> {
        Ok(Decompressor { zstd: memory::decompression_context()? })
    }

    /// Returns the content of a section, which must have exactly `raw_len` bytes.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::SectionMalformed`] if `stored` is not one zstd frame of that content length (`container.9`).
    pub fn content(&mut self, stored: &[u8], raw_len: usize) -> Result<Vec<u8>> {
        let malformed = |why: String| Error::new(ErrorCode::SectionMalformed, format!("compressed section: {why}"));
        // zstd would accept several frames, and skippable frames.
        let frame = stored.starts_with(&FRAME_MAGIC).then(|| zstd::zstd_safe::find_frame_compressed_size(stored));
        if frame.is_some_and(|len| len.is_ok_and(|len| len < stored.len())) || frame.is_none() {
            return Err(malformed("there is not one frame, or something after it".to_owned()));
        }
        let mut raw = memory::with_capacity(raw_len)?;
        self.zstd.decompress(&mut raw, stored).map_err(|code| match memory::zstd_error(code) {
            e if e.is_no_memory() => e,
            e => malformed(e.message().to_owned()),
        })?;
        if raw.len() != raw_len {
            return Err(malformed(format!("{} bytes instead of {raw_len}", raw.len())));
        }
        Ok(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_are_compressed_if_that_makes_them_smaller() {
        let long = vec![7; 1000];
        let short = vec![7];
        for (mut compressor, raw, compression) in [
            (Compressor::new(3).unwrap(), &long, 1),
            (Compressor::new(3).unwrap(), &short, 0),
            (Compressor::none(), &long, 0),
        ] {
            let section = compressor.section(SectionKind::Names, 5, raw.clone()).unwrap();
            assert_eq!((section.param, section.compression, section.raw_len), (5, compression, raw.len()));
            assert_eq!(section.stored.len() < raw.len(), compression == 1);
            let content = match compression {
                0 => section.stored,
                _ => Decompressor::new().unwrap().content(&section.stored, raw.len()).unwrap(),
            };
            assert_eq!(&content, raw);
        }
    }
}
