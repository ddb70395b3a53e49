//! Results as objects of JavaScript.

use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

use crate::failure::Result;

/// Returns an object with the fields of a value; unknown fields are `null`.
pub fn to_js(value: &impl Serialize) -> Result<JsValue> {
    Ok(value.serialize(&Serializer::new().serialize_missing_as_null(true))?)
}
