//! Random changes of a file that keep its frame valid.

use plypack::internals::{container::Edit, wire::put_varint};

use super::file::{Block, Listed, Section, Segment, Unit};

/// Pseudorandom numbers, the same in every run (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// Returns a number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { (self.next() % end as u64) as usize }
    }

    /// Returns a number up to 2^`bits`. Each width in bits has the same probability.
    fn of_any_size(&mut self, bits: usize) -> u64 {
        let width = self.below(bits + 1);
        let number = self.next() & ((1 << width) - 1);
        [number, (1 << width) - 1, 1 << width][self.below(3)]
    }
}

/// Changes a file one to four times.
pub fn mutate(units: &mut Vec<Unit>, random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let number = random.below(units.len());
        match random.below(12) {
            0 => repeat_unit(units, number, random),
            1 if units.len() > 1 => drop(units.remove(number)),
            2 => {
                let other = random.below(units.len());
                units.swap(number, other);
            }
            _ => match units.get_mut(number) {
                Some(Unit::Block(block)) => change_block(block, random),
                Some(Unit::Segment(segment)) => change_segment(segment, random),
                Some(Unit::Footer(listed)) => change_footer(listed, random),
                Some(Unit::Other(bytes)) => change_bytes(bytes, random),
                None => {}
            },
        }
    }
}

fn repeat_unit(units: &mut Vec<Unit>, number: usize, random: &mut Random) {
    if let Some(unit) = units.get(number).cloned() {
        let count = random.of_any_size(8) as usize;
        units.splice(number..number, vec![unit; count]);
    }
}

fn change_block(block: &mut Block, random: &mut Random) {
    match random.below(10) {
        0 => block.games = random.of_any_size(16).max(1),
        1 => block.plies = random.of_any_size(28),
        2 => block.is_replacement = !block.is_replacement,
        3 => {
            let section = Section { kind: random.below(70) as u64, param: 0, is_compressed: true, content: vec![0] };
            block.sections.push(section);
        }
        4 if !block.sections.is_empty() => {
            let number = random.below(block.sections.len());
            let section = block.sections[number].clone();
            block.sections.insert(number, section);
        }
        5 => scale(block, random),
        _ => {
            let number = random.below(block.sections.len());
            if let Some(section) = block.sections.get_mut(number) {
                change_section(section, random);
            }
        }
    }
}

/// Repeats the games of the block: columns of one byte per game get copies of their values.
fn scale(block: &mut Block, random: &mut Random) {
    let before = block.games as usize;
    let times = 1 << random.below(13);
    let games = (before * times).min(1 << 16);
    block.games = games as u64;
    for section in &mut block.sections {
        let content = &mut section.content;
        if matches!(section.kind, 1 | 3 | 4 | 9 | 10 | 11) && content.len() > before && content[0] == 1 {
            let column = content[1..1 + before].repeat(games.div_ceil(before))[..games].to_vec();
            content.splice(1..1 + before, column);
        }
    }
}

fn change_section(section: &mut Section, random: &mut Random) {
    match random.below(8) {
        0 => section.kind = random.below(16) as u64,
        1 => section.param = random.below(14) as u64,
        2 => section.is_compressed = !section.is_compressed,
        _ => change_bytes(&mut section.content, random),
    }
}

fn change_segment(segment: &mut Segment, random: &mut Random) {
    match random.below(6) {
        0 => {
            let number = random.below(3);
            segment.bits[number] = random.of_any_size(4);
        }
        1 => {
            let number = random.below(segment.moves.len());
            let field = random.below(4);
            if let Some(place) = segment.moves.get_mut(number) {
                place[field] = random.of_any_size(28);
            }
        }
        2 => {
            let number = random.below(segment.records.len());
            if let Some((_, record)) = segment.records.get_mut(number) {
                change_bytes(record, random);
            }
        }
        3 => segment.blocks.0 = random.below(4),
        _ => {
            let number = random.below(segment.pages.len());
            let is_page = random.below(4) > 0;
            if let Some((page, lists)) = segment.pages.get_mut(number) {
                change_bytes(if is_page { page } else { lists }, random);
            }
        }
    }
}

fn change_footer(listed: &mut Listed, random: &mut Random) {
    let first = listed.edits.last_key_value().map_or(0, |(number, _)| number + 1) + random.of_any_size(6);
    let edits = (0..random.of_any_size(10)).map(|n| {
        let edit = [Edit::Deleted, Edit::Replaced(n)][random.below(2)];
        (first + n, edit)
    });
    listed.edits.extend(edits);
}

/// Maximum length of a content in bytes.
const MAX_LEN: usize = 3 << 20;

/// Changes bytes: makes numbers extreme; repeats, removes and copies parts.
fn change_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    let end = (at + random.of_any_size(8) as usize).min(bytes.len());
    match random.below(7) {
        0 if at < bytes.len() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff, random.next() as u8][random.below(6)],
        1 => drop(bytes.drain(at..end)),
        2 => {
            let mut number = Vec::new();
            put_varint(&mut number, random.of_any_size(32));
            bytes.splice(at..end.min(at + 1), number);
        }
        3 => {
            let part = bytes[at..end].to_vec();
            let to = random.below(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
        4 => {
            let part = bytes[at..end].to_vec();
            let times = (random.of_any_size(20) as usize).min(MAX_LEN.saturating_sub(bytes.len()) / part.len().max(1));
            bytes.splice(at..at, part.repeat(times));
        }
        5 => {
            let count = (random.of_any_size(20) as usize).min(MAX_LEN.saturating_sub(bytes.len()));
            bytes.splice(at..at, vec![random.next() as u8; count]);
        }
        _ => {
            let from = random.below(bytes.len());
            let bit = random.below(8);
            bytes.iter_mut().skip(from).take(1).for_each(|byte| *byte ^= 1 << bit);
        }
    }
}
