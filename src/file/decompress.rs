//! The texts in an input, plain or decompressed, depending on its first bytes.
//!
//! Memory is bounded for every input: zstd windows up to 128 MiB, xz windows up to 64 MiB.

mod formats;
#[cfg(feature = "compressed-input")]
mod gzip;
mod peeked;
#[cfg(test)]
mod tests;
mod utf16;
#[cfg(feature = "compressed-input")]
mod zip;

use std::io::{BufRead, BufReader, Read};

use self::{formats::Format, peeked::Peeked, utf16::Utf16};
use crate::{Error, ErrorCode, Result, memory};

/// Bytes that are inspected before anything is read: enough for every known format, and for finding NUL bytes in others.
const HEAD: usize = 4 << 10;

/// Bytes of the buffers that decoders read from.
const BUFFER: usize = 32 << 10;

/// The largest window of zstd, as a power of two: as for `zstd --long`.
const ZSTD_WINDOW_LOG: u32 = 27;

/// A text.
pub(super) type Text<'a> = Box<dyn Read + Send + 'a>;

/// Files of an archive that are skipped because their names are not names of PGN files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Skipped {
    /// Their number.
    pub files: u64,
    /// The first names.
    pub names: Vec<String>,
}

impl Skipped {
    /// Maximum number of names kept.
    #[cfg(feature = "compressed-input")]
    const MAX_NAMES: usize = 3;

    #[cfg(feature = "compressed-input")]
    fn add(&mut self, name: &str) {
        self.files += 1;
        if self.names.len() < Skipped::MAX_NAMES {
            self.names.push(name.to_owned());
        }
    }
}

/// The texts of one input.
pub(super) enum Texts<'a> {
    /// One text, until it is taken.
    One(Option<Text<'a>>),
    /// The PGN files of an archive.
    #[cfg(feature = "compressed-input")]
    Zip(zip::Members),
}

impl<'a> Texts<'a> {
    /// Errors: [`ErrorCode::UnsupportedEncoding`] for an input that is not PGN; [`ErrorCode::Io`], [`ErrorCode::NoMemory`].
    pub fn of(input: Text<'a>) -> Result<Texts<'a>> {
        let input = Peeked::new(input, HEAD)?;
        #[cfg(feature = "compressed-input")]
        if Format::of(input.head()) == Format::Zip {
            return Ok(Texts::Zip(zip::Members::of(input)?));
        }
        Ok(Texts::One(Some(text_of(input)?)))
    }

    /// Returns the next text.
    ///
    /// Errors: like [`Texts::of`], for this text only.
    pub fn next(&mut self) -> Result<Option<Text<'a>>> {
        match self {
            Texts::One(text) => Ok(text.take()),
            #[cfg(feature = "compressed-input")]
            Texts::Zip(members) => members.next(),
        }
    }

    /// Returns the files of an archive that were skipped so far, if any.
    pub fn skipped(&self) -> Option<&Skipped> {
        match self {
            Texts::One(_) => None,
            #[cfg(feature = "compressed-input")]
            Texts::Zip(members) => Some(members.skipped()).filter(|skipped| skipped.files > 0),
        }
    }
}

/// Returns whether a text of games is recognized as PGN only if a blank line comes before it.
pub(super) fn needs_blank_line(text: &[u8]) -> bool {
    let head = &text[..text.len().min(HEAD)];
    Format::of(head) != Format::Plain && Format::of(&[b"\n", head].concat()) == Format::Plain
}

/// A text, plain or compressed.
fn text_of<'a>(input: Peeked<Text<'a>>) -> Result<Text<'a>> {
    match decoder_of(Format::of(input.head())) {
        Some(decoder) => plain(Peeked::new(decoder(input)?, HEAD)?),
        None => plain(input),
    }
}

/// A text that is not compressed.
fn plain<'a, R: Read + Send + 'a>(text: Peeked<R>) -> Result<Text<'a>> {
    let text: Text<'a> = match Format::of(text.head()) {
        Format::Plain => return Ok(Box::new(text)),
        Format::Utf16(order) => Box::new(Utf16::new(text, order)),
        Format::Other(what) => return Err(refused(what)),
        Format::Zstd | Format::Gzip | Format::Bzip2 | Format::Xz | Format::Zip => {
            return Err(refused(packed_name(Format::of(text.head()))));
        }
    };
    // Bytes that only look like UTF-16 contain NUL bytes after the conversion, too.
    let text = Peeked::new(text, HEAD)?;
    match Format::of(text.head()) {
        Format::Other(what) => Err(refused(what)),
        _ => Ok(Box::new(text)),
    }
}

fn packed_name(format: Format) -> &'static str {
    match format {
        Format::Gzip => "compressed with gzip, which cannot be read here; unpack it first",
        Format::Bzip2 => "compressed with bzip2, which cannot be read here; unpack it first",
        Format::Xz => "compressed with xz, which cannot be read here; unpack it first",
        Format::Zip => "a zip archive, which cannot be read here; unpack it first",
        _ => "compressed twice; unpack it first",
    }
}

/// Returns the error for bytes that are not PGN.
fn refused(what: &str) -> Error {
    Error::new(ErrorCode::UnsupportedEncoding, format!("not read: {what}"))
}

type Decoder<'a> = fn(Peeked<Text<'a>>) -> Result<Text<'a>>;

fn decoder_of<'a>(format: Format) -> Option<Decoder<'a>> {
    match format {
        Format::Zstd => Some(zstd),
        #[cfg(feature = "compressed-input")]
        Format::Gzip => Some(|input| Ok(Box::new(gzip::Gzip::new(buffered(input))))),
        #[cfg(feature = "compressed-input")]
        Format::Bzip2 => Some(|input| Ok(Box::new(bzip2::bufread::MultiBzDecoder::new(buffered(input))))),
        #[cfg(feature = "compressed-input")]
        Format::Xz => Some(|input| Ok(Box::new(Xz::new(buffered(input))))),
        _ => None,
    }
}

fn buffered<'a>(input: Peeked<Text<'a>>) -> BufReader<Peeked<Text<'a>>> {
    BufReader::with_capacity(BUFFER, input)
}

fn zstd<'a>(input: Peeked<Text<'a>>) -> Result<Text<'a>> {
    // Without a dictionary, this fails only for lack of memory.
    let mut decoder = zstd::stream::read::Decoder::with_buffer(buffered(input)).map_err(|_| memory::none())?;
    decoder.window_log_max(ZSTD_WINDOW_LOG)?;
    Ok(Box::new(Zstd(decoder)))
}

/// Text that zstd decompresses; reports a lack of memory.
struct Zstd<R: BufRead>(zstd::stream::read::Decoder<'static, R>);

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer).map_err(memory::of_zstd)
    }
}

/// Text that was compressed with xz.
#[cfg(feature = "compressed-input")]
struct Xz<R: Read>(lzma_rust2::XzReader<R>);

#[cfg(feature = "compressed-input")]
impl<R: Read> Xz<R> {
    /// Kilobytes that the decoder may use: the largest window of `xz -9`, and a little more.
    const MAX_MEMORY: u32 = (64 << 10) + (4 << 10);

    fn new(input: R) -> Xz<R> {
        Xz(lzma_rust2::XzReader::new_mem_limit(input, true, Xz::<R>::MAX_MEMORY))
    }
}

#[cfg(feature = "compressed-input")]
impl<R: Read> Read for Xz<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        use std::io::{Error, ErrorKind};
        self.0.read(buffer).map_err(|e| match e.kind() {
            // The machine has memory, but the limit above is reached.
            ErrorKind::OutOfMemory => {
                Error::new(ErrorKind::Unsupported, "xz with a window above 64 MiB; unpack it first")
            }
            _ => e,
        })
    }
}
