//! Arrays of the types that the tables have.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, MapArray, StringArray, StructArray,
    builder::{
        BinaryBuilder, Date32Builder, Int16Builder, Int32Builder, Int64Builder, ListBuilder, OffsetBufferBuilder,
        StringBuilder, TimestampSecondBuilder,
    },
};
use arrow_schema::{DataType, TimeUnit};

use super::columns::{element, entries, entry_fields};
use crate::folding::text_of;

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
    Texts(TextMaps),
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
            DataType::Map(..) => Values::Texts(TextMaps::new()),
            other => unreachable!("no column has the type {other}"),
        }
    }

    /// The array, after which there are no values again.
    pub(super) fn finish(&mut self) -> ArrayRef {
        match self {
            Values::Text(values) => Arc::new(texts(&values.finish())),
            Values::Code(values) => Arc::new(values.finish()),
            Values::Int16(values) => Arc::new(values.finish()),
            Values::Int32(values) => Arc::new(values.finish()),
            Values::Int64(values) => Arc::new(values.finish()),
            Values::Days(values) => Arc::new(values.finish()),
            Values::Seconds(values) => Arc::new(values.finish()),
            Values::Lists16(values) => Arc::new(values.finish()),
            Values::Lists32(values) => Arc::new(values.finish()),
            Values::Texts(values) => Arc::new(values.finish()),
        }
    }
}

/// Maps of texts. Arrow's own builder is for maps of anything, and has the code of all types of arrays with it, 0.2 MB.
pub(super) struct TextMaps {
    keys: StringBuilder,
    values: StringBuilder,
    offsets: OffsetBufferBuilder<i32>,
    /// The entries of the map that is made.
    len: usize,
}

impl TextMaps {
    fn new() -> TextMaps {
        TextMaps {
            keys: StringBuilder::new(),
            values: StringBuilder::new(),
            offsets: OffsetBufferBuilder::new(0),
            len: 0,
        }
    }

    /// Adds an entry to the map that is made.
    pub(super) fn add(&mut self, key: &str, value: &str) {
        self.keys.append_value(key);
        self.values.append_value(value);
        self.len += 1;
    }

    /// Ends a map.
    pub(super) fn end_map(&mut self) {
        self.offsets.push_length(std::mem::take(&mut self.len));
    }

    fn finish(&mut self) -> MapArray {
        let TextMaps { mut keys, mut values, offsets, .. } = std::mem::replace(self, TextMaps::new());
        let arrays: Vec<ArrayRef> = vec![Arc::new(keys.finish()), Arc::new(values.finish())];
        let entry_arrays = StructArray::new(entry_fields(), arrays, None);
        MapArray::new(entries(), offsets.finish(), entry_arrays, None, false)
    }
}

/// Texts of bytes, in UTF-8 or Windows-1252.
fn texts(bytes: &BinaryArray) -> StringArray {
    StringArray::try_from_binary(bytes.clone())
        .unwrap_or_else(|_| bytes.iter().map(|value| value.map(text_of)).collect())
}
