//! `plypack encode` and `plypack decode`: one game per line, for use by other programs.

use std::{
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    num::NonZero,
};

use plypack::{
    Codec, Error, ErrorCode, PackedMove, Position, Result,
    text::{read_uci_line, write_uci_line},
};

use crate::{
    console::outcome::{Ended, Failure, Outcome, warn},
    input::arguments,
};

/// Encodes lines of UCI moves as lines of hex, with a move codec alone.
///
/// Reads one game per line from standard input, with single spaces between the moves. Writes the code of each game as lower-case hex. For
/// an invalid line, prints a message with the line number and writes an empty line; the exit code is 1.
#[derive(clap::Args)]
pub struct EncodeArgs {
    #[command(flatten)]
    line: LineArgs,
}

/// Decodes lines of hex to lines of UCI moves, with a move codec alone.
///
/// Reads one game per line from standard input. Writes the moves of each game with single spaces between them. For an invalid line, prints
/// a message with the line number and writes an empty line; the exit code is 1.
#[derive(clap::Args)]
pub struct DecodeArgs {
    #[command(flatten)]
    line: LineArgs,
    /// Number of plies (half-moves) in every line [default: to the end of the line]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
}

#[derive(clap::Args)]
struct LineArgs {
    /// Move codec
    #[arg(long, value_name = "NAME", value_parser = arguments::any_codec())]
    codec: Codec,
    /// Start position of every line [default: the standard start]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl LineArgs {
    fn start(&self) -> Outcome<Position> {
        let read = |fen: &String| Position::from_fen(fen.as_bytes()).map_err(|e| Failure::Usage(format!("--fen: {e}")));
        self.fen.as_ref().map_or_else(|| Ok(Position::default()), read)
    }
}

/// Runs `encode`.
pub fn encode(args: EncodeArgs) -> Outcome {
    let codec = args.line.codec;
    let start = args.line.start()?;
    let mut moves = Vec::new();
    let mut code = Vec::new();
    for_each_line(|line, out| {
        moves.clear();
        code.clear();
        read_uci_line(&start, line, &mut moves)?;
        codec.encode_trusted(&start, &moves, &mut code)?;
        write_hex(&code, out);
        Ok(())
    })
}

/// Runs `decode`.
pub fn decode(args: DecodeArgs) -> Outcome {
    let codec = args.line.codec;
    let start = args.line.start()?;
    let mut code = Vec::new();
    let mut moves: Vec<PackedMove> = Vec::new();
    for_each_line(|line, out| {
        moves.clear();
        read_hex(line, &mut code)?;
        match args.plies {
            Some(plies) => codec.decode_line(&start, &code, plies, &mut moves)?,
            None => codec.decode_all(&start, &code, &mut moves)?,
        }
        write_uci_line(&start, &moves, out);
        Ok(())
    })
}

/// Bytes read and written at a time.
const BUFFER: usize = 1 << 18;

/// Converts every line of input to one line of output. Flushes the output whenever no complete line of input is buffered, so that a program
/// on the other side gets its answer before it sends more.
fn for_each_line(mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<()>) -> Outcome {
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let mut line = Vec::new();
    let mut output_line = Vec::new();
    let mut has_errors = false;
    for number in 1_u64.. {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        output_line.clear();
        if read_line(&mut input, &mut line)?.is_none() {
            break;
        }
        if let Err(e) = convert(&line, &mut output_line) {
            warn(e.context(format_args!("line {number}")));
            output_line.clear();
            has_errors = true;
        }
        output_line.push(b'\n');
        output.write_all(&output_line)?;
    }
    output.flush()?;
    Ok(Ended::with_errors(has_errors))
}

/// Reads a line without its end, which is LF or CRLF; `None` at the end of the input.
fn read_line(input: &mut BufReader<impl Read>, line: &mut Vec<u8>) -> io::Result<Option<NonZero<usize>>> {
    let read = input.read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok(NonZero::new(read))
}

fn write_hex(code: &[u8], out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.reserve(2 * code.len());
    for byte in code {
        out.extend([DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
    }
}

fn read_hex(text: &[u8], code: &mut Vec<u8>) -> Result<()> {
    code.clear();
    let (pairs, rest) = text.as_chunks::<2>();
    for (index, [high, low]) in pairs.iter().enumerate() {
        match (hex_value(*high), hex_value(*low)) {
            (Some(high), Some(low)) => code.push(high << 4 | low),
            _ => return Err(Error::new(ErrorCode::InvalidArgument, "not hexadecimal").with_offset(2 * index as u64)),
        }
    }
    match rest {
        [] => Ok(()),
        _ => Err(Error::new(ErrorCode::InvalidArgument, "an odd number of hexadecimal digits")
            .with_offset(text.len() as u64)),
    }
}

/// Returns the value of a digit; accepts upper case too.
fn hex_value(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|value| value as u8)
}
