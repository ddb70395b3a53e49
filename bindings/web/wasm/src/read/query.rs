//! Queries from JavaScript: `Query` and `Filter` of `module/types.ts`.

use js_sys::Object;
use plypack::{
    Error, ErrorCode, Result,
    search::{Condition, Material, Pattern, Query, Target},
};
use serde::Deserialize;
use wasm_bindgen::JsValue;

use super::sorting::Column;
use crate::failure;

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct JsQuery {
    text: Option<String>,
    player: Option<String>,
    white: Option<String>,
    black: Option<String>,
    event: Option<String>,
    site: Option<String>,
    eco: Option<String>,
    date: Option<String>,
    result: Option<String>,
    rating: Option<String>,
    plies: Option<String>,
    /// Any other condition, by name and value.
    conditions: Vec<(String, String)>,
    fen: Option<String>,
    pattern: Option<String>,
    material: Option<String>,
    variations: bool,
    sort: Option<Column>,
    descending: bool,
}

/// The names of all fields. Without this list, a field with another name would be ignored silently.
const FIELDS: [&str; 18] = [
    "text",
    "player",
    "white",
    "black",
    "event",
    "site",
    "eco",
    "date",
    "result",
    "rating",
    "plies",
    "conditions",
    "fen",
    "pattern",
    "material",
    "variations",
    "sort",
    "descending",
];

impl JsQuery {
    /// Reads an object.
    pub fn read(value: JsValue) -> failure::Result<JsQuery> {
        let names = Object::keys(&Object::from(value.clone()));
        let unknown = names.iter().filter_map(|name| name.as_string()).find(|name| !FIELDS.contains(&&name[..]));
        if let Some(name) = unknown {
            let message = format!("`{name}` is no part of a query; there are: {}", FIELDS.join(", "));
            return Err(Error::new(ErrorCode::InvalidArgument, message).into());
        }
        Ok(serde_wasm_bindgen::from_value(value)?)
    }

    pub fn order(&self) -> Option<(Column, bool)> {
        let column = self.sort.or(self.descending.then_some(Column::Game));
        column.map(|column| (column, self.descending))
    }

    pub fn to_query(&self) -> Result<Query> {
        let mut query = Query::games(self.condition()?);
        query.target = self.target()?;
        query.variations = self.variations;
        Ok(query)
    }

    pub fn condition(&self) -> Result<Condition> {
        let named = [
            ("player", &self.player),
            ("white", &self.white),
            ("black", &self.black),
            ("event", &self.event),
            ("site", &self.site),
            ("eco", &self.eco),
            ("date", &self.date),
            ("result", &self.result),
            ("rating", &self.rating),
            ("plies", &self.plies),
        ];
        let named = named.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)));
        let others = self.conditions.iter().map(|(name, value)| (&name[..], &value[..]));
        let given = named.chain(others).filter(|(_, value)| !value.trim().is_empty());
        let mut all =
            given.map(|(name, value)| Condition::from_text(name, value.trim())).collect::<Result<Vec<_>>>()?;
        if let Some(text) = self.text.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            all.extend(everywhere(text)?);
        }
        Ok(Condition::All(all))
    }

    fn target(&self) -> Result<Option<Target>> {
        Ok(match (&self.fen, &self.pattern, &self.material) {
            (Some(fen), _, _) => Some(Target::from_fen(fen.as_bytes())?),
            (_, Some(pattern), _) => Some(Target::Pattern(Pattern::from_text(pattern)?)),
            (_, _, Some(material)) => Some(Target::Material(Material::from_text(material)?)),
            _ => None,
        })
    }
}

/// Finds each word, or the complete text if it has a special form, in one of the names, the event, the site or the opening's code.
fn everywhere(text: &str) -> Result<Vec<Condition>> {
    let words: Vec<&str> = if text.starts_with(['/', '=']) { vec![text] } else { text.split_whitespace().collect() };
    words
        .into_iter()
        .map(|word| {
            let mut fields = Vec::new();
            for field in ["player", "event", "site"] {
                fields.push(Condition::from_text(field, word)?);
            }
            fields.extend(Condition::from_text("eco", word));
            fields.extend(is_year(word).then(|| Condition::from_text("date", word)).transpose()?);
            Ok(Condition::any(fields))
        })
        .collect()
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit())
}
