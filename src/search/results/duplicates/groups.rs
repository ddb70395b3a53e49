//! Finding groups of duplicates among candidates.

use super::{Candidate, DuplicateKind, Entry, SINGLE, are_near};
use crate::{
    Result,
    chess::identity::{Identity, KnownGames, PackedIdentity},
    memory,
};

/// Games that agree with each other.
struct Group<'a> {
    /// Details known from any of the games.
    identity: Identity,
    /// The entries of the games.
    members: Vec<usize>,
    /// The different main lines of the games.
    lines: Vec<&'a Candidate>,
}

impl<'a> Group<'a> {
    fn agrees(&self, candidate: &Candidate, kind: DuplicateKind) -> bool {
        let is_near = || self.lines.iter().all(|other| are_near(&other.line, &candidate.line));
        self.identity.agrees(&candidate.identity) && (kind == DuplicateKind::Exact || is_near())
    }

    fn add(&mut self, index: usize, candidate: &'a Candidate) -> Result<()> {
        self.identity.merge(&candidate.identity);
        memory::push(&mut self.members, index)?;
        if self.lines.iter().any(|other| other.line == candidate.line) {
            Ok(())
        } else {
            memory::push(&mut self.lines, candidate)
        }
    }
}

/// Sets the key of every entry to the place of the first game of its group; entries without a duplicate get [`SINGLE`]. Compares only
/// entries with equal keys, in their order.
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
    let mut groups: Groups<'_> = Groups::default();
    let read = candidates.iter().enumerate().filter_map(|(index, candidate)| Some((index, candidate.as_ref()?)));
    for (index, candidate) in read {
        match groups.first_that_agrees(candidate, kind) {
            Some(number) => groups.add_to(number, index, candidate, kind)?,
            None => groups.add_new(index, candidate, kind)?,
        }
    }
    Ok(groups.groups)
}

/// Groups in the order of their first games.
#[derive(Default)]
struct Groups<'a> {
    groups: Vec<Group<'a>>,
    /// For exact duplicates: the numbers of the groups, by the known details of their games.
    known: KnownGames<u32>,
}

impl<'a> Groups<'a> {
    fn first_that_agrees(&self, candidate: &Candidate, kind: DuplicateKind) -> Option<usize> {
        if kind == DuplicateKind::Near {
            return self.groups.iter().position(|group| group.agrees(candidate, kind));
        }
        let mut first: Option<usize> = None;
        self.known.find(&PackedIdentity::new(&candidate.identity), |_, number| {
            let number = number as usize;
            if first.is_none_or(|first| number < first) && self.groups[number].agrees(candidate, kind) {
                first = Some(number);
            }
            false
        });
        first
    }

    fn add_to(&mut self, number: usize, index: usize, candidate: &'a Candidate, kind: DuplicateKind) -> Result<()> {
        let before = self.groups[number].identity;
        self.groups[number].add(index, candidate)?;
        let now = self.groups[number].identity;
        if kind == DuplicateKind::Exact && now != before {
            self.known.insert(PackedIdentity::new(&now), number as u32)?;
            self.known.remove(PackedIdentity::new(&before), number as u32);
        }
        Ok(())
    }

    fn add_new(&mut self, index: usize, candidate: &'a Candidate, kind: DuplicateKind) -> Result<()> {
        let mut group = Group { identity: candidate.identity, members: Vec::new(), lines: Vec::new() };
        group.add(index, candidate)?;
        if kind == DuplicateKind::Exact {
            self.known.insert(PackedIdentity::new(&group.identity), self.groups.len() as u32)?;
        }
        memory::push(&mut self.groups, group)
    }
}
