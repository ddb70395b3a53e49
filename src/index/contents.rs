//! The complete content of a segment, for programs that examine an index. Searches read single parts of it instead.

use super::{
    directory::CoveredBlock,
    entry::{Entry, lists_by_ply},
    group::GroupRecord,
    page::Leaf,
    segment::Segment,
};
use crate::{Result, chess::branch::Branch, container::Fetch, memory};

/// The content of a segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contents {
    /// The covered blocks.
    pub blocks: Vec<CoveredBlock>,
    /// Games per group in a block without runs, as a power of two.
    pub group_bits: u32,
    /// The groups of all blocks.
    pub groups: Vec<GroupRecord>,
    /// The pages, with the cells of each.
    pub pages: Vec<Vec<CellContents>>,
}

/// A cell: each leaf, with the key bits that lead to it.
pub type CellContents = Vec<(String, LeafContents)>;

/// A leaf, with the lists of its entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeafContents {
    /// Every game that contains the position is in one of these groups.
    Groups(Vec<u32>),
    /// The position is frequent.
    Entry {
        /// Plies of first occurrence, each with its games; both in ascending order.
        lists: Vec<(u32, Vec<u32>)>,
        /// The moves played next.
        branches: Vec<Branch>,
    },
}

impl Contents {
    /// Reads a segment.
    ///
    /// # Errors
    ///
    /// [`crate::ErrorCode::ChecksumSection`] if a part is corrupt; [`crate::ErrorCode::SectionMalformed`] and others if a rule of the
    /// chapter is broken; errors of the file.
    pub(crate) fn read(segment: &Segment, file: &dyn Fetch) -> Result<Contents> {
        let pages = 0..segment.directory.pages.len();
        pages.clone().try_for_each(|page| segment.check_page(page, file))?;
        let directory = &segment.directory;
        let groups = (0..directory.groups.len()).map(|group| segment.record(group, file));
        let page = |page: usize| {
            let cells = segment.leaves(page, file)?.into_iter();
            let leaf = |(path, leaf)| Ok((path, LeafContents::of(leaf, segment, page, file)?));
            cells.map(|cell| cell.into_iter().map(leaf).collect()).collect::<Result<Vec<_>>>()
        };
        Ok(Contents {
            blocks: directory.blocks.clone(),
            group_bits: directory.group_bits,
            groups: memory::all(groups)?,
            pages: memory::all(pages.map(page))?,
        })
    }
}

impl LeafContents {
    fn of(leaf: Leaf, segment: &Segment, page: usize, file: &dyn Fetch) -> Result<LeafContents> {
        let entry: Entry = match leaf {
            Leaf::Groups(groups) => return Ok(LeafContents::Groups(groups)),
            Leaf::Entry(entry) => entry,
        };
        let lists = segment.lists(page, &entry, file)?;
        let lists = lists_by_ply(&entry.plies, &lists).map(|(ply, list)| (ply, list.to_vec()));
        Ok(LeafContents::Entry { lists: lists.collect(), branches: entry.branches })
    }
}
