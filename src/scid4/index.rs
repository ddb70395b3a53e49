//! The index, `.si4`: a header and a 47-byte entry per game. Numbers are big-endian.

use super::fields::Date;
use crate::{Error, ErrorCode, Result};

/// The first bytes of every index.
const MAGIC: &[u8; 8] = b"Scid.si\0";

/// The version of the format in the header.
const VERSION: u16 = 400;

/// Bytes of the header.
pub(crate) const HEADER_LEN: usize = 182;

/// Bytes of an entry.
pub(crate) const ENTRY_LEN: usize = 47;

/// Lengths in bytes of a database description and of a flag name, including the final NUL.
const DESCRIPTION_LEN: usize = 108;
const FLAG_NAME_LEN: usize = 9;

/// Maximum number of games in an index.
pub(crate) const MAX_GAMES: usize = 16_777_214;

/// Flags that depend on the game: custom start, promotions, promotions to pieces other than queens.
pub(super) const FLAG_START: u32 = 1;
pub(super) const FLAG_PROMOTION: u32 = 2;
pub(super) const FLAG_UNDERPROMOTION: u32 = 4;

/// Header of a database.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Header {
    pub games: usize,
    /// The database description by its users, and the names of their six flags.
    pub description: Vec<u8>,
    pub flag_names: [Vec<u8>; 6],
}

impl Header {
    /// Errors: [`ErrorCode::UnsupportedEncoding`] for anything but an index of this version; [`ErrorCode::Truncated`].
    pub fn read(bytes: &[u8]) -> Result<Header> {
        if !bytes.starts_with(MAGIC) {
            return Err(Error::new(ErrorCode::UnsupportedEncoding, "not the index of a SCID database").with_offset(0));
        }
        let Some(bytes) = bytes.get(..HEADER_LEN) else {
            return Err(Error::new(ErrorCode::Truncated, "the file ends within its header"));
        };
        let version = number(&bytes[8..10]);
        if version != u32::from(VERSION) {
            let message = format!(
                "a SCID database of version {version}, and only version {VERSION} can be read: open it in Scid and save it as \
                 SCID 4 or as PGN"
            );
            return Err(Error::new(ErrorCode::UnsupportedEncoding, message).with_offset(8));
        }
        let (description, names) = bytes[20..].split_at(DESCRIPTION_LEN);
        let mut names = names.chunks_exact(FLAG_NAME_LEN).map(until_nul);
        Ok(Header {
            games: number(&bytes[14..17]) as usize,
            description: until_nul(description),
            flag_names: std::array::from_fn(|_| names.next().unwrap_or_default()),
        })
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_be_bytes());
        // The kind of database: unknown.
        bytes.extend([0; 4]);
        bytes.extend(&(self.games as u32).to_be_bytes()[1..]);
        // The game that Scid opens first: game 1.
        bytes.extend([0, 0, 1]);
        let texts = std::iter::once((&self.description, DESCRIPTION_LEN));
        for (text, len) in texts.chain(self.flag_names.iter().map(|name| (name, FLAG_NAME_LEN))) {
            let end = bytes.len() + len;
            bytes.extend(text.iter().take(len - 1));
            bytes.resize(end, 0);
        }
        bytes
    }
}

fn until_nul(bytes: &[u8]) -> Vec<u8> {
    bytes.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
}

/// Entry of a game in the index. `names` holds numbers of names of each kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Offset and length of the game's record in `.sg4`.
    pub offset: u32,
    pub len: u32,
    pub(super) flags: u32,
    /// White, Black, event, site, round.
    pub names: [u32; 5],
    /// Variations, comments, NAGs: four bits each, from the lowest bits.
    pub(super) counts: u16,
    pub(super) result: u16,
    pub(super) eco: u16,
    pub(super) date: Date,
    pub(super) event_date: Date,
    /// Ratings of White and Black, with their kinds.
    pub(super) ratings: [u16; 2],
    /// Queens, rooks, bishops, knights, pawns of White and Black at the end.
    pub(super) material: u32,
    pub(super) plies: u16,
    /// Number of pawns that left their first squares, followed by these pawns, four bits each.
    pub(super) pawns: [u8; 9],
}

/// Position of the bits of the name numbers above the lower 16: White, Black, event, site, round.
const HIGH_BITS: [(usize, u32, u32); 5] = [(9, 4, 4), (9, 0, 4), (14, 5, 3), (14, 2, 3), (14, 0, 2)];

/// Offsets of the lower 16 bits.
const LOW_BITS: [usize; 5] = [10, 12, 15, 17, 19];

impl Entry {
    pub fn read(bytes: &[u8; ENTRY_LEN]) -> Entry {
        let at = |start: usize, len: usize| number(&bytes[start..start + len]);
        let name = |kind: usize| {
            let (place, shift, bits) = HIGH_BITS[kind];
            let high = u32::from(bytes[place]) >> shift & ((1 << bits) - 1);
            high << 16 | at(LOW_BITS[kind], 2)
        };
        let counts = at(21, 2) as u16;
        let dates = at(25, 4);
        let date = Date(dates & 0xF_FFFF);
        let mut pawns = [0; 9];
        pawns.copy_from_slice(&bytes[38..]);
        pawns[0] &= 0x3F;
        Entry {
            offset: at(0, 4),
            len: at(4, 2) | (u32::from(bytes[6]) & 0x80) << 9,
            flags: (u32::from(bytes[6]) & 0x3F) << 16 | at(7, 2),
            names: std::array::from_fn(name),
            counts: counts & 0xFFF,
            result: counts >> 12,
            eco: at(23, 2) as u16,
            date,
            event_date: Date::of_event(dates >> 20, date),
            ratings: [at(29, 2) as u16, at(31, 2) as u16],
            material: at(33, 4) & 0xFF_FFFF,
            plies: u16::from(bytes[38] & 0xC0) << 2 | u16::from(bytes[37]),
            pawns,
        }
    }

    pub fn to_bytes(&self) -> [u8; ENTRY_LEN] {
        let mut bytes = [0; ENTRY_LEN];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        put(0, &self.offset.to_be_bytes());
        put(4, &(self.len as u16).to_be_bytes());
        put(6, &[(self.len >> 9 & 0x80) as u8 | (self.flags >> 16 & 0x3F) as u8]);
        put(7, &(self.flags as u16).to_be_bytes());
        for (place, name) in LOW_BITS.into_iter().zip(self.names) {
            put(place, &(name as u16).to_be_bytes());
        }
        put(21, &(self.result << 12 | self.counts & 0xFFF).to_be_bytes());
        put(23, &self.eco.to_be_bytes());
        let event_date = self.event_date.event_bits(self.date).unwrap_or(0);
        put(25, &(event_date << 20 | self.date.0 & 0xF_FFFF).to_be_bytes());
        put(29, &self.ratings[0].to_be_bytes());
        put(31, &self.ratings[1].to_be_bytes());
        // The byte above the material is the number of an opening, which speeds up some searches; 0 is none.
        put(33, &(self.material & 0xFF_FFFF).to_be_bytes());
        put(37, &[self.plies as u8]);
        put(38, &self.pawns);
        bytes[38] = (self.plies >> 2 & 0xC0) as u8 | self.pawns[0] & 0x3F;
        for ((place, shift, bits), name) in HIGH_BITS.into_iter().zip(self.names) {
            bytes[place] |= ((name >> 16 & ((1 << bits) - 1)) << shift) as u8;
        }
        bytes
    }
}

/// Reads a big-endian number.
pub(super) fn number(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back() {
        let entry = Entry {
            offset: 0xDEAD_BEEF,
            len: 0x1_FEDC,
            flags: 0x2A_F00D,
            names: [0xF_1234, 0xA_5678, 0x7_9ABC, 0x5_DEF0, 0x3_4321],
            counts: 0xABC,
            result: 3,
            eco: 65500,
            date: Date::new(2019, 12, 31),
            event_date: Date::new(2018, 1, 2),
            ratings: [0x6FA0, 0x0001],
            material: 0xFE_DCBA,
            plies: 1023,
            pawns: [16, 1, 2, 3, 4, 5, 6, 7, 8],
        };
        assert_eq!(Entry::read(&entry.to_bytes()), entry);
        assert_eq!(Entry::read(&[0; ENTRY_LEN]), Entry::default());
        assert_eq!(Entry::read(&[0xFF; ENTRY_LEN]).names, [0xF_FFFF, 0xF_FFFF, 0x7_FFFF, 0x7_FFFF, 0x3_FFFF]);
    }

    #[test]
    fn headers_come_back() {
        let header = Header {
            games: 0x12_3456,
            description: b"My games".to_vec(),
            flag_names: std::array::from_fn(|i| vec![b'a'; i]),
        };
        let bytes = header.to_bytes();
        assert_eq!((bytes.len(), Header::read(&bytes).unwrap()), (HEADER_LEN, header));
        assert_eq!(Header::read(&bytes[..100]).unwrap_err().code(), ErrorCode::Truncated);
        let mut old = bytes.clone();
        (old[8], old[9]) = (1, 44);
        assert!(Header::read(&old).unwrap_err().message().contains("version 300"));
        assert_eq!(Header::read(b"Scid.sg").unwrap_err().code(), ErrorCode::UnsupportedEncoding);
    }
}
