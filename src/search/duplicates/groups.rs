//! Groups of games that are duplicates of each other, among candidates.

use super::{Candidate, DuplicateKind, Entry, SINGLE, are_near};
use crate::{Result, chess::identity::Identity, memory};

/// Games that agree with each other.
struct Group<'a> {
    /// What is known of any of them.
    identity: Identity,
    /// Their entries.
    members: Vec<usize>,
    /// Their main lines, as long as they differ.
    lines: Vec<&'a Candidate>,
}

impl<'a> Group<'a> {
    fn agrees(&self, candidate: &Candidate, kind: DuplicateKind) -> bool {
        match kind {
            DuplicateKind::Exact => self.identity.agrees(&candidate.identity),
            DuplicateKind::Near => {
                self.identity.agrees_in_year(&candidate.identity)
                    && self.lines.iter().all(|other| are_near(&other.line, &candidate.line))
            }
        }
    }

    fn add(&mut self, index: usize, candidate: &'a Candidate) -> Result<()> {
        self.identity.merge(&candidate.identity);
        memory::push(&mut self.members, index)?;
        match self.lines.iter().any(|other| other.line == candidate.line) {
            true => Ok(()),
            false => memory::push(&mut self.lines, candidate),
        }
    }
}

/// Sets the key of every entry to the place of the first game of its group; those without a duplicate get [`SINGLE`]. Entries are
/// compared that have the same key before, in their order.
pub(super) fn group(entries: &mut [Entry], candidates: &[Option<Candidate>], kind: DuplicateKind) -> Result<()> {
    let mut start = 0;
    for entries in entries.chunk_by_mut(|a, b| a.key == b.key) {
        let groups = groups_of(&candidates[start..start + entries.len()], kind)?;
        start += entries.len();
        entries.iter_mut().for_each(|entry| entry.key = SINGLE);
        for Group { members, .. } in groups.iter().filter(|group| group.members.len() > 1) {
            let first = entries[members[0]].place();
            members.iter().for_each(|member| entries[*member].key = first);
        }
    }
    Ok(())
}

fn groups_of(candidates: &[Option<Candidate>], kind: DuplicateKind) -> Result<Vec<Group<'_>>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let read = candidates.iter().enumerate().filter_map(|(index, candidate)| Some((index, candidate.as_ref()?)));
    for (index, candidate) in read {
        match groups.iter_mut().find(|group| group.agrees(candidate, kind)) {
            Some(group) => group.add(index, candidate)?,
            None => {
                let mut group = Group { identity: candidate.identity, members: Vec::new(), lines: Vec::new() };
                group.add(index, candidate)?;
                memory::push(&mut groups, group)?;
            }
        }
    }
    Ok(groups)
}
