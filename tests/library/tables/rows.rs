//! Values of record batches, row by row.

use std::collections::HashMap;

use plypack::tables::arrow_array::{
    Array, ArrayRef, RecordBatch,
    cast::AsArray,
    types::{Date32Type, Int16Type, Int32Type, Int64Type, TimestampSecondType},
};
use plypack::tables::arrow_schema::DataType;

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
    Numbers(Vec<Option<i64>>),
    Texts(Vec<(String, String)>),
}

/// The rows of batches.
#[derive(Debug, PartialEq, Eq)]
pub struct Rows {
    columns: HashMap<String, Vec<Value>>,
    rows: usize,
}

impl Rows {
    pub fn of(batches: &[RecordBatch]) -> Rows {
        let mut rows = Rows { columns: HashMap::new(), rows: 0 };
        for batch in batches {
            rows.rows += batch.num_rows();
            for (field, array) in batch.schema().fields().iter().zip(batch.columns()) {
                let values = rows.columns.entry(field.name().clone()).or_default();
                values.extend((0..array.len()).map(|row| value(array, row)));
            }
        }
        rows
    }

    pub fn len(&self) -> usize {
        self.rows
    }

    pub fn value(&self, row: usize, column: &str) -> Value {
        self.columns[column][row].clone()
    }

    pub fn number(&self, row: usize, column: &str) -> Option<i64> {
        match self.value(row, column) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    pub fn numbers(&self, column: &str) -> Vec<i64> {
        (0..self.rows).filter_map(|row| self.number(row, column)).collect()
    }
}

fn value(array: &ArrayRef, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Int16 => Value::Number(array.as_primitive::<Int16Type>().value(row).into()),
        DataType::Int32 => Value::Number(array.as_primitive::<Int32Type>().value(row).into()),
        DataType::Int64 => Value::Number(array.as_primitive::<Int64Type>().value(row)),
        DataType::Date32 => Value::Number(array.as_primitive::<Date32Type>().value(row).into()),
        DataType::Timestamp(..) => Value::Number(array.as_primitive::<TimestampSecondType>().value(row)),
        DataType::Utf8 => Value::Text(array.as_string::<i32>().value(row).to_owned()),
        DataType::Binary => Value::Bytes(array.as_binary::<i32>().value(row).to_owned()),
        DataType::List(_) => {
            let list = array.as_list::<i32>().value(row);
            let number = |row| match value(&list, row) {
                Value::Number(number) => Some(number),
                _ => None,
            };
            Value::Numbers((0..list.len()).map(number).collect())
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let text = |column: usize, row| entries.column(column).as_string::<i32>().value(row).to_owned();
            Value::Texts((0..entries.len()).map(|row| (text(0, row), text(1, row))).collect())
        }
        other => panic!("no column has the type {other}"),
    }
}
