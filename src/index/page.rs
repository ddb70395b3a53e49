//! Pages: the index data of all positions whose keys begin with the same bits (`index.7`, `index.8`).

use super::{
    bits::{malformed, put_list, skip_list, take_bits, take_list, take_number},
    entry::{BehindPage, Entry},
    group::checked,
};
use crate::{
    Error, Result,
    coding::{
        rice::{RiceReader, RiceWriter},
        wire::{Cursor, crc32c, put_varint},
    },
    memory,
};

/// Maximum number of groups that a search reads for a position without an entry (`index.8`).
pub(crate) const MAX_GROUPS: usize = 5;

/// The data of an index for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaf {
    /// Every game that contains the position is in one of these groups.
    Groups(Vec<u32>),
    /// The position is frequent.
    Entry(Entry),
}

/// The sizes of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    pub games: usize,
    pub groups: usize,
    /// Number of key bits that give the page.
    pub page_bits: u32,
    /// Number of the following bits, which give the cell of the page.
    pub cell_bits: u32,
}

impl Sizes {
    /// The page of a key.
    pub(super) fn page_of(&self, key: u64) -> usize {
        key.checked_shr(64 - self.page_bits).unwrap_or(0) as usize
    }

    /// Returns the cell of a key in its page.
    pub(super) fn cell_of(&self, key: u64) -> usize {
        (key << self.page_bits).checked_shr(64 - self.cell_bits).unwrap_or(0) as usize
    }

    /// Returns the number of key bits before the tree of a cell.
    pub(super) fn depth(&self) -> u32 {
        self.page_bits + self.cell_bits
    }
}

/// The cells of a page.
pub(super) struct Page<'p> {
    /// End of each cell.
    ends: Vec<usize>,
    cells: &'p [u8],
    sizes: Sizes,
}

impl<'p> Page<'p> {
    /// Reads a page.
    pub(super) fn parse(bytes: &'p [u8], sizes: Sizes) -> Result<Page<'p>> {
        let mut cursor = Cursor::new(checked(bytes, "a page")?);
        if cursor.remaining() < 1 << sizes.cell_bits {
            return Err(malformed("a page without its cells"));
        }
        let mut ends = memory::with_capacity(1 << sizes.cell_bits)?;
        let mut end = 0;
        for _ in 0..1usize << sizes.cell_bits {
            end += cursor.varint_up_to(bytes.len() as u64, "the length of a cell")? as usize;
            ends.push(end);
        }
        let cells = cursor.take_rest();
        if end == cells.len() {
            Ok(Page { ends, cells, sizes })
        } else {
            Err(malformed("cells that do not fill their page"))
        }
    }

    fn cell(&self, number: usize) -> RiceReader<'p> {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        RiceReader::new(&self.cells[start..self.ends[number]])
    }

    /// Returns the leaf of the positions with this key.
    pub(super) fn find(&self, key: u64) -> Result<Leaf> {
        let mut bits = self.cell(self.sizes.cell_of(key));
        for depth in self.sizes.depth()..=u64::BITS {
            match take_node(&mut bits, self.sizes)? {
                Node::Division if depth < u64::BITS && key >> (63 - depth) & 1 == 1 => skip(&mut bits, self.sizes)?,
                Node::Division => {}
                leaf => return take_leaf(&mut bits, leaf, self.sizes),
            }
        }
        Err(too_deep())
    }

    /// Returns all leaves of a cell, with the key bits that lead to them.
    pub(super) fn leaves(&self, cell: usize) -> Result<Vec<(String, Leaf)>> {
        let mut leaves = Vec::new();
        self.each_leaf(cell, &mut |path, leaf| {
            let bits = (0..path.len).rev().map(|bit| if path.bits >> bit & 1 == 1 { '1' } else { '0' });
            memory::push(&mut leaves, (bits.collect(), leaf))
        })?;
        Ok(leaves)
    }

    /// Passes the leaves of a cell to `visit` in the order of the keys.
    ///
    /// Errors: errors of `visit`.
    pub(super) fn each_leaf(&self, cell: usize, visit: &mut dyn FnMut(Path, Leaf) -> Result<()>) -> Result<()> {
        let mut bits = self.cell(cell);
        let mut open = vec![Path { bits: 0, len: 0 }];
        while let Some(path) = open.pop() {
            match take_node(&mut bits, self.sizes)? {
                Node::Division if path.len + self.sizes.depth() < u64::BITS => {
                    open.extend([1, 0].map(|bit| Path { bits: path.bits << 1 | bit, len: path.len + 1 }));
                }
                Node::Division => return Err(too_deep()),
                leaf => visit(path, take_leaf(&mut bits, leaf, self.sizes)?)?,
            }
        }
        check_end(&bits)
    }

    /// Checks a cell without building its leaves, because leaves can take much memory: each can name all groups with
    /// one bit. Calls `check_lists` for entries with lists after the page.
    pub(super) fn check(&self, cell: usize, check_lists: &mut CheckLists<'_>) -> Result<()> {
        let mut bits = self.cell(cell);
        let mut open = vec![self.sizes.depth()];
        while let Some(depth) = open.pop() {
            match take_node(&mut bits, self.sizes)? {
                Node::Division if depth < u64::BITS => open.extend([depth + 1; 2]),
                Node::Division => return Err(too_deep()),
                Node::Groups(count) => drop(skip_list(&mut bits, count, self.sizes.groups)?),
                Node::Entry => {
                    if let Some((plies, behind)) = Entry::skip(&mut bits, self.sizes.games)? {
                        check_lists(&plies, &behind)?;
                    }
                }
            }
        }
        check_end(&bits)
    }
}

/// The key bits that lead to a leaf, after the bits of page and cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct Path {
    /// The bits; the last one is the lowest.
    bits: u64,
    len: u32,
}

impl Path {
    /// Returns the last key that belongs to the leaf; `before` contains the bits of page and cell.
    pub(super) fn last_key(self, before: u64, sizes: Sizes) -> u64 {
        let len = sizes.depth() + self.len;
        let known = before.checked_shl(self.len).unwrap_or(0) | self.bits;
        known.checked_shl(u64::BITS - len).unwrap_or(0) | u64::MAX.checked_shr(len).unwrap_or(0)
    }
}

/// Checks the lists of an entry after a page, given its plies.
pub(super) type CheckLists<'a> = dyn FnMut(&[(u32, u32)], &BehindPage) -> Result<()> + 'a;

fn too_deep() -> Error {
    malformed("a cell that is divided by more bits than a key has")
}

fn check_end(bits: &RiceReader<'_>) -> Result<()> {
    if bits.is_at_end() { Ok(()) } else { Err(malformed("bits that are left over in a cell")) }
}

/// Kind of a node of a cell.
enum Node {
    /// Two nodes follow.
    Division,
    /// A leaf: a list of this many groups follows.
    Groups(usize),
    /// A leaf: an entry follows.
    Entry,
}

/// Takes the kind of a node.
fn take_node(bits: &mut RiceReader<'_>, sizes: Sizes) -> Result<Node> {
    if take_bits(bits, 1)? == 0 {
        return Ok(Node::Division);
    }
    let count = match take_bits(bits, 2)? as usize {
        3 => match bits.take(0).ok_or_else(|| malformed("its bits end early"))? {
            0 => 2,
            1 => 1,
            2 => 0,
            3 => return Ok(Node::Entry),
            4 => MAX_GROUPS + 1 + take_number(bits, sizes.groups as u64, "the groups of a leaf")? as usize,
            _ => return Err(malformed("a leaf of no known kind")),
        },
        few => 3 + few,
    };
    if count > sizes.groups {
        return Err(malformed("a leaf of more groups than there are"));
    }
    Ok(Node::Groups(count))
}

/// Takes the content of a leaf.
fn take_leaf(bits: &mut RiceReader<'_>, node: Node, sizes: Sizes) -> Result<Leaf> {
    match node {
        Node::Groups(count) => take_list(bits, count, sizes.groups).map(Leaf::Groups),
        Node::Entry => Entry::take(bits, sizes.games).map(Leaf::Entry),
        Node::Division => Err(malformed("a division where a leaf is")),
    }
}

/// Skips a node and all nodes below it.
fn skip(bits: &mut RiceReader<'_>, sizes: Sizes) -> Result<()> {
    let mut open = 1usize;
    while open > 0 {
        match take_node(bits, sizes)? {
            Node::Division => {
                open += 1;
                continue;
            }
            Node::Groups(count) => drop(skip_list(bits, count, sizes.groups)?),
            Node::Entry => drop(Entry::skip(bits, sizes.games)?),
        }
        open -= 1;
    }
    Ok(())
}

/// Writes a page, cell by cell.
pub(super) struct PageWriter {
    lengths: Vec<u8>,
    cells: Vec<u8>,
}

impl PageWriter {
    pub(super) fn new() -> PageWriter {
        PageWriter { lengths: Vec::new(), cells: Vec::new() }
    }

    /// Adds the nodes of a cell.
    pub(super) fn push(&mut self, cell: RiceWriter) -> Result<()> {
        let cell = cell.finish();
        self.lengths.try_reserve(10)?;
        put_varint(&mut self.lengths, cell.len() as u64);
        memory::append(&mut self.cells, &cell)
    }

    /// Returns the page.
    pub(super) fn finish(self) -> Result<Vec<u8>> {
        let mut page = self.lengths;
        page.try_reserve_exact(self.cells.len() + 4)?;
        page.extend_from_slice(&self.cells);
        let crc = crc32c(&page);
        page.extend_from_slice(&crc.to_le_bytes());
        Ok(page)
    }
}

/// Appends a division: two nodes follow.
pub(super) fn put_division(bits: &mut RiceWriter) {
    bits.put_wide(0, 1);
}

/// Appends the mark before an entry.
pub(super) fn put_entry_mark(bits: &mut RiceWriter) {
    bits.put_wide(0b111, 3);
    bits.put(3, 0);
}

/// Appends a leaf of groups.
pub(super) fn put_groups(bits: &mut RiceWriter, list: &[u32], groups: usize) {
    match list.len() {
        few @ 3..=MAX_GROUPS => bits.put_wide(((few as u64 - 3) << 1) | 1, 3),
        fewer @ 0..=2 => {
            bits.put_wide(0b111, 3);
            bits.put(2 - fewer as u32, 0);
        }
        many => {
            bits.put_wide(0b111, 3);
            bits.put(4, 0);
            bits.put_number((many - MAX_GROUPS - 1) as u64);
        }
    }
    put_list(bits, list, groups);
}
