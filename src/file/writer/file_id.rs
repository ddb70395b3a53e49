//! The file id of a file that is being written.

use crate::container::FileIdHash;

/// The file id (`container.17`).
#[derive(Debug, Clone, Copy)]
pub(super) enum FileId {
    Kept([u8; 16]),
    /// Computed from the headers of the blocks; no id if there are none.
    Made(FileIdHash, bool),
}

impl FileId {
    pub(super) fn made() -> FileId {
        FileId::Made(FileIdHash::default(), false)
    }

    pub(super) fn add(&mut self, header: &[u8]) {
        if let FileId::Made(hash, has_blocks) = self {
            hash.update(header);
            *has_blocks = true;
        }
    }

    pub(super) fn id(self) -> [u8; 16] {
        match self {
            FileId::Kept(id) => id,
            FileId::Made(hash, has_blocks) if has_blocks => hash.id(),
            FileId::Made(..) => [0; 16],
        }
    }
}
