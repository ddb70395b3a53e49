//! The opening tree: how often moves were played from the usual start on (`tight.13`).
//!
//! Spec chapter: `spec/tight-model.md`.

use crate::{Code, Result, wire::Cursor};

/// A position that was reached by the moves from the usual start, and the move that led to it.
#[derive(Debug, Clone, Copy)]
struct Node {
    ordinal: u8,
    count: u32,
    first: u32,
    children: u32,
}

/// The tree, level by level: the children of a node follow one another.
#[derive(Debug)]
pub struct Openings(Vec<Node>);

/// A place in the tree; `None` for positions that are not in it.
pub type Place = Option<u32>;

impl Openings {
    /// The usual start.
    pub const ROOT: Place = Some(0);

    /// Reads the tree (`tight-model.5`).
    pub fn parse(cursor: &mut Cursor<'_>) -> Result<Openings> {
        let count = cursor.varint_up_to(cursor.remaining() as u64, "nodes of the opening tree")? as usize;
        let mut nodes = vec![Node { ordinal: 0, count: 0, first: 0, children: 0 }];
        let mut node = 0;
        while node < nodes.len() {
            let children = cursor.array::<1>()?[0];
            nodes[node].first = nodes.len() as u32;
            nodes[node].children = children.into();
            for _ in 0..children {
                let ordinal = cursor.array::<1>()?[0];
                let count = cursor.varint_up_to(1 << 20, "games of a node")? as u32;
                nodes.push(Node { ordinal, count, first: 0, children: 0 });
            }
            if nodes.len() > count {
                return Err(cursor.error(Code::Internal, "more nodes than were said"));
            }
            node += 1;
        }
        Ok(Openings(nodes))
    }

    fn children(&self, place: Place) -> &[Node] {
        match place.map(|node| self.0[node as usize]) {
            Some(node) => &self.0[node.first as usize..][..node.children as usize],
            None => &[],
        }
    }

    /// The moves that were played at `place`: their ordinals, and how often.
    pub fn moves(&self, place: Place) -> impl Iterator<Item = (usize, u32)> + Clone {
        self.children(place).iter().map(|child| (usize::from(child.ordinal), child.count))
    }

    /// Where the move with this ordinal leads.
    pub fn child(&self, place: Place, ordinal: usize) -> Place {
        let at = self.children(place).iter().position(|child| usize::from(child.ordinal) == ordinal)?;
        Some(self.0[place? as usize].first + at as u32)
    }
}
