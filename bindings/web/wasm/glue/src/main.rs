//! Makes the JavaScript that calls a WebAssembly module, and its types: `plypack-web-glue MODULE FOLDER`.
//!
//! The command of wasm-bindgen does the same, but building it would include much else. The versions of both parts of wasm-bindgen must be
//! equal; the lock file of this workspace ensures that.

use std::{env, process::ExitCode};

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let [_, module, folder] = &arguments[..] else {
        eprintln!("usage: plypack-web-glue MODULE FOLDER");
        return ExitCode::from(2);
    };
    match make(module, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn make(module: &str, folder: &str) -> Result<(), Box<dyn std::error::Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name("plypack").typescript(true).web(true)?;
    bindgen.generate(folder)?;
    Ok(())
}
