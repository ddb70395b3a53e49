//! Conditions on games, their texts and ranges, and comparing them with values.

pub mod condition;
pub mod name_marks;
pub mod name_match;
pub mod ranges;
pub mod text_form;
pub mod text_match;
pub mod values;
pub mod written;
