//! The model as integers, in its file (`spec/tight-model.md`).

use crate::net::{BIAS_SCALE, ENTRY_SCALE, INPUT_SCALE, Net, OUTPUT_SCALE, SECOND_BIAS_SCALE, SECOND_SCALE};

/// Returns the bytes of the model.
pub fn write(net: &Net, temperatures: &[u16]) -> Vec<u8> {
    let (inputs, second) = net.hidden_weights();
    let [second_biases, outputs, biases, entries] = net.top_weights();
    let mut out = b"PLYTIGHT".to_vec();
    put_i8(&mut out, &inputs, INPUT_SCALE);
    put_i8(&mut out, &second, SECOND_SCALE);
    put_i16(&mut out, second_biases, SECOND_BIAS_SCALE);
    put_i8(&mut out, outputs, OUTPUT_SCALE);
    put_i16(&mut out, biases, BIAS_SCALE);
    put_i8(&mut out, entries, ENTRY_SCALE);
    temperatures.iter().for_each(|temperature| out.extend(temperature.to_le_bytes()));
    for i in 0..1024 {
        let power = 65536.0 * (-f64::from(i) / 1024.0).exp2();
        out.extend(&(power.round() as u32 - 1).min(65535).to_le_bytes()[..2]);
    }
    out
}

fn put_i8(out: &mut Vec<u8>, weights: &[f32], scale: f32) {
    out.extend(weights.iter().map(|w| (w * scale).round() as i8 as u8));
}

fn put_i16(out: &mut Vec<u8>, weights: &[f32], scale: f32) {
    weights.iter().for_each(|w| out.extend(((w * scale).round() as i16).to_le_bytes()));
}
