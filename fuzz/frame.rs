//! The start of the files that tests make: header and commit records.

use std::ops::Range;

use plypack::{
    State,
    internals::container::{HEADER_LEN, Header, RECORD_LEN, RECORD_PLACES, Record, UNITS_START, footer_crc},
    versions::Versions,
};

/// Returns the bytes before the first unit, without records.
pub fn start(required: u32) -> Vec<u8> {
    let mut start = vec![0; UNITS_START as usize];
    let header = Header { versions: Versions { required, ..Versions::CURRENT } };
    start[..HEADER_LEN].copy_from_slice(&header.to_bytes());
    start
}

/// Writes both records of a file whose footer in force is in this range.
pub fn commit(mut file: Vec<u8>, footer: Range<usize>, required: u32) -> Vec<u8> {
    let state = State { file_id: [1; 16], sequence: 1, footer_crc: footer_crc(&file[footer.clone()]) };
    let versions = Versions { required, ..Versions::CURRENT };
    let record = Record { state, footer_start: footer.start as u64, footer_len: footer.len() as u32, versions };
    for place in RECORD_PLACES {
        file[place as usize..][..RECORD_LEN].copy_from_slice(&record.to_bytes());
    }
    file
}
