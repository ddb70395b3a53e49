//! Moves, variations, comments and NAGs of a game in SCID's places: each move and each beginning of a line has one comment, each move has
//! up to seven NAGs.

use super::{
    changes::Changes,
    pieces::Code,
    record::{MARK_BEGIN, MARK_COMMENT, MARK_END, MARK_END_OF_GAME, MARK_NAG},
};

/// Maximum number of NAGs of a move.
const MAX_NAGS: usize = 7;

/// Item of a record: a move or a mark.
#[derive(Debug)]
enum Item {
    Move(Code),
    Begin,
    End,
}

/// Notes on a move, or at the beginning of a line.
#[derive(Debug, Default)]
struct Note {
    /// The item before the note; `None` at the beginning of the game.
    after: Option<usize>,
    nags: Vec<u8>,
    comment: Option<Vec<u8>>,
}

/// The moves of a game with their notes, in the order of the movetext.
#[derive(Debug)]
pub(super) struct Notes {
    items: Vec<Item>,
    /// In the order of their items, except for items of lines that continue after a variation.
    notes: Vec<Note>,
    /// For each open line, the last item that can have a note, and its note, if any.
    open: Vec<(Option<usize>, Option<usize>)>,
    variations: usize,
}

impl Notes {
    pub fn new() -> Notes {
        Notes { items: Vec::new(), notes: Vec::new(), open: vec![(None, None)], variations: 0 }
    }

    fn here(&mut self, note: Option<usize>) {
        let last = self.items.len().checked_sub(1);
        if let Some(place) = self.open.last_mut() {
            *place = (last, note);
        }
    }

    pub fn add_move(&mut self, code: Code) {
        self.items.push(Item::Move(code));
        self.here(None);
    }

    pub fn begin(&mut self) {
        self.items.push(Item::Begin);
        self.variations += 1;
        self.open.push((None, None));
        self.here(None);
    }

    pub fn end(&mut self) {
        self.items.push(Item::End);
        self.open.pop();
    }

    /// Returns the note of the last item in the innermost line.
    fn note(&mut self) -> &mut Note {
        let place = self.open.last().copied().unwrap_or_default();
        let index = place.1.unwrap_or(self.notes.len());
        if place.1.is_none() {
            self.notes.push(Note { after: place.0, ..Note::default() });
            if let Some(place) = self.open.last_mut() {
                place.1 = Some(index);
            }
        }
        &mut self.notes[index]
    }

    /// Adds a comment; appends it to an existing one.
    pub fn comment(&mut self, text: &[u8], changes: &mut Changes) {
        changes.replaced_nuls |= text.contains(&0);
        let text = text.iter().map(|byte| if *byte == 0 { b' ' } else { *byte });
        match &mut self.note().comment {
            Some(comment) => {
                changes.joined_comments = true;
                comment.extend(std::iter::once(b' ').chain(text));
            }
            empty => *empty = Some(text.collect()),
        }
    }

    /// Adds a NAG; if there is no place for it, adds it as a comment.
    pub fn nag(&mut self, nag: u32, changes: &mut Changes) {
        let is_after_move =
            self.open.last().and_then(|place| place.0).is_some_and(|item| matches!(self.items[item], Item::Move(_)));
        let place = u8::try_from(nag).ok().filter(|nag| is_after_move && *nag > 0);
        let note = self.note();
        match place.filter(|nag| note.nags.len() < MAX_NAGS && !note.nags.iter().any(|other| excludes(*other, *nag))) {
            Some(nag) => note.nags.push(nag),
            None => {
                changes.nags_as_text = true;
                self.comment(format!("${nag}").as_bytes(), changes);
            }
        }
    }

    /// Returns the numbers of variations, comments and NAGs.
    pub fn counts(&self) -> [usize; 3] {
        let comments = self.notes.iter().filter(|note| note.comment.is_some()).count();
        [self.variations, comments, self.notes.iter().map(|note| note.nags.len()).sum()]
    }

    /// Writes moves and marks, followed by the comments.
    pub fn write(mut self, record: &mut Vec<u8>) {
        self.notes.sort_by_key(|note| note.after);
        let mut notes = self.notes.iter().peekable();
        let mut comments = Vec::new();
        let mut write_notes = |after: Option<usize>, record: &mut Vec<u8>| {
            while let Some(note) = notes.next_if(|note| note.after == after) {
                note.nags.iter().for_each(|nag| record.extend([MARK_NAG, *nag]));
                if let Some(comment) = &note.comment {
                    record.push(MARK_COMMENT);
                    comments.extend_from_slice(comment);
                    comments.push(0);
                }
            }
        };
        write_notes(None, record);
        for (index, item) in self.items.iter().enumerate() {
            match item {
                Item::Move(code) => record.extend_from_slice(code.as_bytes()),
                Item::Begin => record.push(MARK_BEGIN),
                Item::End => record.push(MARK_END),
            }
            write_notes(Some(index), record);
        }
        record.push(MARK_END_OF_GAME);
        record.extend_from_slice(&comments);
    }
}

/// Scid keeps one NAG for the quality of the move and one for the evaluation of the position: the last of each.
fn excludes(a: u8, b: u8) -> bool {
    [1..=6, 10..=21].iter().any(|group| group.contains(&a) && group.contains(&b))
}
