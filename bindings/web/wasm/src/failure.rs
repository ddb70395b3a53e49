//! Errors in the form that JavaScript receives.

use js_sys::{Error, Reflect};
use wasm_bindgen::JsValue;

/// Result of calls.
pub type Result<T> = std::result::Result<T, Failure>;

/// An error of the library, or of the arguments of a call.
#[derive(Debug)]
pub struct Failure(plypack::Error);

impl From<plypack::Error> for Failure {
    fn from(error: plypack::Error) -> Failure {
        Failure(error)
    }
}

impl From<serde_wasm_bindgen::Error> for Failure {
    fn from(error: serde_wasm_bindgen::Error) -> Failure {
        Failure(plypack::Error::new(plypack::ErrorCode::InvalidArgument, error.to_string()))
    }
}

/// An `Error` with the properties `code`, such as `"NOT_PLYPACK"`, and `offset`, the byte of the file, if one is known.
impl From<Failure> for JsValue {
    fn from(Failure(error): Failure) -> JsValue {
        let value = Error::new(&error.to_string());
        let offset = error.offset().map_or(JsValue::NULL, |offset| JsValue::from_f64(offset as f64));
        // Setting a property of a new object does not fail.
        let _ = Reflect::set(&value, &"code".into(), &error.code().name().into());
        let _ = Reflect::set(&value, &"offset".into(), &offset);
        value.into()
    }
}
