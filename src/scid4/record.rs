//! The record of a game in `.sg4`: tags that the index does not hold, the start, moves with marks, comments.

/// Tag names that are encoded as one byte, in order from [`FIRST_COMMON_TAG`].
pub(super) const COMMON_TAGS: [&[u8]; 10] = [
    b"WhiteCountry",
    b"BlackCountry",
    b"Annotator",
    b"PlyCount",
    b"EventDate",
    b"Opening",
    b"Variation",
    b"Setup",
    b"Source",
    b"SetUp",
];

/// The tags whose values are names of the index: White, Black, event, site, round.
pub(super) const NAME_TAGS: [&[u8]; 5] = [b"White", b"Black", b"Event", b"Site", b"Round"];

/// The byte of the first of [`COMMON_TAGS`]: other names have up to 240 bytes.
pub(super) const FIRST_COMMON_TAG: u8 = 241;

/// An event date in three bytes from versions before 4; ignored, because the index has one.
const OLD_EVENT_DATE: u8 = 255;

/// Marks among the moves: codes of the king that no move uses.
pub(super) const MARK_NAG: u8 = 11;
pub(super) const MARK_COMMENT: u8 = 12;
pub(super) const MARK_BEGIN: u8 = 13;
pub(super) const MARK_END: u8 = 14;
pub(super) const MARK_END_OF_GAME: u8 = 15;

/// The flag of a custom start.
pub(super) const START_FEN: u8 = 1;

/// Upper bound of the length of a record: every record is shorter.
pub(crate) const MAX_RECORD_LEN: usize = 1 << 17;

/// The parts of a record.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Record<'a> {
    pub tags: Vec<(&'a [u8], &'a [u8])>,
    /// The FEN of a custom start.
    pub fen: Option<&'a [u8]>,
    /// The moves before the end mark, and their place in the record. `None` if there is no end mark.
    pub moves: Option<(&'a [u8], usize)>,
    /// The comments, each followed by a NUL.
    pub comments: &'a [u8],
}

impl<'a> Record<'a> {
    /// Reads as much as possible. Returns also the offset of the first unexpected byte, if any.
    pub fn read(bytes: &'a [u8]) -> (Record<'a>, Option<usize>) {
        let mut record = Record::default();
        let mut rest = Rest { bytes, at: 0 };
        let is_read = record.read_parts(&mut rest).is_some();
        (record, (!is_read).then_some(rest.at))
    }

    fn read_parts(&mut self, rest: &mut Rest<'a>) -> Option<()> {
        loop {
            let name = match rest.byte()? {
                0 => break,
                OLD_EVENT_DATE => {
                    rest.take(3)?;
                    continue;
                }
                len @ 1..FIRST_COMMON_TAG => Some(rest.take(len.into())?),
                common => COMMON_TAGS.get(usize::from(common - FIRST_COMMON_TAG)).copied(),
            };
            let len = rest.byte()?;
            let value = rest.take(len.into())?;
            self.tags.extend(name.map(|name| (name, value)));
        }
        if rest.byte()? & START_FEN != 0 {
            self.fen = Some(rest.until_nul()?);
        }
        let start = rest.at;
        let end = start + end_of_moves(&rest.bytes[start..])?;
        self.moves = Some((&rest.bytes[start..end], start));
        self.comments = &rest.bytes[end + 1..];
        Some(())
    }
}

/// Returns the place of the end mark. A byte after a NAG mark, and the second byte of a queen move, is not a mark.
fn end_of_moves(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        match *bytes.get(at)? {
            MARK_END_OF_GAME => return Some(at),
            MARK_NAG => at += 2,
            _ => at += 1,
        }
    }
}

struct Rest<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Rest<'a> {
    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    fn take(&mut self, len: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at + len)?;
        self.at += len;
        Some(taken)
    }

    fn until_nul(&mut self) -> Option<&'a [u8]> {
        let text = next_text(&mut &self.bytes[self.at..])?;
        self.at += text.len() + 1;
        Some(text)
    }
}

/// Reads a text and the NUL after it.
pub(super) fn next_text<'a>(texts: &mut &'a [u8]) -> Option<&'a [u8]> {
    let end = memchr::memchr(0, texts)?;
    let text = &texts[..end];
    *texts = &texts[end + 1..];
    Some(text)
}

/// Writes a tag. Names have at most 240 bytes, values at most 255.
pub(super) fn write_tag(name: &[u8], value: &[u8], record: &mut Vec<u8>) {
    match COMMON_TAGS.iter().position(|common| *common == name) {
        Some(common) => record.push(FIRST_COMMON_TAG + common as u8),
        None => {
            record.push(name.len() as u8);
            record.extend_from_slice(name);
        }
    }
    record.push(value.len() as u8);
    record.extend_from_slice(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read() {
        let mut bytes = Vec::new();
        write_tag(b"Annotator", b"Me", &mut bytes);
        write_tag(b"Clock", b"", &mut bytes);
        bytes.extend([OLD_EVENT_DATE, 1, 2, 3, 0, START_FEN]);
        bytes.extend(b"8/8 w\0\x43\x5c\x0b\x0f\x0c\x0fa\0b\0");
        let (record, error) = Record::read(&bytes);
        assert_eq!(record.tags, [(&b"Annotator"[..], &b"Me"[..]), (b"Clock", b"")]);
        assert_eq!((record.fen, record.comments, error), (Some(&b"8/8 w"[..]), &b"a\0b\0"[..], None));
        assert_eq!(record.moves, Some((&b"\x43\x5c\x0b\x0f\x0c"[..], 23)));
        for len in 0..bytes.len() - 4 {
            assert!(Record::read(&bytes[..len]).1.is_some(), "{len}");
        }
    }
}
