//! Array builders for the types of the tables. Arrow's own builders end the program if memory is short.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BinaryArray, ListArray, MapArray, PrimitiveArray, StringArray, StructArray,
    types::{Date32Type, Int16Type, Int32Type, Int64Type, TimestampSecondType},
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, TimeUnit};

use super::columns::{element, entries, entry_fields};
use crate::{Result, folding, memory};

/// The values of a column of the next batch.
pub(super) enum Values {
    /// Bytes, converted to text at the end of the batch, because checking all at once is faster.
    Text(Bytes),
    Code(Bytes),
    Int16(Numbers<i16>),
    Int32(Numbers<i32>),
    Int64(Numbers<i64>),
    Days(Numbers<i32>),
    /// Seconds, with the time zone.
    Seconds(Numbers<i64>, Option<Arc<str>>),
    Lists16(Lists<i16>),
    Lists32(Lists<i32>),
    Texts(TextMaps),
}

impl Values {
    /// Creates an empty builder for the type of a column.
    pub(super) fn of(data_type: &DataType) -> Values {
        match data_type {
            DataType::Utf8 => Values::Text(Bytes::default()),
            DataType::Binary => Values::Code(Bytes::default()),
            DataType::Int16 => Values::Int16(Numbers::default()),
            DataType::Int32 => Values::Int32(Numbers::default()),
            DataType::Int64 => Values::Int64(Numbers::default()),
            DataType::Date32 => Values::Days(Numbers::default()),
            DataType::Timestamp(TimeUnit::Second, zone) => Values::Seconds(Numbers::default(), zone.clone()),
            DataType::List(child) if *child.data_type() == DataType::Int16 => Values::Lists16(Lists::default()),
            DataType::List(_) => Values::Lists32(Lists::default()),
            DataType::Map(..) => Values::Texts(TextMaps::default()),
            other => unreachable!("no column has the type {other}"),
        }
    }

    /// Returns the array, and empties the builder.
    ///
    /// Errors: [`crate::ErrorCode::NoMemory`]; the builder is empty then, too.
    pub(super) fn finish(&mut self) -> Result<ArrayRef> {
        Ok(match self {
            Values::Text(values) => Arc::new(std::mem::take(values).texts()?),
            Values::Code(values) => Arc::new(std::mem::take(values).binary()?),
            Values::Int16(values) => Arc::new(std::mem::take(values).array::<Int16Type>()),
            Values::Int32(values) => Arc::new(std::mem::take(values).array::<Int32Type>()),
            Values::Int64(values) => Arc::new(std::mem::take(values).array::<Int64Type>()),
            Values::Days(values) => Arc::new(std::mem::take(values).array::<Date32Type>()),
            Values::Seconds(values, zone) => {
                let array = std::mem::take(values).array::<TimestampSecondType>();
                Arc::new(array.with_timezone_opt(zone.clone()))
            }
            Values::Lists16(values) => Arc::new(std::mem::take(values).array::<Int16Type>()?),
            Values::Lists32(values) => Arc::new(std::mem::take(values).array::<Int32Type>()?),
            Values::Texts(values) => Arc::new(std::mem::take(values).array()?),
        })
    }
}

/// Marks of the values that are present: a bit for each, allocated with the first null.
#[derive(Default)]
struct Presence {
    bits: Vec<u8>,
    len: usize,
    has_missing: bool,
}

impl Presence {
    fn push(&mut self, is_present: bool) -> Result<()> {
        if !is_present && !self.has_missing {
            self.bits = memory::filled(0xFF, self.len / 8 + 1)?;
            self.has_missing = true;
        }
        if self.has_missing {
            let byte = self.len / 8;
            let bit = self.len % 8;
            if byte == self.bits.len() {
                memory::push(&mut self.bits, 0xFF)?;
            }
            self.bits[byte] &= !(u8::from(!is_present) << bit);
        }
        self.len += 1;
        Ok(())
    }

    /// Adds `count` values that are present.
    fn push_present(&mut self, count: usize) -> Result<()> {
        if self.has_missing {
            return (0..count).try_for_each(|_| self.push(true));
        }
        self.len += count;
        Ok(())
    }

    /// `None` if all values are present.
    fn finish(self) -> Option<NullBuffer> {
        let bits = self.has_missing.then(|| BooleanBuffer::new(Buffer::from_vec(self.bits), 0, self.len));
        bits.map(NullBuffer::new)
    }
}

/// Numbers; some can be null.
#[derive(Default)]
pub(super) struct Numbers<T> {
    values: Vec<T>,
    presence: Presence,
}

impl<T: ArrowNativeType> Numbers<T> {
    pub(super) fn push(&mut self, value: T) -> Result<()> {
        self.push_option(Some(value))
    }

    pub(super) fn push_option(&mut self, value: Option<T>) -> Result<()> {
        self.presence.push(value.is_some())?;
        memory::push(&mut self.values, value.unwrap_or_default())
    }

    /// Adds many values at once; adding them one by one takes as long as decoding moves.
    pub(super) fn append(&mut self, values: impl ExactSizeIterator<Item = T>) -> Result<()> {
        self.values.try_reserve(values.len())?;
        self.presence.push_present(values.len())?;
        self.values.extend(values);
        Ok(())
    }

    pub(super) fn array<A: ArrowPrimitiveType<Native = T>>(self) -> PrimitiveArray<A> {
        PrimitiveArray::new(ScalarBuffer::from(self.values), self.presence.finish())
    }
}

/// The ends of values or lists, with 0 before the first.
#[derive(Default)]
struct Offsets(Vec<i32>);

impl Offsets {
    fn push(&mut self, end: usize) -> Result<()> {
        if self.0.is_empty() {
            memory::push(&mut self.0, 0)?;
        }
        memory::push(&mut self.0, end as i32)
    }

    fn finish(mut self) -> Result<OffsetBuffer<i32>> {
        if self.0.is_empty() {
            memory::push(&mut self.0, 0)?;
        }
        Ok(OffsetBuffer::new(ScalarBuffer::from(self.0)))
    }
}

/// Values of variable length in bytes; some can be null.
#[derive(Default)]
pub(super) struct Bytes {
    bytes: Vec<u8>,
    offsets: Offsets,
    presence: Presence,
}

impl Bytes {
    pub(super) fn push(&mut self, value: &[u8]) -> Result<()> {
        self.push_option(Some(value))
    }

    pub(super) fn push_option(&mut self, value: Option<&[u8]>) -> Result<()> {
        memory::append(&mut self.bytes, value.unwrap_or_default())?;
        self.presence.push(value.is_some())?;
        self.offsets.push(self.bytes.len())
    }

    fn binary(self) -> Result<BinaryArray> {
        Ok(BinaryArray::new(self.offsets.finish()?, Buffer::from_vec(self.bytes), self.presence.finish()))
    }

    /// Returns the values as texts, decoded from UTF-8 or Windows-1252.
    fn texts(self) -> Result<StringArray> {
        let offsets = self.offsets.finish()?;
        let nulls = self.presence.finish();
        let bytes = Buffer::from_vec(self.bytes);
        if let Ok(texts) = StringArray::try_new(offsets.clone(), bytes.clone(), nulls.clone()) {
            return Ok(texts);
        }
        let mut texts = Bytes::default();
        for ends in offsets.windows(2) {
            folding::push_text(&mut texts.bytes, &bytes[ends[0] as usize..ends[1] as usize])?;
            texts.offsets.push(texts.bytes.len())?;
        }
        Ok(StringArray::new(texts.offsets.finish()?, Buffer::from_vec(texts.bytes), nulls))
    }
}

/// Lists of numbers; lists and numbers can be null.
#[derive(Default)]
pub(super) struct Lists<T> {
    numbers: Numbers<T>,
    offsets: Offsets,
    presence: Presence,
}

impl<T: ArrowNativeType> Lists<T> {
    /// The numbers of the current list.
    pub(super) fn numbers(&mut self) -> &mut Numbers<T> {
        &mut self.numbers
    }

    /// Ends a list; a null list has no numbers.
    pub(super) fn end_list(&mut self, is_present: bool) -> Result<()> {
        self.presence.push(is_present)?;
        self.offsets.push(self.numbers.values.len())
    }

    fn array<A: ArrowPrimitiveType<Native = T>>(self) -> Result<ListArray> {
        let numbers = Arc::new(self.numbers.array::<A>());
        Ok(ListArray::new(element(A::DATA_TYPE), self.offsets.finish()?, numbers, self.presence.finish()))
    }
}

/// Maps of texts.
#[derive(Default)]
pub(super) struct TextMaps {
    keys: Bytes,
    values: Bytes,
    offsets: Offsets,
}

impl TextMaps {
    /// Adds an entry to the current map.
    pub(super) fn push(&mut self, key: &[u8], value: &[u8]) -> Result<()> {
        self.keys.push(key)?;
        self.values.push(value)
    }

    /// Ends a map.
    pub(super) fn end_map(&mut self) -> Result<()> {
        self.offsets.push(self.keys.presence.len)
    }

    fn array(self) -> Result<MapArray> {
        let arrays: Vec<ArrayRef> = vec![Arc::new(self.keys.texts()?), Arc::new(self.values.texts()?)];
        let entry_arrays = StructArray::new(entry_fields(), arrays, None);
        Ok(MapArray::new(entries(), self.offsets.finish()?, entry_arrays, None, false))
    }
}
