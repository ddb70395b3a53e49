//! plypack for browsers: what the package of npm calls, by `wasm-bindgen`. `../module/` has the other side.
//!
//! Nothing here waits. A file on a server is read from what was loaded of it; where bytes are missing, they are noted, the call fails, and
//! it is made again when they are there: every call can be repeated.

mod failure;
#[cfg(feature = "pack")]
mod pack;
#[cfg(feature = "read")]
mod read;
mod source;

use wasm_bindgen::prelude::wasm_bindgen;

/// Loads the model of the codec `tight`: without it, files of that codec are refused with `UNSUPPORTED_MODEL`.
///
/// # Errors
///
/// `UNSUPPORTED_MODEL` for other bytes.
#[wasm_bindgen(js_name = loadModel)]
pub fn load_model(bytes: &[u8]) -> failure::Result<()> {
    Ok(plypack::codecs::tight::load_model(bytes)?)
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

/// A panic is a fault of plypack: the console gets its message, and the call ends with a `RuntimeError`.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| error(&format!("plypack: {panic}"))));
}
