//! Files of one block, made from its sections: the content may be wrong, but the checksums are correct.

use plypack::{
    Reader,
    internals::{
        container::Decompressor,
        wire::{crc32c, put_varint},
    },
};

use crate::bodies::frame;

/// The content of a block.
#[derive(Clone, Debug)]
pub struct Sections {
    /// The required features of the file.
    required: u32,
    pub games: u64,
    pub plies: u64,
    /// Kind, parameter and content of each section.
    pub sections: Vec<(u64, u64, Vec<u8>)>,
}

impl Sections {
    /// The sections of the first block of a file.
    pub fn of(file: &[u8]) -> Sections {
        let reader = Reader::from_bytes(file.to_vec()).unwrap();
        let header = reader.block_header(0).unwrap();
        let start = reader.blocks()[0].range.start;
        let mut decompressor = Decompressor::new().unwrap();
        let sections = header.sections.iter().map(|section| {
            let stored = &file[(start + section.range.start) as usize..(start + section.range.end) as usize];
            let content = match section.compression {
                0 => stored.to_vec(),
                _ => decompressor.content(stored, section.raw_len).unwrap(),
            };
            (section.kind, section.param, content)
        });
        let required = reader.versions().required;
        let sections = sections.collect();
        Sections { required, games: header.games as u64, plies: header.plies, sections }
    }

    /// A file with only this block.
    pub fn file(&self) -> Vec<u8> {
        let mut fields = varints(&[self.games, self.plies, 0, 0, self.sections.len() as u64]);
        for (kind, param, content) in &self.sections {
            fields.extend(varints(&[*kind, *param, 0, content.len() as u64, content.len() as u64]));
            fields.extend(crc32c(content).to_le_bytes());
        }
        let head = checked(b"PLYB", &fields);
        let block = self.sections.iter().fold(head.clone(), |block, (.., content)| [&block, &content[..]].concat());
        let mut body = varints(&[1, 0, block.len() as u64, self.games, self.plies, 0]);
        body.extend(&head[head.len() - 4..]);
        body.extend([0; 3]);
        let units = [frame::start(self.required), block].concat();
        let file = [&units[..], &checked(b"PLYF", &body)].concat();
        let end = file.len();
        frame::commit(file, units.len()..end, self.required)
    }
}

fn varints(values: &[u64]) -> Vec<u8> {
    let mut out = Vec::new();
    values.iter().for_each(|value| put_varint(&mut out, *value));
    out
}

/// Magic, length, content, checksum.
fn checked(magic: &[u8], content: &[u8]) -> Vec<u8> {
    let mut out = [magic, &(content.len() as u32).to_le_bytes(), content].concat();
    out.extend(crc32c(&out).to_le_bytes());
    out
}
