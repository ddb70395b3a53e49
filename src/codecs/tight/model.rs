//! The model: weights and tables.
//!
//! Spec chapter: `spec/tight-model.md`.

use std::sync::OnceLock;

use super::features::{ENTRIES, INPUTS, MOVE_FEATURES, MoveTables, OutputBiases, STYLES};
use crate::{
    Error, ErrorCode, Result,
    coding::wire::{Cursor, crc32c},
    memory,
};

/// Units of the first layer (`tight-model.2`).
pub const UNITS: usize = 256;
/// Units of the second layer.
pub const SECOND_UNITS: usize = 64;

/// The order of the units of the first layer in memory: units that are often positive together are adjacent. Vector instructions skip four
/// adjacent units that are all 0. Of the 64 groups of four, 23 are skipped on average in the order of the model's file, and 33 in this
/// order. Found by exchanging units, on 81,000 positions of games from the training set.
const UNIT_ORDER: [u8; UNITS] = [
    17, 220, 235, 254, 129, 145, 175, 255, 30, 106, 139, 205, 44, 81, 201, 203, 118, 164, 224, 252, 33, 37, 178, 253,
    39, 60, 173, 242, 79, 184, 206, 214, 22, 124, 166, 244, 43, 132, 147, 230, 121, 128, 137, 212, 15, 36, 73, 95, 13,
    103, 197, 233, 67, 89, 141, 240, 97, 113, 140, 160, 69, 138, 176, 226, 20, 80, 91, 120, 87, 101, 112, 190, 125,
    134, 157, 207, 5, 9, 71, 202, 76, 155, 171, 225, 11, 41, 110, 247, 12, 83, 149, 194, 50, 52, 78, 104, 7, 96, 108,
    245, 10, 28, 68, 146, 59, 111, 221, 241, 40, 143, 151, 167, 102, 126, 133, 177, 18, 185, 186, 196, 38, 61, 148,
    169, 8, 144, 150, 180, 117, 135, 216, 223, 16, 27, 82, 243, 93, 100, 109, 168, 62, 64, 158, 237, 21, 154, 163, 251,
    3, 31, 199, 246, 4, 45, 152, 219, 19, 70, 114, 131, 48, 54, 66, 200, 46, 94, 192, 215, 58, 75, 127, 183, 55, 107,
    218, 236, 26, 47, 105, 209, 25, 92, 116, 156, 115, 162, 208, 232, 1, 23, 49, 195, 84, 85, 179, 198, 74, 77, 170,
    182, 24, 88, 123, 211, 90, 99, 193, 239, 0, 119, 136, 159, 6, 42, 191, 249, 2, 34, 189, 227, 65, 130, 153, 161, 86,
    165, 181, 231, 35, 56, 122, 217, 53, 172, 228, 234, 29, 57, 188, 250, 63, 98, 238, 248, 51, 174, 187, 210, 32, 213,
    222, 229, 14, 72, 142, 204,
];

/// Reorders weights by unit of the first layer to [`UNIT_ORDER`].
fn in_order(weights: [i8; UNITS]) -> [i8; UNITS] {
    UNIT_ORDER.map(|unit| weights[usize::from(unit)])
}

/// The weights of an input feature.
#[derive(Clone)]
#[repr(align(64))]
pub struct InputWeights(pub [i8; UNITS]);

/// The weights of a move feature.
#[derive(Clone)]
#[repr(align(64))]
pub struct OutputWeights(pub [i8; SECOND_UNITS]);

/// The weights from four units of the first layer to all units of the second.
#[derive(Clone)]
#[repr(align(64))]
pub struct SecondWeights(pub [[i8; 4]; SECOND_UNITS]);

/// The second layer.
pub struct SecondLayer {
    /// Its weights in 128ths, by four units of the first layer for vector instructions, and by single units for other code.
    pub by_four: Vec<SecondWeights>,
    pub by_unit: Vec<[i8; SECOND_UNITS]>,
    /// Its biases, in 2048ths.
    pub biases: [i32; SECOND_UNITS],
}

impl SecondLayer {
    /// Builds the layer from weights in the unit order of the model's file.
    pub fn new(weights: &[[i8; UNITS]], biases: [i32; SECOND_UNITS]) -> SecondLayer {
        let of_unit = |unit: usize| std::array::from_fn(|j| weights[j][unit]);
        let of_four = |four: usize| std::array::from_fn(|j| std::array::from_fn(|l| weights[j][4 * four + l]));
        SecondLayer {
            by_four: (0..UNITS / 4).map(|four| SecondWeights(of_four(four))).collect(),
            by_unit: (0..UNITS).map(of_unit).collect(),
            biases,
        }
    }
}

/// The checksum of the model's file; files name the model by it (`tight.1`).
pub const CHECKSUM: u32 = 0x2B31_66FD;

/// The file of the model as a zstd frame, which makes every program 0.6 MB smaller: `zstd --ultra -22 spec/tight-model-2.bin -o
/// src/codecs/tight/model.zst`. A program decompresses it once, in some milliseconds.
#[cfg(feature = "tight-model")]
static FRAME: &[u8] = include_bytes!("model.zst");

/// Size of the model's file in bytes (`tight-model.1` to `tight-model.3`).
#[cfg(any(feature = "tight-model", test))]
pub(super) const FILE_SIZE: usize = 8
    + INPUTS * UNITS
    + SECOND_UNITS * (UNITS + 2)
    + MOVE_FEATURES * (SECOND_UNITS + 2)
    + ENTRIES
    + 2 * (STYLES as usize + 1024);

/// Created at first use.
static MODEL: OnceLock<Model> = OnceLock::new();

/// The first bytes of a model (`tight-model.1`).
const MAGIC: [u8; 8] = *b"PLYTIGHT";

/// A model, ready for use.
pub struct Model {
    /// Weights of the input features, in 64ths.
    pub input_weights: Vec<InputWeights>,
    pub second_layer: SecondLayer,
    /// Weights of the move features, in 64ths of a bit.
    pub output_weights: Vec<OutputWeights>,
    /// Biases of the move features, and the pair table.
    pub moves: MoveTables,
    /// By style: the factor for the distances of scores from the best score, in 256ths.
    pub temperatures: [u32; STYLES as usize],
    /// 65,536 / 2^(i / 1024) for i from 0 to 1023 (`tight-model.3`).
    pub exp2: Box<[u32; 1024]>,
}

impl Model {
    /// Returns the model that is built in or was loaded.
    ///
    /// # Errors
    ///
    /// [`ErrorCode::UnsupportedModel`] if there is none.
    pub fn get() -> Result<&'static Model> {
        match MODEL.get() {
            Some(model) => Ok(model),
            None => Model::built_in(),
        }
    }

    #[cfg(feature = "tight-model")]
    fn built_in() -> Result<&'static Model> {
        let model = Model::parse(&memory::decompressed(FRAME, FILE_SIZE)?)?;
        Ok(MODEL.get_or_init(|| model))
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

    // tight-model.1, tight-model.2
    fn parse(bytes: &[u8]) -> Result<Model> {
        let mut cursor = Cursor::new(bytes);
        if cursor.take(8)? != MAGIC {
            return Err(Error::new(ErrorCode::Internal, "not a model of the codec tight"));
        }
        let input_weights = rows(&mut cursor, INPUTS)?.map(in_order).map(InputWeights).collect();
        let second_weights: Vec<_> = rows(&mut cursor, SECOND_UNITS)?.map(in_order).collect();
        let second_biases = numbers(&mut cursor, SECOND_UNITS)?.map(i32::from).collect::<Vec<_>>();
        let output_weights = rows(&mut cursor, MOVE_FEATURES)?.map(OutputWeights).collect();
        let mut biases: Box<OutputBiases> = Box::new([0; _]);
        biases.iter_mut().zip(numbers(&mut cursor, MOVE_FEATURES)?).for_each(|(bias, number)| *bias = number.into());
        let pair_table = cursor.take(ENTRIES)?.iter().map(|byte| *byte as i8).collect();
        let temperatures: Vec<_> = numbers(&mut cursor, STYLES.into())?.map(|temperature| temperature as u32).collect();
        let powers: Vec<_> = numbers(&mut cursor, 1024)?.map(|power| u32::from(power as u16) + 1).collect();
        cursor.finish()?;
        Ok(Model {
            input_weights,
            second_layer: SecondLayer::new(&second_weights, second_biases.try_into().expect("as many as units")),
            output_weights,
            moves: MoveTables::new(pair_table, biases),
            temperatures: temperatures.try_into().expect("as many as styles"),
            exp2: powers.try_into().expect("as many as were read"),
        })
    }
}

/// Rows of weights.
fn rows<'a, const N: usize>(
    cursor: &mut Cursor<'a>,
    count: usize,
) -> Result<impl Iterator<Item = [i8; N]> + use<'a, N>> {
    let (rows, _) = cursor.take(N * count)?.as_chunks::<N>();
    Ok(rows.iter().map(|row| row.map(|weight| weight as i8)))
}

/// Numbers of 16 bits.
fn numbers<'a>(cursor: &mut Cursor<'a>, count: usize) -> Result<impl Iterator<Item = i16> + use<'a>> {
    let (numbers, _) = cursor.take(2 * count)?.as_chunks::<2>();
    Ok(numbers.iter().map(|number| i16::from_le_bytes(*number)))
}
