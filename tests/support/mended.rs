//! Files with changed bytes whose checksums are right.

use std::ops::Range;

use plypack::internals::{container::BlockHeader, wire::crc32c};

/// Corrects the checksums of a section, of the header of its block, and of the last footer, which must list the block.
pub fn mend(file: &mut [u8], block_start: usize, (section, old): (Range<u64>, u32)) {
    let start = block_start;
    let header_len = BlockHeader::declared_len(&file[start..]).unwrap();
    let header = start..start + header_len;
    let new = crc32c(&file[start + section.start as usize..start + section.end as usize]);
    replace(&mut file[header.clone()], old, new);
    let old = u32::from_le_bytes(*file[header.end - 4..].first_chunk().unwrap());
    let new = crc32c(&file[start..header.end - 4]);
    file[header.end - 4..header.end].copy_from_slice(&new.to_le_bytes());
    let len = u32::from_le_bytes(*file[file.len() - 8..].first_chunk().unwrap()) as usize;
    let footer = file.len() - len..file.len();
    replace(&mut file[footer.clone()], old, new);
    let end = footer.end - 12;
    let crc = crc32c(&file[footer.start..end]);
    file[end..end + 4].copy_from_slice(&crc.to_le_bytes());
}

fn replace(bytes: &mut [u8], old: u32, new: u32) {
    let at = bytes.windows(4).position(|four| four == old.to_le_bytes()).unwrap();
    bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
}
