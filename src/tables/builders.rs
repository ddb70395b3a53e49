//! Arrays of the types that the tables have.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, StringArray,
    builder::{
        ArrayBuilder, BinaryBuilder, Date32Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder, MapBuilder,
        MapFieldNames, StringBuilder, TimestampSecondBuilder,
    },
};
use arrow_schema::{DataType, Field, TimeUnit};

use super::columns::element;
use crate::folding::utf8_or_latin_1;

/// The values of a column of the batch that is made.
pub(super) enum Values {
    /// Bytes that become text when the batch is made: checking all at once is faster.
    Text(BinaryBuilder),
    Code(BinaryBuilder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    Int64(Int64Builder),
    Days(Date32Builder),
    Seconds(TimestampSecondBuilder),
    Lists16(ListBuilder<Int16Builder>),
    Lists32(ListBuilder<Int32Builder>),
    Texts(MapBuilder<StringBuilder, StringBuilder>),
}

impl Values {
    /// No values of a type that a column has.
    pub(super) fn of(data_type: &DataType) -> Values {
        match data_type {
            DataType::Utf8 => Values::Text(BinaryBuilder::new()),
            DataType::Binary => Values::Code(BinaryBuilder::new()),
            DataType::Int16 => Values::Int16(Int16Builder::new()),
            DataType::Int32 => Values::Int32(Int32Builder::new()),
            DataType::Int64 => Values::Int64(Int64Builder::new()),
            DataType::Date32 => Values::Days(Date32Builder::new()),
            DataType::Timestamp(TimeUnit::Second, zone) => {
                Values::Seconds(TimestampSecondBuilder::new().with_timezone_opt(zone.clone()))
            }
            DataType::List(child) if *child.data_type() == DataType::Int16 => {
                Values::Lists16(ListBuilder::new(Int16Builder::new()).with_field(element(DataType::Int16)))
            }
            DataType::List(_) => {
                Values::Lists32(ListBuilder::new(Int32Builder::new()).with_field(element(DataType::Int32)))
            }
            DataType::Map(..) => Values::Texts(text_map()),
            other => unreachable!("no column has the type {other}"),
        }
    }

    /// The array, after which there are no values again.
    pub(super) fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Values::Text(values) => return Arc::new(texts(&values.finish())),
            Values::Code(values) => values,
            Values::Int16(values) => values,
            Values::Int32(values) => values,
            Values::Int64(values) => values,
            Values::Days(values) => values,
            Values::Seconds(values) => values,
            Values::Lists16(values) => values,
            Values::Lists32(values) => values,
            Values::Texts(values) => return Arc::new(values.finish()),
        };
        builder.finish()
    }
}

/// Texts of bytes, which are UTF-8 or Latin-1.
fn texts(bytes: &BinaryArray) -> StringArray {
    StringArray::try_from_binary(bytes.clone())
        .unwrap_or_else(|_| bytes.iter().map(|value| value.map(utf8_or_latin_1)).collect())
}

fn text_map() -> MapBuilder<StringBuilder, StringBuilder> {
    let names = MapFieldNames { entry: "entries".into(), key: "key".into(), value: "value".into() };
    MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new())
        .with_keys_field(Field::new("key", DataType::Utf8, false))
        .with_values_field(Field::new("value", DataType::Utf8, true))
}
