//! Files that JavaScript reads.

use std::{cell::RefCell, collections::HashMap, ops::Range};

use plypack::{Error, ErrorCode, Result, io::Source};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A file, or its loaded ranges: `ByteSource` of `module/bytes.ts`.
    #[derive(Clone)]
    pub type ByteSource;

    /// The length of the file.
    #[wasm_bindgen(method, getter)]
    pub fn size(this: &ByteSource) -> f64;

    #[wasm_bindgen(method, getter, js_name = isRemote)]
    fn is_remote(this: &ByteSource) -> bool;

    /// Fills `into`; `false` if not all bytes are loaded.
    #[wasm_bindgen(method, catch)]
    fn read(this: &ByteSource, offset: f64, into: &mut [u8]) -> std::result::Result<bool, JsValue>;

    /// Returns whether all bytes of these ranges are loaded; each is two numbers.
    #[wasm_bindgen(method)]
    fn prefetch(this: &ByteSource, ranges: &[f64]) -> bool;
}

thread_local! {
    /// Objects of JavaScript belong to their thread, but several threads can use a source, so a source has only the number of its object.
    static FILES: RefCell<(u32, HashMap<u32, ByteSource>)> = RefCell::default();
}

/// The number of a JavaScript object that reads a file.
pub struct JsFile(u32);

impl JsFile {
    pub fn new(file: ByteSource) -> JsFile {
        FILES.with_borrow_mut(|(next, files)| {
            *next += 1;
            files.insert(*next, file);
            JsFile(*next)
        })
    }

    fn with<T>(&self, work: impl FnOnce(&ByteSource) -> T) -> Result<T> {
        let file = FILES.with_borrow(|(_, files)| files.get(&self.0).cloned());
        let file = file.ok_or_else(|| Error::new(ErrorCode::Io, "the file belongs to another thread"))?;
        Ok(work(&file))
    }
}

impl Drop for JsFile {
    fn drop(&mut self) {
        FILES.with_borrow_mut(|(_, files)| files.remove(&self.0));
    }
}

/// The error for missing bytes. The caller loads them, and calls again.
fn not_loaded(offset: u64) -> Error {
    Error::new(ErrorCode::Io, "bytes that are not loaded yet").with_offset(offset)
}

impl Source for JsFile {
    fn len(&self) -> Result<u64> {
        self.with(|file| file.size() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<()> {
        if offset.checked_add(buffer.len() as u64).is_none_or(|end| end > self.len().unwrap_or(0)) {
            return Err(Error::new(ErrorCode::Truncated, "the file ends before this data").with_offset(offset));
        }
        match self.with(|file| file.read(offset as f64, buffer))? {
            Ok(true) => Ok(()),
            Ok(false) => Err(not_loaded(offset)),
            Err(error) => Err(Error::new(ErrorCode::Io, text_of(&error)).with_offset(offset)),
        }
    }

    fn prefetch(&self, ranges: &[Range<u64>]) -> Result<()> {
        let numbers: Vec<f64> = ranges.iter().flat_map(|range| [range.start as f64, range.end as f64]).collect();
        match ranges.first() {
            Some(first) if !self.with(|file| file.prefetch(&numbers))? => Err(not_loaded(first.start)),
            _ => Ok(()),
        }
    }

    fn is_remote(&self) -> bool {
        self.with(ByteSource::is_remote).unwrap_or(false)
    }
}

fn text_of(error: &JsValue) -> String {
    let error = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    error.unwrap_or_else(|| "the file cannot be read".to_owned())
}
