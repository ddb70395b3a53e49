//! Packs PGN into a file in memory.

use std::io::{self, Read};

use plypack::{Codec, ImportEvent, Options, PgnSource, Writer, import, io::Source};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::{
    failure::Result,
    source::{ByteSource, JsFile},
};

/// Options of a call: `PackOptions` of `module/types.ts`.
#[derive(Deserialize)]
#[serde(default)]
struct JsOptions {
    codec: String,
    index: bool,
}

impl Default for JsOptions {
    fn default() -> JsOptions {
        JsOptions { codec: Codec::Byte.name().to_owned(), index: true }
    }
}

/// Maximum number of listed warnings; further warnings are only counted.
const MAX_WARNINGS: usize = 1000;

/// Result of packing.
#[wasm_bindgen]
pub struct Packed {
    bytes: Vec<u8>,
    games: f64,
    warnings: Vec<String>,
}

#[wasm_bindgen]
impl Packed {
    /// Returns the file, and removes it: a second call returns nothing.
    pub fn bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Returns the number of its games.
    pub fn games(&self) -> f64 {
        self.games
    }

    /// Returns the problems of text that could not be parsed, which is kept as text.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }
}

#[wasm_bindgen]
extern "C" {
    /// Called with a stage, the work done and the total.
    pub type PackProgress;

    #[wasm_bindgen(method)]
    fn tell(this: &PackProgress, stage: &str, done: f64, total: f64);
}

/// Packs PGN, plain or compressed with zstd.
///
/// # Errors
///
/// `UNKNOWN_CODEC`, `UNSUPPORTED_MODEL`, `NO_MEMORY`, `IO` if the file cannot be read to its end.
#[wasm_bindgen]
pub fn pack(pgn: ByteSource, options: JsValue, progress: &PackProgress) -> Result<Packed> {
    let size = pgn.size();
    let options: JsOptions = serde_wasm_bindgen::from_value(options)?;
    let codec: Codec = options.codec.parse()?;
    let mut writer = Writer::new(Vec::new(), Options::of(codec))?;
    let mut warnings = Vec::new();
    let mut more = 0;
    let mut broken = None;
    let source = PgnSource { name: "PGN".to_owned(), reader: Box::new(JsReader::new(pgn)) };
    let summary = import(vec![source], 1, &mut writer, |event| {
        match event {
            ImportEvent::Issue { game, issue, .. } if warnings.len() < MAX_WARNINGS => {
                warnings.push(format!("game {}, {issue}", game + 1));
            }
            ImportEvent::Issue { .. } => more += 1,
            ImportEvent::Broken { error, .. } => broken = Some(error.clone()),
            ImportEvent::Working(bytes) => progress.tell("packing", bytes as f64, size),
            ImportEvent::Progress(summary) => progress.tell("packing", summary.source_bytes as f64, size),
            _ => {}
        }
        Ok(())
    })?;
    match broken {
        Some(error) if summary.games == 0 => return Err(error.into()),
        Some(error) => warnings.push(format!("the rest of the file cannot be read: {error}")),
        None => {}
    }
    if more > 0 {
        warnings.push(format!("{more} more"));
    }
    if options.index {
        writer.add_index(1, |done, total| {
            progress.tell("indexing", done as f64, total as f64);
            Ok(())
        })?;
    }
    Ok(Packed { bytes: writer.finish()?, games: summary.games as f64, warnings })
}

/// The bytes of a file, one after another.
struct JsReader {
    file: JsFile,
    at: u64,
}

impl JsReader {
    fn new(file: ByteSource) -> JsReader {
        JsReader { file: JsFile::new(file), at: 0 }
    }
}

impl Read for JsReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.file.len()?.saturating_sub(self.at);
        let len = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        self.file.read_at(self.at, &mut buffer[..len])?;
        self.at += len as u64;
        Ok(len)
    }
}
