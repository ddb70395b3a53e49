//! `plypack encode` and `plypack decode`: one game a line, so that other programs can drive them.

use std::{
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    num::NonZero,
};

use plypack::{Codec, Error, ErrorCode, PackedMove, Result, positions, read_uci_line, shakmaty::Chess, write_uci_line};

use super::{
    arguments,
    outcome::{Ended, Failure, Outcome, complain},
};

/// Reads UCI moves from standard input, one game a line with single spaces between the moves, and writes each game's code
/// as lower-case hex. A line that is wrong gives an empty line, a message with its number, and exit code 1 at the end.
#[derive(clap::Args)]
pub struct EncodeArgs {
    #[command(flatten)]
    line: LineArgs,
}

/// Reads hex from standard input, one game a line, and writes the games as UCI moves with single spaces between them.
/// A line that is wrong gives an empty line, a message with its number, and exit code 1 at the end.
#[derive(clap::Args)]
pub struct DecodeArgs {
    #[command(flatten)]
    line: LineArgs,
    /// Every line holds exactly so many plies (half-moves); if not given, moves are read until the line ends
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
}

#[derive(clap::Args)]
struct LineArgs {
    /// How the moves are coded
    #[arg(long, value_name = "NAME", value_parser = arguments::codec())]
    codec: Codec,
    /// The position from which every line starts; the usual one if not given
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

impl LineArgs {
    fn start(&self) -> Outcome<Chess> {
        let read = |fen: &String| positions::from_fen(fen.as_bytes()).map_err(|e| Failure::Usage(format!("--fen {e}")));
        self.fen.as_ref().map_or_else(|| Ok(Chess::default()), read)
    }
}

/// Runs `encode`.
pub fn encode(args: EncodeArgs) -> Outcome {
    let (codec, start) = (args.line.codec, args.line.start()?);
    let (mut moves, mut code) = (Vec::new(), Vec::new());
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
    let (codec, start) = (args.line.codec, args.line.start()?);
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

/// Bytes that are read and written at a time.
const BUFFER: usize = 1 << 18;

/// Makes one line of output of every line of input. What is written is passed on whenever no whole line is waiting, so
/// that a program on the other side gets its answer before it must send more.
fn for_each_line(mut convert: impl FnMut(&[u8], &mut Vec<u8>) -> Result<()>) -> Outcome {
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let mut output = BufWriter::with_capacity(BUFFER, io::stdout().lock());
    let (mut line, mut answer) = (Vec::new(), Vec::new());
    let mut bad = false;
    for number in 1_u64.. {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        answer.clear();
        if read_line(&mut input, &mut line)?.is_none() {
            break;
        }
        if let Err(e) = convert(&line, &mut answer) {
            complain(e.context(format_args!("line {number}")));
            answer.clear();
            bad = true;
        }
        answer.push(b'\n');
        output.write_all(&answer)?;
    }
    output.flush()?;
    Ok(Ended::complaining(bad))
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
    for (place, [high, low]) in pairs.iter().enumerate() {
        match (hex_value(*high), hex_value(*low)) {
            (Some(high), Some(low)) => code.push(high << 4 | low),
            _ => return Err(Error::new(ErrorCode::InvalidArgument, "not hexadecimal").with_offset(2 * place as u64)),
        }
    }
    match rest {
        [] => Ok(()),
        _ => Err(Error::new(ErrorCode::InvalidArgument, "an odd number of hexadecimal digits")
            .with_offset(text.len() as u64)),
    }
}

/// The value of a digit; upper case is accepted too.
fn hex_value(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|value| value as u8)
}
