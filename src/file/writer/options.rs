//! Options for storing games.

use crate::{Codec, Error, ErrorCode, Reader, Result};

/// The codec of the moves, and the compression level of everything else. If the caller does not choose a codec, a new file gets
/// [`Codec::Byte`]; games that are appended or rewritten get the codec of the last games of the old file.
///
/// ```
/// use plypack::{Codec, Options};
///
/// let options = Options::of(Codec::Tight).with_level(3);
/// assert_eq!(options.codec(), Some(Codec::Tight));
/// assert_eq!(Options::default().codec(), None);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Options {
    codec: Option<Codec>,
    level: Option<i32>,
}

impl Options {
    /// Options with this codec and its default level.
    pub const fn of(codec: Codec) -> Options {
        Options { codec: Some(codec), level: None }
    }

    /// Sets the codec of the main lines, which must be one of [`Codec::IN_FILES`]: a writer rejects others.
    #[must_use]
    pub const fn with_codec(self, codec: Codec) -> Options {
        Options { codec: Some(codec), ..self }
    }

    /// Sets the zstd level for everything except the moves, 1 to 22. The default is 9, which costs little time, or 19 with `tight`,
    /// which takes longer than any level.
    #[must_use]
    pub const fn with_level(self, level: i32) -> Options {
        Options { level: Some(level), ..self }
    }

    /// Returns the codec that was chosen.
    pub const fn codec(self) -> Option<Codec> {
        self.codec
    }

    /// Returns the level that was chosen.
    pub const fn level(self) -> Option<i32> {
        self.level
    }

    /// Returns these options; if they have no codec, with [`Reader::last_codec`].
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::last_codec`].
    pub fn or_codec_of(self, reader: &Reader) -> Result<Options> {
        let codec = self.codec.map_or_else(|| reader.last_codec(), |codec| Ok(Some(codec)))?;
        Ok(Options { codec, ..self })
    }
}

/// [`Options`] with all defaults filled in.
#[derive(Debug, Clone, Copy)]
pub struct Encoding {
    pub codec: Codec,
    pub level: i32,
}

impl Encoding {
    /// The codec with its default level.
    pub const fn of(codec: Codec) -> Encoding {
        Encoding { codec, level: if matches!(codec, Codec::Tight) { 19 } else { 9 } }
    }

    /// Errors: like [`crate::Writer::new`], for options that no file can have.
    pub fn checked(options: Options) -> Result<Encoding> {
        let defaults = Encoding::of(options.codec.unwrap_or(Codec::Byte));
        defaults.codec.check_in_files()?;
        let level = options.level.unwrap_or(defaults.level);
        match level {
            1..=22 => Ok(Encoding { level, ..defaults }),
            _ => Err(Error::new(
                ErrorCode::InvalidArgument,
                format!("compression level {level}; levels go from 1 to 22"),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Game, Writer,
        files::{recode, repair},
        pack_games,
    };

    #[test]
    fn options_without_a_codec_keep_the_codec_of_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.plypack");
        std::fs::write(&path, pack_games(&[Game::new()], Codec::Coord16).unwrap()).unwrap();
        let level = Options::default().with_level(3);
        for options in [Options::default(), level] {
            let mut writer = Writer::append(&path, options).unwrap();
            assert_eq!(writer.options(), Options::of(Codec::Coord16).with_level(options.level().unwrap_or(9)));
            writer.add(&Game::new()).unwrap();
            writer.finish().unwrap();
        }
        let reader = Reader::open(&path).unwrap();
        let codec_of = |file| Reader::from_bytes(file).unwrap().last_codec().unwrap();
        let recoded = |options| recode(&reader, Vec::new(), options, 1, |_| Ok(()), |_| Ok(())).unwrap().0;
        assert_eq!(codec_of(recoded(level)), Some(Codec::Coord16));
        assert_eq!(codec_of(repair(&reader, Vec::new(), level, |_| Ok(())).unwrap().0), Some(Codec::Coord16));
        assert_eq!(codec_of(recoded(level.with_codec(Codec::Tight))), Some(Codec::Tight));
    }

    #[test]
    fn the_default_level_is_the_level_of_the_codec() {
        let level = |options| Encoding::checked(options).map(|encoding| encoding.level).ok();
        assert_eq!(level(Options::default()), Some(9));
        assert_eq!(level(Options::of(Codec::Tight)), Some(19));
        assert_eq!(level(Options::of(Codec::Tight).with_level(1)), Some(1));
        assert_eq!([0, 23].map(|refused| level(Options::default().with_level(refused))), [None, None]);
    }
}
