//! Writers to any sink behind one type.

use crate::boundary::io::CallbackSink;
use plypack::{
    Game, ImportEvent, ImportOptions, ImportSource, OutputFile, Reader, Result, State, Summary, Writer, import,
    io::{Sink, Spool},
};

/// A writer to any sink.
pub(crate) trait AnyWriter: Send + Sync {
    /// See [`Writer::add`].
    fn add(&mut self, game: &Game) -> Result<()>;
    /// See [`Writer::copy_games`].
    fn copy_games(&mut self, reader: &Reader, numbers: &[u64]) -> Result<u64>;
    /// See [`Writer::delete_game`].
    fn delete_game(&mut self, number: u64, seen: Option<State>) -> Result<()>;
    /// See [`Writer::restore_game`].
    fn restore_game(&mut self, number: u64, seen: Option<State>) -> Result<()>;
    /// See [`Writer::replace_game`].
    fn replace_game(&mut self, number: u64, game: &Game, seen: Option<State>) -> Result<()>;
    /// See [`import`].
    fn import(
        &mut self,
        source: ImportSource<'_>,
        how: ImportOptions<'_>,
        report: &mut dyn FnMut(ImportEvent<'_>) -> Result<()>,
    ) -> Result<Summary>;
    /// See [`Writer::number_end`].
    fn number_end(&self) -> u64;
    /// See [`Writer::rolled_back`].
    fn rolled_back(&self) -> u64;
    /// See [`Writer::finish`]. Returns the bytes of a file in memory.
    fn finish(self: Box<Self>) -> Result<Vec<u8>>;
    /// See [`Writer::abort`].
    fn abort(self: Box<Self>) -> Result<()>;
}

/// A sink that returns the bytes of a complete file if they are in memory.
pub(crate) trait Keep: Sink + Send + Sync {
    fn bytes(self) -> Vec<u8>;
}

impl Keep for Vec<u8> {
    fn bytes(self) -> Vec<u8> {
        self
    }
}

impl Keep for OutputFile {
    fn bytes(self) -> Vec<u8> {
        Vec::new()
    }
}

impl Keep for Spool<CallbackSink> {
    fn bytes(self) -> Vec<u8> {
        Vec::new()
    }
}

impl<S: Keep> AnyWriter for Writer<S> {
    fn add(&mut self, game: &Game) -> Result<()> {
        Writer::add(self, game)
    }

    fn copy_games(&mut self, reader: &Reader, numbers: &[u64]) -> Result<u64> {
        Writer::copy_games(self, reader, numbers.iter().copied())
    }

    fn delete_game(&mut self, number: u64, seen: Option<State>) -> Result<()> {
        Writer::delete_game(self, number, seen)
    }

    fn restore_game(&mut self, number: u64, seen: Option<State>) -> Result<()> {
        Writer::restore_game(self, number, seen)
    }

    fn replace_game(&mut self, number: u64, game: &Game, seen: Option<State>) -> Result<()> {
        Writer::replace_game(self, number, game, seen)
    }

    fn import(
        &mut self,
        source: ImportSource<'_>,
        how: ImportOptions<'_>,
        report: &mut dyn FnMut(ImportEvent<'_>) -> Result<()>,
    ) -> Result<Summary> {
        import(vec![source], how, self, report)
    }

    fn number_end(&self) -> u64 {
        Writer::number_end(self)
    }

    fn rolled_back(&self) -> u64 {
        Writer::rolled_back(self)
    }

    fn finish(self: Box<Self>) -> Result<Vec<u8>> {
        Writer::finish(*self).map(Keep::bytes)
    }

    fn abort(self: Box<Self>) -> Result<()> {
        Writer::abort(*self)
    }
}
