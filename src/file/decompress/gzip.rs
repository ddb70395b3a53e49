//! Text that was compressed with gzip.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;

/// The text of all members of a gzip file. Zeros after a member are padding, as in `gzip`.
pub(super) struct Gzip<R> {
    /// The member that is being read; `None` after the last one.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    pub fn new(input: R) -> Gzip<R> {
        Gzip { member: Some(GzDecoder::new(input)) }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let has_more = skip_zeros(member.get_mut())?;
            self.member = self.member.take().filter(|_| has_more).map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether anything follows.
fn skip_zeros(input: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = input.fill_buf()?;
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        let has_more = zeros < bytes.len();
        input.consume(zeros);
        if has_more || zeros == 0 {
            return Ok(has_more);
        }
    }
}
