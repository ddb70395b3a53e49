//! The names, `.sn4`: players, events, sites and rounds, each sorted, with the prefix shared with the previous name omitted.

use std::{cmp::Ordering, collections::HashMap};

use super::index::number;
use crate::{Error, ErrorCode, Result, memory};

/// The first bytes of every file of names.
const MAGIC: &[u8; 8] = b"Scid.sn\0";

/// Length of the header in bytes: the magic bytes, a time that nobody reads, four counts of names, four maximum counts of games.
const HEADER_LEN: usize = 36;

/// Kinds of names: players, events, sites, rounds. The entry of a game has two players.
const KINDS: usize = 4;

/// The kinds of the names of an entry.
const KIND_OF: [usize; 5] = [0, 0, 1, 2, 3];

/// Maximum number of names per kind: entries have 20, 19, 19 and 18 bits for their numbers.
const MAX_NAMES: [usize; KINDS] = [(1 << 20) - 1, (1 << 19) - 1, (1 << 19) - 1, (1 << 18) - 1];

/// Bytes of the longest name.
pub(super) const MAX_NAME_LEN: usize = 255;

/// The kinds in English.
const KIND_NAMES: [&str; KINDS] = ["players", "events", "sites", "rounds"];

/// The names of a database.
#[derive(Debug, Default)]
pub(crate) struct Names {
    text: Vec<u8>,
    /// By number, the place of the name in the text.
    places: [Vec<(usize, u8)>; KINDS],
}

impl Names {
    /// Reads the file.
    ///
    /// Errors: [`ErrorCode::UnsupportedEncoding`] for another file, [`ErrorCode::Truncated`], [`ErrorCode::TagsMalformed`],
    /// [`ErrorCode::NoMemory`].
    pub fn read(bytes: &[u8]) -> Result<Names> {
        if !bytes.starts_with(MAGIC) {
            let message = "not the names of a SCID 4 database";
            return Err(Error::new(ErrorCode::UnsupportedEncoding, message).with_offset(0));
        }
        if bytes.len() < HEADER_LEN {
            return Err(Error::new(ErrorCode::Truncated, "the file ends within its header"));
        }
        let mut names = Names::default();
        let mut list = List { bytes, at: HEADER_LEN };
        for kind in 0..KINDS {
            let count = number(&bytes[12 + 3 * kind..][..3]) as usize;
            let max_games = number(&bytes[24 + 3 * kind..][..3]);
            names.read_kind(kind, count, max_games, &mut list)?;
        }
        Ok(names)
    }

    fn read_kind(&mut self, kind: usize, count: usize, max_games: u32, list: &mut List<'_>) -> Result<()> {
        // Every name has at least four bytes, except the first of its kind.
        if count > MAX_NAMES[kind] + 1 || count > (list.bytes.len() - list.at) / 4 + 1 {
            return Err(list.error(&format!("more {} than the file can hold", KIND_NAMES[kind])));
        }
        // Places without a name have an offset that no text reaches.
        self.places[kind] = memory::filled((usize::MAX, 0), count)?;
        let mut last: Vec<u8> = Vec::new();
        for index in 0..count {
            let id = list.number(if count > 0xFFFF { 3 } else { 2 })? as usize;
            list.number(bytes_of(max_games))?;
            let len = list.number(1)? as usize;
            let shared = if index == 0 { 0 } else { list.number(1)? as usize };
            if shared > len || shared > last.len() {
                return Err(list.error("a name that has more in common with the one before it than there is"));
            }
            last.truncate(shared);
            last.extend_from_slice(list.take(len - shared)?);
            let place = self.places[kind].get_mut(id).filter(|place| place.0 == usize::MAX);
            let place = place.ok_or_else(|| list.error("two names with one number, or a number above all"))?;
            *place = (self.text.len(), len as u8);
            memory::append(&mut self.text, &last)?;
        }
        Ok(())
    }

    /// Returns a name of an entry; `None` if no name has this number.
    pub fn get(&self, field: usize, id: u32) -> Option<&[u8]> {
        let (start, len) = *self.places[KIND_OF[field]].get(id as usize)?;
        self.text.get(start..start + usize::from(len))
    }
}

/// The unread rest of the file.
struct List<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> List<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at + len);
        let taken =
            taken.ok_or_else(|| Error::new(ErrorCode::Truncated, "the names end early").with_offset(self.at as u64))?;
        self.at += len;
        Ok(taken)
    }

    fn number(&mut self, len: usize) -> Result<u32> {
        self.take(len).map(number)
    }

    fn error(&self, what: &str) -> Error {
        Error::new(ErrorCode::TagsMalformed, what).with_offset(self.at as u64)
    }
}

/// Returns the number of bytes for numbers up to `max`.
fn bytes_of(max: u32) -> usize {
    match max {
        0..=0xFF => 1,
        0x100..=0xFFFF => 2,
        _ => 3,
    }
}

/// The names of a database being written, with the number of uses of each.
#[derive(Debug, Default)]
pub(crate) struct NewNames {
    kinds: [HashMap<Vec<u8>, (u32, u32)>; KINDS],
}

impl NewNames {
    /// Returns the numbers of an entry's names, or the kind that has too many names.
    pub fn add(&mut self, names: &[Vec<u8>; 5]) -> std::result::Result<[u32; 5], &'static str> {
        for kind in 0..KINDS {
            let new =
                names.iter().zip(KIND_OF).filter(|(name, of)| *of == kind && !self.kinds[kind].contains_key(*name));
            if self.kinds[kind].len() + new.count() > MAX_NAMES[kind] {
                return Err(KIND_NAMES[kind]);
            }
        }
        Ok(std::array::from_fn(|field| {
            let kind = &mut self.kinds[KIND_OF[field]];
            let next = kind.len() as u32;
            if !kind.contains_key(&names[field]) {
                kind.insert(names[field].clone(), (next, 0));
            }
            kind.get_mut(&names[field]).map_or(0, |(id, games)| {
                *games += 1;
                *id
            })
        }))
    }

    /// Returns the content of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([0; 4]);
        let max_games: [u32; KINDS] =
            std::array::from_fn(|kind| self.kinds[kind].values().map(|(_, games)| *games).max().unwrap_or(0));
        let counts = self.kinds.iter().map(|names| names.len() as u32);
        counts.chain(max_games).for_each(|count| bytes.extend(&count.to_be_bytes()[1..]));
        for (names, max_games) in self.kinds.iter().zip(max_games) {
            write_kind(names, max_games, &mut bytes);
        }
        bytes
    }
}

fn write_kind(names: &HashMap<Vec<u8>, (u32, u32)>, max_games: u32, bytes: &mut Vec<u8>) {
    let mut sorted: Vec<_> = names.iter().collect();
    sorted.sort_unstable_by(|(a, _), (b, _)| order(a, b));
    let mut last: Option<&[u8]> = None;
    for (name, (id, games)) in sorted {
        let id_len = if names.len() > 0xFFFF { 3 } else { 2 };
        let games_len = bytes_of(max_games);
        bytes.extend(&id.to_be_bytes()[4 - id_len..]);
        bytes.extend(&games.to_be_bytes()[4 - games_len..]);
        bytes.push(name.len() as u8);
        let mut shared = 0;
        if let Some(last) = last {
            shared = name.iter().zip(last).take_while(|(a, b)| a == b).count();
            bytes.push(shared as u8);
        }
        bytes.extend(&name[shared..]);
        last = Some(name);
    }
}

/// The sort order that older versions of Scid rely on: bytes after the first are signed, and the end counts as 0.
fn order(a: &[u8], b: &[u8]) -> Ordering {
    let signed = |name: &[u8], at: usize| name.get(at).map_or(0, |byte| *byte as i8);
    let first = |name: &[u8]| name.first().copied().unwrap_or(0);
    first(a).cmp(&first(b)).then_with(|| {
        let mut differing = (0..a.len().max(b.len())).map(|at| signed(a, at).cmp(&signed(b, at)));
        differing.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn five(names: [&str; 5]) -> [Vec<u8>; 5] {
        names.map(|name| name.as_bytes().to_vec())
    }

    #[test]
    fn names_come_back() {
        let mut new = NewNames::default();
        let games = [
            five(["Carlsen, Magnus", "Caruana, Fabiano", "WCh", "London", "1"]),
            five(["Caruana, Fabiano", "Carlsen, Magnus", "WCh", "London", "2"]),
            five(["Đurić", "", "", "?", ""]),
        ];
        let ids: Vec<_> = games.iter().map(|names| new.add(names).unwrap()).collect();
        assert_eq!(ids[..2], [[0, 1, 0, 0, 0], [1, 0, 0, 0, 1]]);
        let bytes = new.to_bytes();
        let names = Names::read(&bytes).unwrap();
        for (game, ids) in games.iter().zip(ids) {
            let found: Vec<_> = (0..5).map(|field| names.get(field, ids[field]).unwrap()).collect();
            assert!(game.iter().map(Vec::as_slice).eq(found));
        }
        assert_eq!(names.get(0, 4), None);
        for len in 0..bytes.len() {
            assert!(Names::read(&bytes[..len]).is_err(), "{len}");
        }
    }

    #[test]
    fn many_names_have_longer_numbers() {
        let mut new = NewNames::default();
        for number in 0..70_000 {
            new.add(&five([&number.to_string(), "B", "E", "S", "R"])).unwrap();
        }
        let names = Names::read(&new.to_bytes()).unwrap();
        let ids = new.add(&five(["69999", "B", "E", "S", "R"])).unwrap();
        assert_eq!((names.get(0, ids[0]), names.get(1, ids[1])), (Some(&b"69999"[..]), Some(&b"B"[..])));
    }

    #[test]
    fn the_order_is_that_of_signed_bytes_after_the_first() {
        let mut names = [&b"A"[..], b"", b"A\xC3", b"\xC3", b"Ab", b"B"];
        names.sort_by(|a, b| order(a, b));
        assert_eq!(names, [&b""[..], b"A\xC3", b"A", b"Ab", b"B", b"\xC3"]);
    }

    #[test]
    fn contradictions_are_errors() {
        let mut new = NewNames::default();
        new.add(&five(["Aa", "Ab", "E", "S", "R"])).unwrap();
        let bytes = new.to_bytes();
        // The number of the second player, its shared prefix, and the count of players.
        for (at, value) in [(HEADER_LEN + 7, 0), (HEADER_LEN + 7, 9), (HEADER_LEN + 10, 3), (12, 0xFF)] {
            let mut bad = bytes.clone();
            bad[at] = value;
            let error = Names::read(&bad).map(|_| ()).unwrap_err();
            assert!([ErrorCode::TagsMalformed, ErrorCode::Truncated].contains(&error.code()), "{at}: {error}");
        }
    }
}
