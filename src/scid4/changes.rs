//! Parts of games that SCID cannot store.

/// The kinds of changes to a game because SCID cannot store a part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub cut_tags: bool,
    pub lost_starts: bool,
    pub tag_lines_as_comments: bool,
    pub joined_comments: bool,
    pub nags_as_text: bool,
    pub unparsed_as_comments: bool,
    pub replaced_nuls: bool,
}
