//! The value of a writer handle, and the inputs from which it reads games.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{
    any_writer::{AnyWriter, Keep},
    options::WriterOptions,
};
use crate::boundary::{
    handle::{self, SizedOut},
    io::{PgnReader, Reports},
    types::plypack_imported,
};
use plypack::{
    Error, ErrorCode, Game, ImportEvent, ImportOptions, ImportSource, PgnSource, Reader, Result, Summary, UniqueGames,
    Writer,
    edits::GameEdit,
    files::open_file,
    openings::ExistingTags,
    pgn::Language,
    scid::{ScidReader, is_scid_path},
};

/// The value of a writer handle.
pub(crate) enum Output {
    /// Games can be added.
    Open(Open),
    /// The file is complete; the bytes if it is in memory.
    Finished { games: u64, bytes: Vec<u8> },
    /// The writer was aborted, or finishing failed.
    Ended,
}

/// The number of games copied between two progress reports: about a millisecond.
const COPIED_AT_ONCE: usize = 512;

/// A writer, and the games that it leaves out.
pub(crate) struct Open {
    writer: Box<dyn AnyWriter>,
    /// The file to which the writer appends.
    old: Option<PathBuf>,
    /// The games with which imported games are compared.
    unique: Option<UniqueGames>,
    /// The language of the piece letters of PGN.
    language: Language,
    /// The opening tags that imported games get.
    openings: Option<ExistingTags>,
}

impl Open {
    fn new(writer: Box<dyn AnyWriter>, old: Option<PathBuf>, openings: Option<ExistingTags>) -> Open {
        Open { writer, old, unique: None, language: Language::ENGLISH, openings }
    }

    pub(crate) fn add(&mut self, game: &Game) -> Result<()> {
        self.writer.add(game)?;
        self.unique.as_mut().map_or(Ok(()), |games| games.add(game).map(drop))
    }

    /// Adds the games in `numbers` of another file.
    pub(crate) fn copy_games(&mut self, reader: &Reader, numbers: &[u64], reports: Reports) -> Result<()> {
        let total = numbers.len() as u64;
        let mut done = 0;
        for numbers in numbers.chunks(COPIED_AT_ONCE) {
            if self.unique.is_some() {
                let mut game = Game::new();
                for number in numbers {
                    reader.read_game(*number, &mut game)?;
                    self.add(&game)?;
                }
            } else {
                self.writer.copy_games(reader, numbers)?;
            }
            done += numbers.len() as u64;
            reports.progress(done, total)?;
        }
        Ok(())
    }

    pub(crate) fn set_language(&mut self, code: &str) -> Result<()> {
        let unknown =
            || Error::new(ErrorCode::InvalidArgument, format!("no piece letters are known of language `{code}`"));
        self.language = Language::from_code(code).ok_or_else(unknown)?;
        Ok(())
    }

    pub(crate) fn skip_duplicates(&mut self, threads: usize, reports: Reports) -> Result<()> {
        if self.unique.is_some() {
            return Ok(());
        }
        let mut games = UniqueGames::new();
        if let Some(path) = &self.old {
            let reader = Reader::open(path)?;
            let progress = |done| reports.progress(done, reader.number_end());
            games.add_file(&reader, threads, |found| reports.damage(found, false), progress)?;
        }
        self.unique = Some(games);
        Ok(())
    }
}

impl Output {
    pub(crate) fn of<S: Keep + 'static>(writer: Writer<S>, openings: Option<ExistingTags>) -> Result<Output> {
        Ok(Output::Open(Open::new(handle::boxed(writer)?, None, openings)))
    }

    pub(crate) fn append(path: &Path, options: WriterOptions) -> Result<Output> {
        // The process may change its folder before the file is read.
        let old = std::path::absolute(path)?;
        let writer = handle::boxed(Writer::append(path, options.file)?)?;
        Ok(Output::Open(Open::new(writer, Some(old), options.openings)))
    }

    pub(crate) fn open(&mut self) -> Result<&mut Open> {
        match self {
            Output::Open(open) => Ok(open),
            Output::Finished { .. } | Output::Ended => Err(ended()),
        }
    }

    pub(crate) fn writer(&mut self) -> Result<&mut dyn AnyWriter> {
        Ok(&mut *self.open()?.writer)
    }

    /// Returns the writer, for its last call.
    pub(crate) fn take(&mut self) -> Result<Box<dyn AnyWriter>> {
        self.writer()?;
        match std::mem::replace(self, Output::Ended) {
            Output::Open(open) => Ok(open.writer),
            Output::Finished { .. } | Output::Ended => Err(ended()),
        }
    }

    pub(crate) fn number_end(&self) -> u64 {
        match self {
            Output::Open(open) => open.writer.number_end(),
            Output::Finished { games, .. } => *games,
            Output::Ended => 0,
        }
    }

    pub(crate) fn finish(&mut self) -> Result<()> {
        let games = self.number_end();
        let writer = self.take()?;
        *self = Output::Finished { games, bytes: writer.finish()? };
        Ok(())
    }

    pub(crate) fn rolled_back(&self) -> u64 {
        match self {
            Output::Open(open) => open.writer.rolled_back(),
            Output::Finished { .. } | Output::Ended => 0,
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Output::Finished { bytes, .. } => bytes,
            Output::Open(_) | Output::Ended => &[],
        }
    }

    /// Adds the games of one PGN source. Writes the counts even on failure.
    pub(crate) fn import(
        &mut self,
        input: Input<'_>,
        threads: usize,
        reports: Reports,
        imported: Imported,
    ) -> Result<()> {
        let Input { source, bytes } = input;
        let mut counts = Summary::default();
        let mut broken = None;
        let Open { writer, unique, language, openings, .. } = self.open()?;
        let mut how = ImportOptions::new(threads).with_language(*language);
        how.unique = unique.as_mut();
        how.edit = openings.map(|openings| -> GameEdit<'_> { openings.edit() });
        let done = writer.import(source, how, &mut |event| match event {
            ImportEvent::Issue { game, issue, .. } => reports.issue(game, issue),
            ImportEvent::Broken { error, .. } => {
                broken = Some(error.clone());
                Ok(())
            }
            ImportEvent::Working(_) | ImportEvent::Skipped { .. } => Ok(()),
            ImportEvent::Progress(summary) => reports.progress(summary.source_bytes, bytes),
            ImportEvent::Stopped(summary) => {
                counts = summary;
                Ok(())
            }
        });
        imported.put(plypack_imported::from(done.as_ref().unwrap_or(&counts)));
        done.and_then(|_| broken.map_or(Ok(()), Err))
    }
}

pub(crate) type Imported = SizedOut<plypack_imported>;

fn ended() -> Error {
    Error::new(ErrorCode::WrongState, "the file is finished or was given up; nothing can be added")
}

/// A PGN text or a database, and its size in bytes, or 0 if the size is unknown.
pub(crate) struct Input<'a> {
    source: ImportSource<'a>,
    bytes: u64,
}

impl<'a> Input<'a> {
    pub(crate) fn text(text: &'a [u8]) -> Input<'a> {
        let source = PgnSource { name: "text".to_owned(), reader: Box::new(text) };
        Input { source: source.into(), bytes: text.len() as u64 }
    }

    pub(crate) fn file(path: &Path) -> Result<Input<'static>> {
        if is_scid_path(path) {
            let name = path.to_string_lossy().into_owned();
            let database = Arc::new(ScidReader::open(path)?);
            return Ok(Input { bytes: database.bytes(), source: ImportSource::Scid { name, database } });
        }
        let file = open_file(path)?;
        let bytes = file.metadata().ok().filter(|metadata| metadata.is_file()).map_or(0, |metadata| metadata.len());
        let source = PgnSource { name: path.to_string_lossy().into_owned(), reader: Box::new(file) };
        Ok(Input { source: source.into(), bytes })
    }

    pub(crate) fn callback(reader: PgnReader) -> Input<'static> {
        let source = PgnSource { name: "callback".to_owned(), reader: Box::new(reader) };
        Input { source: source.into(), bytes: 0 }
    }
}
