//! Files with changed bytes and correct checksums.

use std::ops::Range;

use plypack::internals::{
    container::{BlockHeader, RECORD_LEN, RECORD_PLACES, Records},
    wire::crc32c,
};

/// Corrects the checksums of a section, of the header of its block, of the footer in force, which must list the block, and of both records.
pub fn update_checksums(file: &mut [u8], block_start: usize, section: Range<u64>, old: u32) {
    let start = block_start;
    let header_len = BlockHeader::declared_len(&file[start..]).unwrap();
    let header = start..start + header_len;
    let new = crc32c(&file[start + section.start as usize..start + section.end as usize]);
    replace(&mut file[header.clone()], old, new);
    let old = u32::from_le_bytes(*file[header.end - 4..].first_chunk().unwrap());
    let new = crc32c(&file[start..header.end - 4]);
    file[header.end - 4..header.end].copy_from_slice(&new.to_le_bytes());
    let mut record = Records::parse(file).unwrap().in_force;
    let footer = record.footer_start as usize..record.end() as usize;
    replace(&mut file[footer.clone()], old, new);
    let end = footer.end - 4;
    record.state.footer_crc = crc32c(&file[footer.start..end]);
    file[end..footer.end].copy_from_slice(&record.state.footer_crc.to_le_bytes());
    for place in RECORD_PLACES {
        file[place as usize..][..RECORD_LEN].copy_from_slice(&record.to_bytes());
    }
}

fn replace(bytes: &mut [u8], old: u32, new: u32) {
    let at = bytes.windows(4).position(|four| four == old.to_le_bytes()).unwrap();
    bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
}
