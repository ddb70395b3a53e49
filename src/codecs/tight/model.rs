//! The model: weights and tables.
//!
//! Spec chapter: `spec/tight-model.md`.

use std::sync::OnceLock;

use super::features::{ENTRIES, INPUTS, MOVE_FEATURES};
use crate::{
    Error, ErrorCode, Result,
    coding::{
        rice::RiceReader,
        wire::{Cursor, crc32c},
    },
};

/// Hidden units (`tight-model.2`).
pub const UNITS: usize = 512;
/// The weights of an input or move feature.
pub type Weights = [i8; UNITS];

/// The checksum of the model's file, by which files name it (`tight.1`).
pub const CHECKSUM: u32 = 0xBC0F_4CA2;

/// The file of the model.
#[cfg(feature = "tight-model")]
static BYTES: &[u8] = include_bytes!("../../../spec/tight-model-1.bin");

/// Made when it is first needed.
static MODEL: OnceLock<Model> = OnceLock::new();

/// The first bytes of a model (`tight-model.1`).
const MAGIC: [u8; 8] = *b"PLYTIGHT";

/// A model, ready for use.
pub struct Model {
    /// Weights of the input features, in 64ths.
    pub input_weights: Vec<Weights>,
    /// Weights of the move features, in 64ths of a bit.
    pub output_weights: Vec<Weights>,
    /// Biases of the move features, in 1024ths of a bit.
    pub biases: Vec<i16>,
    /// Entries of the pair table, in 16ths of a bit.
    pub pair_table: Vec<i8>,
    /// 65,536 / 2^(i / 1024) for i from 0 to 1023 (`tight-model.4`).
    pub exp2: Box<[u32; 1024]>,
}

impl Model {
    /// The model that is built in, or was loaded.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedModel`] when it is neither.
    pub fn get() -> Result<&'static Model> {
        match MODEL.get() {
            Some(model) => Ok(model),
            None => Model::built_in(),
        }
    }

    #[cfg(feature = "tight-model")]
    fn built_in() -> Result<&'static Model> {
        Ok(MODEL.get_or_init(|| Model::parse(BYTES).expect("the built-in model is valid")))
    }

    #[cfg(not(feature = "tight-model"))]
    fn built_in() -> Result<&'static Model> {
        Err(Error::new(ErrorCode::UnsupportedModel, "the model of the codec `tight` is not loaded"))
    }

    /// Loads the model from its file.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedModel`] for any other bytes.
    pub fn load(file: &[u8]) -> Result<()> {
        let found = crc32c(file);
        if found != CHECKSUM {
            let message = format!("not the model {CHECKSUM:08X} of the codec `tight`: its checksum is {found:08X}");
            return Err(Error::new(ErrorCode::UnsupportedModel, message));
        }
        let model = Model::parse(file)?;
        MODEL.get_or_init(|| model);
        Ok(())
    }

    fn parse(bytes: &[u8]) -> Result<Model> {
        let mut cursor = Cursor::new(bytes);
        if cursor.take(8)? != MAGIC {
            return Err(not_a_model());
        }
        let mut bytes = |count: usize| weights(&mut cursor, count, |weight| weight as i8);
        let by_feature = |weights: Vec<i8>| weights.as_chunks().0.to_vec();
        let input_weights = by_feature(bytes(INPUTS * UNITS)?);
        let output_weights = by_feature(bytes(MOVE_FEATURES * UNITS)?);
        let biases = weights(&mut cursor, MOVE_FEATURES, |weight| weight as i16)?;
        let pair_table = weights(&mut cursor, ENTRIES, |weight| weight as i8)?;
        let (powers, _) = cursor.take(2 * 1024)?.as_chunks::<2>();
        let exp2 = Box::new(std::array::from_fn(|i| u32::from(u16::from_le_bytes(powers[i])) + 1));
        cursor.finish()?;
        Ok(Model { input_weights, output_weights, biases, pair_table, exp2 })
    }
}

fn not_a_model() -> Error {
    Error::new(ErrorCode::Internal, "not a model of the codec tight")
}

/// Weights in groups of 512 (`tight-model.3`).
fn weights<T: Default + Clone>(cursor: &mut Cursor<'_>, count: usize, number: impl Fn(i32) -> T) -> Result<Vec<T>> {
    let length = cursor.varint()? as usize;
    let parameters = cursor.take(count.div_ceil(UNITS))?;
    let mut codes = RiceReader::new(cursor.take(length)?);
    let mut weights = Vec::with_capacity(count);
    for parameter in parameters {
        let group = UNITS.min(count - weights.len());
        match *parameter {
            255 => weights.resize(weights.len() + group, T::default()),
            k @ 0..=15 => {
                for _ in 0..group {
                    let folded = codes.take(u32::from(k)).ok_or_else(not_a_model)?;
                    weights.push(number(unfold(folded)));
                }
            }
            _ => return Err(not_a_model()),
        }
    }
    Ok(weights)
}

/// A signed number from an unsigned one: 0, 1, 2, 3, ... are 0, -1, 1, -2, ... (`tight-model.3`).
fn unfold(folded: u32) -> i32 {
    (folded >> 1) as i32 ^ -((folded & 1) as i32)
}
