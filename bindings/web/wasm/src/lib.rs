//! plypack for browsers: the functions that the npm package calls, by `wasm-bindgen`. `../module/` has the JavaScript side.
//!
//! Nothing here waits. A file on a server is read from its loaded ranges. If bytes are missing, they are recorded, the call fails, and it
//! is repeated once they are loaded; so every call can be repeated.

mod failure;
#[cfg(feature = "pack")]
mod pack;
#[cfg(feature = "read")]
mod read;
mod source;

use wasm_bindgen::prelude::wasm_bindgen;

/// Loads the model of the codec `tight`. Without the model, reading files of this codec fails with `UNSUPPORTED_MODEL`.
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

/// Writes the message of a panic, which is a bug in plypack, to the console; the call then ends with a `RuntimeError`.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| error(&format!("plypack: {panic}"))));
}
